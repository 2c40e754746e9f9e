// The load of load.h: every input of an instrument, random but the same in each run.
#include "load.h"
#include <arpa/inet.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef struct {
  uint32_t kind, source;
  int32_t id;
  float x, y, pressure, radius;
} TouchEvent;

static uint32_t next_random(uint32_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 17;
  return *state ^= *state << 5;
}
static float unit(uint32_t *state) { return (float)(next_random(state) >> 8) / 16777216.0f; }

// --- packets from another thread, until it is stopped
static atomic_int osc_port, stop;
static atomic_long packets;

static uint32_t big(uint32_t word) { return htonl(word); }
static uint32_t big_float(float value) {
  uint32_t word;
  memcpy(&word, &value, 4);
  return big(word);
}

/// "/tactus/touch" ,siff with one of three words; every 16th packet is cut short.
static size_t packet(unsigned char *bytes, uint32_t *state) {
  static const char words[3][8] = {"began\0\0", "moved\0\0", "ended\0\0"};
  memset(bytes, 0, 64);
  memcpy(bytes, "/tactus/touch", 13);
  memcpy(bytes + 16, ",siff", 5);
  memcpy(bytes + 24, words[next_random(state) % 3], 8);
  uint32_t numbers[3] = {big(next_random(state) % 20), big_float(unit(state)), big_float(unit(state))};
  memcpy(bytes + 32, numbers, sizeof numbers);
  return next_random(state) % 16 ? 44 : next_random(state) % 44;
}

static void *send_packets(void *unused) {
  int out = socket(AF_INET, SOCK_DGRAM, 0);
  uint32_t state = 7;
  unsigned char bytes[64];
  while (!atomic_load(&stop)) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atomic_load(&osc_port))};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    for (int i = 0; to.sin_port && i < 8; i++) {
      size_t size = packet(bytes, &state);
      if (sendto(out, bytes, size, 0, (struct sockaddr *)&to, sizeof to) > 0) atomic_fetch_add(&packets, 1);
    }
    usleep(200);
  }
  close(out);
  return NULL;
}

// --- a thread that restores patches all the time
typedef struct {
  Host *host;
  char **states;
  int count;
  atomic_long restored;
} Restorer;

static void *restore_states(void *argument) {
  Restorer *work = argument;
  for (int i = 0; !atomic_load(&stop); i++) {
    atomic_fetch_add(&work->restored, host_restore(work->host, work->states[i % work->count]));
    usleep(300);
  }
  return NULL;
}

// --- events of the host
static void play_midi(Host *host, uint32_t frame, uint32_t *state) {
  static const unsigned char statuses[] = {0x90, 0x90, 0x80, 0xB0, 0xC0, 0xD0, 0xE0, 0xA0};
  unsigned char message[3] = {(unsigned char)(statuses[next_random(state) % 8] | next_random(state) % 16),
                              next_random(state) % 128, next_random(state) % 128};
  host_event(host, frame, "http://lv2plug.in/ns/ext/midi#MidiEvent", message, 3, 3);
}

static void play_touch(Host *host, uint32_t frame, uint32_t *state) {
  TouchEvent event = {1 + next_random(state) % 3, next_random(state) % 3, (int32_t)(next_random(state) % 24),
                      unit(state), unit(state), unit(state), NAN};
  if (next_random(state) % 500 == 0) event.kind = 4;
  // Shapes, tokens, sensors, game controllers and macros.
  if (next_random(state) % 4 == 0) {
    event.kind = 5 + next_random(state) % 6;
    if (event.kind == 9)
      event.id = next_random(state) % 2 ? 1 + (int32_t)(next_random(state) % 6)
                                        : 101 + (int32_t)(next_random(state) % 16);
  }
  host_event(host, frame, "urn:tactus:vocabulary#Event", &event, sizeof event, sizeof event);
}

/// A window is there for a while, with one section more each time, and then gone.
static void say_hello(Host *host, int run) {
  uint32_t words[12] = {1, 0xFFFF0007, 1, (2u << run / 400 % 9) - 2, 4, 5, 6, 7, 8, 9, 10, 11};
  if (run % 100 == 0 && run / 400 % 10 < 9)
    host_event(host, 0, "urn:tactus:vocabulary#Hello", words, sizeof words, sizeof words);
}

/// A window drags parameters: some as edits with the five more words, some without.
static void set_bases(Host *host) {
  static uint32_t state = 3, number;
  for (int i = 0; i < 3; i++) {
    TouchEvent event = {18, 7, (int32_t)(next_random(&state) % 250), unit(&state), NAN, NAN, NAN};
    uint32_t words[12];
    number++;
    memcpy(words, &event, sizeof event);
    memcpy(words + 7, (uint32_t[]){7, 0, number, number, 1 + number / 40}, 20);
    uint32_t size = next_random(&state) % 4 ? sizeof words : sizeof event;
    host_event(host, 0, "urn:tactus:vocabulary#Event", words, size, size);
  }
}

static void turn_a_knob(Host *host, uint32_t *state) {
  uint32_t port = next_random(state) % host_port_count(host);
  int port_of_socket = host_port(host, "osc_port"), listen = host_port(host, "osc_listen");
  // A port that a test keeps as it is, by its symbol.
  const char *symbol = getenv("TACTUS_TRAP_KEEPS");
  int kept = symbol ? host_port(host, symbol) : -1;
  // The port of the socket must not change, or the packets of this load would miss it.
  if (host_is_control_input(host, port) && (int)port != port_of_socket && (int)port != listen
      && (int)port != kept)
    host_set(host, port, unit(state) * 4 - 1);
}

/// The number of live touches that came from the network alone, while nothing else plays.
static float wait_for_packets(Host *host, int live_port, int live_count) {
  float most = 0;
  for (int i = 0; i < 500 && most < 1; i++) {
    host_run(host, 64, NULL, NULL);
    if (live_port >= 0) atomic_store(&osc_port, (int)host_get(host, (uint32_t)live_port));
    if (live_count >= 0) most = fmaxf(most, host_get(host, (uint32_t)live_count));
    usleep(2000);
  }
  return most;
}

void load_run(Host *host, int runs, char **states, int count) {
  int live_port = host_port(host, "live_osc_port"), live_count = host_port(host, "live_count");
  uint32_t state = 1;
  static float left[load_longest_block], right[load_longest_block];
  pthread_t sender, restorer;
  Restorer restores = {host, states, count, 0};
  if (count) host_restore(host, states[0]);  // maps all URIs before two threads may ask for them
  pthread_create(&sender, NULL, send_packets, NULL);
  float touches = live_port >= 0 ? wait_for_packets(host, live_port, live_count) : 0, peak = 0;
  if (count) pthread_create(&restorer, NULL, restore_states, &restores);
  // On a busy machine the other thread is slower: the run goes on until it has restored often enough.
  const char *least = getenv("TACTUS_TRAP_RESTORES");
  long awaited = count && least ? atol(least) : 0;
  for (int i = 0; i < runs || (atomic_load(&restores.restored) < awaited && i < 100 * runs); i++) {
    // Most blocks are short, because sound takes the time and input is what counts.
    uint32_t longest = i % 8 ? load_longest_block / 8 : load_longest_block;
    uint32_t frames = 1 + next_random(&state) % longest;
    for (uint32_t frame = next_random(&state) % 64; frame < frames; frame += 1 + next_random(&state) % (longest / 4)) {
      if (next_random(&state) % 2) play_midi(host, frame, &state);
      else play_touch(host, frame, &state);
    }
    say_hello(host, i);
    if (i % 3 == 0) set_bases(host);
    if (i % 4 == 0) turn_a_knob(host, &state);
    host_run(host, frames, left, right);
    for (uint32_t k = 0; k < frames; k++) peak = fmaxf(peak, fmaxf(fabsf(left[k]), fabsf(right[k])));
    if (i % 16 == 0) usleep(500);  // packets need time to arrive
  }
  atomic_store(&stop, 1);
  pthread_join(sender, NULL);
  if (count) pthread_join(restorer, NULL);
  printf("load: runs=%d packets=%ld touches_from_packets=%g peak=%g restores=%ld\n", runs,
         atomic_load(&packets),
         touches, peak, atomic_load(&restores.restored));
}
