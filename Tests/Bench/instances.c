// The memory of fifty instances of a plugin in one process, as a host with a large session has them.
// Prints lines `name value`, each in KiB unless its name says otherwise.
#include <dirent.h>
#include <lilv/lilv.h>
#include <lv2/atom/atom.h>
#include <lv2/urid/urid.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { instances = 50, rounds = 3, block = 256 };
enum { sequence_bytes = 1 << 17, uri_limit = 1024, port_limit = 256 };

static char *uris[uri_limit];
static unsigned uri_count;

static LV2_URID map(LV2_URID_Map_Handle handle, const char *uri) {
  for (unsigned i = 0; i < uri_count; i++)
    if (!strcmp(uris[i], uri)) return i + 1;
  if (uri_count == uri_limit) exit(2);
  uris[uri_count] = strdup(uri);
  return ++uri_count;
}

/// A field of the process's memory, in KiB.
static long memory(const char *field) {
  char line[256];
  long found = -1;
  FILE *file = fopen("/proc/self/smaps_rollup", "r");
  while (file && fgets(line, sizeof line, file))
    if (!strncmp(line, field, strlen(field))) sscanf(line + strlen(field), " %ld", &found);
  if (file) fclose(file);
  return found;
}

/// The mappings of files with this name.
static long mappings(const char *name) {
  char line[4096];
  long found = 0;
  FILE *file = fopen("/proc/self/maps", "r");
  while (file && fgets(line, sizeof line, file)) found += strstr(line, name) != NULL;
  if (file) fclose(file);
  return found;
}

static int threads(void) {
  int found = 0;
  DIR *folder = opendir("/proc/self/task");
  while (folder && readdir(folder)) found++;
  if (folder) closedir(folder);
  return found - 2;
}

static void *buffers[port_limit];
static float values[port_limit];

/// Opens, runs and closes fifty instances; prints what they use if `prefix` is not NULL.
static void round_of(const LilvPlugin *plugin, LV2_URID sequence, const char *prefix, long before) {
  LV2_URID_Map mapping = {NULL, map};
  const LV2_Feature urid = {LV2_URID__map, &mapping};
  const LV2_Feature *features[] = {&urid, NULL};
  LilvInstance *opened[instances];
  uint32_t ports = lilv_plugin_get_num_ports(plugin);
  for (int i = 0; i < instances; i++) {
    opened[i] = lilv_plugin_instantiate(plugin, 48000, features);
    if (!opened[i]) exit(2);
    for (uint32_t port = 0; port < ports; port++)
      lilv_instance_connect_port(opened[i], port, buffers[port] ? buffers[port] : &values[port]);
    lilv_instance_activate(opened[i]);
    for (int run = 0; run < 4; run++) {
      for (uint32_t port = 0; port < ports; port++) {
        LV2_Atom_Sequence *events = buffers[port];
        // A sequence without events is also large enough to be written to.
        if (events) *events = (LV2_Atom_Sequence){{sizeof events->body, sequence}, {0, 0}};
      }
      lilv_instance_run(opened[i], block);
    }
  }
  if (prefix) {
    printf("%s_mappings_of_wavetables %ld\n", prefix, mappings("wavetables.bin"));
    printf("%s_each %ld\n", prefix, (memory("Rss:") - before) / instances);
    printf("%s_each_private %ld\n", prefix, memory("Private_Dirty:") / instances);
  }
  for (int i = 0; i < instances; i++) {
    lilv_instance_deactivate(opened[i]);
    lilv_instance_free(opened[i]);
  }
  // The plugin's own thread ends by itself once no instance is left.
  for (int wait = 0; wait < 1000 && threads() > 1; wait++)
    nanosleep(&(struct timespec){0, 10000000}, NULL);
}

int main(int count, char **arguments) {
  if (count != 2) return fprintf(stderr, "usage: instances PLUGIN-URI\n"), 2;
  LilvWorld *world = lilv_world_new();
  lilv_world_load_all(world);
  LilvNode *uri = lilv_new_uri(world, arguments[1]);
  const LilvPlugin *plugin = lilv_plugins_get_by_uri(lilv_world_get_all_plugins(world), uri);
  if (!plugin) return fprintf(stderr, "there is no %s\n", arguments[1]), 2;
  uint32_t ports = lilv_plugin_get_num_ports(plugin);
  LilvNode *control = lilv_new_uri(world, LV2_CORE__ControlPort);
  if (ports > port_limit) return 2;
  lilv_plugin_get_port_ranges_float(plugin, NULL, NULL, values);
  for (uint32_t port = 0; port < ports; port++) {
    if (values[port] != values[port]) values[port] = 0;
    if (!lilv_port_is_a(plugin, lilv_plugin_get_port_by_index(plugin, port), control))
      buffers[port] = calloc(1, sequence_bytes);
  }
  LV2_URID sequence = map(NULL, LV2_ATOM__Sequence);
  LilvInstance *kept = NULL;  // so that the library itself is loaded throughout
  LV2_URID_Map mapping = {NULL, map};
  const LV2_Feature urid = {LV2_URID__map, &mapping};
  const LV2_Feature *features[] = {&urid, NULL};
  kept = lilv_plugin_instantiate(plugin, 48000, features);
  lilv_instance_free(kept);
  malloc_trim(0);
  long before = memory("Rss:"), heap = (long)mallinfo2().uordblks;
  for (int i = 0; i < rounds; i++) {
    char prefix[16];
    snprintf(prefix, sizeof prefix, "round_%d", i + 1);
    round_of(plugin, sequence, i == 0 ? "open" : NULL, before);
    printf("%s_left %ld\n", prefix, memory("Rss:") - before);
    printf("%s_left_anonymous %ld\n", prefix, memory("Anonymous:"));
    printf("%s_left_in_use_bytes %ld\n", prefix, (long)mallinfo2().uordblks - heap);
  }
  printf("mappings_of_wavetables_left %ld\n", mappings("wavetables.bin"));
  malloc_trim(0);
  printf("left_after_trim %ld\n", memory("Rss:") - before);
  return 0;
}
