// A silent instrument. While the timeline rolls, it appends each MIDI message to the file TACTUS_MIDI_LOG: a
// line with the frame of the timeline, the bytes in hex, and when it sounds by CLOCK_MONOTONIC, in
// microseconds: a block's first frame sounds when the block is run. The first lines are the host's features.
#include <lv2/atom/atom.h>
#include <lv2/atom/util.h>
#include <lv2/core/lv2.h>
#include <lv2/midi/midi.h>
#include <lv2/time/time.h>
#include <lv2/urid/urid.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
  FILE *file;
  const LV2_Atom_Sequence *events;
  float *outputs[2];
  LV2_URID midi, object, position, frame, speed;
  int64_t at;
  int rolls;
  double rate;
} Log;

static LV2_Handle instantiate(
    const LV2_Descriptor *of, double rate, const char *path, const LV2_Feature *const *features) {
  Log *log = calloc(1, sizeof *log);
  log->rate = rate;
  const char *name = getenv("TACTUS_MIDI_LOG");
  log->file = name ? fopen(name, "a") : NULL;
  // Writes whole lines, even if the host crashes when it ends.
  if (log->file) setvbuf(log->file, NULL, _IOLBF, 0);
  for (; *features; features++) {
    if (log->file) fprintf(log->file, "feature %s\n", (*features)->URI);
    if (strcmp((*features)->URI, LV2_URID__map)) continue;
    LV2_URID_Map *map = (*features)->data;
    log->midi = map->map(map->handle, LV2_MIDI__MidiEvent);
    log->object = map->map(map->handle, LV2_ATOM__Object);
    log->position = map->map(map->handle, LV2_TIME__Position);
    log->frame = map->map(map->handle, LV2_TIME__frame);
    log->speed = map->map(map->handle, LV2_TIME__speed);
  }
  return log;
}

static void connect_port(LV2_Handle handle, uint32_t port, void *to) {
  Log *log = handle;
  if (port == 0) log->events = to;
  else log->outputs[port - 1] = to;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Log *log = handle;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  LV2_ATOM_SEQUENCE_FOREACH(log->events, event) {
    if (event->body.type == log->midi && log->file && log->rolls) {
      const uint8_t *bytes = (const uint8_t *)(event + 1);
      fprintf(log->file, "%lld ", (long long)(log->at + event->time.frames));
      for (uint32_t i = 0; i < event->body.size; i++) fprintf(log->file, "%02x", bytes[i]);
      fprintf(log->file, " %.0f\n",
              now.tv_sec * 1e6 + now.tv_nsec / 1e3 + event->time.frames * 1e6 / log->rate);
    } else if (event->body.type == log->object) {
      const LV2_Atom_Object *object = (const LV2_Atom_Object *)&event->body;
      if (object->body.otype != log->position) continue;
      const LV2_Atom *frame = NULL, *speed = NULL;
      lv2_atom_object_get(object, log->frame, &frame, log->speed, &speed, 0);
      if (speed) log->rolls = ((const LV2_Atom_Float *)speed)->body != 0;
      if (frame) log->at = ((const LV2_Atom_Long *)frame)->body - event->time.frames;
    }
  }
  log->at += log->rolls ? frames : 0;
  for (int i = 0; i < 2; i++) memset(log->outputs[i], 0, frames * sizeof(float));
}

static void cleanup(LV2_Handle handle) {
  Log *log = handle;
  if (log->file) fclose(log->file);
  free(log);
}

static const LV2_Descriptor plugin = {
    "urn:tactus:test:midi_log", instantiate, connect_port, NULL, run, NULL, cleanup, NULL};
LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index) { return index ? NULL : &plugin; }
