// Reading and replacing small files, listing and watching folders. Not for the audio thread.
#pragma once
#ifndef __wasm__

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/// Reads an open file to its end and closes it, as `tactus_read_file` does. A negative descriptor is an
/// error.
static inline void *tactus_read_opened(int file, size_t limit, size_t *size) {
  if (file < 0) return NULL;
  struct stat status;
  char *bytes = NULL;
  *size = 0;
  int error = fstat(file, &status) != 0 ? errno : !S_ISREG(status.st_mode) ? EINVAL : 0;
  if (!error && !(bytes = (char *)malloc(limit + 1))) error = ENOMEM;
  while (!error && *size <= limit) {
    ssize_t count = read(file, bytes + *size, limit + 1 - *size);
    if (count > 0) *size += (size_t)count;
    if (count == 0) break;
    if (count < 0 && errno != EINTR) error = errno;
  }
  if (!error && *size > limit) error = EFBIG;
  close(file);
  if (error) free(bytes), bytes = NULL, errno = error;
  return bytes;
}

/// Reads a regular file of at most `limit` bytes into memory that the caller frees, and sets `size`. On
/// failure, returns NULL and sets errno: EFBIG if the file is larger, EINVAL for pipes and devices, which it
/// does not wait for.
static inline void *tactus_read_file(const char *path, size_t limit, size_t *size) {
  return tactus_read_opened(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), limit, size);
}

/// Reads at most the first `limit` bytes of a regular file, as `tactus_read_file` reads all.
static inline void *tactus_read_start(const char *path, size_t limit, size_t *size) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file < 0) return NULL;
  struct stat status;
  char *bytes = NULL;
  *size = 0;
  int error = fstat(file, &status) != 0 ? errno : !S_ISREG(status.st_mode) ? EINVAL : 0;
  if (!error && !(bytes = (char *)malloc(limit + 1))) error = ENOMEM;
  while (!error && *size < limit) {
    ssize_t count = read(file, bytes + *size, limit - *size);
    if (count > 0) *size += (size_t)count;
    if (count == 0) break;
    if (count < 0 && errno != EINTR) error = errno;
  }
  close(file);
  if (error) free(bytes), bytes = NULL, errno = error;
  return bytes;
}

/// Reads a file as `tactus_read_file` does, but fails if the path is a link.
static inline void *tactus_read_file_itself(const char *path, size_t limit, size_t *size) {
  return tactus_read_opened(
      open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW), limit, size);
}

/// What tells one content of a file from another one.
typedef struct {
  long long size;
  /// Nanoseconds since 1970, and the number of the file.
  long long changed;
  unsigned long long number;
  bool is_folder;
} tactus_file_stamp;

/// 0, or errno. Of what is neither a file nor a folder EINVAL.
static inline int tactus_stamp_of_file(const char *path, tactus_file_stamp *stamp) {
  struct stat status;
  if (stat(path, &status) != 0) return errno;
  if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return EINVAL;
  stamp->size = (long long)status.st_size;
  stamp->changed = (long long)status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec;
  stamp->number = (unsigned long long)status.st_ino;
  stamp->is_folder = S_ISDIR(status.st_mode);
  return 0;
}

/// Makes a folder and its parents; 0 or errno.
static inline int tactus_make_folders(const char *path) {
  char part[4096];
  size_t length = strlen(path);
  if (length >= sizeof part) return ENAMETOOLONG;
  for (size_t end = 1; end <= length; end++) {
    if (path[end] != '/' && path[end] != 0) continue;
    memcpy(part, path, end), part[end] = 0;
    if (mkdir(part, 0777) != 0 && errno != EEXIST) return errno;
  }
  return 0;
}

/// Replaces `name` in an open folder, as `tactus_replace_file` does. Returns 0 or errno.
static inline int tactus_replace_beneath(
    int directory, const char *name, const char *beside, const void *bytes, size_t size) {
  unlinkat(directory, beside, 0);  // A dead process with the same process number may have left it.
  int file = openat(directory, beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  int error = file < 0 ? errno : 0;
  for (size_t done = 0; !error && done < size;) {
    ssize_t count = write(file, (const char *)bytes + done, size - done);
    if (count >= 0) done += (size_t)count;
    else if (errno != EINTR) error = errno;
  }
  if (!error && fsync(file) != 0) error = errno;
  if (file >= 0 && close(file) != 0 && !error) error = errno;
  if (!error && renameat(directory, beside, directory, name) != 0) error = errno;
  if (error && file >= 0) unlinkat(directory, beside, 0);
  return error;
}

/// Replaces `name` in `folder`: writes a file `beside` it, syncs it to disk, and renames it. Readers see
/// either the old or the new content. A link of that name is replaced, not followed. Returns 0 or errno.
static inline int tactus_replace_file(
    const char *folder, const char *name, const char *beside, const void *bytes, size_t size) {
  int directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return errno;
  int error = tactus_replace_beneath(directory, name, beside, bytes, size);
  close(directory);
  return error;
}

/// The name of a folder's entry. Swift imports the member as a tuple.
static inline const char *tactus_entry_name(const struct dirent *entry) { return entry->d_name; }

#ifndef __wasm__
/// glibc declares this only if _GNU_SOURCE is defined.
typedef struct {
  const char *file;
  void *base;
  const char *name;
  void *address;
} tactus_place_of_code;
int dladdr(const void *, void *);

/// The path of the library that has this code; NULL: it is not known.
static inline const char *tactus_own_path(void) {
  static const char here = 0;
  tactus_place_of_code place = {0};
  return dladdr(&here, &place) != 0 ? place.file : NULL;
}
#endif

/// The local time as YYYY-MM-DDThh:mm:ss.
static inline void tactus_local_time(char *text, size_t size) {
  time_t now = time(NULL);
  struct tm parts;
  if (!localtime_r(&now, &parts) || !strftime(text, size, "%Y-%m-%dT%H:%M:%S", &parts)) *text = 0;
}

/// errno, which is a macro.
static inline int tactus_error(void) { return errno; }

/// A new watcher of folders, or -1; readable when something has changed.
static inline int tactus_watcher(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

/// Watches `folder` for files that were written, deleted, or moved into or out of it; the number of the
/// watch, or -1.
static inline int tactus_watch(int watcher, const char *folder) {
  return inotify_add_watch(
      watcher, folder,
      IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR);
}

/// One change that a watcher reports.
struct tactus_change {
  int watch;
  /// The watch has ended, because the folder was deleted or moved.
  uint8_t is_gone;
  /// The file was deleted or moved away.
  uint8_t is_deleted;
  /// Changes were lost, so anything may have changed.
  uint8_t is_overflow;
  /// The file's name, or empty.
  const char *name;
};

/// Reads the change at `*offset` of `count` bytes from a watcher, and advances; 0 when there is none.
static inline int tactus_next_change(
    const void *bytes, size_t count, size_t *offset, struct tactus_change *change) {
  if (*offset + sizeof(struct inotify_event) > count) return 0;
  const struct inotify_event *event = (const struct inotify_event *)((const char *)bytes + *offset);
  *offset += sizeof *event + event->len;
  change->watch = event->wd;
  change->is_gone = (event->mask & (IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF)) != 0;
  change->is_deleted = (event->mask & (IN_DELETE | IN_MOVED_FROM)) != 0;
  change->is_overflow = (event->mask & IN_Q_OVERFLOW) != 0;
  change->name = event->len ? event->name : "";
  return 1;
}
#endif
