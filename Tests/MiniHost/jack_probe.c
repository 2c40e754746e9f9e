// Plays a plan into a JACK graph and records what comes out, frame by frame on the audio timeline.
//
// usage: jack_probe SECONDS PLAN OUTPUT LEFT RIGHT [MIDI [MIDI-OUT]]
// PLAN has lines "midi FRAME HEX" and "udp MICROSECONDS PORT HEX", each kind in order of time.
// OUTPUT.f32 gets the two channels interleaved, NaN where a cycle was missed. OUTPUT.sends gets one line a
// packet: the frame of JACK's clock just before sending, and the monotonic nanoseconds before and after.
// OUTPUT.cycles gets one line a cycle: its first frame of the recording, the microsecond at which the server
// says that it began, the transport's frame, and 1 while that rolls.
// OUTPUT.midi gets one line a message of the port MIDI-OUT: its frame, and the bytes in hex.
// A plan whose first line is "free" is played in free wheel, as fast as the graph runs: no cycle can be late.
// Sender and recorder are two clients: a single client would make a loop, and JACK delays one edge of a loop.
#include <arpa/inet.h>
#include <errno.h>
#include <jack/jack.h>
#include <jack/midiport.h>
#include <jack/transport.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct {
  long when;
  int port;
  unsigned char bytes[256];
  size_t size;
  jack_nframes_t frame;
  long before, after;
} Step;

typedef struct {
  int start, rolls;
  jack_time_t microseconds;
  jack_nframes_t transport;
} Cycle;

typedef struct {
  int frame;
  unsigned size;
  unsigned char bytes[8];
} Message;

static Step *midi, *packets;
static Message *messages;
static size_t message_count, message_room;
static Cycle *cycles;
static size_t cycle_count, cycle_room;
static size_t midi_count, packet_count;
static int is_free;
static jack_client_t *sender, *recorder;
static jack_port_t *midi_out, *midi_in, *inputs[2];
static float *recording;
static jack_nframes_t total;
static atomic_uint origin, has_origin, is_ready, done;

static int send_cycle(jack_nframes_t frames, void *unused) {
  static size_t next;
  void *buffer = jack_port_get_buffer(midi_out, frames);
  jack_midi_clear_buffer(buffer);
  if (!has_origin) return 0;
  long start = (int)(jack_last_frame_time(sender) - origin);
  for (; next < midi_count && midi[next].when < start + (long)frames; next++)
    if (midi[next].when >= start)
      jack_midi_event_write(
          buffer, (jack_nframes_t)(midi[next].when - start), midi[next].bytes, midi[next].size);
  return 0;
}

static int record_cycle(jack_nframes_t frames, void *unused) {
  jack_nframes_t now = jack_last_frame_time(recorder);
  if (!has_origin) {
    if (!is_ready) return 0;
    origin = now + 4 * frames;  // a little later, so that both clients begin with whole cycles
    has_origin = 1;
  }
  int start = (int)(now - origin);
  for (int channel = 0; channel < 2; channel++) {
    const float *from = jack_port_get_buffer(inputs[channel], frames);
    for (jack_nframes_t i = 0; i < frames; i++)
      if (start + (int)i >= 0 && start + (int)i < (int)total)
        recording[2 * (start + (int)i) + channel] = from[i];
  }
  void *buffer = jack_port_get_buffer(midi_in, frames);
  jack_midi_event_t event;
  for (uint32_t i = 0; !jack_midi_event_get(&event, buffer, i); i++) {
    int at = start + (int)event.time;
    if (at < 0 || at >= (int)total || message_count == message_room || event.size > sizeof messages->bytes) continue;
    Message *message = &messages[message_count++];
    message->frame = at;
    message->size = (unsigned)event.size;
    memcpy(message->bytes, event.buffer, event.size);
  }
  if (cycle_count < cycle_room && start < (int)total) {
    jack_position_t position;
    int rolls = jack_transport_query(recorder, &position) == JackTransportRolling;
    jack_nframes_t first;
    jack_time_t begin, end;
    float period;
    jack_get_cycle_times(recorder, &first, &begin, &end, &period);
    cycles[cycle_count++] = (Cycle){start, rolls, begin, position.frame};
  }
  if (start >= (int)total) done = 1;
  return 0;
}

static long monotonic(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000L + now.tv_nsec;
}

static void *send_packets(void *unused) {
  int out = socket(AF_INET, SOCK_DGRAM, 0);
  while (!has_origin || (int)(jack_frame_time(recorder) - origin) < 0) usleep(500);
  long start = monotonic();
  for (Step *step = packets; step < packets + packet_count && !done; step++) {
    long due = start + step->when * 1000, ahead = due - monotonic();
    if (ahead > 300000) usleep((useconds_t)((ahead - 200000) / 1000));  // sleep most of it, spin the rest
    while (monotonic() < due) {}
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)step->port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    step->frame = jack_frame_time(recorder) - origin;
    step->before = monotonic();
    sendto(out, step->bytes, step->size, 0, (struct sockaddr *)&to, sizeof to);
    step->after = monotonic();
  }
  close(out);
  return NULL;
}

static void read_hex(Step *step, const char *hex) {
  for (unsigned byte; step->size < sizeof step->bytes && sscanf(hex, "%2x", &byte) == 1; hex += 2)
    step->bytes[step->size++] = (unsigned char)byte;
}

static void read_plan(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file) perror(path), exit(2);
  char line[700], hex[600];
  while (fgets(line, sizeof line, file)) {
    if (line[0] == '\n') continue;
    if (!strcmp(line, "free\n")) {
      is_free = 1;
      continue;
    }
    Step step = {0};
    int is_midi = sscanf(line, "midi %ld %599s", &step.when, hex) == 2;
    if (!is_midi && sscanf(line, "udp %ld %d %599s", &step.when, &step.port, hex) != 3)
      fprintf(stderr, "%s: not understood: %s", path, line), exit(2);
    read_hex(&step, hex);
    Step **list = is_midi ? &midi : &packets;
    size_t *count = is_midi ? &midi_count : &packet_count;
    *list = realloc(*list, (*count + 1) * sizeof step);
    (*list)[(*count)++] = step;
  }
  fclose(file);
}

static jack_client_t *join(const char *name) {
  jack_client_t *client = jack_client_open(name, JackNoStartServer, NULL);
  if (!client) fprintf(stderr, "jack_probe: no JACK server\n"), exit(2);
  return client;
}

/// A client has its ports before it is active, and only an active one can be connected. The other program may restore
/// the connection before this one makes it.
static void connect_ports(const char *from, const char *to) {
  int fault;
  for (int attempts = 3000; (fault = jack_connect(recorder, from, to)) && fault != EEXIST; usleep(10000))
    if (!attempts--) fprintf(stderr, "jack_probe: cannot connect %s to %s\n", from, to), exit(2);
}

static void write_output(const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s.f32", name);
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(recording, 8, total, file) != total || fclose(file)) perror(path), exit(2);
  snprintf(path, sizeof path, "%s.sends", name);
  if (!(file = fopen(path, "w"))) perror(path), exit(2);
  for (Step *step = packets; step < packets + packet_count; step++)
    fprintf(file, "%d %ld %ld\n", (int)step->frame, step->before, step->after);
  fclose(file);
  snprintf(path, sizeof path, "%s.cycles", name);
  if (!(file = fopen(path, "w"))) perror(path), exit(2);
  for (Cycle *cycle = cycles; cycle < cycles + cycle_count; cycle++)
    fprintf(file, "%d %llu %u %d\n", cycle->start, (unsigned long long)cycle->microseconds,
            cycle->transport, cycle->rolls);
  fclose(file);
  snprintf(path, sizeof path, "%s.midi", name);
  if (!(file = fopen(path, "w"))) perror(path), exit(2);
  for (Message *message = messages; message < messages + message_count; message++) {
    fprintf(file, "%d ", message->frame);
    for (unsigned i = 0; i < message->size; i++) fprintf(file, "%02x", message->bytes[i]);
    fprintf(file, "\n");
  }
  fclose(file);
}

int main(int count, char **arguments) {
  if (count < 6) return fprintf(stderr, "usage: jack_probe SECONDS PLAN OUTPUT LEFT RIGHT [MIDI [MIDI-OUT]]\n"), 2;
  read_plan(arguments[2]);
  sender = join("probe_sender");
  recorder = join("probe_recorder");
  total = (jack_nframes_t)(atof(arguments[1]) * jack_get_sample_rate(recorder));
  recording = malloc(total * 8);
  cycle_room = total / 16 + 16;  // no server has shorter cycles
  cycles = malloc(cycle_room * sizeof *cycles);
  message_room = total / 8 + 1024;
  messages = malloc(message_room * sizeof *messages);
  for (size_t i = 0; i < 2 * (size_t)total; i++) recording[i] = NAN;
  midi_out = jack_port_register(sender, "midi", JACK_DEFAULT_MIDI_TYPE, JackPortIsOutput, 0);
  midi_in = jack_port_register(recorder, "midi", JACK_DEFAULT_MIDI_TYPE, JackPortIsInput, 0);
  inputs[0] = jack_port_register(recorder, "left", JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput, 0);
  inputs[1] = jack_port_register(recorder, "right", JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput, 0);
  jack_set_process_callback(sender, send_cycle, NULL);
  jack_set_process_callback(recorder, record_cycle, NULL);
  jack_activate(sender);
  jack_activate(recorder);
  if (count > 6) connect_ports(jack_port_name(midi_out), arguments[6]);
  if (count > 7) connect_ports(arguments[7], jack_port_name(midi_in));
  connect_ports(arguments[4], jack_port_name(inputs[0]));
  connect_ports(arguments[5], jack_port_name(inputs[1]));
  if (is_free && jack_set_freewheel(recorder, 1))
    return fprintf(stderr, "jack_probe: no free wheel\n"), 2;
  is_ready = 1;
  while (!has_origin) usleep(1000);
  printf("rate=%u block=%u\n", jack_get_sample_rate(recorder), jack_get_buffer_size(recorder));
  fflush(stdout);
  pthread_t thread;
  pthread_create(&thread, NULL, send_packets, NULL);
  long deadline = monotonic() + (long)((atof(arguments[1]) * 2 + 20) * 1e9);
  while (!done && monotonic() < deadline) usleep(5000);
  if (!done) return fprintf(stderr, "jack_probe: the graph stopped running\n"), 1;
  pthread_join(thread, NULL);
  if (is_free) jack_set_freewheel(recorder, 0);
  jack_deactivate(sender);
  jack_deactivate(recorder);
  write_output(arguments[3]);
  return 0;
}
