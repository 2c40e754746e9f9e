"""Objects on a simulated table, for the test of room `Tangibles`: it writes touches of which it knows the
truth, and judges what was recognised in them. It knows nothing of how recognition works.

    tangibles.py IN OUT

IN's first line is `write ROW SEED START COUNT`: OUT gets the touches as float64, and the truth is left in a
file beside it. With `judge` for `write` and the recognised objects in the lines after it, one a line
(placement, nanoseconds, definition or -1-definition if it is lifted, x, y, cosine, sine), OUT gets the sums
as JSON, by the truth that lies beside it. Equal seeds give equal touches."""
import json
import math
import pathlib
import pickle
import sys

import numpy as np

WIDTH, HEIGHT = 600.0, 340.0  # a table of 27 inches, mm
STEP = 0.01
PUT, LIFT = 0.5, 4.5

# What each row of the table simulates. noise, bias: mm; drops: a second and pad; spread: s between pads;
# near: fingers within 8 cm of the object; aside: a second and pad, 8 mm for 0.2 to 0.5 s; held: fingers of a hand
# that holds chords, one after another; late: a pad comes late, and a finger lies where it would be if the object were
# turned by 180 degrees about its longest side.
PLAIN = dict(definitions=8, separation=6, tolerance=3, noise=1.0, bias=0.0, drops=0.0, fingers=0, spread=0.05,
             near=False, aside=0.0, object=True, chords=False, held=0, late=False,
             seconds=6.0)
BUSY = PLAIN | dict(bias=0.7, drops=0.5, fingers=6, spread=0.08)
ALONE = PLAIN | dict(object=False, noise=0.0)
ROWS = {
    "alone-0.5": PLAIN | dict(noise=0.5),
    "alone-1": PLAIN,
    "alone-1.5": PLAIN | dict(noise=1.5),
    "alone-2": PLAIN | dict(noise=2.0, tolerance=4),
    "busy-1": BUSY,
    "busy-2": BUSY | dict(noise=2.0, tolerance=4),
    "near": BUSY | dict(near=True),
    "drops": BUSY | dict(drops=3.0),
    "aside": PLAIN | dict(aside=0.3),
    "aside-often": PLAIN | dict(aside=1.0),
    "chords": ALONE | dict(fingers=9, chords=True),
    "chords-one": ALONE | dict(fingers=9, chords=True, definitions=1),
    "fingers": ALONE | dict(fingers=10, separation=5),
    "fingers-32": ALONE | dict(fingers=10, separation=5, definitions=32),
    "held-3": ALONE | dict(held=3),
    "held-4": ALONE | dict(held=4),
    "held-5": ALONE | dict(held=5),
    "late-pad": PLAIN | dict(bias=0.7, late=True),
    "beside-chord": PLAIN | dict(bias=0.7, held=4),
    "minute": ALONE | dict(fingers=10, separation=5, seconds=60.0),
}


def library(row, seed):
    """Triangles with sides of 30 to 75 mm, which differ among themselves and from others of their hand."""
    rng = np.random.default_rng((seed, 1))
    made = []
    gap = row["separation"]
    own = max(gap, 6)
    while len(made) < row["definitions"]:
        a, b, c = sides = np.sort(rng.uniform(30, 75, 3))
        if c > a + b - 8 or b - a < own or c - b < own:
            continue
        hand = 1 if rng.random() < 0.5 else -1
        if any(hand == other and np.abs(sides - lengths).max() < gap for lengths, other, _ in made):
            continue
        x = (c * c + b * b - a * a) / (2 * c)
        y = math.sqrt(max(b * b - x * x, 1))
        if y < 10.5:
            continue
        made.append((sides, hand, np.array([[0, 0], [c, 0], [x, hand * y]])))
    return [(pads - pads.mean(0)).tolist() for _, _, pads in made]


class Placement:
    """The touches of one run: (seconds, word, id, x, y) with 0 began, 1 moved, 2 ended; and the truth."""

    def __init__(self, row, seed, number, pads):
        self.row, self.pads = row, pads
        self.rng = np.random.default_rng((seed, 2, number))
        self.events, self.next_id, self.chords = [], 1, 0
        self.which = number % len(pads)
        steps = int(row["seconds"] / STEP)
        self.truth = np.zeros((steps, 3))
        self.first = None
        rng = self.rng
        pose = [100 + rng.random() * 400, 90 + rng.random() * 160, rng.random() * math.tau]
        speed = [80 * (rng.random() - .5), 80 * (rng.random() - .5), 2 * (rng.random() - .5)]
        self.start_pads()
        fingers = [None] * row["fingers"]
        if row["late"]:
            speed = [0, 0, 0]
            self.delay_pad(pose)
        hand, self.hand_due = [], 0.1 + 0.4 * rng.random() if row["held"] else math.inf
        for step in range(steps):
            time = step * STEP
            if 1 < time < LIFT and row["object"]:
                pose = [p + v * STEP for p, v in zip(pose, speed)]
                for axis, size in ((0, WIDTH), (1, HEIGHT)):
                    if not 80 < pose[axis] < size - 80:
                        speed[axis] = -speed[axis]
            self.truth[step] = pose
            if row["object"]:
                self.move_pads(time, pose)
            self.move_fingers(time, fingers, pose)
            hand = self.move_hand(time, hand, pose)
            if row["late"]:
                self.move_finger(time)

    def tell(self, time, word, id, place):
        self.events.append((round(time * 1e9), word, id, place[0], place[1]))

    def start_pads(self):
        rng, row = self.rng, self.row
        self.due = [PUT + row["spread"] * rng.random() for _ in range(3)]
        self.bias = (rng.standard_normal((3, 2)) * row["bias"]).tolist()
        self.ids = [None] * 3
        self.pulled = [(0.0, (0.0, 0.0))] * 3

    def delay_pad(self, pose):
        """The third pad comes 0.6 to 1.2 s late; the finger is 1 mm beside its turned place, and stays for 2 to 4 s."""
        rng, pads = self.rng, self.pads[self.which]
        late = max(range(3), key=lambda k: math.dist(pads[k - 1], pads[k - 2]))
        self.due[late] += .6 + .6 * rng.random()
        x, y = (pads[late - 1][axis] + pads[late - 2][axis] - pads[late][axis] for axis in (0, 1))
        cosine, sine = math.cos(pose[2]), math.sin(pose[2])
        u, v = rng.standard_normal(2).tolist()
        self.finger = pose[0] + cosine * x - sine * y + u, pose[1] + sine * x + cosine * y + v
        self.finger_id, self.finger_until = None, PUT + 2 + 2 * rng.random()

    def move_finger(self, time):
        if time >= self.finger_until:
            if self.finger_id is not None:
                self.tell(time, 2, self.finger_id, (0, 0))
            self.finger_id, self.finger_until = None, math.inf
        elif time >= PUT and self.finger_until < math.inf:
            u, v = (.3 * self.rng.standard_normal(2)).tolist()
            word = 0 if self.finger_id is None else 1
            if word == 0:
                self.finger_id, self.next_id = self.next_id, self.next_id + 1
            self.tell(time, word, self.finger_id, (self.finger[0] + u, self.finger[1] + v))

    def move_pads(self, time, pose):
        rng, row = self.rng, self.row
        cosine, sine = math.cos(pose[2]), math.sin(pose[2])
        for k in range(3):
            if time >= LIFT:
                if self.ids[k] is not None:
                    self.tell(time, 2, self.ids[k], (0, 0))
                    self.ids[k] = None
                continue
            x, y = self.pads[self.which][k]
            u, v = rng.standard_normal(2).tolist()
            place = (pose[0] + cosine * x - sine * y + (self.bias[k][0] + row["noise"] * u),
                     pose[1] + sine * x + cosine * y + (self.bias[k][1] + row["noise"] * v))
            if row["aside"] and self.ids[k] is not None:
                until, away = self.pulled[k]
                if time >= until and rng.random() < row["aside"] * STEP:
                    turn = rng.random() * math.tau
                    until = time + .2 + .3 * rng.random()
                    away = 8 * math.cos(turn), 8 * math.sin(turn)
                    self.pulled[k] = until, away
                if time < until:
                    place = place[0] + away[0], place[1] + away[1]
            if self.ids[k] is None:
                if time >= self.due[k]:
                    self.ids[k] = self.next_id
                    self.next_id += 1
                    self.tell(time, 0, self.ids[k], place)
                    self.first = time if self.first is None else self.first
            elif rng.random() < row["drops"] * STEP:
                self.tell(time, 2, self.ids[k], (0, 0))
                self.ids[k] = None
                self.due[k] = time + .02 + .6 * rng.random() * rng.random()
            else:
                self.tell(time, 1, self.ids[k], place)

    def move_fingers(self, time, fingers, pose):
        rng, row = self.rng, self.row
        for index, finger in enumerate(fingers):
            if finger is None:
                if rng.random() >= 2 * STEP * (2 if row["chords"] and index == 0 else 1):
                    continue
                self.chords += 1
                middle = 60 + rng.random() * (WIDTH - 120), 60 + rng.random() * (HEIGHT - 120)
                for other in range(index, min(index + (3 if row["chords"] else 1), len(fingers))):
                    if fingers[other] is not None:
                        continue
                    u, v = rng.random(2)
                    if row["near"]:
                        place = pose[0] + (u - .5) * 160, pose[1] + (v - .5) * 160
                    elif row["chords"]:
                        place = middle[0] + (u - .5) * 130, middle[1] + (v - .5) * 110
                    else:
                        place = u * WIDTH, v * HEIGHT
                    fingers[other] = [self.next_id, place, (120 * (rng.random(2) - .5)).tolist(),
                                      time + .1 + 1.5 * rng.random(), time]
                    self.tell(time, 0, self.next_id, place)
                    self.next_id += 1
            elif finger[4] == time:
                continue
            elif time >= finger[3]:
                self.tell(time, 2, finger[0], (0, 0))
                fingers[index] = None
            else:
                x, y = finger[1] = [at + speed * STEP for at, speed in zip(finger[1], finger[2])]
                u, v = rng.standard_normal(2).tolist()
                self.tell(time, 1, finger[0], (x + .3 * u, y + .3 * v))


    def move_hand(self, time, hand, pose):
        """A hand that holds a chord for 1 to 4 s. Its fingers come within 40 ms and leave within 80 ms, at least
        18 mm apart on 130 x 110 mm; each settles by half a millimeter and trembles by 0.4 mm."""
        rng = self.rng
        if time >= self.hand_due:
            self.chords += 1
            middle = [60 + rng.random() * (WIDTH - 120), 60 + rng.random() * (HEIGHT - 120)]
            while self.row["object"] and math.dist(middle, pose[:2]) < 150:
                middle = [60 + rng.random() * (WIDTH - 120), 60 + rng.random() * (HEIGHT - 120)]
            until = time + 1 + 3 * rng.random()
            while len(hand) < self.row["held"]:
                place = (middle + (rng.random(2) - .5) * (130, 110)).tolist()
                if all(math.dist(place, finger["place"]) >= 18 for finger in hand):
                    hand.append(dict(id=None, place=place, at=time + .04 * rng.random(),
                                     until=until + .08 * rng.random(), settle=.5 * rng.standard_normal(2),
                                     tremble=.4 * rng.standard_normal(2)))
            self.hand_due = until + 0.5 + 0.5 * rng.random()
        for finger in hand:
            if time < finger["at"]:
                continue
            if time >= finger["until"]:
                self.tell(time, 2, finger["id"], (0, 0))
                continue
            finger["tremble"] = .99 * finger["tremble"] + .4 * math.sqrt(1 - .99 ** 2) * rng.standard_normal(2)
            settled = 1 - math.exp((finger["at"] - time) / .15)
            place = finger["place"] + settled * finger["settle"] + finger["tremble"] + .3 * rng.standard_normal(2)
            if finger["id"] is None:
                finger["id"] = self.next_id
                self.next_id += 1
                self.tell(time, 0, finger["id"], place)
            else:
                self.tell(time, 1, finger["id"], place)
        return [finger for finger in hand if time < finger["until"]]


def write(name, seed, start, count):
    """The number of definitions, the tolerance, the pads; then the length of each placement and its events:
    all float64. And the placements themselves, without their events."""
    row = ROWS[name]
    pads = library(row, seed)
    made = [Placement(row, seed, number, pads) for number in range(start, start + count)]
    parts = [np.array([len(pads), row["tolerance"]]), np.ravel(pads)]
    for placement in made:
        parts += [np.array([len(placement.events)]), np.array(placement.events, dtype=float).ravel()]
        placement.events = []
    return np.concatenate(parts).astype("<f8").tobytes(), made


def judge(row, made, lines):
    told = [[] for _ in made]
    for line in lines:
        words = line.split()
        told[int(words[0])].append((int(words[1]) / 1e9, int(words[2]), *map(float, words[3:])))
    sums = dict(placements=0, recognised=0, held=0.0, wrong=0, latency=0.0, position=0.0, angle=0.0, posed=0,
                false_runs=0, false_objects=0, chords=0)
    for placement, tells in zip(made, told):
        sums["placements"] += 1
        sums["chords"] += placement.chords
        run = judge_run(placement, tells, row)
        for key, value in run.items():
            sums[key] += value
    return sums


def judge_run(placement, tells, row):
    """One placement, looked at each 10 ms at the end of the frame."""
    lying, next_tell = {}, 0
    recognised_at, held, frames, squares, angles, posed = None, 0, 0, 0.0, 0.0, 0
    wrong, false_objects = False, 0
    for step, truth in enumerate(placement.truth):
        time = step * STEP
        while next_tell < len(tells) and tells[next_tell][0] < time + STEP - 1e-6:
            at, which, *pose = tells[next_tell]
            next_tell += 1
            if which < 0:
                lying.pop(-1 - which, None)
                continue
            is_right = row["object"] and which == placement.which and \
                math.hypot(pose[0] - truth[0], pose[1] - truth[1]) < 25
            if is_right and recognised_at is None:
                recognised_at = at
            if not is_right and which not in lying:
                false_objects += 1
            lying[which] = pose
        for which, pose in lying.items():
            away = math.hypot(pose[0] - truth[0], pose[1] - truth[1])
            if row["object"] and which != placement.which and away < 40:
                wrong = True
        if row["object"] and 1 < time < LIFT - STEP:
            frames += 1
            pose = lying.get(placement.which)
            if pose is None:
                continue
            away = math.hypot(pose[0] - truth[0], pose[1] - truth[1])
            turned = math.remainder(math.atan2(pose[3], pose[2]) - truth[2], math.tau)
            if away < 25 and abs(turned) < math.pi / 6:
                held += 1
                posed += 1
                squares += away * away
                angles += turned ** 2
    return dict(
        recognised=int(recognised_at is not None), held=held / frames if frames else 0.0, wrong=int(wrong),
        latency=recognised_at - placement.first if recognised_at is not None else 0.0,
        position=math.sqrt(squares / posed) if posed else 0.0,
        angle=math.degrees(math.sqrt(angles / posed)) if posed else 0.0, posed=int(posed > 0),
        false_runs=int(false_objects > 0), false_objects=false_objects)


def main():
    lines = open(sys.argv[1]).read().splitlines()
    answer = pathlib.Path(sys.argv[2])
    truth = answer.with_name("truth")
    task, name, *numbers = lines[0].split()
    if task == "write":
        touches, made = write(name, *map(int, numbers))
        answer.write_bytes(touches)
        truth.write_bytes(pickle.dumps(made))
    else:
        answer.write_text(json.dumps(judge(ROWS[name], pickle.loads(truth.read_bytes()), lines[1:])))


if __name__ == "__main__":
    main()
