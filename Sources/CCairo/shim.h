// cairo on images in memory, and FreeType for the bundle's fonts: the command's pictures, and screens.
#include <cairo.h>
#include <cairo-ft.h>
