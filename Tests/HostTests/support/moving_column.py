"""Where the moving column of a grid of 16 steps is seen, in a window of 800 × 500 points."""
import ctypes
import time

import numpy

LINE = 92  # the row of pixels above the cells, where a line grows over the column that sounds


def glance(screen, window):
    """The moment, and the first pixel and the end of the line; nothing if there is no line."""
    screen.x.XGetImage.restype = ctypes.c_void_p
    image = screen.x.XGetImage(screen.display, ctypes.c_ulong(window), 0, LINE, 800, 1,
                               ctypes.c_ulong(0xffffff), 2)
    data = ctypes.cast(image + 16, ctypes.POINTER(ctypes.c_void_p))[0]
    pixels = numpy.frombuffer(ctypes.string_at(data, 4 * 800), numpy.uint32)
    screen.x.XDestroyImage(ctypes.c_void_p(image))
    bright = numpy.nonzero((pixels & 0xff) > 180)[0]
    return (time.monotonic(), bright[0], bright[-1] + 1) if len(bright) else None


def steps_off(glances, step_at):
    """How many steps the line was off at each glance: 0 to 8. `step_at` says what sounds at a moment, in
    steps since a first column."""
    # The columns begin where their lines begin.
    starts = numpy.unique([start for _, start, _ in glances])
    wide = (starts[-1] - starts[0]) / 15
    seen = numpy.array([(start - starts[0] + end - start) / wide for _, start, end in glances])
    sounds = numpy.array([step_at(moment) for moment, _, _ in glances])
    return numpy.abs((seen - sounds + 8) % 16 - 8)
