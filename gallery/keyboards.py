"""Writes bundle/demos/keyboard*.mid and mpe*.mid: performances of a plain MIDI keyboard and of an MPE one for
the patches that are tagged for them: a bass line for basses, slow chords for pads. Always the same files.
`python3 gallery/keyboards.py`"""
import pathlib
import random
import struct

DEMOS = pathlib.Path(__file__).resolve().parents[1] / "bundle" / "demos"
# Keys with begin and end in seconds: a line, a chord that is held, a low note, and high ones.
PHRASE = [(60, 0, 0.45), (64, 0.5, 0.95), (67, 1, 1.45), (72, 1.5, 2.4), (48, 2.5, 4.9), (55, 2.5, 4.9),
          (64, 2.5, 4.9), (71, 2.5, 4.9), (36, 5, 5.9), (84, 6, 6.2), (79, 6.25, 6.45), (76, 6.5, 7)]
TICKS = 960  # per second: 480 a quarter at 120 quarters a minute


def number(value):
    """A variable-length number of a MIDI file."""
    data = [value & 127]
    while value := value >> 7:
        data.append(value & 127 | 128)
    return bytes(reversed(data))


def file(events):
    """Converts (seconds, bytes) to a file with one track."""
    track, last = b"", 0
    for seconds, data in sorted(events, key=lambda event: event[0]):
        tick = round(seconds * TICKS)
        track += number(tick - last) + bytes(data)
        last = tick
    track += b"\0\xff\x2f\0"
    return b"MThd" + struct.pack(">IHHH", 6, 0, 1, TICKS // 2) + b"MTrk" + struct.pack(
        ">I", len(track)) + track


def ramp(begin, end, first, last, make):
    steps = int((end - begin) * 40)
    return [(begin + (end - begin) * step / steps, make(round(first + (last - first) * step / steps)))
            for step in range(steps + 1)]


class Take:
    """Collects what a plain keyboard plays: uneven by a few milliseconds and steps of velocity."""

    def __init__(self, seed=8):
        self.generator = random.Random(seed)
        self.events = []

    def note(self, begin, length, key, velocity):
        begin += abs(self.generator.gauss(0, 0.006))
        velocity = min(127, max(1, velocity + round(self.generator.gauss(0, 4))))
        self.events.extend([(begin, [0x90, key, velocity]), (begin + length, [0x80, key, 64])])

    def wheel(self, begin, end, first, last):
        self.events += ramp(begin, end, first, last, lambda value: [0xB0, 1, value])

    def press(self, begin, end, first, last):
        self.events += ramp(begin, end, first, last, lambda value: [0xD0, value])

    def bend(self, begin, end, first, last):
        self.events += ramp(begin, end, first, last, lambda value: [0xE0, 0, value])


def chords():
    take = Take()
    for place, key in enumerate([48, 55, 60, 64, 67]):  # a broken chord that grows louder
        take.note(0.2 + 0.3 * place, 0.5, key, 30 + 22 * place)
    for key in (45, 57, 60, 64):  # one struck at once, one rolled
        take.note(1.9, 1.2, key, 100)
    for place, key in enumerate((43, 53, 59, 62, 69)):
        take.note(3.3 + 0.12 * place, 1.3 - 0.1 * place, key, 60)
    take.events += [(4.8, [0xB0, 64, 127])]
    for place, key in enumerate([72, 71, 67, 64, 60, 59, 55, 52]):
        take.note(4.9 + 0.14 * place, 0.12, key, 95 if place % 2 else 55)
    take.events += [(6.2, [0xB0, 64, 0])]
    for key in (40, 52, 68, 71):
        take.note(6.3, 1.5, key, 110)
    take.wheel(1.9, 2.4, 0, 127), take.wheel(5.8, 6.2, 127, 0)
    take.press(6.5, 7.1, 0, 127), take.press(7.1, 7.7, 127, 0)
    take.bend(7.0, 7.3, 64, 96), take.bend(7.3, 7.6, 96, 64)
    return take.events


def bass():
    """A line: repeated notes, slides over held keys, accents, a long note that is bent."""
    take = Take(3)
    line = [(33, 1, 100), (33, 0.5, 60), (45, 0.5, 110), (33, 1, 70), (36, 1, 90), (38, 0.5, 60),
            (40, 1.5, 115),
            (31, 1, 100), (31, 0.5, 55), (43, 0.5, 110), (31, 1, 70), (34, 1, 90), (36, 2, 110)]
    time = 0.2
    for turn in range(2):
        for place, (key, beats, velocity) in enumerate(line):
            take.note(time, 0.2 * beats * (1.15 if place % 3 == 2 else 0.7), key, velocity)
            time += 0.2 * beats
    take.note(time, 2.0, 28, 105)
    take.press(time + 0.3, time + 1.0, 0, 127), take.press(time + 1.0, time + 1.6, 127, 0)
    take.wheel(time + 0.2, time + 0.9, 0, 127), take.wheel(time + 1.2, time + 1.6, 127, 0)
    take.bend(time + 1.0, time + 1.4, 64, 96), take.bend(time + 1.4, time + 1.7, 96, 64)
    return take.events


def lead():
    """A melody with pauses: soft and firm, tied, and two long notes that swell."""
    take = Take(4)
    time = 0.2
    for key, beats, velocity in [(60, 1, 50), (64, 1, 70), (67, 2, 90), (None, 0.5, 0), (72, 1, 105),
                                 (71, 0.5, 80), (69, 0.5, 70),
                                 (67, 2.5, 95), (None, 0.5, 0), (65, 0.5, 60), (64, 0.5, 60), (62, 0.5, 65),
                                 (55, 1, 75), (60, 4, 100)]:
        if key is not None:
            take.note(time, 0.42 * beats * 1.03, key, velocity)
        if beats > 2:
            take.press(time + 0.2, time + 0.7, 0, 120), take.press(time + 0.7, time + 1.0, 120, 0)
            take.wheel(time + 0.1, time + 0.3, 0, 127), take.wheel(time + 1.1, time + 1.4, 127, 0)
        time += 0.42 * beats
    take.bend(time - 0.8, time - 0.5, 64, 96), take.bend(time - 0.5, time - 0.2, 96, 64)
    return take.events


def slow():
    """Chords that are struck and held; the last one swells by wheel and aftertouch."""
    take = Take(5)
    for begin, length, keys, velocity, stagger in ((0.2, 3.6, (45, 52, 60, 64), 80, 0.004),
                                                   (4.0, 3.6, (41, 53, 57, 64, 72), 55, 0.35),
                                                   (8.0, 5.0, (43, 50, 59, 62, 67, 74), 100, 0.03)):
        for place, key in enumerate(keys):
            take.note(begin + stagger * place, length - stagger * place, key, velocity)
    take.wheel(9.0, 10.0, 0, 127), take.wheel(11.0, 12.0, 127, 0)
    take.press(10.0, 11.0, 0, 127), take.press(11.5, 12.5, 127, 0)
    take.bend(11.8, 12.2, 64, 80), take.bend(12.2, 12.6, 80, 64)
    return take.events


def expressive(style="keys", still=()):
    """`still` names those of "pressure", "timbre" and "bend" that do not move."""
    generator = random.Random(8)
    # a lower zone of eight channels
    events = [(0.0, [0xB0, 101, 0]), (0.0, [0xB0, 100, 6]), (0.0, [0xB0, 6, 8])]

    def note(channel, begin, length, key, velocity, pressure, timbre, bend=0):
        begin += abs(generator.gauss(0, 0.006))
        end = begin + length
        if "timbre" in still:
            timbre = (64, 64)
        events.extend([(begin - 0.01, [0xB0 | channel, 74, timbre[0]]),
                       (begin - 0.01, [0xE0 | channel, 0, 64]),
                       (begin - 0.01, [0xD0 | channel, 0]), (begin, [0x90 | channel, key, velocity])])
        middle = (begin + end) / 2
        if "pressure" not in still:
            events.extend(ramp(begin + 0.05, middle, 0, pressure, lambda value: [0xD0 | channel, value]))
            events.extend(ramp(middle, end - 0.02, pressure, pressure // 3,
                               lambda value: [0xD0 | channel, value]))
        events.extend(ramp(begin + 0.05, end - 0.02, *timbre, lambda value: [0xB0 | channel, 74, value]))
        if bend and "bend" not in still:
            wide = 8192 + round(8192 * bend / 48)
            steps = ramp(begin + 0.1, begin + min(0.5, length), 8192, wide, lambda value: value)
            events.extend((time, [0xE0 | channel, value & 127, value >> 7]) for time, value in steps)
        events.append((end, [0x80 | channel, key, 64]))

    if style in ("bass", "lead"):
        # One note after the other, each sliding into the next, like the left hand of a slide player.
        low = 0 if style == "bass" else 27
        for place, (time, length, key, velocity, bend) in enumerate((
                (0.3, 0.6, 33, 90, 0), (0.8, 0.5, 40, 70, 2), (1.3, 0.9, 45, 110, -2), (2.3, 0.4, 43, 60, 0),
                (2.7, 1.3, 38, 100, 3),
                (4.1, 0.3, 33, 110, 0), (4.4, 0.3, 36, 70, 0), (4.7, 0.5, 40, 95, 1),
                (5.2, 2.4, 31, 115, 5))):
            note(1 + place % 7, time, length, key + low, velocity, 60 + 7 * place,
                 ((40, 100), (100, 30), (20, 127))[place % 3], bend)
        return events
    note(1, 0.3, 1.8, 48, 70, 90, (40, 90), 1)
    note(2, 0.8, 1.5, 60, 90, 110, (64, 110), 2)
    note(3, 1.4, 1.4, 67, 60, 60, (100, 30), -2)
    for channel, key in zip((4, 5, 6, 7), (45, 57, 64, 72)):
        note(channel, 3.1, 1.8, key, 105, 60 + 8 * channel, (20 + 10 * channel, 110 - 10 * channel),
             channel - 5.5)
    note(1, 5.1, 0.5, 55, 40, 60, (64, 64), 3)
    note(2, 5.5, 0.5, 62, 80, 90, (80, 100), -1)
    note(3, 5.9, 2.0, 69, 110, 127, (10, 127), -2)
    note(4, 6.2, 1.6, 40, 100, 127, (127, 10), 2)
    if style == "slow":
        return [(2 * time, data) for time, data in events]
    return events


# The take of a patch depends on its category.
STYLES = {"bass": "bass", "lead": "lead", "pad": "slow", "drone": "slow"}
PLAIN = {"keys": chords, "bass": bass, "lead": lead, "slow": slow}


def name_of(kind, category):
    """The file that a "keyboard" or an "mpe" keyboard plays on patches of a category."""
    style = STYLES.get(category, "keys")
    return f"{kind}.mid" if style == "keys" else f"{kind}-{style}.mid"


def files():
    """Name and bytes of each file."""
    for style in PLAIN:
        suffix = "" if style == "keys" else f"-{style}"
        yield f"keyboard{suffix}.mid", file(PLAIN[style]())
        yield f"mpe{suffix}.mid", file(expressive(style))


def main():
    for name, data in files():
        (DEMOS / name).write_bytes(data)


if __name__ == "__main__":
    main()
