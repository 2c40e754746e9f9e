// The library that hosts load: it opens the build of the plugins that suits the processor, and asks it.
// Host's thread.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef const void *(*Descriptor)(uint32_t index);

static Descriptor chosen;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// Opens one build beside this library. It is never closed, because its threads outlive the host's dlclose.
static Descriptor open_build(const char *folder, int length, const char *name) {
  char path[PATH_MAX];
  if (snprintf(path, sizeof path, "%.*s%s", length, folder, name) >= (int)sizeof path) return NULL;
  void *build = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!build) fprintf(stderr, "tactus: %s\n", dlerror());
  return build ? (Descriptor)dlsym(build, "lv2_descriptor") : NULL;
}

// TACTUS_BUILD, `plain` or `avx2`, is for tests: they compare the builds on one machine.
static void choose(void) {
  Dl_info own;
  if (!dladdr((void *)&choose, &own)) return;
  const char *slash = strrchr(own.dli_fname, '/');
  int length = slash ? (int)(slash - own.dli_fname) + 1 : 0;
#ifdef __x86_64__
  const char *wish = getenv("TACTUS_BUILD");
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && !(wish && !strcmp(wish, "plain")))
    chosen = open_build(own.dli_fname, length, "tactus-avx2.so");
#endif
  if (!chosen) chosen = open_build(own.dli_fname, length, "tactus-plain.so");
}

__attribute__((visibility("default"))) const void *lv2_descriptor(uint32_t index) {
  pthread_once(&once, choose);
  return chosen ? chosen(index) : NULL;
}
