// Mathematics on single numbers, as inline C: no C library, so that every machine and WebAssembly compute the
// same bits. Any thread, the audio thread too: none allocates or locks, and each is marked so for the Swift
// compiler.
#pragma once

#include <stdint.h>

// A product and a sum are never one rounding: processors with and without that instruction would differ.
#pragma STDC FP_CONTRACT OFF

#define TACTUS_INLINE static inline __attribute__((always_inline, swift_attr("@_noLocks")))

/// Exact.
TACTUS_INLINE float tactus_sqrtf(float v) { return __builtin_elementwise_sqrt(v); }

/// v without its fraction; v must be within ±2^31.
TACTUS_INLINE int32_t tactus_truncated(float v) { return (int32_t)v; }

/// Turns (within ±2^22) as a displacement of a 32-bit phase: as tactus_turns_to_phase.
TACTUS_INLINE uint32_t tactus_turn_to_phase(float turns) {
  float shifted = turns + 12582912.0f;
  float rest = turns - (shifted - 12582912.0f);
  return (uint32_t)(int32_t)(rest * 2147483648.0f) << 1u;
}

/// The greatest whole number not above v, exactly; −0 becomes 0.
TACTUS_INLINE float tactus_floorf(float v) {
  // From 2^23 on every float is whole.
  if (!(v > -8388608.0f && v < 8388608.0f)) return v;
  float whole = (float)(int32_t)v;
  return whole > v ? whole - 1.0f : whole;
}
TACTUS_INLINE double tactus_floord(double v) {
  if (!(v > -4503599627370496.0 && v < 4503599627370496.0)) return v;
  double whole = (double)(int64_t)v;
  return whole > v ? whole - 1.0 : whole;
}

/// (2^v − 1)/v on [−½, ½] by its series.
TACTUS_INLINE double tactus_exp2_rest(double v) {
  double p = 1.0178086009239699e-7;
  p = p * v + 1.3215486790144307e-6;
  p = p * v + 1.5252733804059841e-5;
  p = p * v + 1.5403530393381608e-4;
  p = p * v + 1.3333558146428443e-3;
  p = p * v + 9.6181291076284772e-3;
  p = p * v + 5.5504108664821580e-2;
  p = p * v + 2.4022650695910071e-1;
  return p * v + 6.9314718055994531e-1;
}

/// 2^n for n in −1022…1023.
TACTUS_INLINE double tactus_power_of_two(int64_t n) {
  union { int64_t bits; double value; } u = { .bits = (n + 1023) << 52 };
  return u.value;
}

/// 2^v, of which the float is meant; NaN stays.
TACTUS_INLINE float tactus_exp2_of(double v) {
  if (v != v) return (float)v;
  double x = v > -200.0 ? (v < 200.0 ? v : 200.0) : -200.0;
  double whole = tactus_floord(x + 0.5), rest = x - whole;
  return (float)((1.0 + rest * tactus_exp2_rest(rest)) * tactus_power_of_two((int64_t)whole));
}

/// 2^v; relative error below 6e-8 where the result is normal.
TACTUS_INLINE float tactus_exp2f(float v) { return tactus_exp2_of(v); }

/// e^v; relative error below 6e-8 where the result is normal.
TACTUS_INLINE float tactus_expf(float v) { return tactus_exp2_of(v * 1.4426950408889634); }

/// 1 − e^−v for v from 0; relative error below 6e-8.
TACTUS_INLINE float tactus_approachf(float v) {
  double x = v * -1.4426950408889634;
  x = x > -200.0 ? x : -200.0;
  double whole = tactus_floord(x + 0.5), rest = x - whole, part = rest * tactus_exp2_rest(rest);
  double scale = tactus_power_of_two((int64_t)whole);
  return (float)((1.0 - scale) - part * scale);
}

/// log2 of a positive normal number; error below 4e-15 times the greater of 1 and the result. 0
/// and less: −∞.
TACTUS_INLINE double tactus_log2d(double v) {
  if (!(v > 0)) return v != v ? v : -__builtin_huge_val();
  if (v > 1.7976931348623157e308) return v;
  union { double value; int64_t bits; } u = { .value = v };
  // 0x3fe6a09e… is the square root of one half: mantissas above √2 count to the next exponent.
  int64_t exponent = (u.bits - 0x3fe6a09e667f3bcd) >> 52;
  u.bits -= exponent << 52;
  double s = (u.value - 1.0) / (u.value + 1.0), z = s * s;
  // The series of atanh, times 2/ln 2.
  double p = 2.8853900817779268 / 21;
  p = p * z + 2.8853900817779268 / 19;
  p = p * z + 2.8853900817779268 / 17;
  p = p * z + 2.8853900817779268 / 15;
  p = p * z + 2.8853900817779268 / 13;
  p = p * z + 2.8853900817779268 / 11;
  p = p * z + 2.8853900817779268 / 9;
  p = p * z + 2.8853900817779268 / 7;
  p = p * z + 2.8853900817779268 / 5;
  p = p * z + 2.8853900817779268 / 3;
  p = p * z + 2.8853900817779268;
  return (double)exponent + p * s;
}

/// v decibels as a factor; relative error below 6e-8 where the result is normal.
TACTUS_INLINE float tactus_gainf(float v) { return tactus_exp2_of(v * 0.16609640474436813); }

/// log2 of a positive number; relative error below 6e-8. 0 and less: −∞.
TACTUS_INLINE float tactus_log2f(float v) { return (float)tactus_log2d(v); }

/// Sine of v turns; error below 6e-8 at any v.
TACTUS_INLINE float tactus_sine_of_turns(float v) {
  // Exact: the fraction of a float is one.
  double r = (double)v - tactus_floord((double)v + 0.5);
  r = r > 0.25 ? 0.5 - r : r;
  r = r < -0.25 ? -0.5 - r : r;
  double x = r * 6.2831853071795865, z = x * x;
  double p = -7.6471637318198165e-13;
  p = p * z + 1.6059043836821613e-10;
  p = p * z - 2.5052108385441719e-8;
  p = p * z + 2.7557319223985891e-6;
  p = p * z - 1.9841269841269841e-4;
  p = p * z + 8.3333333333333333e-3;
  p = p * z - 1.6666666666666667e-1;
  return (float)(x + x * z * p);
}

/// The direction of (x, y) in turns from 0 to below 1, anticlockwise from +x; error below 6e-8. 0 at the
/// origin and where it is not defined.
TACTUS_INLINE float tactus_direction_of(float y, float x) {
  double across = x < 0 ? -(double)x : x, up = y < 0 ? -(double)y : y;
  double big = across > up ? across : up, small = across > up ? up : across;
  // Above tan(π/8) the difference from π/4 is computed, so that the series stays short.
  int over = small > big * 0.41421356237309505;
  double below = over ? big + small : big;
  double t = (over ? small - big : small) / (below > 0 ? below : 1.0), z = t * t;
  double p = 1.0 / 25;
  p = p * z - 1.0 / 23;
  p = p * z + 1.0 / 21;
  p = p * z - 1.0 / 19;
  p = p * z + 1.0 / 17;
  p = p * z - 1.0 / 15;
  p = p * z + 1.0 / 13;
  p = p * z - 1.0 / 11;
  p = p * z + 1.0 / 9;
  p = p * z - 1.0 / 7;
  p = p * z + 1.0 / 5;
  p = p * z - 1.0 / 3;
  double turns = (t + t * z * p) * 0.15915494309189534 + (over ? 0.125 : 0.0);
  turns = up > across ? 0.25 - turns : turns;
  turns = x < 0 ? 0.5 - turns : turns;
  turns = y < 0 ? 1.0 - turns : turns;
  float rounded = (float)turns;
  return rounded < 1.0f ? rounded : 0.0f;
}
