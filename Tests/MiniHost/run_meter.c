// In place of a plugin's library in a copy of its bundle: hands everything on to the real one, which is
// TACTUS_REAL_PLUGIN, and times each `run`. At the end it writes their number and mean nanoseconds to the
// file TACTUS_RUNS. With TACTUS_COUNTS the two outputs of Tactus Touch get the number of each frame instead
// of its sound: left the low sixteen bits, right the others, both divided by 65536, which a float holds
// exactly.
#include <dlfcn.h>
#include <lv2/core/lv2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { left = 2, right = 3 };  // the ports' numbers, which are pinned in Tests/Golden/ports.txt
static const LV2_Descriptor *real;
static LV2_Descriptor metered;
static float *outputs[2];
static unsigned long runs, frames;
static double total;
static int counts;

static void connect_port(LV2_Handle instance, uint32_t port, void *data) {
  if (port == left || port == right) outputs[port - left] = data;
  real->connect_port(instance, port, data);
}

static void run(LV2_Handle instance, uint32_t length) {
  struct timespec before, after;
  clock_gettime(CLOCK_MONOTONIC, &before);
  real->run(instance, length);
  clock_gettime(CLOCK_MONOTONIC, &after);
  total += (double)(after.tv_sec - before.tv_sec) * 1e9 + (double)(after.tv_nsec - before.tv_nsec);
  runs++;
  for (uint32_t i = 0; counts && i < length; i++, frames++) {
    outputs[0][i] = (float)(frames & 0xFFFF) / 65536;
    outputs[1][i] = (float)(frames >> 16) / 65536;
  }
}

const LV2_Descriptor *lv2_descriptor(uint32_t index) {
  static const LV2_Descriptor *(*next)(uint32_t);
  if (!next) {
    void *library = dlopen(getenv("TACTUS_REAL_PLUGIN"), RTLD_NOW | RTLD_LOCAL);
    if (!library) return fprintf(stderr, "run_meter: %s\n", dlerror()), NULL;
    *(void **)&next = dlsym(library, "lv2_descriptor");
    counts = getenv("TACTUS_COUNTS") != NULL;
  }
  const LV2_Descriptor *found = next(index);
  if (!found || strcmp(found->URI, "urn:tactus:touch")) return found;
  real = found;
  metered = *found;
  metered.connect_port = connect_port;
  metered.run = run;
  return &metered;
}

__attribute__((destructor)) static void tell(void) {
  const char *path = getenv("TACTUS_RUNS");
  FILE *file = path && runs ? fopen(path, "w") : NULL;
  if (!file) return;
  fprintf(file, "{\"runs\": %lu, \"mean\": %.0f}\n", runs, total / (double)runs);
  fclose(file);
}
