"""The measures of the library: loudness by ffmpeg's EBU R128 meter, spectra by numpy, of sound that the built
plugin rendered. `python3 gallery/measure.py [PATCH …]` prints the table."""
import concurrent.futures
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy
import soundfile

import keyboards
from gestures import osc

ROOT = pathlib.Path(__file__).resolve().parents[1]
PATCHES = ROOT / "bundle" / "patches"
DEMOS = ROOT / "bundle" / "demos"
RATE = 48000

# The limits for each patch of the library.
# LUFS, integrated over its demo; ZynAddSubFX's presets play the phrase of beside.py at -20.9 (median).
LOUDNESS, TOLERANCE = -21.0, 3.0
TRUE_PEAK = -1.0  # dBTP
# LUFS of a keyboard's take. It is near that of the demos; lines of one voice and chords of five differ.
FROM_KEYBOARDS = -27, -15
OFFSET = -60.0  # dBFS of the mean
SILENCE, SILENT_AFTER = -80.0, 20.0  # dBFS, seconds after the last touch has ended
AUDIBLE = 0.5  # dB, see `gap`: of a connection while its controller alone sweeps
PLAYED = 0.3  # dB: of a connection in the demo as it is played
# dB, see `distance`: First touch is 1.3 from itself with its filter half an octave further open, 2.4 with an
# octave.
APART = 2.5

# Every patch plays this for its portrait, because a second performance would make two sounds of one patch.
SAME_FOR_ALL = DEMOS / "first-touch.tactus"

MEASURED = 12.0  # seconds: the longest part of a demo in which connections are measured
SWEEP = 2.5  # seconds in which a controller sweeps there and back

FRAME, HOP, BANDS = 2048, 1024, 40
CATEGORIES = ["keys", "lead", "plucked", "pad", "drone", "bass", "percussion", "texture", "sequence",
              "motion", "tangible",
              "two players", "world"]


def tactus():
    return ROOT / ".build" / "release" / "tactus"


def render(patch, performance=None, midi=None, seconds=None, bundle=ROOT / "build" / "tactus.lv2", **ports):
    """The sound as an array (frames, 2). `patch` and the others are paths."""
    with tempfile.TemporaryDirectory() as folder:
        wave = pathlib.Path(folder) / "sound.wav"
        command = [tactus(), "render", *([performance] if performance else []), "-o", wave, "--patch", patch,
                   "--bundle", bundle, "--rate", RATE]
        command += ["--midi", midi] if midi else []
        command += ["--seconds", seconds] if seconds else []
        for symbol, value in ports.items():
            command += ["--set", f"{symbol}={value}"]
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=300)
        if done.returncode:
            raise RuntimeError(f"{patch}: {done.stderr.strip()}")
        return soundfile.read(wave, dtype="float32", always_2d=True)[0]


def seconds_of(performance):
    """The time of the last event of a performance."""
    lines = [line for line in performance.read_text().splitlines() if line and not line.startswith("#")]
    return float(lines[-1].split()[0])


def decibels(value):
    return 20 * math.log10(max(float(value), 1e-12))


def ebur128(sound):
    """Integrated loudness in LUFS and true peak in dBTP, measured by ffmpeg."""
    done = subprocess.run(
        ["ffmpeg", "-hide_banner", "-nostats", "-f", "f32le", "-ar", str(RATE), "-ac", "2", "-i", "-", "-af",
         "ebur128=peak=true:framelog=verbose", "-f", "null", "-"],
        input=numpy.ascontiguousarray(sound, "<f4").tobytes(), capture_output=True)
    summary = done.stderr.decode()
    summary = summary[summary.rindex("Summary:"):]
    loudness = float(re.search(r"I:\s+(-?[\d.]+|-inf|nan) LUFS", summary)[1])
    peak = re.search(r"Peak:\s+(-?[\d.]+|-inf) dBFS", summary)[1]
    return loudness, float(peak)


def bank():
    """Triangular filters, evenly spaced on the mel scale from 40 Hz to 16 kHz."""
    mel = lambda hertz: 2595 * numpy.log10(1 + hertz / 700)
    corners = 700 * (10 ** (numpy.linspace(mel(40), mel(16000), BANDS + 2) / 2595) - 1)
    bins = numpy.fft.rfftfreq(FRAME, 1 / RATE)
    filters = []
    for low, middle, high in zip(corners, corners[1:], corners[2:]):
        rise, fall = (bins - low) / (middle - low), (high - bins) / (high - middle)
        shape = numpy.maximum(0, numpy.minimum(rise, fall))
        if not shape.any():
            shape[numpy.argmin(abs(bins - middle))] = 1
        filters.append(shape / shape.sum())
    return numpy.array(filters)


FILTERS = bank()


def powers(channel):
    window = numpy.hanning(FRAME)
    count = max(1, (len(channel) - FRAME) // HOP + 1)
    channel = numpy.pad(channel, (0, max(0, FRAME - len(channel))))
    frames = numpy.lib.stride_tricks.sliding_window_view(channel, FRAME)[::HOP][:count]
    return abs(numpy.fft.rfft(frames * window, axis=1)) ** 2 / (window.sum() ** 2 / 4)


def mel_powers(sound):
    """Power by frame and band, for both channels: (frames, 2, bands)."""
    return numpy.stack([powers(sound[:, channel]) @ FILTERS.T for channel in (0, 1)], axis=1)


def difference(first, second):
    """`gap` between two sounds."""
    length = min(len(first), len(second))
    return gap(mel_powers(first[:length]), mel_powers(second[:length]))


def gap(a, b):
    """The distance of the `mel_powers` of two sounds of the same performance, in dB: the mean absolute
    difference in level over bands, channels and those frames in which either is within 50 dB of its loudest
    frame. Levels more than 60 dB below the loudest band count as 60 dB below. (The same sound: 0. One dB of
    loudness: 1.)"""
    top = max(a.max(), b.max())
    if top <= 0:
        return 0.0
    level = numpy.maximum(a.sum(axis=(1, 2)), b.sum(axis=(1, 2)))
    active = level > level.max() * 1e-5
    floor = top * 1e-6
    apart = abs(10 * numpy.log10(numpy.maximum(a, floor) / numpy.maximum(b, floor)))
    # Bands in which neither sounds are left out.
    heard = numpy.maximum(a, b) > floor
    return float(apart[active].sum() / max(1, heard[active].sum()))


def portrait(sound):
    """The input of `distance`, from the same performance: mean and deviation over time of the level in each
    band, in dB relative to the loudness, and how fast it changes."""
    power = mel_powers(sound).mean(axis=1)
    level = power.sum(axis=1)
    shown = power[level > level.max() * 1e-5]
    db = 10 * numpy.log10(numpy.maximum(shown, level.max() * 1e-7))
    db -= 10 * numpy.log10(shown.sum(axis=1).mean())
    change = abs(numpy.diff(db, axis=0)).mean(axis=0) if len(db) > 1 else numpy.zeros(BANDS)
    return numpy.concatenate([db.mean(axis=0), db.std(axis=0), change])


def distance(first, second):
    """The distance of two portraits in dB: the root mean square difference."""
    return float(numpy.sqrt(((first - second) ** 2).mean()))


def centroids(sound):
    """The 10th and 90th percentile of the spectral centroid in hertz, over frames that are audible."""
    power = powers(sound.mean(axis=1))
    level = power.sum(axis=1)
    power = power[level > level.max() * 1e-4]
    hertz = numpy.fft.rfftfreq(FRAME, 1 / RATE)
    centres = (power @ hertz) / power.sum(axis=1)
    return float(numpy.percentile(centres, 10)), float(numpy.percentile(centres, 90))


def demo_of(name):
    return DEMOS / f"{name.replace('_', '-')}.tactus"


def take_of(patch, kind="keyboard"):
    """The take of a MIDI keyboard, or of an "mpe" one, for a patch."""
    return DEMOS / keyboards.name_of(kind, patch["category"])


def card(sound, end):
    """Loudness, peak, crest, offset, centroid and rest of a demo that was rendered to 21 s after its
    `end`."""
    shown = sound[:int((end + 3) * RATE)]
    loudness, peak = ebur128(shown)
    low, high = centroids(shown)
    rest = sound[int((end + SILENT_AFTER) * RATE):]
    root = numpy.sqrt((shown.astype(float) ** 2).mean())
    return {"loudness": loudness, "true_peak": peak, "crest": decibels(abs(shown).max()) - decibels(root),
            "offset": max(decibels(abs(shown[:, channel].astype(float).mean())) for channel in (0, 1)),
            "centroid": [low, high], "rest": decibels(abs(rest).max()),
            "finite": bool(numpy.isfinite(sound).all())}


def swept(performance, seconds):
    """A performance (or None) with macro 8 going from 0 to 1 and back all the time."""
    lines = [line for line in performance.read_text().splitlines()
             if line] if performance else ["# tactus performance 1"]
    times = [step / 40 for step in range(int(seconds * 40))]
    sweep = [f"{time:.3f} s:1 {osc('/tactus/macro', 8, 0.5 - 0.5 * math.cos(math.tau * time / SWEEP)).hex()}"
             for time in times]
    notes = [line for line in lines if line.startswith("#")]
    events = sorted(sweep + [line for line in lines if not line.startswith("#")],
                    key=lambda line: float(line.split()[0]))
    return "\n".join(notes + events) + "\n"


def moves(path):
    """How far each connection moves the sound of the patch's demo (of the keyboard's take if its source is
    MIDI), compared with the sound without it (its trim at 0). A row for each connection: its label; how
    far while its controller alone sweeps and everything else is played; and as the demo itself moves it
    (nothing for a macro, which the demo does not move)."""
    patch, demo = json.loads(path.read_text()), demo_of(path.stem)
    length = min(seconds_of(demo) + 2, MEASURED)
    whole, rows = {}, []
    for place, connection in enumerate(patch["connections"]):
        keyed = connection["source"].startswith("midi_")
        midi = take_of(patch) if keyed else None
        if keyed not in whole:
            whole[keyed] = mel_powers(render(path, None if keyed else demo, midi, length))
        without = mel_powers(render(path, None if keyed else demo, midi, length,
                                    **{f"trim_{place + 1:02}": 0}))
        with tempfile.TemporaryDirectory() as folder:
            performance, driven = pathlib.Path(folder) / "swept.tactus", pathlib.Path(folder) / "driven.json"
            performance.write_text(swept(None if keyed else demo, length))
            kept = {key: value for key, value in connection.items()
                    if key not in ("sensitivity", "gate", "mode")}
            connections = list(patch["connections"])
            connections[place] = kept | {"source": "macro_8"}
            driven.write_text(json.dumps(patch | {"connections": connections}))
            alone = gap(without, mel_powers(render(driven, performance, midi, length)))
        label = f"{connection['source']} → {connection['destination']}"
        rows.append((label, alone, gap(whole[keyed], without)))
    return rows


def measure(path):
    """All measurements of one patch; the sound of its demo is `sound`, its portrait `portrait`."""
    demo = demo_of(path.stem)
    end = seconds_of(demo)
    sound = render(path, demo, seconds=end + SILENT_AFTER + 1)
    found = card(sound, end)
    found["sound"] = sound[:int((end + 3) * RATE)]
    found["portrait"] = portrait(render(path, SAME_FOR_ALL))
    found["moves"] = moves(path)
    return found


def faults(name, found):
    """The limits that a patch does not keep, as sentences."""
    wrong = []
    if not found["finite"]:
        wrong.append("NaN or infinity")
    if not abs(found["loudness"] - LOUDNESS) <= TOLERANCE:
        wrong.append(f"{found['loudness']:.1f} LUFS")
    if not found["true_peak"] < TRUE_PEAK:
        wrong.append(f"{found['true_peak']:.1f} dBTP")
    if found["offset"] > OFFSET:
        wrong.append(f"offset {found['offset']:.0f} dB")
    if found["rest"] > SILENCE:
        wrong.append(f"{found['rest']:.0f} dBFS {SILENT_AFTER:.0f} s after the end")
    for label, alone, played in found["moves"]:
        if alone < AUDIBLE:
            wrong.append(f"{label} is not heard ({alone:.2f} dB)")
        if played < PLAYED and not label.startswith("macro_"):
            wrong.append(f"{label} is not heard in the demo ({played:.2f} dB)")
    return [f"{name}: {what}" for what in wrong]


def every(paths, work, workers=None):
    """`work` for each path, in as many processes as there are cores."""
    with concurrent.futures.ProcessPoolExecutor(workers or os.cpu_count()) as pool:
        return dict(zip([path.stem for path in paths], pool.map(work, paths)))


def neighbours(found):
    """The nearest other patch of each patch, and its distance."""
    nearest = {}
    for name in found:
        others = {other: distance(found[name]["portrait"], found[other]["portrait"]) for other in found
                  if other != name}
        if others:
            nearest[name] = min(others.items(), key=lambda item: item[1])
    return nearest


def main():
    names = sys.argv[1:]
    paths = [PATCHES / f"{name}.json" for name in names] or sorted(PATCHES.glob("*.json"))
    found = every(paths, measure)
    nearest = neighbours(found)
    wrong = []
    for path in paths:
        each = found[path.stem]
        name, away = nearest.get(path.stem, ("-", 99.0))
        print(
            f"{path.stem:20} {each['loudness']:6.1f} LUFS {each['true_peak']:6.1f} dBTP crest "
            f"{each['crest']:4.1f} dB "
              f"offset {each['offset']:5.0f} dB centroid {each['centroid'][0]:5.0f}…"
              f"{each['centroid'][1]:5.0f} Hz rest "
              f"{each['rest']:5.0f} dB nearest {name} {away:.1f} dB")
        for label, alone, played in each["moves"]:
            print(f"    {alone:5.2f} dB alone, {played:5.2f} dB in the demo  {label}")
        wrong += faults(path.stem, each)
        if away < APART:
            wrong.append(f"{path.stem}: only {away:.1f} dB from {name}")
    print(*wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
