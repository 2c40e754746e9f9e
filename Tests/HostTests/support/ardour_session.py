"""Headless Ardour 7: a session in a private home, made and played by short processes, one after the other.

Creating and exporting in one process crashes Ardour 7.3 in a fifth of the runs, so each has its own
process."""
import os
import pathlib
import shutil
import xml.etree.ElementTree as xml

import mido
import soundfile

from conftest import run

SCRIPTS = pathlib.Path(__file__).parents[1] / "ardour"
TICKS = 1920  # of a beat, in Ardour's files


def preset(folder, plugin, label, **state):
    """A folder with a bundle that has a preset, for a session's `presets`. The properties of its state are
    Turtle."""
    bundle = folder / "preset.lv2"
    bundle.mkdir(parents=True)
    heads = ("@prefix atom: <http://lv2plug.in/ns/ext/atom#> .\n"
             "@prefix lv2: <http://lv2plug.in/ns/lv2core#> .\n"
             "@prefix pset: <http://lv2plug.in/ns/ext/presets#> .\n"
             "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
             "@prefix state: <http://lv2plug.in/ns/ext/state#> .\n")
    name = f"<urn:tactus-tests:preset> a pset:Preset ; lv2:appliesTo <{plugin}> "
    (bundle / "manifest.ttl").write_text(f"{heads}{name} ; rdfs:seeAlso <preset.ttl> .\n")
    values = " ;\n".join(f"  <urn:tactus:vocabulary#{key}> {value}" for key, value in state.items())
    (bundle / "preset.ttl").write_text(
        f'{heads}{name} ; rdfs:label "{label}" ; state:state [\n{values} ] .\n')
    return folder


class Session:
    SCRIPTS = SCRIPTS

    def __init__(self, folder, uri, *settings, script="create.lua", presets=None):
        self.prepare(folder, presets)
        assert "saved" in self.script(script, self.path, uri, *settings), "Ardour did not save a session"

    def prepare(self, folder, presets=None):
        self.folder, self.presets = pathlib.Path(folder), presets
        self.path = self.folder / "session"
        exports = self.folder / "home" / ".config" / "ardour7" / "export"
        exports.mkdir(parents=True)
        for name in ("float.format", "float.preset"):
            shutil.copy(SCRIPTS / name, exports)

    @classmethod
    def copied(cls, folder, source):
        """A copy of a session that is there, a folder with a file of the same name."""
        session = cls.__new__(cls)
        session.prepare(folder)
        shutil.copytree(source, session.path)
        (session.path / f"{source.name}.ardour").rename(session.path / "touch.ardour")
        return session

    def environment(self):
        bundles = os.environ["LV2_PATH"] + (f":{self.presets}" if self.presets else "")
        return os.environ | {"HOME": str(self.folder / "home"), "TACTUS_LUA": str(SCRIPTS),
                             "LV2_PATH": bundles}

    def script(self, name, *arguments):
        environment = self.environment()
        code, text = run("ardour7-lua", SCRIPTS / name, *arguments, timeout=300, env=environment)
        print(f"{name}: exit {code}\n{text}")
        assert "patch:Set" not in text, "Ardour logs a message that it doesn't know"
        return text

    def add_notes(self, notes, beats, track="touch", program=None):
        """Puts a MIDI region at the start of a track. Ardour's Lua cannot import MIDI, so it is written into
        the closed session. Notes are (beat, beats, key, velocity); the tempo is 120. A `program` is selected
        after half a beat."""
        events, moments = mido.MidiTrack(), []
        if program is not None:
            moments.append((TICKS // 2, mido.Message("program_change", program=program)))
        for beat, length, key, velocity in notes:
            moments.append((int(beat * TICKS), mido.Message("note_on", note=key, velocity=velocity)))
            moments.append((int((beat + length) * TICKS), mido.Message("note_off", note=key)))
        last = 0
        for tick, message in sorted(moments, key=lambda moment: moment[0]):
            events.append(message.copy(time=tick - last))
            last = tick
        events.append(mido.MetaMessage("end_of_track", time=int(beats * TICKS) - last))
        self.add_region(events, beats, track)

    def add_region(self, events, beats, track="touch"):
        """Puts a mido track, in Ardour's ticks, as a region at the start of a track of the closed session."""
        sources = next((self.path / "interchange").iterdir()) / "midifiles"
        sources.mkdir(exist_ok=True)
        mido.MidiFile(type=0, ticks_per_beat=TICKS, tracks=[events]).save(sources / f"{track}.mid")

        tree = xml.parse(self.path / "touch.ardour")
        root = tree.getroot()
        source, region = int(root.get("id-counter")), int(root.get("id-counter")) + 1
        root.set("id-counter", str(region + 1))
        xml.SubElement(root.find("Sources"), "Source", {
            "name": f"{track}.mid", "type": "midi", "flags": "Writable,CanRename", "id": str(source),
            "take-id": "",
            "origin": ""})
        route = next(route for route in root.find("Routes") if route.get("name") == track)
        playlist = next(list_ for list_ in root.iter("Playlist")
                        if list_.get("id") == route.get("midi-playlist"))
        off = ("muted locked video-locked automatic whole-file import external sync-marked left-of-split "
               "right-of-split hidden position-locked valid-transients contents").split()
        length = f"b{int(beats * TICKS)}@b0"
        xml.SubElement(playlist, "Region", {name: "0" for name in off} | {
            "name": "notes", "type": "midi", "id": str(region), "source-0": str(source),
            "master-source-0": str(source), "opaque": "1", "stretch": "1", "shift": "1",
            "layering-index": "0",
            "start": "b0", "length": length, "sync-position": "b0", "ancestral-start": "b0",
            "ancestral-length": length, "tags": "", "first-edit": "nothing"})
        tree.write(self.path / "touch.ardour", encoding="UTF-8", xml_declaration=True)

    def export(self, name, seconds, *labels, only=None):
        """Loads the session in a new process; returns the samples (2, frames) and the values of the labels.
        With `only`, every other track is muted."""
        text = self.script("export.lua", self.path, self.folder, name, seconds, only or "-", *labels)
        assert f"exported {name} true" in text, "Ardour did not export"
        lines = [line.rsplit(" ", 1) for line in text.splitlines() if line.startswith("value ")]
        samples, rate = soundfile.read(self.folder / f"{name}.wav", dtype="float32")
        assert rate == 48000
        return samples.T, {line[0][6:]: float(line[1]) for line in lines}
