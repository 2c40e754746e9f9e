// Passages of a curve that are too fast for the sample rate, computed at eight times that rate, lane by lane.
// Any thread, the audio thread too: none allocates or locks.
#pragma once

// lanes.h includes this header at its end, so that a build notices when it changes.
#include "lanes.h"
#include "rows.h"

typedef float tactus_packed8 __attribute__((ext_vector_type(8), aligned(4)));

/// The points of an interval between two samples, from the first of them on, in eighths: the weights of six
/// samples, two before it and three after it (Lagrange).
static const float tactus_passage_points[6][8] = {
    {0.0f, 0.00552749634f, 0.00939941406f, 0.0114555359f, 0.01171875f, 0.0103645325f, 0.00769042969f,
     0.00408554077f},
    {0.0f, -0.0522041321f, -0.0845947266f, -0.0989341736f, -0.09765625f, -0.0837135315f, -0.0604248047f,
     -0.0313224792f},
    {1.0f, 0.939674377f, 0.845947266f, 0.725517273f, 0.5859375f, 0.435310364f, 0.281982422f, 0.134239197f},
    {0.0f, 0.134239197f, 0.281982422f, 0.435310364f, 0.5859375f, 0.725517273f, 0.845947266f, 0.939674377f},
    {0.0f, -0.0313224792f, -0.0604248047f, -0.0837135315f, -0.09765625f, -0.0989341736f, -0.0845947266f,
     -0.0522041321f},
    {0.0f, 0.00408554077f, 0.00769042969f, 0.0103645325f, 0.01171875f, 0.0114555359f, 0.00939941406f,
     0.00552749634f},
};

/// The share of an eighth that a passage has: cubic B-splines at the four samples around the interval, of
/// which bit n says whether the nth belongs to the passage.
static const float tactus_passage_shares[16][8] = {
    {0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f},
    {0.166666667f, 0.111653646f, 0.0703125f, 0.0406901042f, 0.0208333333f, 0.0087890625f, 0.00260416667f,
     0.000325520833f},
    {0.666666667f, 0.652018229f, 0.611979167f, 0.552408854f, 0.479166667f, 0.398111979f, 0.315104167f,
     0.236002604f},
    {0.833333333f, 0.763671875f, 0.682291667f, 0.593098958f, 0.5f, 0.406901042f, 0.317708333f,
     0.236328125f},
    {0.166666667f, 0.236002604f, 0.315104167f, 0.398111979f, 0.479166667f, 0.552408854f, 0.611979167f,
     0.652018229f},
    {0.333333333f, 0.34765625f, 0.385416667f, 0.438802083f, 0.5f, 0.561197917f, 0.614583333f, 0.65234375f},
    {0.833333333f, 0.888020833f, 0.927083333f, 0.950520833f, 0.958333333f, 0.950520833f, 0.927083333f,
     0.888020833f},
    {1.0f, 0.999674479f, 0.997395833f, 0.991210937f, 0.979166667f, 0.959309896f, 0.9296875f, 0.888346354f},
    {0.0f, 0.000325520833f, 0.00260416667f, 0.0087890625f, 0.0208333333f, 0.0406901042f, 0.0703125f,
     0.111653646f},
    {0.166666667f, 0.111979167f, 0.0729166667f, 0.0494791667f, 0.0416666667f, 0.0494791667f, 0.0729166667f,
     0.111979167f},
    {0.666666667f, 0.65234375f, 0.614583333f, 0.561197917f, 0.5f, 0.438802083f, 0.385416667f, 0.34765625f},
    {0.833333333f, 0.763997396f, 0.684895833f, 0.601888021f, 0.520833333f, 0.447591146f, 0.388020833f,
     0.347981771f},
    {0.166666667f, 0.236328125f, 0.317708333f, 0.406901042f, 0.5f, 0.593098958f, 0.682291667f,
     0.763671875f},
    {0.333333333f, 0.347981771f, 0.388020833f, 0.447591146f, 0.520833333f, 0.601888021f, 0.684895833f,
     0.763997396f},
    {0.833333333f, 0.888346354f, 0.9296875f, 0.959309896f, 0.979166667f, 0.991210937f, 0.997395833f,
     0.999674479f},
    {1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f},
};

/// What each eighth adds to the three samples before and after it: a sinc under a Kaiser window (β 5.65) of
/// six samples, which keeps what is below 3/16 of the sample rate and takes 60 dB from what would alias
/// there. The first eighth also takes away the sample itself.
static const float tactus_passage_kernel[8][8] = {
    {-1.35146067e-18f, 3.63822117e-18f, -0.875f, 3.63822117e-18f, -1.35146067e-18f, 9.93449103e-20f, 0.0f,
     0.0f},
    {0.00163761003f, -0.00932616307f, 0.121270968f, 0.0139331613f, -0.00268138441f, 0.00019071423f, 0.0f,
     0.0f},
    {0.00230362064f, -0.0141579017f, 0.11055143f, 0.031888143f, -0.0062128162f, 0.000572753849f, 0.0f,
     0.0f},
    {0.00223982255f, -0.0151762272f, 0.0941658784f, 0.0525671863f, -0.010074822f, 0.00112911524f, 0.0f,
     0.0f},
    {0.00175341502f, -0.0134245966f, 0.074076678f, 0.074076678f, -0.0134245966f, 0.00175341502f, 0.0f,
     0.0f},
    {0.00112911524f, -0.010074822f, 0.0525671863f, 0.0941658784f, -0.0151762272f, 0.00223982255f, 0.0f,
     0.0f},
    {0.000572753849f, -0.0062128162f, 0.031888143f, 0.11055143f, -0.0141579017f, 0.00230362064f, 0.0f,
     0.0f},
    {0.00019071423f, -0.00268138441f, 0.0139331613f, 0.121270968f, -0.00932616307f, 0.00163761003f, 0.0f,
     0.0f},
};

/// sin(2π·v) for lanes within ±2^22 turns; error below 3e-7. As tactus_sin_phase.
#define TACTUS_FOLD(type, bits_type)                                                            \
  type shifted = v + 12582912.0f;                                                              \
  union { type value; bits_type bits; } x = { .value = v - (shifted - 12582912.0f) }, size = x, out; \
  size.bits &= 0x7fffffff;                                                                     \
  type r = (0.25f - size.value) * 6.28318531f, z = r * r;                                      \
  type p = -2.6077104e-7f;                                                                     \
  p = p * z + 2.4761886e-5f;                                                                   \
  p = p * z - 1.3888404e-3f;                                                                   \
  p = p * z + 4.1666641e-2f;                                                                   \
  p = p * z - 0.5f;                                                                            \
  out.value = p * z + 1.0f;                                                                    \
  out.bits ^= x.bits & (int32_t)0x80000000;                                                    \
  return out.value;
TACTUS_INLINE tactus_float16 tactus_fold(tactus_float16 v) { TACTUS_FOLD(tactus_float16, tactus_int16) }
typedef int32_t tactus_int8 __attribute__((ext_vector_type(8)));
TACTUS_INLINE tactus_float8 tactus_fold8(tactus_float8 v) { TACTUS_FOLD(tactus_float8, tactus_int8) }
#undef TACTUS_FOLD

/// A bit for each lane that moves by `least` or more.
TACTUS_INLINE uint32_t tactus_fast_bits(tactus_float16 a, tactus_float16 b, float least) {
  typedef bool tactus_bool16 __attribute__((ext_vector_type(16)));
  tactus_float16 way = b - a;
  union { tactus_bool16 lanes; uint16_t bits; } u = {
      .lanes = __builtin_convertvector(tactus_max(way, -way) >= least, tactus_bool16) };
  return u.bits;
}

/// The eight points of the interval after the third of six samples, one lane.
TACTUS_INLINE tactus_float8 tactus_interval(const float *samples) {
  tactus_float8 x = 0.0f;
#pragma clang loop unroll(full)
  for (int tap = 0; tap < 6; tap++)
    x += *(const tactus_packed8 *)tactus_passage_points[tap] * samples[16 * tap];
  return x;
}

/// Adds the values at those points to the six samples, for a passage of these of the four samples around it.
TACTUS_INLINE void tactus_add_interval(float *samples, tactus_float8 values, uint32_t passage) {
  tactus_float8 v = values * *(const tactus_packed8 *)tactus_passage_shares[passage & 15u], sum = 0.0f;
#pragma clang loop unroll(full)
  for (int point = 0; point < 8; point++)
    sum += *(const tactus_packed8 *)tactus_passage_kernel[point] * v[point];
#pragma clang loop unroll(full)
  for (int tap = 0; tap < 6; tap++) samples[16 * tap] += sum[tap];
}

/// Corrects sin(2π·turns) where lanes move by `least` turns or more from one sample to the next. `turns` are
/// twelve samples from before and `count` new ones, `sound` six from before, which are complete then, and
/// `count` new ones.
TACTUS_INLINE void tactus_fold_passages(const float *turns, float *sound, int32_t count, float least) {
  // Samples that follow or end a fast interval, of the last intervals, the newest one last; a sample belongs
  // to a passage if such an interval is beside it or beside its neighbours.
  uint32_t fast[7];
#pragma clang loop unroll(full)
  for (int age = 0; age < 6; age++)
    fast[age + 1] = tactus_fast_bits(
        tactus_load(turns + 16 * (5 + age)), tactus_load(turns + 16 * (6 + age)), least);
  for (int32_t frame = 0; frame < count; frame++) {
#pragma clang loop unroll(full)
    for (int age = 0; age < 6; age++) fast[age] = fast[age + 1];
    const float *now = turns + 16 * (12 + frame);
    fast[6] = tactus_fast_bits(tactus_load(now - 16), tactus_load(now), least);
    uint32_t inner = fast[2] | fast[3] | fast[4];
    uint32_t first = fast[0] | fast[1] | fast[2] | fast[3], second = inner | fast[1];
    uint32_t third = inner | fast[5], fourth = fast[3] | fast[4] | fast[5] | fast[6];
    uint32_t lanes = first | second | third | fourth;
    while (lanes != 0) {
      uint32_t lane = (uint32_t)__builtin_ctz(lanes);
      lanes &= lanes - 1;
      uint32_t passage = (first >> lane & 1u) | (second >> lane & 1u) << 1u | (third >> lane & 1u) << 2u
          | (fourth >> lane & 1u) << 3u;
      tactus_add_interval(
          sound + 16 * frame + lane, tactus_fold8(tactus_interval(now - 16 * 6 + lane)), passage);
    }
  }
}
