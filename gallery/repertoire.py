"""The list of performances, one for each factory patch, and what they share."""

PERFORMANCES = {}


def performance(play):
    PERFORMANCES[play.__name__] = play
    return play


def taps(p, begin, beat, notes, y=0.5, p_=0.6, length=0.12):
    """Short touches at (pitch, beats); y and strength may be lists that are repeated."""
    time = begin
    for place, (note, beats) in enumerate(notes):
        height = y[place % len(y)] if isinstance(y, (list, tuple)) else y
        force = p_[place % len(p_)] if isinstance(p_, (list, tuple)) else p_
        if note is not None:
            p.tap(time, p.at(note), height, force, length)
        time += beats * beat
    return time
