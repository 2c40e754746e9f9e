// jansson for Swift: its header; macros become inline functions here as they are needed.
#pragma once

#include <jansson.h>
