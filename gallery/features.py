"""Features of a part of a sound, and of half a second after the fingers have ended; each with its least
change."""
import numpy

from measure import RATE


def frames(mono, length=1200):
    count = max(1, len(mono) // length)
    return mono[:count * length].reshape(count, -1) if len(mono) >= length else mono[None]


def levels(mono):
    power = 10 * numpy.log10((frames(mono) ** 2).mean(axis=1) + 1e-12)
    return numpy.maximum(power, power.max() - 50)


def spectrum(mono):
    power = abs(numpy.fft.rfft(mono * numpy.hanning(len(mono)))) ** 2
    return power, numpy.fft.rfftfreq(len(mono), 1 / RATE)


def middle(mono):
    power, hertz = spectrum(mono)
    return float(numpy.log2((power * hertz).sum() / (power.sum() + 1e-20) + 1e-9))


def pitch(mono):
    """The pitch in semitones, by the shortest period at which the sound is nearly as similar as at the best
    one."""
    mono = mono - mono.mean()
    power = abs(numpy.fft.rfft(mono * numpy.hanning(len(mono)), 2 * len(mono))) ** 2
    like = numpy.fft.irfft(power)
    low, high = RATE // 1500, RATE // 35
    near = like[low:high]
    tops = numpy.flatnonzero((near > like[low - 1:high - 1]) & (near >= like[low + 1:high + 1]))
    if not len(tops):
        return 12 * float(numpy.log2(35))
    return 12 * float(numpy.log2(RATE / (low + tops[numpy.argmax(near[tops] > 0.85 * near[tops].max())])))


def highs(mono):
    """The share of the power above 2 kHz, in dB."""
    power, hertz = spectrum(mono)
    return float(10 * numpy.log10(power[hertz > 2000].sum() / (power.sum() + 1e-20) + 1e-9))


def octave(mono):
    """The strength of the even partials of the pitch relative to the odd ones, in dB."""
    power, hertz = spectrum(mono)
    first = 2 ** (pitch(mono) / 12)
    sums = [sum(power[abs(hertz - first * partial) < 0.2 * first].sum() for partial in range(begin, 13, 2))
            for begin in (2, 1)]
    return float(10 * numpy.log10(sums[0] / (sums[1] + 1e-20) + 1e-9))


def flatness(mono):
    power, hertz = spectrum(mono)
    power = power[(hertz > 100) & (hertz < 12000)] + 1e-20
    return float(10 * (numpy.log10(power).mean() - numpy.log10(power.mean())))


FEATURES = {  # name: (function of the part, the part after it, …), least change
    "level": (lambda part, after: 10 * numpy.log10((part ** 2).mean() + 1e-12), 1.0),
    "brightness": (lambda part, after: middle(part.mean(axis=1)), 0.08),  # the centroid, octaves
    "highs": (lambda part, after: highs(part.mean(axis=1)), 1.0),
    "octave": (lambda part, after: octave(part.mean(axis=1)), 1.0),
    "pitch": (lambda part, after: pitch(part.mean(axis=1)), 0.4),  # semitones
    "swing": (lambda part, after: float(levels(part.mean(axis=1)).std()), 0.4),  # of the level, dB
    # of the centroid
    "wander": (lambda part,
               after: float(numpy.std([middle(each) for each in frames(part.mean(axis=1), 2400)])), 0.04),
    "pulse": (lambda part, after: crossings(levels(part.mean(axis=1))) / (len(part) / RATE), 0.7),  # a second
    "steps": (lambda part,
              after: crossings(numpy.array([middle(each) for each in frames(part.mean(axis=1), 1600)]))
              / (len(part) / RATE), 0.7),
    "noise": (lambda part, after: flatness(part.mean(axis=1)), 1.0),
    "width": (lambda part,
              after: 10 * numpy.log10(((part[:, 0] - part[:, 1]) ** 2).mean()
                                      / ((part.sum(axis=1) ** 2).mean() + 1e-12) + 1e-6), 0.8),
    "right": (lambda part,
              after: 10 * numpy.log10((part[:, 1] ** 2).mean() / ((part[:, 0] ** 2).mean() + 1e-12) + 1e-9),
              1.0),
    "ring": (lambda part,
             after: float(levels(part.mean(axis=1))[-len(part) // 3600:].mean()
                          - levels(part.mean(axis=1)).max()), 1.0),
    "tail": (lambda part, after: 10 * numpy.log10((after ** 2).mean() / ((part ** 2).mean() + 1e-12) + 1e-8),
             1.0),
    "beating": (lambda part, after: beats(part.mean(axis=1)), 0.5),  # of the level, a second
    "rate": (lambda part, after: rate(part.mean(axis=1)), 0.5),  # of the level's strongest motion, a second
    "climb": (lambda part, after: climb(part.mean(axis=1)), 1.0),  # of a line of notes, semitones a step
    "overtone": (lambda part, after: strongest(part.mean(axis=1)), 0.4),  # semitones
}


def crossings(curve):
    above = curve > (curve.max() + curve.min()) / 2
    return float((above[1:] & ~above[:-1]).sum()) if numpy.ptp(curve) > 0.3 else 0.0


def beats(mono):
    """The centroid of the spectrum of the level, in hertz."""
    curve = numpy.sqrt((frames(mono, 480) ** 2).mean(axis=1))
    curve = curve / curve.mean() - 1
    power = abs(numpy.fft.rfft(curve * numpy.hanning(len(curve)))) ** 2
    hertz = numpy.fft.rfftfreq(len(curve), 480 / RATE)
    kept = hertz > 0.4
    return float((power * hertz)[kept].sum() / (power[kept].sum() + 1e-20))


def climb(mono):
    """The median of the steps between the strongest partials of sixteenths of a second."""
    power = abs(numpy.fft.rfft(frames(mono, RATE // 16) * numpy.hanning(RATE // 16), 4 * RATE // 16,
                               axis=1)) ** 2
    notes = 12 * numpy.log2(numpy.maximum(1, power.argmax(axis=1)))
    steps = numpy.diff(notes)
    steps = steps[abs(steps) > 0.7]
    return float(numpy.median(steps)) if len(steps) else 0.0


def rate(mono):
    curve = 10 * numpy.log10((frames(mono, 2400) ** 2).mean(axis=1) + 1e-12)
    power = abs(numpy.fft.rfft((curve - curve.mean()) * numpy.hanning(len(curve)))) ** 2
    hertz = numpy.fft.rfftfreq(len(curve), 2400 / RATE)
    return float(hertz[numpy.argmax(power * (hertz > 0.4) * (hertz < 6))])


def strongest(mono):
    """The distance of the strongest partial from the lowest strong one."""
    power, hertz = spectrum(mono)
    first = hertz[numpy.argmax(power > 0.1 * power.max())]
    power = numpy.where(hertz > 1.15 * first, power, 0)
    return 12 * float(numpy.log2(hertz[numpy.argmax(power)]))
