"""The matrix in float64, from the formulas of docs/matrix.md: recomputes what a Swift test played and
compares.

Where a value lies so near a border (a step of a scale, half a turn, the half of a choice) that float32 may
fall on the other side, the later values of that lane are left out; at most one in a hundred may be."""
import json
import sys

import numpy as np

NEAR = 1e-4
CURVES = (0.96, 2)
STEPS = 0.006  # seconds: what comes in steps and is heard in a voice has at least this smoothing


def normal(c, values):
    values = np.where(np.isnan(values), c["rest"], values)
    return np.clip((values - c["minimum"]) / (c["full"] - c["minimum"]), 0, 1)


class Connection:
    def __init__(self, c, patch):
        self.c, self.patch, self.first = c, patch, True
        self.rest = (c["rest"] - c["minimum"]) / (c["full"] - c["minimum"])
        self.held = np.full(16, self.rest)
        self.before = self.smooth = self.goal = None
        self.turned = np.zeros(16, bool)
        self.unsure = np.zeros(16, bool)

    def change(self, a, b):
        d = b - a
        if self.c["cyclic"]:
            self.unsure |= np.abs(np.abs(d) - 0.5) < NEAR
            d = d - np.floor(d + 0.5)
        return d

    def about(self, x):
        return np.clip(self.rest + self.c["sensitivity"] * x, 0, 1)

    def position(self, step, values, fresh, was):
        c, n = self.c, normal(self.c, values)
        gates = {"always": np.ones(16, bool), "during_touch": step["down"] > 0.5,
                 "during_group": np.full(16, step["active"])}
        opened = gates[c["gate"]]
        stays = opened & (was[c["gate"]] if was else np.zeros(16, bool))
        if c["ownVoice"] or c["gate"] == "during_touch":
            stays = stays & ~fresh
        before = was[c["gate"]] if was else np.zeros(16, bool)
        if c["ownVoice"] or c["gate"] == "during_touch":
            before = before & ~fresh
        self.turned = opened != before
        if c["mode"] == "absolute":
            self.held = np.where(opened, self.about(n - self.rest), self.held)
        elif c["mode"] == "relative":
            if self.before is None:
                self.before = n
            self.before = np.where(opened & ~stays, n, self.before)
            moved = self.change(self.before, n)
            self.held = np.where(opened, self.about(moved), self.held)
        elif c["mode"] == "running":
            moved = np.where(stays, self.change(n if self.before is None else self.before, n), 0)
            self.before = n
            if not self.patch["perVoice"]:
                moved = moved[step["leader"]]
            self.held = np.clip(self.held + c["sensitivity"] * moved, 0, 1)
        else:
            raise KeyError(c["mode"])
        if self.patch["perVoice"]:
            return self.held
        self.unsure[:] |= self.unsure.any()
        return np.full(16, self.held[step["leader"]])

    def mapped(self, position):
        c = self.c
        t = 1 - position if c["inverted"] else position
        s = (1 + CURVES[0] * c["curve"]) / CURVES[1]
        t = t / (t + (1 - t) * (1 / s - 1))
        low, high = self.patch["travel"](c["low"]), self.patch["travel"](c["high"])
        m = low + t * (high - low)
        if self.patch["semitones"] and c["mask"]:
            allowed = np.array([k for k in range(-84, 85) if c["mask"] >> (k % 12) & 1], float)
            apart = np.abs(m[:, None] - allowed)
            two = np.sort(apart, axis=1)
            self.unsure |= two[:, 1] - two[:, 0] < NEAR * 2
            m = allowed[np.argmin(apart, axis=1)]
        return m

    def faded(self, distance, seconds, up, down):
        tau = np.where(distance < 0, up, down)
        with np.errstate(all="ignore"):
            return distance * np.where(tau > 0, np.exp(-seconds / tau), 0)

    def smoothed(self, m, after, ahead, fresh):
        up, down = self.c["up"], self.c["down"]
        isHeard = self.patch["perVoice"] and not self.patch["isChoice"]
        atGate = isHeard and not self.c["mayStep"] and self.c["gate"] != "always" and up == down == 0
        if isHeard and (self.c["mayStep"] or atGate):
            up, down = max(up, STEPS), max(down, STEPS)
        if self.goal is None:
            self.goal, self.smooth = m, np.zeros(16)
        # The distance of the smoother from the mapped value: what is left of it, and the new step.
        step = np.where(self.turned, self.goal - m, 0) if atGate else self.goal - m
        self.smooth = self.faded(self.smooth, after, up, down) + step
        if self.patch["perVoice"]:
            self.smooth = np.where(fresh, 0, self.smooth)
        self.goal = m
        return m + self.faded(self.smooth, ahead, up, down)


def combine(rule, p, b, m, a, patch):
    if rule == "sum":
        return p + a * (m - b)
    if rule == "multiply":
        if patch["isLogarithmic"]:
            product = 2**p * np.maximum(1 + a * (2**m / 2**b - 1), 1e-9)
            return np.log2(np.maximum(product, patch["minimum"]))
        return p if abs(b) < 1e-9 else p * (1 + a * (m / b - 1))
    if rule == "max":
        return np.maximum(p, b + a * (m - b))
    if rule == "min":
        return np.minimum(p, b + a * (m - b))
    if rule == "last":
        return p + a * (m - p)
    raise KeyError(rule)


def check(patch):
    """The worst error over all steps and lanes; how many values were compared, and how many left out."""
    patch["isLogarithmic"], isChoice = patch["travel"] == "logarithmic", patch["travel"] == "choice"
    patch["isChoice"] = isChoice
    assert patch["travel"] in ("linear", "logarithmic", "choice")
    patch["travel"] = np.log2 if patch["isLogarithmic"] else lambda x: x
    connections = [Connection(c, patch) for c in patch["connections"]]
    was, last, worst, left, all_ = None, 0, 0.0, 0, 0
    own = np.zeros(16, bool)
    base = np.floor(patch["base"] + 0.5) if isChoice else patch["base"]
    for step in patch["steps"]:
        step["down"] = np.array(step["down"])
        fresh = np.zeros(16, bool)
        for lane in step["starts"]:
            for c in connections:
                c.held = c.held.copy()
                c.held[lane] = c.held[last]
                c.unsure[lane] |= c.unsure[last]
            fresh[lane], last = True, lane
        b = patch["travel"](base)
        p = np.full(16, float(b))
        for place, c in enumerate(connections):
            m = c.mapped(c.position(step, np.array(step["values"][place]), fresh, was))
            m = c.smoothed(m, step["after"], step["seconds"], fresh)
            amount = c.c["amount"] * step["trims"][place]
            if c.c["combine"] == "multiply" and patch["isLogarithmic"]:
                # Near 0 the logarithm of a factor is as exact as the factor's own rounding.
                own |= np.abs(1 + amount * (2.0**(m - b) - 1)) < 0.01
            p = combine(c.c["combine"], p, b, m, amount, patch)
            own |= c.unsure
        was = {"always": np.ones(16, bool), "during_touch": step["down"] > 0.5,
               "during_group": np.full(16, step["active"])}
        if isChoice:
            borders = np.abs(p - np.floor(p) - 0.5) < NEAR
            p = np.floor(p + 0.5)
        else:
            borders = np.zeros(16, bool)
        p = np.clip(2**p if patch["isLogarithmic"] else p, patch["minimum"], patch["maximum"])
        out = np.array(step["out"])
        assert np.isfinite(out).all()
        error = np.abs(out - p) / np.maximum(np.abs(p), 1e-2 * (patch["maximum"] - patch["minimum"])
                                             if not patch["isLogarithmic"] else 0)
        skipped = own | borders
        all_, left = all_ + 16, left + skipped.sum()
        worst = max(worst, error[~skipped].max(initial=0))
    return worst, all_, left


def compare(check, words, limit):
    """Checks each line of the file that was given; answers whether any is off, or more than `limit` of the
    values lie too near a border to be compared. `check` answers the worst error, the values, and those left
    out; `words` describes a program."""
    worst, compared, left, bad = 0.0, 0, 0, 0
    for number, line in enumerate(open(sys.argv[1])):
        program = json.loads(line)
        error, more, skipped = check(program)
        compared, left, worst = compared + more, left + skipped, max(worst, error)
        if error > 2e-4:
            bad += 1
            if bad < 6:
                print(f"program {number}: error {error:.2e}: {words(program)}")
    print(f"{number + 1} programs, {compared} values, {left} too near a border; "
          f"the worst error is {worst:.1e}")
    return bad > 0 or left > limit * compared


def words(patch):
    return [(c["combine"], c["gate"], c["mode"], c["curve"], c["sensitivity"]) for c in patch["connections"]]


if __name__ == "__main__":
    sys.exit(int(compare(check, words, 0.01)))
