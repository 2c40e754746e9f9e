"""The claims of the patches of gallery/performances_learned.py: rows of the table of claims.py, and gestures of their
own."""
from moves import APART, PRESSURE, RISE, SPREAD, STRIKE, TURN, finger, hand, macro, pair


def ghost(player, much):
    """A finger far from the ghost of a recorded one, or beside it."""
    for time in (0.1, 0.32, 2.1, 2.32):
        player.finger(time, time + 0.09, 0.25, 0.07, 0.6)
    player.finger(0.6, 1.9, 0.2, 0.6, 0.5)
    player.finger(2.6, 4.0, 0.24 if much else 0.95, 0.6, 0.5)
    return 2.8, 3.7


def looped(player, much):
    """One bell, alone or in a loop of the first pad."""
    if much:
        for time in (0.1, 1.0):
            player.finger(time, time + 0.09, 0.12, 0.07, 0.6)
    player.tap(0.4, 0.5, 0.5, 0.7)
    return 3.2, 4.8


CLAIMS = {
    "four_lamps": [(hand(x=(0.15, 0.85), size=0.03), "brightness", +1), (PRESSURE, "brightness", +1),
                   (hand(x=0.85, size=(0.03, 0.32)), "noise", +1), (STRIKE, "level", +1), (macro(3), "tail", +1)],
    "double_exposure": [(ghost, "brightness", +1), (APART, "brightness", -1), (PRESSURE, "wander", +1),
                        (STRIKE, "level", +1), (macro(3), "tail", +1)],
    "round_of_three": [(looped, "level", +1), (finger(y=(0.2, 0.9)), "ring", +1), (STRIKE, "brightness", +1),
                       (macro(3), "tail", +1)],
    "show_of_hands": [(SPREAD, "brightness", +1), (RISE, "octave", +1), (TURN, "wander", 0), (macro(3), "tail", +1)],
}
