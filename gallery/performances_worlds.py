"""The performances of the worlds: fingers that play keys below and bodies above."""
from repertoire import performance


def low(p, begin, end, note, force=0.6, y=0.2):
    """A key of the keyboard below the sandbox."""
    p.finger(begin, end, p.at(note), y, force)


def drag(p, begin, points, force=0.6):
    """A finger that takes a body and lets it go: (seconds, x, y) of the room; the room is the upper part of
    the surface."""
    xs = [(time, x) for time, x, _ in points]
    ys = [(time, 0.4 + 0.6 * y) for time, _, y in points]
    p.finger(begin, begin + points[-1][0], xs, ys, force)


@performance
def bouncing_board(p):
    for place, (note, force) in enumerate([(60, 0.9), (64, 0.6), (67, 0.8), (72, 0.5)]):
        low(p, 0.2 + 0.55 * place, 0.72 + 0.55 * place, note, force)
    low(p, 2.6, 5.4, 55, 0.9)
    low(p, 2.7, 5.4, 60, 0.7)
    # The brightness is lifted and let go, then the square is pulled aside.
    drag(p, 3.1, [(0, 0.5, 0.1), (0.5, 0.5, 0.85), (1.0, 0.45, 0.9)])
    drag(p, 4.2, [(0, 0.825, 0.5), (0.5, 0.7, 0.55), (0.9, 0.95, 0.6)])
    for place, note in enumerate((60, 62, 64, 67, 64, 62, 60)):
        low(p, 5.8 + 0.3 * place, 6.05 + 0.3 * place, note, 0.5 + 0.06 * place)
    low(p, 8.1, 11.0, 48, 1.0)
    low(p, 8.15, 11.0, 67, 0.8)
    drag(p, 8.6, [(0, 0.175, 0.2), (0.4, 0.2, 0.9), (1.5, 0.3, 0.95)])


@performance
def clock_hands(p):
    for note in (45, 52, 57, 60):
        low(p, 0.2, 5.6, note, 0.6)
    drag(p, 2.2, [(0, 0.5, 0.8), (0.6, 0.2, 0.75), (1.0, 0.75, 0.9)])
    drag(p, 3.8, [(0, 0.5, 0.5), (0.2, 0.5, 0.5)])
    for note in (41, 53, 57, 65):
        low(p, 5.9, 11.2, note, 0.7)
    drag(p, 7.5, [(0, 0.3, 0.4), (0.4, 0.7, 0.3), (0.8, 0.3, 0.5)])


@performance
def double_pendulum(p):
    low(p, 0.3, 5.6, 57, 0.6)
    low(p, 6.0, 11.5, 50, 0.7)
    low(p, 8.5, 11.5, 62, 0.4)
    drag(p, 5.5, [(0, 0.5, 0.3), (0.4, 0.3, 0.8), (1.1, 0.2, 0.9)])


@performance
def orbits(p):
    for place, note in enumerate((38, 50, 57)):
        low(p, 0.2 + 0.4 * place, 6.0, note, 0.6)
    drag(p, 3.0, [(0, 0.5, 0.83), (0.5, 0.4, 0.6), (0.7, 0.45, 0.9)])
    for place, note in enumerate((43, 50, 59)):
        low(p, 6.4 + 0.3 * place, 11.5, note, 0.6)


@performance
def xylophone_rain(p):
    p.finger(0.2, 5.2, [(0, 0.5), (2, 0.3), (3.5, 0.8), (5, 0.5)], 0.8, [(0, 0.3), (2.5, 0.4), (4, 0.9)])
    for place, note in enumerate((60, 64, 67, 72, 69, 67)):
        p.tap(5.5 + 0.25 * place, p.at(note), 0.2, 0.5 + 0.08 * place)
    p.finger(7.0, 11.5, [(0, 0.9), (2, 0.1), (4, 0.6)], 0.7, 0.8)
    p.finger(8.0, 11.4, 0.3, 0.9, 0.7)


@performance
def flock_chord(p):
    low(p, 0.2, 5.6, 50, 0.6)
    p.finger(1.4, 3.4, [(0, 0.5), (2, 0.7)], 0.7, 0.5)
    low(p, 5.8, 11.5, 55, 0.7)
    low(p, 6.2, 11.5, 43, 0.5)
    p.finger(7.4, 9.5, [(0, 0.2), (2, 0.8)], [(0, 0.5), (2, 0.9)], 0.5)


@performance
def bell_chain(p):
    low(p, 0.2, 3.8, 48, 0.8)
    low(p, 4.0, 7.4, 43, 0.7)
    low(p, 4.1, 7.4, 55, 0.5)
    drag(p, 3.4, [(0, 0.5, 0.4), (0.5, 0.8, 0.7), (0.9, 0.95, 0.8)])
    low(p, 7.7, 11.4, 38, 0.9)
    low(p, 7.9, 11.4, 50, 0.6)
    drag(p, 7.5, [(0, 0.5, 0.42), (0.3, 0.2, 0.5), (0.6, 0.8, 0.5), (0.9, 0.1, 0.8)])


@performance
def air_hockey(p):
    p.finger(0.2, 11.6, [(0, 0.2), (0.8, 0.4), (1.4, 0.15), (2.6, 0.45), (3.4, 0.15), (5, 0.4), (6, 0.2),
                         (8, 0.5), (9, 0.2), (10.5, 0.45), (11.4, 0.2)],
             [(0, 0.5), (1.5, 0.35), (3, 0.65), (5, 0.4), (7, 0.55), (9, 0.45), (11, 0.6)], 0.6, who="a")
    p.finger(0.3, 11.5, [(0, 0.85), (1.1, 0.6), (1.8, 0.85), (3.1, 0.55), (4, 0.9), (5.6, 0.6), (6.4, 0.85),
                         (7.4, 0.6), (8.6, 0.9), (10, 0.55), (11.2, 0.85)],
             [(0, 0.5), (1.2, 0.6), (3, 0.4), (5, 0.6), (7, 0.45), (9, 0.6), (11, 0.5)], 0.7, who="b")
    for place in range(5):
        p.tap(1.0 + 2.1 * place, 0.5 + 0.02 * place, 0.5, 0.8, 0.1)
