"""Own relations in numpy and float64: points of the surface and functions of them, written from docs/matrix.md
alone. An expression is a tree of tuples; `text` writes it, `Model.value` computes it."""
import math

import numpy as np

from touch_parts import Finger, H, W, turns

MEMORY = {"follow", "since", "rate", "correlation"}
OWN_POINTS = {"touch", "start", "previous", "next", "nearest", "farthest"}


class Doubt(Exception):
    """The value depends on the last digits of its operands."""


def text(tree):
    kind, *rest = tree
    if kind == "number":
        return repr(rest[0])
    if kind == "name":
        return rest[0]
    if kind in "+*":
        return f"({text(rest[0])} {kind} {text(rest[1])})"
    return f"{kind}({', '.join(text(each) for each in rest)})"


def isOwn(tree):
    """Whether each voice has its own value."""
    kind, *rest = tree
    if kind == "number":
        return False
    if kind == "name":
        return rest[0] in OWN_POINTS
    return any(isOwn(each) for each in rest)


def calls(tree):
    """The functions that remember, inner ones first, in the order of the text."""
    found = []
    for each in tree[1:]:
        if isinstance(each, tuple):
            found += calls(each)
    return found + ([tree] if tree[0] in MEMORY else [])


class Thing:
    def __init__(self, now, xy):
        self.finger = Finger(now, xy, 0)
        self.number = self.part = 0
        self.isPointer = self.isRecorded = False

    @property
    def p(self):
        return self.finger.p


class Model:
    """The surface from event to event, and what functions remember."""

    def __init__(self, regions, bodies, expressions):
        self.regions = [np.array(corners) * (W, H) for corners in regions]
        self.bodies = bodies
        self.touches, self.tokens, self.serial = {}, {}, 0
        self.expressions = expressions
        self.sites = [(place, index, call) for place, tree in enumerate(expressions)
                      for index, call in enumerate(calls(tree))]
        self.memory, self.at = {}, 0.0

    # Events

    def began(self, now, key, xy, isPointer=False, isRecorded=False):
        thing = Thing(now, xy)
        self.serial += 1
        thing.finger.serial = self.serial
        used = {other.number for other in self.touches.values()}
        thing.number = min(n for n in range(1, 65) if n not in used)
        thing.part = 1 if xy[0] < 0.5 else 2
        thing.isPointer, thing.isRecorded = isPointer, isRecorded
        self.touches[key] = thing

    def moved(self, now, things, key, xy):
        if key not in things:
            things[key] = Thing(now, xy)
            return
        before = things[key].p
        things[key].finger.xy = xy
        things[key].finger.velocity.add(things[key].p - before, now)

    def evaluate(self, now):
        for things in (self.touches, self.tokens):
            for thing in things.values():
                thing.finger.velocity.settle(now)
        seconds, self.at = now - self.at, now
        for place, index, call in self.sites:
            voices = list(self.touches) if isOwn(call) else [None]
            for key in voices:
                self.remember((place, index, self.touches[key].finger.serial if key is not None else 0),
                              call, key, now, seconds)

    # What is remembered: between two evaluations an operand is what it was at the first one

    def remember(self, site, call, key, now, seconds):
        state = self.memory.get(site)
        if state is not None and state.get("doubt"):
            return
        try:
            if call[0] == "correlation":
                p, q = (self.velocity(point, key) for point in call[1:])
                present = [p @ q, p @ p, q @ q]
            else:
                present = self.value(call[1], key, now)
                if call[0] == "since" and abs(present - 0.5) < 1e-4:
                    raise Doubt
        except Doubt:
            self.memory[site] = {"doubt": True}
            return
        if state is None:
            held = {"follow": 0.0, "since": 0.0, "rate": present, "correlation": np.zeros(3)}[call[0]]
            self.memory[site] = {"before": present, "held": held}
            return
        before, held = state["before"], state["held"]
        if call[0] == "follow":
            times = [self.value(each, key, now) for each in call[2:]]
            held = before + (held - before) * math.exp(-seconds / times[0 if before > held else 1])
        elif call[0] == "since":
            held = 0.0 if present > 0.5 >= before else held + seconds
        else:
            before = np.array(before)
            held = before + (held - before) * math.exp(-seconds / (0.03 if call[0] == "rate" else 0.5))
        self.memory[site] = {"before": present, "held": held}

    def remembered(self, call, key, now):
        place, index = next((place, index) for place, index, each in self.sites if each is call)
        serial = self.touches[key].finger.serial if isOwn(call) else 0
        state = self.memory[(place, index, serial)]
        if state.get("doubt"):
            raise Doubt
        if call[0] == "rate":
            return (state["before"] - float(state["held"])) / 0.03
        if call[0] == "correlation":
            both, p, q = state["held"]
            if 0 < min(p, q) < 1e-3:
                raise Doubt
            return 0.0 if min(p, q) < 1e-6 else float(np.clip(both / math.sqrt(p * q), -1, 1))
        return state["held"]

    # Points

    def thing(self, name, key):
        """The touch or token that a point is, or None."""
        order = list(self.touches.values())
        own = self.touches.get(key)
        if name == "touch":
            return own
        if name in ("first", "last"):
            return order[0 if name == "first" else -1] if order else None
        if name == "pointer":
            return next((t for t in reversed(order) if t.isPointer), None)
        if name == "recorded":
            return next((t for t in reversed(order) if t.isRecorded), None)
        if name == "previous":
            return next((t for t in reversed(order) if t.finger.serial < own.finger.serial), None)
        if name == "next":
            return next((t for t in order if t.finger.serial > own.finger.serial), None)
        if name in ("nearest", "farthest"):
            others = sorted((t for t in order if t is not own),
                            key=lambda t: np.hypot(*(t.p - own.p)) * (1 if name == "nearest" else -1))
            if len(others) > 1:
                a, b = (np.hypot(*(t.p - own.p)) for t in others[:2])
                if abs(a - b) < 1e-5:
                    raise Doubt
            return others[0] if others else None
        stem, _, number = name.rpartition("_")
        if stem == "touch":
            return next((t for t in order if t.number == int(number)), None)
        if stem == "part":
            return next((t for t in reversed(order) if t.part == int(number)), None)
        if stem == "token":
            return self.tokens.get(int(number))
        return None

    def point(self, tree, key, now):
        """A place in diagonals, or None."""
        if tree[0] == "point":
            return np.array([self.value(tree[1], key, now) * W, self.value(tree[2], key, now) * H])
        name = tree[1]
        if name == "start":
            return self.touches[key].finger.p0
        if name == "center":
            return np.array([W, H]) / 2
        if name == "centroid":
            # Without touches the centroid's controllers rest in the middle.
            places = [t.p for t in self.touches.values()]
            return np.mean(places, axis=0) if places else np.array([W, H]) / 2
        if name.startswith("body_"):
            place = self.bodies.get(int(name[5:]))
            return None if place is None else np.array(place) * (W, H)
        found = self.thing(name, key)
        return None if found is None else found.p

    def velocity(self, tree, key):
        name = tree[1]
        if name == "centroid":
            return np.mean([t.finger.velocity.value for t in self.touches.values()] or [[0, 0]], axis=0)
        found = None if name in ("start", "center") or name.startswith("body_") else self.thing(name, key)
        return np.zeros(2) if found is None else found.finger.velocity.value

    # Functions

    def value(self, tree, key, now):
        kind, *rest = tree
        if kind == "number":
            return rest[0]
        if kind == "+":
            return self.value(rest[0], key, now) + self.value(rest[1], key, now)
        if kind == "*":
            return self.value(rest[0], key, now) * self.value(rest[1], key, now)
        if kind in ("min", "max"):
            return {"min": min, "max": max}[kind](self.value(each, key, now) for each in rest)
        if kind == "mix":
            a, b, t = (self.value(each, key, now) for each in rest)
            return a + (b - a) * t
        if kind in MEMORY:
            return self.remembered(tree, key, now)
        if kind in ("x", "y", "speed", "acceleration", "age", "order", "present"):
            return self.quantity(kind, rest[0], key, now)
        if kind == "count":
            region = int(rest[0][1][7:]) - 1
            return sum(self.inside(region, t.p) for t in self.touches.values())
        if kind in ("inside", "edge", "along"):
            p, region = self.point(rest[0], key, now), int(rest[1][1][7:]) - 1
            if p is None or region >= len(self.regions):
                return 0.0
            return self.inside(region, p) if kind == "inside" else self.outline(region, p)[kind == "along"]
        points = [self.point(each, key, now) for each in rest]
        if any(p is None for p in points):
            return 0.0
        return getattr(self, "of_" + kind)(*points)

    def quantity(self, kind, tree, key, now):
        if kind in ("x", "y"):
            p = self.point(tree, key, now)
            return 0.0 if p is None else (p[0] / W if kind == "x" else p[1] / H)
        name = tree[1]
        if kind == "speed":
            return float(np.hypot(*self.velocity(tree, key)))
        if kind == "present" and (name in ("start", "center") or name == "centroid" and self.touches
                                  or name.startswith("body_") and int(name[5:]) in self.bodies):
            return 1.0
        if kind == "age" and name == "centroid":
            return max([now - t.finger.began for t in self.touches.values()] or [0])
        if name in ("start", "center", "centroid") or name.startswith("body_"):
            return 0.0
        found = self.thing(name, key)
        if found is None:
            return 0.0
        if kind == "present":
            return 1.0
        if kind == "acceleration":
            return found.finger.velocity.acceleration
        if name.startswith("token_"):
            return 0.0
        if kind == "age":
            return now - found.finger.began
        return list(self.touches.values()).index(found) + 1.0

    @staticmethod
    def of_distance(p, q):
        return float(np.hypot(*(p - q)))

    @staticmethod
    def of_angle(p, q):
        dx, dy = p - q
        if math.hypot(dx, dy) < 1e-9:
            # Of the same point: 0, and its last digits must not matter.
            if dx == 0 and dy == 0:
                return 0.0
            raise Doubt
        result = turns(dx, dy)
        if math.hypot(dx, dy) < 0.08 or min(result, 1 - result) < 1e-4:
            raise Doubt
        return result

    @staticmethod
    def of_corner(p, q, r):
        a, b = p - q, r - q
        if min(np.hypot(*a), np.hypot(*b)) < 0.08:
            raise Doubt
        cosine = (a @ b) / (np.hypot(*a) * np.hypot(*b))
        return math.acos(np.clip(cosine, -1, 1)) / (2 * math.pi) if abs(cosine) < 0.9999 else (
            abs(turns(a @ b, a[0] * b[1] - a[1] * b[0]) if a[0] * b[1] > a[1] * b[0] else turns(
                a @ b, a[1] * b[0] - a[0] * b[1])))

    @staticmethod
    def of_projection(p, a, b):
        length = np.hypot(*(b - a))
        if length < 0.1:
            raise Doubt
        return float((p - a) @ (b - a) / length**2)

    @staticmethod
    def of_offset(p, a, b):
        length = np.hypot(*(b - a))
        if length < 0.1:
            raise Doubt
        # Heron's formula: the height of a triangle.
        sides = sorted([length, np.hypot(*(p - a)), np.hypot(*(p - b))])[::-1]
        u, v, w = sides
        square = (u + (v + w)) * (w - (u - v)) * (w + (u - v)) * (u + (v - w))
        if square < 1e-4:
            raise Doubt
        return math.sqrt(square) / 2 / length

    @staticmethod
    def of_area(*corners):
        x, y = np.array(corners).T
        return abs(sum(x[i - 1] * y[i] - x[i] * y[i - 1] for i in range(len(x)))) / 2 / (W * H)

    def inside(self, region, p):
        """By the winding of the corners about the point, another way than counting edges."""
        if region >= len(self.regions) or len(self.regions[region]) < 3:
            return 0.0
        if self.outline(region, p)[0] < 1e-5:
            raise Doubt
        angle = 0.0
        corners = self.regions[region] - p
        for a, b in zip(corners, np.roll(corners, -1, axis=0)):
            angle += math.atan2(a[0] * b[1] - a[1] * b[0], a @ b)
        return float(abs(angle) > math.pi)

    def outline(self, region, p):
        """The distance to the outline and how far along it that is, from its sides one by one."""
        corners = self.regions[region]
        sides = [(corners[i], corners[(i + 1) % len(corners)])
                 for i in range(1 if len(corners) == 2 else len(corners))]
        total, found = 0.0, []
        for a, b in sides:
            length = np.hypot(*(b - a))
            along = float(np.clip((p - a) @ (b - a) / length, 0, length))
            found.append((np.hypot(*(a + (b - a) * along / length - p)), total + along))
            total += length
        found.sort()
        if len(found) > 1 and found[1][0] - found[0][0] < 1e-5:
            raise Doubt
        return float(found[0][0]), found[0][1] / total
