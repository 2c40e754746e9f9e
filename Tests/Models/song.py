"""The notes of a grid with a song by position, computed from its JSON in exact fractions: sections, patterns with steps
and a restart of their own, mutes, early and late cells, ratchets, swing, chance, cells that depend on a row, and rows
that are the tones of a held chord. Song 1 plays from the first bar on. In bars of a meter, steps are sixteenths."""
from fractions import Fraction
from math import floor
from typing import NamedTuple

MASK = (1 << 64) - 1
SCALES = {"dorian": (0, 2, 3, 5, 7, 9, 10)}
CHANNELS = (0, 1, 9, 3)
# Rows of drums from the lowest one: kick, snare, rim, clap, hats, of General MIDI's percussion.
DRUMS = (36, 38, 37, 39, 42, 44, 46)
STEP = Fraction(1, 4)
PROBABILITY, TIMING, VELOCITY = 3, 4, 5


class Note(NamedTuple):
    """`at` is in quarter notes of the timeline."""
    at: Fraction
    channel: int
    key: int
    velocity: int


def mixed(state):
    """SplitMix64."""
    state = (state + 0x9E3779B97F4A7C15) & MASK
    state = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) & MASK
    state = ((state ^ state >> 27) * 0x94D049BB133111EB) & MASK
    return state ^ state >> 31


def share(seed, use, layer, row, step):
    """A random number 0 ≤ x < 1."""
    place = (use << 32) + (layer << 16) + row
    return Fraction(mixed(mixed(seed ^ place * 0xD1342543DE82EF95 & MASK) ^ step & MASK) >> 32, 1 << 32)


def rounded(number):
    return floor(number + Fraction(1, 2))


class Song:
    def __init__(self, grid, meters, chord=lambda quarter: []):
        """`meters` has the quarter notes of each bar; `chord` the keys that are followed at a quarter note."""
        self.grid, self.meters, self.chord = grid, meters, chord
        self.begins = [sum(meters[:bar], Fraction(0)) for bar in range(len(meters) + 1)]
        self.sections = []
        first = 0
        for section in grid["songs"][0]["sections"]:
            self.sections += [(first, section)] * section["bars"]
            first += section["bars"]

    def notes(self):
        found = []
        for layer in range(4):
            strikes = [strike for bar in range(len(self.meters)) for strike in self.strikes(layer, bar)]
            early = [(row, step, at) for row, step, at, _, first in strikes if first]
            for row, step, at, velocity, _ in strikes:
                # An early note ends what earlier steps of its row would strike behind it.
                if any(row == other and step < later and at > begin for other, later, begin in early):
                    continue
                key = self.key(layer, row, at)
                if key is not None:
                    found.append(Note(max(at, Fraction(0)), CHANNELS[layer], key, velocity))
        return sorted(found)

    def strikes(self, layer, bar):
        """Row, place of the step, place, velocity, and whether it is the first one of an early cell."""
        first, section = self.sections[bar]
        track = self.grid["layers"][layer]
        if layer + 1 in section.get("mutes", []):
            return
        name = str(section.get("patterns", [1, 1, 1, 1])[layer])
        pattern = track["patterns"].get(name, {"cells": []})
        count, restart = pattern.get("steps", track.get("steps", 16)), pattern.get("restart", 0)
        per_bar = int(self.meters[bar] / STEP)
        turn = (bar - first) // restart if restart else 0
        begin = first + turn * restart if restart else 0
        swing = Fraction(track.get("swing", 0), 100)
        for step in range((bar - begin) * per_bar, (bar - begin + 1) * per_bar):
            place = self.begins[bar] + (step - (bar - begin) * per_bar) * STEP
            whole = turn * restart * per_bar + step
            cells = [cell for cell in pattern["cells"] if cell[0] - 1 == step % count]
            here = place + (swing * STEP if step % 2 else 0)
            back = STEP * (1 + swing if step % 2 else 1 - swing)
            for cell in cells:
                if not self.plays(cell, cells, layer, whole):
                    continue
                values = cell[2] if len(cell) > 2 else {}
                row = cell[1] - 1
                timing = track.get("humanize_timing", 0)
                delay = self.deviated(values.get("delay", 0), timing, TIMING, layer, row, whole)
                delay = max(-99, min(99, delay))
                velocity = values.get("velocity", track.get("velocity", 100))
                percent = self.deviated(0, track.get("humanize_velocity", 0), VELOCITY, layer, row, whole)
                velocity = max(1, min(127, velocity + rounded(Fraction(velocity * percent, 100))))
                at = here + Fraction(delay, 100) * (back if delay < 0 else STEP)
                for hit in range(values.get("ratchet", 1)):
                    yield row, place, at + hit * STEP / values.get("ratchet", 1), velocity, delay < 0 and hit == 0

    def deviated(self, value, limit, use, layer, row, whole):
        if not limit:
            return value
        return value + floor((2 * limit + 1) * share(self.grid["seed"], use, layer, row, whole)) - limit

    def plays(self, cell, cells, layer, whole):
        """Whether a cell is struck while no fill-in is on."""
        values = cell[2] if len(cell) > 2 else {}
        if values.get("when") == "fill":
            return False
        chance = share(self.grid["seed"], PROBABILITY, layer, cell[1] - 1, whole)
        if chance * 100 >= values.get("probability", 100):
            return False
        if "if" not in values:
            return True
        kind, number, state = values["if"]
        assert kind == "row"
        other = next((other for other in cells if other[1] == number), None)
        return (other is not None and self.plays(other, cells, layer, whole)) == (state == "plays")

    def key(self, layer, row, at):
        track = self.grid["layers"][layer]
        if track.get("keys") == "chord":
            chord = sorted(self.chord(at))
            if not chord:
                return None
            octaves = (chord[-1] - chord[0]) // 12 + 1
            return chord[row % len(chord)] + 12 * octaves * (row // len(chord))
        if layer == 2:
            return DRUMS[row]
        scale = SCALES[track["scale"]]
        return track["root"] + 12 * (row // len(scale)) + scale[row % len(scale)]


def bars(grid, meters):
    """The meters of all bars: quarter notes, 4 except where `meters` says otherwise."""
    count = sum(section["bars"] for section in grid["songs"][0]["sections"])
    return [Fraction(meters.get(bar, 4)) for bar in range(count)]
