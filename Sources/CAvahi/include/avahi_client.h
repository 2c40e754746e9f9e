// The functions of Avahi's client library 0.8 that Tactus calls. The announcer's thread.
// Its headers: avahi-client/client.h, publish.h; avahi-common/simple-watch.h, alternative.h.
// The library is loaded at run time if it is installed, and never linked.
#pragma once

#include <dlfcn.h>
#include <stdint.h>

enum {
  TACTUS_AVAHI_NO_FAIL = 2,  // AVAHI_CLIENT_NO_FAIL: wait for a daemon that is not there yet
  TACTUS_AVAHI_RUNNING = 2,  // AVAHI_CLIENT_S_RUNNING
  TACTUS_AVAHI_FAILURE = 100,  // AVAHI_CLIENT_FAILURE
  TACTUS_AVAHI_GROUP_COLLISION = 3,  // AVAHI_ENTRY_GROUP_COLLISION
  TACTUS_AVAHI_ERR_COLLISION = -8,
  TACTUS_AVAHI_ANY_INTERFACE = -1,
  TACTUS_AVAHI_IPV4 = 0,
};

struct tactus_avahi_functions {
  void *(*poll_new)(void);
  const void *(*poll_get)(void *poll);
  int (*poll_iterate)(void *poll, int milliseconds);
  void (*poll_free)(void *poll);
  void *(*client_new)(
      const void *poll, int flags, void (*state)(void *client, int state, void *user), void *user,
      int *error);
  int (*client_state)(void *client);
  void (*client_free)(void *client);
  void *(*group_new)(void *client, void (*state)(void *group, int state, void *user), void *user);
  int (*group_state)(void *group);
  int (*group_add)(void *group, int interface, int protocol, int flags, const char *name, const char *type,
                   const char *domain, const char *host, uint16_t port, void *texts);
  int (*group_commit)(void *group);
  int (*group_reset)(void *group);
  char *(*another_name)(const char *name);
  void (*free)(void *bytes);
};

/// Loads the functions; 0 if the library or one of them is missing.
static inline int tactus_avahi_load(struct tactus_avahi_functions *to) {
  void *client = dlopen("libavahi-client.so.3", RTLD_NOW | RTLD_LOCAL);
  void *common = dlopen("libavahi-common.so.3", RTLD_NOW | RTLD_LOCAL);
  if (!client || !common) return 0;
  return (*(void **)&to->poll_new = dlsym(common, "avahi_simple_poll_new")) &&
         (*(void **)&to->poll_get = dlsym(common, "avahi_simple_poll_get")) &&
         (*(void **)&to->poll_iterate = dlsym(common, "avahi_simple_poll_iterate")) &&
         (*(void **)&to->poll_free = dlsym(common, "avahi_simple_poll_free")) &&
         (*(void **)&to->client_new = dlsym(client, "avahi_client_new")) &&
         (*(void **)&to->client_state = dlsym(client, "avahi_client_get_state")) &&
         (*(void **)&to->client_free = dlsym(client, "avahi_client_free")) &&
         (*(void **)&to->group_new = dlsym(client, "avahi_entry_group_new")) &&
         (*(void **)&to->group_state = dlsym(client, "avahi_entry_group_get_state")) &&
         (*(void **)&to->group_add = dlsym(client, "avahi_entry_group_add_service_strlst")) &&
         (*(void **)&to->group_commit = dlsym(client, "avahi_entry_group_commit")) &&
         (*(void **)&to->group_reset = dlsym(client, "avahi_entry_group_reset")) &&
         (*(void **)&to->another_name = dlsym(common, "avahi_alternative_service_name")) &&
         (*(void **)&to->free = dlsym(common, "avahi_free"));
}
