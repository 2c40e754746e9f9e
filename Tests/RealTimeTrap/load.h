// The load under which the real-time proof runs.
#ifndef TACTUS_LOAD_H
#define TACTUS_LOAD_H
#include "host.h"
enum { load_longest_block = 1024 };

/// Runs `runs` blocks of random lengths with random MIDI, touch events, control changes and, where the
/// plugin tells an open port, OSC packets arriving meanwhile. Another thread restores the `count` state files in
/// turn all the time, as hosts do that do not stop the plugin for it. Prints what the plugin was seen to take.
void load_run(Host *host, int runs, char **states, int count);
#endif
