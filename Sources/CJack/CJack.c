// Loads JACK's client library. One thread, while no client is open.
#include "CJack.h"
#include <dlfcn.h>

tactus_jack_addresses tactus_jack_loaded;

int tactus_jack_load(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) return 1;
  tactus_jack_addresses found = {.library = library};
  int missing = !(*(void **)&found.client_open = dlsym(library, "jack_client_open"));
#define TACTUS_JACK_FIND(name, result, parameters, arguments) \
  missing |= !(*(void **)&found.name = dlsym(library, "jack_" #name));
  TACTUS_JACK_FUNCTIONS(TACTUS_JACK_FIND)
  // The library before stays loaded: it may have left a thread behind.
  if (missing) return 2;
  tactus_jack_loaded = found;
  return 0;
}
