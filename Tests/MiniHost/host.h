// A small LV2 host without a thread of its own: one plugin, block by block, for the tests and the bench.
#ifndef TACTUS_TEST_HOST_H
#define TACTUS_TEST_HOST_H
#include <stdbool.h>
#include <stdint.h>

typedef struct Host Host;

/// Opens and instantiates the plugin without activating it; on failure prints the reason and returns NULL.
Host *host_open(const char *uri, double rate, uint32_t longest_block);
void host_close(Host *host);
/// The nanoseconds that `instantiate` took: by the clock, or
/// by the processor, which other programs do not affect.
uint64_t host_instantiated(const Host *host, bool by_processor);
void host_activate(Host *host);
void host_deactivate(Host *host);

/// The number of ports, a port's index by symbol (-1: none) and whether it is a control input.
uint32_t host_port_count(const Host *host);
int host_port(const Host *host, const char *symbol);
int host_is_control_input(const Host *host, uint32_t port);
void host_set(Host *host, uint32_t port, float value);
float host_get(const Host *host, uint32_t port);

/// Restores the state in a Turtle file, with the ports; false when it cannot be read.
bool host_restore(Host *host, const char *path);
/// Restores a state that is one document of Tactus: a patch or a grid.
bool host_restore_document(Host *host, const char *property, const char *text);
/// Saves the state in a folder as `state.ttl`, with links to files; false when that fails.
bool host_save(Host *host, const char *folder);

/// Sets an option of the instance (`opts:interface`) and returns LV2's bits of errors. `context` is 0 for the instance.
uint32_t host_set_option(
    Host *host, uint32_t context, const char *key, const char *type, const void *value, uint32_t size);
/// Gets an option of four bytes of the instance and returns LV2's bits of errors; a type other than `type` is one.
uint32_t host_get_option(Host *host, uint32_t context, const char *key, const char *type, void *value);

/// Queues an event for the next block. `claimed` is the size in its header, `size` the real number of bytes:
/// they differ only where a test sends a wrong size.
void host_event(
    Host *host, int64_t frame, const char *type, const void *body, uint32_t size, uint32_t claimed);

/// Runs one block; copies the first two audio outputs to pointers that are not NULL.
void host_run(Host *host, uint32_t frames, float *left, float *right);
/// What the next blocks hear at the first or second audio input; NULL without one.
float *host_input(Host *host, uint32_t channel);
/// Chooses the event output that `host_sent` reads after the next blocks; at first it is the first one.
void host_listen(Host *host, uint32_t port);
/// Connects a port to no buffer, as a host may do with an optional one.
void host_disconnect(Host *host, uint32_t port);
/// An event that the plugin sent in the last block, by its index: copies up to `capacity` bytes and returns
/// the size; −1 when there is none.
int32_t host_sent(const Host *host, uint32_t index, int64_t *frame, uint8_t *body, uint32_t capacity);
/// The host's number for a URI.
uint32_t host_urid(Host *host, const char *uri);
/// Runs many blocks; returns their processor time in nanoseconds.
uint64_t host_time(Host *host, uint32_t blocks, uint32_t frames);

/// Whether instances that are opened from now on are told that their host draws inline displays.
void host_show_strips(bool shows);
/// Whether instances that are opened from now on may ask for their knobs to be moved, which this host does at once, and
/// how many times one has.
void host_move_knobs(bool moves);
uint32_t host_asked(const Host *host);
/// How many times the plugin has asked for its inline display to be drawn.
uint32_t host_strip_asked(const Host *host);
/// Draws the plugin's inline display and copies its pixels row by row; returns their number (0: none).
uint32_t host_strip(
    Host *host, uint32_t width, uint32_t most_height, uint32_t *pixels, uint32_t capacity, uint32_t *height);

/// If set, called just before and just after each call of the plugin's real-time functions.
extern void (*host_before_call)(void);
extern void (*host_after_call)(void);
#endif
