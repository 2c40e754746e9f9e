"""The search of docs/guide/teaching.md for the controllers that explain a parameter, in float64 with numpy's
least squares: recomputes what a Swift test has found and compares."""
import json
import sys

import numpy as np

CURVES = (0, -0.6, 0.6)
DRIFT = 3


def bent(t, curve):
    s = (1 + 0.96 * curve) / 2
    return t / (t + (1 - t) * (1 / s - 1))


def rest(target, columns):
    if not columns:
        return target
    matrix = np.column_stack(columns)
    return target - matrix @ np.linalg.lstsq(matrix, target, rcond=None)[0]


def without_drift(values, least):
    time = np.linspace(-1, 1, len(values))
    left = rest(values, [time**power for power in range(DRIFT + 1)])
    if left @ left <= least * np.var(values) * len(values):
        return None
    swings = left[np.abs(left) > 0.25 * np.sqrt(np.mean(left**2))]
    if (swings[1:] * swings[:-1] < 0).sum() < 5:
        return None
    return left / np.linalg.norm(left)


def shares(target, columns, chosen):
    """The share of what the chosen columns leave of the target that each other column explains."""
    left = rest(target, [columns[index][3] for index in chosen])
    used = {columns[index][0] for index in chosen}
    found = np.zeros(len(columns))
    for index, (place, _, _, column) in enumerate(columns):
        if place in used:
            continue
        new = rest(column, [columns[other][3] for other in chosen])
        if new @ new >= 1e-3:
            found[index] = (new @ left) ** 2 / (new @ new) / (left @ left)
    return found


def choose(target, columns, chosen):
    found = shares(target, columns, chosen)
    own = np.array([int(column[2]) for column in columns])
    best = [found[own == side].max(initial=0) for side in (0, 1)]
    side = int(1 - best[0] > 1.5 * (1 - best[1]) + 0.01)
    near = [i for i in range(len(columns)) if own[i] == side and 1 - found[i] <= 1.02 * (1 - best[side]) + 1e-5]
    return min(near, key=lambda i: (not columns[i][1], i))


def open_share(target, columns, chosen):
    left = rest(target, [columns[index][3] for index in chosen])
    return left @ left / (target @ target)


def beyond_chance(target, columns, before, steps, leaves):
    for part in range(3, 38):
        moved = np.roll(target, -(part * len(target) // 40))
        chosen = list(before)
        left, open_part = moved, 1.0
        for _ in range(steps):
            # As the earlier directions are not removed from what was moved, each step takes its part of the rest.
            used = {columns[index][0] for index in chosen}
            best, most = None, -1
            for index, (place, _, _, column) in enumerate(columns):
                new = rest(column, [columns[other][3] for other in chosen])
                if place in used or new @ new < 1e-3:
                    continue
                share = (new @ left) ** 2 / (new @ new)
                if share > most:
                    best, most, way = index, share, new / np.linalg.norm(new)
            left = left - (way @ left) * way
            chosen.append(best)
        open_part = left @ left / (moved @ moved)
        if leaves > 0.5 * open_part:
            return False
    return True


def search(case):
    target = without_drift(np.array(case["target"]), 1e-4)
    if target is None:
        return []
    columns = []
    for place, one in enumerate(case["controllers"]):
        values = np.array(one["values"])
        t = (values - values.min()) / np.ptp(values)
        for curve in CURVES:
            column = without_drift(bent(t, curve), 0.02)
            if column is not None:
                columns.append((place, curve == 0, one["own"], column))
    chosen, found = [], []
    while len(chosen) < case["most"]:
        index = choose(target, columns, chosen)
        before, after = open_share(target, columns, chosen), open_share(target, columns, chosen + [index])
        if before - after < 0.02:
            break
        left = rest(target, [columns[other][3] for other in chosen])
        if chosen and not beyond_chance(left, columns, chosen, 1, after / before):
            break
        chosen.append(index)
        found.append((columns[index][0], before - after))
    leaves = open_share(target, columns, chosen)
    if not chosen or leaves > 0.5 or not beyond_chance(target, columns, [], len(chosen), leaves):
        return []
    return found


for number, case in enumerate(json.load(open(sys.argv[1]))):
    found = search(case)
    said = [(one["place"], one["share"]) for one in case["found"]]
    if [n for n, _ in found] != [n for n, _ in said]:
        sys.exit(f"case {number}: found {found}, Swift says {said}")
    if any(abs(a - b) > 1e-3 for (_, a), (_, b) in zip(found, said)):
        sys.exit(f"case {number}: shares {found}, Swift says {said}")
