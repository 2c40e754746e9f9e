// The declarations of Pd that its libraries here need. Pd has the definitions.
#pragma once
#include <stddef.h>

typedef struct Class Class;
typedef struct Symbol {
  const char *name;
  /// The receiver bound to the symbol, or NULL.
  void *thing;
  struct Symbol *next;
} Symbol;
typedef struct {
  int type;
  union {
    float number;
    Symbol *symbol;
  } value;
} Atom;
enum { NUMBER = 1, SYMBOL = 2, SEMICOLON = 4 };

extern Class *class_new(Symbol *name, void *make, void *end, size_t size, int flags, int argument, ...);
extern void pd_list(void *thing, Symbol *selector, int count, Atom *atoms);
extern Symbol *gensym(const char *name);
