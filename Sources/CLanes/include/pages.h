// Memory in pages of its own, from the system and back to it. Not for the audio thread.
#pragma once

#include <stdint.h>
#include <stdlib.h>
#if !defined(__wasm__)
#include <sys/mman.h>
#endif

/// `bytes` of memory that begins at a page; ends the program if there is none.
static inline void *tactus_allocate_pages(size_t bytes) {
#if defined(__wasm__)
  void *pages = aligned_alloc(64, (bytes + 63) & ~(size_t)63);  // a page of the browser's is never given back
  if (!pages) abort();
#else
  void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) abort();
#endif
  return pages;
}

static inline void tactus_free_pages(void *pages, size_t bytes) {
#if defined(__wasm__)
  free(pages);
#else
  munmap(pages, bytes);
#endif
}
