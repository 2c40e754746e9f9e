// cairo, for the command's pictures. Command-line tool; main thread.
#include <cairo.h>
