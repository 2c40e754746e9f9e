// liblo, the OSC library of other programs: the transport of the command; the tests compare our reader and
// writer with it.
#include <lo/lo.h>
