"""The claims of the patches of gallery/performances_relations.py: rows of the table of claims.py, and gestures of
their own."""
from moves import PRESSURE, STRIKE, finger, macro, moving


def ran_out(player, much):
    """A tape at its beginning, or after its eight seconds."""
    player.finger(0.2, 10.0, 0.5, 0.5, 0.6)
    return (8.6, 9.8) if much else (0.6, 1.8)


CLAIMS = {
    "overdub": [(finger(y=(0.2, 0.9)), "brightness", +1), (PRESSURE, "brightness", +1), (STRIKE, "level", +1),
                (ran_out, "level", -1), (macro(3), "tail", +1)],
    "still_water": [(finger(x=(0.1, 0.9)), "brightness", 0), (PRESSURE, "level", +1), (STRIKE, "brightness", +1),
                    (moving, "wander", +1), (macro(3), "tail", +1)],
}
