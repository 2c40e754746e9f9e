// LV2 for Swift: the headers, one extension of Ardour, and what Swift cannot call. Any thread.
#pragma once

#include <lv2/atom/atom.h>
#include <lv2/core/lv2.h>
#include <lv2/log/log.h>
#include <lv2/midi/midi.h>
#include <lv2/options/options.h>
#include <lv2/patch/patch.h>
#include <lv2/state/state.h>
#include <lv2/time/time.h>
#include <lv2/ui/ui.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>
#include <stdlib.h>
#include <string.h>

// LV2_STATE__interface is a macro that joins two strings; Swift does not import those.
#define TACTUS_STATE__interface "http://lv2plug.in/ns/ext/state#interface"
#define TACTUS_MIDNAM__interface "http://ardour.org/lv2/midnam#interface"
#define TACTUS_INLINE__interface "http://harrisonconsoles.com/lv2/inlinedisplay#interface"
#define TACTUS_WORKER__interface "http://lv2plug.in/ns/ext/worker#interface"
#define TACTUS_OPTIONS__interface "http://lv2plug.in/ns/ext/options#interface"

/// Ardour's extension for names of notes and controllers: texts that the host frees through `free`.
typedef struct {
  char *(*midnam)(LV2_Handle instance);
  char *(*model)(LV2_Handle instance);
  void (*free)(char *text);
} Tactus_Midnam_Interface;

/// The feature of a host that reads the names again when it is told so.
typedef struct {
  void *handle;
  void (*update)(void *handle);
} Tactus_Midnam_Update;

/// A picture of an inline display: words 0xAARRGGBB, premultiplied, row by row from the top.
typedef struct {
  unsigned char *data;
  int width;
  int height;
  int stride;
} Tactus_Inline_Image;

/// The extension for a small picture in a mixer strip: the picture stays valid until the next call.
typedef struct {
  Tactus_Inline_Image *(*render)(LV2_Handle instance, uint32_t width, uint32_t most_height);
} Tactus_Inline_Interface;

/// The feature of a host that draws it: asks for another picture. `run` may call it.
typedef struct {
  void *handle;
  void (*queue_draw)(void *handle);
} Tactus_Inline_Queue;

__attribute__((swift_attr("@_noLocks")))
static inline void tactus_inline_queue(const Tactus_Inline_Queue *queue) { queue->queue_draw(queue->handle); }

/// The feature of a host that moves its knobs where a plugin asks for it, in `run` or elsewhere. It returns 0 if it does.
typedef struct {
  void *handle;
  int (*request_change)(void *handle, uint32_t index, float value);
} Tactus_Port_Request;

__attribute__((swift_attr("@_noLocks")))
static inline void tactus_request_port(const Tactus_Port_Request *host, uint32_t index, float value) {
  host->request_change(host->handle, index, value);
}

/// Schedules the plugin's `work` on the host's worker thread; the extension allows it in `run`.
__attribute__((swift_attr("@_noLocks")))
static inline void tactus_schedule_work(const LV2_Worker_Schedule *schedule) {
  const uint32_t nothing = 0;
  schedule->schedule_work(schedule->handle, sizeof nothing, &nothing);
}

/// Logs a text. LV2_Log_Log's own function is variadic, which Swift cannot call.
static inline void tactus_lv2_log(LV2_Log_Log *log, LV2_URID type, const char *text) {
  log->printf(log->handle, type, "%s\n", text);
}
