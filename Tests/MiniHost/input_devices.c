// Pipes as input devices, by LD_PRELOAD: a pipe FOLDER/eventN is the device that FOLDER/about.eventN
// describes, in lines: name TEXT, prop NUMBER, key CODE, abs CODE LEAST GREATEST FLAT VALUE. A device that is
// taken for one program leaves FOLDER/taken.eventN behind.
#include <dlfcn.h>
#include <fcntl.h>
#include <libgen.h>
#include <linux/input.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Opens the file about the pipe that `device` is; NULL: it is no such pipe.
static FILE *about(int device, const char *kind, const char *mode) {
  char link[64], path[512], folder[512], file[1100];
  snprintf(link, sizeof link, "/proc/self/fd/%d", device);
  ssize_t size = readlink(link, path, sizeof path - 1);
  if (size < 0) return NULL;
  path[size] = 0;
  memcpy(folder, path, sizeof path);
  if (strncmp(basename(path), "event", 5)) return NULL;
  snprintf(file, sizeof file, "%s/%s.%s", dirname(folder), kind, basename(path));
  return fopen(file, mode);
}

static void set(unsigned char *bits, size_t size, int code) {
  if ((size_t)code / 8 < size) bits[code / 8] |= 1 << code % 8;
}

int ioctl(int device, unsigned long request, ...) {
  va_list list;
  va_start(list, request);
  void *argument = va_arg(list, void *);
  va_end(list);
  FILE *file = _IOC_TYPE(request) == 'E' ? about(device, "about", "r") : NULL;
  if (!file) {
    int (*next)(int, unsigned long, ...) = (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl");
    return next(device, request, argument);
  }
  unsigned number = _IOC_NR(request);
  int answer = -1;
  size_t size = _IOC_SIZE(request);
  if (number == _IOC_NR(EVIOCGRAB)) {
    FILE *taken = about(device, "taken", "w");
    if (taken) fclose(taken), answer = 0;
  }
  char line[256];
  while (fgets(line, sizeof line, file)) {
    int code, values[4];
    if (!strncmp(line, "name ", 5) && number == _IOC_NR(EVIOCGNAME(0))) {
      line[strcspn(line, "\n")] = 0;
      snprintf(argument, size, "%s", line + 5);
      answer = 0;
    } else if (sscanf(line, "prop %i", &code) == 1 && number == _IOC_NR(EVIOCGPROP(0))) {
      set(argument, size, code), answer = 0;
    } else if (sscanf(line, "key %i", &code) == 1 && number == _IOC_NR(EVIOCGBIT(EV_KEY, 0))) {
      set(argument, size, code), answer = 0;
    } else if (sscanf(line, "abs %i %d %d %d %d", &code, values, values + 1, values + 2, values + 3) == 5) {
      if (number == _IOC_NR(EVIOCGBIT(EV_ABS, 0))) set(argument, size, code), answer = 0;
      if (number == _IOC_NR(EVIOCGABS(code))) {
        struct input_absinfo axis = {
          .value = values[3], .minimum = values[0], .maximum = values[1], .flat = values[2]};
        memcpy(argument, &axis, sizeof axis), answer = 0;
      }
    }
  }
  fclose(file);
  return answer;
}
