// Sixteen neighbours of a row of samples; sixteen rows that are mixed or turned to frames. Any thread, the
// audio thread too: none allocates or locks.
#pragma once

// lanes.h includes this header at its end, so that a build notices when it changes.
#include "lanes.h"

typedef float tactus_packed16 __attribute__((ext_vector_type(16), aligned(4)));

/// Sixteen samples from `from` on, at any address.
TACTUS_INLINE tactus_float16 tactus_load(const float *from) { return *(const tactus_packed16 *)from; }
TACTUS_INLINE void tactus_store(float *to, tactus_float16 v) { *(tactus_packed16 *)to = v; }

typedef float tactus_float4 __attribute__((ext_vector_type(4)));
typedef float tactus_packed4 __attribute__((ext_vector_type(4), aligned(4)));

/// Multiplies sixteen rows by the Hadamard matrix of order 16, for `frames` samples of each, rounded up to a
/// multiple of four. The energy grows by 16. Rows are `stride` apart.
TACTUS_INLINE void tactus_mix_rows(float *rows, int32_t stride, int32_t frames) {
  for (int32_t frame = 0; frame < frames; frame += 4) {
    float *at = rows + frame;
    tactus_float4 v[16];
#pragma clang loop unroll(full)
    for (int row = 0; row < 16; row++) v[row] = *(const tactus_packed4 *)(at + row * stride);
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
#pragma clang loop unroll(full)
    for (int row = 0; row < 16; row++) *(tactus_packed4 *)(at + row * stride) = v[row];
  }
}

/// Four by four samples from lines `stride` apart to lines `other` apart, columns to lines.
TACTUS_INLINE void tactus_turn_four(const float *from, int32_t stride, float *to, int32_t other) {
  tactus_float4 a = *(const tactus_packed4 *)from, b = *(const tactus_packed4 *)(from + stride);
  tactus_float4 c = *(const tactus_packed4 *)(from + 2 * stride);
  tactus_float4 d = *(const tactus_packed4 *)(from + 3 * stride);
  tactus_float4 e = __builtin_shufflevector(a, b, 0, 4, 1, 5), f = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  tactus_float4 g = __builtin_shufflevector(c, d, 0, 4, 1, 5), h = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  *(tactus_packed4 *)to = __builtin_shufflevector(e, g, 0, 1, 4, 5);
  *(tactus_packed4 *)(to + other) = __builtin_shufflevector(e, g, 2, 3, 6, 7);
  *(tactus_packed4 *)(to + 2 * other) = __builtin_shufflevector(f, h, 0, 1, 4, 5);
  *(tactus_packed4 *)(to + 3 * other) = __builtin_shufflevector(f, h, 2, 3, 6, 7);
}

/// Sixteen rows, `stride` apart, to one vector of sixteen for each of `frames` frames, and back. `frames` is
/// rounded up to a multiple of four.
TACTUS_INLINE void tactus_rows_to_frames(const float *rows, int32_t stride, float *out, int32_t frames) {
  for (int32_t frame = 0; frame < frames; frame += 4)
    for (int32_t row = 0; row < 16; row += 4)
      tactus_turn_four(rows + row * stride + frame, stride, out + frame * 16 + row, 16);
}
TACTUS_INLINE void tactus_frames_to_rows(const float *in, float *rows, int32_t stride, int32_t frames) {
  for (int32_t frame = 0; frame < frames; frame += 4)
    for (int32_t row = 0; row < 16; row += 4)
      tactus_turn_four(in + frame * 16 + row, 16, rows + row * stride + frame, stride);
}
