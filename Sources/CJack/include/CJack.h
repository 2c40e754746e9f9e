// JACK's client library, loaded while the program runs: that of jackd or that of PipeWire, whichever has a
// server. So the command starts on machines without either. Any thread; the functions with a port and its
// buffer, those of MIDI, the transport and the times of a cycle belong to the audio thread.
#pragma once

#include <jack/jack.h>
#include <jack/metadata.h>
#include <jack/midiport.h>
#include <time.h>

/// Name, result, parameters and arguments of each function that is called.
#define TACTUS_JACK_ORDINARY(X)                                                                             \
  X(client_close, int, (jack_client_t * client), (client))                                                  \
  X(get_client_name, char *, (jack_client_t * client), (client))                                            \
  X(activate, int, (jack_client_t * client), (client))                                                      \
  X(deactivate, int, (jack_client_t * client), (client))                                                    \
  X(get_sample_rate, jack_nframes_t, (jack_client_t * client), (client))                                    \
  X(get_buffer_size, jack_nframes_t, (jack_client_t * client), (client))                                    \
  X(is_realtime, int, (jack_client_t * client), (client))                                                   \
  X(cpu_load, float, (jack_client_t * client), (client))                                                    \
  X(get_version_string, const char *, (void), ())                                                           \
  X(set_error_function, void, (void (*function)(const char *)), (function))                                 \
  X(set_info_function, void, (void (*function)(const char *)), (function))                                  \
  X(set_process_callback, int, (jack_client_t * client, JackProcessCallback call, void *argument),          \
    (client, call, argument))                                                                               \
  X(set_xrun_callback, int, (jack_client_t * client, JackXRunCallback call, void *argument),                \
    (client, call, argument))                                                                               \
  X(set_freewheel_callback, int, (jack_client_t * client, JackFreewheelCallback call, void *argument),      \
    (client, call, argument))                                                                               \
  X(set_sample_rate_callback, int, (jack_client_t * client, JackSampleRateCallback call, void *argument),   \
    (client, call, argument))                                                                               \
  X(set_port_registration_callback, int,                                                                    \
    (jack_client_t * client, JackPortRegistrationCallback call, void *argument), (client, call, argument))  \
  X(on_shutdown, void, (jack_client_t * client, JackShutdownCallback call, void *argument),                 \
    (client, call, argument))                                                                               \
  X(port_register, jack_port_t *,                                                                           \
    (jack_client_t * client, const char *name, const char *type, unsigned long flags, unsigned long size),  \
    (client, name, type, flags, size))                                                                      \
  X(port_get_latency_range, void,                                                                           \
    (jack_port_t * port, jack_latency_callback_mode_t mode, jack_latency_range_t *range),                   \
    (port, mode, range))                                                                                    \
  X(set_buffer_size, int, (jack_client_t * client, jack_nframes_t frames), (client, frames))                \
  X(port_uuid, jack_uuid_t, (const jack_port_t *port), (port))                                              \
  X(set_property, int,                                                                                      \
    (jack_client_t * client, jack_uuid_t subject, const char *key, const char *value, const char *type),    \
    (client, subject, key, value, type))                                                                    \
  X(remove_properties, int, (jack_client_t * client, jack_uuid_t subject), (client, subject))               \
  X(port_name, const char *, (const jack_port_t *port), (port))                                             \
  X(get_ports, const char **,                                                                               \
    (jack_client_t * client, const char *name, const char *type, unsigned long flags),                      \
    (client, name, type, flags))                                                                            \
  X(connect, int, (jack_client_t * client, const char *from, const char *to), (client, from, to))           \
  X(disconnect, int, (jack_client_t * client, const char *from, const char *to), (client, from, to))        \
  X(port_get_all_connections, const char **, (const jack_client_t *client, const jack_port_t *port),        \
    (client, port))                                                                                         \
  X(set_timebase_callback, int,                                                                             \
    (jack_client_t * client, int conditional, JackTimebaseCallback call, void *argument),                   \
    (client, conditional, call, argument))                                                                  \
  X(transport_start, void, (jack_client_t * client), (client))                                              \
  X(transport_stop, void, (jack_client_t * client), (client))                                               \
  X(free, void, (void *memory), (memory))

/// Those that the audio thread calls: by JACK's documentation they neither wait nor allocate.
#define TACTUS_JACK_REAL_TIME(X)                                                                            \
  X(get_cycle_times, int,                                                                                   \
    (const jack_client_t *client, jack_nframes_t *frame, jack_time_t *now, jack_time_t *next,               \
      float *period),                                                                                       \
    (client, frame, now, next, period))                                                                     \
  X(port_get_buffer, void *, (jack_port_t * port, jack_nframes_t frames), (port, frames))                   \
  X(midi_get_event_count, uint32_t, (void *buffer), (buffer))                                               \
  X(midi_event_get, int, (jack_midi_event_t * event, void *buffer, uint32_t index),                         \
    (event, buffer, index))                                                                                 \
  X(midi_clear_buffer, void, (void *buffer), (buffer))                                                      \
  X(midi_event_write, int,                                                                                  \
    (void *buffer, jack_nframes_t time, const jack_midi_data_t *bytes, size_t size),                        \
    (buffer, time, bytes, size))                                                                            \
  X(transport_query, jack_transport_state_t, (const jack_client_t *client, jack_position_t *position),      \
    (client, position))

#define TACTUS_JACK_FUNCTIONS(X) TACTUS_JACK_ORDINARY(X) TACTUS_JACK_REAL_TIME(X)

/// The addresses of the library that is loaded.
typedef struct {
  void *library;
  jack_client_t *(*client_open)(const char *, jack_options_t, jack_status_t *, ...);
#define TACTUS_JACK_ADDRESS(name, result, parameters, arguments) result(*name) parameters;
  TACTUS_JACK_FUNCTIONS(TACTUS_JACK_ADDRESS)
#undef TACTUS_JACK_ADDRESS
} tactus_jack_addresses;
extern tactus_jack_addresses tactus_jack_loaded;

#define TACTUS_JACK_MARK __attribute__((swift_attr("@_noLocks")))
#define TACTUS_JACK_CALL(name, result, parameters, arguments) \
  static inline result tactus_jack_##name parameters { return tactus_jack_loaded.name arguments; }
#define TACTUS_JACK_MARKED(name, result, parameters, arguments) \
  TACTUS_JACK_MARK TACTUS_JACK_CALL(name, result, parameters, arguments)
TACTUS_JACK_ORDINARY(TACTUS_JACK_CALL)
TACTUS_JACK_REAL_TIME(TACTUS_JACK_MARKED)
#undef TACTUS_JACK_CALL
#undef TACTUS_JACK_MARKED

/// Loads a library in place of the one before, of which no client may be open. Not 0: it lacks something.
int tactus_jack_load(const char *path);

/// A client of a server that runs; none is started. `client_open` is variadic, which Swift does not import.
static inline jack_client_t *tactus_jack_open(const char *name, jack_status_t *status) {
  return tactus_jack_loaded.client_open(name, JackNoStartServer, status);
}

/// The moment of a cycle's first frame, in microseconds of CLOCK_MONOTONIC; without one the present moment.
TACTUS_JACK_MARK static inline uint64_t tactus_jack_cycle_microseconds(const jack_client_t *client) {
  jack_nframes_t frame;
  jack_time_t now, next;
  float period;
  if (tactus_jack_get_cycle_times(client, &frame, &now, &next, &period) == 0) return now;
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

/// Waits a millisecond: only in free wheel, where no cycle is late.
TACTUS_JACK_MARK static inline void tactus_jack_wait_millisecond(void) {
  struct timespec time = {0, 1000000};
  nanosleep(&time, NULL);
}
