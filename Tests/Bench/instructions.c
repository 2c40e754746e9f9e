// Runs under callgrind: 16 held notes, or as many as are asked for, then one count of instructions for each
// block of 64 frames; with the word `watched` a window is there, which wants all that
// windows want, with `samples` also the samples of the output. The word
// `fingers` counts a turn of patches.py as a whole: 16 fingers begin and move. A turn before it is not counted.
#include "host.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <valgrind/callgrind.h>

enum { began = 1, moved, ended };

static void toggle(void) { CALLGRIND_TOGGLE_COLLECT; }
static void stop(void) {
  toggle();
  CALLGRIND_DUMP_STATS;  // writes the count of this block and restarts from zero
}

/// Sends an event of each of 16 fingers.
static void fingers(Host *host, uint32_t kind) {
  for (int finger = 0; finger < 16; finger++) {
    float y = (finger * 7 % 16) / 16.0f + (kind == moved ? 0.02f : 0);
    struct { uint32_t kind, source; int32_t id; float x, y, pressure, radius; } event = {
        kind, 0, finger, kind == ended ? NAN : 0.03f + finger / 16.0f, kind == ended ? NAN : y,
        kind == ended ? NAN : 0.7f, NAN};
    host_event(host, 0, "urn:tactus:vocabulary#Event", &event, sizeof event, sizeof event);
  }
}

static void turn(Host *host, int blocks) {
  fingers(host, began);
  for (int block = 0; block < blocks; block++) {
    if (block == blocks / 2) fingers(host, moved);
    host_run(host, 64, NULL, NULL);
  }
  fingers(host, ended);
  host_run(host, 64, NULL, NULL);
}

int main(int count, char **arguments) {
  if (count < 3)
    return fprintf(stderr, "usage: instructions PLUGIN BLOCKS [STATE [watched|samples|fingers|alone [NOTES]]]\n"), 2;
  Host *host = host_open(arguments[1], 48000, 64);
  if (!host) return 2;
  if (count > 3 && *arguments[3] && !host_restore(host, arguments[3])) return 2;
  host_activate(host);
  if (count > 4 && *arguments[4] == 'f') {
    turn(host, atoi(arguments[2]));
    CALLGRIND_START_INSTRUMENTATION;
    host_before_call = toggle;
    host_after_call = toggle;
    turn(host, atoi(arguments[2]));
    return 0;
  }
  int notes = count > 5 ? atoi(arguments[5]) : 16, lowest = notes == 16 ? 40 : 32;
  for (unsigned char note = lowest; note < lowest + notes; note++) {
    unsigned char on[3] = {0x90, note, 100};
    host_event(host, 0, "http://lv2plug.in/ns/ext/midi#MidiEvent", on, 3, 3);
  }
  for (int i = 0; i < 750; i++) host_run(host, 64, NULL, NULL);  // a second: all attacks have ended
  // A hello: its version, a source, that it stays, sections 1 to 8, no controllers by name.
  uint32_t hello[12] = {1, 7, 1, 0x1fe};
  if (count > 4 && *arguments[4] == 's') hello[3] |= 1 << 12;
  if (count > 4 && (*arguments[4] == 'w' || *arguments[4] == 's'))
    host_event(host, 0, "urn:tactus:vocabulary#Hello", hello, sizeof hello, sizeof hello);
  host_run(host, 64, NULL, NULL);
  host_before_call = toggle;
  host_after_call = stop;
  for (int i = 0; i < atoi(arguments[2]); i++) host_run(host, 64, NULL, NULL);
  return 0;
}
