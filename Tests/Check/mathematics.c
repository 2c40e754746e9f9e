// The mathematics of CLanes on arrays, for mathematics.py: compiled natively and for WebAssembly.
#include "../../Sources/CLanes/include/lanes.h"

#define EXPORT __attribute__((visibility("default")))
enum { room = 1 << 16 };
static float x[room], y[room], out[room];
static double wide[room], wide_out[room];

EXPORT float *x_values(void) { return x; }
EXPORT float *y_values(void) { return y; }
EXPORT float *results(void) { return out; }
EXPORT double *wide_values(void) { return wide; }
EXPORT double *wide_results(void) { return wide_out; }
EXPORT int capacity(void) { return room; }

typedef float floats __attribute__((ext_vector_type(16), aligned(4)));
#define LANES(name, expression)                          \
  EXPORT void name(void) {                               \
    for (int i = 0; i < room; i += 16) {                 \
      tactus_float16 v = *(floats *)(x + i);             \
      tactus_float16 w = *(floats *)(y + i);             \
      (void)w;                                           \
      *(floats *)(out + i) = expression;                 \
    }                                                    \
  }
#define SCALAR(name, expression)                         \
  EXPORT void name(void) {                               \
    for (int i = 0; i < room; i++) {                     \
      float v = x[i], w = y[i];                          \
      (void)w;                                           \
      out[i] = expression;                               \
    }                                                    \
  }
#define WIDE(name, expression)                           \
  EXPORT void name(void) {                               \
    for (int i = 0; i < room; i++) {                     \
      double v = wide[i];                                \
      wide_out[i] = expression;                          \
    }                                                    \
  }

LANES(lanes_exp2, tactus_exp2(v))
LANES(lanes_log2, tactus_log2(v))
LANES(lanes_sin_turns, tactus_sin_turns(v))
LANES(lanes_sin_phase, tactus_sin_phase(tactus_turns_to_phase(v)))
LANES(lanes_tan_pi, tactus_tan_pi(v))
LANES(lanes_approach, tactus_approach(v))
LANES(lanes_direction, tactus_direction(v, w))
LANES(lanes_saturate, tactus_saturate(v))
LANES(lanes_sqrt, tactus_sqrt(v))
LANES(lanes_floor, tactus_floor(v))
SCALAR(scalar_exp2, tactus_exp2f(v))
SCALAR(scalar_exp, tactus_expf(v))
SCALAR(scalar_gain, tactus_gainf(v))
SCALAR(scalar_approach, tactus_approachf(v))
SCALAR(scalar_log2, tactus_log2f(v))
SCALAR(scalar_sine, tactus_sine_of_turns(v))
SCALAR(scalar_direction, tactus_direction_of(w, v))
SCALAR(scalar_sqrt, tactus_sqrtf(v))
SCALAR(scalar_floor, tactus_floorf(v))
WIDE(wide_log2, tactus_log2d(v))
WIDE(wide_floor, tactus_floord(v))
