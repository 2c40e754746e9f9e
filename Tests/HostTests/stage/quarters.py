"""A grid with a note on each quarter note, a sound that is seen to begin on its frame, and where in a
recording these notes begin."""
import json

import numpy

RATE = 48000
GRID = {"version": 1, "name": "Quarters", "layers": [
    {"gate": 20, "patterns": {"1": {"cells": [[step, 1] for step in (1, 5, 9, 13)]}}}]}
# It begins at once and ends soon, without anything behind it: between two notes there is silence.
PATCH = {"version": 1, "name": "Tick", "parameters": {
    "amp_attack": 0.001, "amp_decay": 0.02, "amp_sustain": 0, "amp_release": 0.02}}


def words(graph):
    """Grid and patch as files, and the words of the command for them."""
    (graph.folder / "quarters.json").write_text(json.dumps(GRID))
    (graph.folder / "tick.json").write_text(json.dumps(PATCH))
    return graph.folder / "tick.json", "--grid", graph.folder / "quarters.json"


def notes(sound):
    """The first frames of sounds behind a tenth of a second of silence."""
    loud = numpy.flatnonzero(numpy.nan_to_num(abs(sound[0])) > 1e-6)
    return loud[numpy.diff(loud, prepend=-RATE) > RATE / 10]


def cycles(graph):
    """Of each cycle that jack_probe recorded: its first frame there, the microsecond at which it began, the
    transport's frame, and whether that rolled."""
    return numpy.loadtxt(graph.folder / "take.cycles", ndmin=2)
