"""The performances of percussion."""
import math

from repertoire import performance


@performance
def belfry(p):
    for place, (note, force) in enumerate([(48, 0.9), (63, 0.5), (55, 0.7), (67, 0.4), (48, 0.35)]):
        p.tap(0.2 + 0.62 * place, p.at(note), 0.15, force, 0.12)
    p.tap(3.4, p.at(75), 0.85, 0.8, 0.1)
    p.tap(3.65, p.at(72), 0.5, 0.6, 0.1)
    p.finger(3.9, 7.2, p.at(51), 0.3, [(0, 0.6), (0.8, 0.2), (2.2, 0.95), (3.2, 0.4)])
    p.finger(4.6, 7.0, p.at(79), 0.2, [(0, 0.5), (1.6, 0.9), (2.3, 0.3)])
    for place, note in enumerate((72, 75, 79, 84, 43)):
        p.tap(7.5 + 0.21 * place, p.at(note), 0.1, 0.45 + 0.12 * place, 0.08)


@performance
def hand_drum(p):
    places = {"d": (0.5, 0.5, 0.9), "t": (0.9, 0.75, 0.6), "k": (0.12, 0.4, 0.45), "m": (0.68, 0.55, 0.5)}
    beat = 0.15
    for turn, pattern in enumerate(["d.t.kktd.tk.d.t.", "d.tkd.tkddt.kktk", "d.m.tkm.d.mktktk"]):
        for step, word in enumerate(pattern):
            if word != ".":
                x, y, force = places[word]
                p.tap(0.2 + (turn * 16 + step) * beat, x, y, force, 0.07)
    p.finger(7.5, 8.4, 0.52, 0.48, [(0, 0.7), (0.15, 0.3), (0.5, 1.0), (0.8, 0.2)])


@performance
def metal_plate(p):
    for time, x, y, force in [(0.2, 0.5, 0.5, 0.7), (0.9, 0.05, 0.5, 0.5), (1.3, 0.95, 0.9, 0.8),
                              (1.7, 0.3, 0.4, 0.4)]:
        p.tap(time, x, y, force, 0.15)
    p.tap(2.4, 0.2, 0.6, 0.9, 0.9)
    p.tap(2.4, 0.8, 0.4, 0.9, 0.9)
    for step in range(12):
        p.tap(3.8 + 0.11 * step, 0.1 + 0.07 * step, 0.95, 0.3 + 0.05 * step, 0.06)
    p.finger(5.4, 8.2, [(0, 0.3), (0.5, 0.7), (1.0, 0.3), (1.5, 0.75), (2.6, 0.5)],
             [(0, 0.6), (1, 0.3), (2.6, 0.5)], 0.6)
    p.tap(6.8, 0.5, 0.05, 1.0, 0.2)
    p.finger(8.3, 8.38, 0.5, 0.5, 0.7)
    p.finger(8.5, 8.58, 0.5, 0.5, 0.7)
    for step in range(8):
        p.tap(9.1 + 0.17 * step, 0.12 + 0.1 * step, (0.2, 0.6, 0.9)[step % 3], 0.4 + 0.06 * step, 0.1)
    p.tap(10.8, 0.2, 0.5, 0.9, 0.2)
    p.tap(10.8, 0.8, 0.5, 0.9, 0.2)


# Where the kits have their instruments: column and row of a field of four times four pads.
PADS = {"k": (0, 0), "r": (1, 0), "s": (2, 0), "c": (3, 0),
        "l": (0, 1), "m": (1, 1), "h": (2, 1), "b": (3, 1),
        "x": (0, 2), "p": (1, 2), "o": (2, 2), "a": (3, 2), "C": (0.5, 3), "R": (2.5, 3)}


def beat(p, begin, step, lines):
    """Lines of letters of PADS, a step each; capitals of the lower pads are struck harder."""
    for line in lines:
        for place, letter in enumerate(line):
            if letter == ".":
                continue
            pad = PADS.get(letter) or PADS[letter.lower()]
            force = 0.95 if letter.isupper() else 0.55 + 0.1 * (place % 4 == 0)
            p.tap(begin + place * step, (pad[0] + 0.5) / 4, (pad[1] + 0.5) / 4, force,
                  0.3 if letter in "oCR" else 0.06)


@performance
def whole_kit(p):
    beat(p, 0.2, 0.13, ["C...R.R.R.R.R.R.R.R.R.R.R.R.R.R.R.R.R.R.R.R.",
                        "K.....k.k.....k.K.....k.k...k...K.....k.k...",
                        "....S..s....S.......S..s....S..s....S..s....", "p...p...p...p...p...p...p...p..."])
    beat(p, 6.0, 0.13, ["h.hm.mll", "....rrrr"])
    beat(p, 7.1, 0.13, ["C.......b.b.b...", "K.......a.a.a.a.", "........r..r..r."])
    beat(p, 9.3, 0.13, ["c.c.ccc.c.c.ccc.c.c.c.c.", "k...............k"])


@performance
def circuit_kit(p):
    beat(p, 0.2, 0.115, ["K...K...K...K...K...K...K...K...K...K...K...K..k",
                         "....c.......c.......c.......c.......c...",
                         "x.o.x.o.x.o.x.oxx.o.x.o.x.o.x.oxx.o.x.o.x.o.",
                         "a.aaa.aaa.aaa.aaa.aaa.aaa.aaa.aaa.aa",
                         "................b..b..b...b.b..."])
    beat(p, 5.9, 0.115, ["S.sSs.ssSsSsSSSS", "h..m..l.h..m..l.", "r.r.r.r."])
    beat(p, 7.8, 0.115, ["C...R...", "K.......", "p...p..."])
    beat(p, 8.8, 0.115, ["c.c.ccc.c.c.ccc.c.c.c.c.", "k...............k"])


@performance
def log_drums(p):
    for step in range(16):
        angle = (0, 2, 4, 1, 3)[step % 5] / 5 * 6.2832
        reach = 0.12 + 0.045 * (step % 7)
        p.tap(0.2 + 0.16 * step, 0.5 + reach * math.cos(angle), 0.5 + reach * 1.3 * math.sin(angle),
              0.45 + 0.45 * (step % 3 == 0), 0.08)
    p.finger(3.0, 6.4, 0.3, 0.35, 0.7)
    for step in range(18):
        angle = (0, 3, 1, 4, 2)[step % 5] / 5 * 6.2832 + 0.3 * (step // 9)
        reach = 0.15 + 0.04 * (step % 6)
        p.tap(3.3 + 0.16 * step, 0.4 + reach * math.cos(angle), 0.42 + reach * 1.2 * math.sin(angle),
              0.4 + 0.45 * (step % 4 == 0), 0.08)
    for step in range(10):
        p.tap(6.6 + 0.11 * step, 0.2 + 0.6 * (step % 2), (0.25, 0.75, 0.5, 0.9)[step % 4],
              0.5 + 0.3 * (step % 2), 0.07)
    p.tap(7.9, 0.5, 0.1, 0.95)


@performance
def tabla_talk(p):
    beat = 0.165
    for turn in range(2):
        for step, word in enumerate("g.nagnatg.nagtnk"):
            time = 0.2 + (turn * 16 + step) * beat
            if word == "g":
                p.finger(time, time + 0.32, 0.16, [(0, 0.3), (0.08, 0.3), (0.28, 0.5 + 0.1 * turn)], 0.85,
                         radius=0.02)
            elif word in "nat":
                p.finger(time, time + 0.09, 0.78 if word != "a" else 0.9, 0.8 if word == "n" else 0.35, 0.6,
                         radius=0.01)
            elif word == "k":
                p.finger(time, time + 0.07, 0.5, 0.2, 0.8, radius=0.09)
    p.finger(5.7, 6.4, 0.12, [(0, 0.5), (0.5, 0.2)], 0.9, radius=0.02)
    for step in range(9):
        p.finger(6.5 + 0.1 * step, 6.58 + 0.1 * step, 0.7 + 0.02 * step, 0.9 - 0.05 * step, 0.4 + 0.05 * step,
                 radius=0.01 + 0.01 * (step % 3))
    p.finger(7.6, 8.4, 0.2, [(0, 0.25), (0.2, 0.25), (0.6, 0.7)], 0.95, radius=0.08)
