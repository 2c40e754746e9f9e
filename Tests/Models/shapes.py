#!/usr/bin/python3
"""Drawn shapes: makes traces as hands and networks give them, and says what a recognizer should find.

IN has {"seed": N}. OUT gets, for each of two patches, the examples that it teaches (points in surface
coordinates) and the traces (messages of time, x, y), each with the shape that was meant (from 1; 0: none),
and what this model finds: the number, the distance in turns, the rotation and the size.

The model differs from the recognizer in its way: it interpolates with numpy, and searches the best rotation.
"""
import json
import sys

import numpy as np

TAU = 2 * np.pi
WIDTH, HEIGHT = 0.8, 0.6  # of a surface of 4:3, in diagonals
LIMIT, LIMIT_TURNED, TURN, LENGTH, SIZE = 0.07, 0.06, 1 / 12, 0.1, 0.05


def lines(corners, count=200):
    corners = np.array(corners, float)
    way = np.r_[0, np.cumsum(np.hypot(*np.diff(corners, axis=0).T))]
    at = np.linspace(0, way[-1], count)
    return np.c_[np.interp(at, way, corners[:, 0]), np.interp(at, way, corners[:, 1])]


def curve(x, y):
    t = np.linspace(0, 1, 200)
    return np.c_[x(t) + 0 * t, y(t) + 0 * t]


SHAPES = {
    'circle': curve(lambda t: np.sin(TAU * t), lambda t: np.cos(TAU * t)),
    'triangle': lines([(0, 1), (-.87, -.5), (.87, -.5), (0, 1)]),
    'square': lines([(-.7, .7), (-.7, -.7), (.7, -.7), (.7, .7), (-.7, .7)]),
    'check': lines([(-.6, .1), (-.2, -.6), (.7, .7)]),
    'zigzag': lines([(-1, -.5), (-.5, .5), (0, -.5), (.5, .5), (1, -.5)]),
    'spiral': curve(lambda t: (.15 + .85 * t) * np.cos(2 * TAU * t),
                    lambda t: (.15 + .85 * t) * np.sin(2 * TAU * t)),
    'ess': curve(lambda t: -.5 * np.sin(TAU * t), lambda t: 1 - 2 * t),
    'fish': curve(lambda t: (2.6 * t - 1.3) ** 2 - 1, lambda t: (2.6 * t - 1.3) * ((2.6 * t - 1.3) ** 2 - 1)),
}
OTHERS = {
    'ell': lines([(-.5, 1), (-.5, -1), (.6, -1)]),
    'em': lines([(-1, -1), (-.6, 1), (0, -.3), (.6, 1), (1, -1)]),
    'eight': curve(lambda t: .6 * np.sin(2 * TAU * t), lambda t: np.cos(TAU * t)),
    'arrow': lines([(-1, 0), (1, 0), (.4, .5), (1, 0), (.4, -.5)]),
    'line': lines([(-1, -.3), (1, .3)]),
    'arc': curve(lambda t: np.cos(np.pi * t), lambda t: np.sin(np.pi * t)),
    'wave': curve(lambda t: -1 + 2 * t, lambda t: .25 * np.sin(3 * TAU * t)),
    'hook': lines([(0, 1), (0, -1), (-.7, -1), (-.7, -.4)]),
    'circle backwards': curve(lambda t: -np.sin(TAU * t), lambda t: np.cos(TAU * t)),
}


def hand(shape, random, turned):
    """The shape as hands draw it: corners rounded, wobbling, slanted, stretched, turned, cut at its ends."""
    half = random.integers(1, 7)
    kernel = np.ones(2 * half + 1) / (2 * half + 1)
    wide = np.pad(shape, ((half, half), (0, 0)), mode='edge')
    drawn = np.c_[np.convolve(wide[:, 0], kernel, 'valid'), np.convolve(wide[:, 1], kernel, 'valid')]
    size = np.sqrt(drawn.var(0).sum())
    t = np.linspace(0, 1, len(drawn))
    for axis in range(2):
        for wave in range(1, 5):
            swing = size * .05 * random.normal() / wave
            drawn[:, axis] += swing * np.sin(TAU * (wave * t * .7 + random.uniform()))
    drawn[:, 0] *= np.exp(random.normal() * .12)
    drawn[:, 0] += drawn[:, 1] * random.normal() * .12
    angle = TAU * (random.uniform() if turned else random.normal() * .03)
    drawn = drawn @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return drawn[random.integers(0, 8):len(drawn) - random.integers(0, 8)]


def scribble(random):
    t = np.linspace(0, 1, 200)
    drawn = np.zeros((200, 2))
    for axis in range(2):
        for wave in range(1, 6):
            drawn[:, axis] += random.normal() / wave * np.sin(TAU * (wave * t * .6 + random.uniform()))
    return drawn


def place(drawn, random):
    """Puts a drawing on the surface, 0.15 to 0.45 diagonals across; in diagonals."""
    drawn = drawn - drawn.mean(0)
    drawn *= random.uniform(.15, .45) / (2 * np.sqrt((drawn ** 2).sum(1).mean()))
    low, high = -drawn.min(0) + .01, np.array([WIDTH, HEIGHT]) - drawn.max(0) - .01
    shrink = min(1, *((np.array([WIDTH, HEIGHT]) - .03) / (drawn.max(0) - drawn.min(0))))
    if shrink < 1:
        drawn = drawn * shrink
        low, high = -drawn.min(0) + .01, np.array([WIDTH, HEIGHT]) - drawn.max(0) - .01
    return drawn + low + (high - low) * random.uniform(size=2)


def messages(drawn, random, seconds=None):
    """The drawing as it arrives: an uneven speed, noise, messages that are lost."""
    seconds = seconds or random.uniform(.5, 1.6)
    count = int(seconds * random.uniform(60, 120))
    speed = 1 + .6 * np.sin(TAU * (np.linspace(0, random.uniform(.5, 2), count) + random.uniform()))
    share = np.r_[0, np.cumsum(speed)[:-1]] / np.cumsum(speed)[-2]
    at = np.clip(share, 0, 1) * (len(drawn) - 1)
    path = np.c_[np.interp(at, range(len(drawn)), drawn[:, 0]), np.interp(at, range(len(drawn)), drawn[:, 1])]
    path += random.normal(size=path.shape) * random.uniform(0, .0015)
    keep = random.uniform(size=count) > random.uniform(0, .2)
    keep[[0, -1]] = True
    times = .1 + np.linspace(0, seconds, count)
    surface = np.float32(np.clip(path / [WIDTH, HEIGHT], 0, 1))
    return [[float(t), float(x), float(y)] for t, (x, y), k in zip(times, surface, keep) if k]


def form(points):
    """The line as a recognizer compares it: complex points and steps, and its size; None for no drawing."""
    points = np.array(points, float) * [WIDTH, HEIGHT]
    way = np.r_[0, np.cumsum(np.hypot(*np.diff(points, axis=0).T))]
    if way[-1] < LENGTH:
        return None
    at = np.linspace(0, way[-1], 32)
    line = np.interp(at, way, points[:, 0]) + 1j * np.interp(at, way, points[:, 1])
    line -= line.mean()
    size = 2 * np.sqrt((abs(line) ** 2).mean())
    if size < SIZE:
        return None
    steps = np.diff(line)
    return line / np.linalg.norm(line), steps / abs(steps) / np.sqrt(31), size


def distance(example, drawn, limit):
    """The least angle over all rotations within the limit, in turns, and that rotation."""
    def similarity(turns):
        back = np.exp(-1j * TAU * turns)[:, None]
        return sum((np.conj(a) * b * back).sum(1).real for a, b in zip(example[:2], drawn[:2])) / 2

    angles = np.linspace(-limit, limit, 361)
    for _ in range(2):
        found = similarity(angles)
        best = angles[found.argmax()]
        step = angles[1] - angles[0]
        angles = np.clip(np.linspace(best - step, best + step, 201), -limit, limit)
    found = similarity(angles)
    return float(np.arccos(np.clip(found.max(), -1, 1)) / TAU), float(angles[found.argmax()])


def find(forms, turned, trace):
    drawn = form([point[1:] for point in trace])
    if drawn is None:
        return {'number': 0, 'distance': 1, 'rotation': 0, 'size': 0}
    all_ = [distance(each, drawn, .5 if turned else TURN) for each in forms]
    best = min(range(len(all_)), key=lambda index: all_[index][0])
    limit = LIMIT_TURNED if turned else LIMIT
    return {'number': best + 1 if all_[best][0] <= limit else 0, 'distance': all_[best][0],
            'rotation': all_[best][1], 'size': float(drawn[2])}


def patch(names, turned, random):
    examples = []
    for name in names:
        taught = messages(place(hand(SHAPES[name], random, False), random), random)
        line = form([point[1:] for point in taught])
        assert line is not None
        points = np.array([point[1:] for point in taught])
        way = np.r_[0, np.cumsum(np.hypot(*(np.diff(points, axis=0) * [WIDTH, HEIGHT]).T))]
        at = np.linspace(0, way[-1], 32)
        even = np.c_[np.interp(at, way, points[:, 0]), np.interp(at, way, points[:, 1])]
        examples.append(np.round(even, 3))
    forms = [form(points) for points in examples]
    traces = []

    def add(kind, wanted, drawn, seconds=None):
        trace = messages(drawn, random, seconds)
        traces.append({'kind': kind, 'wanted': wanted, 'messages': trace, **find(forms, turned, trace)})

    for number, name in enumerate(names):
        for _ in range(40):
            add(name, number + 1, place(hand(SHAPES[name], random, turned), random))
    for name, shape in OTHERS.items():
        for _ in range(20):
            add('other: ' + name, 0, place(hand(shape, random, turned), random))
    for _ in range(100):
        add('scribble', 0, place(scribble(random), random))
    for _ in range(40):  # swipes, pans, holds
        start, angle = random.uniform(.25, .35, 2), random.uniform(0, TAU)
        reach = random.choice([.002, .2, .24])
        end = start + reach * np.array([np.cos(angle), np.sin(angle)])
        add('stroke', 0, np.linspace(start, end, 200), random.uniform(.15, 1.2))
    return {'turned': turned, 'names': names, 'examples': [points.tolist() for points in examples],
            'traces': traces}


def figures(patch):
    """Recall of each shape, and the share of other lines that were taken for one; for people."""
    for number, name in enumerate(patch['names']):
        own = [t for t in patch['traces'] if t['wanted'] == number + 1]
        print(f"{name}: {sum(t['number'] == number + 1 for t in own) / len(own):.3f} "
              f"taken for another {sum(t['number'] not in (0, number + 1) for t in own)}")
    kinds = {t['kind'] for t in patch['traces'] if not t['wanted']}
    for kind in sorted(kinds):
        alien = [t for t in patch['traces'] if t['kind'] == kind]
        print(f"{kind}: {sum(t['number'] > 0 for t in alien)} of {len(alien)}")


def main():
    random = np.random.default_rng(json.load(open(sys.argv[1]))['seed'])
    patches = [patch(list(SHAPES), False, random)]
    patches.append(patch(['triangle', 'check', 'zigzag', 'spiral'], True, random))
    with open(sys.argv[2], 'w') as out:
        json.dump(patches, out)
    if '--figures' in sys.argv:
        for each in patches:
            figures(each)


if __name__ == '__main__':
    main()
