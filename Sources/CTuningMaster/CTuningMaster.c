// Headers only; SwiftPM wants one source file in a C target.
#include "tuning_master.h"
