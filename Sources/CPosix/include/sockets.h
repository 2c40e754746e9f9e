// The parts of POSIX that the library uses: sockets, polling, threads, clocks, interfaces. Input thread.
// Inline functions stand for macros, which Swift does not import. _GNU_SOURCE is not defined, because Swift's
// modules read the same headers without it.
#pragma once
#ifndef __wasm__
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "process.h"

/// Nanoseconds of a clock; read through the vDSO, no system call.
static inline int64_t tactus_nanoseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}
static inline int64_t tactus_monotonic(void) { return tactus_nanoseconds(CLOCK_MONOTONIC); }
static inline int64_t tactus_realtime(void) { return tactus_nanoseconds(CLOCK_REALTIME); }

/// A non-blocking UDP socket bound to `address`:`port` (host byte order) that time-stamps packets, or -1.
/// Never SO_REUSEADDR: with it two programs on one port would each get some of the packets.
static inline int tactus_udp_socket(uint32_t address, uint16_t port, int receive_bytes) {
  int one = 1, fd = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  struct sockaddr_in name = {
      .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(address)};
  setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPNS, &one, sizeof one);
  setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &receive_bytes, sizeof receive_bytes);
  if (bind(fd, (struct sockaddr *)&name, sizeof name) == 0) return fd;
  close(fd);
  return -1;
}

/// A non-blocking TCP socket that listens on `address`:`port` (host byte order), or -1. For TCP, SO_REUSEADDR
/// only means that connections that closed within the last minute do not block the port.
static inline int tactus_tcp_listener(uint32_t address, uint16_t port) {
  int one = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  struct sockaddr_in name = {
      .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(address)};
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (bind(fd, (struct sockaddr *)&name, sizeof name) == 0 && listen(fd, 64) == 0) return fd;
  close(fd);
  return -1;
}

/// A non-blocking TCP connection to `address`:`port` (host byte order), perhaps not yet established, or -1.
static inline int tactus_tcp_connect(uint32_t address, uint16_t port) {
  int one = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  struct sockaddr_in name = {
      .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(address)};
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  if (connect(fd, (struct sockaddr *)&name, sizeof name) == 0 || errno == EINPROGRESS) return fd;
  close(fd);
  return -1;
}

/// Whether binding a socket just failed because another program has the port.
static inline int tactus_port_is_taken(void) { return errno == EADDRINUSE; }

/// Reads from a connection without waiting: 0 when the connection has ended, -1 when there is nothing yet.
static inline ssize_t tactus_read_stream(int fd, void *bytes, size_t size) {
  ssize_t count = recv(fd, bytes, size, MSG_DONTWAIT);
  if (count >= 0) return count;
  return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? -1 : 0;
}

/// Writes without waiting; the number of bytes that were written, or -1.
static inline ssize_t tactus_write_stream(int fd, const void *bytes, size_t size) {
  return send(fd, bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL);
}

/// The local port of a socket in host byte order, 0 on error.
static inline uint16_t tactus_local_port(int fd) {
  struct sockaddr_in name;
  socklen_t size = sizeof name;
  return getsockname(fd, (struct sockaddr *)&name, &size) == 0 ? ntohs(name.sin_port) : 0;
}

/// A received datagram: sender in host byte order; CLOCK_REALTIME of its arrival by the kernel, 0 if unknown.
struct tactus_datagram {
  int64_t stamp;
  uint32_t address;
  uint16_t port;
  uint8_t truncated;
  /// 0: a datagram. 1: a TCP connection. 2: a connection to the control socket, from a program of the current
  /// user; `port` is then a local number for it.
  uint8_t is_stream;
};

/// Accepts a waiting connection and sets `sender`; -1 when there is none.
static inline int tactus_accept(int listener, struct tactus_datagram *sender) {
  struct sockaddr_in name = {0};
  socklen_t size = sizeof name;
  int fd = accept(listener, (struct sockaddr *)&name, &size);
  if (fd < 0) return -1;
  fcntl(fd, F_SETFD, FD_CLOEXEC);
  fcntl(fd, F_SETFL, O_NONBLOCK);
  int one = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  // A peer that has vanished is noticed after 20 s of silence and three unanswered questions.
  int idle = 20, interval = 5, count = 3;
  setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &one, sizeof one);
  setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
  setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
  setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
  // The longest answer is written at once (OSCPacket.streamLimit), also to a machine that is slow to take it.
  int room = 1 << 20;
  setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
  *sender = (struct tactus_datagram){
      .address = ntohl(name.sin_addr.s_addr), .port = ntohs(name.sin_port), .is_stream = 1};
  return fd;
}

/// Receives one datagram without waiting; its size, which can be 0, or -1 when there is none.
static inline ssize_t tactus_receive(int fd, void *bytes, size_t size, struct tactus_datagram *datagram) {
  struct sockaddr_in sender = {0};
  struct iovec part = {bytes, size};
  _Alignas(struct cmsghdr) char control[128];
  struct msghdr header = {.msg_name = &sender, .msg_namelen = sizeof sender, .msg_iov = &part,
                          .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  ssize_t count = recvmsg(fd, &header, MSG_DONTWAIT);
  if (count < 0) return -1;
  datagram->stamp = 0;
  datagram->address = ntohl(sender.sin_addr.s_addr);
  datagram->port = ntohs(sender.sin_port);
  datagram->truncated = (header.msg_flags & MSG_TRUNC) != 0;
  for (struct cmsghdr *item = CMSG_FIRSTHDR(&header); item; item = CMSG_NXTHDR(&header, item))
    if (item->cmsg_level == SOL_SOCKET && item->cmsg_type == SCM_TIMESTAMPNS) {
      struct timespec time;
      memcpy(&time, CMSG_DATA(item), sizeof time);
      datagram->stamp = (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
    }
  return count;
}

/// Sends one datagram to `address`:`port` (host byte order) without waiting.
static inline ssize_t tactus_send(int fd, const void *bytes, size_t size, uint32_t address, uint16_t port) {
  struct sockaddr_in name = {
      .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(address)};
  return sendto(fd, bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL, (struct sockaddr *)&name, sizeof name);
}

/// Eight random bytes that no other program can guess; 0 on success.
static inline int tactus_random(uint64_t *number) { return getentropy(number, sizeof *number); }

/// Seconds of silence after which a connection asks whether its peer is still there.
static inline int tactus_keep_idle(int fd) {
  int idle = 0;
  socklen_t size = sizeof idle;
  return getsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, &size) == 0 ? idle : -1;
}

/// Starts a detached thread that gets none of the host's signals; 0 on success.
static inline int tactus_start_thread(void *(*body)(void *), void *argument) {
  pthread_t thread;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int error = pthread_create(&thread, NULL, body, argument);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return error ? error : pthread_detach(thread);
}

/// Lets the calling thread run before ordinary ones: with the lowest real-time priority if the user may have
/// it (1 is returned), else with nice -10 if it may (0), else as before (-1). Threads that it starts do not
/// inherit the former.
static inline int tactus_raise_priority(void) {
  enum { reset_on_fork = 0x40000000 };  // SCHED_RESET_ON_FORK, which needs _GNU_SOURCE
  const struct sched_param lowest = {.sched_priority = sched_get_priority_min(SCHED_RR)};
  if (sched_setscheduler(0, SCHED_RR | reset_on_fork, &lowest) == 0) return 1;
  return setpriority(PRIO_PROCESS, 0, -10) == 0 ? 0 : -1;
}

/// Names the calling thread for `top -H`; at most 15 characters.
static inline void tactus_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

/// One IPv4 interface that is up: its address and mask in host byte order.
struct tactus_interface {
  uint32_t address, mask;
};

/// Fills `interfaces` with at most `limit` interfaces; returns their number.
static inline int tactus_interfaces(struct tactus_interface *interfaces, int limit) {
  struct ifaddrs *first = NULL;
  int count = 0;
  if (getifaddrs(&first) != 0) return 0;
  for (struct ifaddrs *each = first; each && count < limit; each = each->ifa_next) {
    if (!each->ifa_addr || !each->ifa_netmask || each->ifa_addr->sa_family != AF_INET) continue;
    if (!(each->ifa_flags & IFF_UP)) continue;
    interfaces[count].address = ntohl(((struct sockaddr_in *)each->ifa_addr)->sin_addr.s_addr);
    interfaces[count++].mask = ntohl(((struct sockaddr_in *)each->ifa_netmask)->sin_addr.s_addr);
  }
  freeifaddrs(first);
  return count;
}
#endif
