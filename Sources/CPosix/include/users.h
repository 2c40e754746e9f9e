// The users of local sockets, as the kernel reports them. Input thread, and the server's event loop.
#pragma once
#ifndef __wasm__
#include <arpa/inet.h>
#include <errno.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

/// The users found: none, one, or several.
struct tactus_users {
  uint32_t first;
  uint8_t count;
};

static inline void tactus_add_user(struct tactus_users *users, uint32_t user) {
  if (users->count == 0) users->first = user, users->count = 1;
  else if (users->first != user) users->count = 2;
}

/// Queries sockets through SOCK_DIAG. Returns false if the kernel does not answer.
static inline bool tactus_ask_for_sockets(
    int kernel, int family, int protocol, int flags, struct inet_diag_sockid id, struct tactus_users *users) {
  struct {
    struct nlmsghdr head;
    struct inet_diag_req_v2 request;
  } question = {
      .head = {.nlmsg_len = sizeof question, .nlmsg_type = SOCK_DIAG_BY_FAMILY,
               .nlmsg_flags = (uint16_t)(NLM_F_REQUEST | flags)},
      .request = {.sdiag_family = (uint8_t)family, .sdiag_protocol = (uint8_t)protocol, .idiag_states = ~0u,
                  .id = id}};
  if (send(kernel, &question, sizeof question, 0) != sizeof question) return false;
  union {
    struct nlmsghdr head;
    char bytes[16384];
  } answer;
  while (true) {
    ssize_t size = recv(kernel, &answer, sizeof answer, 0);
    if (size <= 0) return false;
    for (struct nlmsghdr *each = &answer.head; NLMSG_OK(each, (size_t)size); each = NLMSG_NEXT(each, size)) {
      if (each->nlmsg_type == NLMSG_DONE) return true;
      if (each->nlmsg_type == NLMSG_ERROR) {
        // ENOENT in reply to a query for one socket: no such socket.
        const struct nlmsgerr *error = (const struct nlmsgerr *)NLMSG_DATA(each);
        return !(flags & NLM_F_DUMP) && error->error == -ENOENT;
      }
      const struct inet_diag_msg *found = (const struct inet_diag_msg *)NLMSG_DATA(each);
      // A closed connection has no inode and belongs to nobody, although the kernel reports user 0.
      if (found->idiag_inode != 0) tactus_add_user(users, found->idiag_uid);
      if (!(flags & NLM_F_DUMP)) return true;
    }
  }
}

/// Adds the users of sockets at a port from a table in /proc, for kernels without SOCK_DIAG. Reads at most 64
/// KiB, because long tables take milliseconds; later sockets are not found.
/// - Parameter peer: The other port of a connection, or 0 for any.
static inline void tactus_read_users(
    const char *table, uint16_t port, uint16_t peer, struct tactus_users *users) {
  FILE *file = fopen(table, "re");
  if (!file) return;
  char line[512];
  for (size_t read = 0; read < 65536 && fgets(line, sizeof line, file); read += strlen(line)) {
    unsigned found, other, user;
    unsigned long inode;
    if (sscanf(line, " %*d: %*[0-9A-Fa-f]:%x %*[0-9A-Fa-f]:%x %*s %*s %*s %*s %u %*s %lu", &found, &other, &user,
               &inode) == 4
        && found == port && (peer == 0 || other == peer) && inode != 0)
      tactus_add_user(users, user);
  }
  fclose(file);
}

/// Returns the users of a local sender, in host byte order. For a datagram, includes all datagram sockets at
/// its port, because its source address may be any local address. For a connection to our port `peer`,
/// returns the user of the other end.
static inline struct tactus_users tactus_users_of(
    uint32_t address, uint16_t port, bool is_stream, uint32_t own, uint16_t peer) {
  struct tactus_users users = {0, 0};
  int kernel = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
  struct timeval patience = {.tv_usec = 50000};
  if (kernel >= 0) setsockopt(kernel, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  struct inet_diag_sockid id = {.idiag_sport = htons(port), .idiag_cookie = {~0u, ~0u}};
  bool is_answered;
  if (is_stream) {
    id.idiag_dport = htons(peer), id.idiag_src[0] = htonl(address), id.idiag_dst[0] = htonl(own);
    is_answered = kernel >= 0 && tactus_ask_for_sockets(kernel, AF_INET, IPPROTO_TCP, 0, id, &users);
  } else {
    is_answered = kernel >= 0 && tactus_ask_for_sockets(kernel, AF_INET, IPPROTO_UDP, NLM_F_DUMP, id, &users)
      && tactus_ask_for_sockets(kernel, AF_INET6, IPPROTO_UDP, NLM_F_DUMP, id, &users);
  }
  if (kernel >= 0) close(kernel);
  if (is_answered) return users;
  users.count = 0;
  tactus_read_users(is_stream ? "/proc/self/net/tcp" : "/proc/self/net/udp", port, peer, &users);
  tactus_read_users(is_stream ? "/proc/self/net/tcp6" : "/proc/self/net/udp6", port, peer, &users);
  return users;
}

static inline bool tactus_is_own_user(struct tactus_users users);

/// Whether the other end of a TCP connection is a local program of the current user.
static inline bool tactus_is_own_connection(int connection) {
  struct sockaddr_in far = {0}, near = {0};
  socklen_t size = sizeof far;
  if (getpeername(connection, (struct sockaddr *)&far, &size) != 0) return false;
  size = sizeof near;
  if (getsockname(connection, (struct sockaddr *)&near, &size) != 0) return false;
  return tactus_is_own_user(tactus_users_of(
      ntohl(far.sin_addr.s_addr), ntohs(far.sin_port), true, ntohl(near.sin_addr.s_addr),
      ntohs(near.sin_port)));
}

/// Whether the only user is that of this process. In a user namespace, all unmapped users appear as 65534,
/// which proves nothing.
static inline bool tactus_is_own_user(struct tactus_users users) {
  return users.count == 1 && users.first == geteuid() && users.first != 65534;
}
#endif
