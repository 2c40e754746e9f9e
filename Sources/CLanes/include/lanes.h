// Vector functions that Swift's SIMD16 has not, or computes slowly, as inline
// C (docs/architecture.md, "Lanes"). Any thread, the audio thread too: none
// allocates or locks, and each is marked so for the Swift compiler.
#pragma once

// The vectors are wider than baseline registers; every function here is inlined, so no ABI is affected.
#pragma clang diagnostic ignored "-Wpsabi"

#include "pages.h"
#include "scalar.h"
#include <stdint.h>
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

// A product and a sum are never one rounding: processors with and without that instruction would differ.
#pragma STDC FP_CONTRACT OFF

typedef float tactus_float16 __attribute__((ext_vector_type(16)));
typedef int32_t tactus_int16 __attribute__((ext_vector_type(16)));
typedef uint32_t tactus_uint16 __attribute__((ext_vector_type(16)));

/// Lane by lane; where `a` is NaN the result is `b`.
TACTUS_INLINE tactus_float16 tactus_min(tactus_float16 a, tactus_float16 b) { return a < b ? a : b; }
TACTUS_INLINE tactus_float16 tactus_max(tactus_float16 a, tactus_float16 b) { return a > b ? a : b; }

/// `yes` where a < b, otherwise `no`.
TACTUS_INLINE tactus_float16 tactus_where_less(
    tactus_float16 a, tactus_float16 b, tactus_float16 yes, tactus_float16 no) {
  return a < b ? yes : no;
}

/// The sum of all lanes, pairwise in a fixed order, so that it is the same on every machine.
TACTUS_INLINE float tactus_sum(tactus_float16 v) {
  float __attribute__((ext_vector_type(8))) a = v.lo + v.hi;
  float __attribute__((ext_vector_type(4))) b = a.lo + a.hi;
  float __attribute__((ext_vector_type(2))) c = b.lo + b.hi;
  return c.x + c.y;
}

/// The least and the greatest lane.
TACTUS_INLINE float tactus_smallest(tactus_float16 v) {
  float __attribute__((ext_vector_type(8))) a = v.lo < v.hi ? v.lo : v.hi;
  float __attribute__((ext_vector_type(4))) b = a.lo < a.hi ? a.lo : a.hi;
  float __attribute__((ext_vector_type(2))) c = b.lo < b.hi ? b.lo : b.hi;
  return c.x < c.y ? c.x : c.y;
}
TACTUS_INLINE float tactus_largest(tactus_float16 v) { return -tactus_smallest(-v); }

TACTUS_INLINE tactus_float16 tactus_sqrt(tactus_float16 v) { return __builtin_elementwise_sqrt(v); }

/// Truncates towards zero; lanes must be within ±2^31.
TACTUS_INLINE tactus_int16 tactus_to_int(tactus_float16 v) {
  return __builtin_convertvector(v, tactus_int16);
}

TACTUS_INLINE tactus_float16 tactus_to_float(tactus_int16 v) {
  return __builtin_convertvector(v, tactus_float16);
}

/// 2^v: the whole part into the exponent, a polynomial of
/// degree 6 on [−½, ½] for the rest; relative error below 3e-7 within ±126, where it is limited.
TACTUS_INLINE tactus_float16 tactus_exp2(tactus_float16 v) {
  tactus_float16 x = tactus_min(tactus_max(v, (tactus_float16)-126.0f), (tactus_float16)126.0f);
  tactus_float16 shifted = x + 12582912.0f;  // 1.5·2^23 rounds to the nearest integer
  tactus_float16 whole = shifted - 12582912.0f;
  tactus_float16 f = x - whole;
  tactus_float16 p = 1.5403530e-4f;
  p = p * f + 1.3333558e-3f;
  p = p * f + 9.6181291e-3f;
  p = p * f + 5.5504109e-2f;
  p = p * f + 2.4022651e-1f;
  p = p * f + 6.9314718e-1f;
  p = p * f + 1.0f;
  tactus_int16 exponent = (tactus_to_int(whole) + 127) << 23;
  union { tactus_int16 bits; tactus_float16 value; } scale = { .bits = exponent };
  return p * scale.value;
}

/// `v`, and `other` in the lanes where v is NaN.
TACTUS_INLINE tactus_float16 tactus_number_or(tactus_float16 v, tactus_float16 other) {
  return v == v ? v : other;
}

/// Whether any lane of v is NaN.
TACTUS_INLINE int tactus_any_nan(tactus_float16 v) {
  return __builtin_reduce_or((tactus_int16)(v != v)) != 0;
}

/// The greatest whole number not above each lane. From 2^23 on every float is whole.
TACTUS_INLINE tactus_float16 tactus_floor(tactus_float16 v) {
  tactus_float16 x = tactus_min(tactus_max(v, (tactus_float16)-8388608.0f), (tactus_float16)8388608.0f);
  tactus_float16 whole = tactus_to_float(tactus_to_int(x));
  whole = whole > x ? whole - 1.0f : whole;
  return (x == v) ? whole : v;
}

/// log2 of positive normal lanes: the exponent, and the series of atanh on 0.7…1.42; error below 1e-7
/// times the greater of 1 and the result.
TACTUS_INLINE tactus_float16 tactus_log2(tactus_float16 v) {
  union { tactus_float16 value; tactus_int16 bits; } u = { .value = v };
  // 0x3f3504f3 is the square root of one half: mantissas above √2 count to the next exponent.
  tactus_int16 exponent = (u.bits - 0x3f3504f3) >> 23;
  u.bits -= exponent << 23;
  tactus_float16 s = (u.value - 1.0f) / (u.value + 1.0f);
  tactus_float16 z = s * s;
  tactus_float16 p = 0.32059890f;
  p = p * z + 0.41219858f;
  p = p * z + 0.57707802f;
  p = p * z + 0.96179669f;
  p = p * z + 2.88539008f;
  return tactus_to_float(exponent) + p * s;
}

/// sin of lanes in turns: folded to a quarter turn, then its series; error below 2e-7 within ±1 turn.
TACTUS_INLINE tactus_float16 tactus_sin_turns(tactus_float16 v) {
  tactus_float16 r = v - tactus_floor(v + 0.5f);
  r = r > 0.25f ? 0.5f - r : r;
  r = r < -0.25f ? -0.5f - r : r;
  tactus_float16 x = r * 6.28318531f, z = x * x;
  tactus_float16 p = -2.5052108e-8f;
  p = p * z + 2.7557319e-6f;
  p = p * z - 1.9841270e-4f;
  p = p * z + 8.3333333e-3f;
  p = p * z - 1.6666667e-1f;
  return x + x * z * p;
}

/// The direction of (x, y) in turns 0…1, anticlockwise from +x; 0 at the origin; error below 6e-8.
TACTUS_INLINE tactus_float16 tactus_direction(tactus_float16 x, tactus_float16 y) {
  tactus_float16 across = tactus_max(x, -x), up = tactus_max(y, -y);
  tactus_float16 big = tactus_max(across, up), small = tactus_min(across, up);
  // Above tan(π/8) the difference from π/4 is computed, so that the series stays short.
  tactus_float16 over = small > big * 0.41421356f ? (tactus_float16)1.0f : (tactus_float16)0.0f;
  tactus_float16 below = over > 0.5f ? big + small : big;
  below = below > 0.0f ? below : (tactus_float16)1.0f;
  tactus_float16 t = (over > 0.5f ? small - big : small) / below;
  tactus_float16 z = t * t;
  tactus_float16 p = -1.0f / 15.0f;
  p = p * z + 1.0f / 13.0f;
  p = p * z - 1.0f / 11.0f;
  p = p * z + 1.0f / 9.0f;
  p = p * z - 1.0f / 7.0f;
  p = p * z + 0.2f;
  p = p * z - 1.0f / 3.0f;
  tactus_float16 turns = (t + t * z * p) * 0.15915494f + over * 0.125f;
  turns = up > across ? 0.25f - turns : turns;
  turns = x < 0.0f ? 0.5f - turns : turns;
  turns = y < 0.0f ? 1.0f - turns : turns;
  return turns < 1.0f ? turns : (tactus_float16)0.0f;
}

/// 1 − exp(−v) for lanes from 0: how far a one-pole smoother gets; relative error below
/// 4e-7. NaN becomes 1.
TACTUS_INLINE tactus_float16 tactus_approach(tactus_float16 v) {
  tactus_float16 p = 1.0f - v * (1.0f / 7.0f);
  p = 1.0f - v * (1.0f / 6.0f) * p;
  p = 1.0f - v * (1.0f / 5.0f) * p;
  p = 1.0f - v * (1.0f / 4.0f) * p;
  p = 1.0f - v * (1.0f / 3.0f) * p;
  p = 1.0f - v * (1.0f / 2.0f) * p;
  return v < 0.35f ? v * p : 1.0f - tactus_exp2(v * -1.44269504f);
}

/// tan(π·v) for v in 0…0.49: sine over cosine, both by polynomial; relative error below 4e-7.
TACTUS_INLINE tactus_float16 tactus_tan_pi(tactus_float16 v) {
  // Above an eighth of a turn the complement is used, so that both series stay short; it is exact.
  tactus_float16 y = (v < 0.25f ? v : 0.5f - v) * 3.14159265f;
  tactus_float16 z = y * y;
  tactus_float16 s =
      y * (1.0f + z * (-1.6666667e-1f + z * (8.3333333e-3f + z * (-1.9841270e-4f + z * 2.7557319e-6f))));
  tactus_float16 c =
      1.0f +
      z * (-0.5f + z * (4.1666667e-2f + z * (-1.3888889e-3f + z * (2.4801587e-5f - z * 2.7557319e-7f))));
  return v < 0.25f ? s / c : c / s;
}

/// Two neighbouring floats, loaded at once: half as many loads as one by one (measured: 9.6 instead of 14.4
/// ns for sixteen interpolated reads).
typedef float tactus_float2 __attribute__((ext_vector_type(2), aligned(4)));
typedef float tactus_float4 __attribute__((ext_vector_type(4)));
typedef float tactus_float8 __attribute__((ext_vector_type(8)));

/// Sets `first` and `second` to base[at] and base[at + 1], lane by lane. Two places leave their vector as one
/// number of 64 bits; all our machines store the lower lane in its lower half.
TACTUS_INLINE void tactus_gather_pairs(
    const float *base, tactus_uint16 at, tactus_float16 *first, tactus_float16 *second) {
  union { tactus_uint16 lanes; uint64_t __attribute__((ext_vector_type(8))) twos; } u = { .lanes = at };
#define TACTUS_PAIR(place) (*(const tactus_float2 *)(base + (place)))
#define TACTUS_FOUR(n, a, b)                                                                   \
  uint64_t one##n = u.twos.s##a, two##n = u.twos.s##b;                                         \
  tactus_float4 low##n = __builtin_shufflevector(                                              \
      TACTUS_PAIR((uint32_t)one##n), TACTUS_PAIR(one##n >> 32u), 0, 1, 2, 3);                  \
  tactus_float4 high##n = __builtin_shufflevector(                                             \
      TACTUS_PAIR((uint32_t)two##n), TACTUS_PAIR(two##n >> 32u), 0, 1, 2, 3);                  \
  tactus_float4 x##n = __builtin_shufflevector(low##n, high##n, 0, 2, 4, 6);                   \
  tactus_float4 y##n = __builtin_shufflevector(low##n, high##n, 1, 3, 5, 7);
  TACTUS_FOUR(0, 0, 1)
  TACTUS_FOUR(1, 2, 3)
  TACTUS_FOUR(2, 4, 5)
  TACTUS_FOUR(3, 6, 7)
#undef TACTUS_FOUR
#undef TACTUS_PAIR
  first->lo.lo = x0; first->lo.hi = x1; first->hi.lo = x2; first->hi.hi = x3;
  second->lo.lo = y0; second->lo.hi = y1; second->hi.lo = y2; second->hi.hi = y3;
}

/// Interpolates between `base[offset + i]` and its neighbour. The top `bits` bits of the 32-bit phase are the
/// index i, the rest is the fraction. Each table has one guard sample at its end.
TACTUS_INLINE tactus_float16 tactus_read_table(
    const float *base, tactus_int16 offset, tactus_uint16 phase, int bits) {
  tactus_uint16 index = phase >> (uint32_t)(32 - bits);
  tactus_float16 a, b;
  tactus_gather_pairs(base, index + (tactus_uint16)offset, &a, &b);
  // The fraction has 32 − bits bits, of which a float holds 24.
  tactus_uint16 rest = bits < 8 ? (phase << (uint32_t)bits) >> 8u : phase & (0xFFFFFFFFu >> (uint32_t)bits);
  float whole = bits < 8 ? 16777216.0f : (float)(1u << (32 - bits));
  tactus_float16 fraction = tactus_to_float((tactus_int16)rest) * (1.0f / whole);
  return a + (b - a) * fraction;
}

/// base[at], lane by lane.
TACTUS_INLINE tactus_float16 tactus_gather(const float *base, tactus_int16 at) {
  return (tactus_float16){base[at.s0], base[at.s1], base[at.s2], base[at.s3], base[at.s4], base[at.s5],
                          base[at.s6], base[at.s7], base[at.s8], base[at.s9], base[at.sa], base[at.sb],
                          base[at.sc], base[at.sd], base[at.se], base[at.sf]};
}

/// One sample of each lane of a ring of frames of sixteen lanes, `whole` frames old; 0 where that is older
/// than the lane's `age`.
TACTUS_INLINE tactus_float16 tactus_ring_sample(
    const float *ring, int32_t at, int32_t mask, tactus_int16 whole, tactus_int16 age) {
  const tactus_int16 lane = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  tactus_int16 place = (((tactus_int16)(at) - whole) & mask) << 4;
  union { tactus_float16 value; tactus_int16 bits; } u = { .value = tactus_gather(ring, place + lane) };
  u.bits &= (tactus_int16)(whole <= age);
  return u.value;
}

/// Reads each lane's own delay from a ring: the signal `frames` ≥ 2 frames before `at`, by a cubic through
/// four samples (Lagrange). `mask` is the ring's length in frames less one.
TACTUS_INLINE tactus_float16 tactus_read_ring(
    const float *ring, int32_t at, int32_t mask, tactus_float16 frames, tactus_int16 age) {
  tactus_int16 whole = tactus_to_int(frames);
  tactus_float16 t = frames - tactus_to_float(whole);
  tactus_float16 y0 = tactus_ring_sample(ring, at, mask, whole - 1, age);
  tactus_float16 y1 = tactus_ring_sample(ring, at, mask, whole, age);
  tactus_float16 y2 = tactus_ring_sample(ring, at, mask, whole + 1, age);
  tactus_float16 y3 = tactus_ring_sample(ring, at, mask, whole + 2, age);
  tactus_float16 a = t + 1.0f, b = t - 1.0f, c = t - 2.0f;
  tactus_float16 outer = t * b * (1.0f / 6.0f), inner = a * c * 0.5f;
  return y3 * (outer * a) - y0 * (outer * c) + y1 * (inner * b) - y2 * (inner * t);
}

/// sin of a 32-bit phase, 2^32 a turn, computed as the cosine of the distance to the crest; error below
/// 3e-7.
TACTUS_INLINE tactus_float16 tactus_sin_phase(tactus_uint16 phase) {
  tactus_int16 turn = (tactus_int16)phase;
  tactus_float16 x = tactus_to_float(turn) * (1.0f / 4294967296.0f);
  union { tactus_float16 value; tactus_int16 bits; } size = { .value = x }, out;
  size.bits &= 0x7fffffff;
  tactus_float16 r = (0.25f - size.value) * 6.28318531f, z = r * r;
  tactus_float16 p = -2.6077104e-7f;
  p = p * z + 2.4761886e-5f;
  p = p * z - 1.3888404e-3f;
  p = p * z + 4.1666641e-2f;
  p = p * z - 0.5f;
  out.value = p * z + 1.0f;
  out.bits ^= turn & (int32_t)0x80000000;
  return out.value;
}

/// Converts turns (within ±2^22) to a displacement of a 32-bit phase.
TACTUS_INLINE tactus_uint16 tactus_turns_to_phase(tactus_float16 turns) {
  // 1.5·2^23 rounds to the nearest whole number of turns.
  tactus_float16 shifted = turns + 12582912.0f;
  tactus_float16 rest = turns - (shifted - 12582912.0f);
  return (tactus_uint16)tactus_to_int(rest * 2147483648.0f) << 1u;
}

/// For phases that went from `before` to `after` by less than half a turn: 1 where a cycle ended, −1 where
/// the phase went backwards through 0, otherwise 0.
TACTUS_INLINE tactus_int16 tactus_wraps(tactus_uint16 before, tactus_uint16 after) {
  tactus_int16 step = (tactus_int16)(after - before);
  // A comparison that holds is −1.
  return ((tactus_int16)(after > before) & (tactus_int16)(step < 0)) -
         ((tactus_int16)(after < before) & (tactus_int16)(step > 0));
}

/// x(27 + x²)/(27 + 9x²) within ±3, and ±1 beyond; error below 2e-7. Slope 1 at 0, within 2.4 % of tanh.
TACTUS_INLINE tactus_float16 tactus_saturate(tactus_float16 v) {
  tactus_float16 x = tactus_min(tactus_max(v, (tactus_float16)-3.0f), (tactus_float16)3.0f), z = x * x;
  return x * (27.0f + z) / (27.0f + 9.0f * z);
}

/// Whether any lane of a is at least b.
TACTUS_INLINE int tactus_any_at_least(tactus_float16 a, tactus_float16 b) {
  return __builtin_reduce_or((tactus_int16)(a >= b)) != 0;
}

/// Whether any lane of a is less than b.
TACTUS_INLINE int tactus_any_less(tactus_uint16 a, tactus_uint16 b) {
  return __builtin_reduce_or((tactus_int16)(a < b)) != 0;
}

/// v / n, towards zero, for n > 0; by shifts where n is a power of two.
TACTUS_INLINE tactus_int16 tactus_divided(tactus_int16 v, int32_t n) {
  if ((n & (n - 1)) != 0) return v / n;
  return (v + ((v >> 31) & (n - 1))) >> __builtin_ctz((uint32_t)n);
}

/// Whether any lane is neither a nor b.
TACTUS_INLINE int tactus_any_other(tactus_int16 v, int32_t a, int32_t b) {
  return __builtin_reduce_or((tactus_int16)(v != a) & (tactus_int16)(v != b)) != 0;
}

/// The start of each lane's table: level ⌈log₂(1024·cycles)⌉ + duller, limited to 0…levels − 1, with
/// `stride` floats a level, counted from level `first`.
TACTUS_INLINE tactus_int16 tactus_table_offset(
    tactus_float16 cycles, int32_t duller, int32_t levels, int32_t first, int32_t stride) {
  // The exponent of a float is its log₂ rounded down; a factor of just under 2 makes it rounded up.
  union { tactus_float16 value; tactus_int16 bits; } u = {
      .value = tactus_max(cycles * 2047.999f, (tactus_float16)1.0f)};
  tactus_float16 level = tactus_min(
      tactus_to_float((u.bits >> 23) - (127 - duller)), (tactus_float16)(float)(levels - 1));
  // The product is exact, because it is below 2^24.
  return tactus_to_int((level + (float)first) * (float)stride);
}

/// Whether any bit of any lane is set.
TACTUS_INLINE int tactus_any_bit(tactus_uint16 a) { return __builtin_reduce_or(a) != 0; }

/// `yes` where the integer lanes are equal, otherwise `no`.
TACTUS_INLINE tactus_float16 tactus_where_equal(
    tactus_int16 a, tactus_int16 b, tactus_float16 yes, tactus_float16 no) {
  return a == b ? yes : no;
}

/// The next number of each lane's own xorshift generator (G. Marsaglia, 2003); a lane must not be 0.
TACTUS_INLINE tactus_uint16 tactus_xorshift(tactus_uint16 state) {
  state ^= state << 13u;
  state ^= state >> 17u;
  state ^= state << 5u;
  return state;
}

/// Converts 32 random bits to −1…1.
TACTUS_INLINE tactus_float16 tactus_bipolar(tactus_uint16 bits) {
  return tactus_to_float((tactus_int16)bits) * (1.0f / 2147483648.0f);
}

/// Converts a frequency as a fraction of the sample rate (0…0.5)
/// to the step of a 32-bit phase, exact to the last bit.
TACTUS_INLINE tactus_uint16 tactus_phase_step(tactus_float16 cycles) {
  // In two parts, because a float holds 24 of the 32 bits.
  tactus_float16 high = cycles * 65536.0f;
  tactus_int16 top = tactus_to_int(high);
  tactus_int16 low = tactus_to_int((high - tactus_to_float(top)) * 65536.0f);
  return ((tactus_uint16)top << 16u) + (tactus_uint16)low;
}

/// Sets flush-to-zero and denormals-are-zero; returns the mode before.
TACTUS_INLINE uint64_t tactus_flush_denormals(void) {
#if defined(__SSE__)
  uint32_t old = _mm_getcsr();
  _mm_setcsr(old | 0x8040u);
  return old;
#elif defined(__aarch64__)
  uint64_t old;
  __asm__ volatile("mrs %0, fpcr" : "=r"(old));
  __asm__ volatile("msr fpcr, %0" ::"r"(old | (1ull << 24)));
  return old;
#else
  return 0;
#endif
}

/// Restores the mode that `tactus_flush_denormals` returned.
TACTUS_INLINE void tactus_restore_float_mode(uint64_t mode) {
#if defined(__SSE__)
  _mm_setcsr((uint32_t)mode);
#elif defined(__aarch64__)
  __asm__ volatile("msr fpcr, %0" ::"r"(mode));
#else
  (void)mode;
#endif
}

#include "parts.h"
#include "rows.h"
#include "passages.h"
