"""How patches answer velocity on plain keys, before and after: the table of gallery/dynamics.md.

`python3 gallery/dynamics.py FOLDER PATCH …` prints it. FOLDER has the older patches; both play on today's
engine."""
import pathlib
import sys
import tempfile

import numpy

import keyboards
import measure
from measure import PATCHES, RATE

VELOCITIES = 30, 64, 110
LOW = 265  # Hz: the first two partials of C3
C3, BEGIN, END = 48, 0.1, 2.1


def played(patch, notes, seconds):
    """The sound of (key, begin, end, velocity)."""
    with tempfile.TemporaryDirectory() as folder:
        midi = pathlib.Path(folder) / "keys.mid"
        midi.write_bytes(keyboards.file([event for key, begin, end, velocity in notes for event in
                                         ((begin, [0x90, key, velocity]), (end, [0x80, key, 64]))]))
        return measure.render(patch, midi=midi, seconds=seconds)


def spectrum(sound):
    mono = sound.mean(axis=1).astype(float)
    return abs(numpy.fft.rfft(mono * numpy.hanning(len(mono)))) ** 2, numpy.fft.rfftfreq(len(mono), 1 / RATE)


def centroid(sound):
    power, hertz = spectrum(sound)
    heard = hertz > 20
    return float((power * hertz)[heard].sum() / (power[heard].sum() + 1e-30))


def figures(patch):
    """Loudness of the phrase of keyboards.py and centroid of C3 for each velocity; at the middle one, the
    percentage of C3's energy below LOW and the level 1 to 2 s after its end."""
    loudness, centroids = [], []
    for velocity in VELOCITIES:
        phrase = [(key, begin + BEGIN, end + BEGIN, velocity) for key, begin, end in keyboards.PHRASE]
        loudness.append(measure.ebur128(played(patch, phrase, 10))[0])
        tone = played(patch, [(C3, BEGIN, END, velocity)], END + 2.1)
        centroids.append(centroid(tone[int(BEGIN * RATE):int((END - 0.5) * RATE)]))
        if velocity == 64:
            power, hertz = spectrum(tone[int(BEGIN * RATE):int(END * RATE)])
            low = 100 * float(power[hertz < LOW].sum() / power.sum())
            tail = measure.decibels(numpy.sqrt((tone[int((END + 1) * RATE):int((END + 2) * RATE)] ** 2).mean()))
    return loudness, centroids, low, tail


def row(path, older):
    sides = [figures(older / path.name), figures(path)]
    both = lambda show: " → ".join(show(side).replace("-", "−") for side in sides)
    return [both(lambda side: " ".join(f"{value:.1f}" for value in side[0])),
            both(lambda side: " ".join(f"{value:.0f}" for value in side[1])),
            both(lambda side: f"{side[2]:.0f}"), both(lambda side: f"{max(side[3], -120):.0f}")]


class Work:
    """`row`, in a form that a process pool accepts."""

    def __init__(self, older):
        self.older = older

    def __call__(self, path):
        return row(path, self.older)


def main(words):
    paths = [PATCHES / f"{name}.json" for name in words[1:]]
    print("| patch | LUFS at 30, 64, 110 | centroid of C3, Hz | below 265 Hz, % | tail, dBFS |")
    print("|---|---|---|---|---|")
    for name, cells in measure.every(paths, Work(pathlib.Path(words[0]).resolve())).items():
        print(f"| {name.replace('_', ' ')} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main(sys.argv[1:])
