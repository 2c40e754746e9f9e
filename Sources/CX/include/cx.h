// XCB for Swift, with XInput 2.2. XCB has no error handler of the process, so that an error on the window's
// own connection never reaches the host's. The thread that draws.
#pragma once

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <xcb/shm.h>
#include <xcb/xcb.h>
#include <xcb/xinput.h>

/// The number of XInput's events, or 0 without XInput 2.2: Swift does not import the type of `xcb_input_id`.
static inline uint8_t tactus_x_input_opcode(xcb_connection_t *connection) {
  const xcb_query_extension_reply_t *input = xcb_get_extension_data(connection, &xcb_input_id);
  if (!input || !input->present) return 0;
  xcb_input_xi_query_version_reply_t *version =
    xcb_input_xi_query_version_reply(connection, xcb_input_xi_query_version(connection, 2, 2), NULL);
  if (!version) return 0;
  uint8_t enough =
    version->major_version > 2 || (version->major_version == 2 && version->minor_version >= 2);
  free(version);
  return enough ? input->major_opcode : 0;
}

/// glibc declares this only if _GNU_SOURCE is defined.
int memfd_create(const char *name, unsigned flags);

/// Allocates memory that the X server can read, and stores its X11 id in `*segment`. Returns NULL if the server can't
/// share memory, for example because it runs on another machine. Its socket then can't pass a file descriptor, either.
static inline void *tactus_x_share(xcb_connection_t *connection, size_t bytes, uint32_t *segment) {
  int family = 0;
  socklen_t size = sizeof family;
  const xcb_query_extension_reply_t *shared = xcb_get_extension_data(connection, &xcb_shm_id);
  if (!shared || !shared->present
      || getsockopt(xcb_get_file_descriptor(connection), SOL_SOCKET, SO_DOMAIN, &family, &size) || family != AF_UNIX)
    return NULL;
  xcb_shm_query_version_reply_t *version =
    xcb_shm_query_version_reply(connection, xcb_shm_query_version(connection), NULL);
  // Version 1.2 introduced file descriptors.
  _Bool passes =
    version && (version->major_version > 1 || (version->major_version == 1 && version->minor_version >= 2));
  free(version);
  int file = passes ? memfd_create("tactus-window", 1 /* MFD_CLOEXEC */) : -1;
  if (file < 0) return NULL;
  // Reserves the pages now: without memory for them, the first write would end the host.
  void *memory = posix_fallocate(file, 0, (off_t)bytes)
                   ? MAP_FAILED
                   : mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) {
    close(file);
    return NULL;
  }
  *segment = xcb_generate_id(connection);
  // XCB closes the file. The server may only read.
  xcb_generic_error_t *error =
    xcb_request_check(connection, xcb_shm_attach_fd_checked(connection, *segment, file, 1));
  if (!error) return memory;
  free(error);
  munmap(memory, bytes);
  return NULL;
}

/// Opens the file with the user's settings of windows, as the XDG Base Directory Specification finds it, or returns
/// NULL. To write, its folders are made.
static inline FILE *tactus_x_settings(_Bool writes) {
  const char *base = getenv("XDG_CONFIG_HOME"), *under = "";
  if (!base || *base != '/') {
    base = getenv("HOME");
    under = "/.config";
  }
  char path[4096];
  if (!base || *base != '/' || snprintf(path, sizeof path, "%s%s", base, under) > 4000) return NULL;
  if (writes) mkdir(path, 0700);
  snprintf(path, sizeof path, "%s%s/tactus", base, under);
  if (writes) mkdir(path, 0700);
  snprintf(path, sizeof path, "%s%s/tactus/window.json", base, under);
  return fopen(path, writes ? "w" : "r");
}

/// Seconds of CLOCK_MONOTONIC.
static inline double tactus_x_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
