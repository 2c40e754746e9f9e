"""What the model of touches is made of: the surface, rates of change, fingers, hulls."""
import collections
import math

import numpy as np

A = 4 / 3
W, H = A / math.hypot(A, 1), 1 / math.hypot(A, 1)
SILENCE = 0.05


def turns(x, y):
    return math.atan2(y, x) / (2 * math.pi) % 1


class Rate:
    """r ← r + (1 − exp(−Δt/30 ms))·(Δ/Δt − r); after 50 ms of silence the point counts as repeated."""

    def __init__(self, now, size=1):
        self.value, self.pending, self.message, self.updated = np.zeros(size), np.zeros(size), now, now
        self.acceleration, self.size = 0.0, size

    def take(self, value, dt):
        before = np.linalg.norm(self.value)
        self.value = value
        self.acceleration += -math.expm1(-dt / 0.06) * ((np.linalg.norm(value) - before) / dt
                                                        - self.acceleration)

    def settle(self, now):
        while now - self.updated > SILENCE + 1e-9:
            self.take(self.value * math.exp(-SILENCE / 0.03), SILENCE)
            self.updated += SILENCE

    def add(self, change, now):
        self.settle(now)
        self.pending = self.pending + change
        dt = now - self.message
        if dt <= 0:
            return
        self.take(self.value - math.expm1(-dt / 0.03) * (self.pending / dt - self.value), dt)
        self.pending, self.message, self.updated = np.zeros(self.size), now, now


class Finger:
    def __init__(self, now, xy, serial):
        self.start = self.xy = xy
        self.began, self.serial = now, serial
        self.pressure = self.radius = self.path = self.orientation = self.interval = 0.0
        self.aspect = 1.0
        self.velocity = Rate(now, 2)
        self.held = collections.defaultdict(float)

    @property
    def p(self):
        return np.array([self.xy[0] * W, self.xy[1] * H])

    @property
    def p0(self):
        return np.array([self.start[0] * W, self.start[1] * H])


def hull(points):
    """Gift wrapping, another algorithm than the instrument's monotone chain."""
    points = [tuple(p) for p in points]
    if len(set(points)) < 3:
        distinct = list(set(points))
        return 0, 2 * math.dist(distinct[0], distinct[-1])
    at = start = min(points)
    round_ = []
    while True:
        round_.append(at)
        best = next(p for p in points if p != at)
        for p in points:
            cross = (best[0] - at[0]) * (p[1] - at[1]) - (best[1] - at[1]) * (p[0] - at[0])
            if cross < -1e-15 or abs(cross) <= 1e-15 and math.dist(at, p) > math.dist(at, best):
                best = p
        at = best
        if at == start or len(round_) > len(points):
            break
    x, y = np.array(round_).T
    area = abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2
    return area, sum(math.dist(round_[i - 1], round_[i]) for i in range(len(round_)))
