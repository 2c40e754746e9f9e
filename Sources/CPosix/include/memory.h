// What rooms ask of a system, where there is none: files in memory, and no second thread. For WebAssembly.
#pragma once
#ifdef __wasm__

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/// The numbers of errors that WASI's texts have.
#define EFBIG 22
#define ENAMETOOLONG 37
#define ENOENT 44
#define ENOMEM 48
/// The number of the last error. One thread.
extern int tactus_memory_error;

/// Keeps a copy of a file's bytes, in place of the one that was there. False without memory.
bool tactus_memory_write(const char *path, const void *bytes, size_t size);
/// Files that were replaced or deleted since the last call, one at a time: the path, or NULL.
const char *tactus_memory_next_change(void);

/// As in files.h.
void *tactus_read_file(const char *path, size_t limit, size_t *size);
void *tactus_read_start(const char *path, size_t limit, size_t *size);
typedef struct {
  long long size;
  long long changed;
  unsigned long long number;
  bool is_folder;
} tactus_file_stamp;
int tactus_stamp_of_file(const char *path, tactus_file_stamp *stamp);
int tactus_replace_file(
    const char *folder, const char *name, const char *beside, const void *bytes, size_t size);
static inline int tactus_make_folders(const char *path) { return 0; }
static inline int tactus_error(void) { return tactus_memory_error; }
int unlink(const char *path);

/// The walk through a folder's files.
typedef struct tactus_walk DIR;
struct dirent;
DIR *opendir(const char *folder);
struct dirent *readdir(DIR *opened);
int closedir(DIR *opened);
/// The name of a folder's entry.
const char *tactus_entry_name(const struct dirent *entry);
static inline int getpid(void) { return 1; }
/// There is no other process.
static inline int kill(int process, int signal) { return -1; }

/// There is one thread, so a lock has nothing to do.
typedef struct { int unused; } pthread_mutex_t;
static inline int pthread_mutex_init(pthread_mutex_t *mutex, const void *attributes) { return 0; }
static inline int pthread_mutex_destroy(pthread_mutex_t *mutex) { return 0; }
static inline int pthread_mutex_lock(pthread_mutex_t *mutex) { return 0; }
static inline int pthread_mutex_trylock(pthread_mutex_t *mutex) { return 0; }
static inline int pthread_mutex_unlock(pthread_mutex_t *mutex) { return 0; }
#endif
