// liblo, for OSC messages only: it cannot bind a socket to
// loopback, so our sockets are our own. Input thread.
#pragma once
#include <lo/lo_lowlevel.h>
