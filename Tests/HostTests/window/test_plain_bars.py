"""The bars below *Play* that every patch has: volume, brightness and vibrato, found without a technical term."""
import numpy
import pytest

from lv2host import Plugin
from window import Screen, Window

BLOCK = 256
# On a window of 800 × 500 points with the first patch, which has no macros: the middles of the three bars.
BARS = {"level": (138, 477), "brightness": (400, 477), "lfo_depth": (660, 477)}


@pytest.fixture(scope="module")
def screen():
    with Screen() as screen:
        yield screen
        assert screen.errors == 0


def note(plugin):
    """A second of one note, after a pause for what sounded before."""
    def blocks(count):
        return numpy.concatenate([plugin.run(BLOCK)[0] for _ in range(count)])
    blocks(600)
    plugin.event([0x90, 60, 100])
    sound = blocks(188)
    plugin.event([0x80, 60, 0])
    return sound[9600:]


def loudness(sound):
    return 20 * numpy.log10(numpy.sqrt(numpy.mean(sound ** 2)))


def centroid(sound):
    spectrum = abs(numpy.fft.rfft(sound * numpy.hanning(len(sound))))
    return (spectrum * numpy.fft.rfftfreq(len(sound), 1 / 48000)).sum() / spectrum.sum()


def wandering(sound):
    """How far the periods of a sound differ, in semitones: the spread of its upward crossings of zero, filtered."""
    spectrum = numpy.fft.rfft(sound)
    spectrum[int(len(sound) * 400 / 48000):] = 0
    tone = numpy.fft.irfft(spectrum)
    at = numpy.flatnonzero((tone[:-1] < 0) & (tone[1:] >= 0))
    exact = at + tone[at] / (tone[at] - tone[at + 1])
    periods = numpy.diff(exact)[3:-3]
    return numpy.ptp(12 * numpy.log2(periods / numpy.median(periods)))


def test_volume_and_vibrato_are_two_drags(screen):
    with Plugin(longest_block=BLOCK) as plugin:
        window = Window(screen, plugin)
        window.turns(0.5)
        plain = note(plugin)

        def drag(port, by):
            x, y = BARS[port]
            screen.hand("mousemove", x, y, "mousedown", 1, "mousemove", x + by // 2, y, "mousemove", x + by, y,
                        "mouseup", 1)
            number = plugin.port(port)
            window.until(lambda: any(written == number for written, _ in window.port_writes))
            window.turns(0.3)
            plugin[port] = [value for written, value in window.port_writes if written == number][-1]
            return plugin[port]
        assert drag("level", -60) < -6
        quiet = note(plugin)
        assert loudness(quiet) - loudness(plain) == pytest.approx(plugin["level"], abs=2)
        assert wandering(plain) < 0.3
        assert 0 < drag("lfo_depth", 60) < 12
        assert wandering(note(plugin)) > 0.5 * plugin["lfo_depth"]
        steady = plugin["lfo_depth"]
        plugin["lfo_depth"] = 0
        dull = centroid(note(plugin))
        assert drag("brightness", 60) > 0.2
        assert centroid(note(plugin)) > 1.1 * dull
        plugin["lfo_depth"] = steady
        window.close()
