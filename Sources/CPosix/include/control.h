// The control socket of a user: its path and both ends of its connections. Input thread; main thread of the
// command.
#pragma once
#ifndef __wasm__
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/// Whether a path is a folder owned by the current user, and not a link.
static inline bool tactus_is_own_folder(const char *path) {
  struct stat status;
  return lstat(path, &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid();
}

/// Writes the path of the control socket for the UDP port `port`. It is in a folder that only the current
/// user can enter: `tactus` in $XDG_RUNTIME_DIR, otherwise in /run/user/UID, otherwise /tmp/tactus-UID. The
/// name contains the network namespace, because each has its own ports. Returns false if there is no such
/// folder.
/// - Parameters:
///   - runtime: The value of $XDG_RUNTIME_DIR, or NULL.
///   - makes: Whether to create the folder.
static inline bool tactus_control_path_in(
    const char *runtime, uint16_t port, bool makes, struct sockaddr_un *name) {
  char folder[sizeof name->sun_path];
  int length = 0;
  if (runtime && runtime[0] == '/' && tactus_is_own_folder(runtime)) {
    length = snprintf(folder, sizeof folder, "%s/tactus", runtime);
  } else {
    snprintf(folder, sizeof folder, "/run/user/%u", (unsigned)geteuid());
    bool is_there = tactus_is_own_folder(folder);
    length = snprintf(
        folder, sizeof folder, is_there ? "/run/user/%u/tactus" : "/tmp/tactus-%u", (unsigned)geteuid());
  }
  if (length >= (int)sizeof folder) return false;
  if (makes) mkdir(folder, 0700);
  struct stat status;
  if (!tactus_is_own_folder(folder) || stat(folder, &status) != 0 || (status.st_mode & 077)) return false;
  struct stat network;
  unsigned long namespace = stat("/proc/self/ns/net", &network) == 0 ? (unsigned long)network.st_ino : 0;
  memset(name, 0, sizeof *name);
  name->sun_family = AF_UNIX;
  return snprintf(name->sun_path, sizeof name->sun_path, "%s/%lu-%u", folder, namespace, (unsigned)port)
    < (int)sizeof name->sun_path;
}

static inline bool tactus_control_path(uint16_t port, bool makes, struct sockaddr_un *name) {
  return tactus_control_path_in(getenv("XDG_RUNTIME_DIR"), port, makes, name);
}

/// Opens a non-blocking socket that listens for programs of the current user, or returns -1. The caller owns
/// the UDP port, so an existing socket of that name was left by a program that has ended.
static inline int tactus_control_listener(uint16_t port) {
  struct sockaddr_un name;
  if (!tactus_control_path(port, true, &name)) return -1;
  int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (listener < 0) return -1;
  unlink(name.sun_path);
  // Sets the mode before the name exists. Changing the umask would affect the host's other threads.
  if (fchmod(listener, 0600) == 0 && bind(listener, (struct sockaddr *)&name, sizeof name) == 0
      && listen(listener, 64) == 0)
    return listener;
  close(listener);
  return -1;
}

/// Closes a listener and removes its name.
static inline void tactus_close_control(int listener, uint16_t port) {
  struct sockaddr_un name;
  if (tactus_control_path(port, false, &name)) unlink(name.sun_path);
  close(listener);
}

/// The fields of `struct ucred`, which is only declared with _GNU_SOURCE.
struct tactus_peer {
  int process;
  uint32_t user, group;
};

/// Whether the other end of a local connection is a program of the current user.
static inline bool tactus_is_own_peer(int connection) {
  enum { peer_credentials = 17 };  // SO_PEERCRED
  struct tactus_peer peer;
  socklen_t size = sizeof peer;
  return getsockopt(connection, SOL_SOCKET, peer_credentials, &peer, &size) == 0 && peer.user == geteuid();
}

/// Accepts a waiting connection. Returns -1 if none is waiting, or -2 after closing one from another user.
static inline int tactus_accept_control(int listener) {
  int connection = accept(listener, NULL, NULL);
  if (connection < 0) return -1;
  if (!tactus_is_own_peer(connection)) {
    close(connection);
    return -2;
  }
  int size = 1 << 20;
  fcntl(connection, F_SETFD, FD_CLOEXEC);
  fcntl(connection, F_SETFL, O_NONBLOCK);
  setsockopt(connection, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
  return connection;
}

/// Writes to a connection, blocking while its buffer is full. Returns the number of bytes written, or -1.
static inline ssize_t tactus_write_blocking(int connection, const void *bytes, size_t size) {
  return send(connection, bytes, size, MSG_NOSIGNAL);
}

/// Connects over TCP, waiting for an answer; packets are sent at once. Returns -1 with errno if there is
/// none.
/// - Parameter address: In network byte order.
static inline int tactus_connect_tcp(uint32_t address, uint16_t port) {
  struct sockaddr_in name = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = address};
  int connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connection < 0) return -1;
  int one = 1;
  setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  if (connect(connection, (struct sockaddr *)&name, sizeof name) == 0) return connection;
  int error = errno;
  close(connection);
  errno = error;
  return -1;
}

/// Connects to the control socket of the plugins at a local UDP port, without waiting. Returns -1 if there is
/// none.
static inline int tactus_connect_control(uint16_t port) {
  struct sockaddr_un name;
  if (!tactus_control_path(port, false, &name)) return -1;
  int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (connection < 0) return -1;
  if (connect(connection, (struct sockaddr *)&name, sizeof name) == 0 && tactus_is_own_peer(connection)
      && fcntl(connection, F_SETFL, 0) == 0)
    return connection;
  close(connection);
  return -1;
}
#endif
