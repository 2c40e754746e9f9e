"""Writes docs/guide/sessions/other-synth, a session of Ardour in which hands play and bend another synth.

    /usr/bin/python3 docs/guide/sessions/other_synth.py

Needs the built bundle and command, and ardour. The synth is ACE Fluid Synth, with the SoundFont that Debian installs
with it."""
import json
import math
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import mido

ROOT = pathlib.Path(__file__).resolve().parents[3]
FOLDER = pathlib.Path(__file__).with_name("other-synth")
sys.path.insert(0, str(ROOT / "Tests" / "HostTests"))
from conftest import PLUGIN  # noqa: E402: it puts the folders of host tests on the path
import osc  # noqa: E402
from ardour_session import TICKS, Session  # noqa: E402

SYNTH = "urn:ardour:a-fluidsynth"
FONT = "/usr/share/sounds/sf2/default-GM.sf2"
HARMONICA = 22
BEATS = 30
# A tick of Ardour's is 12.5 frames at 120 beats a minute; each second one is a whole frame.
STEP = 500
HEADS = """@prefix atom: <http://lv2plug.in/ns/ext/atom#> .
@prefix lv2: <http://lv2plug.in/ns/lv2core#> .
@prefix pset: <http://lv2plug.in/ns/ext/presets#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix state: <http://lv2plug.in/ns/ext/state#> .
"""


def patch():
    """The template, and an output that selects a sound of the synth that can be held."""
    patch = json.loads((ROOT / "bundle/templates/controller.json").read_text())
    patch["name"] = "Hands on a harmonica"
    patch["outputs"].append({"source": "constant", "to": "program", "high": round(HARMONICA / 127, 4)})
    return json.dumps(patch)


def presets(folder):
    return bundle(folder, {"Controller": (PLUGIN, f"<urn:tactus:vocabulary#patch> '''{patch()}'''"),
                           "SoundFont": (SYNTH, f'<{SYNTH}:sf2file> "{FONT}"^^atom:Path')})


def bundle(folder, states):
    """A folder with presets: their labels, plugins and states as Turtle."""
    bundle = folder / "presets.lv2"
    bundle.mkdir(parents=True)
    (bundle / "manifest.ttl").write_text(HEADS + "".join(
        f"<urn:tactus:example:{label}> a pset:Preset ; lv2:appliesTo <{plugin}> ; rdfs:seeAlso <{label}.ttl> .\n"
        for label, (plugin, _) in states.items()))
    for label, (plugin, state) in states.items():
        (bundle / f"{label}.ttl").write_text(
            f'{HEADS}<urn:tactus:example:{label}> a pset:Preset ; lv2:appliesTo <{plugin}> ; '
            f'rdfs:label "{label}" ; state:state [ {state} ] .\n')
    return folder


def hands():
    """The touches as (frame, word, finger, x, y, pressure): one finger, two that spread and pinch, then three with
    pressure."""
    lines, down, frame = [], {}, 24000

    def begin(finger, x, y):
        down[finger] = [x, y, 0.0]
        lines.append((frame, "began", finger, x, y, 0.0))

    def hold(seconds):
        nonlocal frame
        frame += int(seconds * 48000) // STEP * STEP

    def move(seconds, **targets):
        """Moves fingers to new values of y, with soft ends."""
        nonlocal frame
        steps, before = int(seconds * 48000) // STEP, {finger: place[1] for finger, place in down.items()}
        for step in range(1, steps + 1):
            part = (1 - math.cos(math.pi * step / steps)) / 2
            for finger, y in targets.items():
                down[finger][1] = before[finger] + part * (y - before[finger])
                lines.append((frame, "moved", finger, *down[finger]))
            frame += STEP

    def press(seconds, turns, amount):
        """Presses all fingers and lets them go, while they swing apart and together."""
        nonlocal frame
        steps, before = int(seconds * 48000) // STEP, {finger: place[1] for finger, place in down.items()}
        for step in range(1, steps + 1):
            for nth, finger in enumerate(down):
                down[finger][1] = before[finger] + (nth - 1) * amount * (1 - math.cos(
                    2 * math.pi * turns * step / steps)) / 2
                down[finger][2] = math.sin(math.pi * step / steps)
                lines.append((frame, "moved", finger, *down[finger]))
            frame += STEP

    begin("a", 0.375, 0.5)
    hold(1.25)
    begin("b", 0.5, 0.5)
    hold(1.25)
    move(0.75, a=0.3, b=0.7)
    hold(1.25)
    move(0.75, a=0.05, b=0.95)
    hold(1.25)
    move(1, a=0.45, b=0.55)
    hold(1.25)
    begin("c", 0.66, 0.55)
    hold(0.5)
    press(3, 3, 0.35)
    hold(0.5)
    for finger in "abc":
        lines.append((frame, "ended", finger, *down[finger]))
        frame += STEP
    return lines


def region(folder):
    """The hands as a MIDI track in Ardour's ticks, with the messages of Tactus alone."""
    numbers = {"a": 1, "b": 2, "c": 3}
    (folder / "hands.tactus").write_text("# tactus performance 1\n" + "".join(
        f"{frame / 48000:.6f} hands {osc.touch(word, numbers[finger], *rest).hex()}\n"
        for frame, word, finger, *rest in hands()))
    command = ROOT / ".build" / "release" / "tactus"
    subprocess.run([command, "convert", folder / "hands.tactus", folder / "hands.mid"], check=True)
    track, at, last = mido.MidiTrack(), 0.0, 0
    for message in mido.MidiFile(folder / "hands.mid"):
        at += message.time
        is_line = message.type in ("pitchwheel", "aftertouch") or message.is_cc() and message.control in (
            48, 49, 50, 51, 74)
        if not message.is_meta and not is_line:
            tick = round(at * 2 * TICKS)
            track.append(message.copy(time=tick - last))
            last = tick
    track.append(mido.MetaMessage("end_of_track", time=BEATS * TICKS - last))
    return track


def main():
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        session = Session(scratch, PLUGIN, "Controller", SYNTH, "SoundFont", "Hands", script="behind.lua",
                          presets=presets(scratch / "presets"))
        session.add_region(region(scratch), BEATS, "Hands")
        copy(session, FOLDER)
        sources = FOLDER / "interchange" / FOLDER.name / "midifiles"
        sources.mkdir(parents=True)
        shutil.copy(next(session.path.rglob("Hands.mid")), sources)


def copy(session, folder):
    """Writes a session without what belongs to this machine, under the name of its folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for state in session.path.glob("plugins/*/state*/state.ttl"):
        place = folder / state.relative_to(session.path)
        place.parent.mkdir(parents=True)
        # Ardour has made a link to the SoundFont.
        place.write_text(re.sub(r"<[^<>]*\.sf2>", f'"{FONT}"^^atom:Path', state.read_text()))
    # The hints are those of an engine without a sound card.
    text = (session.path / "touch.ardour").read_text()
    lines = [line for line in text.replace('name="touch"', f'name="{folder.name}"', 1).splitlines()
             if "<EngineHints" not in line]
    (folder / f"{folder.name}.ardour").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
