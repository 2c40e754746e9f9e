"""The claims of the patches of gallery/performances_new.py: rows of the table of claims.py, and gestures of
their own."""
import math

from moves import (
    age, hand, macro, pad, storm, tap, token, away, moving, PRESSURE, HEIGHT, STRIKE, SPREAD, COUNT)


def pushed(player, much):
    """A finger beside the table's pucks that stays, or that stirs them."""
    way = [(step * 0.35, 0.25 + 0.5 * (step % 2)) for step in range(11)] if much else 0.96
    player.finger(0.1, 4.0, way, [(0, 0.3), (2, 0.7), (4, 0.4)] if much else 0.96, 0.6)
    return 1.0, 3.9


def plucked_on(player, much):
    """A pluck, alone or after a quick row of them."""
    for place in range(10 if much else 1):
        player.tap(0.2 + 0.13 * (place if much else 9), 0.2, 0.3 + 0.04 * place, 0.6, 0.1)
    return 1.2, 1.8


def threads(player, *fingers):
    """A chord of the left player; and what the right one does."""
    for place in range(3):
        player.finger(0.2, 4.2, 0.15 + 0.15 * place, 0.5, 0.6)
    for begin, end, x, y in fingers:
        player.finger(begin, end, x, y, 0.6)


def shuttle_stroke(player, much):
    way = [(step * 0.3, 0.2 + 0.25 * (step % 2)) for step in range(12)] if much else 0.3
    threads(player, (0.4, 4.1, 0.8, way))
    return 1.2, 4.0


def shuttle_tap(player, much):
    player.finger(0.2, 4.2, 0.3, 0.5, 0.6)
    if much:
        player.finger(0.8, 0.9, 0.8, 0.2, 0.6)
    return 1.5, 4.0


def shuttle_far(player, much):
    threads(player, (0.4, 4.1, (0.63, 0.98)[much], 0.5))
    return 1.2, 4.0


def plank(player, much):
    """A key, and the plank as it hangs or with its right end held down."""
    player.finger(0.2, 4.2, 0.2, 0.15, 0.6)
    if much:
        player.finger(0.1, 4.2, 0.8, [(0, 0.98), (0.8, 0.4)], 0.6)
    return 1.5, 4.0


def low_or_high(player, much):
    player.finger(0.2, 4.2, (0.25, 0.75)[much], 0.15, 0.6)
    return 1.0, 4.0


def cranked(player, much):
    """A finger that rests at its place, or turns round the middle."""
    way = [step / 12 for step in range(48)]
    spot = [(time, math.tau * 1.3 * time if much else 0.3) for time in way]
    player.finger(0.2, 4.1, [(time, 0.5 + 0.3 * math.cos(angle)) for time, angle in spot],
                  [(time, 0.5 + 0.4 * math.sin(angle)) for time, angle in spot], 0.6)
    return 0.8, 4.0


def column(little, much, height=0.5):
    """One finger in one column or another."""
    def play(player, more):
        player.finger(0.2, 4.2, much if more else little, height, 0.6)
        return 1.0, 4.0
    return play


CLAIMS = {
    "deep_current": [(HEIGHT, "brightness", +1), (away, "octave", +1), (PRESSURE, "level", +1)],
    "iron_wire": [(STRIKE, "brightness", +1), (PRESSURE, "swing", +1), (away, "brightness", -1)],
    "paper_knife": [(HEIGHT, "brightness", +1), (PRESSURE, "brightness", +1), (moving, "width", +1)],
    "singing_ladder": [(PRESSURE, "swing", -1), (HEIGHT, "brightness", +1)],
    "copper_horn": [(HEIGHT, "brightness", +1), (PRESSURE, "brightness", +1), (away, "noise", +1)],
    "sunlit_saws": [(HEIGHT, "width", +1), (PRESSURE, "highs", +1), (SPREAD, "brightness", +1)],
    "dial_desk": [(token(((1, 0.3, 0.5, 0.05),), ((1, 0.3, 0.5, 0.9),)), "brightness", +1),
                  (token(((2, 0.3, 0.9, 0.02),), ((2, 0.3, 0.9, 0.5),)), "pulse", +1),
                  (token(((2, 0.3, 0.1, 0.3),), ((2, 0.3, 0.9, 0.3),)), "swing", +1),
                  (token(((3, 0.3, 0.5, 0.02),), ((3, 0.3, 0.5, 0.9),)), "brightness", 0),
                  (token(((4, 0.3, 0.5, 0.02),), ((4, 0.3, 0.5, 0.9),)), "tail", +1)],
    "star_map": [(token(((1, 0.4, 0.5, 0), (2, 0.5, 0.5, 0)), ((1, 0.1, 0.1, 0), (2, 0.9, 0.9, 0))),
                  "brightness", 0),
                 (token(((1, 0.4, 0.5, 0), (2, 0.5, 0.5, 0)), ((1, 0.1, 0.1, 0),
                     (2, 0.9, 0.9, 0))), "width", +1),
                 (token(((1, 0.05, 0.05, 0),), ((1, 0.62, 0.5, 0),)), "brightness", +1)],
    "burning_glass": [(token(((1, 0.05, 0.05, 0.3),), ((1, 0.62, 0.45, 0.3),)), "highs", +1),
                      (token(((1, 0.3, 0.5, 0.3),), ((1, 0.6, 0.9, 0.3),)), "brightness", 0),
                      (token(((2, 0.05, 0.05, 0),), ((2, 0.62, 0.5, 0),)), "noise", 0)],
    "carousel": [(token(((1, 0.5, 0.5, 0.1), (2, 0.6, 0.5, 0.5)), ((1, 0.5, 0.5, 0.9), (2, 0.6, 0.5, 0.5))),
                  "pulse", +1),
                 (token(((1, 0.5, 0.5, 0.5), (2, 0.55, 0.5, 0.5)), ((1, 0.5, 0.5, 0.5), (2, 0.95, 0.5, 0.5))),
                  "pitch", +1),
                 (token(((1, 0.5, 0.5, 0.5), (2, 0.7, 0.5, 0.0)), ((1, 0.5, 0.5, 0.5), (2, 0.7, 0.5, 0.95))),
                  "brightness", +1)],
    "bumper_table": [(pushed, "level", +1),
                     (token((), ((1, 0.45, 0.5, 0.2), (2, 0.6, 0.5, 0.2), (3, 0.5, 0.7, 0.2))), "level", 0)],
    "two_lanterns": [(token(((1, 0.1, 0.2, 0.02), (2, 0.3, 0.8, 0.3)), ((1, 0.1, 0.2, 0.95),
                     (2, 0.3, 0.8, 0.3)),
                            at=(0.2, 0.5)), "brightness", +1),
                     (token(((1, 0.1, 0.1, 0.3), (2, 0.3, 0.9, 0.3)), ((1, 0.1, 0.5, 0.3),
                     (2, 0.9, 0.5, 0.3))),
                      "tail", +1)],
    "heron_and_carp": [(HEIGHT, "brightness", +1), (plucked_on, "tail", +1)],
    "loom": [(shuttle_stroke, "brightness", +1), (shuttle_tap, "pitch", +1), (shuttle_far, "pulse", +1)],
    "seesaw": [(plank, "brightness", 0), (low_or_high, "pitch", +1)],
    "barrel_organ": [(cranked, "wander", +1), (cranked, "brightness", +1), (PRESSURE, "brightness", +1)],
    "factory_floor": [(column(0.12, 0.37), "brightness", +1), (column(0.62, 0.88), "pitch", +1),
                      (column(0.88, 0.12), "swing", +1)],
    "year_in_one_hand": [(hand(y=(0.2, 0.8), size=0.1), "brightness", +1), (PRESSURE, "noise", +1),
                         (macro(2), "brightness", 0)],
    "night_train": [(column(0.15, 0.45, 0.3), "brightness", -1), (column(0.15, 0.8, 0.3), "swing", -1),
                    (PRESSURE, "highs", +1)],
    "kitchen_kit": [(pad((0, 0), (3, 0)), "brightness", +1), (pad((0, 1), (2, 1)), "pitch", +1),
                    (pad((1, 2), (2, 2)), "ring", +1), (pad((2, 2), then=(0, 2)), "ring", -1),
                    (pad((2, 0), force=(0.2, 0.95)), "brightness", +1)],
    "steppe_throat": [(HEIGHT, "brightness", +1), (PRESSURE, "brightness", 0), (age, "swing", +1),
                     (COUNT, "width", +1)],
    "wind_in_bottles": [(PRESSURE, "level", +1), (HEIGHT, "noise", -1), (SPREAD, "brightness", 0),
                        (moving, "pulse", +1)],
    "temple_gong": [(STRIKE, "brightness", +1), (tap(y=(0.5, 0.98)), "brightness", 0),
                     (PRESSURE, "highs", +1),
                    (storm, "tail", +1)],
    "first_snow": [(HEIGHT, "pulse", +1), (HEIGHT, "brightness", +1), (PRESSURE, "brightness", -1)],
    "frog_pond": [(HEIGHT, "brightness", +1), (PRESSURE, "beating", +1), (COUNT, "width", +1)],
}
