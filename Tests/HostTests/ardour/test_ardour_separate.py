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
# A note on every `every`th sixteenth of each track, all on channel 1. The rows of the third are drums: the kick first.
TRACKS = [(40, 4), (60, 3), (36, 5), (100, 7)]
GRID = {"version": 1, "name": "Four", "layers": [
    {"channel": 1, "steps": every, "rows": 1, "root": key, "patterns": {"1": {"cells": [[1, 1]]}}}
    for key, every in TRACKS]}


def heard(folder, output):
    """The MIDI that the instrument hears in each of two exports."""
    log = folder / "log.txt"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TACTUS_MIDI_LOG", str(log))
        presets = preset(folder / "presets", MULTI, "Four", grid=f"'''{json.dumps(GRID)}'''")
        session = Session(folder / "ardour", MULTI, "Four", output, LOG, script="separate.lua", presets=presets)
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


@pytest.mark.parametrize("output", range(5))
def test_each_output_has_its_track_in_two_exports(tmp_path, output):
    _, (first, second) = heard(tmp_path, output)
    wanted = expected(*(TRACKS if output == 0 else [TRACKS[output - 1]]))
    figure(f"Ardour: {len(first)} messages from output {output} in each of two exports")
    assert begun(first) == wanted and first == second
    assert all(body[0] & 15 == 0 for _, body in first), "a light is among the notes"


def test_lights_have_an_output_of_their_own(tmp_path):
    session, (first, _) = heard(tmp_path, 5)
    assert {body[0] for _, body in first} == {0x9F, 0x8F}, "lights go on and off, and nothing else"
    text = (session.path / "touch.ardour").read_text()
    ports = re.findall(r'name="grid/midi_out (\d)"', text)
    assert sorted(set(ports)) == list("123456")
