// Sixteen neighbours of a row of samples; sixteen rows that are mixed, interpolated and turned. Any thread,
// the audio thread too: none allocates or locks.
#pragma once

// lanes.h includes this header at its end, so that a build notices when it changes.
#include "lanes.h"
#include <stdbool.h>

typedef float tactus_packed16 __attribute__((ext_vector_type(16), aligned(4)));

/// Sixteen samples from `from` on, at any address.
TACTUS_INLINE tactus_float16 tactus_load(const float *from) { return *(const tactus_packed16 *)from; }
TACTUS_INLINE void tactus_store(float *to, tactus_float16 v) { *(tactus_packed16 *)to = v; }

typedef int32_t tactus_packed_int16 __attribute__((ext_vector_type(16), aligned(4)));
typedef float tactus_packed4 __attribute__((ext_vector_type(4), aligned(4)));
typedef float tactus_packed_part __attribute__((ext_vector_type(TACTUS_PART), aligned(4)));

/// Multiplies a part of each of sixteen rows by the Hadamard matrix of order 16. The energy grows by 16.
TACTUS_INLINE void tactus_hadamard(tactus_part *v) {
#pragma clang loop unroll(full)
  for (int half = 1; half < 16; half *= 2) {
#pragma clang loop unroll(full)
    for (int row = 0; row < 16; row++) {
      if (row & half) continue;
      tactus_part a = v[row], b = v[row + half];
      v[row] = a + b;
      v[row + half] = a - b;
    }
  }
}

/// Mixes sixteen rows, each from its own place to its own place, for `frames` samples rounded up to a
/// multiple of eight.
TACTUS_INLINE void tactus_mix(const float *const *from, float *const *to, int32_t frames) {
  for (int32_t frame = 0; frame < frames; frame += TACTUS_PART) {
    tactus_part v[16];
#pragma clang loop unroll(full)
    for (int row = 0; row < 16; row++) v[row] = *(const tactus_packed_part *)(from[row] + frame);
    tactus_hadamard(v);
#pragma clang loop unroll(full)
    for (int row = 0; row < 16; row++) *(tactus_packed_part *)(to[row] + frame) = v[row];
  }
}

/// The same for the sum of sixteen rows, `stride` apart, and of those from their own places at a gain for
/// each frame.
TACTUS_INLINE void tactus_mix_with(
    const float *rows, int32_t stride, const float *const *from, const float *gains, float *const *to,
    int32_t frames) {
  for (int32_t frame = 0; frame < frames; frame += TACTUS_PART) {
    tactus_part v[16], gain = *(const tactus_packed_part *)(gains + frame);
#pragma clang loop unroll(full)
    for (int row = 0; row < 16; row++)
      v[row] = *(const tactus_packed_part *)(rows + row * stride + frame)
          + *(const tactus_packed_part *)(from[row] + frame) * gain;
    tactus_hadamard(v);
#pragma clang loop unroll(full)
    for (int row = 0; row < 16; row++) *(tactus_packed_part *)(to[row] + frame) = v[row];
  }
}

/// Four lines of a part to columns of four samples: column n, and beside it column n + 4 if there are eight.
TACTUS_INLINE void tactus_turn(tactus_part *v) {
#if TACTUS_PART == 8
#define TACTUS_LOW(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13)
#define TACTUS_HIGH(a, b) __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15)
#define TACTUS_LOWS(a, b) __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13)
#define TACTUS_HIGHS(a, b) __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15)
#else
#define TACTUS_LOW(a, b) __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define TACTUS_HIGH(a, b) __builtin_shufflevector(a, b, 2, 6, 3, 7)
#define TACTUS_LOWS(a, b) __builtin_shufflevector(a, b, 0, 1, 4, 5)
#define TACTUS_HIGHS(a, b) __builtin_shufflevector(a, b, 2, 3, 6, 7)
#endif
  tactus_part e = TACTUS_LOW(v[0], v[1]), f = TACTUS_HIGH(v[0], v[1]);
  tactus_part g = TACTUS_LOW(v[2], v[3]), h = TACTUS_HIGH(v[2], v[3]);
  v[0] = TACTUS_LOWS(e, g);
  v[1] = TACTUS_HIGHS(e, g);
  v[2] = TACTUS_LOWS(f, h);
  v[3] = TACTUS_HIGHS(f, h);
#undef TACTUS_LOW
#undef TACTUS_HIGH
#undef TACTUS_LOWS
#undef TACTUS_HIGHS
}

/// Four samples from `frame` on of each row of a part to four frames of the part.
TACTUS_INLINE void tactus_turn_rows(const float *const *from, int32_t frame, float *to) {
  tactus_part v[4];
#pragma clang loop unroll(full)
  for (int row = 0; row < 4; row++) {
    tactus_float4 low = *(const tactus_packed4 *)(from[row] + frame);
#if TACTUS_PART == 8
    tactus_float4 high = *(const tactus_packed4 *)(from[row + 4] + frame);
    v[row] = __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
#else
    v[row] = low;
#endif
  }
  tactus_turn(v);
#pragma clang loop unroll(full)
  for (int line = 0; line < 4; line++) *(tactus_packed_part *)(to + line * TACTUS_PART) = v[line];
}

/// Interpolates sixteen rows, each from its own place, by four weights a row, to one vector of sixteen for
/// each frame: a sample is the sum of four neighbours from its place on. `weights` are four vectors, the
/// first for the first neighbour, and four that are added to them after each frame. `room`: 320 samples;
/// `frames` ≤ 32.
TACTUS_INLINE void tactus_interpolate(
    const float *const *from, float *weights, float *out, float *room, int32_t frames) {
  for (int32_t first = 0; first < 16; first += TACTUS_PART) {
    for (int32_t frame = 0; frame < frames + 3; frame += 4)
      tactus_turn_rows(from + first, frame, room + TACTUS_PART * frame);
    tactus_part w[8];
#pragma clang loop unroll(full)
    for (int tap = 0; tap < 8; tap++) w[tap] = *(const tactus_packed_part *)(weights + tap * 16 + first);
    for (int32_t frame = 0; frame < frames; frame++) {
      const tactus_packed_part *at = (const tactus_packed_part *)(room + TACTUS_PART * frame);
      *(tactus_packed_part *)(out + 16 * frame + first) =
          at[0] * w[0] + at[1] * w[1] + at[2] * w[2] + at[3] * w[3];
#pragma clang loop unroll(full)
      for (int tap = 0; tap < 4; tap++) w[tap] += w[tap + 4];
    }
#pragma clang loop unroll(full)
    for (int tap = 0; tap < 4; tap++) *(tactus_packed_part *)(weights + tap * 16 + first) = w[tap];
  }
}

/// One vector of sixteen for each of `frames` frames, rounded up to a multiple of four, to sixteen rows,
/// `stride` apart.
TACTUS_INLINE void tactus_frames_to_rows(const float *in, float *rows, int32_t stride, int32_t frames) {
  for (int32_t frame = 0; frame < frames; frame += 4)
    for (int32_t first = 0; first < 16; first += TACTUS_PART) {
      tactus_part v[4];
#pragma clang loop unroll(full)
      for (int line = 0; line < 4; line++)
        v[line] = *(const tactus_packed_part *)(in + (frame + line) * 16 + first);
      tactus_turn(v);
#pragma clang loop unroll(full)
      for (int row = 0; row < 4; row++) {
        float *to = rows + (first + row) * stride + frame;
#if TACTUS_PART == 8
        *(tactus_packed4 *)to = v[row].lo;
        *(tactus_packed4 *)(to + 4 * stride) = v[row].hi;
#else
        *(tactus_packed4 *)to = v[row];
#endif
      }
    }
}

/// A bit for each lane in which a is less than b.
TACTUS_INLINE uint32_t tactus_less_bits(tactus_int16 a, tactus_int16 b) {
  typedef bool tactus_bool16 __attribute__((ext_vector_type(16)));
  union { tactus_bool16 lanes; uint16_t bits; } u = {
      .lanes = __builtin_convertvector(a < b, tactus_bool16) };
  return u.bits;
}

/// A bit for each of sixteen numbers that is below `bound`.
TACTUS_INLINE uint32_t tactus_below(const int32_t *numbers, int32_t bound) {
  return tactus_less_bits(*(const tactus_packed_int16 *)numbers, (tactus_int16)bound);
}

/// Goes on in sixteen rings by `count` frames; `targets` are where they are written then.
/// Returns a bit for each ring that began anew.
TACTUS_INLINE uint32_t tactus_advance_rings(
    int32_t *at, const int32_t *lengths, float *const *begins, float **targets, int32_t count) {
  tactus_int16 length = *(const tactus_packed_int16 *)lengths;
  tactus_int16 next = *(const tactus_packed_int16 *)at + count;
  tactus_int16 before = length - 1;
  uint32_t again = tactus_less_bits(before, next);
  next -= length & (tactus_int16)(before < next);
  *(tactus_packed_int16 *)at = next;
#pragma clang loop unroll(full)
  for (int row = 0; row < 16; row++) targets[row] = begins[row] + next[row];
  return again;
}

/// Finds the places in sixteen rings `delays` and `more` frames before `at`.
/// Returns a bit for each ring that is younger than that.
TACTUS_INLINE uint32_t tactus_find_rings(
    const int32_t *at, const int32_t *lengths, float *const *begins, const int32_t *delays, int32_t more,
    int32_t age, const float **places) {
  tactus_int16 delay = *(const tactus_packed_int16 *)delays + more;
  tactus_int16 start = *(const tactus_packed_int16 *)at - delay;
  start += *(const tactus_packed_int16 *)lengths & (tactus_int16)(start < 0);
#pragma clang loop unroll(full)
  for (int row = 0; row < 16; row++) places[row] = begins[row] + start[row];
  return tactus_less_bits((tactus_int16)age, delay);
}
