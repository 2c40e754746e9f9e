"""Headless Ardour: Tone Matrix Multi on a track of its own feeds an instrument on another one from each of its outputs,
and the plugin with one output still has one instrument behind it."""
import json
import re

import pytest

from ardour_session import Session, preset
from conftest import figure

MULTI, LOG = "urn:tactus:tonematrix-multi", "urn:tactus:test:midi_log"
SECONDS, RATE = 4, 48000
STEP = RATE * 60 // 120 // 4
# A note on every `every`th sixteenth of some tracks, all on channel 1. The rows of the third are drums: the kick first.
TRACKS = {1: (40, 4), 2: (60, 3), 3: (36, 5), 4: (100, 7), 5: (45, 9), 16: (52, 6)}
GRID = {"version": 1, "name": "Six", "layers": [
    {"channel": 1, "steps": TRACKS[track][1], "rows": 1, "root": TRACKS[track][0],
     "patterns": {"1": {"cells": [[1, 1]]}}} if track in TRACKS else {} for track in range(1, 17)]}
# Of the outputs: all tracks, tracks 1 to 4, lights, tracks 5 to 16.
OUTPUTS = {0: list(TRACKS), 1: [1], 2: [2], 3: [3], 4: [4], 6: [5], 17: [16]}


def heard(folder, output):
    """The MIDI that the instrument hears in each of two exports."""
    log = folder / "log.txt"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TACTUS_MIDI_LOG", str(log))
        presets = preset(folder / "presets", MULTI, "Six", grid=f"'''{json.dumps(GRID)}'''")
        session = Session(folder / "ardour", MULTI, "Six", output, LOG, script="separate.lua", presets=presets)
        found = []
        for name in ("first", "second"):
            log.unlink(missing_ok=True)
            session.script("export.lua", session.path, folder, name, SECONDS, "-")
            words = [line.split() for line in log.read_text().splitlines() if not line.startswith("feature")]
            found.append([(int(each[0]), bytes.fromhex(each[1])) for each in words])
    return session, found


def begun(messages):
    return sorted((frame, body[1]) for frame, body in messages
                  if body[0] == 0x90 and body[2] and frame < SECONDS * RATE - STEP)


def expected(*tracks):
    return sorted((frame, key) for key, every in tracks for frame in range(0, SECONDS * RATE - STEP, every * STEP))


@pytest.mark.parametrize("output", OUTPUTS)
def test_each_output_has_its_track_in_two_exports(tmp_path, output):
    _, (first, second) = heard(tmp_path, output)
    wanted = expected(*(TRACKS[track] for track in OUTPUTS[output]))
    figure(f"Ardour: {len(first)} messages from output {output} in each of two exports")
    assert begun(first) == wanted and first == second
    assert all(body[0] & 15 == 0 for _, body in first), "a light is among the notes"


def test_lights_have_an_output_of_their_own(tmp_path):
    session, (first, _) = heard(tmp_path, 5)
    assert {body[0] for _, body in first} == {0x9F, 0x8F}, "lights go on and off, and nothing else"
    text = (session.path / "touch.ardour").read_text()
    ports = re.findall(r'name="grid/midi_out (\d+)"', text)
    assert sorted({int(port) for port in ports}) == list(range(1, 19))
