"""Tests/Golden/sounds.txt pins the sound of each patch and grid: a hash of the samples of the patch's demo, of the
takes of the keyboards that its tags name, and of the grid's first eight bars; and of the patches as they were when
older sessions were saved (Tests/Golden/older_patches.txt). The host of Tests/MiniHost renders them.

`make sounds` renders everything and measures each patch and grid that is new or has changed: loudness, nearest
patch, claims and connections. It pins them unless a measure finds a fault; SOUNDS=--anyway pins them with it.
`python3 gallery/pins.py --print` prints the file for the bundle that LV2_PATH finds, as rendered by the command
RENDERER if it is set, which may have options (`render --most 3`); `--songs FOLDER` writes what is rendered."""
import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

import numpy

import claims
import keyboards
import measure
from measure import PATCHES, ROOT

GOLDEN = ROOT / "Tests" / "Golden" / "sounds.txt"
# With another word before it, an emulator runs the host of another processor.
RENDERER = shlex.split(os.environ.get("RENDERER", str(ROOT / ".build" / "host" / "render")))
GRIDS = ROOT / "bundle" / "grids"
RATE, BLOCK, TAIL = 48000, 256, 1
HEADER = (f"# FNV-1a (64 bits) of 32-bit floats, left and right in turn: {RATE} Hz, blocks of {BLOCK} frames, to "
          f"{TAIL} s after the end. `make sounds` writes this file.")

# The name of a patch of an older session, its loudness then (the phrase of keyboards.py, in LUFS), and its text as
# `tactus patch share` printed it. Its pinned sound is that of the start of the phrase.
OLDER = {name: (float(loudness), text) for name, loudness, text in
         map(str.split, (ROOT / "Tests" / "Golden" / "older_patches.txt").read_text().splitlines())}
OLDER_NOTES = 3
SAME = 0.3  # LUFS

# A grid plays 32 quarters with these patches, by layer, on the channels that layers have by default.
LAYERS = [("pluck", 1), ("rubber_bass", 2), ("circuit_kit", 10), ("glass_pad", 4)]
QUARTERS, TEMPO = 32, 120


def document(text):
    return "".join(f"| {line}\n" for line in text.splitlines())


def tactus(*words):
    done = subprocess.run([measure.tactus(), *words], capture_output=True, text=True, timeout=60)
    if done.returncode:
        raise RuntimeError(done.stderr.strip())


def demo_song(name, folder):
    """The touches of a demo as a take, which `tactus convert` decodes."""
    tactus("convert", measure.demo_of(name), folder / f"{name}.tactus", "--to", "take", "--patch",
           PATCHES / f"{name}.json")


def played(text, events):
    """A song of (seconds, message) on a patch."""
    lines = [(round(seconds * RATE), bytes(data).hex()) for seconds, data in sorted(events, key=lambda one: one[0])]
    notes = "".join(f"{frame} midi {data}\n" for frame, data in lines)
    return f"rate {RATE}\n0 patch -\n{document(text)}{notes}{lines[-1][0]} end\n"


def older_song(name, folder, notes=OLDER_NOTES):
    """The start of the phrase, so many notes long, on a patch of an older session."""
    tactus("patch", "convert", OLDER[name][1], "-o", folder / f"{name}.json")
    events = [event for key, begin, end in keyboards.PHRASE[:notes] for event in
              ((begin, [0x90, key, 96]), (end, [0x80, key, 64]))]
    (folder / f"older:{name}.tactus").write_text(played((folder / f"{name}.json").read_text(), events))


def keyboard_song(kind, name):
    """The take of a keyboard, or of an MPE one, on a patch."""
    text = (PATCHES / f"{name}.json").read_text()
    style = keyboards.STYLES.get(json.loads(text)["category"], "keys")
    events = keyboards.PLAIN[style]() if kind == "keyboard" else keyboards.expressive(style)
    return played(text, events)


def grid_song(path):
    """The start of a grid at one tempo, with an instance of Touch for each layer that has cells."""
    grid = json.loads(path.read_text())
    layers = [(layer.get("channel", channel), patch)
              for layer, (patch, channel) in zip(grid.get("layers", []), LAYERS)
              if any(pattern.get("cells") for pattern in layer.get("patterns", {}).values())]
    plain = sum({1 << channel - 1 for channel, _ in layers if channel != "mpe"})
    text = f"rate {RATE}\n0 grid -\n{document(path.read_text())}"
    for channel, patch in layers:
        # A layer of MPE plays on all channels that no other layer has.
        channels = 0xFFFF & ~plain if channel == "mpe" else 1 << channel - 1
        text += f"0 player {channels:04x}\n{document((PATCHES / f'{patch}.json').read_text())}"
    end = QUARTERS * 60 * RATE // TEMPO
    return text + (f"0 position speed=1 tempo={TEMPO} bar=0 beat=0 beats=4\n"
                   f"{end} position speed=0 tempo={TEMPO} bar={QUARTERS // 4} beat=0 beats=4\n{end} end\n")


def songs(folder):
    """Writes all songs into a folder; returns their paths."""
    patches = {path.stem: json.loads(path.read_text()) for path in sorted(PATCHES.glob("*.json"))}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda name: demo_song(name, folder), patches))
        list(pool.map(lambda name: older_song(name, folder), OLDER))
    for kind in ("keyboard", "mpe"):
        for name, patch in patches.items():
            if kind in patch.get("tags", []):
                (folder / f"{kind}:{name}.tactus").write_text(keyboard_song(kind, name))
    for path in sorted(GRIDS.glob("*.json")):
        (folder / f"grid:{path.stem}.tactus").write_text(grid_song(path))
    return sorted(folder.glob("*.tactus"))


def environment():
    return {"LV2_PATH": f"{ROOT / 'build'}:/usr/lib/lv2", **os.environ}


def rendered(paths, *options):
    """The hash of each song, by name; as many processes render as there are cores."""
    def part(paths):
        done = subprocess.run([*RENDERER, "--block", str(BLOCK), "--tail", str(TAIL), *options, *paths],
                              capture_output=True, text=True, env=environment())
        if done.returncode:
            raise RuntimeError(done.stderr.strip() or f"the host ended with {done.returncode}")
        return [line.split() for line in done.stdout.splitlines()]

    cores = os.cpu_count()
    with concurrent.futures.ThreadPoolExecutor(cores) as pool:
        parts = pool.map(part, [paths[core::cores] for core in range(min(cores, len(paths)))])
        return {name: hash for part in parts for hash, name in part}


def present():
    """The hashes of the present bundle."""
    with tempfile.TemporaryDirectory() as folder:
        return rendered(songs(pathlib.Path(folder)))


def text(hashes):
    return "\n".join([HEADER] + [f"{hashes[name]} {name}" for name in sorted(hashes)]) + "\n"


def pinned():
    lines = GOLDEN.read_text().splitlines() if GOLDEN.exists() else []
    return {name: hash for hash, name in (line.split() for line in lines if not line.startswith("#"))}


def changes(hashes):
    """The names whose sound is new or has changed, and the pinned names that are gone."""
    before = pinned()
    return ([name for name in sorted(hashes) if hashes[name] != before.get(name)],
            sorted(set(before) - set(hashes)))


def portrait(path):
    return measure.portrait(measure.render(path, measure.SAME_FOR_ALL))


def sound_of(name):
    """Renders a grid, a keyboard's take, or the whole phrase on an older patch: an array (frames, 2)."""
    kind, _, own = name.partition(":")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        song = folder / f"{name}.tactus"
        if kind == "older":
            older_song(own, folder, len(keyboards.PHRASE))
        else:
            song.write_text(grid_song(GRIDS / f"{own}.json") if kind == "grid" else keyboard_song(kind, own))
        rendered([song], "--raw", str(folder))
        return numpy.fromfile(folder / f"{name}.f32", "<f4").reshape(-1, 2)


def song_faults(name):
    """The faults of a grid, a keyboard's take or an older patch."""
    sound = sound_of(name)
    if not numpy.isfinite(sound).all():
        return [f"{name}: NaN or infinity"]
    loudness, peak = measure.ebur128(sound)
    print(f"{name:30} {loudness:6.1f} LUFS {peak:6.1f} dBTP", flush=True)
    kind, _, own = name.partition(":")
    if kind == "grid":
        return [] if loudness > -60 else [f"{name}: silence"]
    if kind == "older":
        before = OLDER[own][0]
        return [] if abs(loudness - before) <= SAME else [f"{name}: {loudness:.1f} LUFS, before {before:.1f}"]
    least, most = measure.FROM_KEYBOARDS
    return [] if least < loudness < most and peak < -0.5 else [f"{name}: {loudness:.1f} LUFS, {peak:.1f} dBTP"]


def patch_faults(path):
    """What a patch measures, as a line, its portrait, and the faults of its sound and its claims."""
    found = measure.measure(path)
    wrong = measure.faults(path.stem, found)
    wrong += [f"{path.stem}: claim {place}, {feature}: {little:.2f} to {much:.2f}"
              for place, feature, _, little, much, holds in claims.shown(path.stem) if not holds]
    return found["portrait"], f"{found['loudness']:6.1f} LUFS {found['true_peak']:6.1f} dBTP", wrong


def faults(names):
    """Measures patches and grids; returns the limits that they do not keep, as sentences."""
    wrong = [fault for name in names if ":" in name for fault in song_faults(name)]
    changed = {name for name in names if ":" not in name}
    paths = sorted(PATCHES.glob("*.json"))
    if not changed:
        return wrong
    measured = measure.every([path for path in paths if path.stem in changed], patch_faults)
    portraits = measure.every([path for path in paths if path.stem not in changed], portrait)
    portraits |= {name: own for name, (own, _, _) in measured.items()}
    near = measure.neighbours({name: {"portrait": own} for name, own in portraits.items()})
    for name, (_, line, found) in measured.items():
        print(f"{name:30} {line}, nearest {near[name][0]} {near[name][1]:.1f} dB", flush=True)
        wrong += found
        if near[name][1] < measure.APART:
            wrong.append(f"{name}: only {near[name][1]:.1f} dB from {near[name][0]}")
    return wrong


def main(words):
    if words[:1] == ["--songs"]:
        folder = pathlib.Path(words[1])
        folder.mkdir(parents=True, exist_ok=True)
        print(len(songs(folder)), "songs")
        return 0
    hashes = present()
    if words == ["--print"]:
        print(text(hashes), end="")
        return 0
    changed, gone = changes(hashes)
    print(f"{len(hashes)} sounds, {len(changed)} of them new or changed, {len(gone)} gone", flush=True)
    wrong = faults(changed)
    print(*wrong, sep="\n")
    if wrong and words != ["--anyway"]:
        print("Not pinned: correct the faults above, or pin with SOUNDS=--anyway.")
        return 1
    GOLDEN.write_text(text(hashes))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
