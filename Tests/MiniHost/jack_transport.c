// Controls a JACK transport by a plan and logs the MIDI of up to eight ports on its timeline.
//
// usage: jack_transport SECONDS BPM PORT[,PORT…] PLAN OUTPUT
// PORT may be -: none. PLAN has lines "MILLISECONDS start", "… stop", "… locate FRAME", in order of time.
// OUTPUT gets a line for each message: the transport's frame, 1 while it rolls, the bytes in hex, and of several
// ports the number of its port, from 0; in the order of arrival, port by port in each cycle.
#include <jack/jack.h>
#include <jack/midiport.h>
#include <jack/transport.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { capacity = 100000, most_ports = 8 };
typedef struct {
  long frame;
  int rolls, size, port;
  unsigned char bytes[3];
} Message;

static jack_client_t *client;
static jack_port_t *inputs[most_ports];
static int port_count;
static double tempo;
static Message messages[capacity];
static atomic_int count;

static int record_cycle(jack_nframes_t frames, void *unused) {
  jack_position_t position;
  int rolls = jack_transport_query(client, &position) == JackTransportRolling;
  for (int port = 0; port < port_count; port++) {
    void *buffer = jack_port_get_buffer(inputs[port], frames);
    for (uint32_t i = 0; i < jack_midi_get_event_count(buffer); i++) {
      jack_midi_event_t event;
      jack_midi_event_get(&event, buffer, i);
      int place = atomic_load(&count);
      if (place == capacity || event.size > 3) continue;
      messages[place].frame = (long)position.frame + event.time;
      messages[place].rolls = rolls;
      messages[place].port = port;
      messages[place].size = (int)event.size;
      memcpy(messages[place].bytes, event.buffer, event.size);
      atomic_store(&count, place + 1);
    }
  }
  return 0;
}

/// Bars of four quarter notes, 1920 ticks each, as Ardour and others send them.
static void tell_time(
    jack_transport_state_t state, jack_nframes_t frames, jack_position_t *position, int new, void *unused) {
  double quarters = (double)position->frame * tempo / 60 / position->frame_rate;
  long ticks = (long)(quarters * 1920);
  position->valid = JackPositionBBT;
  position->beats_per_bar = position->beat_type = 4;
  position->ticks_per_beat = 1920;
  position->beats_per_minute = tempo;
  position->bar = (int)(ticks / 7680) + 1;
  position->beat = (int)(ticks / 1920 % 4) + 1;
  position->tick = (int)(ticks % 1920);
  position->bar_start_tick = (double)(ticks / 7680 * 7680);
}

static long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000L + now.tv_nsec / 1000000;
}

int main(int argc, char **arguments) {
  if (argc != 6) return fprintf(stderr, "usage: jack_transport SECONDS BPM PORT[,PORT…] PLAN OUTPUT\n"), 2;
  tempo = atof(arguments[2]);
  FILE *plan = fopen(arguments[4], "r");
  client = jack_client_open("leader", JackNoStartServer, NULL);
  if (!plan || !client) return fprintf(stderr, "jack_transport: no plan or no JACK server\n"), 2;
  char *sources[most_ports];
  for (char *name = strtok(arguments[3], ","); name && port_count < most_ports; name = strtok(NULL, ",")) {
    char own[20];
    snprintf(own, sizeof own, port_count ? "midi_%d" : "midi", port_count + 1);
    sources[port_count] = name;
    inputs[port_count++] = jack_port_register(client, own, JACK_DEFAULT_MIDI_TYPE, JackPortIsInput, 0);
  }
  jack_set_process_callback(client, record_cycle, NULL);
  jack_set_timebase_callback(client, 0, tell_time, NULL);
  jack_transport_stop(client);
  jack_transport_locate(client, 0);
  jack_activate(client);
  // A client has its ports before it is active, and only an active one can be connected.
  for (int port = 0; port < port_count; port++) {
    if (!strcmp(sources[port], "-")) continue;
    for (int attempts = 3000; jack_connect(client, sources[port], jack_port_name(inputs[port])); usleep(10000))
      if (!attempts--) return fprintf(stderr, "jack_transport: cannot connect %s\n", sources[port]), 2;
  }
  usleep(300000);
  long begin = milliseconds(), at;
  char line[200], word[20];
  while (fgets(line, sizeof line, plan)) {
    unsigned frame = 0;
    if (sscanf(line, "%ld %19s %u", &at, word, &frame) < 2) continue;
    while (milliseconds() - begin < at) usleep(1000);
    if (!strcmp(word, "start")) jack_transport_start(client);
    if (!strcmp(word, "stop")) jack_transport_stop(client);
    if (!strcmp(word, "locate")) jack_transport_locate(client, frame);
  }
  while (milliseconds() - begin < atof(arguments[1]) * 1000) usleep(1000);
  jack_deactivate(client);
  FILE *output = fopen(arguments[5], "w");
  if (!output) return 2;
  for (int i = 0; i < count; i++) {
    fprintf(output, "%ld %d ", messages[i].frame, messages[i].rolls);
    for (int byte = 0; byte < messages[i].size; byte++) fprintf(output, "%02x", messages[i].bytes[byte]);
    if (port_count > 1) fprintf(output, " %d", messages[i].port);
    fprintf(output, "\n");
  }
  return fclose(output) ? 2 : 0;
}
