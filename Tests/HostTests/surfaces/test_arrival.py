"""What arrives while a block lasts is heard on a frame of its own, not at the start of a block."""
import json
import time

import numpy

import osc
from conftest import figure
from lv2host import Plugin, state_file

RATE, BLOCK, TAPS = 48000, 8192, 8
# A tone that begins and ends at once, without an echo.
SHORT = {"version": 1, "parameters": {"amp_attack": 0, "amp_release": 0.01}, "connections": []}


def test_taps_within_a_block_keep_their_places(tmp_path):
    """Taps come at four different times of a block. At the start of blocks all would begin on one frame, however late
    a busy machine is."""
    port, sound = osc.free_port(), []
    state = state_file(tmp_path / "state", json.dumps(SHORT), osc_listen=1, osc_port=port)
    with Plugin(longest_block=BLOCK, state=state) as plugin, osc.Sender(port) as sender:
        began = time.monotonic()
        while int(plugin["live_osc_port"]) != port:
            plugin.run(BLOCK)
            time.sleep(BLOCK / RATE)
            assert time.monotonic() - began < 60, "the socket does not open"
        began = time.monotonic()
        for block in range(3 * TAPS + 6):
            tap, phase = divmod(block, 3)
            if tap < TAPS and phase < 2:
                # A tap in one block, its end in the next, then a block of silence.
                at = began + (block + (0.2 + 0.2 * (tap % 4))) * BLOCK / RATE
                time.sleep(max(0, at - time.monotonic()))
                sender.send(osc.touch("ended" if phase else "began", tap + 1, 0.5, 0.5))
            time.sleep(max(0, began + (block + 1) * BLOCK / RATE - time.monotonic()))
            sound.append((plugin.run(BLOCK)[0].copy(), plugin["live_count"]))
    counts = numpy.array([count for _, count in sound])
    loud = numpy.abs(numpy.concatenate([part for part, _ in sound])) > 1e-4
    # An onset is the first loud frame behind a tenth of a block of silence.
    frames = numpy.flatnonzero(loud)
    onsets = frames[numpy.diff(frames, prepend=-BLOCK) > BLOCK // 10]
    places = [int(frame) % BLOCK for frame in onsets]
    figure(f"onsets within blocks of {BLOCK} frames: {places}; counts {counts.tolist()}")
    assert len(onsets) >= TAPS // 2, "taps are not heard one by one"
    assert max(places) - min(places) > BLOCK // 10, "all taps begin at the same frame of a block"
