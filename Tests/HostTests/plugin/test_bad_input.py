"""Invalid input from hosts and controllers: nothing crashes, the sound stays finite, and no voice hangs."""
import math
import struct

import numpy
import pytest

from lv2host import BEGAN, MIDI, MOVED, PANIC, TOUCH, Plugin, touch
from sound import peak

NOTE = bytes([0x90, 60, 100])


def goes_silent(plugin):
    """After panic, by touch and by MIDI on every channel, the sound has faded out."""
    plugin.event(touch(PANIC), kind=TOUCH)
    for channel in range(16):
        plugin.event(bytes([0xB0 | channel, 120, 0]))
        plugin.event(bytes([0xB0 | channel, 123, 0]))
    tail = numpy.concatenate([plugin.run(4096) for _ in range(60)], axis=1)
    assert peak(tail[:, -4096:]) < 1e-5, "a voice sticks"
    assert plugin["live_count"] == 0 and plugin["live_voices"] == 0


def still_plays(plugin):
    plugin.event(NOTE)
    assert peak(numpy.concatenate([plugin.run(4096) for _ in range(4)], axis=1)) > 1e-3, "it plays no more"
    goes_silent(plugin)


@pytest.fixture
def plugin():
    with Plugin() as instance:
        yield instance


def test_midi_garbage(plugin):
    random = numpy.random.default_rng(1)
    for _ in range(2000):
        for _ in range(random.integers(0, 8)):
            plugin.event(random.bytes(int(random.integers(0, 9))), int(random.integers(0, 128)))
        peak(plugin.run(128))
    plugin.event(bytes([0xF0]) + bytes(60000) + bytes([0xF7]))  # a long system exclusive
    peak(plugin.run(128))
    goes_silent(plugin)
    still_plays(plugin)


def test_touch_bodies_of_every_length(plugin):
    body = touch(BEGAN, 1, 0.5, 0.5) * 2
    for length in range(len(body)):
        plugin.event(body[:length], kind=TOUCH)
        peak(plugin.run(64))
    goes_silent(plugin)
    still_plays(plugin)


@pytest.mark.parametrize("claimed", [0, 1, 0x7FFFFFF0, 0xFFFFFFFF, 70000])
def test_a_size_that_lies(plugin, claimed):
    """The last event of a sequence states a size larger than the rest of the sequence, or too small for its
    kind."""
    for kind in (MIDI, TOUCH, "urn:tactus:test:unheardOf"):
        plugin.event(touch(BEGAN, 1, 0.5, 0.5), kind=kind, claimed=claimed)
        peak(plugin.run(64))
    goes_silent(plugin)
    still_plays(plugin)


def test_kinds_ids_and_numbers_out_of_range(plugin):
    random = numpy.random.default_rng(2)
    odd = [math.nan, math.inf, -math.inf, 1e30, -1e30, 1.04, -0.04, 1e-42, 0.5]
    for _ in range(3000):
        x, y, pressure, radius = (odd[i] for i in random.integers(0, len(odd), 4))
        kind, source = int(random.choice([0, 1, 2, 3, 5, 2**32 - 1])), int(random.integers(0, 2**32))
        identifier = int(random.integers(-2**31, 2**31))
        plugin.event(touch(kind, identifier, x, y, pressure, radius, source), int(random.integers(0, 64)),
                     TOUCH)
        peak(plugin.run(64))
    goes_silent(plugin)
    still_plays(plugin)


def test_frames_outside_the_block_and_out_of_order(plugin):
    for frame in (-1, -2**62, 63, 64, 5000, 2**62, 3, 0):
        plugin.event(NOTE, frame)
        plugin.event(touch(BEGAN, 3, 0.2, 0.2), frame, TOUCH)
    peak(plugin.run(64))
    goes_silent(plugin)
    still_plays(plugin)


def test_a_hundredth_finger(plugin):
    for identifier in range(100):
        plugin.event(touch(BEGAN, identifier, identifier / 100, 0.5), kind=TOUCH)
    peak(plugin.run(256))
    assert plugin["live_count"] == 64 and 0 < plugin["live_voices"] <= 16
    goes_silent(plugin)


def test_a_flood_in_one_block(plugin):
    for identifier in range(6000):  # as many as fit into the host's buffer
        plugin.event(touch(BEGAN if identifier % 3 else MOVED, identifier, 0.5, 0.5), identifier % 64, TOUCH)
    peak(plugin.run(64))
    goes_silent(plugin)
    still_plays(plugin)


@pytest.mark.parametrize("rate", [0, -48000, math.nan, math.inf, -math.inf, 1, 999.9, 3.5e6, 1e300])
@pytest.mark.parametrize("uri", ["urn:tactus:touch", "urn:tactus:tonematrix", "urn:tactus:tonematrix-multi",
                                 "urn:tactus:scene"])
def test_rates_that_nobody_has(uri, rate):
    """Rates outside 1 kHz…1 MHz are clamped, NaN becomes 48 kHz; the sound is finite and ends."""
    with Plugin(uri, rate=rate) as plugin:
        plugin.event(NOTE)
        assert peak(numpy.concatenate([plugin.run(4096) for _ in range(8)], axis=1)) < 4
        if uri == "urn:tactus:touch":
            assert plugin["live_voices"] == 1
            plugin.event(bytes([0xB0, 120, 0]))
            plugin.run(64)
            assert plugin["live_voices"] == 0


@pytest.mark.parametrize("block", [0, 1, 31, 33, 8191, 250_001, 1_000_000])
def test_blocks_that_nobody_has(block):
    with Plugin(longest_block=max(block, 64)) as plugin:
        plugin.event(NOTE)
        plugin.run(block)
        loud = max(peak(plugin.run(max(block, 1))) for _ in range(64 if block < 10_000 else 1))
        assert loud < 4 and (block < 31 or loud > 1e-4)
        assert plugin["live_voices"] == 1


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 1e30, struct.unpack("f", b"\1\0\0\0")[0]])
def test_odd_values_in_every_control_port(plugin, value):
    plugin.event(NOTE)
    plugin.run(256)
    for index in plugin.control_inputs():
        before = plugin.calls.host_get(plugin.host, index)
        plugin.calls.host_set(plugin.host, index, value)
        peak(plugin.run(256))
        plugin.calls.host_set(plugin.host, index, before)
    peak(plugin.run(256))
    goes_silent(plugin)
    still_plays(plugin)
