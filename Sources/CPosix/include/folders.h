// File operations relative to an open folder that never follow a link. Not for the audio thread.
#pragma once
#ifndef __wasm__

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "files.h"

/// The type of a folder entry. Links are not resolved.
typedef enum { tactus_is_file, tactus_is_folder, tactus_is_link, tactus_is_other } tactus_entry_kind;

/// A folder entry. Two entries with the same device and number are the same file.
typedef struct {
  tactus_entry_kind kind;
  long long size;
  /// The number of bytes allocated on disk.
  long long stored;
  unsigned long long device, number;
  /// Whether it is a folder shared by all programs, such as /tmp.
  bool is_shared;
} tactus_entry;

static inline tactus_entry tactus_entry_of(const struct stat *status) {
  tactus_entry entry = {.size = (long long)status->st_size,
                        .stored = (long long)status->st_blocks * 512,
                        .device = (unsigned long long)status->st_dev,
                        .number = (unsigned long long)status->st_ino,
                        .is_shared = S_ISDIR(status->st_mode) && (status->st_mode & S_ISVTX)};
  entry.kind = S_ISREG(status->st_mode)   ? tactus_is_file
               : S_ISDIR(status->st_mode) ? tactus_is_folder
               : S_ISLNK(status->st_mode) ? tactus_is_link
                                          : tactus_is_other;
  return entry;
}

/// Looks up a name in an open folder without following a link in its last part. Returns 0 or errno.
static inline int tactus_stat_beneath(int folder, const char *name, tactus_entry *entry) {
  struct stat status;
  if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0) return errno;
  *entry = tactus_entry_of(&status);
  return 0;
}

/// Looks up a path, following links, and counts its hard links. Returns 0 or errno.
static inline int tactus_stat_followed(const char *path, tactus_entry *entry, unsigned long long *names) {
  struct stat status;
  if (stat(path, &status) != 0) return errno;
  *entry = tactus_entry_of(&status);
  *names = (unsigned long long)status.st_nlink;
  return 0;
}

/// Looks up an open file or folder. Returns 0 or errno.
static inline int tactus_stat_opened(int file, tactus_entry *entry) {
  struct stat status;
  if (fstat(file, &status) != 0) return errno;
  *entry = tactus_entry_of(&status);
  return 0;
}

/// Returns the number of files and folders in the file system of an open folder, or 0 if it is unknown.
static inline long long tactus_entries_of_system(int folder) {
  struct statvfs status;
  return fstatvfs(folder, &status) == 0 ? (long long)(status.f_files - status.f_ffree) : 0;
}

/// Opens a path beneath a folder part by part, as `tactus_open_beneath` does on kernels without openat2.
static inline int tactus_walk_beneath(int folder, const char *path, int flags) {
  int here = folder, opened = -1, error = *path == '/' || *path == 0 ? EXDEV : 0;
  while (!error) {
    const char *end = strchr(path, '/');
    size_t length = end ? (size_t)(end - path) : strlen(path);
    char part[256];
    while (end && *end == '/') end++;
    bool is_last = !end || *end == 0;
    if (length >= sizeof part) error = ENAMETOOLONG;
    else if (length == 2 && path[0] == '.' && path[1] == '.') error = EXDEV;
    if (error) break;
    memcpy(part, path, length), part[length] = 0;
    opened = openat(here, part, (is_last ? flags : __O_PATH | O_DIRECTORY) | O_NOFOLLOW | O_CLOEXEC);
    error = opened < 0 ? errno : 0;
    if (here != folder) close(here);
    here = opened;
    if (error || is_last) break;
    path = end;
  }
  // With O_PATH, the descriptor may refer to a link itself.
  tactus_entry entry;
  if (!error && (error = tactus_stat_opened(opened, &entry)) == 0 && entry.kind == tactus_is_link) error = ELOOP;
  if (!error) return opened;
  if (opened >= 0) close(opened);
  errno = error;
  return -1;
}

/// Opens a path that must stay beneath a folder and contain no link. Returns -1 on failure, with errno EXDEV
/// if it leaves the folder, or ELOOP if a part is a link.
static inline int tactus_open_beneath(int folder, const char *path, int flags) {
  enum { no_magic_links = 2, no_symlinks = 4, beneath = 8, openat2_call = 437 };
  struct { uint64_t flags, mode, resolve; } how = {
      .flags = (uint64_t)(flags | O_CLOEXEC), .resolve = no_magic_links | no_symlinks | beneath};
  for (int attempt = 0; attempt < 16; attempt++) {
    int opened = (int)syscall(openat2_call, folder, path, &how, sizeof how);
    if (opened >= 0) {
      // RESOLVE_NO_SYMLINKS covers the last part, too, so O_NOFOLLOW is not needed.
      return opened;
    }
    // EAGAIN: a folder was moved during the lookup.
    if (errno != EAGAIN) break;
  }
  if (errno != ENOSYS && errno != EPERM) return -1;
  return tactus_walk_beneath(folder, path, flags);
}

/// Opens a folder by a path that the user chose, which may contain links. Returns -1 and errno on failure.
static inline int tactus_open_folder(const char *path) {
  return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/// Opens a folder beneath another one. Returns -1 and errno on failure.
static inline int tactus_open_folder_beneath(int folder, const char *path) {
  return tactus_open_beneath(folder, path, O_RDONLY | O_DIRECTORY);
}

/// Creates a folder in another one if needed, and opens it. Sets `is_new` if it was created. Returns -1 on
/// failure, with errno ENOTDIR or ELOOP if the name is not a folder or is a link.
static inline int tactus_make_folder_beneath(int folder, const char *name, bool *is_new) {
  *is_new = mkdirat(folder, name, 0777) == 0;
  if (!*is_new && errno != EEXIST) return -1;
  return tactus_open_folder_beneath(folder, name);
}

/// Creates a file in a folder. Returns NULL on failure, with errno EEXIST if the name exists, even as a link.
static inline FILE *tactus_make_file_beneath(int folder, const char *name) {
  int file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  FILE *stream = file < 0 ? NULL : fdopen(file, "wb");
  if (file >= 0 && !stream) {
    int error = errno;
    close(file);
    errno = error;
  }
  return stream;
}

/// Reads a file beneath a folder, as `tactus_read_file` does.
static inline void *tactus_read_file_beneath(int folder, const char *path, size_t limit, size_t *size) {
  return tactus_read_opened(
      tactus_open_beneath(folder, path, O_RDONLY | O_NONBLOCK | O_NOCTTY), limit, size);
}

/// Begins to list an open folder, whose descriptor stays open. Returns NULL and errno on failure.
static inline DIR *tactus_list_opened(int folder) {
  int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *opened = again < 0 ? NULL : fdopendir(again);
  if (again >= 0 && !opened) close(again);
  return opened;
}

/// Reads the target of a link in a folder. Returns its length, or -1 if there is no link or the target has
/// `size` bytes or more.
static inline ssize_t tactus_read_link(int folder, const char *name, char *text, size_t size) {
  ssize_t count = readlinkat(folder, name, text, size);
  return count < 0 || (size_t)count == size ? -1 : count;
}

/// Writes all bytes to a file. Returns 0 or errno.
static inline int tactus_write_all(int file, const void *bytes, size_t size) {
  for (size_t done = 0; done < size;) {
    ssize_t count = write(file, (const char *)bytes + done, size - done);
    if (count >= 0) done += (size_t)count;
    else if (errno != EINTR) return errno;
  }
  return 0;
}

/// Copies a file to a new file in another folder. Neither follows links nor replaces anything. Returns the
/// number of bytes, or -1 and errno: EFBIG if the file exceeds `limit` bytes.
static inline long long tactus_copy_file_beneath(
    int from, const char *name, int to, const char *new_name, long long limit) {
  int source = tactus_open_beneath(from, name, O_RDONLY | O_NONBLOCK | O_NOCTTY);
  if (source < 0) return -1;
  tactus_entry entry;
  long long total = 0;
  int error = tactus_stat_opened(source, &entry);
  if (!error && entry.kind != tactus_is_file) error = EINVAL;
  int target = error ? -1
                     : openat(to, new_name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (!error && target < 0) error = errno;
  while (!error) {
    char part[1 << 16];
    ssize_t count = read(source, part, sizeof part);
    if (count == 0) break;
    if (count < 0) error = errno == EINTR ? 0 : errno;
    else if ((total += count) > limit) error = EFBIG;
    else error = tactus_write_all(target, part, (size_t)count);
  }
  if (target >= 0) close(target);
  close(source);
  if (!error) return total;
  if (target >= 0) unlinkat(to, new_name, 0);
  errno = error;
  return -1;
}
#endif
