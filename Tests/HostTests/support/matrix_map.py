"""A tempo map in exact fractions: the time of each quarter note in seconds."""
from fractions import Fraction


class TempoMap:
    """Tempos as (quarter note, quarter notes a minute), the first at 0."""

    def __init__(self, *tempos):
        self.tempos = [(Fraction(at), Fraction(bpm)) for at, bpm in tempos]

    def seconds(self, quarter):
        quarter, total = Fraction(quarter), Fraction(0)
        for (at, bpm), following in zip(self.tempos, self.tempos[1:] + [(None, None)]):
            end = quarter if following[0] is None else min(quarter, following[0])
            if end > at:
                total += (end - at) * 60 / bpm
        return float(total)
