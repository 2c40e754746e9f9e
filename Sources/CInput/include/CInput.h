// Input devices of Linux: what they are asked. Swift does not import the requests, because they are macros.
// Any thread.
#pragma once

#include <linux/input.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>

/// Whether a device has an event of a type; type 0: whether it has events of the type `code`.
static inline bool tactus_input_has(int device, int type, int code) {
  unsigned char bits[KEY_CNT / 8] = {0};
  return ioctl(device, EVIOCGBIT(type, sizeof bits), bits) >= 0 && bits[code / 8] >> code % 8 & 1;
}

/// Whether a device has a property, such as INPUT_PROP_POINTER.
static inline bool tactus_input_is(int device, int property) {
  unsigned char bits[INPUT_PROP_CNT / 8] = {0};
  return ioctl(device, EVIOCGPROP(sizeof bits), bits) >= 0 && bits[property / 8] >> property % 8 & 1;
}

/// Range and present value of an axis; false: there is no such axis.
static inline bool tactus_input_axis(int device, int code, struct input_absinfo *axis) {
  return tactus_input_has(device, EV_ABS, code) && ioctl(device, EVIOCGABS(code), axis) >= 0;
}

/// The name that the driver gives, at most 127 bytes.
static inline void tactus_input_name(int device, char name[128]) {
  memset(name, 0, 128);
  (void)ioctl(device, EVIOCGNAME(127), name);
}

/// Takes a device for this program alone, until it is closed; false: another program has it.
static inline bool tactus_input_grab(int device) { return ioctl(device, EVIOCGRAB, 1) == 0; }
