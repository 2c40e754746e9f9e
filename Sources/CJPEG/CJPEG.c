// Headers only: SwiftPM wants one source file in a C target. Runs on no thread.
#include "cjpeg.h"
