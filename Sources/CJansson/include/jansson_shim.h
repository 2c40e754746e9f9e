// jansson for Swift: its header, its macros as functions, and numbers as text.
#pragma once

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline int tactus_json_type(const json_t *value) { return (int)json_typeof(value); }

/// Writes the shortest decimal that reads back as the same float into 32 bytes; with a point whatever the
/// host's locale says.
static inline int tactus_shortest_float(char *text, float value) {
  int length = 0;
  for (int digits = 1; digits <= 9; digits++) {
    length = snprintf(text, 32, "%.*g", digits, (double)value);
    if (strtof(text, NULL) == value) break;
  }
  for (int i = 0; i < length; i++) {
    char c = text[i];
    if (!((c >= '0' && c <= '9') || c == '-' || c == '+' || c == 'e')) text[i] = '.';
  }
  return length;
}
