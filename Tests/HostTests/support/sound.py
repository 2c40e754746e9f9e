"""Measures of a sound: loudness, pitch, first frame; and sounds as files."""
import struct

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


def wav(path, sound, rate=48000, form="float", channels=1):
    """A WAV file of whole numbers of 8 to 32 bits, or of floats."""
    sound = numpy.repeat(numpy.atleast_2d(sound), channels // len(numpy.atleast_2d(sound)), axis=0).T.ravel()
    bits = 32 if form == "float" else form
    if form == "float":
        data = sound.astype("<f4").tobytes()
    elif form == 8:
        data = (numpy.round(sound * 127) + 128).astype("u1").tobytes()
    else:
        whole = numpy.round(sound * (2.0 ** (bits - 1) - 1)).astype("<i8")
        data = b"".join(struct.pack("<q", number)[:bits // 8] for number in whole)
    frame = channels * bits // 8
    head = struct.pack("<4sIHHIIHH", b"fmt ", 16, 3 if form == "float" else 1, channels, rate, rate * frame,
                       frame, bits)
    body = b"WAVE" + head + b"junk" + struct.pack("<I", 3) + b"abc\0"
    body += b"data" + struct.pack("<I", len(data)) + data
    path.write_bytes(b"RIFF" + struct.pack("<I", len(body)) + body)
    return path
