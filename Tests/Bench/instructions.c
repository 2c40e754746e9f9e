// Runs under callgrind: 16 held notes, or as many as are asked for, then one count of instructions for each
// block of 64 frames; with the word `watched` a window is there, which wants all that windows want.
#include "host.h"
#include <stdio.h>
#include <stdlib.h>
#include <valgrind/callgrind.h>

static void start(void) { CALLGRIND_TOGGLE_COLLECT; }
static void stop(void) {
  CALLGRIND_TOGGLE_COLLECT;
  CALLGRIND_DUMP_STATS;  // writes the count of this block and restarts from zero
}

int main(int count, char **arguments) {
  if (count < 3) return fprintf(stderr, "usage: instructions PLUGIN-URI BLOCKS [STATE [watched]]\n"), 2;
  Host *host = host_open(arguments[1], 48000, 64);
  if (!host) return 2;
  if (count > 3 && *arguments[3] && !host_restore(host, arguments[3])) return 2;
  host_activate(host);
  int notes = count > 5 ? atoi(arguments[5]) : 16, lowest = notes == 16 ? 40 : 32;
  for (unsigned char note = lowest; note < lowest + notes; note++) {
    unsigned char on[3] = {0x90, note, 100};
    host_event(host, 0, "http://lv2plug.in/ns/ext/midi#MidiEvent", on, 3, 3);
  }
  for (int i = 0; i < 750; i++) host_run(host, 64, NULL, NULL);  // a second: all attacks have ended
  // A hello: its version, a source, that it stays, sections 1 to 8, no controllers by name.
  uint32_t hello[12] = {1, 7, 1, 0x1fe};
  if (count > 4 && *arguments[4] == 'w')
    host_event(host, 0, "urn:tactus:vocabulary#Hello", hello, sizeof hello, sizeof hello);
  host_run(host, 64, NULL, NULL);
  host_before_call = start;
  host_after_call = stop;
  for (int i = 0; i < atoi(arguments[2]); i++) host_run(host, 64, NULL, NULL);
  return 0;
}
