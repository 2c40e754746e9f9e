"""`make before-after OLDER=FOLDER`: every patch of two builds on one page, before and after:
gallery/before-after/index.html, and its figures as gallery/before-after.md.

FOLDER is a checkout of an older commit with its bundle in build/tactus.lv2. Each build plays its own patch
of a name. What both play is today's: the demo, to look at and listen to, and the performance of all
portraits, to measure. A patch has changed much if it is further from what it was than from its nearest
neighbour of today. Of a patch that was tuned anew, the older one is also played on today's engine.

`python3 gallery/before_after.py FOLDER [--out DIRECTORY] [PATCH …]`; without names, all."""
import html
import json
import pathlib
import sys
import textwrap

import numpy

import gallery
import measure
from measure import PATCHES, ROOT

HERE = pathlib.Path(__file__).resolve().parent
SIDES = ("before", "after")
SECONDS = 12  # of a demo that are drawn and can be heard
WIDTH = 118  # of a line of Markdown
INTRODUCTION = ("{} patches as an older build and this one play them, in the order of how far they have moved. The "
                "same fingers play both. The curves are mean spectra from 40 Hz to 16 kHz: dashed before, solid after. A "
                "patch with a colored frame is further from what it was than from the sound most like it today.")


def spectrum(sound):
    """The mean level of each mel band over what sounds, in dB below full scale."""
    power = measure.mel_powers(sound).sum(axis=1)
    level = power.sum(axis=1)
    shown = power[level > level.max() * 1e-5] if level.max() > 0 else power
    return 10 * numpy.log10(numpy.maximum(shown.mean(axis=0), 1e-12))


def compared(path, older, out):
    """Both sounds of one patch: files below `out` and figures; or a sentence that says what is wrong."""
    try:
        name, found = path.stem, {"portrait": [], "loudness": [], "peak": [], "spectrum": []}
        demo = measure.demo_of(name)
        seconds = min(measure.seconds_of(demo) + 3, SECONDS)
        sounds = []
        for side, root in zip(SIDES, (older, ROOT)):
            patch, bundle = root / "bundle" / "patches" / path.name, root / "build" / "tactus.lv2"
            sound = measure.render(patch, demo, seconds=seconds, bundle=bundle)
            gallery.compressed(sound, out / "sounds" / f"{name}-{side}.mp3")
            gallery.spectrogram(sound, out / "pictures" / f"{name}-{side}.webp")
            loudness, peak = measure.ebur128(sound)
            found["loudness"].append(loudness)
            found["peak"].append(peak)
            found["spectrum"].append(spectrum(sound).tolist())
            found["portrait"].append(
                measure.portrait(measure.render(patch, measure.SAME_FOR_ALL, bundle=bundle)))
            sounds.append(sound)
        found["gap"] = measure.difference(*sounds)
        found["moved"] = measure.distance(*found["portrait"])
        texts = [json.loads((root / "bundle" / "patches" / path.name).read_text()) for root in (older, ROOT)]
        found["retuned"] = any(texts[0].get(key) != texts[1].get(key)
                               for key in ("parameters", "connections"))
        found["title"] = texts[1]["name"]
        found["engine"] = found["moved"]
        if found["retuned"]:
            sound = measure.render(older / "bundle" / "patches" / path.name, measure.SAME_FOR_ALL)
            found["engine"] = measure.distance(found["portrait"][0], measure.portrait(sound))
        return found
    except Exception as error:
        return f"{path.name}: {error}"


class Work:
    """`compared`, in a form that a process pool accepts."""

    def __init__(self, older, out):
        self.older, self.out = older, out

    def __call__(self, path):
        return compared(path, self.older, self.out)


def curves(spectra):
    """The spectra of both sides as an SVG: 40 Hz to 16 kHz in mel, 80 dB."""
    top = max(map(max, spectra))
    lines = ""
    for side, levels in zip(SIDES, spectra):
        points = " ".join(f"{320 * band / (measure.BANDS - 1):.0f},{4 + 1.4 * min(top - level, 80):.0f}"
                          for band, level in enumerate(levels))
        lines += f'<polyline class="{side}" points="{points}"/>'
    return (f'<svg viewBox="0 0 320 120" role="img" aria-label="Mean spectrum before and after">'
            f'<rect width="320" height="120" rx="8"/>{lines}</svg>')


def card(name, found, nearest):
    far = " far" if found["moved"] > nearest[1] else ""
    sides = "".join(
        f'<div><h4>{side}</h4><img src="pictures/{name}-{side}.webp" width="600" height="160" loading="lazy" '
        f'alt="Spectrogram {side}">{gallery.player(f"sounds/{name}-{side}.mp3")}'
        f'<p>{gallery.minus(loudness)} LUFS, {gallery.minus(peak)} dBTP</p></div>'
        for side, loudness, peak in zip(SIDES, found["loudness"], found["peak"]))
    tuned = (f" The patch itself was tuned anew; {found['engine']:.2f} dB come of the engine alone."
             if found["retuned"] else "")
    return (f'<article id="{name}" class="card{far}"><h3>{html.escape(found["title"])}</h3>'
            f'<p>{found["moved"]:.2f} dB from what it was; nearest today: '
            f'{html.escape(nearest[0].replace("_", " "))}, {nearest[1]:.2f} dB.{tuned}</p>'
            f'<div class="sides">{sides}</div>{curves(found["spectrum"])}</article>')


def ordered(found, near):
    """The names, by how far each has moved in terms of its neighbour's distance."""
    return sorted(found, key=lambda name: -found[name]["moved"] / near[name][1])


def table(found, near):
    """The figures as a page of Markdown."""
    far = [name for name in found if found[name]["moved"] > near[name][1]]
    moved = [each["moved"] for each in found.values()]
    middle, most = numpy.median(moved), max(moved)
    alone = [name for name in found if found[name]["engine"] > near[name][1]]
    named = lambda names: ", ".join(found[name]["title"] for name in names) or "none"
    lines = [
        "# Before and after", "",
        *textwrap.wrap(
            "What a new sound engine did to the library. `make before-after OLDER=FOLDER` makes this "
            "table and a page to listen to both; `gallery/before_after.py` says how. **moved** is the "
            "distance of a patch from what it was, in dB, when both play the same performance; "
            "**nearest** the distance to the sound of today that is most like it; **demo** the mean "
            "difference in level over bands and frames of its demo, which is more where a random part "
            "falls differently; **louder** the difference in loudness of the demos. A patch *tuned anew* "
            "has other values, too; **engine** is how far the older one moves.", WIDTH), "",
        *textwrap.wrap(
            f"{len(found)} patches: median {middle:.2f} dB, most {most:.2f} dB. Further than to their "
            f"neighbour moved: {named(far)}. By the engine alone: {named(alone)}.", WIDTH), "",
        "| patch | moved | engine | nearest | demo | louder | |", "|---|---|---|---|---|---|---|"]
    for name in ordered(found, near):
        each, (other, away) = found[name], near[name]
        louder = each["loudness"][1] - each["loudness"][0]
        lines.append(
            f"| {each['title']} | {each['moved']:.2f} | {each['engine']:.2f} | "
            f"{away:.2f} {other.replace('_', ' ')} | {each['gap']:.2f} | {gallery.minus(louder)} LU | "
            f"{'tuned anew' if each['retuned'] else ''} |")
    return "\n".join(lines) + "\n"


def main(words):
    older, out = pathlib.Path(words[0]).resolve(), HERE / "before-after"
    names = words[1:]
    if names[:1] == ["--out"]:
        out, names = pathlib.Path(names[1]), names[2:]
    for folder in ("sounds", "pictures"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    paths = [path for path in sorted(PATCHES.glob("*.json"))
             if (older / "bundle" / "patches" / path.name).exists() and (not names or path.stem in names)]
    shown = measure.every(paths, Work(older, out))
    for sentence in (each for each in shown.values() if isinstance(each, str)):
        print(f"left out: {sentence}", file=sys.stderr)
    found = {name: each for name, each in shown.items() if not isinstance(each, str)}
    near = measure.neighbours({name: {"portrait": each["portrait"][1]} for name, each in found.items()})
    cards = "".join(card(name, found[name], near[name]) for name in ordered(found, near))
    page = (HERE / "before_after.html").read_text()
    page = page.replace("<!--INTRODUCTION-->", INTRODUCTION.format(len(found))).replace("<!--BODY-->", cards)
    (out / "index.html").write_text(page)
    print(out / "index.html")
    (HERE / "before-after.md" if not names else out / "before-after.md").write_text(table(found, near))
    return len(found) < len(shown)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
