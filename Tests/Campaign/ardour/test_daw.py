"""A controller as an automation lane: a note in Ardour follows `group_spread` as it follows fingers of that
spread."""
import os

import numpy

from ardour_session import Session
from conftest import PLUGIN, figure
from lv2host import BEGAN, MOVED, TOUCH, Plugin, state_file, touch
from sound import cents_from, hertz, peak

# One sine; each half diagonal of spread raises its pitch by an octave. The map gives every finger middle C.
PATCH = """{"version": 1, "name": "touch",
 "map": {"axis": "none", "low": 60}, "voices": {"polyphony": 1, "mono": true},
 "parameters": {"osc_a_wave": "sine", "osc_b_level": 0, "filter_1_cutoff": 20000, "amp_attack": 0.001,
  "amp_sustain": 1, "voice_width": 0},
 "connections": [{"source": "group_spread", "destination": "voice_pitch", "low": 0, "high": 12}]}"""
SPREADS = [0.05, 0.3, 0.12, 0.45, 0.2]  # diagonals, half a second each
SECOND = 48000


def preset_bundle(folder):
    """A bundle with the patch as a preset that hosts find."""
    (folder / "daw.lv2").mkdir()
    text = PATCH.replace('"', '\\"').replace("\n", "\\n")
    (folder / "daw.lv2" / "manifest.ttl").write_text(
        "@prefix lv2: <http://lv2plug.in/ns/lv2core#> .\n@prefix pset: <http://lv2plug.in/ns/ext/presets#> "
        ".\n"
        "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n@prefix state: "
        "<http://lv2plug.in/ns/ext/state#> .\n"
        f"<urn:tactus:test:daw> a pset:Preset ; lv2:appliesTo <{PLUGIN}> ; rdfs:seeAlso <preset.ttl> .\n")
    (folder / "daw.lv2" / "preset.ttl").write_text(
        (folder / "daw.lv2" / "manifest.ttl").read_text().replace("rdfs:seeAlso <preset.ttl>", (
            f'rdfs:label "touch" ; state:state [ <urn:tactus:vocabulary#patch> "{text}" ]')))


def from_ardour(folder):
    preset_bundle(folder)
    before = os.environ["LV2_PATH"]
    os.environ["LV2_PATH"] = f"{folder}:{before}"
    try:
        session = Session(folder, PLUGIN, "touch", script="patches.lua")
        session.add_notes([(0.5, 5, 60, 127)], 12)
        points = [f"{0.5 * n + at}={value}" for n, value in enumerate(SPREADS) for at in (0, 0.49)]
        assert "drawn" in session.script("draw.lua", session.path, "Group spread", *points)
        return session.export("lane", 3)[0]
    finally:
        os.environ["LV2_PATH"] = before


def from_fingers(folder):
    """Two fingers on the surface's diagonal, each at the distance of the spread from the centre."""
    def place(number, spread):
        return (0.5 + spread, 0.5 + spread) if number else (0.5 - spread, 0.5 - spread)

    events = [(frame, TOUCH, touch(BEGAN, number, *place(number, SPREADS[0]), 1.0))
              for frame in (SECOND // 4,) for number in (0, 1)]
    for n, spread in enumerate(SPREADS):
        if n:
            events += [(n * SECOND // 2, TOUCH, touch(MOVED, number, *place(number, spread), 1.0))
                       for number in (0, 1)]
    with Plugin(state=state_file(folder / "state", PATCH), longest_block=256) as plugin:
        return plugin.play(events, 3 * SECOND, 256)


def test_an_automation_lane_is_what_fingers_are(tmp_path):
    lane, fingers = from_ardour(tmp_path), from_fingers(tmp_path)
    assert peak(lane) > 0.01 and peak(fingers) > 0.01
    for n, spread in enumerate(SPREADS):
        part = slice(int((0.5 * n + (0.3 if n == 0 else 0.1)) * SECOND), int((0.5 * n + 0.47) * SECOND))
        expected = hertz(60 + 24 * spread)
        cents = [cents_from(sound[0, part], expected) for sound in (lane, fingers)]
        figure(
            f"group_spread {spread}: lane {cents[0]:+.2f} cents, fingers {cents[1]:+.2f} cents from "
            f"{expected:.1f} Hz")
        assert abs(cents[0]) < 2 and abs(cents[1]) < 2
        # The loudness is equal, too: a velocity of 127 equals a finger's full pressure.
        levels = [numpy.sqrt(numpy.mean(sound[0, part] ** 2)) for sound in (lane, fingers)]
        assert abs(20 * numpy.log10(levels[0] / levels[1])) < 0.2, levels
