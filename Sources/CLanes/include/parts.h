// Sixteen lanes in parts that are as wide as the processor's registers: the state of a part stays in them.
// Any thread, the audio thread too: none allocates or locks.
#pragma once

// lanes.h includes this header at its end, so that a build notices when it changes.
#include "lanes.h"

/// The lanes of a part: eight with AVX2, else four. Each lane has the same bits.
#if defined(__AVX2__)
#define TACTUS_PART 8
#else
#define TACTUS_PART 4
#endif
#define TACTUS_PARTS (16 / TACTUS_PART)

typedef float tactus_part __attribute__((ext_vector_type(TACTUS_PART)));
typedef int32_t tactus_part_int __attribute__((ext_vector_type(TACTUS_PART)));
typedef uint32_t tactus_part_uint __attribute__((ext_vector_type(TACTUS_PART)));

// Swift aligns vectors to sixteen bytes, however wide they are.
typedef float tactus_stored_part __attribute__((ext_vector_type(TACTUS_PART), aligned(16)));
typedef uint32_t tactus_stored_uint __attribute__((ext_vector_type(TACTUS_PART), aligned(16)));

/// The part number `index` of sixteen lanes, in place: a copy of all sixteen would cost more than the part.
TACTUS_INLINE tactus_part tactus_part_of(const void *v, int32_t index) {
  return ((const tactus_stored_part *)v)[index & (TACTUS_PARTS - 1)];
}
TACTUS_INLINE void tactus_set_part(void *v, int32_t index, tactus_part part) {
  ((tactus_stored_part *)v)[index & (TACTUS_PARTS - 1)] = part;
}
TACTUS_INLINE tactus_part_uint tactus_phases_of(const void *v, int32_t index) {
  return ((const tactus_stored_uint *)v)[index & (TACTUS_PARTS - 1)];
}
TACTUS_INLINE void tactus_set_phases(void *v, int32_t index, tactus_part_uint part) {
  ((tactus_stored_uint *)v)[index & (TACTUS_PARTS - 1)] = part;
}

TACTUS_INLINE tactus_part tactus_part_sqrt(tactus_part v) { return __builtin_elementwise_sqrt(v); }
TACTUS_INLINE tactus_part tactus_part_limit(tactus_part v, tactus_part low, tactus_part high) {
  tactus_part least = v > low ? v : low;
  return least < high ? least : high;
}

/// Sets `first` and `second` to base[at] and base[at + 1], lane by lane: as tactus_gather_pairs. The gathers
/// of AVX2 have fewer instructions and take a third longer (measured: 5.8 instead of 4.3 ns for sixteen
/// reads).
TACTUS_INLINE void tactus_part_pairs(
    const float *base, tactus_part_uint at, tactus_part *first, tactus_part *second) {
  union { tactus_part_uint lanes; uint64_t __attribute__((ext_vector_type(TACTUS_PART / 2))) twos; } u = {
      .lanes = at };
#define TACTUS_TWO(n)                                                                           \
  __builtin_shufflevector(*(const tactus_float2 *)(base + (uint32_t)u.twos.s##n),              \
                          *(const tactus_float2 *)(base + (u.twos.s##n >> 32u)), 0, 1, 2, 3)
  tactus_float4 a = TACTUS_TWO(0), b = TACTUS_TWO(1);
#if TACTUS_PART == 8
  tactus_float4 c = TACTUS_TWO(2), d = TACTUS_TWO(3);
  tactus_float8 low = __builtin_shufflevector(a, c, 0, 1, 2, 3, 4, 5, 6, 7);
  tactus_float8 high = __builtin_shufflevector(b, d, 0, 1, 2, 3, 4, 5, 6, 7);
  *first = __builtin_shufflevector(low, high, 0, 2, 8, 10, 4, 6, 12, 14);
  *second = __builtin_shufflevector(low, high, 1, 3, 9, 11, 5, 7, 13, 15);
#else
  *first = __builtin_shufflevector(a, b, 0, 2, 4, 6);
  *second = __builtin_shufflevector(a, b, 1, 3, 5, 7);
#endif
#undef TACTUS_TWO
}

/// One sample for each lane of a part: as tactus_read_table.
TACTUS_INLINE tactus_part tactus_part_read_table(
    const float *base, tactus_part_int offset, tactus_part_uint phase, int bits) {
  tactus_part a, b;
  tactus_part_pairs(base, (phase >> (uint32_t)(32 - bits)) + (tactus_part_uint)offset, &a, &b);
  tactus_part_uint rest =
      bits < 8 ? (phase << (uint32_t)bits) >> 8u : phase & (0xFFFFFFFFu >> (uint32_t)bits);
  float whole = bits < 8 ? 16777216.0f : (float)(1u << (32 - bits));
  tactus_part fraction = __builtin_convertvector((tactus_part_int)rest, tactus_part) * (1.0f / whole);
  return a + (b - a) * fraction;
}
