// The function that hosts look up in a library of plugins or of windows. ENTRY is its name, and DESCRIPTOR that of the
// Swift function behind it. It's compiled for every processor, so that a library for AVX2 (NEEDS_AVX2) can say what is
// wrong on an older one. Host's thread.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

const void *DESCRIPTOR(uint32_t index);

__attribute__((visibility("default"))) const void *ENTRY(uint32_t index) {
#ifdef NEEDS_AVX2
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2")) {
    if (index == 0)
      fprintf(stderr, "tactus: this build needs a processor with AVX2, which this one isn't. "
                      "Run `make` on this machine, or install the Debian package, which runs on every x86-64.\n");
    return NULL;
  }
#endif
  return DESCRIPTOR(index);
}
