"""The search of docs/guide/teaching.md for the controllers that explain a parameter, in float64 with numpy's
least squares: recomputes what a Swift test has found and compares."""
import json
import sys

import numpy as np

CURVES = (0, -0.8, -0.45, 0.45, 0.8)


def bent(t, curve):
    s = (1 + 0.96 * curve) / 2
    return t / (t + (1 - t) * (1 / s - 1))


def explained(target, columns):
    """The share of the variance that least squares explain."""
    matrix = np.column_stack([np.ones(len(target))] + columns)
    solution, *_ = np.linalg.lstsq(matrix, target, rcond=None)
    return 1 - np.var(target - matrix @ solution) / np.var(target)


def residual(target, columns):
    matrix = np.column_stack([np.ones(len(target))] + columns)
    return target - matrix @ np.linalg.lstsq(matrix, target, rcond=None)[0]


def search(case):
    target = np.array(case["target"])
    columns = []
    for number, one in enumerate(case["controllers"]):
        values = np.array(one["values"])
        t = (values - values.min()) / np.ptp(values)
        columns += [(number, one["own"], curve == 0, bent(t, curve)) for curve in CURVES]
    chosen, found, known = [], [], 0
    while len(found) < case["most"]:
        used = {number for number, _ in found}
        rest = residual(target, chosen)
        # What is new in each column, as a direction.
        fresh = {}
        for index, (number, _, _, column) in enumerate(columns):
            new = residual(column, chosen)
            if number not in used and np.var(new) > 1e-3 * np.var(column):
                fresh[index] = new / np.linalg.norm(new)
        gains = {index: (way @ rest) ** 2 / (rest @ rest) for index, way in fresh.items()}
        best = {own: max((g for i, g in gains.items() if columns[i][1] == own), default=0) for own in (0, 1)}
        own = int(1 - best[0] > 1.5 * (1 - best[1]) + 0.01)
        most = 1.02 * (1 - best[own]) + 1e-5
        near = [i for i, g in gains.items() if columns[i][1] == own and 1 - g <= most]
        if not near:
            break
        index = min(near, key=lambda i: (not columns[i][2], i))
        count = len(target)
        ways = np.array(list(fresh.values()))
        chance = 0
        for part in range(3, 38):
            moved = np.roll(rest, -(part * count // 40))
            chance = max(chance, ((ways @ moved) ** 2).max() / (moved @ moved))
        share = explained(target, chosen + [columns[index][3]])
        if share - known < 0.02 or 1 - gains[index] > 0.5 * (1 - chance):
            break
        chosen.append(columns[index][3])
        found.append((columns[index][0], share - known))
        known = share
    return found


for number, case in enumerate(json.load(open(sys.argv[1]))):
    found = search(case)
    said = [(one["controller"], one["share"]) for one in case["found"]]
    if [n for n, _ in found] != [n for n, _ in said]:
        sys.exit(f"case {number}: found {found}, Swift says {said}")
    if any(abs(a - b) > 1e-3 for (_, a), (_, b) in zip(found, said)):
        sys.exit(f"case {number}: shares {found}, Swift says {said}")
