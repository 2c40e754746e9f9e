"""MIDI thru: what Tactus Touch passes on, and several of them behind a Tone Matrix, as in Carla's rack."""
import json

import pytest

from conftest import figure
from lv2host import Plugin, state_file
from sound import peak

MATRIX, RATE, BLOCK = "urn:tactus:tonematrix", 48000, 512
OFF, OTHERS, ALL = 0, 1, 2


def passed(plugin, *events):
    """The MIDI that leaves in a block with these events, tuples of frame and message."""
    for frame, message in events:
        plugin.event(message, frame)
    plugin.run(BLOCK)
    return [(frame, list(body)) for frame, body in plugin.sent() if len(body) <= 3]


EVENTS = [(0, [0xB0, 74, 9]), (7, [0x90, 60, 100]), (7, [0xE1, 0, 80]), (20, [0x91, 64, 90]), (20, [0xC1, 3]),
          (300, [0x80, 60, 0]), (511, [0x81, 64, 0])]


@pytest.mark.parametrize("thru, channels", [(OFF, []), (OTHERS, [1]), (ALL, [0, 1])])
def test_the_chosen_channels_pass_on_their_frames(thru, channels):
    with Plugin(longest_block=BLOCK, midi_channel=1, midi_thru=thru) as plugin:
        assert passed(plugin, *EVENTS) == [(frame, body) for frame, body in EVENTS if body[0] & 15 in channels]
        plugin["free_wheel"] = 1
        assert passed(plugin, *EVENTS) == [(frame, body) for frame, body in EVENTS if body[0] & 15 in channels]


def test_an_instrument_that_plays_all_channels_leaves_none_to_others():
    with Plugin(longest_block=BLOCK, midi_thru=OTHERS) as plugin:
        assert passed(plugin, *EVENTS) == []


def test_mode_messages_stay_and_a_key_that_was_passed_on_is_let_go():
    with Plugin(longest_block=BLOCK, midi_thru=ALL) as plugin:
        modes = [(0, [0xB0 | channel, number, 0]) for channel in range(16) for number in range(120, 128)]
        assert passed(plugin, *modes, (0, [0xFF])) == []
        assert passed(plugin, (3, [0x95, 50, 100])) == [(3, [0x95, 50, 100])]
        plugin["midi_thru"] = OFF
        assert passed(plugin, (4, [0xB5, 1, 1]), (5, [0x85, 50, 0]), (6, [0x85, 51, 0])) == [(5, [0x85, 50, 0])]


@pytest.mark.parametrize("thru", [OFF, OTHERS])
def test_each_touch_of_a_rack_plays_its_channel(tmp_path, thru):
    """Carla's rack: one plugin behind another, and resets in each block into one without audio."""
    layers = [{"steps": 4, "rows": 1, "gate": 90, "channel": channel,
               "patterns": {"1": {"cells": [[1, 1], [2, 1], [3, 1], [4, 1]]}}} for channel in (1, 2)]
    grid = {"version": 1, "layers": [*layers, {}, {}]}
    state = state_file(tmp_path / "grid", json.dumps(grid), plugin="tonematrix", clock=1, transport=1)
    resets = [[0xB0 | channel, number, 0] for channel in range(16) for number in (120, 123)]
    with Plugin(MATRIX, longest_block=BLOCK, state=state) as matrix, \
            Plugin(longest_block=BLOCK, midi_channel=1, midi_thru=thru) as first, \
            Plugin(longest_block=BLOCK, midi_channel=2) as second:
        peaks = [0, 0]
        for _ in range(RATE // BLOCK):
            for reset in resets:
                matrix.event(reset, 0)
            matrix.run(BLOCK)
            notes = [(frame, body) for frame, body in matrix.sent() if len(body) <= 3]
            for index, touch in enumerate((first, second)):
                for frame, body in notes:
                    touch.event(body, frame)
                peaks[index] = max(peaks[index], peak(touch.run(BLOCK)))
                notes = [(frame, body) for frame, body in touch.sent() if len(body) <= 3]
    figure(f"peaks of both: {peaks}")
    assert peaks[0] > 0.01
    assert peaks[1] > 0.01 if thru == OTHERS else peaks[1] < 1e-6
