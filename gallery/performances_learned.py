"""The performances of patches that loop what you play, or that a map of poses or a demonstration made."""
from repertoire import performance


@performance
def four_lamps(p):
    # A closed chord goes from amber to ice, then opens to moonlight and wanders to neon.
    notes = (50, 57, 62, 65)
    left, right = (0.12, 0.16, 0.2, 0.24), (0.76, 0.82, 0.88, 0.94)
    for place, note in enumerate(notes):
        p.finger(0.2 + 0.05 * place, 3.6, [(0, left[place]), (0.8, left[place]), (2.9, right[place])], p.at(note), 0.55)
    for place, note in enumerate((47, 59, 62, 69)):
        p.finger(3.9 + 0.06 * place, 8.2, [(0, 0.84), (0.6, 0.84), (1.6, (0.62, 0.99, 0.66, 0.98)[place]),
                                           (3.0, (0.02, 0.4, 0.04, 0.42)[place])], p.at(note),
                 [(0, 0.4), (1.5, 0.6), (3.2, 0.9)])
    for place, note in enumerate((50, 55, 62, 74)):
        p.finger(8.5 + 0.12 * place, 11.4, [(0, 0.1 + 0.2 * place), (1.8, 0.4 + 0.06 * place)], p.at(note), 0.45)


@performance
def double_exposure(p):
    # Recorded between two double taps, the phrase comes back as a ghost; the second voice moves up to it and away.
    for time in (0.1, 0.32, 3.3, 3.52):
        p.finger(time, time + 0.09, 0.25, 0.07, 0.6)
    p.melody(0.6, 0.42, [(57, 1), (60, 1), (64, 2), (62, 1), (60, 1)], y=0.55, p=0.55)
    p.finger(4.1, 6.6, [(0, p.at(74)), (1.6, p.at(62))], [(0, 0.9), (1.6, 0.6)], 0.6)
    p.melody(6.9, 0.42, [(60, 1), (64, 1), (67, 2), (69, 3)], y=[(0, 0.6), (2.4, 0.85)], p=[(0, 0.5), (2.4, 0.85)],
             vibrato=(0.3, 5, 0.004))
    p.chord(10.0, 11.8, (45, 52, 64), y=(0.3, 0.5, 0.8), p=0.5, stagger=0.05)
    for time in (11.6, 11.82):
        p.finger(time, time + 0.09, 0.75, 0.07, 0.6)


@performance
def round_of_three(p):
    # The tune is the first loop; the second one answers higher, and the third one has the beat.
    for time, x in ((0.1, 0.12), (3.42, 0.12), (3.7, 0.37), (7.3, 0.37), (11.4, 0.87)):
        p.finger(time, time + 0.09, x, 0.07, 0.6)
    tune = [(60, 1), (62, 1), (64, 1), (60, 1), (64, 1), (67, 1), (69, 2)]
    p.melody(0.4, 0.36, tune, y=0.5, p=0.6, over=0.5)
    p.melody(3.95, 0.36, [(note + 12, beats) for note, beats in tune], y=0.8, p=0.4, over=0.4)
    for step in range(6):
        p.tap(7.5 + 0.54 * step, p.at((57, 64, 57, 67, 57, 69)[step]), 0.3, 0.8 if step % 2 == 0 else 0.5)
    p.chord(10.75, 11.3, (60, 67, 76, 84), y=0.9, p=0.8, stagger=0.01)


@performance
def show_of_hands(p):
    # As in the demonstration: the hand opens and closes, turns and rises, each at its own pace.
    p.hand(0.2, 6.2, 3, 0.4, [(0, 0.35), (2, 0.35), (5.6, 0.68)], [(0, 0.08), (1.2, 0.22), (3, 0.1), (5.4, 0.24)],
           [(0, 0), (2.4, 0.15), (5.6, -0.15)], p=0.5)
    p.hand(6.6, 11.4, 3, 0.62, [(0, 0.6), (4, 0.3)], [(0, 0.22), (2.5, 0.08), (4, 0.18)], [(0, 0), (2, -0.15), (4, 0.1)],
           p=[(0, 0.9), (1.5, 0.4), (3, 0.8)])
