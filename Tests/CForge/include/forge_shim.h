// LV2's own writer and reader of atoms, with which the tests compare ours.
#pragma once
#include <lv2/atom/forge.h>
#include <lv2/atom/util.h>
