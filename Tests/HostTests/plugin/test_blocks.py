"""The same events at the same frames give the same bytes at any block size; any rate, any block."""
import numpy
import pytest

from lv2host import BEGAN, ENDED, MIDI, MOVED, TOUCH, Plugin, touch
from sound import peak

FRAMES = 24000


def a_performance():
    """Chords, bends, moving touches and stolen voices, most on frames that no block size divides."""
    events = []
    for k in range(24):  # more than sixteen, which sound at once
        events.append((97 + 331 * k, MIDI, bytes([0x90, 40 + 2 * k, 60 + 2 * k])))
        events.append((9001 + 401 * k, MIDI, bytes([0x80, 40 + 2 * k, 0])))
    for k in range(5):
        events.append((500 + 77 * k, TOUCH, touch(BEGAN, k, 0.1 + 0.2 * k, 0.3, 0.8)))
        for m in range(40):
            events.append((700 + 77 * k + 211 * m, TOUCH,
                           touch(MOVED, k, 0.1 + 0.02 * m, 0.3 + 0.01 * m, 0.5)))
        events.append((12000 + 1999 * k, TOUCH, touch(ENDED, k)))
    for m in range(50):
        events.append((300 + 373 * m, MIDI, bytes([0xE0, m, 64 + m])))
    return sorted(events, key=lambda event: event[0])


def play(block):
    with Plugin() as plugin:
        return plugin.play(a_performance(), FRAMES, block)


@pytest.fixture(scope="module")
def reference():
    sound = play(64)
    assert peak(sound) > 0.01, "the reference is silent"
    return sound


@pytest.mark.parametrize("block", [1, 500, 8192])
def test_the_block_size_is_not_heard(block, reference):
    different = numpy.flatnonzero((play(block).view(numpy.uint32) != reference.view(numpy.uint32)).any(
        axis=0))
    assert not different.size, f"{different.size} frames differ, first {different[0]}"


def test_uneven_blocks_and_empty_ones_are_not_heard(reference):
    random, events, parts, at = numpy.random.default_rng(5), a_performance(), [], 0
    with Plugin() as plugin:
        while at < FRAMES:
            length = min(int(random.integers(0, 300)), FRAMES - at)
            parts.append(plugin.play([(f - at, k, b) for f, k, b in events if at <= f < at + length], length,
                                     300)
                         if length else plugin.run(0))
            at += length
    assert numpy.array_equal(numpy.concatenate(parts, axis=1), reference)


def test_activate_starts_the_same_sound_again(reference):
    with Plugin() as plugin:
        plugin.play(a_performance(), 7777, 64)  # stopped in the middle
        plugin.restart()
        again = plugin.play(a_performance(), FRAMES, 64)
    assert numpy.array_equal(again, reference)


@pytest.mark.parametrize("ran_before", [8, 1000, 1024 * 219 + 16])
def test_what_ran_before_free_wheeling_is_not_heard(ran_before):
    """Ardour runs a random number of blocks before it free-wheels; two exports must still be the same."""
    def export(before):
        with Plugin(cutoff=-1.5) as plugin:
            plugin.play([], before, 1024)
            plugin["free_wheel"] = 1
            return plugin.play(a_performance(), FRAMES, 1024)

    assert numpy.array_equal(export(ran_before), export(1024))


@pytest.mark.parametrize("rate", [8000, 11025, 22050, 44100, 48000, 96000, 192000])
def test_any_rate_is_finite_and_sounds(rate):
    with Plugin(rate=rate) as plugin:
        sound = plugin.play(a_performance(), FRAMES, 256)
    assert 0.01 < peak(sound) < 4


@pytest.mark.parametrize("extreme", [0, 1])
def test_extreme_controls_stay_finite(extreme):
    """Every control far below or above its range at once: the values are clamped."""
    with Plugin() as plugin:
        for index in plugin.control_inputs():
            if index not in (plugin.port("enabled"), plugin.port("osc_listen"), plugin.port("panic")):
                plugin.calls.host_set(plugin.host, index, [-1e9, 1e9][extreme])
        assert peak(plugin.play(a_performance(), FRAMES, 256)) < 8
