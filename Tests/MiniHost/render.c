// Renders songs in the host of host.h and prints a hash of each sound: the same plugin gives the same bits on
// every processor.
//
//     render [--block FRAMES] [--tail SECONDS] [--most SECONDS] [--raw FOLDER] SONG…
//
// A song is a take (docs/performance.md) with the patch of the instance of Tactus Touch that it plays, or a
// grid for the Tone Matrix and the instances that it plays, which stand in the same form:
//
//     0 grid -
//     | the grid's text
//     0 player CHANNELS
//     | the text of the patch that plays these channels of MIDI, a bit each
//
// A line of the output is the hash and the song's name: FNV-1a in 64 bits of the samples as 32-bit floats, left
// and right in turn, to the tail after the song's end, but at most --most seconds. --raw also writes the samples to
// FOLDER/NAME.f32.
#include "host.h"
#include <inttypes.h>
#include <libgen.h>
#include <lv2/atom/atom.h>
#include <lv2/midi/midi.h>
#include <lv2/time/time.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_players = 16, most_words = 12 };

typedef struct {
  int64_t frame;
  const char *type;
  uint32_t size;
  uint8_t body[160];
} Event;

typedef struct {
  const char *path, *name;
  double rate;
  int64_t end;
  Host *matrix;  // NULL: the events are for the only player
  struct { uint32_t channels; Host *host; } players[most_players];
  uint32_t player_count;
  Event *events;
  uint32_t event_count, capacity;
} Song;

static uint32_t block = 256;
static double tail = 1, most = 1e6;
static const char *raw_folder;

static void fail(const Song *song, int line, const char *what) {
  fprintf(stderr, "%s:%d: %s\n", song->path, line, what);
  exit(1);
}

/// An active instance with this document; it listens to no network.
static Host *opened(const Song *song, int line, const char *plugin, const char *property, const char *text) {
  Host *host = host_open(plugin, song->rate, block);
  if (!host) exit(1);
  if (!host_restore_document(host, property, text)) fail(song, line, "this document cannot be restored");
  host_set(host, (uint32_t)host_port(host, "osc_listen"), 0);
  host_set(host, (uint32_t)host_port(host, "free_wheel"), 1);
  host_activate(host);
  return host;
}

static Event *add(Song *song, int64_t frame, const char *type) {
  if (song->event_count == song->capacity) {
    song->capacity = song->capacity ? 2 * song->capacity : 1024;
    song->events = realloc(song->events, song->capacity * sizeof(Event));
  }
  Event *event = &song->events[song->event_count++];
  *event = (Event){.frame = frame, .type = type};
  return event;
}

// Events of a surface.

static const char *const kinds[] = {
    NULL, "began", "moved", "ended", "panic", "shape", "token", "token_lifted", "motion", "pad", "macro", "hold",
    "source", "source_name", "message", "trim", "withdrawn", "token_outline", "parameter", "loop",
    "guide"};

static uint32_t kind_named(const char *word) {
  for (uint32_t i = 1; i < sizeof kinds / sizeof *kinds; i++)
    if (!strcmp(word, kinds[i])) return i;
  return 0;
}

/// The bits of a number of a take: `-` is one that was not sent, and 0x… are bits.
static uint32_t bits(const char *word) {
  if (!strcmp(word, "-")) return 0x7FC00000;
  if (!strncmp(word, "0x", 2)) return (uint32_t)strtoul(word, NULL, 16);
  float value = strtof(word, NULL);
  uint32_t found;
  memcpy(&found, &value, 4);
  return found;
}

// Positions of a timeline.

static void put(Event *event, Host *host, const char *name, const char *type, const void *value, uint32_t size) {
  uint32_t words[] = {host_urid(host, name), 0, size, host_urid(host, type)};
  memcpy(event->body + event->size, words, 16);
  memcpy(event->body + event->size + 16, value, size);
  event->size += 16 + ((size + 7) & ~7u);
}

static void put_position(Event *event, Host *host, char **words, int count) {
  uint32_t head[] = {0, host_urid(host, LV2_TIME__Position)};
  memcpy(event->body, head, 8);
  event->size = 8;
  int64_t frame = event->frame;
  put(event, host, LV2_TIME__frame, LV2_ATOM__Long, &frame, 8);
  for (int i = 0; i < count; i++) {
    char *value = strchr(words[i], '=');
    if (!value) continue;
    *value++ = 0;
    float number = strtof(value, NULL);
    int64_t whole = atoll(value);
    if (!strcmp(words[i], "speed")) put(event, host, LV2_TIME__speed, LV2_ATOM__Float, &number, 4);
    if (!strcmp(words[i], "tempo")) put(event, host, LV2_TIME__beatsPerMinute, LV2_ATOM__Float, &number, 4);
    if (!strcmp(words[i], "beat")) put(event, host, LV2_TIME__barBeat, LV2_ATOM__Float, &number, 4);
    if (!strcmp(words[i], "beats")) put(event, host, LV2_TIME__beatsPerBar, LV2_ATOM__Float, &number, 4);
    if (!strcmp(words[i], "bar")) put(event, host, LV2_TIME__bar, LV2_ATOM__Long, &whole, 8);
  }
}

/// Reads a song and opens what plays it.
static Song song_at(char *path) {
  Song song = {.path = path, .end = -1};
  FILE *file = fopen(path, "r");
  if (!file) return perror(path), exit(1), song;
  char *copy = strdup(path), *name = strdup(basename(copy)), *ending = strrchr(name, '.');
  if (ending) *ending = 0;
  free(copy);
  song.name = name;
  char *line = NULL, *pushed = NULL;
  size_t room = 0;
  for (int number = 1; pushed || getline(&line, &room, file) >= 0; number++) {
    pushed = NULL;
    char *words[most_words];
    int count = 0;
    if (line[0] == '#') continue;
    for (char *word = strtok(line, " \n"); word && count < most_words; word = strtok(NULL, " \n"))
      words[count++] = word;
    if (count == 2 && !strcmp(words[0], "rate")) { song.rate = atof(words[1]); continue; }
    if (count < 2 || !song.rate) fail(&song, number, "expected: a frame and a word");
    int64_t frame = atoll(words[0]);
    const char *word = words[1];
    uint32_t kind = kind_named(word);
    if (!strcmp(word, "patch") || !strcmp(word, "grid") || !strcmp(word, "player")) {
      int begin = number;
      int is_grid = word[0] == 'g';
      uint32_t channels = !strcmp(word, "player") && count == 3 ? (uint32_t)strtoul(words[2], NULL, 16) : 0xFFFF;
      char *text = NULL;
      size_t length = 0;
      FILE *document = open_memstream(&text, &length);
      int more;
      while ((more = getline(&line, &room, file) >= 0) && line[0] == '|')
        number++, fputs(line + (line[1] == ' ' ? 2 : 1), document);
      pushed = more ? line : NULL;
      fclose(document);
      if (frame || song.player_count == most_players) fail(&song, begin, "a document must be at the start");
      if (is_grid) {
        song.matrix = opened(&song, begin, "urn:tactus:tonematrix", "grid", text);
      } else {
        song.players[song.player_count].channels = channels;
        song.players[song.player_count++].host = opened(&song, begin, "urn:tactus:touch", "patch", text);
      }
      free(text);
    } else if (!strcmp(word, "restart")) {
      if (frame) fail(&song, number, "a restart must be at the start");
    } else if (!strcmp(word, "end")) {
      song.end = frame;
    } else if (!strcmp(word, "midi") && count == 3) {
      Event *event = add(&song, frame, LV2_MIDI__MidiEvent);
      for (const char *digit = words[2]; *digit && digit[1] && event->size < sizeof event->body; digit += 2)
        if (sscanf(digit, "%2hhx", &event->body[event->size++]) != 1) fail(&song, number, "this is not MIDI");
    } else if (!strcmp(word, "position")) {
      if (!song.matrix && !song.player_count) fail(&song, number, "a document must come first");
      Host *host = song.matrix ? song.matrix : song.players[0].host;
      put_position(add(&song, frame, LV2_ATOM__Object), host, words + 2, count - 2);
    } else if (kind && count == 8) {
      Event *event = add(&song, frame, "urn:tactus:vocabulary#Event");
      uint32_t body[] = {kind,           (uint32_t)strtoul(words[2], NULL, 10), (uint32_t)atoi(words[3]),
                         bits(words[4]), bits(words[5]),                        bits(words[6]),
                         bits(words[7])};
      memcpy(event->body, body, event->size = sizeof body);
    } else {
      fail(&song, number, "this word is not played here");
    }
  }
  fclose(file);
  free(line);
  if (song.end < 0 || !song.player_count) fail(&song, 0, "a song has a document at its start and an end");
  return song;
}

static void forward(Song *song) {
  int64_t frame;
  uint8_t body[8];
  int32_t size;
  for (uint32_t i = 0; (size = host_sent(song->matrix, i, &frame, body, sizeof body)) >= 0; i++) {
    if (size < 1 || size > 3) continue;
    for (uint32_t player = 0; player < song->player_count; player++)
      if (song->players[player].channels >> (body[0] & 15) & 1)
        host_event(
            song->players[player].host, frame, LV2_MIDI__MidiEvent, body, (uint32_t)size, (uint32_t)size);
  }
}

/// Plays a song to its tail, block by block, and returns the hash of the samples.
static uint64_t play(Song *song, FILE *raw) {
  uint64_t hash = 0xcbf29ce484222325;
  int64_t frames = song->end + (int64_t)llround(tail * song->rate);
  if (frames > most * song->rate) frames = (int64_t)llround(most * song->rate);
  float left[block], right[block], mix[2 * block];
  uint32_t next = 0;
  for (int64_t at = 0; at < frames; at += block) {
    uint32_t count = frames - at < block ? (uint32_t)(frames - at) : block;
    Host *receiver = song->matrix ? song->matrix : song->players[0].host;
    for (; next < song->event_count && song->events[next].frame < at + count; next++) {
      const Event *event = &song->events[next];
      host_event(receiver, event->frame - at, event->type, event->body, event->size, event->size);
    }
    if (song->matrix) {
      host_run(song->matrix, count, NULL, NULL);
      forward(song);
    }
    memset(mix, 0, sizeof mix);
    for (uint32_t player = 0; player < song->player_count; player++) {
      host_run(song->players[player].host, count, left, right);
      float gain = song->matrix ? 0.5f : 1;
      for (uint32_t i = 0; i < count; i++) mix[2 * i] += gain * left[i], mix[2 * i + 1] += gain * right[i];
    }
    const uint8_t *bytes = (const uint8_t *)mix;
    for (size_t i = 0; i < 8 * (size_t)count; i++) hash = (hash ^ bytes[i]) * 0x100000001b3;
    if (raw) fwrite(mix, 8, count, raw);
  }
  return hash;
}

int main(int count, char **words) {
  int first = 1;
  for (; first + 1 < count && !strncmp(words[first], "--", 2); first += 2) {
    if (!strcmp(words[first], "--block")) block = (uint32_t)atoi(words[first + 1]);
    else if (!strcmp(words[first], "--tail")) tail = atof(words[first + 1]);
    else if (!strcmp(words[first], "--most")) most = atof(words[first + 1]);
    else if (!strcmp(words[first], "--raw")) raw_folder = words[first + 1];
    else break;
  }
  if (first >= count || !strncmp(words[first], "--", 2) || block < 1 || block > 8192) {
    fprintf(stderr, "render [--block FRAMES] [--tail SECONDS] [--most SECONDS] [--raw FOLDER] SONG…\n");
    return 2;
  }
  for (int i = first; i < count; i++) {
    Song song = song_at(words[i]);
    FILE *raw = NULL;
    if (raw_folder) {
      char path[4096];
      snprintf(path, sizeof path, "%s/%s.f32", raw_folder, song.name);
      if (!(raw = fopen(path, "wb"))) return perror(path), 1;
    }
    uint64_t hash = play(&song, raw);
    if (raw && fclose(raw)) return perror("the samples cannot be written"), 1;
    printf("%016" PRIx64 " %s\n", hash, song.name);
    fflush(stdout);
    for (uint32_t player = 0; player < song.player_count; player++) {
      host_deactivate(song.players[player].host);
      host_close(song.players[player].host);
    }
    if (song.matrix) host_deactivate(song.matrix), host_close(song.matrix);
    free(song.events);
    free((void *)song.name);
  }
  return 0;
}
