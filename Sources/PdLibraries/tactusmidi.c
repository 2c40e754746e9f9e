// The objects of Pd that send MIDI, for a Pd that plays a scene: Pd's own ones speak to devices, and these to
// Tactus. Pd loads this library before the patch (`-lib tactusmidi`), in the box. Pd's thread.
//
// It is C, because Pd's functions for classes take any number of arguments. It has declarations of its own of
// what Pd offers to libraries.
#include "pd.h"

enum { NONE = 0, NUMBER_OR_0 = 6 };

extern void class_doaddfloat(Class *, void *);
extern void class_addlist(Class *, void *);
extern void *pd_new(Class *);
extern void *floatinlet_new(void *object, float *number);

// An object of any of the classes. Its head is Pd's, which has 48 bytes of it.
typedef struct {
  void *head[8];
  // What its inlets behind the first have.
  float second, third;
  // Of [midiout]: the message that comes, byte by byte.
  unsigned char message[3];
  int count;
} Object;

static Class *note, *control, *program, *bend, *pressure, *key_pressure, *bytes;
static Symbol *to_note, *to_control, *to_program, *to_bend, *to_pressure, *to_key_pressure, *to_bytes;

static void send(Symbol *to, int count, float a, float b, float c) {
  Atom atoms[3] = {{NUMBER, {a}}, {NUMBER, {b}}, {NUMBER, {c}}};
  if (to->thing) pd_list(to->thing, gensym("list"), count, atoms);
}

// From 1. Pd counts 16 channels for each device, and here there is one.
static float channel(float number) {
  int whole = (int)number;
  return whole < 1 ? 1 : (float)((whole - 1) % 16 + 1);
}

static Object *make(Class *class, float second, float third, int inlets) {
  Object *new = pd_new(class);
  new->second = second, new->third = third, new->count = 0;
  if (inlets > 1) floatinlet_new(new, &new->second);
  if (inlets > 2) floatinlet_new(new, &new->third);
  return new;
}

// Velocity or pressure is behind the key, the channel last.
static void *make_note(float channel) { return make(note, 0, channel, 3); }
static void play_note(Object *it, float key) { send(to_note, 3, key, it->second, channel(it->third)); }

static void *make_control(float number, float channel) { return make(control, number, channel, 3); }
static void play_control(Object *it, float value) {
  send(to_control, 3, value, it->second, channel(it->third));
}

static void *make_program(float channel) { return make(program, channel, 0, 2); }
static void play_program(Object *it, float number) { send(to_program, 2, number, channel(it->second), 0); }

// Pd's bends lie about 0.
static void *make_bend(float channel) { return make(bend, channel, 0, 2); }
static void play_bend(Object *it, float value) { send(to_bend, 2, value + 8192, channel(it->second), 0); }

static void *make_pressure(float channel) { return make(pressure, channel, 0, 2); }
static void play_pressure(Object *it, float value) { send(to_pressure, 2, value, channel(it->second), 0); }

static void *make_key_pressure(float channel) { return make(key_pressure, 0, channel, 3); }
static void play_key_pressure(Object *it, float value) {
  send(to_key_pressure, 3, it->second, value, channel(it->third));
}

// [midiout] gets bytes; whole messages leave it. Exclusive messages are passed over.
static void *make_bytes(float port) { return make(bytes, port, 0, 2); }
static void play_byte(Object *it, float number) {
  int byte = (int)number;
  if (byte < 0 || byte > 255) return;
  if (byte >= 0xF8) return send(to_bytes, 1, (float)byte, 0, 0);
  if (byte >= 0x80) {
    // 0xF0 to 0xF7 are no messages of a channel: what follows them belongs to none.
    it->message[0] = byte < 0xF0 ? (unsigned char)byte : 0;
    it->count = 1;
    return;
  }
  if (it->count == 0 || it->message[0] == 0) return;
  it->message[it->count++] = (unsigned char)byte;
  int whole = (it->message[0] & 0xE0) == 0xC0 ? 2 : 3;
  if (it->count < whole) return;
  it->count = 1;
  send(to_bytes, whole, it->message[0], it->message[1], it->message[2]);
}
static void play_bytes(Object *it, Symbol *selector, int count, Atom *atoms) {
  (void)selector;
  for (int index = 0; index < count; index++) {
    if (atoms[index].type == NUMBER) play_byte(it, atoms[index].value.number);
  }
}

static Class *class(const char *name, void *make, void *play, int arguments) {
  Class *new = arguments == 2
      ? class_new(gensym(name), make, NULL, sizeof(Object), 0, NUMBER_OR_0, NUMBER_OR_0, NONE)
      : class_new(gensym(name), make, NULL, sizeof(Object), 0, NUMBER_OR_0, NONE);
  class_doaddfloat(new, play);
  return new;
}

__attribute__((visibility("default"))) void tactusmidi_setup(void) {
  to_note = gensym("tactus-note"), to_control = gensym("tactus-control");
  to_program = gensym("tactus-program"), to_bend = gensym("tactus-bend");
  to_pressure = gensym("tactus-pressure"), to_key_pressure = gensym("tactus-key-pressure");
  to_bytes = gensym("tactus-midi");
  note = class("noteout", make_note, play_note, 1);
  control = class("ctlout", make_control, play_control, 2);
  program = class("pgmout", make_program, play_program, 1);
  bend = class("bendout", make_bend, play_bend, 1);
  pressure = class("touchout", make_pressure, play_pressure, 1);
  key_pressure = class("polytouchout", make_key_pressure, play_key_pressure, 1);
  bytes = class("midiout", make_bytes, play_byte, 1);
  class_addlist(bytes, play_bytes);
}
