"""The messages of a patch's outputs, in numpy and float64, from a script of touches.

Written from docs/outputs.md. Moments are the ticks of 32 frames and the frames of events; a value is compared with the
last one that was sent, and the time since then with the rate."""
import math

import numpy as np

TICK = 32
W, H = 4 / 5, 3 / 5  # the surface in its diagonals
PENTATONIC = (0, 2, 4, 7, 9)


class Touches:
    """The touches that are down, and what the last one left."""

    def __init__(self):
        self.live, self.order, self.last = {}, [], dict(touch_x=0.5, touch_y=0.5, touch_pressure=0.0)

    def event(self, kind, number, x, y, pressure):
        if kind == "ended":
            self.live.pop(number)
            return
        self.live[number] = (x, y, pressure)
        if kind == "began":
            self.order.append(number)
        if number == self.order[-1]:
            self.last = dict(touch_x=x, touch_y=y, touch_pressure=pressure)

    def normal(self, source):
        if source in self.last:
            return self.last[source]
        if source == "constant":
            return 1.0
        if source == "group_count":
            return min(len(self.live) / 11, 1)
        points = np.array([(x * W, y * H) for x, y, _ in self.live.values()])
        spread = np.linalg.norm(points - points.mean(0), axis=1).mean() if len(points) else 0.0
        return min(spread / 0.5, 1)


def mapped(output, normal):
    """Direction, slope, range."""
    t = 1 - normal if output.get("direction") == "down" else normal
    s = (1 + 0.96 * output.get("slope", 0)) / 2
    t = t / (t + (1 - t) * (1 / s - 1)) if t > 0 else 0.0
    low, high = output.get("low", 0), output.get("high", 1)
    return low + t * (high - low)


def key(value, root=48):
    """The nearest key of the pentatonic scale; of two equally near the lower one."""
    keys = [k for k in range(-12, 140) if (k - root) % 12 in PENTATONIC]
    return min(keys, key=lambda k: (abs(k - value), k))


def messages(output, number):
    """The messages of MIDI of a number."""
    channel, kind, high, low = output.get("channel", 1) - 1, output["to"], number >> 7, number & 127
    if kind == "cc":
        return [(0xB0 | channel, output["number"], number)]
    if kind == "cc_14":
        return [(0xB0 | channel, output["number"], high), (0xB0 | channel, output["number"] + 32, low)]
    if kind == "nrpn":
        of = output["number"]
        return [(0xB0 | channel, 99, of >> 7), (0xB0 | channel, 98, of & 127), (0xB0 | channel, 6, high),
                (0xB0 | channel, 38, low)]
    if kind == "pitch_bend":
        return [(0xE0 | channel, low, high)]
    if kind == "channel_pressure":
        return [(0xD0 | channel, number)]
    raise ValueError(kind)


def steps(output):
    return 127 if output["to"] in ("cc", "channel_pressure") else 16383


def moments(script, frames):
    """The frames of evaluations, each with its events."""
    events = {}
    for frame, *event in script:
        events.setdefault(frame, []).append(event)
    return [(frame, events.get(frame, [])) for frame in sorted({*range(0, frames, TICK), *events})]


def values(output, script, frames, rate=48000):
    """Of each moment its frame and the value of an output, smoothed."""
    touches, value, last, found = Touches(), None, 0, []
    times = output.get("smooth", 0)
    up, down = times if isinstance(times, list) else (times, times)
    for frame, events in moments(script, frames):
        for event in events:
            touches.event(*event)
        target = mapped(output, touches.normal(output["source"]))
        tau = up if value is not None and value < target else down
        if value is None or not tau:
            value = target
        else:
            value = target + (value - target) * math.exp(-(frame - last) / rate / tau)
        last = frame
        found.append((frame, value))
    return found


def sent(output, script, frames, rate=48000):
    """Of each message that leaves its frame and the number."""
    gap = int(rate / output.get("rate", 250))
    low, high = output.get("low", 0), output.get("high", 1)
    change = output.get("threshold", 0) * abs(high - low)
    number, before, at, found = None, None, -1 << 40, []
    for frame, value in values(output, script, frames, rate):
        new = math.floor(value * steps(output) + 0.5)
        if new == number or frame - at < gap:
            continue
        if before is not None and value not in (low, high) and abs(value - before) < change:
            continue
        number, before, at = new, value, frame
        found.append((frame, new))
    return found


def notes(output, script):
    """The notes of touches that all sound: each begins and ends with its touch, with the key of its place."""
    found, playing = [], {}
    for frame, kind, number, x, y, pressure in script:
        if kind == "ended":
            found.append((frame, (0x80 | output["channel"] - 1, playing.pop(number), 64)))
            continue
        new = key(mapped(output, x))
        if kind == "moved" and playing.get(number) == new:
            continue
        if kind == "moved":
            found.append((frame, (0x80 | output["channel"] - 1, playing[number], 64)))
        playing[number] = new
        velocity = max(math.floor(pressure * 127 + 0.5), 1)
        found.append((frame, (0x90 | output["channel"] - 1, new, velocity)))
    return found
