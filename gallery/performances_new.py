"""The performances of basses and leads that stand in a mix, of objects on a table, of two players, of whole
pieces in one patch, and of a few sounds for one finger."""
import math

from gestures import along
from performances_percussion import beat
from repertoire import performance, taps


# Basses and leads

@performance
def deep_current(p):
    line = [(33, 1.5), (33, 0.5), (36, 1), (40, 1), (31, 1.5), (31, 0.5), (35, 1), (38, 1)]
    end = p.melody(0.2, 0.42, line, y=[(0, 0.2), (3.2, 0.7)], p=[(0, 0.4), (3.0, 0.9)], over=1.02)
    for place, (note, force) in enumerate(((29, 0.4), (31, 0.9))):
        at = p.at(note)
        p.finger(end + 2.4 * place, end + 2.4 * place + 2.3, [(0, at), (1.2, at + 0.25), (2.2, at)],
                 [(0, 0.2), (1.1, 0.9), (2.2, 0.3)], [(0, force), (1.5, 1.0 - 0.5 * force)])


@performance
def iron_wire(p):
    beat = 0.21
    for turn, height in enumerate((0.1, 0.3, 0.6, 0.85)):
        for step, (note, force) in enumerate(
                ((33, 0.9), (33, 0.7), (33, 0.8), (45, 0.95), (40, 1.0), (38, 0.7), (36, 0.75), (38, 1.0))):
            p.tap(0.2 + (turn * 8 + step) * beat, p.at(note - 2 * (turn == 2)), height, force, 0.24)
    p.finger(7.0, 9.4, [(0, p.at(33)), (1.2, p.at(33)), (2.0, p.at(33) + 0.3)], [(0, 0.5), (2, 0.2)],
             [(0, 0.8), (0.8, 1.0), (1.6, 0.3)])


@performance
def paper_knife(p):
    p.melody(0.2, 0.22, [(57, 1), (60, 1), (64, 1), (69, 2), (67, 1), (64, 2), (62, 1), (60, 1), (57, 3)],
             y=[(0, 0.1), (1.2, 0.8), (2.8, 0.3)], p=[(0, 0.4), (1.5, 0.9)], over=1.0)
    p.finger(3.4, 5.9, p.at(69), [(0, 0.1), (1.2, 0.95), (2.4, 0.4)], [(0, 0.4), (1, 1.0), (2.4, 0.5)])
    p.finger(6.0, 7.2, [(0, p.at(64)), (0.3, p.at(72)), (0.6, p.at(64)), (0.9, p.at(76))], 0.6, 0.9)
    taps(p, 7.4, 0.14, [(76, 1), (72, 1), (69, 1), (67, 1), (64, 1), (60, 1), (57, 4)], y=(0.2, 0.5, 0.8),
         p_=(0.5, 0.9))
    p.finger(8.9, 10.8, p.at(57), [(0, 0.9), (1.8, 0.05)], [(0, 0.9), (1.8, 0.2)])


@performance
def singing_ladder(p):
    p.melody(0.2, 0.5, [(60, 2), (64, 1), (67, 2), (69, 1), (67, 3)], y=[(0, 0.1), (4, 0.9)],
             p=[(0, 0.15), (1.6, 0.9), (4, 0.5)], over=1.05)
    p.finger(4.9, 7.6, p.at(72), [(0, 0.2), (1.3, 0.95), (2.6, 0.3)], [(0, 0.1), (1.2, 1.0), (2.6, 0.2)],
             vibrato=(0.8, 5, 0.012))
    p.melody(7.8, 0.4, [(71, 1), (67, 1), (64, 1), (60, 4)], y=0.8, p=0.8, over=1.1)


@performance
def copper_horn(p):
    p.melody(0.2, 0.34, [(50, 2), (57, 1), (55, 1), (53, 1), (52, 1), (50, 3)], y=[(0, 0.2), (2.8, 0.8)],
             p=[(0, 0.3), (2.6, 0.95)])
    at = p.at(57)
    p.finger(3.6, 6.2, [(0, at), (0.8, at), (1.5, at + 0.3), (2.5, at)], [(0, 0.4), (1.5, 0.7), (2.5, 0.4)],
             [(0, 0.4), (1.4, 0.95), (2.5, 0.4)])
    p.chord(6.5, 8.4, [50, 57, 62], y=0.6, p=0.8, stagger=0.05)
    p.melody(8.6, 0.3, [(65, 1), (64, 1), (62, 1), (57, 1), (50, 3)], y=[(0, 0.9), (1.8, 0.1)], p=0.7)


@performance
def sunlit_saws(p):
    p.melody(0.2, 0.25, [(72, 1), (71, 1), (67, 1.5), (64, 0.5), (65, 1), (67, 1), (60, 2.5)],
             y=[(0, 0.2), (2.0, 0.9)], p=[(0, 0.3), (2, 0.9)])
    p.finger(2.5, 5.0, p.at(76), [(0, 0.3), (1.2, 0.95), (2.4, 0.5)], [(0, 0.5), (1.2, 1.0), (2.4, 0.4)])
    for place, notes in enumerate(((57, 64, 72), (53, 60, 81), (55, 62, 71))):
        p.chord(5.3 + 1.5 * place, 6.6 + 1.5 * place, notes, y=0.3 + 0.2 * place, p=0.4 + 0.25 * place)
    taps(p, 10.0, 0.125, [(67, 1), (71, 1), (74, 1), (79, 1), (83, 2)], y=(0.4, 0.8), p_=(0.4, 0.9))


# Objects on a table

@performance
def dial_desk(p):
    p.token(1, 0.1, 11.8, 0.15, [(0, 0.5), (3, 0.9), (6, 0.3)], [(0, 0.1), (2.5, 0.75), (5, 0.3), (9, 0.9)])
    p.token(2, 1.6, 11.6, 0.38, [(0, 0.2), (3, 0.7), (7, 0.4)], [(0, 0.05), (3, 0.3), (6, 0.85), (9, 0.2)])
    p.token(3, 3.0, 11.7, 0.62, 0.5, [(0, 0.05), (3, 0.9), (6, 0.4)])
    p.token(4, 4.2, 11.5, 0.85, 0.5, [(0, 0.05), (2, 0.7), (5, 0.9)])
    for place, notes in enumerate(((45, 52, 60), (43, 55, 62), (48, 55, 64), (45, 57, 64))):
        p.chord(0.3 + 2.8 * place, 2.9 + 2.8 * place, notes, p=0.7 + 0.08 * place)


@performance
def star_map(p):
    p.token(1, 0.1, 11.8, [(0, 0.3), (4, 0.1), (8, 0.35)], [(0, 0.4), (4, 0.2), (8, 0.5)])
    p.token(2, 0.5, 11.8, [(0, 0.5), (4, 0.9), (8, 0.55)], [(0, 0.4), (4, 0.5), (8, 0.3)])
    p.token(3, 2.0, 11.8, [(0, 0.4), (4, 0.5), (8, 0.6)], [(0, 0.6), (4, 0.95), (8, 0.7)])
    p.finger(0.3, 4.2, p.at(48), [(0, 0.4), (2, 0.2), (3.8, 0.5)], [(0, 0.4), (2, 0.9), (3.8, 0.4)])
    p.chord(4.6, 8.0, [45, 52, 60], y=(0.2, 0.5, 0.8), p=0.6)
    p.finger(8.3, 11.4, [(0, p.at(50)), (1.5, 0.55)], [(0, 0.1), (1.5, 0.35), (3, 0.8)], [(0, 0.3), (2, 1.0)])


@performance
def burning_glass(p):
    p.token(1, 0.1, 11.8, [(0, 0.5), (3, 0.3), (5, 0.7), (9, 0.5)], [(0, 0.5), (3, 0.6), (6, 0.3), (9, 0.6)],
            [(0, 0.2), (4, 0.85), (8, 0.3)])
    p.token(2, 5.0, 11.6, [(0, 0.05), (3, 0.5), (5, 0.95)], [(0, 0.9), (3, 0.6), (5, 0.9)])
    p.chord(0.3, 3.8, [45, 52, 60], y=(0.3, 0.8, 0.4), p=0.5)
    p.chord(4.1, 7.6, [43, 55, 59, 67], y=(0.6, 0.2, 0.8, 0.4), p=0.7)
    for place, note in enumerate((45, 55, 64)):
        turn = [(step * 0.4, 0.5 + 0.35 * math.sin(step * 0.6 + 2 * place)) for step in range(9)]
        p.finger(8.0 + 0.15 * place, 11.4, p.at(note), turn, [(0, 0.3), (1.5, 0.95), (3, 0.4)])


@performance
def carousel(p):
    p.token(1, 0.1, 11.8, 0.5, 0.5, [(0, 0.35), (5, 0.35), (7, 0.8), (9.5, 0.8), (11, 0.3)])
    p.token(2, 0.2, 11.8, [(0, 0.62), (6, 0.62), (8, 0.9)], 0.5, [(0, 0.2), (4, 0.9)])
    p.token(3, 2.0, 11.8, [(0, 0.5), (6, 0.35)], [(0, 0.8), (6, 0.85)], [(0, 0.7), (4, 0.1)])
    p.token(4, 3.5, 11.8, [(0, 0.3), (4, 0.1)], [(0, 0.3), (4, 0.45)], 0.5)
    for place, notes in enumerate(((45, 52), (43, 50, 57), (48, 55), (45, 57, 64))):
        p.chord(0.4 + 2.8 * place, 3.1 + 2.8 * place, notes, p=0.3 + 0.2 * place)


@performance
def bumper_table(p):
    p.token(1, 0.2, 11.8, [(0, 0.5), (3, 0.4), (6, 0.6)], [(0, 0.5), (3, 0.6), (6, 0.4)],
            [(0, 0.1), (4, 0.6), (8, 0.2)])
    p.token(2, 1.5, 11.7, [(0, 0.7), (4, 0.8), (7, 0.55)], [(0, 0.3), (4, 0.6), (7, 0.7)])
    p.token(3, 3.0, 11.6, [(0, 0.25), (5, 0.2), (7, 0.45)], [(0, 0.7), (5, 0.3), (7, 0.3)])
    p.finger(0.4, 5.6, [(step * 0.5, 0.2 + 0.6 * (step % 2)) for step in range(11)],
             [(step * 0.7, 0.25 + 0.5 * (step % 2)) for step in range(8)], 0.6)
    p.finger(6.2, 11.4, [(step * 0.45, 0.8 - 0.6 * (step % 2)) for step in range(12)],
             [(step * 0.8, 0.2 + 0.55 * (step % 2)) for step in range(7)], 0.7)


@performance
def two_lanterns(p):
    p.token(1, 0.1, 11.8, [(0, 0.12), (6, 0.35)], [(0, 0.2), (3, 0.5), (7, 0.8)], [(0, 0.1), (4, 0.8), (8,
                                                                                                        0.3)],
            who="west")
    p.token(2, 0.6, 11.8, [(0, 0.45), (4, 0.9), (9, 0.6)], [(0, 0.8), (3, 0.5), (8, 0.75)],
            [(0, 0.8), (4, 0.2), (8, 0.7)], who="east")
    for place in range(4):
        begin = 0.3 + 2.8 * place
        p.finger(begin, begin + 2.4, 0.15 + 0.08 * place, (0.3, 0.6, 0.2, 0.8)[place],
                 [(0, 0.3), (1.2, 0.9), (2.2, 0.3)], who="west")
        for step in range(3):
            p.finger(begin + 0.8 + 0.5 * step, begin + 1.2 + 0.5 * step, 0.85 - 0.07 * step,
                     (0.2, 0.5, 0.35, 0.7)[(place + step) % 4], 0.5 + 0.2 * (step == 0), who="east")


# Two players

@performance
def heron_and_carp(p):
    for turn in range(2):
        for step, (y, x) in enumerate(((0.2, 0.2), (0.5, 0.3), (0.75, 0.25), (0.4, 0.4), (0.6, 0.35), (0.9,
                                                                                                       0.2))):
            p.tap(0.3 + 2.6 * turn + 0.34 * step, x, y, 0.35 + 0.1 * step, 0.2, who="west")
    p.finger(1.4, 4.4, [(0, 0.8), (1.5, 0.55), (2.8, 0.8)], [(0, 0.3), (2, 0.5)], [(0, 0.3), (1.5, 0.8)],
             who="east")
    p.finger(4.8, 8.2, [(0, 0.7), (2, 0.52), (3.2, 0.9)], [(0, 0.6), (2, 0.4)], 0.6, who="east")
    for step in range(14):
        p.tap(5.6 + 0.16 * step, 0.15 + 0.025 * step, (0.2, 0.4, 0.7, 0.55, 0.85)[step % 5],
              0.4 + 0.04 * step,
              0.12, who="west")
    p.finger(8.4, 11.2, 0.44, 0.45, 0.7, who="west")
    p.finger(8.6, 11.3, [(0, 0.9), (1.5, 0.56)], 0.5, [(0, 0.3), (2, 0.9)], who="east")


@performance
def loom(p):
    for place, notes in enumerate(((48, 55, 60, 64), (45, 52, 57, 64), (48, 53, 60, 69))):
        p.chord(0.3 + 3.7 * place, 3.7 + 3.7 * place, notes, y=0.4, p=[(0, 0.3), (1.8, 0.9), (3.2, 0.4)],
                who="west")
    for step in range(9):
        p.tap(1.2 + 1.2 * step, 0.7 + 0.03 * step, (0.2, 0.9, 0.6)[step % 3], 0.6, 0.12, who="east")
    for place in range(3):
        p.finger(1.7 + 3.6 * place, 2.2 + 3.6 * place, [(0, 0.65), (0.25, 0.95), (0.5, 0.7)],
                 [(0, 0.9), (0.3, 0.3 + 0.3 * place)], 0.6, who="east")


@performance
def seesaw(p):
    for step, (x, end) in enumerate(((0.15, 0.9), (0.8, 0.8), (0.3, 0.8), (0.65, 0.9), (0.4, 0.8), (0.9,
                                                                                                    0.9))):
        p.finger(0.3 + 0.9 * step, 0.3 + 0.9 * step + end, x, 0.15, [(0, 0.3), (0.5, 0.9)],
                 who="west" if x < 0.5 else "east")
    p.finger(2.2, 4.4, 0.25, [(0, 0.98), (0.8, 0.7), (1.4, 0.5), (2, 0.75)], 0.7, who="west")
    p.finger(5.6, 8.0, 0.78, [(0, 0.98), (0.7, 0.65), (1.5, 0.45), (2.2, 0.8)], 0.7, who="east")
    p.finger(6.0, 9.0, 0.2, 0.2, [(0, 0.3), (1.5, 1.0)], who="west")
    p.finger(6.2, 9.0, 0.42, 0.2, 0.5, who="west")
    p.finger(9.2, 11.4, 0.55, 0.15, 0.8, who="east")
    p.finger(9.3, 11.4, 0.85, 0.15, [(0, 0.3), (1.5, 1.0)], who="east")
    p.finger(9.4, 10.8, 0.22, [(0, 0.98), (0.6, 0.55), (1.3, 0.5)], 0.7, who="west")


# Whole performances in one patch

def crank(p, begin, end, turns, reach, force=0.5):
    """A finger that turns round the middle of the surface; `turns` is its way in turns over the time."""
    instants = [step / 16 for step in range(int((end - begin) * 16) + 1)]
    xs, ys = [], []
    for instant in instants:
        angle = math.tau * along(turns, instant)
        radius = along(reach, instant)
        xs.append((instant, 0.5 + 0.75 * radius * math.cos(angle)))
        ys.append((instant, 0.5 + radius * math.sin(angle)))
    p.finger(begin, end, xs, ys, force)


@performance
def barrel_organ(p):
    crank(p, 0.2, 8.0, [(0, 0.25), (7.8, 5.7)], [(0, 0.25), (4, 0.25), (6, 0.45)],
          [(0, 0.2), (3, 0.3), (5, 0.9), (7.6, 0.5)])
    crank(p, 8.3, 11.6, [(0, 0.0), (2.6, 4.2), (3.3, 4.3)], [(0, 0.45), (2.4, 0.3)], [(0, 0.9), (3, 0.3)])


@performance
def factory_floor(p):
    p.finger(0.2, 11.4, 0.12, [(0, 0.2), (6, 0.3), (9, 0.8)], [(0, 0.9), (8, 0.7)])
    p.finger(1.9, 9.6, 0.37, [(0, 0.1), (4, 0.9), (7, 0.4)], [(0, 0.9), (5, 0.5)])
    p.finger(3.6, 11.2, 0.62, [(0, 0.1), (3, 0.5), (5, 0.9), (7, 0.2)], [(0, 0.8), (1, 0.3), (4, 0.95)])
    p.finger(5.8, 8.0, 0.87, [(0, 0.2), (0.7, 0.5), (1.4, 0.35), (2.1, 0.8)], [(0, 0.7), (0.6, 0.3), (1.8,
                                                                                                      0.8)])
    p.finger(8.5, 11.3, 0.9, [(0, 0.7), (1, 0.4), (2.6, 0.15)], [(0, 0.8), (2, 0.4)])


@performance
def year_in_one_hand(p):
    for place, notes in enumerate(((48, 55, 64), (45, 57, 60), (53, 57, 65), (43, 55, 62, 67))):
        p.chord(0.3 + 3.9 * place, 3.9 + 3.9 * place, notes, y=((0.2, 0.3, 0.25), (0.6, 0.8, 0.7), (0.5,
                                                                                                    0.4, 0.9),
                                                              (0.9, 0.8, 0.85, 0.7))[place],
                p=[(0, 0.2), (1.8, 0.3 + 0.2 * place), (3, 0.3)], stagger=0.1)


@performance
def night_train(p):
    p.finger(0.2, 11.5, [(0, 0.05), (6, 0.28), (9, 0.1)], 0.3, [(0, 0.3), (4, 0.8), (8, 0.5)])
    p.finger(0.25, 11.4, 0.15, 0.2, 0.5)
    p.finger(1.8, 11.3, [(0, 0.4), (5, 0.55)], 0.25, [(0, 0.3), (6, 0.8)])
    for place, xs in enumerate(((0.62, 0.76, 0.9), (0.66, 0.8, 0.97), (0.62, 0.72, 0.86))):
        for step, x in enumerate(xs):
            p.finger(3.2 + 2.7 * place + 0.05 * step, 5.6 + 2.7 * place, x, 0.3 + 0.1 * step,
                     [(0, 0.3), (1.2, 0.4 + 0.2 * place)])
    p.finger(4.4, 6.2, [(0, 0.6), (0.5, 0.75), (1.4, 0.72), (1.8, 0.5)], [(0, 0.7), (1, 0.95)], 0.7)
    p.finger(8.6, 10.9, [(0, 0.3), (0.4, 0.5), (1.6, 0.48), (2.2, 0.2)], [(0, 0.95), (2, 0.7)], 0.8)


# A kit, a throat, bottles, a gong, and sounds for one finger

@performance
def kitchen_kit(p):
    beat(p, 0.2, 0.135, ["K.....k.K.....k.K.....k.K...k.k.", "....s..s....S..s....s..s....S.ss",
                         "x.x.x.xpx.x.x.o.x.x.x.xpx.x.x.o.", "..a...a...a...a...a...a...a...a."])
    beat(p, 4.6, 0.135, ["l..m..h.l..m..hhl..m..h.b.b.bbbb", "r.r.rr.r.r.r.rr.r.r.rr.r.r.r.rrr",
                         "K.......K.......K.......K......."])
    beat(p, 9.0, 0.135, ["C...c...R.R.R.RR", "K.k.K.k.K.k.K.kk", "....S..s....S..s"])


@performance
def steppe_throat(p):
    p.finger(0.2, 6.2, p.at(41), [(0, 0.02), (1.5, 0.3), (2.6, 0.55), (3.6, 0.4), (4.8, 0.95), (5.8, 0.5)],
             [(0, 0.2), (3, 0.8), (5.8, 0.3)])
    p.finger(6.5, 11.4, p.at(38), [(0, 0.5), (1.2, 0.75), (2, 0.6), (3.4, 0.98), (4.7, 0.1)],
             [(0, 0.4), (2.5, 0.95), (4.5, 0.2)])
    p.finger(7.6, 11.2, p.at(45), [(0, 0.1), (2, 0.4), (3.4, 0.2)], 0.5)


@performance
def wind_in_bottles(p):
    p.melody(0.2, 0.7, [(60, 1), (64, 1), (67, 1.5), (62, 1), (60, 1.5)], y=[(0, 0.2), (3, 0.9)],
             p=[(0, 0.3), (2.2, 0.95), (4, 0.4)])
    p.chord(4.8, 8.0, [48, 55, 64, 72], y=(0.3, 0.9, 0.6, 0.8), p=[(0, 0.2), (1.6, 1.0), (3, 0.3)],
            stagger=0.2)
    for place, note in enumerate((52, 60, 69)):
        sway = [(step * 0.4, p.at(note) + 0.03 * (step % 2)) for step in range(9)]
        p.finger(8.2 + 0.15 * place, 11.4, sway, [(step * 0.4, 0.3 + 0.4 * (step % 2)) for step in range(9)],
                 [(0, 0.3), (1.5, 0.9), (3, 0.4)])


@performance
def temple_gong(p):
    for time, note, y, force in ((0.2, 45, 0.5, 0.8), (2.4, 57, 0.95, 0.4), (3.4, 50, 0.1, 0.6)):
        p.tap(time, p.at(note), y, force, 0.3)
    p.finger(4.4, 7.4, p.at(46), 0.5, [(0, 0.9), (0.4, 0.2), (1.6, 1.0), (2.8, 0.4)])
    for step in range(8):
        p.tap(7.8 + 0.2 * step, p.at((45, 50, 57, 62)[step % 4]), (0.1, 0.5, 0.9)[step % 3],
              0.3 + 0.08 * step, 0.12)
    p.finger(9.6, 11.6, p.at(45), 0.05, [(0, 1.0), (0.3, 0.3), (1.2, 0.9)])


@performance
def first_snow(p):
    p.finger(0.3, 5.2, [(0, 0.2), (1.5, 0.45), (3, 0.35), (4.6, 0.8)], [(0, 0.15), (2, 0.5), (4, 0.9)],
             [(0, 0.2), (2.5, 0.8), (4.8, 0.3)])
    p.finger(6.0, 11.4, [(0, 0.8), (2, 0.3), (4, 0.55), (5, 0.1)], [(0, 0.9), (2, 0.3), (5, 0.1)],
             [(0, 0.4), (2.5, 0.95), (5, 0.2)])


@performance
def frog_pond(p):
    for place, (note, begin, end, y) in enumerate(((38, 0.2, 5.0, 0.2), (45, 1.2, 6.0, 0.7), (50, 2.3, 7.5,
                                                                                              0.4),
                                                   (57, 3.6, 8.0, 0.9), (41, 5.2, 11.4, 0.3), (52, 8.4,
                                                                                               11.3, 0.8))):
        p.finger(begin, end, [(0, p.at(note)), (end - begin - 0.6, p.at(note)), (end - begin,
                                                                                 p.at(note) + 0.08)],
                 [(0, y), (1.5, 1 - y), (3, y)], [(0, 0.1), (1.2, 0.2 + 0.15 * place), (2.8, 0.9), (4, 0.2)])
    for step in range(5):
        p.tap(8.2 + 0.5 * step, p.at(60 - 3 * step), 0.5, 0.5, 0.2)
