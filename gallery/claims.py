"""The claims of the patches' lines as a table that is measured by playing: more of a gesture raises (+1) or
lowers (-1) a feature of the sound. `python3 gallery/claims.py [PATCH …]` prints the result of each."""
import json
import pathlib
import sys
import tempfile

import numpy

import measure
from gestures import Player
from measure import RATE

# Gestures: a function plays it little (0) or much (1) and returns the part of the sound to measure, in
# seconds.


def finger(**ways):
    """One finger for three seconds; each of x, y, p and radius as (little, much), or as one curve for
    both."""
    def play(p, much):
        at = {"x": 0.4, "y": 0.5, "p": 0.6} | {key: way[much] for key, way in ways.items()}
        p.finger(0.2, 3.2, at.pop("x"), at.pop("y"), at.pop("p"), **at)
        return 0.9, 3.1
    return play


def tap(**ways):
    def play(p, much):
        at = {"x": 0.5, "y": 0.5, "p": 0.6, "length": 0.15} | {key: way[much] for key, way in ways.items()}
        p.finger(0.2, 0.2 + at.pop("length"), at.pop("x"), at.pop("y"), at.pop("p"), **at)
        return 0.2, 0.8
    return play


def pad(first, second=None, force=(0.7, 0.7), then=None):
    """A pad of a kit of four times four, or another one; or the same, and soon after it a further one."""
    def play(player, much):
        column, row = second if much and second else first
        player.finger(0.2, 0.3, (column + 0.5) / 4, (row + 0.5) / 4, force[much])
        if then and much:
            player.finger(0.35, 0.45, (then[0] + 0.5) / 4, (then[1] + 0.5) / 4, force[much])
        return 0.2, 0.8
    return play


def pair(*places, p=0.6, second=0.3, begin=1.2):
    """Two fingers that do not move, the second a little later: their places little and much."""
    def play(player, much):
        for number, (x, y) in enumerate(places[much]):
            player.finger(0.2 + second * number, 4.2 + 0.01 * number, x, y, p)
        return begin, 4.0
    return play


def hand(window=(2.6, 4.0), **ways):
    """A hand for four seconds; a tuple is (little, much)."""
    def play(player, much):
        at = {"count": 3, "size": 0.2, "turn": 0.0, "x": 0.5, "y": 0.5, "stagger": 0.02, "p": 0.6}
        at |= {key: way[much] if isinstance(way, tuple) else way for key, way in ways.items()}
        player.hand(0.2, 4.2, at["count"], at["x"], at["y"], at["size"], at["turn"], at["p"], at["stagger"],
                    lift=0.01)
        return window
    return play


def device(window=(1.0, 3.4), **ways):
    """A hand that does not move, and a device that is held in one way or another."""
    def play(player, much):
        player.device(0.0, 3.6, **{key: way[much] for key, way in ways.items()})
        player.hand(0.2, 3.5, 3, 0.5, 0.5, 0.15)
        return window
    return play


def macro(number):
    """A hand that does not move, and a macro at 0 or 1."""
    def play(player, much):
        player.macro(number, 0.0, 0.2, float(much))
        player.hand(0.4, 4.2, 3, 0.5, 0.5, 0.15, 0.0, 0.5, 0.02, lift=0.01)
        return 2.0, 4.0
    return play


def token(*ways, at=(0.6, 0.5)):
    """Objects as (number, x, y, angle), little and much, and one finger."""
    def play(player, much):
        for number, x, y, angle in ways[much]:
            player.token(number, 0.05, 4.0, x, y, angle)
        player.finger(0.4, 3.9, *at, 0.6)
        return 1.2, 3.8
    return play


def away(player, much):
    player.finger(0.2, 3.2, [(0, 0.3), (0.6, 0.3 + (0.02, 0.4)[much])], 0.5, 0.6)
    return 1.2, 3.1


def stroke(player, much):
    """A finger that goes up and down, slowly or eight times as fast."""
    beat = (2.4, 0.3)[much]
    player.finger(0.2, 3.2, 0.4,
                  [(step * beat, 0.35 + 0.3 * (step % 2)) for step in range(int(3 / beat) + 2)], 0.6)
    return 0.9, 3.1


def moving(player, much):
    """A finger that does not move, or goes up and down."""
    player.finger(0.2, 3.2, 0.4, [(step * 0.3, 0.35 + 0.3 * (step % 2)) for step in range(12)] if much
                  else 0.5, 0.7)
    return 1.2, 3.1


def age(player, much):
    player.finger(0.2, 8.2, 0.4, 0.5, 0.6)
    return (6.5, 8.1) if much else (0.8, 1.6)


def hurry(player, much):
    """A second tap late, or soon after the first."""
    gap = (1.2, 0.12)[much]
    player.tap(0.3, 0.4, 0.5, 0.6, 0.05)
    player.finger(0.3 + gap, 0.5 + gap, 0.55, 0.5, 0.6)
    return 0.3 + gap, 0.8 + gap


def together(seconds):
    """Three fingers one after the other, or at once; the measured part begins with the last."""
    def play(player, much):
        for place in range(3):
            player.finger(0.2 + (0.3, 0.002)[much] * place, 2.6, 0.3 + 0.2 * place, 0.5, 0.7)
        begin = 0.2 if much else 0.8
        return begin, begin + seconds
    return play


def thrown(p, much):
    """A key that is held, and a ball that lies on the floor or is held up in the room."""
    p.finger(0.2, 4.0, 0.5, 0.2, 0.6)
    if much:
        p.finger(1.0, 3.9, 0.175, [(0, 0.45), (0.6, 0.95)], 0.6)
    return 2.4, 3.8


def spun(p, much):
    """A note, and the lower weight as it hangs or pulled up and let go."""
    p.finger(0.2, 4.0, 0.5, 0.2, 0.6)
    if not much:
        p.finger(0.3, 4.0, 0.69, 0.81, 0.6)
    return 1.0, 3.8


def gathered(p, much):
    """A key, and a finger that draws the flock together, or none."""
    p.finger(0.2, 5.0, 0.5, 0.2, 0.6)
    if much:
        p.finger(0.3, 5.0, 0.5, 0.7, 0.6)
    return 2.0, 4.8


def rained(p, much):
    """A finger that rests for a moment or for long."""
    p.finger(0.2, (0.4, 4.0)[much], 0.5, 0.8, 0.8)
    return 1.0, 3.8


def held_back(p, much):
    """A chord, and the block that runs round, or a finger that holds it in the dark half."""
    p.finger(0.2, 5.0, 0.5, 0.2, 0.6)
    if much:
        p.finger(0.02, 5.0, [(0, 0.51), (0.4, 0.2)], [(0, 0.9), (0.4, 0.95)], 0.6)
    return 1.2, 4.8


def struck_puck(p, much):
    """A mallet beside the puck that stands still, or that drives it."""
    for place in range(5 if much else 1):
        way = [(step * 0.4, 0.2 + 0.6 * ((step + place) % 2)) for step in range(10)]
        p.finger(0.1, 4.0, 0.3 + 0.1 * place, way if much else 0.95, 0.6)
    return 0.5, 3.9


def pulled(p, much):
    """A note, and the bell as it hangs, or a finger that holds it at the right."""
    p.finger(0.2, 5.0, 0.5, 0.2, 0.6)
    if much:
        p.finger(0.02, 5.0, [(0, 0.875), (0.3, 0.95)], 0.95, 0.6)
    else:
        p.finger(0.02, 5.0, [(0, 0.875), (0.8, 0.15)], [(0, 0.95), (0.8, 0.8)], 0.6)
    return 2.5, 4.8


def near_sun(p, much):
    """A chord; the inner planet runs, or is held far from the sun."""
    p.finger(0.2, 5.0, 0.5, 0.2, 0.6)
    if not much:
        p.finger(0.02, 5.0, [(0, 0.675), (0.3, 0.95)], [(0, 0.71), (0.3, 0.95)], 0.6)
    return 1.2, 4.8


def storm(player, much):
    """One tap, long after another one or after many."""
    for place in range(15 if much else 1):
        player.tap(0.2 + place * 0.11, 0.3 + 0.4 * (place % 2), 0.5, 0.6, 0.06)
    player.tap(2.0, 0.5, 0.5, 0.6, 0.1)
    return 2.0, 2.4


def tapped(player, much):
    """Three taps, one after the other or at once."""
    for place in range(3):
        player.finger(0.2 + (0.3, 0.002)[much] * place, 0.32 + (0.3, 0.002)[much] * place, 0.3 + 0.2 * place,
                      0.5, 0.7)
    return (0.2, 0.45) if much else (0.8, 1.05)


def press_later(player, much):
    player.finger(0.2, 2.2, 0.45, 0.5, [(0, 0.5), (0.08, 0.5), (0.2, (0.05, 1.0)[much])])
    return 0.45, 1.0


def row(player, much):
    """Four fingers, crooked or in one line."""
    for place in range(4):
        player.finger(0.2, 4.2, 0.2 + 0.2 * place, 0.5 + (0 if much else (0.3, -0.3)[place % 2]), 0.6)
    return 1.2, 4.0


def circling(player, much):
    player.finger(0.2, 4.2, 0.5, 0.5, 0.6)
    player.hand(0.3, 4.2, 1, 0.5, 0.5, 0.2, turn=[(0, 0), (4, (0.05, 4)[much])], p=0.6)
    return 1.2, 4.0


def sweeping(player, much):
    """A hand that does not move, or goes from side to side."""
    way = [(step * 0.4, 0.35 + 0.3 * (step % 2)) for step in range(11)] if much else 0.5
    player.hand(0.2, 4.2, 3, way, 0.5, 0.15, p=0.6, stagger=0.02)
    return 1.2, 4.0


# Features of a part of the sound, and of half a second after the fingers have ended; each with its least
# change.

def frames(mono, length=1200):
    count = max(1, len(mono) // length)
    return mono[:count * length].reshape(count, -1) if len(mono) >= length else mono[None]


def levels(mono):
    power = 10 * numpy.log10((frames(mono) ** 2).mean(axis=1) + 1e-12)
    return numpy.maximum(power, power.max() - 50)


def spectrum(mono):
    power = abs(numpy.fft.rfft(mono * numpy.hanning(len(mono)))) ** 2
    return power, numpy.fft.rfftfreq(len(mono), 1 / RATE)


def middle(mono):
    power, hertz = spectrum(mono)
    return float(numpy.log2((power * hertz).sum() / (power.sum() + 1e-20) + 1e-9))


def pitch(mono):
    """The pitch in semitones, by the shortest period at which the sound is nearly as similar as at the best
    one."""
    mono = mono - mono.mean()
    power = abs(numpy.fft.rfft(mono * numpy.hanning(len(mono)), 2 * len(mono))) ** 2
    like = numpy.fft.irfft(power)
    low, high = RATE // 1500, RATE // 35
    near = like[low:high]
    tops = numpy.flatnonzero((near > like[low - 1:high - 1]) & (near >= like[low + 1:high + 1]))
    if not len(tops):
        return 12 * float(numpy.log2(35))
    return 12 * float(numpy.log2(RATE / (low + tops[numpy.argmax(near[tops] > 0.85 * near[tops].max())])))


def highs(mono):
    """The share of the power above 2 kHz, in dB."""
    power, hertz = spectrum(mono)
    return float(10 * numpy.log10(power[hertz > 2000].sum() / (power.sum() + 1e-20) + 1e-9))


def octave(mono):
    """The strength of the even partials of the pitch relative to the odd ones, in dB."""
    power, hertz = spectrum(mono)
    first = 2 ** (pitch(mono) / 12)
    sums = [sum(power[abs(hertz - first * partial) < 0.2 * first].sum() for partial in range(begin, 13, 2))
            for begin in (2, 1)]
    return float(10 * numpy.log10(sums[0] / (sums[1] + 1e-20) + 1e-9))


def flatness(mono):
    power, hertz = spectrum(mono)
    power = power[(hertz > 100) & (hertz < 12000)] + 1e-20
    return float(10 * (numpy.log10(power).mean() - numpy.log10(power.mean())))


FEATURES = {  # name: (function of the part, the part after it, …), least change
    "level": (lambda part, after: 10 * numpy.log10((part ** 2).mean() + 1e-12), 1.0),
    "brightness": (lambda part, after: middle(part.mean(axis=1)), 0.08),  # the centroid, octaves
    "highs": (lambda part, after: highs(part.mean(axis=1)), 1.0),
    "octave": (lambda part, after: octave(part.mean(axis=1)), 1.0),
    "pitch": (lambda part, after: pitch(part.mean(axis=1)), 0.4),  # semitones
    "swing": (lambda part, after: float(levels(part.mean(axis=1)).std()), 0.4),  # of the level, dB
    # of the centroid
    "wander": (lambda part,
               after: float(numpy.std([middle(each) for each in frames(part.mean(axis=1), 2400)])), 0.04),
    "pulse": (lambda part, after: crossings(levels(part.mean(axis=1))) / (len(part) / RATE), 0.7),  # a second
    "steps": (lambda part,
              after: crossings(numpy.array([middle(each) for each in frames(part.mean(axis=1), 1600)]))
              / (len(part) / RATE), 0.7),
    "noise": (lambda part, after: flatness(part.mean(axis=1)), 1.0),
    "width": (lambda part,
              after: 10 * numpy.log10(((part[:, 0] - part[:, 1]) ** 2).mean()
                                      / ((part.sum(axis=1) ** 2).mean() + 1e-12) + 1e-6), 0.8),
    "right": (lambda part,
              after: 10 * numpy.log10((part[:, 1] ** 2).mean() / ((part[:, 0] ** 2).mean() + 1e-12) + 1e-9),
              1.0),
    "ring": (lambda part,
             after: float(levels(part.mean(axis=1))[-len(part) // 3600:].mean()
                          - levels(part.mean(axis=1)).max()), 1.0),
    "tail": (lambda part, after: 10 * numpy.log10((after ** 2).mean() / ((part ** 2).mean() + 1e-12) + 1e-8),
             1.0),
    "beating": (lambda part, after: beats(part.mean(axis=1)), 0.5),  # of the level, a second
    "rate": (lambda part, after: rate(part.mean(axis=1)), 0.5),  # of the level's strongest motion, a second
    "climb": (lambda part, after: climb(part.mean(axis=1)), 1.0),  # of a line of notes, semitones a step
    "overtone": (lambda part, after: strongest(part.mean(axis=1)), 0.4),  # semitones
}


def crossings(curve):
    above = curve > (curve.max() + curve.min()) / 2
    return float((above[1:] & ~above[:-1]).sum()) if numpy.ptp(curve) > 0.3 else 0.0


def beats(mono):
    """The centroid of the spectrum of the level, in hertz."""
    curve = numpy.sqrt((frames(mono, 480) ** 2).mean(axis=1))
    curve = curve / curve.mean() - 1
    power = abs(numpy.fft.rfft(curve * numpy.hanning(len(curve)))) ** 2
    hertz = numpy.fft.rfftfreq(len(curve), 480 / RATE)
    kept = hertz > 0.4
    return float((power * hertz)[kept].sum() / (power[kept].sum() + 1e-20))


def climb(mono):
    """The median of the steps between the strongest partials of sixteenths of a second."""
    power = abs(numpy.fft.rfft(frames(mono, RATE // 16) * numpy.hanning(RATE // 16), 4 * RATE // 16,
                               axis=1)) ** 2
    notes = 12 * numpy.log2(numpy.maximum(1, power.argmax(axis=1)))
    steps = numpy.diff(notes)
    steps = steps[abs(steps) > 0.7]
    return float(numpy.median(steps)) if len(steps) else 0.0


def rate(mono):
    curve = 10 * numpy.log10((frames(mono, 2400) ** 2).mean(axis=1) + 1e-12)
    power = abs(numpy.fft.rfft((curve - curve.mean()) * numpy.hanning(len(curve)))) ** 2
    hertz = numpy.fft.rfftfreq(len(curve), 2400 / RATE)
    return float(hertz[numpy.argmax(power * (hertz > 0.4) * (hertz < 6))])


def strongest(mono):
    """The distance of the strongest partial from the lowest strong one."""
    power, hertz = spectrum(mono)
    first = hertz[numpy.argmax(power > 0.1 * power.max())]
    power = numpy.where(hertz > 1.15 * first, power, 0)
    return 12 * float(numpy.log2(hertz[numpy.argmax(power)]))


STRUCK, LAID = together(0.25), together(1.0)
PRESSURE, HEIGHT = finger(p=(0.15, 0.95)), finger(y=(0.1, 0.9))
STRIKE = tap(p=(0.2, 0.95))
APART = pair(((0.45, 0.5), (0.55, 0.5)), ((0.12, 0.5), (0.88, 0.5)))
SPREAD = hand(size=(0.05, 0.32))
COUNT = hand(count=(1, 5))
STAND = hand(x=(0.2, 0.8))
RISE = hand(y=(0.2, 0.8), size=0.1)
TURN = hand(turn=([(0, 0), (2, -0.25)], [(0, 0), (2, 0.25)]))
TURNED = hand(turn=(0.0, [(0, 0), (2, 0.3)]))
PINCH = hand(size=([(0, 0.15), (2, 0.05)], [(0, 0.15), (2, 0.36)]))
LONG = tap(p=(0.2, 0.95), length=(1.2, 1.2))
NEAR = pair(((0.12, 0.5), (0.88, 0.5)), ((0.47, 0.5), (0.53, 0.5)))
RIM = tap(x=(0.5, 0.95))
SIDE = tap(x=(0.06, 0.94))
TILT, TILT_BACK = device(pitch=(0.0, 0.2)), device(pitch=(0.0, -0.2))

# Patch: (gesture, feature, direction; 0 is either), in the order of its line.
CLAIMS = {
    "tine_piano": [(STRUCK, "highs", +1), (STRIKE, "brightness", +1)],
    "felt_upright": [(STRIKE, "brightness", +1), (hurry, "ring", -1), (COUNT, "tail", +1)],
    "clav_fist": [(storm, "level", +1), (STRIKE, "level", +1)],
    "crystal_keys": [(tap(y=(0.1, 0.9)), "level", -1), (STRIKE, "brightness", +1)],
    "brass_section": [(HEIGHT, "brightness", +1), (PRESSURE, "brightness", +1)],
    "spread_organ": [(SPREAD, "brightness", +1), (RISE, "level", +1), (STAND, "right", +1)],
    "sieve": [(HEIGHT, "octave", 0), (PRESSURE, "brightness", +1), (SPREAD, "brightness", 0)],
    "belfry": [(STRIKE, "brightness", +1), (tap(y=(0.1, 0.9)), "highs", -1), (PRESSURE, "level", +1),
               (SPREAD, "width", +1), (macro(3), "tail", +1)],
    "solo_bow": [(moving, "level", +1),
                 (finger(y=([(step * 0.3, 0.35 + 0.3 * (step % 2)) for step in range(12)],) * 2,
                         p=(0.2, 0.95)), "level", +1)],
    "question_mark": [(away, "tail", +1)],
    "two_reeds": [(PRESSURE, "brightness", +1), (moving, "highs", +1)],
    "breath": [(PRESSURE, "level", +1), (HEIGHT, "brightness", +1),
               (finger(radius=(0.005, 0.095)), "brightness", +1), (APART, "tail", +1)],
    "first_touch": [(HEIGHT, "brightness", +1), (PRESSURE, "brightness", +1)],
    "nylon": [(tap(y=(0.1, 0.9), length=(1, 1)), "brightness", +1), (press_later, "ring", -1),
              (hurry, "tail", -1)],
    "harp_of_streams": [(hurry, "ring", -1), (tap(y=(0.1, 0.9)), "brightness", +1)],
    "thumb_box": [(RIM, "ring", -1), (RIM, "brightness", +1), (hurry, "noise", +1)],
    "glass_marimba": [(tapped, "tail", +1), (STRIKE, "level", +1), (tap(y=(0.1, 0.9)), "highs", +1)],
    "dulcimer_rain": [(APART, "beating", +1), (tap(y=(0.1, 0.9)), "ring", +1), (storm, "tail", +1)],
    "bent_koto": [(finger(y=([(0, 0.5), (0.3, 0.15)], [(0, 0.5), (0.3, 0.85)])), "pitch", +1)],
    "pluck": [(LONG, "ring", +1), (RIM, "tail", +1)],
    "vowel_choir": [(SPREAD, "width", +1), (PRESSURE, "highs", +1)],
    "turning_strings": [(TURN, "brightness", +1), (STAND, "right", +1), (RISE, "brightness", +1)],
    "slow_bloom": [(age, "brightness", +1)],
    "aurora": [(row, "wander", -1), (NEAR, "brightness", 0)],
    "three_of_glass": [(hand(size=(0.08, 0.34)), "tail", +1), (hand(size=(0.34, 0.05)), "wander", +1),
                       (pair(((0.2, 0.4), (0.5, 0.75), (0.8, 0.4)), ((0.2, 0.5), (0.5, 0.53), (0.8, 0.5))),
                        "overtone", 0)],
    "warm_ensemble": [(LAID, "highs", +1), (PRESSURE, "brightness", +1), (macro(4), "brightness", +1),
                      (macro(4), "tail", +1)],
    "pinch_nebula": [(PINCH, "noise", +1)],
    "glass_pad": [(HEIGHT, "brightness", +1), (PRESSURE, "brightness", +1), (APART, "beating", +1),
                  (macro(4), "brightness", +1)],
    "tanpura_field": [(pair(((0.45, 0.5), (0.5, 0.5)), ((0.1, 0.5), (0.9, 0.5))), "brightness", 0),
                      (age, "brightness", +1)],
    "engine_room": [(sweeping, "rate", +1), (HEIGHT, "brightness", +1), (COUNT, "level", +1)],
    "beating_bowls": [(APART, "beating", +1), (circling, "overtone", 0)],
    "undertow": [(hand(size=(0.15, [(0, 0.15), (2, 0.28)])), "pitch", +1), (sweeping, "noise", +1)],
    "night_grid": [(NEAR, "noise", +1), (row, "highs", +1)],
    "cluster_drone": [(hand(size=(0.05, 0.32), window=(3.0, 4.0)), "brightness", +1)],
    "sub_swell": [(away, "brightness", +1), (PRESSURE, "level", +1)],
    "acid_thread": [(hurry, "brightness", +1), (HEIGHT, "brightness", +1)],
    "fretless": [(PRESSURE, "highs", +1), (STRIKE, "highs", +1)],
    "growl": [(PRESSURE, "brightness", +1), (moving, "pulse", +1)],
    "rubber_bass": [(away, "brightness", +1), (PRESSURE, "level", +1)],
    "wobble": [(HEIGHT, "steps", +1), (PRESSURE, "wander", +1)],
    "hand_drum": [(press_later, "pitch", -1), (RIM, "pitch", +1), (RIM, "ring", -1)],
    "metal_plate": [(LAID, "ring", +1), (STRIKE, "brightness", +1), (RIM, "brightness", +1),
                    (macro(2), "ring", +1), (macro(2), "brightness", +1)],
    "whole_kit": [(pad((0, 0), (2, 0)), "brightness", +1), (pad((0, 1), (2, 1)), "pitch", +1),
                  (pad((0, 2), (2, 2)), "ring", +1), (pad((2, 2), then=(0, 2)), "ring", -1),
                  (pad((2, 0), force=(0.2, 0.95)), "brightness", +1)],
    "circuit_kit": [(pad((0, 0), (2, 0)), "brightness", +1), (pad((0, 1), (2, 1)), "pitch", +1),
                    (pad((0, 2), (2, 2)), "ring", +1), (pad((2, 2), then=(0, 2)), "ring", -1),
                    (pad((2, 0), force=(0.2, 0.95)), "brightness", +1)],
    "log_drums": [(tap(x=(0.8, 0.25), y=(0.65, 0.3)), "pitch", +1),
                  (tap(x=(0.55, 0.95), length=(1, 1)), "level", +1)],
    "tabla_talk": [(finger(y=([(0, 0.3), (0.1, 0.3), (0.3, 0.15)], [(0, 0.3), (0.1, 0.3), (0.3, 0.5)])),
                    "pitch", +1), (tap(radius=(0.005, 0.095)), "noise", +1)],
    "weather": [(stroke, "level", +1), (HEIGHT, "brightness", +1)],
    "gravel": [(moving, "level", +1), (HEIGHT, "brightness", +1)],
    "between_stations": [(pair(((0.3, 0.5), (0.404, 0.5)), ((0.3, 0.5), (0.508, 0.5))), "noise", -1)],
    "swarm": [(NEAR, "noise", +1), (moving, "brightness", +1)],
    "tape_garden": [(PRESSURE, "tail", +1)],
    "stair_choir": [(SPREAD, "wander", +1), (COUNT, "pulse", +1), (RISE, "brightness", +1)],
    "three_against_four": [(STAND, "pulse", +1), (PRESSURE, "highs", 0)],
    "ratchet": [(moving, "swing", +1), (stroke, "pulse", +1)],
    "night_walk": [(pair(((0.5, 0.4), (0.5, 0.1)), ((0.5, 0.4), (0.5, 0.9))), "pitch", +1),
                   (sweeping, "pulse", +1)],
    "falling_cards": [(hand(turn=([(0, 0), (1, -0.25)], [(0, 0), (1, 0.25)]), window=(1.6, 4.0)), "climb",
                       +1), (PINCH, "pulse", +1), (PRESSURE, "brightness", +1)],
    "tilt_whistle": [(TILT, "pitch", +1), (device(yaw=(-0.2, 0.2)), "right", +1),
                     (device(shakes=((), ((0.8, 2.6, 1.8),))), "noise", +1)],
    "seed_shaker": [(device(shakes=((), ((0.8, 2.6, 1.8),))), "level", +1),
                    (device(roll=(-0.15, 0.15)), "right", +1)],
    "poured_water": [(TILT, "level", +1), (TILT_BACK, "level", +1)],
    "compass_rose": [(TILT, "highs", +1), (device(heading=(0.75, 0.25)), "brightness", +1),
                     (device(heading=(0.0, 0.5)), "brightness", 0)],
    "token_filters": [(token(((1, 0.1, 0.9, 0.1),), ((1, 0.1, 0.9, 0.8),)), "brightness", +1),
                      (token(((1, 0.05, 0.5, 0.3),), ((1, 0.6, 0.5, 0.3),)), "octave", +1),
                      (token(((1, 0.05, 0.5, 0.3), (2, 0.05, 0.4, 0.3)),
                             ((1, 0.05, 0.5, 0.3), (2, 0.6, 0.5, 0.3))), "octave", +1)],
    "orbit_stones": [(token(((1, 0.3, 0.5, [(0, 0), (1, -0.5)]),), ((1, 0.3, 0.5, [(0, 0), (1, 0.5)]),)),
                      "brightness", +1)],
    "lighthouse": [(token(((1, 0.2, 0.5, 0.5),), ((1, 0.2, 0.5, 0.0),)), "brightness", +1),
                   (token(((1, 0.05, 0.9, 0.3),), ((1, 0.95, 0.9, 0.3),)), "noise", +1)],
    "four_stones": [(token(((1, 0.2, 0.05, 0),), ((1, 0.2, 0.95, 0),)), "level", +1)],
    "tug_of_war": [(APART, "pitch", +1), (APART, "brightness", +1)],
    "call_and_answer": [(hurry, "tail", -1)],
    "mirror_dance": [(row, "noise", -1), (TURN, "brightness", +1)],
    "bouncing_board": [(thrown, "level", +1)],
    "clock_hands": [(held_back, "wander", -1)],
    "double_pendulum": [(spun, "wander", +1)],
    "orbits": [(near_sun, "level", 0)],
    "xylophone_rain": [(rained, "level", +1)],
    "flock_chord": [(gathered, "brightness", 0)],
    "bell_chain": [(pulled, "right", +1)],
    "air_hockey": [(struck_puck, "level", +1)],
    "ether_duet": [(pair(((0.4, 0.5), (0.6, 0.1)), ((0.4, 0.5), (0.6, 0.9))), "brightness", +1),
                   (APART, "level", -1), (circling, "wander", +1)],
}


# Gestures with the same places in both: places stay pitches, because voices of one pitch could cancel each
# other.
PITCHED = {STRUCK, LAID, tapped, row, RISE, TURN}


def played(name, gesture, much):
    """The arguments of the features: the part of the sound that the gesture names, and half a second after
    its end."""
    patch = json.loads((measure.PATCHES / f"{name}.json").read_text())
    if gesture not in PITCHED:
        patch["map"]["axis"] = "none"  # so that a place does not change the pitch
    with tempfile.TemporaryDirectory() as folder:
        player = Player(name, patch["map"])
        begin, end = gesture(player, much)
        (pathlib.Path(folder) / "play.tactus").write_text(player.text(name))
        (pathlib.Path(folder) / "patch.json").write_text(json.dumps(patch))
        last = max(time for time, _, _ in player.packets)
        sound = measure.render(pathlib.Path(folder) / "patch.json", pathlib.Path(folder) / "play.tactus",
                               seconds=max(last, end) + 1.2).astype(float)
    after = sound[int((max(last, end) + 0.5) * RATE):int((max(last, end) + 1.0) * RATE)]
    return sound[int(begin * RATE):int(end * RATE)], after


def shown(name):
    """(gesture's index, feature, direction, little, much, holds) of each claim of a patch."""
    rows = []
    for place, (gesture, feature, direction) in enumerate(CLAIMS[name]):
        function, least = FEATURES[feature]
        little, much = (function(*played(name, gesture, amount)) for amount in (0, 1))
        rows.append((place, feature, direction, little, much, direction * (much - little) >= least
                     if direction else abs(much - little) >= least))
    return rows


def main():
    names = sys.argv[1:] or CLAIMS
    paths = [measure.PATCHES / f"{name}.json" for name in names]
    wrong = 0
    for name, rows in measure.every(paths, work).items():
        for place, feature, direction, little, much, holds in rows:
            print(
                f"{name:20} {place} {feature:11} {'+' if direction > 0 else '-' if direction < 0 else '~'} "
                f"{little:8.2f} {much:8.2f} {'' if holds else '  << FAILS'}", flush=True)
            wrong += not holds
    return wrong > 0


def work(path):
    return shown(path.stem)


if __name__ == "__main__":
    sys.exit(main())
