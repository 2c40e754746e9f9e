// The scheduler of a Pd that plays a scene, in place of Pd's own `pdsched`. Pd loads it (`-schedlib`), in the
// box. Pd's thread.
//
// The sound of the ticks is in memory that Pd shares with Tactus (`scene_memory.h`). Standard input has
// messages for the patch, standard output those of [stdout], as atoms in Pd's binary form. Pd sleeps until a
// tick is asked for, does all that are asked for, and writes their messages at once, so a block wakes it
// once.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include "../CPosix/include/scene_memory.h"
#include "pd.h"

enum { ATOMS = 1 << 14, WORD = 1000, CHANNEL = sizeof(float) * tactus_tick_frames };

extern void pd_bind(void *thing, Symbol *name);
extern void pd_typedmess(void *thing, Symbol *selector, int count, Atom *atoms);
extern void pd_error(const void *object, const char *format, ...);
extern void sched_tick(void);
extern int sys_pollgui(void);
extern void sys_get_audio_settings(void *settings);
extern void sys_set_audio_settings(void *settings);
extern void sys_setchsr(int inputs, int outputs, int rate);
extern int sys_get_inchannels(void);
extern int sys_get_outchannels(void);
extern float *get_sys_soundin(void);
extern float *get_sys_soundout(void);

static tactus_shared_head *head;
static int places, outputs;

// MARK: Messages to the patch

static Atom atoms[ATOMS];
static int count, is_too_long;

static void end_message(void) {
  if (is_too_long || count < 2 || atoms[0].type != SYMBOL) return;
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

// Handles the messages up to this byte of the stream.
static void take_messages(uint32_t end) {
  static unsigned char bytes[1 << 16];
  static ssize_t next, filled;
  static uint32_t taken;
  for (; taken != end; taken++) {
    if (next == filled) {
      next = 0, filled = read(0, bytes, sizeof bytes);
      if (filled <= 0) _exit(0);
    }
    take(bytes[next++]);
  }
}

// MARK: Messages of the patch

static uint32_t written;

// Writes bytes of `stdout`. Announces them to Tactus first, which may have to read some to make room for the
// rest.
static ssize_t write_out(void *unused, const char *bytes, size_t size) {
  (void)unused;
  tactus_shared_store(&head->written.value, written + (uint32_t)size);
  if (tactus_shared_load(&head->waits.value)) tactus_shared_wake(&head->done.value);
  for (size_t done = 0; done < size;) {
    ssize_t more = write(1, bytes + done, size - done);
    // The stream has ended; what is left of the tick is played.
    if (more <= 0) break;
    done += (size_t)more;
  }
  written += (uint32_t)size;
  return (ssize_t)size;
}

// The number of bytes the patch has printed so far. External libraries may print from other threads.
static uint32_t bytes_so_far(void) {
  flockfile(stdout);
  uint32_t all = written + (uint32_t)__fpending(stdout);
  funlockfile(stdout);
  return all;
}

// MARK: Ticks

static int less(int a, int b) { return a < b ? a : b; }

static void play(tactus_shared_tick *place) {
  take_messages(tactus_shared_load(&place->asked_bytes));
  // A message, or the tick itself, may reopen audio with other buffers.
  memcpy(get_sys_soundin(), place->samples, CHANNEL * (size_t)less(tactus_tick_inputs, sys_get_inchannels()));
  sched_tick();
  size_t size = CHANNEL * (size_t)less(outputs, sys_get_outchannels());
  memcpy(place->samples + tactus_tick_inputs * tactus_tick_frames, get_sys_soundout(), size);
  memset(get_sys_soundout(), 0, size);
  tactus_shared_store(&place->done_bytes, bytes_so_far());
}

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// Sleeps until a tick is asked for. Whether the stream has ended.
static int sleep_until(uint32_t done) {
  tactus_shared_store(&head->sleeps.value, 1);
  if (tactus_shared_load(&head->asked.value) == done) {
    tactus_shared_wait(&head->asked.value, done, 1000000000);
    // Tactus may have been killed.
    char byte;
    if (tactus_shared_load(&head->asked.value) == done && recv(0, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0) return 1;
  }
  tactus_shared_store(&head->sleeps.value, 0);
  return tactus_shared_load(&head->asked.value) == (done | tactus_closed);
}

static void run(void) {
  uint32_t done = 0;
  long long since = 0;
  while (!sleep_until(done)) {
    while ((tactus_shared_load(&head->asked.value) & tactus_count_mask) != done) {
      play((tactus_shared_tick *)tactus_shared_place(head, (int)(done & (uint32_t)(places - 1)), outputs));
      done = (done + 1) & tactus_count_mask;
      if (__fpending(stdout) > 0) {
        // Messages are written once in a block, or in a millisecond.
        int is_last = (tactus_shared_load(&head->asked.value) & tactus_count_mask) == done;
        if (since == 0) since = now();
        if (!is_last && now() - since < 1000000) continue;
        fflush(stdout);
        since = 0;
      }
      tactus_shared_store(&head->done.value, done);
      uint32_t waits = tactus_shared_load(&head->waits.value);
      if (waits && ((done + 1 - waits) & tactus_count_mask) < 1 << 30) tactus_shared_wake(&head->done.value);
      sys_pollgui();
    }
  }
}

// Pd's entry point. The argument has the descriptor of the memory, the number of places, the outputs and the
// sample rate.
__attribute__((visibility("default"))) int pd_extern_sched(char *flags) {
  static char settings[4096], buffer[1 << 16];
  static Class *binary;
  int file, rate;
  if (sscanf(flags, "%d,%d,%d,%d", &file, &places, &outputs, &rate) != 4) return 1;
  head = mmap(NULL, tactus_shared_size(places, outputs), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (head == MAP_FAILED) return 1;
  // Count the bytes that Pd and its objects print to standard output.
  stdout = fopencookie(NULL, "w", (cookie_io_functions_t){.write = write_out});
  if (!stdout) return 1;
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  // No audio device, even if a patch opens one: the first number of the settings is the interface.
  sys_get_audio_settings(settings);
  memset(settings, 0, sizeof(int));
  sys_set_audio_settings(settings);
  // [stdout] writes atoms if this name is bound.
  binary = class_new(gensym("tactussched"), NULL, NULL, sizeof(void *), 1, 0);
  pd_bind(&binary, gensym("#pd_binary_stdio"));
  sys_setchsr(tactus_tick_inputs, outputs, rate);
  run();
  return 0;
}
