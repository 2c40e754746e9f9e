"""`make before-after` without OLDER: the sounds that were made new, before and after, level-matched, on one page:
gallery/renewed/index.html.

The older texts come from git's history (OLDER); both play on today's engine. Fingers play the demo, and plain keys
play a phrase softly and then hard. A preset of ZynAddSubFX that is meant for the same part plays the keys too, if
the Debian package zynaddsubfx-lv2 is installed. All sounds of a patch are brought to one loudness.

`python3 gallery/renewed.py [--out DIRECTORY] [PATCH …]`; without names, all. `--sheet FILE` also draws the
spectrograms of the keys on one sheet."""
import argparse
import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse

import numpy
from PIL import Image, ImageDraw, ImageFont

import beside
import dynamics
import gallery
import keyboards
import measure
from measure import PATCHES, RATE, ROOT

HERE = pathlib.Path(__file__).resolve().parent
# The commit before these patches were made new, and for each of them the preset of ZynAddSubFX that it stands beside.
OLDER = "2f8444cdf58b^"
RENEWED = {
    "first_touch": "Collection_0033-Medium Saw", "tine_piano": "Rhodes_0001-DX Rhodes 1",
    "clav_fist": "Plucked_0001-Plucked 1", "spread_organ": "Collection_0055-Percussion Organ",
    "glass_pad": "Collection_0125-Hyper Pad", "slow_bloom": "Collection_0061-Sweep Pad",
    "breath": "Collection_0058-Warm Flute", "fretless": "Collection_0043-Fretless Bass",
    "growl": "Collection_0047-Distorted Bass", "sunlit_saws": "Collection_0034-Hard Saw",
    "hand_drum": "olivers-100_0029-Steel Drums", "log_drums": "net-wisdom_0128-Marimba 3", "engine_room": None,
    "tug_of_war": None, "singing_ladder": "Synth_0007-Analog Filter 1",
    "steppe_throat": "Choir and Voice_0005-Choir Pad1", "night_grid": "Arpeggios_0033-Sequence1",
    "wind_in_bottles": "Collection_0101-Bottle", "seed_shaker": None, "whole_kit": "Drums_0001-Drums Kit1",
    "circuit_kit": "olivers-100_0032-Drum Kit"}
SECONDS = 12  # of a demo
VELOCITIES, PART = (30, 110), 6  # seconds for each velocity
LEVEL, PEAK = -21, -1  # LUFS; less if a peak would be above so many dBFS
# A bar of eighths for kits: (key, its places).
BAR = [(36, (0, 3, 4)), (38, (2, 6)), (42, (0, 1, 2, 3, 4, 5, 6)), (46, (7,)), (49, (8,)), (45, (9, 10)),
       (51, (11, 12))]


def preset_name(name):
    """The name of the preset without its bank and number."""
    return re.sub(r".*_\d+-", "", RENEWED[name])


def older(folder):
    """Writes the older texts into a folder."""
    for name in RENEWED:
        done = subprocess.run(["git", "-C", ROOT, "show", f"{OLDER}:bundle/patches/{name}.json"], capture_output=True)
        if done.returncode:
            sys.exit(f"Can't read the older {name}.json from git: {done.stderr.decode().strip()}\n"
                     f"It is in the history of {OLDER}. In a shallow clone, run: git fetch --unshallow")
        (folder / f"{name}.json").write_bytes(done.stdout)


def keys(name, velocity):
    """The phrase for a patch: (key, begin, end, velocity)."""
    if name.endswith("_kit"):
        return [(key, 0.25 * place, 0.25 * place + 0.1, velocity) for key, places in BAR for place in places]
    return [(key, begin, end, velocity) for key, begin, end in keyboards.PHRASE if end < PART - 1]


def soft_and_hard(name):
    return [(key, begin + PART * place, end + PART * place, velocity) for place, velocity in enumerate(VELOCITIES)
            for key, begin, end, _ in keys(name, velocity)]


def counterpart(name):
    """The sound of the preset that a patch stands beside, or None. Runs in a process of its own."""
    states = {urllib.parse.unquote(title): state for title, state in beside.presets()}
    if RENEWED[name] not in states:
        return None
    return beside.preset_played(states[RENEWED[name]], soft_and_hard(name), PART * len(VELOCITIES))


def velocity_response(sound):
    """How much louder the hard half is, in LU, and its centroids, in Hz."""
    halves = [sound[round(PART * place * RATE):round(PART * (place + 1) * RATE)] for place in (0, 1)]
    soft, hard = (measure.ebur128(half)[0] for half in halves)
    return hard - soft, *map(dynamics.centroid, halves)


def compared(name, before, out):
    """Writes the files of one patch below `out`; returns its title and, for each sound, its place, label and
    figures."""
    sides = [("before", before / f"{name}.json"), ("after", PATCHES / f"{name}.json")]
    demo = measure.demo_of(name)
    seconds = min(measure.seconds_of(demo) + 3, SECONDS)
    sounds = [("fingers", side, measure.render(path, demo, seconds=seconds)) for side, path in sides]
    sounds += [("keys", side, dynamics.played(path, soft_and_hard(name), PART * len(VELOCITIES)))
               for side, path in sides]
    if (theirs := counterpart(name)) is not None and abs(theirs).max() > 1e-4:
        sounds.append(("keys", "ZynAddSubFX", theirs.astype(numpy.float32)))
    measured = [measure.ebur128(sound) for _, _, sound in sounds]
    level = min(LEVEL, *(loudness - peak + PEAK for loudness, peak in measured))
    found = []
    for (part, side, sound), (loudness, _) in zip(sounds, measured):
        file = f"{name}-{part}-{side}"
        gallery.compressed(sound * 10 ** ((level - loudness) / 20), out / "sounds" / f"{file}.mp3")
        gallery.spectrogram(sound, out / "pictures" / f"{file}.webp")
        found.append((part, side, file, loudness, velocity_response(sound) if part == "keys" else None))
    return name, json.loads((PATCHES / f"{name}.json").read_text())["name"], level, found


class Work:
    """`compared`, in a form that a process pool accepts."""

    def __init__(self, before, out):
        self.before, self.out = before, out

    def __call__(self, name):
        return compared(name, self.before, self.out)


def side_of(side, file, loudness, response):
    figures = f"{gallery.minus(loudness)} LUFS"
    if response:
        louder, soft, hard = response
        figures += f"; hard {gallery.minus(louder)} LU louder, centroid {soft:.0f} → {hard:.0f} Hz"
    return (f'<div><h4>{html.escape(side)}</h4><img src="pictures/{html.escape(file)}.webp" width="600" height="160" '
            f'loading="lazy" alt="Spectrogram {html.escape(side)}">{gallery.player(f"sounds/{file}.mp3")}'
            f'<p>{figures}</p></div>')


def card(name, title, level, found):
    parts = ""
    for part, caption in (("fingers", "Fingers: the demo"), ("keys", "Keys: softly, then hard")):
        sides = "".join(side_of(*row) for own, *row in found if own == part)
        if part == "keys" and RENEWED[name]:
            caption += f"; beside {preset_name(name)}"
        parts += f'<p>{html.escape(caption)}</p><div class="sides">{sides}</div>'
    return (f'<article id="{name}" class="card"><h3>{html.escape(title)}</h3>{parts}'
            f'<p>All sounds are played at {gallery.minus(level)} LUFS.</p></article>')


def sheet(file, shown, out):
    """The spectrograms of the keys: a row for each patch, before, after and the counterpart."""
    columns, wide, high, margin = ("before", "after", "ZynAddSubFX"), 300, 80, 18
    font = ImageFont.load_default()
    picture = Image.new("RGB", (len(columns) * wide, len(shown) * (high + margin)), (12, 12, 20))
    for row, (name, title, _, found) in enumerate(shown):
        for part, side, own, *_ in found:
            if part == "keys":
                corner = columns.index(side) * wide, row * (high + margin)
                with Image.open(out / "pictures" / f"{own}.webp") as one:
                    picture.paste(one.resize((wide - 4, high)), (corner[0] + 2, corner[1] + margin))
                words = title if side == "before" else side if side == "after" else preset_name(name)
                ImageDraw.Draw(picture).text((corner[0] + 4, corner[1] + 1), words, fill="white", font=font)
    picture.save(file, quality=75)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--out", type=pathlib.Path, default=HERE / "renewed")
    options.add_argument("--sheet", type=pathlib.Path)
    options.add_argument("patches", nargs="*", metavar="PATCH")
    wanted = options.parse_args()
    for folder in ("sounds", "pictures"):
        (wanted.out / folder).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        older(pathlib.Path(folder))
        shown = beside.worked(Work(pathlib.Path(folder), wanted.out), wanted.patches or list(RENEWED))
    page = (HERE / "before_after.html").read_text()
    introduction = (f"{len(shown)} sounds that were made new. The same fingers and keys play both, on today's "
                    "engine, and all sounds of a patch have one loudness.")
    cards = "".join(card(*one) for one in shown)
    page = page.replace("<!--INTRODUCTION-->", introduction).replace("<!--BODY-->", cards)
    (wanted.out / "index.html").write_text(page)
    if wanted.sheet:
        sheet(wanted.sheet, shown, wanted.out)
    print(wanted.out / "index.html")


if __name__ == "__main__":
    main()
