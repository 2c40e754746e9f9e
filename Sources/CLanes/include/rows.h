// Sixteen neighbours of a row of samples; sixteen rows that are mixed, interpolated and turned. Any thread,
// the audio thread too: none allocates or locks.
#pragma once

// lanes.h includes this header at its end, so that a build notices when it changes.
#include "lanes.h"

typedef float tactus_packed16 __attribute__((ext_vector_type(16), aligned(4)));

/// Sixteen samples from `from` on, at any address.
TACTUS_INLINE tactus_float16 tactus_load(const float *from) { return *(const tactus_packed16 *)from; }
TACTUS_INLINE void tactus_store(float *to, tactus_float16 v) { *(tactus_packed16 *)to = v; }

typedef float tactus_float4 __attribute__((ext_vector_type(4)));
typedef float tactus_packed4 __attribute__((ext_vector_type(4), aligned(4)));

/// Four neighbours of sixteen lanes, from lane 4·`index` on.
TACTUS_INLINE tactus_float4 tactus_quarter(const void *v, int32_t index) {
  return ((const tactus_float4 *)v)[index & 3];
}
TACTUS_INLINE void tactus_set_quarter(void *v, int32_t index, tactus_float4 quarter) {
  ((tactus_float4 *)v)[index & 3] = quarter;
}
TACTUS_INLINE tactus_float4 tactus_sqrt_four(tactus_float4 v) { return __builtin_elementwise_sqrt(v); }
TACTUS_INLINE tactus_float4 tactus_limit_four(tactus_float4 v, tactus_float4 low, tactus_float4 high) {
  tactus_float4 least = v > low ? v : low;
  return least < high ? least : high;
}

/// Multiplies four samples of each of sixteen rows by the Hadamard matrix of order 16. The energy grows by
/// 16.
TACTUS_INLINE void tactus_hadamard(tactus_float4 *v) {
#pragma clang loop unroll(full)
  for (int half = 1; half < 16; half *= 2) {
#pragma clang loop unroll(full)
    for (int row = 0; row < 16; row++) {
      if (row & half) continue;
      tactus_float4 a = v[row], b = v[row + half];
      v[row] = a + b;
      v[row + half] = a - b;
    }
  }
}

/// Mixes sixteen rows, each from its own place to its own place, for `frames` samples rounded up to a
/// multiple of four.
TACTUS_INLINE void tactus_mix(const float *const *from, float *const *to, int32_t frames) {
  for (int32_t frame = 0; frame < frames; frame += 4) {
    tactus_float4 v[16];
#pragma clang loop unroll(full)
    for (int row = 0; row < 16; row++) v[row] = *(const tactus_packed4 *)(from[row] + frame);
    tactus_hadamard(v);
#pragma clang loop unroll(full)
    for (int row = 0; row < 16; row++) *(tactus_packed4 *)(to[row] + frame) = v[row];
  }
}

/// The same for the sum of sixteen rows, `stride` apart, and of those from their own places at a gain for
/// each frame.
TACTUS_INLINE void tactus_mix_with(
    const float *rows, int32_t stride, const float *const *from, const float *gains, float *const *to,
    int32_t frames) {
  for (int32_t frame = 0; frame < frames; frame += 4) {
    tactus_float4 v[16], gain = *(const tactus_packed4 *)(gains + frame);
#pragma clang loop unroll(full)
    for (int row = 0; row < 16; row++)
      v[row] = *(const tactus_packed4 *)(rows + row * stride + frame)
          + *(const tactus_packed4 *)(from[row] + frame) * gain;
    tactus_hadamard(v);
#pragma clang loop unroll(full)
    for (int row = 0; row < 16; row++) *(tactus_packed4 *)(to[row] + frame) = v[row];
  }
}

/// Four samples of each of four lines to lines `other` apart, columns to lines.
TACTUS_INLINE void tactus_turn_four(
    const float *first, const float *second, const float *third, const float *fourth, float *to,
    int32_t other) {
  tactus_float4 a = *(const tactus_packed4 *)first, b = *(const tactus_packed4 *)second;
  tactus_float4 c = *(const tactus_packed4 *)third, d = *(const tactus_packed4 *)fourth;
  tactus_float4 e = __builtin_shufflevector(a, b, 0, 4, 1, 5), f = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  tactus_float4 g = __builtin_shufflevector(c, d, 0, 4, 1, 5), h = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  *(tactus_packed4 *)to = __builtin_shufflevector(e, g, 0, 1, 4, 5);
  *(tactus_packed4 *)(to + other) = __builtin_shufflevector(e, g, 2, 3, 6, 7);
  *(tactus_packed4 *)(to + 2 * other) = __builtin_shufflevector(f, h, 0, 1, 4, 5);
  *(tactus_packed4 *)(to + 3 * other) = __builtin_shufflevector(f, h, 2, 3, 6, 7);
}

/// Interpolates sixteen rows, each from its own place, by four weights a row, to one vector of sixteen for
/// each frame: a sample is the sum of four neighbours from its place on. `weights` are four vectors, the
/// first for the first neighbour, and four that are added to them after each frame. `room`: 160 samples;
/// `frames` ≤ 32.
TACTUS_INLINE void tactus_interpolate(
    const float *const *from, float *weights, float *out, float *room, int32_t frames) {
  for (int32_t four = 0; four < 16; four += 4) {
    for (int32_t frame = 0; frame < frames + 3; frame += 4)
      tactus_turn_four(
          from[four] + frame, from[four + 1] + frame, from[four + 2] + frame, from[four + 3] + frame,
          room + 4 * frame, 4);
    tactus_float4 w[8];
#pragma clang loop unroll(full)
    for (int tap = 0; tap < 8; tap++) w[tap] = *(const tactus_packed4 *)(weights + tap * 16 + four);
    for (int32_t frame = 0; frame < frames; frame++) {
      const tactus_packed4 *at = (const tactus_packed4 *)(room + 4 * frame);
      *(tactus_packed4 *)(out + 16 * frame + four) =
          at[0] * w[0] + at[1] * w[1] + at[2] * w[2] + at[3] * w[3];
#pragma clang loop unroll(full)
      for (int tap = 0; tap < 4; tap++) w[tap] += w[tap + 4];
    }
#pragma clang loop unroll(full)
    for (int tap = 0; tap < 4; tap++) *(tactus_packed4 *)(weights + tap * 16 + four) = w[tap];
  }
}

/// One vector of sixteen for each of `frames` frames, rounded up to a multiple of four, to sixteen rows,
/// `stride` apart.
TACTUS_INLINE void tactus_frames_to_rows(const float *in, float *rows, int32_t stride, int32_t frames) {
  for (int32_t frame = 0; frame < frames; frame += 4)
    for (int32_t row = 0; row < 16; row += 4) {
      const float *from = in + frame * 16 + row;
      tactus_turn_four(from, from + 16, from + 32, from + 48, rows + row * stride + frame, stride);
    }
}
