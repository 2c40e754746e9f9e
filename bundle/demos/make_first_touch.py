#!/usr/bin/env python3
"""Writes first-touch.tactus: about twelve seconds of fingers entering, sliding, pressing and lifting.

Always the same file: everything that looks human comes from a seeded generator. Run it in this folder:

    ./make_first_touch.py > first-touch.tactus
"""

import math
import random
import struct
import sys

RATE = 90  # packets a second and finger, as tablets send them
SOURCE = "127.0.0.1:51000"
SEED = 2024


def osc_text(text):
    data = text.encode() + b"\0"
    return data + b"\0" * (-len(data) % 4)


def packet(word, finger, x, y, pressure):
    clamped = [min(1.0, max(0.0, value)) for value in (x, y, pressure)]
    return osc_text("/tactus/touch") + osc_text(",sifff") + osc_text(word) + struct.pack(">ifff", finger, *clamped)


def ease(part):
    """0…1 as a hand goes: it starts and stops softly."""
    part = min(1.0, max(0.0, part))
    return part * part * (3 - 2 * part)


def along(keys, time):
    """The value at a time on a curve of (time, value) points."""
    if time <= keys[0][0]:
        return keys[0][1]
    for (t0, v0), (t1, v1) in zip(keys, keys[1:]):
        if time <= t1:
            return v0 + (v1 - v0) * ease((time - t0) / (t1 - t0))
    return keys[-1][1]


class Tremor:
    """The slow unrest of a finger: white noise through a one-pole low-pass."""

    def __init__(self, generator, size):
        self.generator, self.size, self.value = generator, size, 0.0

    def step(self):
        self.value += 0.08 * (self.generator.gauss(0, self.size * 5) - self.value)
        return self.value


def key(semitones):
    """Where on the surface a note of the two octaves lies, 0…24 semitones from the left."""
    return semitones / 24


def finger(generator, number, begin, end, xs, ys, pressures, vibrato=None):
    """One finger's packets; the curves are over seconds since its begin."""
    tremors = [Tremor(generator, size) for size in (0.0012, 0.004, 0.012)]
    time, events = begin, []
    while time < end:
        local = time - begin
        x = along(xs, local) + tremors[0].step()
        if vibrato and local > vibrato[0]:
            depth = vibrato[2] * ease((local - vibrato[0]) / 0.6)
            x += depth * math.sin(2 * math.pi * vibrato[1] * (local - vibrato[0]))
        y = along(ys, local) + tremors[1].step()
        touch = ease(local / 0.06) * ease((end - time) / 0.09)  # skin meets and leaves the glass
        pressure = (along(pressures, local) + tremors[2].step()) * (0.25 + 0.75 * touch)
        events.append((time, packet("moved" if events else "began", number, x, y, pressure)))
        time += 1 / RATE + generator.gauss(0, 0.0007)
    events.append((end, packet("ended", number, x, y, 0.0)))
    return events


def main():
    print(f"seed {SEED}", file=sys.stderr)
    generator = random.Random(SEED)
    play = lambda *arguments, **more: finger(generator, *arguments, **more)
    events = []
    # A low note that stays, and opens up towards the end.
    events += play(1, 0.30, 11.60, [(0, key(0))],
                   [(0, 0.18), (3, 0.30), (5.5, 0.22), (8.6, 0.80), (11.2, 0.12)],
                   [(0, 0.45), (3, 0.6), (6, 0.4), (8.6, 0.9), (11.2, 0.3)])
    # A melody above it, played by one finger at a time, with a slide and vibrato.
    events += play(2, 1.52, 2.34, [(0, key(12))], [(0, 0.45), (0.8, 0.55)], [(0, 0.6), (0.8, 0.5)])
    events += play(3, 2.29, 3.02, [(0, key(14))], [(0, 0.5)], [(0, 0.5)])
    events += play(4, 2.98, 5.36, [(0, key(16)), (0.7, key(16)), (1.15, key(19))],
                   [(0, 0.5), (1.2, 0.72), (2.2, 0.6)], [(0, 0.5), (1.2, 0.85), (2.3, 0.4)],
                   vibrato=(1.25, 5.2, 0.010))
    # A chord, finger after finger, that leans in and lifts.
    events += play(5, 5.61, 9.94, [(0, key(7))], [(0, 0.35), (3.0, 0.78), (4.2, 0.4)],
                   [(0, 0.4), (3.0, 0.95), (4.2, 0.3)])
    events += play(6, 5.74, 10.02, [(0, key(12)), (2.1, key(12)), (2.6, key(11)), (3.6, key(11)), (4.1, key(12))],
                   [(0, 0.4), (2.9, 0.84), (4.2, 0.4)], [(0, 0.45), (3.0, 0.95), (4.2, 0.3)])
    events += play(7, 5.83, 10.11, [(0, key(16)), (2.1, key(16)), (2.6, key(14)), (3.6, key(14)), (4.1, key(16))],
                   [(0, 0.45), (2.9, 0.9), (4.2, 0.45)], [(0, 0.4), (3.0, 0.9), (4.2, 0.3)])
    # A glissando over both octaves, and three drops as an ending.
    events += play(8, 7.92, 9.38, [(0, key(12)), (1.15, key(24))], [(0, 0.3), (1.1, 0.95)], [(0, 0.3), (1.1, 0.8)])
    for number, (begin, note) in enumerate([(10.32, 19), (10.58, 16), (10.86, 12)]):
        events += play(9 + number, begin, begin + 0.2, [(0, key(note))], [(0, 0.6)], [(0, 0.55)])

    print("# tactus performance 1")
    print("# First touch: a low note, a melody with a slide, a chord that opens, a glissando, three drops.")
    print("# Written by make_first_touch.py.")
    for time, data in sorted(events, key=lambda event: event[0]):
        word = "began" if b"began" in data else "ended" if b"ended" in data else "moved"
        number, x, y, pressure = struct.unpack(">ifff", data[-16:])
        print(f'{time:.6f} {SOURCE} {data.hex()} # /tactus/touch sifff "{word}" {number} {x:f} {y:f} {pressure:f}')


main()
