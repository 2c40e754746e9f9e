// What Swift's SIMD16 does slowly or not at all, as inline C on the same vectors (docs/architecture.md,
// "Lanes"). Every function is allocation-free, lock-free and marked so for the Swift compiler.
#pragma once

// The vectors are wider than baseline registers; every function here is inlined, so no ABI is at stake.
#pragma clang diagnostic ignored "-Wpsabi"

#include <math.h>
#include <stdint.h>
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

#define TACTUS_INLINE static inline __attribute__((always_inline, swift_attr("@_noLocks")))

typedef float tactus_float16 __attribute__((ext_vector_type(16)));
typedef int32_t tactus_int16 __attribute__((ext_vector_type(16)));
typedef uint32_t tactus_uint16 __attribute__((ext_vector_type(16)));

/// Lane by lane; `min`/`max` answer `b` where `a` is NaN.
TACTUS_INLINE tactus_float16 tactus_min(tactus_float16 a, tactus_float16 b) { return a < b ? a : b; }
TACTUS_INLINE tactus_float16 tactus_max(tactus_float16 a, tactus_float16 b) { return a > b ? a : b; }

/// `yes` where a < b, else `no`.
TACTUS_INLINE tactus_float16 tactus_where_less(
    tactus_float16 a, tactus_float16 b, tactus_float16 yes, tactus_float16 no) {
  return a < b ? yes : no;
}

/// Adds the lanes pairwise: one fixed order, so the same sum on every machine.
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

/// 2^v by splitting off the integer and a polynomial of degree 6 on [−½, ½]: relative error below 2e−7.
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

/// The lanes that are numbers, and `other` where they are NaN.
TACTUS_INLINE tactus_float16 tactus_number_or(tactus_float16 v, tactus_float16 other) {
  return v == v ? v : other;
}

/// The greatest whole number not above each lane. From 2^23 on every float is whole.
TACTUS_INLINE tactus_float16 tactus_floor(tactus_float16 v) {
  tactus_float16 x = tactus_min(tactus_max(v, (tactus_float16)-8388608.0f), (tactus_float16)8388608.0f);
  tactus_float16 whole = tactus_to_float(tactus_to_int(x));
  whole = whole > x ? whole - 1.0f : whole;
  return (x == v) ? whole : v;
}

/// log2 of positive normal lanes: the exponent, and the series of atanh on 0.7…1.42; error below 2e−7.
TACTUS_INLINE tactus_float16 tactus_log2(tactus_float16 v) {
  union { tactus_float16 value; tactus_int16 bits; } u = { .value = v };
  // 0x3f3504f3 is the square root of one half: what is above it within an octave goes to the next exponent.
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

/// sin of lanes in turns: folded to a quarter turn, then its series; error below 2e−7 within ±1 turn.
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

/// The direction of (x, y) in turns 0…1, anticlockwise from +x; 0 at the origin. Error below 1e−7.
TACTUS_INLINE tactus_float16 tactus_direction(tactus_float16 x, tactus_float16 y) {
  tactus_float16 across = tactus_max(x, -x), up = tactus_max(y, -y);
  tactus_float16 big = tactus_max(across, up), small = tactus_min(across, up);
  // Above tan(π/8) by the difference to π/4, so that the series stays short.
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

/// 1 − exp(−v) for lanes from 0, without loss near 0: how far a one-pole smoother gets. NaN becomes 1.
TACTUS_INLINE tactus_float16 tactus_approach(tactus_float16 v) {
  tactus_float16 p = 1.0f - v * (1.0f / 7.0f);
  p = 1.0f - v * (1.0f / 6.0f) * p;
  p = 1.0f - v * (1.0f / 5.0f) * p;
  p = 1.0f - v * (1.0f / 4.0f) * p;
  p = 1.0f - v * (1.0f / 3.0f) * p;
  p = 1.0f - v * (1.0f / 2.0f) * p;
  return v < 0.35f ? v * p : 1.0f - tactus_exp2(v * -1.44269504f);
}

/// tan(π·v) for v in 0…0.49: sine over cosine, both by polynomial; relative error below 1e−6.
TACTUS_INLINE tactus_float16 tactus_tan_pi(tactus_float16 v) {
  tactus_float16 x = v * 3.14159265f;
  // Above π/4 through the complement, so that both series stay short.
  tactus_float16 other = 1.57079633f - x;
  tactus_float16 y = x < other ? x : other;
  tactus_float16 z = y * y;
  tactus_float16 s =
      y * (1.0f + z * (-1.6666667e-1f + z * (8.3333333e-3f + z * (-1.9841270e-4f + z * 2.7557319e-6f))));
  tactus_float16 c =
      1.0f + z * (-0.5f + z * (4.1666667e-2f + z * (-1.3888889e-3f + z * (2.4801587e-5f - z * 2.7557319e-7f))));
  return x < other ? s / c : c / s;
}

/// Reads `base[offset + i]` and its neighbour and blends them, i and the blend taken from a 32-bit phase:
/// its top `bits` bits are the index, the rest the fraction. Each table has one guard sample at its end.
TACTUS_INLINE tactus_float16 tactus_read_table(
    const float *base, tactus_int16 offset, tactus_uint16 phase, int bits) {
  tactus_uint16 index = phase >> (uint32_t)(32 - bits);
  tactus_int16 at = (tactus_int16)index + offset;
  tactus_float16 a = {base[at.s0], base[at.s1], base[at.s2], base[at.s3], base[at.s4], base[at.s5],
                      base[at.s6], base[at.s7], base[at.s8], base[at.s9], base[at.sa], base[at.sb],
                      base[at.sc], base[at.sd], base[at.se], base[at.sf]};
  tactus_int16 next = at + 1;
  tactus_float16 b = {base[next.s0], base[next.s1], base[next.s2], base[next.s3], base[next.s4],
                      base[next.s5], base[next.s6], base[next.s7], base[next.s8], base[next.s9],
                      base[next.sa], base[next.sb], base[next.sc], base[next.sd], base[next.se],
                      base[next.sf]};
  // The fraction's 32 − bits bits as a signed integer never reach 2^31, so the conversion is exact enough.
  tactus_uint16 rest = (phase << (uint32_t)bits) >> 8u;
  tactus_float16 fraction = tactus_to_float((tactus_int16)rest) * (1.0f / 16777216.0f);
  return a + (b - a) * fraction;
}

/// A frequency as a share of the sample rate (0…0.5) becomes the step of a 32-bit phase, to its last bit.
TACTUS_INLINE tactus_uint16 tactus_phase_step(tactus_float16 cycles) {
  // Two parts, because a float holds 24 bits of the 32.
  tactus_float16 high = cycles * 65536.0f;
  tactus_int16 top = tactus_to_int(high);
  tactus_int16 low = tactus_to_int((high - tactus_to_float(top)) * 65536.0f);
  return ((tactus_uint16)top << 16u) + (tactus_uint16)low;
}

/// Scalar mathematics of libm, marked for the audio thread.
TACTUS_INLINE float tactus_exp2f(float v) { return exp2f(v); }
TACTUS_INLINE float tactus_expf(float v) { return expf(v); }
TACTUS_INLINE float tactus_log2f(float v) { return log2f(v); }
TACTUS_INLINE float tactus_atan2f(float y, float x) { return atan2f(y, x); }
TACTUS_INLINE float tactus_sinf(float v) { return sinf(v); }
TACTUS_INLINE float tactus_sqrtf(float v) { return sqrtf(v); }
TACTUS_INLINE float tactus_floorf(float v) { return floorf(v); }
TACTUS_INLINE double tactus_sin(double v) { return sin(v); }
TACTUS_INLINE double tactus_exp2d(double v) { return exp2(v); }

/// Sets flush-to-zero (and denormals-are-zero) and answers the mode that was in force.
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

/// Puts back what `tactus_flush_denormals` answered.
TACTUS_INLINE void tactus_restore_float_mode(uint64_t mode) {
#if defined(__SSE__)
  _mm_setcsr((uint32_t)mode);
#elif defined(__aarch64__)
  __asm__ volatile("msr fpcr, %0" ::"r"(mode));
#else
  (void)mode;
#endif
}
