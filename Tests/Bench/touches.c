// The cost of the controllers of 64 fingers: one voice sounds; 64 fingers
// rest, or move at 120 messages a second each, all at once as a tablet sends
// them or spread over time. Prints processor time per second of sound.
#include "host.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double spent, began;
static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec + 1e-9 * time.tv_nsec;
}
static void start(void) { began = now(); }
static void stop(void) { spent += now() - began; }

struct Event { uint32_t kind, source; int32_t id; float x, y, pressure, radius; };

static void send(Host *host, int64_t frame, uint32_t kind, int finger, double t) {
  double turn = 6.2831853 * (0.4 * t + finger / 64.0), reach = 0.15 + 0.004 * finger;
  struct Event event = {kind, 1, finger, 0.5 + reach * cos(turn), 0.5 + reach * sin(turn), 0.5, 0.02};
  host_event(host, frame, "urn:tactus:vocabulary#Event", &event, sizeof event, sizeof event);
}

/// Seconds of processor time for a second of sound. `apart`:
/// frames between the fingers of one scan; −1: no motion.
static double share(const char *uri, int apart) {
  enum { block = 64, seconds = 5, scan = 400 };
  Host *host = host_open(uri, 48000, block);
  if (!host) exit(2);
  host_set(host, (uint32_t)host_port(host, "osc_listen"), 0);
  host_set(host, (uint32_t)host_port(host, "polyphony"), 1);
  host_activate(host);
  for (int finger = 0; finger < 64; finger++) send(host, 0, 1, finger, 0);
  host_run(host, block, NULL, NULL);
  spent = 0;
  host_before_call = start;
  host_after_call = stop;
  for (int64_t frame = block; frame < 48000 * seconds; frame += block) {
    for (int at = 0; at < block && apart >= 0; at++) {
      int64_t phase = (frame + at) % scan;
      if (apart == 0 ? phase == 0 : phase % apart == 0)
        for (int finger = 0; finger < 64; finger++)
          if (apart == 0 || phase == (int64_t)finger * apart)
            send(host, at, 2, finger, (frame + at) / 48000.0);
    }
    host_run(host, block, NULL, NULL);
  }
  host_before_call = host_after_call = NULL;
  host_deactivate(host);
  host_close(host);
  return spent / seconds;
}

int main(int count, char **arguments) {
  if (count != 2) return fprintf(stderr, "usage: touches PLUGIN-URI\n"), 2;
  double least[3] = {1, 1, 1};
  const int apart[3] = {-1, 0, 6};
  for (int turn = 0; turn < 3; turn++)
    for (int kind = 0; kind < 3; kind++) {
      double taken = share(arguments[1], apart[kind]);
      if (taken < least[kind]) least[kind] = taken;
    }
  printf("64 fingers, one voice: still %.3f %% of one core, 120 messages/s each at once %.3f %%, "
         "spread %.3f %%\n",
         100 * least[0], 100 * least[1], 100 * least[2]);
  return 0;
}
