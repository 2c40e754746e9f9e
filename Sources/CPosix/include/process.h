// A process beside ours and the stream between them. Starting and ending: input thread. What is marked
// `@_noLocks` is for the audio thread: calls of the system that never wait, or as long as they are told.
#pragma once
#ifndef __wasm__
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "scene_memory.h"

/// Descriptors from here on are above those that `tactus_spawn` assigns: a scene may have 64 copies of files.
enum { FIRST_MOVED = 256 };

/// Two connected ends of a stream, closed in other programs; the first one never waits. 0 on success.
static inline int tactus_stream_pair(int *ours, int *theirs) {
  int pair[2], size = 1 << 20;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return errno;
  fcntl(pair[0], F_SETFL, O_NONBLOCK);
  for (int end = 0; end < 2; end++) setsockopt(pair[end], SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
  *ours = pair[0], *theirs = pair[1];
  return 0;
}

/// A pipe, closed in other programs, of which neither end ever waits; so a program that prints without end
/// loses lines and goes on. 0 on success.
static inline int tactus_print_pipe(int *ours, int *theirs) {
  int pair[2];
  if (pipe(pair) != 0) return errno;
  for (int end = 0; end < 2; end++) {
    fcntl(pair[end], F_SETFD, FD_CLOEXEC);
    fcntl(pair[end], F_SETFL, O_NONBLOCK);
  }
  *ours = pair[0], *theirs = pair[1];
  return 0;
}

/// glibc 2.34 declares this only if _GNU_SOURCE is defined.
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);

/// A file in memory with these bytes, to be read from its beginning; closed in other programs. Its number is
/// above those that `tactus_spawn` gives away. -1: there is none.
static inline int tactus_memory_file(const void *bytes, size_t size) {
  int file = (int)syscall(SYS_memfd_create, "tactus", 1);
  if (file < 0) return -1;
  size_t done = 0;
  while (done < size) {
    ssize_t count = write(file, (const char *)bytes + done, size - done);
    if (count <= 0 && errno != EINTR) break;
    if (count > 0) done += (size_t)count;
  }
  int moved = done == size && lseek(file, 0, SEEK_SET) == 0 ? fcntl(file, F_DUPFD_CLOEXEC, FIRST_MOVED) : -1;
  close(file);
  return moved;
}

/// Moves `opened` to a descriptor above those that `tactus_spawn` assigns, and returns it.
static inline int tactus_moved_up(int opened) {
  if (opened < 0) return opened;
  int moved = fcntl(opened, F_DUPFD_CLOEXEC, FIRST_MOVED), error = errno;
  close(opened);
  errno = error;
  return moved;
}

/// Memory of `size` bytes to share with another program by its descriptor, which is above those that
/// `tactus_spawn` assigns and closed in other programs. Its size is sealed, so the other program can't
/// truncate it while it is read. NULL if it can't be created.
static inline void *tactus_shared_memory(size_t size, int *descriptor) {
  // MFD_CLOEXEC and MFD_ALLOW_SEALING; F_ADD_SEALS with F_SEAL_SEAL, F_SEAL_SHRINK and F_SEAL_GROW: their
  // names need _GNU_SOURCE.
  *descriptor = tactus_moved_up((int)syscall(SYS_memfd_create, "tactus", 3));
  if (*descriptor < 0) return NULL;
  void *memory = MAP_FAILED;
  if (ftruncate(*descriptor, (off_t)size) == 0 && fcntl(*descriptor, 1033, 7) == 0) {
    memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, *descriptor, 0);
  }
  if (memory != MAP_FAILED) return memory;
  close(*descriptor);
  *descriptor = -1;
  return NULL;
}

extern char **environ;

/// Starts a program with these files, in a process group of its own and with the usual signals. 0 or errno.
static inline int tactus_spawn_with(
    char *const *arguments, char *const *environment, posix_spawn_file_actions_t *files, int *process) {
  posix_spawnattr_t attributes;
  sigset_t none, all;
  sigemptyset(&none), sigfillset(&all);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  int error = posix_spawn(process, arguments[0], files, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(files);
  return error;
}

/// Starts a program with `stream` as its input and output, `prints` for its errors, `more` as its files from
/// 3 on, no other file of ours, and nothing of our environment. 0 or errno.
static inline int tactus_spawn(
    char *const *arguments, int stream, int prints, const int *more, int count, int *process) {
  char *environment[] = {(char *)"PATH=/usr/bin:/bin", (char *)"LC_ALL=C", NULL};
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, stream, 0);
  posix_spawn_file_actions_adddup2(&files, stream, 1);
  posix_spawn_file_actions_adddup2(&files, prints, 2);
  for (int index = 0; index < count; index++) {
    posix_spawn_file_actions_adddup2(&files, more[index], 3 + index);
  }
  posix_spawn_file_actions_addclosefrom_np(&files, 3 + count);
  return tactus_spawn_with(arguments, environment, &files, process);
}

/// Starts a program of the user's with our environment and no file of ours, in a session of its own. It lives
/// on by itself: an intermediate process ends at once. 0 or errno.
static inline int tactus_open_program(char *const *arguments, int *process) {
  char *shell[] = {
      (char *)"/bin/sh", (char *)"-c", (char *)"\"$@\" > /dev/null 2>&1 < /dev/null &", (char *)"sh"};
  char *words[64];
  int count = 0;
  for (int index = 0; index < 4; index++) words[count++] = shell[index];
  for (int index = 0; arguments[index] && count < 63; index++) words[count++] = arguments[index];
  words[count] = NULL;
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addclosefrom_np(&files, 3);
  int error = tactus_spawn_with(words, environ, &files, process);
  if (error == 0) waitpid(*process, NULL, 0);
  return error;
}

/// Whether a process of ours has ended; takes note of it, so that the system forgets it. A host may have done
/// so before.
static inline bool tactus_has_ended(int process) {
  int status;
  pid_t answer = waitpid(process, &status, WNOHANG);
  return answer == process || (answer < 0 && errno == ECHILD);
}

/// Opens a process descriptor, which never refers to a later process with the same number. Returns -1 on failure.
static inline int tactus_process_descriptor(int process) {
  return (int)syscall(434 /* pidfd_open */, process, 0);
}

/// Kills a process by its descriptor.
static inline void tactus_end_process(int descriptor) {
  syscall(424 /* pidfd_send_signal */, descriptor, SIGKILL, NULL, 0);
}

/// Whether a stream has bytes to read.
static inline bool tactus_stream_is_readable(int stream) {
  struct pollfd one = {.fd = stream, .events = POLLIN};
  return poll(&one, 1, 0) > 0 && (one.revents & POLLIN);
}

/// Sends what finds room: the number of bytes, 0: no room, -1: the other end is gone.
TACTUS_AUDIO ssize_t tactus_stream_send(int stream, const void *bytes, size_t size) {
  ssize_t count = send(stream, bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL);
  if (count >= 0) return count;
  return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? 0 : -1;
}

/// Reads what is there: the number of bytes, 0: none, -1: the other end is gone.
TACTUS_AUDIO ssize_t tactus_stream_receive(int stream, void *bytes, size_t size) {
  ssize_t count = recv(stream, bytes, size, MSG_DONTWAIT);
  if (count > 0) return count;
  return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) ? 0 : -1;
}

/// Waits less than a second. In renders only.
TACTUS_AUDIO void tactus_wait(int64_t nanoseconds) {
  struct timespec time = {.tv_nsec = nanoseconds};
  nanosleep(&time, NULL);
}

/// Whether the user's session has a D-Bus, which programs find by its address or in the folder of the session.
static inline bool tactus_has_session_bus(void) {
  if (getenv("DBUS_SESSION_BUS_ADDRESS")) return true;
  const char *folder = getenv("XDG_RUNTIME_DIR");
  char path[4096];
  return folder && snprintf(path, sizeof path, "%s/bus", folder) < (int)sizeof path && access(path, R_OK | W_OK) == 0;
}

/// Starts a program with our environment and no file of ours but a stream, which is its input and output. Returns our
/// end; -1: impossible.
static inline int tactus_open_stream_with(char *const *arguments, int *process) {
  int ours, theirs;
  if (tactus_stream_pair(&ours, &theirs) != 0) return -1;
  theirs = tactus_moved_up(theirs);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, theirs, 0);
  posix_spawn_file_actions_adddup2(&files, theirs, 1);
  posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addclosefrom_np(&files, 3);
  int error = tactus_spawn_with(arguments, environ, &files, process);
  close(theirs);
  if (error == 0) return ours;
  close(ours);
  return -1;
}

/// The same for a program without arguments.
static inline int tactus_open_stream(const char *path, int *process) {
  char *arguments[] = {(char *)path, NULL};
  return tactus_open_stream_with(arguments, process);
}

/// Ends a program that `tactus_open_stream` has started.
static inline void tactus_close_stream(int stream, int process) {
  close(stream);
  kill(process, SIGKILL);
  waitpid(process, NULL, 0);
}

#endif
