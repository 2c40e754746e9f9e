// Expat: reads XML.
#include <expat.h>
