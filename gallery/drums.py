"""The drum kits beside others, as tables for gallery/dynamics.md: level, length and brightness of each drum, how it
answers velocity, how far two equal strokes are apart, and how hats end one another.

`python3 gallery/drums.py [HYDROGEN-KIT …]`. The others are the plugins of the Debian package avldrums.lv2 if it is
installed, and folders of Hydrogen's kits. They are only measured: nothing of them is in the library."""
import pathlib
import sys
import tempfile
import xml.etree.ElementTree

import numpy
import soundfile

import beside
import dynamics
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
    """Level, seconds and centroid of a hard stroke; how much softer and darker a soft one is; how far two equal
    strokes are apart."""
    hard, again, soft = strokes(kit, (key, HARD), (key, HARD), (key, SOFT))
    if abs(hard).max() < 1e-4:
        return None
    begin = round(0.5 * RATE)
    return (level(hard), falls(hard), dynamics.centroid(hard[:begin]), level(soft) - level(hard),
            dynamics.centroid(soft[:begin]), measure.difference(hard[:begin], again[:begin]))


def choked(kit):
    """How much a closed hat lowers the level of an open one, in dB."""
    part = slice(round(0.55 * RATE), round(0.75 * RATE))
    alone, ended = (kit.played([(46, 0.2, 0.25, HARD), *more], 1) for more in ([], [(42, 0.3, 0.35, 20)]))
    return measure.decibels(numpy.std(ended[part]) / max(numpy.std(alone[part]), 1e-9))


def measured(kit):
    return {name: drum(kit, key) for name, key in DRUMS.items()}, choked(kit)


def main(folders):
    kits = [Patch(name) for name in KITS] + [Hydrogen(pathlib.Path(folder)) for folder in folders]
    if AVLDRUMS in beside.conftest.run("lv2ls")[1]:
        kits += [AVLDrums("BlackPearl"), AVLDrums("RedZeppelin")]
    found = beside.worked(measured, kits)
    minus = beside.minus
    print("| drum | " + " | ".join(kit.name for kit in kits) + " |")
    print("|---" * (len(kits) + 1) + "|")
    for name in DRUMS:
        cells = []
        for one, _ in found:
            if one[name]:
                loud, fall, bright, softer, dark, apart = one[name]
                cells.append(f"{minus(loud - one['kick'][0], 0)} dB, {fall:.2f} s, {dark:.0f} → {bright:.0f} Hz, "
                             f"{minus(softer, 0)} dB, {apart:.1f} dB")
            else:
                cells.append("–")
        print(f"| {name} | " + " | ".join(cells) + " |")
    print("| closed hat ends the open one | " + " | ".join(f"{minus(ended, 0)} dB" for _, ended in found) + " |")


if __name__ == "__main__":
    main(sys.argv[1:])
