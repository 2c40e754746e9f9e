"""The library beside the presets of ZynAddSubFX: each plays one phrase on plain keys, and is measured alike.

`python3 gallery/beside.py` prints a line for each patch and a table of medians; with `--write` it puts the
table into gallery/beside.md; with `--sheets FOLDER` it draws spectrograms of all patches, twenty a sheet.
Every eighth preset of the Debian package zynaddsubfx-lv2 is played. The measures: loudness (LUFS), width
(energy of the sides against that of the middle, dB), flux (how much the spectrum changes from frame to frame,
dB), roll-off (the frequency below which 95 % of the energy lies, Hz), and the distance to the nearest
neighbour of its library (dB)."""
import argparse
import json
import multiprocessing
import os
import pathlib
import sys
import tempfile

import numpy

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests" / "HostTests"))
import conftest  # noqa: E402,F401
import measure  # noqa: E402
from keyboards import PHRASE  # noqa: E402
from lv2host import Plugin, state_file  # noqa: E402

ZYN = "http://zynaddsubfx.sourceforge.net"
PRESETS = pathlib.Path("/usr/lib/lv2/ZynAddSubFX.lv2presets")
EVERY = 8
BLOCK, RATE = 256, measure.RATE
SECONDS = 10


def played(plugin, notes=[(*note, 96) for note in PHRASE], seconds=SECONDS):
    """The sound of notes, each (key, begin, end, velocity): an array of shape (frames, 2)."""
    events = sorted([(round(begin * RATE), [0x90, key, velocity]) for key, begin, _, velocity in notes]
                    + [(round(end * RATE), [0x80, key, 64]) for key, _, end, _ in notes])
    blocks = []
    for start in range(0, round(seconds * RATE), BLOCK):
        while events and events[0][0] < start + BLOCK:
            frame, body = events.pop(0)
            plugin.event(body, max(frame - start, 0))
        blocks.append(plugin.run(BLOCK))
    return numpy.concatenate(blocks, axis=1).T


def measured(sound):
    if not numpy.isfinite(sound).all() or abs(sound).max() < 1e-4:
        return None
    middle, side = (sound[:, 0] + sound[:, 1]) / 2, (sound[:, 0] - sound[:, 1]) / 2
    width = measure.decibels(numpy.sqrt((side ** 2).mean() / max((middle ** 2).mean(), 1e-20)))
    frames = numpy.lib.stride_tricks.sliding_window_view(middle, 2048)[::1024] * numpy.hanning(2048)
    spectra = abs(numpy.fft.rfft(frames)) ** 2
    power = spectra.sum(axis=0)
    rolloff = numpy.searchsorted(power.cumsum(), 0.95 * power.sum()) * RATE / 2048
    mel = measure.mel_powers(sound)
    levels = 10 * numpy.log10(mel + mel.max() * 1e-6)
    loudness, _ = measure.ebur128(sound)
    return {"loudness": loudness, "width": max(width, -60.0), "rolloff": rolloff,
            "flux": abs(numpy.diff(levels, axis=0)).mean(), "portrait": measure.portrait(sound)}


def ours(path):
    with tempfile.TemporaryDirectory() as folder:
        state = state_file(pathlib.Path(folder) / "state", path.read_text(), free_wheel=1)
        with Plugin(state=state, rate=RATE, longest_block=BLOCK) as plugin:
            plugin.run(BLOCK)
            return measured(played(plugin))


def presets():
    """Name and state of every preset."""
    found = []
    for file in sorted(PRESETS.glob("*.ttl")):
        if file.name == "manifest.ttl":
            continue
        head, *rest = file.read_text().split(f"\n<{ZYN}#preset_")
        for text in rest:
            name, body = text.split(">", 1)
            found.append((name, f"{head}\n<> a pset:Preset ; lv2:appliesTo <{ZYN}> ;{body}"))
    return found


def preset_played(state, *notes):
    """The sound of a preset, as `played`."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "state.ttl"
        file.write_text(state)
        with Plugin(ZYN, state=file, rate=RATE, longest_block=BLOCK) as plugin:
            for _ in range(RATE // 2 // BLOCK):  # its own thread loads the instrument
                plugin.run(BLOCK)
            return played(plugin, *notes)


def theirs(preset):
    return measured(preset_played(preset[1]))


PAGE = ROOT / "gallery" / "beside.md"


def worked(work, values):
    """A process for each value, because a plugin keeps threads."""
    with multiprocessing.get_context("fork").Pool(os.cpu_count(), maxtasksperchild=1) as pool:
        return pool.map(work, values, chunksize=1)


def lines(kind, names, work, values):
    found = dict(zip(names, worked(work, values)))
    silent = [name for name, one in found.items() if one is None]
    found = {name: one for name, one in found.items() if one}
    for name, one in found.items():
        one["nearest"], one["neighbour"] = min((measure.distance(one["portrait"], other["portrait"]), place)
                                               for place, other in found.items() if place != name)
    for name, one in found.items():
        print(f"{kind} {name:32} {one['loudness']:6.1f} {one['width']:6.1f} {one['flux']:5.2f} "
              f"{one['rolloff']:7.0f} {one['nearest']:5.1f}")
    if silent:
        print(f"{kind} silent on plain keys: {', '.join(silent)}")
    return found


def minus(number, digits=1):
    return f"{number:.{digits}f}".replace("-", "−")


ROWS = {"loudness": ("loudness", "LUFS", 1), "width": ("sides against the middle", "dB", 2),
        "flux": ("flux", "dB", 2), "rolloff": ("roll-off", "Hz", 0),
        "nearest": ("nearest neighbor", "dB", 2)}


def medians(tactus, zyn):
    """The table of medians, and of the range in which nine of ten lie."""
    rows = [f"| measure | Tactus, {len(tactus)} patches | nine of ten | ZynAddSubFX, {len(zyn)} presets | "
            "nine of ten |", "|---|---|---|---|---|"]
    for key, (title, unit, digits) in ROWS.items():
        cells = [f"{title}, {unit}"]
        for found in (tactus, zyn):
            values = [one[key] for one in found.values()]
            low, middle, high = (minus(value, digits) for value in numpy.percentile(values, (5, 50, 95)))
            cells += [middle, f"{low} … {high}"]
        rows.append("| " + " | ".join(cells) + " |")
    return rows


def title_of(name):
    return json.loads((measure.PATCHES / f"{name}.json").read_text())["name"]


def write(rows):
    """Puts the table between its two comments of the page."""
    begin, end = "<!-- medians -->\n", "<!-- end of medians -->"
    before, rest = PAGE.read_text().split(begin)
    PAGE.write_text(before + begin + "\n".join(rows) + "\n" + end + rest.split(end)[1])


def sheets(folder):
    """Spectrograms of the first twelve seconds of all demos, twenty a sheet."""
    from PIL import Image, ImageDraw, ImageFont
    import gallery
    font = ImageFont.load_default()
    folder.mkdir(parents=True, exist_ok=True)
    files = sorted(measure.PATCHES.glob("*.json"))
    wide, high, across, down = 460, 124, 4, 5
    for first in range(0, len(files), across * down):
        shown = files[first:first + across * down]
        tall = (len(shown) + across - 1) // across * (high + 18)
        sheet = Image.new("RGB", (across * wide, tall), (12, 12, 20))
        for place, file in enumerate(shown):
            sound = measure.render(file, measure.demo_of(file.stem), seconds=12)
            gallery.spectrogram(sound, folder / "one.png")
            with Image.open(folder / "one.png") as one:
                corner = place % across * wide, place // across * (high + 18)
                sheet.paste(one.resize((wide - 6, high)), (corner[0] + 3, corner[1] + 16))
            ImageDraw.Draw(sheet).text((corner[0] + 6, corner[1] - 1), title_of(file.stem), fill="white",
                                      font=font)
        sheet.save(folder / f"sheet-{first // (across * down) + 1}.png")
    (folder / "one.png").unlink()


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--write", action="store_true")
    options.add_argument("--sheets", type=pathlib.Path)
    wanted = options.parse_args()
    if wanted.sheets:
        return sheets(wanted.sheets)
    files = sorted(measure.PATCHES.glob("*.json"))
    print(f"{'':38}{'LUFS':>7}{'S/M':>7}{'flux':>6}{'roll-off':>8}{'near':>6}")
    tactus = lines("tactus", [file.stem for file in files], ours, files)
    others = presets()[::EVERY]
    zyn = lines("zyn   ", [name for name, _ in others], theirs, others)
    table = medians(tactus, zyn)
    print(*table, sep="\n")
    if wanted.write:
        write(table)


if __name__ == "__main__":
    main()
