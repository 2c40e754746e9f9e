// liblo, of which only the messages are used: it cannot bind a socket to loopback, so sockets are ours.
#pragma once
#include <lo/lo_lowlevel.h>
