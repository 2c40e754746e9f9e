// Headers only; SwiftPM wants one source file in a C target.
#include "lo_shim.h"
