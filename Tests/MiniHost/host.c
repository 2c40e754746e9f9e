// The host of host.h: lilv finds the plugin; the features are urid, options, bounded blocks and a worker
// that works between two blocks.
#include "host.h"
#include <lilv/lilv.h>
#include <lv2/atom/atom.h>
#include <lv2/atom/util.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/midi/midi.h>
#include <lv2/options/options.h>
#include <lv2/parameters/parameters.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { atom_capacity = 1 << 18, uri_capacity = 4096, work_capacity = 64 };

typedef struct {
  uint32_t size;
  void *data;
} Work;

typedef struct {
  char *symbol;
  bool control, audio, atom, input;
  float value;
  void *buffer;
} Port;

struct Host {
  LilvWorld *world;
  const LilvPlugin *plugin;
  LilvInstance *instance;
  uint64_t instantiated_in, instantiated_by;  // nanoseconds by the clock, by the processor
  const LV2_Worker_Interface *worker;
  uint32_t port_count, longest_block;
  Port *ports;
  Port *events;            // the first atom input
  Port *answers;           // the atom output that is read, at first the first one
  LV2_Atom_Sequence *sent; // what it held after the last block
  float *outputs[2];       // the first two audio outputs
  float *inputs[2];        // and inputs
  char *uris[uri_capacity];
  uint32_t uri_count;
  Work work[work_capacity];
  uint32_t work_count;
  uint32_t sequence_type, chunk_type, strip_asked, asked;
  int32_t smallest, largest;
  float rate;
};

void (*host_before_call)(void);
void (*host_after_call)(void);

static void before(void) { if (host_before_call) host_before_call(); }
static void after(void) { if (host_after_call) host_after_call(); }

static LV2_URID map(LV2_URID_Map_Handle handle, const char *uri) {
  Host *host = handle;
  for (uint32_t i = 0; i < host->uri_count; i++)
    if (!strcmp(host->uris[i], uri)) return i + 1;
  if (host->uri_count == uri_capacity) return 0;
  host->uris[host->uri_count] = strdup(uri);
  return ++host->uri_count;
}

static const char *unmap(LV2_URID_Unmap_Handle handle, LV2_URID id) {
  Host *host = handle;
  return id && id <= host->uri_count ? host->uris[id - 1] : NULL;
}

static Work copy(uint32_t size, const void *data) {
  Work work = {size, malloc(size ? size : 1)};
  if (size) memcpy(work.data, data, size);
  return work;
}

static LV2_Worker_Status schedule(LV2_Worker_Schedule_Handle handle, uint32_t size, const void *data) {
  Host *host = handle;
  if (host->work_count == work_capacity) return LV2_WORKER_ERR_NO_SPACE;
  host->work[host->work_count++] = copy(size, data);
  return LV2_WORKER_SUCCESS;
}

static LV2_Worker_Status respond(LV2_Worker_Respond_Handle handle, uint32_t size, const void *data) {
  Host *host = handle;
  return host->worker->work_response
             ? host->worker->work_response(lilv_instance_get_handle(host->instance), size, data)
             : LV2_WORKER_SUCCESS;
}

static void do_work(Host *host) {
  if (!host->worker) return;
  for (uint32_t i = 0; i < host->work_count; i++) {
    Work work = host->work[i];
    host->worker->work(lilv_instance_get_handle(host->instance), respond, host, work.size, work.data);
    free(work.data);
  }
  host->work_count = 0;
  if (host->worker->end_run) host->worker->end_run(lilv_instance_get_handle(host->instance));
}

static void open_ports(Host *host, const LilvPlugin *plugin) {
  LilvNode *control = lilv_new_uri(host->world, LV2_CORE__ControlPort);
  LilvNode *audio = lilv_new_uri(host->world, LV2_CORE__AudioPort);
  LilvNode *atom = lilv_new_uri(host->world, LV2_ATOM__AtomPort);
  LilvNode *input = lilv_new_uri(host->world, LV2_CORE__InputPort);
  host->port_count = lilv_plugin_get_num_ports(plugin);
  host->ports = calloc(host->port_count, sizeof(Port));
  float *defaults = calloc(host->port_count, sizeof(float));
  lilv_plugin_get_port_ranges_float(plugin, NULL, NULL, defaults);
  uint32_t outputs = 0, inputs = 0;
  for (uint32_t i = 0; i < host->port_count; i++) {
    const LilvPort *of = lilv_plugin_get_port_by_index(plugin, i);
    Port *port = &host->ports[i];
    port->symbol = strdup(lilv_node_as_string(lilv_port_get_symbol(plugin, of)));
    port->control = lilv_port_is_a(plugin, of, control);
    port->audio = lilv_port_is_a(plugin, of, audio);
    port->atom = lilv_port_is_a(plugin, of, atom);
    port->input = lilv_port_is_a(plugin, of, input);
    port->value = defaults[i] == defaults[i] ? defaults[i] : 0;
    if (!port->control)
      port->buffer = calloc(1, port->atom ? atom_capacity : host->longest_block * sizeof(float) + 64);
    if (port->atom && port->input && !host->events) host->events = port;
    if (port->atom && !port->input && !host->answers) host->answers = port;
    if (port->audio && !port->input && outputs < 2) host->outputs[outputs++] = port->buffer;
    if (port->audio && port->input && inputs < 2) host->inputs[inputs++] = port->buffer;
    lilv_instance_connect_port(host->instance, i, port->control ? (void *)&port->value : port->buffer);
  }
  if (host->answers) host->sent = calloc(1, atom_capacity);
  free(defaults);
  lilv_node_free(control);
  lilv_node_free(audio);
  lilv_node_free(atom);
  lilv_node_free(input);
}

/// Empties every event buffer: inputs contain no event, outputs state their capacity.
static void empty_events(Host *host) {
  for (uint32_t i = 0; i < host->port_count; i++) {
    if (!host->ports[i].atom) continue;
    LV2_Atom_Sequence *sequence = host->ports[i].buffer;
    sequence->atom.type = host->ports[i].input ? host->sequence_type : host->chunk_type;
    sequence->atom.size =
        host->ports[i].input ? sizeof(LV2_Atom_Sequence_Body) : atom_capacity - sizeof(LV2_Atom);
    sequence->body.unit = sequence->body.pad = 0;
  }
}

// The inline display: its extension is not in Debian's headers.
#define STRIP "http://harrisonconsoles.com/lv2/inlinedisplay#"
typedef struct { unsigned char *data; int width, height, stride; } Strip;
typedef struct { Strip *(*render)(LV2_Handle, uint32_t, uint32_t); } StripInterface;
typedef struct { void *handle; void (*queue_draw)(void *); } StripQueue;
static bool shows_strips;
// Nor is the extension by which a plugin asks for its knobs to be moved.
typedef struct {
  void *handle;
  int (*request_change)(void *handle, uint32_t index, float value);
} PortRequest;

void host_show_strips(bool shows) { shows_strips = shows; }
static bool moves_knobs;
void host_move_knobs(bool moves) { moves_knobs = moves; }
uint32_t host_asked(const Host *host) { return host->asked; }
static int move_knob(void *handle, uint32_t index, float value) {
  Host *host = handle;
  host->asked++;
  host_set(host, index, value);
  return 0;
}
static void queue_strip(void *handle) { ((Host *)handle)->strip_asked++; }
uint32_t host_strip_asked(const Host *host) { return host->strip_asked; }

uint32_t host_strip(
    Host *host, uint32_t width, uint32_t most_height, uint32_t *pixels, uint32_t capacity, uint32_t *height) {
  const StripInterface *display = lilv_instance_get_extension_data(host->instance, STRIP "interface");
  if (!display) return 0;
  Strip *strip = display->render(lilv_instance_get_handle(host->instance), width, most_height);
  if (!strip || (uint32_t)(strip->width * strip->height) > capacity) return 0;
  for (int row = 0; row < strip->height; row++)
    memcpy(pixels + row * strip->width, strip->data + row * strip->stride, 4 * (size_t)strip->width);
  *height = (uint32_t)strip->height;
  return (uint32_t)(strip->width * strip->height);
}

static uint64_t nanoseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

Host *host_open(const char *uri, double rate, uint32_t longest_block) {
  Host *host = calloc(1, sizeof *host);
  host->world = lilv_world_new();
  host->longest_block = longest_block;
  host->largest = (int32_t)longest_block;
  host->smallest = 0;
  host->rate = (float)rate;
  lilv_world_load_all(host->world);
  LilvNode *node = lilv_new_uri(host->world, uri);
  const LilvPlugin *plugin = lilv_plugins_get_by_uri(lilv_world_get_all_plugins(host->world), node);
  lilv_node_free(node);
  if (!plugin) return fprintf(stderr, "host: no plugin %s on LV2_PATH=%s\n", uri, getenv("LV2_PATH")), NULL;
  host->plugin = plugin;
  host->sequence_type = map(host, LV2_ATOM__Sequence);
  host->chunk_type = map(host, LV2_ATOM__Chunk);

  LV2_URID whole = map(host, LV2_ATOM__Int), real = map(host, LV2_ATOM__Float);
  LV2_Options_Option options[] = {
      {LV2_OPTIONS_INSTANCE, 0, map(host, LV2_BUF_SIZE__minBlockLength), 4, whole, &host->smallest},
      {LV2_OPTIONS_INSTANCE, 0, map(host, LV2_BUF_SIZE__maxBlockLength), 4, whole, &host->largest},
      {LV2_OPTIONS_INSTANCE, 0, map(host, LV2_BUF_SIZE__nominalBlockLength), 4, whole, &host->largest},
      {LV2_OPTIONS_INSTANCE, 0, map(host, LV2_PARAMETERS__sampleRate), 4, real, &host->rate},
      {LV2_OPTIONS_INSTANCE, 0, 0, 0, 0, NULL}};
  LV2_URID_Map mapper = {host, map};
  LV2_URID_Unmap unmapper = {host, unmap};
  LV2_Worker_Schedule scheduler = {host, schedule};
  const LV2_Feature features[] = {{LV2_URID__map, &mapper},         {LV2_URID__unmap, &unmapper},
                                  {LV2_OPTIONS__options, options},  {LV2_BUF_SIZE__boundedBlockLength, NULL},
                                  {LV2_WORKER__schedule, &scheduler},
                                  {STRIP "queue_draw", NULL},
                                  {"http://kxstudio.sf.net/ns/lv2ext/control-input-port-change-request", NULL}};
  StripQueue queue = {host, queue_strip};
  PortRequest request = {host, move_knob};
  // The plugin may keep pointers to the features, so the host leaks one copy of them per instance.
  LV2_Feature *kept = malloc(sizeof features);
  memcpy(kept, features, sizeof features);
  memcpy(kept[0].data = malloc(sizeof mapper), &mapper, sizeof mapper);
  memcpy(kept[1].data = malloc(sizeof unmapper), &unmapper, sizeof unmapper);
  memcpy(kept[2].data = malloc(sizeof options), options, sizeof options);
  memcpy(kept[4].data = malloc(sizeof scheduler), &scheduler, sizeof scheduler);
  memcpy(kept[5].data = malloc(sizeof queue), &queue, sizeof queue);
  memcpy(kept[6].data = malloc(sizeof request), &request, sizeof request);
  const LV2_Feature *list[8] = {&kept[0], &kept[1], &kept[2], &kept[3], &kept[4]};
  unsigned count = 5;
  if (shows_strips) list[count++] = &kept[5];
  if (moves_knobs) list[count++] = &kept[6];
  // The first query makes lilv read the plugin's Turtle, which must not count as the plugin's time.
  lilv_plugin_get_num_ports(plugin);
  uint64_t begun = nanoseconds(CLOCK_MONOTONIC), worked = nanoseconds(CLOCK_THREAD_CPUTIME_ID);
  host->instance = lilv_plugin_instantiate(plugin, rate, list);
  host->instantiated_by = nanoseconds(CLOCK_THREAD_CPUTIME_ID) - worked;
  host->instantiated_in = nanoseconds(CLOCK_MONOTONIC) - begun;
  if (!host->instance) return fprintf(stderr, "host: cannot instantiate %s\n", uri), NULL;
  host->worker = lilv_instance_get_extension_data(host->instance, LV2_WORKER__interface);
  open_ports(host, plugin);
  empty_events(host);
  return host;
}

uint64_t host_instantiated(const Host *host, bool by_processor) {
  return by_processor ? host->instantiated_by : host->instantiated_in;
}

void host_close(Host *host) {
  lilv_instance_free(host->instance);
  for (uint32_t i = 0; i < host->port_count; i++) free(host->ports[i].symbol), free(host->ports[i].buffer);
  for (uint32_t i = 0; i < host->uri_count; i++) free(host->uris[i]);
  free(host->ports);
  free(host->sent);
  lilv_world_free(host->world);
  free(host);
}

void host_activate(Host *host) { before(), lilv_instance_activate(host->instance), after(); }
void host_deactivate(Host *host) { before(), lilv_instance_deactivate(host->instance), after(); }
uint32_t host_port_count(const Host *host) { return host->port_count; }
int host_is_control_input(const Host *host, uint32_t port) {
  return host->ports[port].control && host->ports[port].input;
}
void host_set(Host *host, uint32_t port, float value) { host->ports[port].value = value; }
float host_get(const Host *host, uint32_t port) { return host->ports[port].value; }

static void set_by_symbol(const char *symbol, void *handle, const void *value, uint32_t size, uint32_t type) {
  (void)type;
  int port = host_port(handle, symbol);
  if (port >= 0 && size == sizeof(float)) host_set(handle, port, *(const float *)value);
}

static bool restore(Host *host, LilvState *state) {
  if (!state) return false;
  lilv_state_restore(state, host->instance, set_by_symbol, host, 0, NULL);
  lilv_state_free(state);
  return true;
}

bool host_restore(Host *host, const char *path) {
  LV2_URID_Map mapping = {host, map};
  return restore(host, lilv_state_new_from_file(host->world, &mapping, NULL, path));
}

bool host_restore_document(Host *host, const char *property, const char *text) {
  char *turtle = NULL;
  size_t length = 0;
  FILE *file = open_memstream(&turtle, &length);
  fprintf(
      file,
      "@prefix pset: <http://lv2plug.in/ns/ext/presets#> . @prefix lv2: <http://lv2plug.in/ns/lv2core#> .\n"
      "<urn:tactus:state> a pset:Preset ; lv2:appliesTo <%s> ;\n"
      "  <http://lv2plug.in/ns/ext/state#state> [ <urn:tactus:vocabulary#%s> \"",
      lilv_node_as_uri(lilv_plugin_get_uri(host->plugin)), property);
  for (; *text; text++) {
    if (*text == '\n') fputs("\\n", file);
    else if (*text == '"' || *text == '\\') fprintf(file, "\\%c", *text);
    else fputc(*text, file);
  }
  fputs("\" ] .\n", file);
  fclose(file);
  LV2_URID_Map mapping = {host, map};
  LilvState *state = lilv_state_new_from_string(host->world, &mapping, turtle);
  free(turtle);
  return restore(host, state);
}

static const void *get_by_symbol(const char *symbol, void *handle, uint32_t *size, uint32_t *type) {
  Host *host = handle;
  int port = host_port(host, symbol);
  if (port < 0) return NULL;
  *size = sizeof(float);
  *type = map(host, LV2_ATOM__Float);
  return &host->ports[port].value;
}

bool host_save(Host *host, const char *folder) {
  LV2_URID_Map mapping = {host, map};
  LV2_URID_Unmap unmapping = {host, unmap};
  LilvState *state = lilv_state_new_from_instance(
      host->plugin, host->instance, &mapping, NULL, folder, folder, folder, get_by_symbol, host, 0, NULL);
  int failed = !state || lilv_state_save(host->world, &mapping, &unmapping, state, NULL, folder, "state.ttl");
  lilv_state_free(state);
  return !failed;
}

int host_port(const Host *host, const char *symbol) {
  for (uint32_t i = 0; i < host->port_count; i++)
    if (!strcmp(host->ports[i].symbol, symbol)) return (int)i;
  return -1;
}

uint32_t host_set_option(
    Host *host, uint32_t context, const char *key, const char *type, const void *value, uint32_t size) {
  const LV2_Options_Interface *interface = lilv_instance_get_extension_data(host->instance, LV2_OPTIONS__interface);
  if (!interface) return LV2_OPTIONS_ERR_UNKNOWN;
  const LV2_Options_Option options[] = {
      {(LV2_Options_Context)context, 0, map(host, key), size, map(host, type), value},
      {LV2_OPTIONS_INSTANCE, 0, 0, 0, 0, NULL}};
  return interface->set(lilv_instance_get_handle(host->instance), options);
}

uint32_t host_get_option(Host *host, uint32_t context, const char *key, const char *type, void *value) {
  const LV2_Options_Interface *interface = lilv_instance_get_extension_data(host->instance, LV2_OPTIONS__interface);
  if (!interface) return LV2_OPTIONS_ERR_UNKNOWN;
  LV2_Options_Option options[] = {
      {(LV2_Options_Context)context, 0, map(host, key), 0, 0, NULL},
      {LV2_OPTIONS_INSTANCE, 0, 0, 0, 0, NULL}};
  uint32_t errors = interface->get(lilv_instance_get_handle(host->instance), options);
  if (errors) return errors;
  if (options[0].size != 4 || options[0].type != map(host, type) || !options[0].value) return LV2_OPTIONS_ERR_UNKNOWN;
  memcpy(value, options[0].value, 4);
  return 0;
}

void host_event(
    Host *host, int64_t frame, const char *type, const void *body, uint32_t size, uint32_t claimed) {
  LV2_Atom_Sequence *sequence = host->events->buffer;
  uint32_t padded = (size + 7u) & ~7u, used = sizeof(LV2_Atom) + sequence->atom.size;
  if (used + sizeof(LV2_Atom_Event) + padded > atom_capacity) return;  // lost, as in a real host
  LV2_Atom_Event *event = (LV2_Atom_Event *)((char *)sequence + used);
  memset(event, 0, sizeof *event + padded);
  event->time.frames = frame;
  event->body.size = claimed;
  event->body.type = map(host, type);
  memcpy(event + 1, body, size);
  sequence->atom.size += sizeof *event + padded;
}

/// Copies what the plugin wrote, and no more of the buffer.
static void copy_sent(Host *host) {
  const LV2_Atom_Sequence *sequence = host->answers->buffer;
  uint32_t size = sizeof(LV2_Atom) + sequence->atom.size;
  bool is_written = sequence->atom.type == host->sequence_type && size <= atom_capacity;
  memcpy(host->sent, sequence, is_written ? size : sizeof(LV2_Atom));
}

void host_run(Host *host, uint32_t frames, float *left, float *right) {
  before();
  lilv_instance_run(host->instance, frames);
  after();
  if (left && host->outputs[0]) memcpy(left, host->outputs[0], frames * sizeof(float));
  if (right && host->outputs[1]) memcpy(right, host->outputs[1], frames * sizeof(float));
  if (host->sent) copy_sent(host);
  empty_events(host);
  do_work(host);
}

float *host_input(Host *host, uint32_t channel) { return host->inputs[channel & 1]; }

void host_listen(Host *host, uint32_t port) { host->answers = &host->ports[port]; }

void host_disconnect(Host *host, uint32_t port) { lilv_instance_connect_port(host->instance, port, NULL); }

int32_t host_sent(const Host *host, uint32_t index, int64_t *frame, uint8_t *body, uint32_t capacity) {
  if (!host->sent || host->sent->atom.type != host->sequence_type) return -1;
  LV2_ATOM_SEQUENCE_FOREACH (host->sent, event) {
    if (index--) continue;
    *frame = event->time.frames;
    memcpy(body, event + 1, event->body.size < capacity ? event->body.size : capacity);
    return (int32_t)event->body.size;
  }
  return -1;
}

uint32_t host_urid(Host *host, const char *uri) { return map(host, uri); }

uint64_t host_time(Host *host, uint32_t blocks, uint32_t frames) {
  uint64_t start = nanoseconds(CLOCK_THREAD_CPUTIME_ID);
  for (uint32_t i = 0; i < blocks; i++) {
    lilv_instance_run(host->instance, frames);
    empty_events(host);
  }
  return nanoseconds(CLOCK_THREAD_CPUTIME_ID) - start;
}
