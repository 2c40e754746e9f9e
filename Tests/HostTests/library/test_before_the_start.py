"""What a host ran before the start of its timeline does not reach into an export. Worlds, drones and
modulation move in that time, for as long as the machine needs to load the session. LIBRARY=all (`make campaign`):
every patch; otherwise the worlds, the drones, and one patch of each other category."""
import json
import os

import numpy
import pytest

from factory_patches import PATCHES
from lv2host import MIDI, TIME, Plugin, state_file

OBJECT = "http://lv2plug.in/ns/ext/atom#Object"
RATE, SECONDS = 48000, 3
ONE_OF_EACH = {patch["category"]: name for name, patch in reversed(PATCHES.items())}.values()
CHOSEN = [name for name, patch in PATCHES.items() if os.environ.get("LIBRARY") == "all" or name in ONE_OF_EACH
          or patch["category"] in ("world", "drone")]


def export(state, blocks, size, waiting):
    """An export as Ardour makes it, behind `blocks` blocks of `size` frames with the transport stopped, and
    `waiting` ones that are already free of real time."""
    with Plugin(state=state) as plugin:
        def moment(speed):
            return plugin.position(frame=0, speed=speed, bar=0, barBeat=0.0, beatUnit=4, beatsPerBar=4.0,
                                   beatsPerMinute=120.0, framesPerSecond=float(RATE))

        for is_free, count in ((0, blocks), (1, waiting)):
            plugin["free_wheel"] = is_free
            for _ in range(count):
                plugin.event(moment(0.0), kind=OBJECT)
                plugin.run(size)
        plugin["free_wheel"] = 1
        notes = [(RATE // 2, MIDI, [0x90, key, 100]) for key in (49, 56, 65)]
        return plugin.play([(0, OBJECT, moment(1.0)), *notes], SECONDS * RATE, 1024)


@pytest.mark.parametrize("name", CHOSEN)
def test_an_export_does_not_depend_on_what_ran_before(tmp_path, name):
    state = state_file(tmp_path / "state", json.dumps(PATCHES[name]))
    first = export(state, 0, 1024, 0)
    for blocks, size, waiting in ((3, 333, 0), (37, 8192, 1), (2, 1024, 70)):
        differing = numpy.flatnonzero((export(state, blocks, size, waiting) != first).any(axis=0))
        assert differing.size == 0, f"behind {blocks}, {waiting} blocks of {size}: from frame {differing[0]}"
