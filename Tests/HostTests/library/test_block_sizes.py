"""Each patch gives the same bytes at every block size: keys, fingers and notes of MPE on frames that no block size
divides."""
import json

import numpy
import pytest

from factory_patches import PATCHES
from lv2host import Plugin, state_file
from test_histories import RATE, expressive, fingers, keys, ordered

SECONDS = 2
# Blocks of one frame take long in Python.
FIRST = 12000


def sound(state, block):
    """The sound at a block size; 0: sizes that vary, among them none."""
    random = numpy.random.default_rng(3)
    events = ordered(keys(random, SECONDS) + fingers(random, SECONDS) + expressive(random, SECONDS))
    with Plugin(state=state) as plugin:
        if block:
            return plugin.play(events, FIRST if block == 1 else SECONDS * RATE, block)
        parts, at = [], 0
        while at < SECONDS * RATE:
            length = min(int(random.integers(0, 700)), SECONDS * RATE - at)
            due = [(frame - at, kind, body) for frame, kind, body in events if at <= frame < at + length]
            parts.append(plugin.play(due, length, 700) if length else plugin.run(0))
            at += length
        return numpy.concatenate(parts, axis=1)


@pytest.mark.parametrize("name", PATCHES)
def test_a_patch_does_not_depend_on_the_block_size(tmp_path, name):
    state = state_file(tmp_path / "state", json.dumps(PATCHES[name]))
    first = sound(state, 64)
    assert abs(first).max() > 1e-3, "it is silent"
    for block in (1, 17, 333, 1024, 0):
        again = sound(state, block)
        same = first[:, :again.shape[1]]
        differing = numpy.flatnonzero((again != same).any(axis=0))
        assert differing.size == 0, \
            f"blocks of {block or 'varying size'}: from frame {differing[0]}, by up to {abs(again - same).max():.2g}"
