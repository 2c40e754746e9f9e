"""The performances of patches that play other instruments too, and of patches with relations of their own."""
from repertoire import performance


@performance
def overdub(p):
    p.tap(0.15, 0.9, 0.07, 0.7)
    p.chord(0.4, 2.2, (48, 55, 64), y=0.3, p=0.45, stagger=0.05)
    p.melody(0.9, 0.4, [(67, 1), (69, 1), (72, 1.5)], y=[(0, 0.3), (1.2, 0.8)], p=0.6)
    p.chord(2.4, 4.4, (53, 57, 60), y=[(0, 0.25), (1.8, 0.95)], p=[(0, 0.3), (1.5, 0.95)], stagger=0.07)
    p.chord(4.6, 6.4, (50, 57, 65, 69), y=0.85, p=[(0, 0.8), (1.5, 0.4)], stagger=0.02)
    p.melody(6.5, 0.3, [(64, 1), (65, 1), (67, 1), (64, 1), (60, 2)], y=0.2, p=[(0, 0.9), (1.6, 0.3)])
    p.chord(8.1, 10.0, (48, 52, 60, 67), y=(0.9, 0.6, 0.4, 0.2), p=[(0, 0.3), (1.2, 0.85)], stagger=0.1)
    p.tap(10.4, 0.37, 0.07, 0.7)


@performance
def still_water(p):
    rising = [(62, 1), (64, 1), (67, 1), (69, 2), (72, 1), (69, 1), (67, 1), (62, 2)]
    time = 0.2
    for place, (note, beats) in enumerate(rising):
        p.finger(time, time + 0.36 * beats * 1.6, 0.25 + 0.06 * place, p.at(note), (0.35, 0.7, 0.5)[place % 3])
        time += 0.36 * beats
    # The reflection alone, then both while the finger draws them apart.
    for place, note in enumerate((74, 72, 69, 67, 64)):
        p.finger(4.0 + 0.3 * place, 4.7 + 0.3 * place, 0.9, p.at(note), 0.4 + 0.1 * place)
    at = p.at(62)
    p.finger(5.8, 8.4, 0.5, [(0, at), (0.9, at), (1.6, at + 0.2), (2.4, at)], [(0, 0.8), (1, 0.3), (2.2, 0.9)])
    p.finger(8.6, 10.6, [(0, 0.2), (1.8, 0.7)], p.at(57), 0.5)
    p.finger(8.65, 10.6, [(0, 0.4), (1.8, 0.8)], p.at(64), 0.8)
    p.finger(8.7, 10.6, [(0, 0.6), (1.8, 0.3)], p.at(72), [(0, 0.5), (1.5, 0.95)])


@performance
def kotekan(p):
    p.finger(0.2, 3.0, p.at(60), [(0, 0.2), (2.5, 0.7)], [(0, 0.3), (2.5, 0.35)])
    p.finger(3.1, 5.2, p.at(64), [(0, 0.5), (2, 0.9)], [(0, 0.8), (1.2, 0.95), (2, 0.2)])
    p.hand(5.4, 8.6, 2, [(0, 0.4), (3, 0.6)], [(0, 0.3), (3, 0.8)], [(0, 0.05), (2.6, 0.34)],
           p=[(0, 0.4), (3, 0.7)])
    p.finger(8.8, 11.2, p.at(57), [(0, 0.9), (2, 0.1)], [(0, 0.9), (1.2, 0.15)])
    p.finger(9.8, 11.2, p.at(69), 0.4, 0.3)


@performance
def tightrope(p):
    p.finger(0.2, 1.6, p.at(57), [(0, 0.3), (1.2, 0.5)], [(0, 0.3), (1, 0.8)])
    # The wire is stretched, then walked; at the end the walker sways beside it.
    p.finger(1.8, 6.0, [(0, 0.35), (1.2, 0.08)], 0.3, 0.5)
    p.finger(1.9, 6.0, [(0, 0.5), (1.2, 0.92)], [(0, 0.3), (3.0, 0.3)], 0.5)
    p.finger(3.2, 5.9, [(0, 0.15), (0.6, 0.33), (1.2, 0.5), (1.8, 0.67), (2.4, 0.83)],
             [(0, 0.3), (1.3, 0.3), (1.8, 0.65), (2.5, 0.3)], 0.6)
    p.finger(6.2, 11.2, 0.05, [(0, 0.5), (2, 0.5), (3, 0.2)], 0.4)
    p.finger(6.3, 11.2, 0.95, [(0, 0.5), (2, 0.5), (3, 0.85)], 0.4)
    for place, (note, beats) in enumerate(((57, 1), (61, 1), (64, 2), (62, 1), (59, 1), (66, 2), (64, 3))):
        begin = 6.8 + 0.39 * (0, 1, 2, 4, 5, 6, 8)[place]
        p.finger(begin, begin + 0.39 * beats, p.at(note), 0.5 if place < 5 else [(0, 0.74), (0.6, 0.74), (1, 0.62)],
                 0.4 + 0.07 * place)


@performance
def stepping_stones(p):
    stones = ((0.12, 0.36), (0.31, 0.64), (0.5, 0.48), (0.69, 0.34), (0.88, 0.62))
    steps = ((0, 0.5), (1, 0.7), (2, 0.9), (1, 0.4), (2, 0.6), (3, 0.8), (4, 0.95), (3, 0.5))
    for turn, (place, force) in enumerate(steps):
        p.tap(0.2 + 0.27 * turn, *stones[place], force, 0.16)
    # A missed step, and a finger that wades from stone to stone.
    p.finger(2.5, 3.6, [(0, 0.4), (1, 0.36)], [(0, 0.12), (1, 0.2)], [(0, 0.8), (1, 0.3)])
    p.finger(3.8, 7.0, [(0, 0.12), (0.7, 0.31), (1.4, 0.5), (2.1, 0.69), (2.8, 0.88)],
             [(0, 0.36), (0.35, 0.1), (0.7, 0.64), (1.1, 0.9), (1.4, 0.48), (1.8, 0.9), (2.1, 0.34), (2.8, 0.62)], 0.5)
    for place, stone in enumerate(stones):
        p.finger(7.2 + 0.2 * place, 9.2, *stone, [(0, 0.7), (0.1, 0.1), (1.5, 0.1)])
    p.finger(8.4, 10.4, [(0, 0.2), (1, 0.6), (1.9, 0.3)], [(0, 0.95), (1, 0.9), (1.9, 0.05)], 0.7)
    for turn in range(6):
        p.tap(9.3 + 0.21 * turn, *stones[(0, 2, 4, 3, 1, 2)[turn]], (0.9, 0.5)[turn % 2], 0.1)


@performance
def hoarfrost(p):
    # A chord freezes, finger after finger, and breaks.
    for place, (x, y, force) in enumerate(((57, 0.7, 0.3), (64, 0.8, 0.7), (69, 0.6, 0.4))):
        at = p.at(x)
        p.finger(0.2 + 0.5 * place, 6.3, [(0, at), (4.9, at), (5.1, at + 0.05), (5.3, at - 0.03), (5.6, at)],
                 [(0, y), (4.9, y), (5.2, y - 0.1), (5.6, y)], [(0, force), (3, 0.9 - force), (5, 0.5)])
    # Beside the fire nothing freezes; two neighbors do.
    p.finger(6.5, 9.0, 0.5, [(0, 0.03), (2.4, 0.06)], [(0, 0.4), (1.5, 0.9)])
    p.finger(8.4, 12.4, p.at(53), 0.8, [(0, 0.8), (3, 0.2)])
    p.finger(8.8, 12.4, p.at(55), [(0, 0.75), (2.2, 0.75), (2.4, 0.5), (3.0, 0.5), (3.2, 0.8)], 0.5)
