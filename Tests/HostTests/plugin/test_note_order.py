"""A chord on one frame sounds the same in every order in which a host may send it."""
import itertools

import numpy

from conftest import ROOT, figure
from lv2host import MIDI, Plugin, state_file
from sound import peak

WOBBLE = ROOT / "bundle" / "patches" / "wobble.json"


def test_the_order_of_a_chord_is_not_heard(tmp_path):
    state = state_file(tmp_path / "state", WOBBLE.read_text())

    def play(order):
        # The chord, and one frame on which it ends and another begins.
        first = [(480, MIDI, [0x90, key, 100]) for key in order]
        second = [(9600, MIDI, [0x80, key, 0]) for key in order]
        second += [(9600, MIDI, [0x90, key + 2, 100]) for key in order]
        second = second if order[0] < order[-1] else second[::-1]
        with Plugin(state=state, longest_block=1024) as plugin:
            return plugin.play(first + second, 19_200, 1024)

    sounds = [play(order) for order in itertools.permutations((48, 55, 64))]
    assert peak(sounds[0]) > 0.01
    worst = max(float(abs(sound - sounds[0]).max()) for sound in sounds)
    figure(f"six orders of a chord differ by {worst:g}")
    assert all(numpy.array_equal(sound, sounds[0]) for sound in sounds)
