// The memory that Tactus and the Pd of a scene share: the sound of the ticks, and words that say how far each
// one is. Included by Tactus (audio thread) and by Pd's scheduler `tactussched`.
//
// Tactus asks for a tick by filling its place and counting `asked`, and Pd answers by filling it and counting
// `done`. Messages go through the stream beside it: a place says how many bytes of them belong before the end
// of its tick. A scene can write anything to any of it at any moment, so Tactus reads each word once and
// compares it with its own counts.
#pragma once
#ifndef __wasm__
#include <linux/futex.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define TACTUS_AUDIO __attribute__((swift_attr("@_noLocks"))) static inline

enum { tactus_tick_frames = 64, tactus_tick_inputs = 2 };
// Counts of ticks wrap at 2^31. The bit above them, in `asked`: the stream ends.
static const uint32_t tactus_count_mask = 0x7FFFFFFF, tactus_closed = 0x80000000;

/// A word alone in its cache line.
typedef struct {
  uint32_t value, rest[15];
} tactus_shared_word;

typedef struct {
  /// Written by Tactus: the number of requested ticks; and, while Tactus waits for `done`, the awaited number
  /// of ticks plus 1, otherwise 0.
  tactus_shared_word asked, waits;
  /// Written by Pd: the number of finished ticks, whether it sleeps until `asked` changes, and the bytes it
  /// has started to write to the stream.
  tactus_shared_word done, sleeps, written;
} tactus_shared_head;

/// The place of a tick.
typedef struct {
  /// The total bytes of messages sent to Pd before the tick, and of messages Pd has sent by the end of it.
  uint32_t asked_bytes, done_bytes, rest[14];
  /// 64 frames of each input of Pd, then of each output.
  float samples[];
} tactus_shared_tick;

/// The bytes of a place.
TACTUS_AUDIO size_t tactus_shared_stride(int outputs) {
  return sizeof(tactus_shared_tick) + sizeof(float) * tactus_tick_frames * (size_t)(tactus_tick_inputs + outputs);
}

/// The bytes of the memory.
static inline size_t tactus_shared_size(int places, int outputs) {
  return sizeof(tactus_shared_head) + tactus_shared_stride(outputs) * (size_t)places;
}

TACTUS_AUDIO tactus_shared_tick *tactus_shared_place(void *memory, int place, int outputs) {
  char *first = (char *)memory + sizeof(tactus_shared_head);
  return (tactus_shared_tick *)(first + tactus_shared_stride(outputs) * (size_t)place);
}

/// The samples of a place.
TACTUS_AUDIO float *tactus_shared_samples(tactus_shared_tick *place) { return place->samples; }

TACTUS_AUDIO uint32_t tactus_shared_load(const uint32_t *word) { return __atomic_load_n(word, __ATOMIC_SEQ_CST); }
TACTUS_AUDIO void tactus_shared_store(uint32_t *word, uint32_t value) {
  __atomic_store_n(word, value, __ATOMIC_SEQ_CST);
}

/// Waits until a word differs from `value` and its writer wakes this thread, for at most that many
/// nanoseconds.
TACTUS_AUDIO void tactus_shared_wait(uint32_t *word, uint32_t value, int64_t nanoseconds) {
  struct timespec most = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  syscall(SYS_futex, word, FUTEX_WAIT, value, &most, NULL, 0);
}

/// Wakes the program that waits for a word.
TACTUS_AUDIO void tactus_shared_wake(uint32_t *word) { syscall(SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0); }

/// Copies samples that another program may be writing. NaN and infinity become silence; everything else is
/// limited to +18 dB.
/// - Returns: The number of samples that were NaN or infinite.
TACTUS_AUDIO int tactus_shared_copy(float *to, const float *from, int count) {
  int bad = 0;
  memcpy(to, from, sizeof(float) * (size_t)count);
  for (int index = 0; index < count; index++) {
    float value = to[index];
    // Neither infinite nor NaN.
    int is_number = value - value == 0;
    bad += !is_number;
    value = value > 8 ? 8 : value < -8 ? -8 : value;
    to[index] = is_number ? value : 0;
  }
  return bad;
}
#endif
