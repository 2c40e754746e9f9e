// Headers only; SwiftPM wants one source file in a C target.
#include "jansson_shim.h"
