"""The cutoff of a held note, dragged by a program while Ardour rolls and records: its sound has no steps."""
import json
import math
import subprocess
import time

import numpy
import soundfile

import osc
from ardour_session import Session, preset
from conftest import PLUGIN, figure

RATE, SECONDS, OCTAVES = 48000, 4, 4
PATCH = {"version": 1, "name": "Drag", "connections": [],
         "parameters": {"filter_1_cutoff": 300, "reverb_mix": 0, "osc_b_level": 0, "osc_a_wave": "saw",
                        "filter_1_resonance": 0, "voice_width": 0}}


def test_a_dragged_cutoff_has_no_steps(tmp_path):
    port = osc.free_port()
    presets = preset(tmp_path / "presets", PLUGIN, "Drag", patch=f"'''{json.dumps(PATCH)}'''")
    session = Session(tmp_path / "drag", PLUGIN, f"OSC port={port}", presets=presets)
    session.add_notes([(0, 20, 69, 100)], 20)
    process = subprocess.Popen(["ardour7-lua", session.SCRIPTS / "record.lua", session.path, "8", "Drag"],
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               env=session.environment())
    text = ""
    for line in process.stdout:
        text += line
        if line.startswith("rolls"):
            break
    begun, steps = time.monotonic() + 1.5, 60 * SECONDS
    with osc.Sender(port) as sender:
        for step in range(1, steps + 1):
            time.sleep(max(begun + step / 60 - time.monotonic(), 0))
            sender.send(osc.message("/tactus/patch/set", "filter_1_cutoff", 300 * 2 ** (OCTAVES * step / steps)))
        rest, _ = process.communicate(timeout=60)
    assert "saved" in rest, text + rest
    files = sorted((session.path / "interchange").glob("*/audiofiles/*.wav"))
    assert files, text + rest
    sound, rate = soundfile.read(files[0])
    assert rate == RATE and numpy.abs(sound).max() > 0.01, "Ardour has recorded nothing"
    # The level of what lies above the first overtones, in pieces of two periods.
    edges, width = numpy.diff(sound, 2), round(2 * RATE / 440)
    levels = numpy.array([20 * math.log10(math.sqrt(numpy.mean(edges[at:at + width] ** 2)) + 1e-9)
                          for at in range(0, len(edges) - width, width)])
    # From the drag's first step to its last: the note begins before, and ends after.
    begins = int(numpy.argmax(levels > -100)) + RATE // 2 // width
    held = levels[begins:begins + 6 * RATE // width]
    low, high = held[0], held.max()
    moving = numpy.flatnonzero((held > low + 1) & (held < high - 1))
    part = held[moving[0]:moving[-1]]
    assert len(part) > 3 * RATE // width and high - low > 20, "the drag is not heard"
    changes = numpy.abs(numpy.diff(part))
    even = abs(part[-1] - part[0]) / len(changes)
    figure(f"Ardour: a cutoff dragged over {OCTAVES} octaves in {SECONDS} s changes the level by {changes.max():.2f} dB "
           f"from 4.5 ms to the next at most; {even:.2f} dB would be even")
    assert changes.max() < 0.25, f"steps of {changes.max():.2f} dB"
