"""Writes docs/guide/sessions/synth-for-each-track, a session of Ardour in which each track of a grid plays a synth of
another maker.

    /usr/bin/python3 docs/guide/sessions/synth_for_each_track.py

Needs the built bundle, ardour and mda-lv2. The drums are those of the SoundFont that Debian installs with ACE Fluid
Synth."""
import pathlib
import tempfile

from other_synth import FONT, SYNTH, Session, bundle, copy

FOLDER = pathlib.Path(__file__).with_name("synth-for-each-track")
GRID = "Bossa"
MDA = "http://drobilla.net/plugins/mda/"
TRACKS = [("piano", MDA + "EPiano", "-"), ("bass", MDA + "JX10", "-"), ("drums", SYNTH, "SoundFont")]


def main():
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        presets = bundle(scratch / "presets", {"SoundFont": (SYNTH, f'<{SYNTH}:sf2file> "{FONT}"^^atom:Path')})
        words = [word for track in TRACKS for word in track]
        copy(Session(scratch, GRID, *words, script="tracks.lua", presets=presets), FOLDER)


if __name__ == "__main__":
    main()
