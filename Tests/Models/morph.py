"""Snapshots and parts in float64, from the formulas of docs/matrix.md: recomputes what a Swift test played
and compares.

Connections are those of matrix.py; here each lane has a base value of its own."""
import sys

import numpy as np

from matrix import NEAR, Connection, combine, compare


def bases(values, place, recalled, choice):
    """Base values in the parameter's travel at positions 0…8 along the patch's own values and its
    snapshots."""
    points = [values[recalled]] + values[1:]
    place = np.clip(place, 0, len(points) - 1)
    if choice:
        # A half is rounded up.
        return np.array([points[int(np.floor(x + 0.5))] for x in place])
    return np.interp(place, np.arange(len(points)), points)


def played(parameter, connections, step, fresh, was, base, own):
    """One parameter in its travel, and the lanes in which float32 may decide differently. `base` is the base
    value of each lane, `own` that of the patch: a connection moves from where the base value has gone."""
    p, unsure = base.copy(), np.zeros(16, bool)
    for c, values, trim in connections:
        m = c.smoothed(c.mapped(c.position(step, np.array(values), fresh, was)), step["after"],
                        step["seconds"], fresh)
        m = m + (base - own)
        amount = c.c["amount"] * trim
        if c.c["combine"] == "multiply" and parameter["isLogarithmic"]:
            # Near 0 the logarithm of a factor is as exact as the factor's own rounding.
            unsure |= np.abs(1 + amount * (2.0**(m - base) - 1)) < 0.03
        p = np.array([combine(c.c["combine"], p[k], base[k], m[k], amount, parameter) for k in range(16)],
                     float)
        unsure |= c.unsure
    if parameter["choice"]:
        unsure |= np.abs(p - np.floor(p) - 0.5) < NEAR
        p = np.floor(p + 0.5)
    natural = 2.0**p if parameter["isLogarithmic"] else p
    return np.clip(natural, parameter["minimum"], parameter["maximum"]), unsure


def prepared(parameter):
    parameter["isLogarithmic"], parameter["choice"] = parameter["travel"] == "logarithmic", parameter[
        "travel"] == "choice"
    parameter["isChoice"] = parameter["choice"]
    parameter["travel"] = np.log2 if parameter["isLogarithmic"] else lambda x: x
    return parameter


def check(program):
    """The worst error over all steps and lanes of the morph and of a parameter; the numbers of values
    compared and left out."""
    parameters = {name: prepared(program[name]) for name in ("morph", "destination")}
    connections = [Connection(c, parameters[c["of"]]) for c in program["connections"]]
    was, last, worst, all_, left = None, 0, 0.0, 0, 0
    own = np.zeros(16, bool)
    for step in program["steps"]:
        step["down"] = np.array(step["down"])
        fresh = np.zeros(16, bool)
        for lane in step["starts"]:
            for c in connections:
                c.held = c.held.copy()
                c.held[lane] = c.held[last]
                c.unsure[lane] |= c.unsure[last]
            fresh[lane], last = True, lane
        ends = {name: [(c, step["values"][k], step["trims"][k]) for k, c in enumerate(connections)
                       if program["connections"][k]["of"] == name] for name in parameters}
        begin = np.zeros(16) if step["recalled"] else np.full(16, program["place"], float)
        place, unsure = played(parameters["morph"], ends["morph"], step, fresh, was, begin, begin)
        own |= unsure
        destination = parameters["destination"]
        values = list(destination["travel"](np.array(program["values"])))
        if not destination["perVoice"]:
            place = np.full(16, place[step["leader"]])
            own[:] |= own[step["leader"]]
        nearChoice = np.abs(place - np.floor(place) - 0.5) < 10 * NEAR if destination["choice"] else np.zeros(
            16, bool)
        morphed = bases(values, place, step["recalled"], destination["choice"])
        parts = np.array([values[0] if part is None else destination["travel"](part)
                          for part in [None, *program["parts"]]])[step["parts"]]
        if not destination["perVoice"]:
            parts = np.full(16, parts[step["leader"]])
        if destination["choice"]:
            base = np.where(morphed == values[0], parts, morphed)
        else:
            base = parts + (morphed - values[0])
        value, unsure = played(destination, ends["destination"], step, fresh, was, base, values[0])
        own |= unsure
        was = {"always": np.ones(16, bool), "during_touch": step["down"] > 0.5,
               "during_group": np.full(16, step["active"])}
        out = np.array(step["out"])
        assert np.isfinite(out).all()
        scale = 0 if destination["isLogarithmic"] else 1e-2 * (destination["maximum"] - destination[
            "minimum"])
        error = np.abs(out - value) / np.maximum(np.abs(value), scale)
        skipped = own | nearChoice
        all_, left = all_ + 16, left + skipped.sum()
        worst = max(worst, error[~skipped].max(initial=0))
    return worst, all_, left


def words(program):
    return (program["destination"]["travel"], program["destination"]["perVoice"], len(program["values"]) - 1,
            [(c["of"], c["combine"], c["mode"], c["gate"]) for c in program["connections"]])


sys.exit(int(compare(check, words, 0.02)))
