"""`make gallery`: every factory patch and grid on one page to read, look at and listen to,
gallery/index.html; the figures also as gallery/figures.csv.

`python3 gallery/gallery.py [--out DIRECTORY] [PATCH | grid:GRID …]`; without names, all. A damaged file is
named and left out, and then the exit status is 1."""
import html
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

import numpy
from PIL import Image

import measure
from measure import PATCHES, RATE, ROOT

GRIDS = ROOT / "bundle" / "grids"
HERE = pathlib.Path(__file__).resolve().parent
COLOURS = ["#5b8def", "#e8793a", "#3fa66b", "#c05fb8", "#d0a51f", "#37a5b5", "#d8556a", "#7f74d8"]


# Pictures

def colours(level):
    """Converts 0…1 to a colour: night blue, violet, orange, straw."""
    stops = numpy.array([[11, 14, 30], [40, 30, 90], [122, 45, 124], [217, 84, 77], [247, 167, 70],
                         [252, 240, 190]])
    place = numpy.clip(level, 0, 1) * (len(stops) - 1)
    low = numpy.minimum(place.astype(int), len(stops) - 2)
    return (stops[low] + (stops[low + 1] - stops[low]) * (place - low)[..., None]).astype(numpy.uint8)


def spectrogram(sound, path):
    """Draws the level over time (to the right) and mel frequency (upwards), 70 dB."""
    hop = max(256, len(sound) // 600)
    mono = numpy.pad(sound.mean(axis=1), (measure.FRAME // 2, measure.FRAME))
    count = max(1, len(sound) // hop)
    frames = numpy.lib.stride_tricks.sliding_window_view(mono, measure.FRAME)[::hop][:count]
    power = abs(numpy.fft.rfft(frames * numpy.hanning(measure.FRAME), axis=1)) ** 2
    mel = power @ measure.FILTERS.T
    db = 10 * numpy.log10(numpy.maximum(mel, mel.max() * 1e-9 + 1e-20) / (mel.max() + 1e-20))
    picture = Image.fromarray(colours(1 + db.T[::-1] / 70))
    picture.resize((600, 160), Image.BICUBIC).save(path, quality=82)


def messages(performance):
    """(seconds, sender, address, arguments) of a performance's plain messages."""
    for line in performance.read_text().splitlines():
        words = line.split("#")[0].split()
        if len(words) != 3:
            continue
        data = bytes.fromhex(words[2])
        at = 0

        def text():
            nonlocal at
            end = data.index(b"\0", at)
            word, at = data[at:end].decode(), end + 4 - end % 4
            return word

        address, tags, values = text(), text()[1:], []
        for tag in tags:
            if tag == "s":
                values.append(text())
            else:
                values.append(struct.unpack_from(">i" if tag == "i" else ">f", data, at)[0])
                at += 4
        yield float(words[0]), words[1], address, values


def thin(points, most=70):
    step = max(1, len(points) // most)
    return points[::step] + points[-1:]


def trails(performance):
    """The paths of fingers and objects as an SVG of a surface at 4:3; a tilted device as two lines below
    it."""
    fingers, objects, tilt = [], {}, []
    live = {}
    for seconds, who, address, values in messages(performance):
        if address == "/tactus/touch":
            key = (who, values[1])
            if values[0] == "began":
                live[key] = []
                fingers.append((who, live[key]))
            if key in live and len(values) >= 4:
                live[key].append((values[2], values[3]))
        elif address == "/tactus/token" and len(values) >= 4:
            objects.setdefault(values[1], []).append((values[2], values[3]))
        elif address == "/tactus/motion/attitude":
            tilt.append((seconds, values[0], values[1]))
    parts = ['<rect class="surface" width="320" height="240" rx="10"/>']
    point = lambda x, y: f"{320 * x:.0f},{240 - 240 * y:.0f}"
    senders = sorted({who for who, _ in fingers})
    for number, (who, points) in enumerate(fingers):
        colour = COLOURS[(number if len(senders) < 2 else 3 * senders.index(who)) % len(COLOURS)]
        x, y = points[0]
        if len(points) > 1:
            way = " ".join(point(*place) for place in thin(points))
            parts.append(f'<polyline points="{way}" stroke="{colour}"/>')
        parts.append(f'<circle cx="{320 * x:.0f}" cy="{240 - 240 * y:.0f}" r="4" fill="{colour}"/>')
    for number, points in sorted(objects.items()):
        way = " ".join(point(*place) for place in thin(points))
        x, y = points[-1]
        parts.append(f'<polyline class="object" points="{way}"/>'
                     f'<rect class="token" x="{320 * x - 9:.0f}" y="{231 - 240 * y:.0f}" width="18" '
                     f'height="18" rx="4"/>'
                     f'<text x="{320 * x:.0f}" y="{245 - 240 * y:.0f}">{number}</text>')
    if tilt:
        last = tilt[-1][0] or 1
        for place, name in ((1, "pitch"), (2, "roll")):
            way = " ".join(f"{320 * row[0] / last:.0f},{210 - 160 * row[place]:.0f}"
                           for row in thin(tilt, 120))
            parts.append(f'<polyline class="{name}" points="{way}"/>')
    return f'<svg viewBox="0 0 320 240" role="img" aria-label="Ways of the fingers">{"".join(parts)}</svg>'


# Sounds

def compressed(sound, path):
    subprocess.run(["ffmpeg", "-hide_banner", "-v", "error", "-y", "-f", "f32le", "-ar", str(RATE), "-ac",
                    "2", "-i", "-",
                    "-c:a", "libmp3lame", "-q:a", "4", str(path)],
                   input=numpy.ascontiguousarray(sound, "<f4").tobytes(), check=True)


def shown_patch(path, out, found=None):
    """Renders, measures (unless it is `found` already) and draws one patch; returns the facts of its card, or
    a sentence that says what is wrong."""
    try:
        patch = json.loads(path.read_text())
        found = dict(found or measure.measure(path))
        name = path.stem
        compressed(found["sound"], out / "sounds" / f"{name}.mp3")
        spectrogram(found["sound"], out / "pictures" / f"{name}.webp")
        found["trails"] = trails(measure.demo_of(name))
        found["players"] = [("", f"sounds/{name}.mp3")]
        for tag, label in (("keyboard", "from a keyboard"), ("mpe", "from an MPE keyboard")):
            if tag in patch.get("tags", []):
                sound = measure.render(path, midi=measure.take_of(patch, tag))
                compressed(sound, out / "sounds" / f"{name}-{tag}.mp3")
                found["players"].append((label, f"sounds/{name}-{tag}.mp3"))
        del found["sound"]
        return patch, found
    except Exception as error:
        return f"{path.name}: {error}"


def shown_grid(path, out):
    try:
        grid = json.loads(path.read_text())
        name = f"grid-{path.stem}"
        with tempfile.TemporaryDirectory() as folder:
            wave, picture = pathlib.Path(folder) / "sound.wav", pathlib.Path(folder) / "picture.png"
            done = subprocess.run([measure.tactus(), "grid", "play", path, "-o", wave, "--picture", picture,
                                   "--quarters", "32",
                                   "--bundle", ROOT / "build" / "tactus.lv2"], capture_output=True, text=True,
                                  timeout=300)
            if done.returncode:
                raise RuntimeError(done.stderr.strip())
            sound = measure.soundfile.read(wave, dtype="float32", always_2d=True)[0]
            drawn = Image.open(picture).convert("RGB")
            drawn.resize((900, round(drawn.height * 900 / drawn.width)), Image.LANCZOS).save(
                out / "pictures" / f"{name}.webp", quality=80)
            found = {"size": (900, round(drawn.height * 900 / drawn.width))}
        compressed(sound, out / "sounds" / f"{name}.mp3")
        loudness, peak = measure.ebur128(sound)
        return grid, found | {"loudness": loudness, "true_peak": peak, "name": name}
    except Exception as error:
        return f"{path.name}: {error}"


# The page

def text(value):
    return html.escape(str(value))


def minus(value, digits=1):
    return f"{value:.{digits}f}".replace("-", "−")


def hertz(value):
    return f"{value / 1000:.1f} kHz" if value >= 1000 else f"{value:.0f} Hz"


def player(source, label=""):
    caption = f"<span>{text(label)}</span>" if label else ""
    return (f'<label class="player">{caption}<audio controls preload="none" '
            f'src="{text(source)}"></audio></label>')


def patch_card(name, patch, found, nearest):
    tags = "".join(f'<span class="tag">{text(tag)}</span>' for tag in patch.get("tags", []))
    most = max([alone for _, alone, _ in found["moves"]] + [6])
    bars = "".join(
        f'<li><span class="bar" style="width:{100 * alone / most:.0f}%"></span><span>{text(label)}</span>'
        f"<b>{alone:.1f}</b><i>{'–' if label.startswith('macro_') else f'{played:.1f}'}</i></li>"
        for label, alone, played in found["moves"])
    named = "".join(f"<span><b>{place}</b> {text(macro['name'])}</span>"
                    for place, macro in sorted(patch.get("macros", {}).items())
                    if "name" in macro)
    facts = [("loudness", minus(found["loudness"]) + " LUFS"),
             ("true peak", minus(found["true_peak"]) + " dBTP"),
             ("crest", minus(found["crest"]) + " dB"),
             ("centroid", "–".join(map(hertz, found["centroid"])))]
    if nearest:
        facts.append(("nearest",
                      f'<a href="#{text(nearest[0])}">{text(nearest[0].replace("_", " "))}</a> '
                      f'{nearest[1]:.1f}&nbsp;dB'))
    table = "".join(f"<div><dt>{key}</dt><dd>{value}</dd></div>" for key, value in facts)
    return (
        f'<article id="{text(name)}" data-tags="{text(" ".join(patch.get("tags", [])))}"><header><h3>'
        f'{text(patch["name"])}</h3>{tags}</header>'
            f'<p>{text(patch["description"])}</p><p class="how">{text(patch["how_to_play"])}</p>'
            + (f'<p class="macros">Macros {named}</p>' if named else "")
            + f'<div class="pictures">{found["trails"]}<div class="time"><img '
              f'src="pictures/{text(name)}.webp" width="600" height="160" '
            f'alt="Spectrogram" loading="lazy"><i></i></div></div>'
            + "".join(player(source, label) for label, source in found["players"])
            + f'<dl>{table}</dl><details><summary>How far each relation moves the sound, in '
              f'dB</summary><p>Beside the demo without it: '
            f'when it alone sweeps, and as it is played.</p><ul '
            f'class="moves">{bars}</ul></details></article>')


def grid_card(grid, found):
    name = found["name"]
    width, height = found["size"]
    how = f'<p class="how">{text(grid["how_to_play"])}</p>' if grid.get("how_to_play") else ""
    return (f'<article id="{name}" class="grid"><header><h3>{text(grid["name"])}</h3></header>'
            f'<p>{text(grid.get("description", ""))}</p>{how}'
            f'<div class="time"><img src="pictures/{name}.webp" width="{width}" height="{height}" alt="Piano '
            f'roll" loading="lazy"></div>'
            + player(f"sounds/{name}.mp3")
            + f'<dl><div><dt>loudness</dt><dd>{minus(found["loudness"])} LUFS</dd></div>'
            f'<div><dt>true peak</dt><dd>{minus(found["true_peak"])} dBTP</dd></div></dl></article>')


def page(patches, grids):
    """`patches` is {name: (patch, found)}, `grids` a list of (grid, found)."""
    near = measure.neighbours({name: found for name, (_, found) in patches.items()})
    categories = {}
    for name, (patch, found) in patches.items():
        categories.setdefault(patch["category"], []).append(patch_card(name, patch, found, near.get(name)))
    order = [word for word in measure.CATEGORIES
             if word in categories] + sorted(set(categories) - set(measure.CATEGORIES))
    sections = [(word, categories[word]) for word in order]
    if grids:
        sections.append(("grids", [grid_card(*each) for each in grids]))
    anchor = lambda word: "c-" + word.replace(" ", "-")
    links = "".join(f'<a href="#{anchor(word)}">{text(word)} <small>{len(cards)}</small></a>'
                    for word, cards in sections)
    tags = sorted({tag for patch, _ in patches.values() for tag in patch.get("tags", [])})
    buttons = "".join(
        f'<button type="button" data-tag="{text(tag)}" aria-pressed="false">{text(tag)}</button>'
        for tag in tags)
    body = "".join(
        f'<section id="{anchor(word)}"><h2>{text(word)}</h2><div '
        f'class="cards">{"".join(cards)}</div></section>'
                   for word, cards in sections)
    template = (HERE / "page.html").read_text()
    for key, value in (("COUNT", f"{len(patches)} patches and {len(grids)} grids for the Tone Matrix"),
                       ("LINKS", links), ("BUTTONS", buttons), ("BODY", body)):
        template = template.replace(f"<!--{key}-->", value)
    return template


def table(patches):
    """The figures as comma-separated lines."""
    near = measure.neighbours({name: found for name, (_, found) in patches.items()})
    lines = [
        "patch,category,connections,LUFS,dBTP,crest dB,offset dBFS,centroid low Hz,centroid high Hz,rest "
        "dBFS,nearest,"
             "apart dB,least connection swept dB"]
    for name, (patch, found) in patches.items():
        other, away = near.get(name, ("", 0))
        lines.append(
            f"{name},{patch['category']},{len(patch['connections'])},{found['loudness']:.1f},"
            f"{found['true_peak']:.1f},"
                     f"{found['crest']:.1f},{found['offset']:.0f},{found['centroid'][0]:.0f},"
                     f"{found['centroid'][1]:.0f},"
                     f"{found['rest']:.0f},{other},{away:.1f},"
                     f"{min((alone for _, alone, _ in found['moves']), default=0):.2f}")
    return "\n".join(lines) + "\n"


class Work:
    """A function of a path with its folder, in a form that a process pool accepts."""

    def __init__(self, function, out):
        self.function, self.out = function, out

    def __call__(self, path):
        return self.function(path, self.out)


def main(words):
    out = HERE
    if words[:1] == ["--out"]:
        out, words = pathlib.Path(words[1]), words[2:]
    for folder in ("sounds", "pictures"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    patches = [PATCHES / f"{word}.json" for word in words
               if not word.startswith("grid:")] if words else sorted(PATCHES.glob("*.json"))
    grids = [GRIDS / f"{word[5:]}.json" for word in words if word.startswith("grid:")] if words else sorted(
        GRIDS.glob("*.json"))
    shown = measure.every(patches, Work(shown_patch, out))
    rolls = measure.every(grids, Work(shown_grid, out))
    wrong = [each for each in (*shown.values(), *rolls.values()) if isinstance(each, str)]
    patches = {name: each for name, each in shown.items() if not isinstance(each, str)}
    (out / "index.html").write_text(
        page(patches, [each for each in rolls.values() if not isinstance(each, str)]))
    (out / "figures.csv").write_text(table(patches))
    for sentence in wrong:
        print(f"left out: {sentence}", file=sys.stderr)
    print(
        f"{out / 'index.html'}: {len(patches)} patches, {len(rolls) + len(shown) - len(patches) - len(wrong)}"
        f" grids")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
