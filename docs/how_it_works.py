"""`make docs`: the three pictures of docs/guide/how-it-works.md, as SVG in docs/images/how: relations of four
fingers, with their values as docs/controllers.md defines them; the matrix of a factory patch; the way of the
sound."""
import json
import math
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "images" / "how"
INK, GRAY, BLUE, GOLD, RED = "#222", "#888", "#0b6e99", "#b9860f", "#c33"


def text(x, y, words, color=INK, anchor="middle", size=13, weight="normal"):
    return (f'<text x="{x:.0f}" y="{y:.0f}" fill="{color}" text-anchor="{anchor}" font-size="{size}" '
            f'font-weight="{weight}" stroke="#fff" stroke-width="4" stroke-opacity="0.7" paint-order="stroke">'
            f'{words}</text>')


def line(a, b, color, more=""):
    return (f'<line x1="{a[0]:.1f}" y1="{a[1]:.1f}" x2="{b[0]:.1f}" y2="{b[1]:.1f}" stroke="{color}" '
            f'stroke-width="2" {more}/>')


def box(x, y, width, height, words, fill="#fff", color=INK):
    return (f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="6" fill="{fill}" stroke="{GRAY}"/>'
            + text(x + width / 2, y + height / 2 + 5, words, color))


def write(name, title, width, height, *parts):
    FOLDER.mkdir(parents=True, exist_ok=True)
    file = FOLDER / f"{name}.svg"
    arrow = ('<defs><marker id="a" markerUnits="userSpaceOnUse" markerWidth="9" markerHeight="9" refX="7" refY="4" '
             'orient="auto">'
             f'<path d="M0,0L7,4L0,8z" fill="{GRAY}"/></marker></defs>')
    file.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
                    f'font-family="sans-serif"><title>{title}</title>{arrow}'
                    f'<rect width="{width}" height="{height}" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n")
    print(file)


def relations():
    """Four fingers on a surface of 4:3, whose diagonal is 1."""
    width, height, left, top = 560, 420, 20, 20
    fingers = [(0.2, 0.3), (0.34, 0.74), (0.62, 0.84), (0.84, 0.52)]
    places = [(x * 0.8, y * 0.6) for x, y in fingers]  # in diagonals
    middle = [sum(each) / 4 for each in zip(*places)]

    def at(place):
        return left + place[0] / 0.8 * width, top + height - place[1] / 0.6 * height

    def between(a, b, part=0.5):
        return [p + (q - p) * part for p, q in zip(a, b)]
    spread = sum(math.dist(place, middle) for place in places) / 4
    step = math.dist(places[1], places[2])
    angle = math.degrees(math.atan2(places[3][1] - places[0][1], places[3][0] - places[0][0])) / 360
    hull = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(at, places))
    m, radius = at(middle), spread / 0.8 * width
    parts = [f'<rect x="{left}" y="{top}" width="{width}" height="{height}" rx="8" fill="#f7f7f4" '
             f'stroke="{GRAY}"/>',
             f'<polygon points="{hull}" fill="{GOLD}" fill-opacity="0.12"/>',
             f'<circle cx="{m[0]:.1f}" cy="{m[1]:.1f}" r="{radius:.1f}" fill="none" stroke="{GOLD}" '
             'stroke-width="2" stroke-dasharray="5 4"/>',
             *[line(m, at(place), GOLD, 'stroke-opacity="0.5"') for place in places],
             line(at(places[1]), at(places[2]), BLUE), line(at(places[0]), at(places[3]), RED)]
    for number, place in enumerate(places):
        x, y = at(place)
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="17" fill="#fff" stroke="{INK}" stroke-width="2"/>',
                  text(x, y + 5, number + 1, weight="bold")]
    x, y = at(between(places[1], places[2]))
    parts += [text(x - 90, y - 44, f"distance to the previous finger: {step:.2f}", BLUE)]
    x, y = at(between(places[0], places[3]))
    parts += [text(x + 40, y + 44, f"angle to the first finger: {angle:.2f} turns", RED)]
    parts += [text(m[0], m[1] - 24, f"spread: {spread:.2f}", GOLD),
              text(m[0], m[1] - 8, "mean distance to the middle", GOLD)]
    write("relations", "Relations of four fingers", 600, 460, *parts)


def matrix():
    """The connections of Glass marimba that are no macros."""
    patch = json.loads((ROOT / "bundle" / "patches" / "glass_marimba.json").read_text())
    shown = [each for each in patch["connections"] if not each["source"].startswith("macro_")]
    sources = list(dict.fromkeys(each["source"] for each in shown))
    targets = list(dict.fromkeys(each["destination"] for each in shown))
    row, top = 54, 56
    parts = [text(130, 30, "controllers: what the hand does", GRAY),
             text(570, 30, "parameters: what you hear", GRAY)]
    for each in shown:
        a = 240, top + row * sources.index(each["source"]) + 20
        b = 460, top + row * targets.index(each["destination"]) + 20
        parts.append(f'<path d="M{a[0]},{a[1]}C{a[0] + 90},{a[1]} {b[0] - 90},{b[1]} {b[0] - 4},{b[1]}" fill="none" '
                     f'stroke="{BLUE}" stroke-width="2" marker-end="url(#a)"/>')
    for place, source in enumerate(sources):
        parts.append(box(20, top + row * place, 220, 40, source, color=GOLD))
    for place, target in enumerate(targets):
        parts.append(box(460, top + row * place, 220, 40, target, color=BLUE))
    write("matrix", "The matrix of Glass marimba", 700, top + row * max(len(sources), len(targets)) + 6, *parts)


def voices():
    """The way of the sound, with the names of docs/parameters.md."""
    parts = [text(80, 28, "fingers and keys", GRAY), text(340, 28, "a voice for each", GRAY),
             text(620, 28, "effects on the sum", GRAY)]
    for place in (2, 1, 0):
        shift = 6 * place
        parts.append(f'<rect x="{180 + shift}" y="{44 + shift}" width="320" height="250" rx="8" fill="#f7f7f4" '
                     f'stroke="{GRAY}"/>')
    for place, name in enumerate(("finger 1", "finger 2", "key")):
        y = 80 + 70 * place
        parts += [box(20, y, 110, 36, name, color=GOLD),
                  line((130, y + 18), (176, y + 18), GRAY, 'marker-end="url(#a)"')]
    sources = ["oscillators A, B, C", "FM pair, noise", "string", "grains, samples"]
    for place, name in enumerate(sources):
        parts.append(box(196, 60 + 44 * place, 150, 34, name))
    stages = ["shaper", "filters 1 and 2", "amplifier"]
    for place, name in enumerate(stages):
        parts.append(box(366, 60 + 58 * place, 120, 38, name))
        if place:
            parts.append(line((426, 40 + 58 * place), (426, 57 + 58 * place), GRAY, 'marker-end="url(#a)"'))
    parts += [line((346, 79), (362, 79), GRAY, 'marker-end="url(#a)"'),
              box(196, 244, 290, 34, "envelopes, LFOs, sequencers", color=BLUE)]
    effects = ["drive, equalizer", "compressor", "chorus", "delay", "reverb", "level, limiter"]
    for place, name in enumerate(effects):
        y = 44 + 43 * place
        parts.append(box(560, y, 130, 32, name))
        if place:
            parts.append(line((625, y - 11), (625, y - 2), GRAY, 'marker-end="url(#a)"'))
    parts += ['<path d="M486,195C530,195 510,60 556,60" fill="none" '
              f'stroke="{GRAY}" stroke-width="2" marker-end="url(#a)"/>']
    write("voices", "From fingers to effects", 710, 318, *parts)


relations()
matrix()
voices()
