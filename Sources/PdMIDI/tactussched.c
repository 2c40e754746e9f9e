// The scheduler of a Pd that plays a scene, in place of Pd's own `pdsched`: the sound of its ticks is in
// memory that it shares with Tactus, and only messages go through the stream. Pd loads it (`-schedlib`), in
// the box. Pd's thread.
//
// Standard input has Pd's binary messages. A message that begins with a number asks for a tick; the number is
// the tick's place in the memory: 64 frames for each input, then for each output. Standard output has the
// messages of [stdout], and two semicolons behind those of a tick. It is written when all that has come is
// done, or a millisecond has passed, so that a block costs one wake-up on either side.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

typedef struct Symbol {
  const char *name;
  // What is bound to it; NULL: nothing.
  void *thing;
  struct Symbol *next;
} Symbol;
typedef struct {
  int type;
  union {
    float number;
    Symbol *symbol;
  } value;
} Atom;
enum { NUMBER = 1, SYMBOL = 2, SEMICOLON = 4 };
enum { FRAMES = 64, INPUTS = 2, ATOMS = 1 << 14, WORD = 1000 };

extern void *class_new(Symbol *name, void *make, void *end, size_t size, int flags, int argument, ...);
extern void pd_bind(void *thing, Symbol *name);
extern void pd_list(void *thing, Symbol *selector, int count, Atom *atoms);
extern void pd_typedmess(void *thing, Symbol *selector, int count, Atom *atoms);
extern void pd_error(const void *object, const char *format, ...);
extern Symbol *gensym(const char *name);
extern void sched_tick(void);
extern int sys_pollgui(void);
extern void sys_get_audio_settings(void *settings);
extern void sys_set_audio_settings(void *settings);
extern void sys_setchsr(int inputs, int outputs, int rate);
extern float *get_sys_soundin(void);
extern float *get_sys_soundout(void);

static float *memory;
static int places, outputs;
static Atom atoms[ATOMS];
static int count, is_too_long;

static void tick(float number) {
  float *in = get_sys_soundin(), *out = get_sys_soundout();
  if (!(number >= 0 && number < (float)places)) return;
  float *place = memory + (size_t)number * FRAMES * (size_t)(INPUTS + outputs);
  memcpy(in, place, sizeof(float) * FRAMES * INPUTS);
  sched_tick();
  sys_pollgui();
  memcpy(place + FRAMES * INPUTS, out, sizeof(float) * FRAMES * (size_t)outputs);
  memset(out, 0, sizeof(float) * FRAMES * (size_t)outputs);
  putchar_unlocked(SEMICOLON);
  putchar_unlocked(SEMICOLON);
}

static void end_message(void) {
  if (is_too_long || count == 0) return;
  if (atoms[0].type == NUMBER) return tick(atoms[0].value.number);
  if (count < 2) return;
  void *thing = atoms[0].value.symbol->thing;
  if (!thing) {
    pd_error(NULL, "%s: no such object", atoms[0].value.symbol->name);
  } else if (atoms[1].type == SYMBOL) {
    pd_typedmess(thing, atoms[1].value.symbol, count - 2, atoms + 2);
  } else {
    pd_list(thing, NULL, count - 1, atoms + 1);
  }
}

static Atom *next_atom(int type) {
  static Atom lost;
  if (count == ATOMS) is_too_long = 1;
  Atom *atom = is_too_long ? &lost : &atoms[count++];
  atom->type = type;
  return atom;
}

// Reads a byte of the stream.
static void take(unsigned char byte) {
  static int type, filled;
  static char word[WORD];
  if (type == NUMBER) {
    word[filled++] = (char)byte;
    if (filled < 4) return;
    memcpy(&next_atom(NUMBER)->value.number, word, 4);
    type = 0;
  } else if (type == SYMBOL) {
    if (filled < WORD - 1) word[filled++] = (char)byte;
    if (byte) return;
    word[filled] = 0;
    next_atom(SYMBOL)->value.symbol = gensym(word);
    type = 0;
  } else if (byte == SEMICOLON) {
    end_message();
    count = is_too_long = 0;
  } else {
    type = byte, filled = 0;
  }
}

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// Its argument: the descriptor of the memory, its places, the outputs, and the sample rate.
__attribute__((visibility("default"))) int pd_extern_sched(char *flags) {
  static char settings[4096], *binary;
  static unsigned char bytes[1 << 16];
  int file, rate;
  if (sscanf(flags, "%d,%d,%d,%d", &file, &places, &outputs, &rate) != 4) return 1;
  size_t size = sizeof(float) * FRAMES * (size_t)(INPUTS + outputs) * (size_t)places;
  memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (memory == MAP_FAILED) return 1;
  // No audio device, even if a patch opens one: the first number of the settings is the interface.
  sys_get_audio_settings(settings);
  memset(settings, 0, sizeof(int));
  sys_set_audio_settings(settings);
  // By this name, [stdout] knows that it is to write atoms.
  binary = class_new(gensym("tactussched"), NULL, NULL, sizeof(void *), 1, 0);
  pd_bind(&binary, gensym("#pd_binary_stdio"));
  sys_setchsr(INPUTS, outputs, rate);
  while (1) {
    ssize_t length = read(0, bytes, sizeof bytes);
    if (length <= 0) return 0;
    long long written = now();
    for (ssize_t index = 0; index < length; index++) {
      take(bytes[index]);
      if (bytes[index] == SEMICOLON && now() - written > 1000000) {
        fflush(stdout);
        written = now();
      }
    }
    fflush(stdout);
  }
}
