"""The drum kits beside others, as tables for gallery/dynamics.md: level, length and brightness of each drum, how it
answers velocity, how far two equal strokes are apart, and how hats end one another.

`python3 gallery/drums.py [--sheet FILE] [HYDROGEN-KIT …]`; the sheet has spectrograms. The others are the plugins of
the Debian package avldrums.lv2 if it is installed, and folders of Hydrogen's kits. They are only measured: nothing
of them is in the library."""
import argparse
import pathlib
import tempfile
import xml.etree.ElementTree

import numpy
import soundfile
from PIL import Image, ImageDraw, ImageFont

import beside
import dynamics
import gallery
import measure
from measure import PATCHES, RATE

KITS = "whole_kit", "circuit_kit", "kitchen_kit"
AVLDRUMS = "http://gareus.org/oss/lv2/avldrums#"
DRUMS = {"kick": 36, "rim": 37, "snare": 38, "clap": 39, "low tom": 41, "closed hat": 42, "middle tom": 45,
         "open hat": 46, "crash": 49, "high tom": 50, "ride": 51, "cowbell": 56}
SOFT, HARD = 30, 120
STROKE = 3.0  # seconds between strokes
LEVEL, FALL = 0.2, 30  # seconds whose level counts; dB


class Patch:
    def __init__(self, name):
        self.name, self.path = name.replace("_", " "), PATCHES / f"{name}.json"

    def played(self, notes, seconds):
        return dynamics.played(self.path, notes, seconds)


class AVLDrums:
    def __init__(self, name):
        self.name = name

    def played(self, notes, seconds):
        with beside.Plugin(AVLDRUMS + self.name, rate=RATE, longest_block=beside.BLOCK) as plugin:
            for _ in range(RATE // beside.BLOCK):  # it loads its sounds in the host's worker
                plugin.run(beside.BLOCK)
            return beside.played(plugin, notes, seconds)


class Hydrogen:
    """A kit's folder: the layer of a velocity, at a gain that grows with it, as Hydrogen plays it."""

    def __init__(self, folder):
        self.folder, self.name = folder, folder.name
        text = (folder / "drumkit.xml").read_text().replace(' xmlns="http://www.hydrogen-music.org/drumkit"', "")
        self.instruments = {int(one.findtext("midiOutNote")): one
                            for one in reversed(xml.etree.ElementTree.fromstring(text).findall(".//instrument"))}

    def stroke(self, key, velocity):
        instrument, part = self.instruments[key], velocity / 127
        layer = [one for one in instrument.iter("layer") if float(one.findtext("min")) <= part][-1]
        sound, rate = soundfile.read(self.folder / layer.findtext("filename"), dtype="float32", always_2d=True)
        places = numpy.arange(int(len(sound) * RATE / rate)) * rate / RATE
        gain = part * float(layer.findtext("gain")) * float(instrument.findtext("volume"))
        return numpy.stack([numpy.interp(places, numpy.arange(len(sound)), sound[:, channel % sound.shape[1]])
                            for channel in (0, 1)], axis=1) * gain

    def played(self, notes, seconds):
        sound = numpy.zeros((round(seconds * RATE), 2), numpy.float32)
        ends = {}  # by mute group
        for key, begin, _, velocity in sorted(notes, key=lambda note: note[1]):
            if key not in self.instruments:
                continue
            stroke, start = self.stroke(key, velocity)[:len(sound) - round(begin * RATE)], round(begin * RATE)
            group = int(self.instruments[key].findtext("muteGroup"))
            if group >= 0 and group in ends:
                sound[start:] -= ends[group][:len(sound) - start]
            own = numpy.zeros_like(sound)
            own[start:start + len(stroke)] = stroke
            sound += own
            ends[group] = own[start:]
        return sound


def strokes(kit, *notes):
    """The sound of each (key, velocity), alone, one after the other on one instance."""
    sound = kit.played([(key, 0.2 + STROKE * place, 0.3 + STROKE * place, velocity)
                        for place, (key, velocity) in enumerate(notes)], 0.2 + STROKE * len(notes))
    return [sound[round((0.2 + STROKE * place) * RATE):][:round(STROKE * RATE)] for place in range(len(notes))]


def level(stroke):
    return measure.decibels(numpy.sqrt((stroke[:round(LEVEL * RATE)].astype(float) ** 2).mean()))


def falls(stroke):
    """Seconds from the loudest 5 ms to the last that is less than FALL dB below."""
    power = (stroke.astype(float) ** 2).sum(axis=1)
    frames = power[:len(power) // 240 * 240].reshape(-1, 240).mean(axis=1)
    return 0.005 * float(numpy.flatnonzero(frames > frames.max() * 10 ** (-FALL / 10))[-1] - frames.argmax())


def drum(kit, key):
    """A hard stroke and figures: its level and seconds, by how much a soft one is softer, the centroids of both, and
    how far two equal strokes are apart; None if the kit has no such drum."""
    hard, again, soft = strokes(kit, (key, HARD), (key, HARD), (key, SOFT))
    if abs(hard).max() < 1e-4:
        return None
    begins = [stroke[:round(0.5 * RATE)] for stroke in (soft, hard, again)]
    return {"sound": hard, "level": level(hard), "falls": falls(hard), "softer": level(soft) - level(hard),
            "centroids": [dynamics.centroid(one) for one in begins[:2]], "apart": measure.difference(*begins[1:])}


def choked(kit):
    """How much a closed hat lowers the level of an open one, in dB."""
    part = slice(round(0.55 * RATE), round(0.75 * RATE))
    alone, ended = (kit.played([(46, 0.2, 0.25, HARD), *more], 1) for more in ([], [(42, 0.3, 0.35, 20)]))
    return measure.decibels(numpy.std(ended[part]) / max(numpy.std(alone[part]), 1e-9))


def measured(kit):
    return {name: drum(kit, key) for name, key in DRUMS.items()}, choked(kit)


def table(title, found, cell):
    """A row for each drum; `cell` makes one of a drum and its kit's kick."""
    print(f"| {title} | " + " | ".join(kit.name for kit in found) + " |")
    print("|---" * (len(found) + 1) + "|")
    for name in DRUMS:
        print(f"| {name} | " + " | ".join(cell(drums[name], drums["kick"]) if drums[name] else "–"
                                          for drums, _ in found.values()) + " |")
    print()


def sheet(file, found):
    """Spectrograms of a hard stroke: a row for each drum, a column for each kit."""
    wide, high, margin = 220, 80, 14
    picture = Image.new("RGB", (len(found) * wide, len(DRUMS) * (high + margin)), (12, 12, 20))
    with tempfile.TemporaryDirectory() as folder:
        for column, (kit, (drums, _)) in enumerate(found.items()):
            for row, name in enumerate(DRUMS):
                if drums[name]:
                    path, corner = pathlib.Path(folder) / "one.png", (column * wide, row * (high + margin))
                    gallery.spectrogram(drums[name]["sound"][:round(1.5 * RATE)], path)
                    with Image.open(path) as one:
                        picture.paste(one.resize((wide - 4, high)), (corner[0] + 2, corner[1] + margin))
                    ImageDraw.Draw(picture).text((corner[0] + 4, corner[1] + 1), f"{kit.name}: {name}", fill="white",
                                                 font=ImageFont.load_default())
    picture.save(file, quality=75)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--sheet", type=pathlib.Path)
    options.add_argument("folders", nargs="*", type=pathlib.Path, metavar="HYDROGEN-KIT")
    wanted = options.parse_args()
    kits = [Patch(name) for name in KITS] + [Hydrogen(folder) for folder in wanted.folders]
    if AVLDRUMS in beside.conftest.run("lv2ls")[1]:
        kits += [AVLDrums("BlackPearl"), AVLDrums("RedZeppelin")]
    found = dict(zip(kits, beside.worked(measured, kits)))
    minus = beside.minus
    table("hard", found, lambda drum, kick: f"{minus(drum['level'] - kick['level'], 0)} dB, {drum['falls']:.2f} s")
    table("soft", found, lambda drum, _: f"{minus(drum['softer'], 0)} dB, "
                                         + " → ".join(f"{hertz:.0f}" for hertz in drum["centroids"]) + " Hz")
    for kit, (drums, ended) in found.items():
        apart = numpy.median([drum["apart"] for drum in drums.values() if drum])
        print(f"{kit.name}: two equal strokes are {apart:.1f} dB apart, a closed hat lowers the open one by "
              f"{minus(-ended, 0)} dB")
    if wanted.sheet:
        sheet(wanted.sheet, found)


if __name__ == "__main__":
    main()
