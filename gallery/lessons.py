"""Writes the ten lessons of the library: bundle/lessons/NAME.lesson.json.

    gallery/lessons.py [FOLDER]

Each is a short study in 4/4 for one relation, or two of them at the end. Ways are given by a few knots in beats, between
which hands speed up and slow down as hands do (half a cosine), and are written as straight lines of a quarter beat."""
import json
import math
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def at(knots, beat):
    """The value at a beat of knots [(beat, value), …], with rests of speed at each knot."""
    before = knots[0]
    for knot in knots:
        if knot[0] > beat:
            if knot[0] == before[0] or before is knot:
                return knot[1]
            part = (beat - before[0]) / (knot[0] - before[0])
            return before[1] + (knot[1] - before[1]) * (1 - math.cos(math.pi * part)) / 2
        before = knot
    return before[1]


def beats(start, end, step=0.25):
    count = round((end - start) / step)
    return [start + step * index for index in range(count + 1)]


def hand(start, end, place, sensor=None, step=0.25):
    """A hand whose place is a function of the beat."""
    points = [[round(beat, 3), *(round(number, 3) for number in place(beat))] for beat in beats(start, end, step)]
    kept = [points[0]]
    for before, point, after in zip(points, points[1:], points[2:]):
        part = (point[0] - before[0]) / (after[0] - before[0])
        if any(abs(p - (b + part * (a - b))) > 0.0015 for b, p, a in zip(before[1:], point[1:], after[1:])):
            kept.append(point)
    kept.append(points[-1])
    return ({"sensor": sensor} if sensor else {}) | {"points": kept}


def pair(end, half, angle=lambda beat: 0.0, middle=lambda beat: (0.5, 0.5), start=0.0):
    """Two fingers about a middle: half their distance as a part of the height, and their angle in turns."""
    def finger(side):
        def place(beat):
            x, y = middle(beat)
            turn = 2 * math.pi * angle(beat)
            # The surface is 4:3.
            return (x + side * half(beat) * 0.75 * math.cos(turn), y + side * half(beat) * math.sin(turn))
        return hand(start, end, place)
    return [finger(-1), finger(1)]


def around(count, end, half, angle=lambda beat: 0.0, starts=None, ends=None):
    """Fingers at equal angles about the middle."""
    def finger(index):
        def place(beat):
            turn = 2 * math.pi * (angle(beat) + index / count + 0.25)
            return (0.5 + 0.75 * half(beat) * math.cos(turn), 0.5 + half(beat) * math.sin(turn))
        return hand(starts[index] if starts else 0, ends[index] if ends else end, place)
    return [finger(index) for index in range(count)]


LESSONS = {
    "01_two_fingers": dict(
        name="Two fingers", patch="first_touch", tempo=72, relations=["group_spread"],
        text="Put two fingers down. Move them apart for two beats and together for two, like breathing. Where you do "
             "it does not matter, only how far apart they are.",
        hands=pair(16, lambda b: at([(0, .15), (2, .38), (4, .15), (6, .38), (8, .15), (10, .38), (12, .15), (14, .38),
                                     (16, .15)], b))),
    "02_hold_and_open": dict(
        name="Hold and open", patch="glass_pad", tempo=76, relations=["group_spread"],
        text="The same two fingers, with rests: hold for a bar, open within two beats, hold again, and close slowly "
             "over a whole bar.",
        hands=pair(20, lambda b: at([(0, .12), (4, .12), (6, .38), (10, .38), (14, .12), (16, .12), (17, .26),
                                     (20, .26)], b))),
    "03_turn": dict(
        name="Turn", patch="mirror_dance", tempo=66, relations=["group_rotation"],
        text="Keep two fingers equally far apart and turn them like a large knob: a quarter to the left, back, then "
             "a quarter to the right and back.",
        hands=pair(16, lambda b: .26,
                   lambda b: at([(0, 0), (3, .25), (4, .25), (7, 0), (8, 0), (11, -.25), (12, -.25), (15, 0), (16, 0)],
                                b))),
    "04_open_and_turn": dict(
        name="Open and turn", patch="spread_organ", tempo=66, relations=["group_spread", "group_rotation"],
        text="Two relations at once. First open, then turn, then close while you turn back.",
        hands=pair(16, lambda b: at([(0, .14), (4, .36), (8, .36), (12, .14), (16, .14)], b),
                   lambda b: at([(0, 0), (4, 0), (8, .25), (12, 0), (16, 0)], b))),
    "05_three_fingers": dict(
        name="Three fingers", patch="three_of_glass", tempo=80, relations=["group_hull_area"],
        text="Three fingers hold a triangle. Let it grow and shrink: small, large, small, and half as large.",
        hands=around(3, 16, lambda b: at([(0, .12), (3, .36), (4, .36), (7, .12), (8, .12), (10, .36), (12, .12),
                                          (14, .25), (16, .25)], b))),
    "06_one_after_another": dict(
        name="One after another", patch="felt_upright", tempo=84, relations=["group_spread", "group_hull_area"],
        text="Begin with one finger, and add one on each first beat of a bar, until four are down. Keep the square "
             "for a bar, then let it breathe once.",
        hands=around(4, 20, lambda b: at([(0, .26), (14, .26), (16, .38), (18, .16), (20, .26)], b),
                     starts=[0, 4, 8, 12])),
    "07_the_line": dict(
        name="The line", patch="three_of_glass", tempo=70, relations=["group_axis_angle", "group_spread"],
        text="Two fingers are the ends of a line. Tilt it slowly until it stands upright, let it grow, and lay it "
             "down again.",
        hands=pair(20, lambda b: at([(0, .2), (8, .2), (12, .36), (20, .2)], b),
                   lambda b: at([(0, .02), (8, .23), (12, .23), (20, .02)], b))),
    "08_five_fingers": dict(
        name="Five fingers", patch="vowel_choir", tempo=63, relations=["group_spread", "group_rotation"],
        text="A whole hand. Open it over two bars, turn it a little to each side, and close it. All fingers move "
             "together.",
        hands=around(5, 24, lambda b: at([(0, .16), (8, .36), (20, .36), (24, .16)], b),
                     lambda b: at([(0, 0), (8, 0), (11, .08), (15, -.08), (18, 0), (24, 0)], b))),
    "09_lean": dict(
        name="Lean", patch="tilt_whistle", tempo=60, relations=["motion_roll"],
        text="Hold the device flat like a tray. Lean it to the right for a bar, to the left for a bar, and come back. "
             "No finger is needed to learn it; one to hear it.",
        hands=[hand(0, 16, lambda b: (0, at([(0, 0), (3, .12), (4, .12), (8, -.12), (9, -.12), (12, 0), (14, .06),
                                             (16, 0)], b), 0), "attitude")]),
    "10_tilt_both_ways": dict(
        name="Tilt both ways", patch="compass_rose", tempo=60, relations=["motion_pitch", "motion_roll"],
        text="Two directions at once: raise the far edge, then lean to the right, and bring the device around in a "
             "slow circle until it lies flat.",
        hands=[hand(0, 20, lambda b: (
            at([(0, 0), (4, .1), (8, .1), (12, -.1), (16, 0), (20, 0)], b),
            at([(0, 0), (4, 0), (8, .1), (12, 0), (16, -.1), (20, 0)], b), 0), "attitude")]),
}


def text(lesson):
    lines = [f'  "version": 1', f'  "name": {json.dumps(lesson["name"])}', f'  "text": {json.dumps(lesson["text"])}',
             f'  "patch": {json.dumps(lesson["patch"])}', f'  "tempo": {lesson["tempo"]}',
             f'  "relations": {json.dumps(lesson["relations"])}']
    hands = ",\n".join("    " + json.dumps(hand, separators=(", ", ": ")).replace(".0,", ",").replace(".0]", "]")
                       for hand in lesson["hands"])
    return "{\n" + ",\n".join(lines) + ',\n  "hands": [\n' + hands + "\n  ]\n}\n"


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "bundle/lessons"
    folder.mkdir(exist_ok=True)
    for name, lesson in LESSONS.items():
        assert sum(len(hand["points"]) for hand in lesson["hands"]) <= 480, name
        (folder / f"{name}.lesson.json").write_text(text(lesson))


if __name__ == "__main__":
    main()
