"""The claims of the patches of gallery/performances_relations.py: rows of the table of claims.py, and gestures of
their own."""
from moves import APART, HEIGHT, PRESSURE, STRIKE, age, finger, macro, pair, tap


def ran_out(player, much):
    """A tape at its beginning, or after its eight seconds."""
    player.finger(0.2, 10.0, 0.5, 0.5, 0.6)
    return (8.6, 9.8) if much else (0.6, 1.8)


def stirred(player, much):
    """A finger that rests in the middle, or goes from side to side there."""
    player.finger(0.2, 3.2, [(step * 0.2, 0.45 + 0.1 * (step % 2)) for step in range(17)] if much else 0.5, 0.62, 0.4)
    return 1.2, 3.1


def walker(*places):
    """Two fingers at the sides, and a third one at a place between them or another."""
    def play(player, much):
        for number, (x, y) in enumerate(((0.05, 0.5), (0.95, 0.5), places[much])):
            player.finger(0.2 + 0.1 * number, 4.2, x, y, 0.6)
        return 1.2, 4.0
    return play


STONES = (0.12, 0.36), (0.31, 0.64), (0.5, 0.48), (0.69, 0.34), (0.88, 0.62)


def stones(player, much):
    """One stone is struck, alone or while four fingers stand on the others."""
    for place, (x, y) in enumerate(STONES[1:]):
        if much:
            player.finger(0.2 + 0.01 * place, 2.4, x, y, 0.9)
    player.tap(2.0, *STONES[0], 0.7, 0.1)
    return 2.0, 2.4


def slid(player, much):
    """A finger that rests on a stone, or slides off it into the water."""
    player.finger(0.2, 2.2, 0.5, [(0, 0.48), (1.1, 0.48), (1.2, 0.2)] if much else 0.48, 0.6)
    return 1.2, 1.9


def broken(player, much):
    """A finger whose ice has grown, and that stays or moves at last."""
    player.finger(0.2, 6.0, 0.5, [(0, 0.7), (4.6, 0.7), (4.75, 0.5)] if much else 0.7, 0.5)
    return 4.7, 5.3


CLAIMS = {
    "overdub": [(finger(y=(0.2, 0.9)), "brightness", +1), (PRESSURE, "brightness", +1), (STRIKE, "level", +1),
                (ran_out, "level", -1), (macro(3), "tail", +1)],
    "still_water": [(finger(x=(0.1, 0.9)), "brightness", 0), (PRESSURE, "level", +1), (STRIKE, "brightness", +1),
                    (stirred, "wander", +1), (macro(3), "tail", +1)],
    "kotekan": [(HEIGHT, "brightness", +1), (PRESSURE, "ring", -1),
                (pair(((0.5, 0.42), (0.5, 0.58)), ((0.5, 0.05), (0.5, 0.95))), "beating", +1),
                (macro(3), "tail", +1)],
    "tightrope": [(APART, "brightness", +1), (walker((0.15, 0.5), (0.85, 0.5)), "brightness", 0),
                  (walker((0.5, 0.5), (0.5, 0.85)), "noise", +1), (PRESSURE, "brightness", +1)],
    "stepping_stones": [(tap(x=(0.5, 0.6), y=(0.48, 0.1)), "noise", +1),
                        (finger(y=(0.68, 0.98)), "brightness", -1), (tap(x=(0.5, 0.5), p=(0.2, 0.95)), "level", +1),
                        (stones, "width", +1), (slid, "level", +1)],
    "hoarfrost": [(age, "brightness", +1), (finger(y=(0.02, 0.9), x=(0.5, 0.5)), "brightness", +1),
                  (broken, "noise", +1),
                  (pair(((0.2, 0.9), (0.8, 0.9)), ((0.46, 0.9), (0.54, 0.9))), "highs", +1), (PRESSURE, "level", +1)],
}
