"""Writes bundle/demos/keyboard.mid and mpe.mid: what a plain MIDI keyboard and an MPE one play on the patches that are
tagged for them. Always the same files. `python3 gallery/keyboards.py`"""
import pathlib
import random
import struct

DEMOS = pathlib.Path(__file__).resolve().parents[1] / "bundle" / "demos"
TICKS = 960  # a second: 480 a quarter at 120 quarters a minute


def number(value):
    """A variable-length number of a MIDI file."""
    data = [value & 127]
    while value := value >> 7:
        data.append(value & 127 | 128)
    return bytes(reversed(data))


def file(events):
    """(seconds, bytes) as a file of one track."""
    track, last = b"", 0
    for seconds, data in sorted(events, key=lambda event: event[0]):
        tick = round(seconds * TICKS)
        track += number(tick - last) + bytes(data)
        last = tick
    track += b"\0\xff\x2f\0"
    return b"MThd" + struct.pack(">IHHH", 6, 0, 1, TICKS // 2) + b"MTrk" + struct.pack(">I", len(track)) + track


def ramp(begin, end, first, last, make):
    steps = int((end - begin) * 40)
    return [(begin + (end - begin) * step / steps, make(round(first + (last - first) * step / steps)))
            for step in range(steps + 1)]


def plain(seed=8):
    generator = random.Random(seed)
    events = []

    def note(begin, length, key, velocity):
        begin += abs(generator.gauss(0, 0.006))
        velocity = min(127, max(1, velocity + round(generator.gauss(0, 4))))
        events.extend([(begin, [0x90, key, velocity]), (begin + length, [0x80, key, 64])])

    for place, key in enumerate([48, 55, 60, 64, 67]):  # a broken chord that grows louder
        note(0.2 + 0.3 * place, 0.5, key, 30 + 22 * place)
    for key in (45, 57, 60, 64):  # one struck at once, one rolled
        note(1.9, 1.2, key, 100)
    for place, key in enumerate((43, 53, 59, 62, 69)):
        note(3.3 + 0.12 * place, 1.3 - 0.1 * place, key, 60)
    events += ramp(0.2, 0.6, 0, 127, lambda value: [0xB0, 1, value]) + ramp(5.6, 6.1, 127, 0, lambda value: [0xB0, 1, value])
    events += [(4.8, [0xB0, 64, 127])]
    for place, key in enumerate([72, 71, 67, 64, 60, 59, 55, 52]):
        note(4.9 + 0.14 * place, 0.12, key, 95 if place % 2 else 55)
    events += [(6.2, [0xB0, 64, 0])]
    for key in (40, 52, 68, 71):
        note(6.3, 1.5, key, 110)
    events += ramp(6.5, 7.1, 0, 127, lambda value: [0xD0, value]) + ramp(7.1, 7.7, 127, 0, lambda value: [0xD0, value])
    events += ramp(7.0, 7.3, 64, 96, lambda value: [0xE0, 0, value]) + ramp(7.3, 7.6, 96, 64, lambda value: [0xE0, 0, value])
    return file(events)


def expressive(still=(), seed=8):
    """`still` names what does not move of "pressure", "timbre" and "bend"."""
    generator = random.Random(seed)
    events = [(0.0, [0xB0, 101, 0]), (0.0, [0xB0, 100, 6]), (0.0, [0xB0, 6, 8])]  # a lower zone of eight channels

    def note(channel, begin, length, key, velocity, pressure, timbre, bend=0):
        begin += abs(generator.gauss(0, 0.006))
        end = begin + length
        if "timbre" in still:
            timbre = (64, 64)
        events.extend([(begin - 0.01, [0xB0 | channel, 74, timbre[0]]), (begin - 0.01, [0xE0 | channel, 0, 64]),
                       (begin - 0.01, [0xD0 | channel, 0]), (begin, [0x90 | channel, key, velocity])])
        middle = (begin + end) / 2
        if "pressure" not in still:
            events.extend(ramp(begin + 0.05, middle, 0, pressure, lambda value: [0xD0 | channel, value]))
            events.extend(ramp(middle, end - 0.02, pressure, pressure // 3, lambda value: [0xD0 | channel, value]))
        events.extend(ramp(begin + 0.05, end - 0.02, *timbre, lambda value: [0xB0 | channel, 74, value]))
        if bend and "bend" not in still:
            wide = 8192 + round(8192 * bend / 48)
            steps = ramp(begin + 0.1, begin + min(0.5, length), 8192, wide, lambda value: value)
            events.extend((time, [0xE0 | channel, value & 127, value >> 7]) for time, value in steps)
        events.append((end, [0x80 | channel, key, 64]))

    note(1, 0.3, 1.8, 48, 70, 90, (40, 90), 1)
    note(2, 0.8, 1.5, 60, 90, 110, (64, 110), 2)
    note(3, 1.4, 1.4, 67, 60, 60, (100, 30), -2)
    for channel, key in zip((4, 5, 6, 7), (45, 57, 64, 72)):
        note(channel, 3.1, 1.8, key, 105, 60 + 8 * channel, (20 + 10 * channel, 110 - 10 * channel), channel - 5.5)
    note(1, 5.1, 0.5, 55, 40, 60, (64, 64), 3)
    note(2, 5.5, 0.5, 62, 80, 90, (80, 100), -1)
    note(3, 5.9, 2.0, 69, 110, 127, (10, 127), -2)
    note(4, 6.2, 1.6, 40, 100, 127, (127, 10), 2)
    return file(events)


def main():
    (DEMOS / "keyboard.mid").write_bytes(plain())
    (DEMOS / "mpe.mid").write_bytes(expressive())


if __name__ == "__main__":
    main()
