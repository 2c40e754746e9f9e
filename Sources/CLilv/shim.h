// lilv, and the LV2 headers of which a host fills in the structures. Command-line tool; any thread.
#include <lilv/lilv.h>
#include <lv2/atom/atom.h>
#include <lv2/log/log.h>
#include <lv2/options/options.h>
#include <lv2/state/state.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>
#include <stdio.h>

// Writes what plugins log to standard error. In C because Swift cannot define a variadic function.
static inline int hosting_log_vprintf(
    LV2_Log_Handle handle, LV2_URID type, const char *format, va_list list) {
  return vfprintf(stderr, format, list);
}

static inline int hosting_log_printf(LV2_Log_Handle handle, LV2_URID type, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int written = vfprintf(stderr, format, list);
  va_end(list);
  return written;
}

static inline LV2_Log_Log hosting_log(void) {
  LV2_Log_Log log = {NULL, hosting_log_printf, hosting_log_vprintf};
  return log;
}

// One block. Marked, because the real-time conduct of `run` is the plugin's: ours is checked by the compiler
// in its own build, and of others the stage has none.
__attribute__((swift_attr("@_noLocks")))
static inline void hosting_run(LilvInstance *instance, uint32_t frames) {
  lilv_instance_run(instance, frames);
}
