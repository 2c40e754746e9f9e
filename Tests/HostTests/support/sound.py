"""Measures of a sound: loudness, pitch, first frame."""
import numpy


def peak(samples):
    assert numpy.isfinite(samples).all(), "the sound has NaN or infinity in it (or a cycle was missed)"
    return float(abs(samples).max()) if samples.size else 0.0


def hertz(note):
    return 440.0 * 2 ** ((note - 69) / 12)


def cents_from(samples, expected, rate=48000):
    """The distance of the partial next to `expected` hertz from it, in cents, by a Hann window and a parabola
    through the logarithms of three bins. Exact to about 0.1 cent for a steady tone of half a second."""
    windowed = samples * numpy.hanning(len(samples))
    spectrum = abs(numpy.fft.rfft(windowed, 4 * len(samples)))
    width = rate / (4 * len(samples))
    low, high = int(expected * 0.94 / width), int(expected * 1.06 / width)
    top = low + int(spectrum[low:high].argmax())
    assert spectrum[top] > 0.05 * spectrum.max(), f"there is nothing at {expected:.1f} Hz"
    a, b, c = numpy.log(spectrum[top - 1:top + 2])
    return 1200 * numpy.log2((top + 0.5 * (a - c) / (a - 2 * b + c)) * width / expected)


def first_sound(samples, threshold=1e-6):
    """The first frame that is louder than the threshold, or None."""
    loud = numpy.flatnonzero(abs(samples) > threshold)
    return int(loud[0]) if loud.size else None
