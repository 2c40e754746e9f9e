// jansson for Swift: its header, and its macros as inline functions. Not for the audio thread.
#pragma once

#include <jansson.h>

static inline json_type tactus_json_type(const json_t *value) { return json_typeof(value); }
static inline void tactus_json_release(json_t *value) { json_decref(value); }
static inline const char *tactus_json_error_text(const json_error_t *error) { return error->text; }
