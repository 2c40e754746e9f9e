// Maps a file into memory, read only, and returns free memory (host threads); reads the monotonic clock (any
// thread).
#pragma once
#ifndef __wasm__

#include <fcntl.h>
#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/// Maps a whole file of exactly `bytes` bytes; NULL when it does not exist or has another size.
static inline const void *tactus_map_file(const char *path, size_t bytes) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return NULL;
  struct stat status;
  void *address = MAP_FAILED;
  if (fstat(file, &status) == 0 && (size_t)status.st_size == bytes) {
    // Populated, so that the audio thread meets no page fault that reads the disk.
    address = mmap(NULL, bytes, PROT_READ, MAP_SHARED | MAP_POPULATE, file, 0);
  }
  close(file);
  return address == MAP_FAILED ? NULL : address;
}

static inline void tactus_unmap_file(const void *address, size_t bytes) { munmap((void *)address, bytes); }

/// Returns what is free in the heap to the system; an allocator keeps small pieces otherwise.
static inline void tactus_trim_heap(void) { malloc_trim(0); }

/// Nanoseconds of CLOCK_MONOTONIC, read through the vDSO without a system call: allowed on the audio thread.
__attribute__((swift_attr("@_noLocks"))) static inline int64_t tactus_monotonic_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}
#endif
