// The load under which the real-time proof runs.
#ifndef TACTUS_LOAD_H
#define TACTUS_LOAD_H
#include "host.h"
enum { load_longest_block = 1024 };

/// Runs `runs` blocks of random lengths with random MIDI, touch events and control changes; if the plugin
/// reports an open port, OSC packets arrive meanwhile. Another thread restores the `count` state files in
/// turn all the time, like a host that does not stop the plugin for it. Prints what the plugin handled.
void load_run(Host *host, int runs, char **states, int count);
#endif
