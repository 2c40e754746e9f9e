"""Human-like gestures as OSC packets: fingers, hands, objects and a tilted device, all from a seeded
generator."""
import math
import random
import struct

RATE = 33  # packets a second for each finger, object or device


def osc(address, *arguments):
    def text(word):
        data = word.encode() + b"\0"
        return data + b"\0" * (-len(data) % 4)

    tags, body = ",", b""
    for argument in arguments:
        if isinstance(argument, str):
            tags, body = tags + "s", body + text(argument)
        else:
            tags += "i" if isinstance(argument, int) else "f"
            body += struct.pack(">i" if isinstance(argument, int) else ">f", argument)
    return text(address) + text(tags) + body


def ease(part):
    """0…1 as a hand moves: it starts and stops softly."""
    part = min(1.0, max(0.0, part))
    return part * part * (3 - 2 * part)


def along(curve, time):
    """The value of a curve of (time, value) points at a time; a number is a constant curve."""
    if isinstance(curve, (int, float)):
        return curve
    if time <= curve[0][0]:
        return curve[0][1]
    for (t0, v0), (t1, v1) in zip(curve, curve[1:]):
        if time <= t1:
            return v0 + (v1 - v0) * ease((time - t0) / (t1 - t0))
    return curve[-1][1]


class Tremor:
    """The slow tremor of a hand: white noise through a one-pole low-pass."""

    def __init__(self, generator, size):
        self.generator, self.size, self.value = generator, size, 0.0

    def step(self):
        self.value += 0.2 * (self.generator.gauss(0, self.size * 3) - self.value)
        return self.value


class Player:
    """Collects the packets of a performance. Times are in seconds; places are 0…1, x right and y up. A curve
    is a number or (time, value) points, counted from the beginning of the gesture."""

    def __init__(self, seed, playing_map):
        self.random = random.Random(seed)
        self.map = playing_map
        self.packets = []
        self.fingers = 0

    def at(self, note):
        """The place of a pitch on the patch's map."""
        return (note - self.map["low"]) / (self.map["high"] - self.map["low"])

    def late(self, size=0.012):
        return self.random.gauss(0, size)

    def send(self, time, who, *message):
        self.packets.append((max(0.0, time), who, osc(*message)))

    def times(self, begin, end):
        """Uneven times, as a surface scans."""
        time = begin
        while time < end:
            yield time
            time += 1 / RATE + self.random.gauss(0, 0.0015)

    def finger(self, begin, end, x, y, p=0.6, vibrato=None, radius=None, who="a"):
        """One finger; `vibrato` is (delay, hertz, depth in x), `radius` the contact's in diagonals."""
        self.fingers += 1
        number = self.fingers
        tremors = [Tremor(self.random, size) for size in (0.0012, 0.004, 0.02)]
        began = False
        for time in self.times(begin, end):
            local = time - begin
            px = along(x, local) + tremors[0].step()
            py = along(y, local) + tremors[1].step()
            if vibrato and local > vibrato[0]:
                px += vibrato[2] * ease((local - vibrato[0]) / 0.6) * math.sin(math.tau * vibrato[1] * local)
            # The contact grows when the finger lands and shrinks when it lifts.
            skin = 0.7 + 0.3 * ease(local / 0.05) * ease((end - time) / 0.08)
            numbers = [px, py, (along(p, local) + tremors[2].step()) * skin]
            numbers = [min(1.0, max(0.0, number)) for number in numbers]
            if radius is not None:
                numbers.append(min(0.2, max(0.0, along(radius, local))))
            self.send(time, who, "/tactus/touch", "moved" if began else "began", number, *numbers)
            began = True
        self.send(end, who, "/tactus/touch", "ended", number)

    def tap(self, time, x, y, p=0.6, length=0.1, who="a"):
        time += self.late()
        p = min(1.0, max(0.05, p + self.random.gauss(0, 0.06)))
        self.finger(time, time + length * self.random.uniform(0.8, 1.25), x + self.random.gauss(0, 0.004),
                    y + self.random.gauss(0, 0.015), p, who=who)

    def melody(self, begin, beat, notes, y=0.5, p=0.6, over=1.05, who="a", vibrato=None):
        """`notes` are (pitch or None, beats); `over` is how far each is held into the next. Returns the
        end."""
        time = begin
        for note, beats in notes:
            length = beats * beat
            if note is not None:
                start = time + self.late()
                self.finger(start, start + max(0.08, length * over), self.at(note),
                            along(y, time - begin),
                            min(1, max(0.1, along(p, time - begin) + self.random.gauss(0, 0.05))),
                            who=who, vibrato=vibrato)
            time += length
        return time

    def chord(self, begin, end, notes, y=0.5, p=0.6, stagger=0.02, who="a", vibrato=None):
        """Fingers that begin and end nearly at once, or one after the other."""
        for place, note in enumerate(notes):
            start = begin + place * stagger + self.late(0.006)
            self.finger(start, end + self.late(0.03), self.at(note), y[place] if isinstance(y, tuple) else y,
                        p, who=who,
                        vibrato=vibrato)

    def hand(self, begin, end, count, x, y, size, turn=0.0, p=0.6, stagger=0.06, who="a", lift=0.05):
        """`count` fingers on a ring around (x, y): `size` is its radius in diagonals, `turn` its rotation in
        turns. The surface is 4:3."""
        for place in range(count):
            late = place * stagger + abs(self.late())
            phase = place / count + self.random.gauss(0, 0.015)
            reach = 1 + self.random.gauss(0, 0.05)
            gone = end + place * lift + self.late(0.02)

            def ring(which, late=late, phase=phase, reach=reach):
                instants = [step / 12 for step in range(int((gone - begin) * 12) + 2)]
                points = []
                for instant in instants:
                    angle = math.tau * (phase + along(turn, instant + late))
                    radius = along(size, instant + late) * reach * 5 / 4
                    centre = along((x, y)[which], instant + late)
                    points.append((instant,
                                   centre + radius * (math.cos(angle), math.sin(angle) * 4 / 3)[which]))
                return points

            self.finger(begin + late, gone, ring(0), ring(1), p, who=who)

    def token(self, number, begin, end, x, y, angle=0.0, who="t"):
        """An object that is put down, moved, turned (in turns) and taken away."""
        tremor = [Tremor(self.random, 0.0015) for _ in range(3)]
        word = "placed"
        for time in self.times(begin, end):
            local = time - begin
            place = [min(1.0, max(0.0, along(curve, local) + tremor[index].step()))
                     for index, curve in enumerate((x, y))]
            self.send(time, who, "/tactus/token", word, number, *place,
                      (along(angle, local) + tremor[2].step()) % 1.0, number)
            word = "moved"
        self.send(end, who, "/tactus/token", "lifted", number)

    def device(self, begin, end, pitch=0.0, roll=0.0, yaw=0.0, heading=None, shakes=(), who="m"):
        """A device in the hand: attitude in turns; `shakes` are (time, seconds, g)."""
        tremor = [Tremor(self.random, 0.003) for _ in range(3)]
        for time in self.times(begin, end):
            local = time - begin
            angles = [along(curve, local) + tremor[index].step()
                      for index, curve in enumerate((pitch, roll, yaw))]
            self.send(time, who, "/tactus/motion/attitude", *map(float, angles))
            gravity = (-math.sin(math.tau * angles[1]), math.sin(math.tau * angles[0]),
                       math.cos(math.tau * angles[0]) * math.cos(math.tau * angles[1]))
            self.send(time, who, "/tactus/motion/gravity", *map(float, gravity))
            push = sum(g * math.sin(math.tau * 4.3 * (local - start)) * ease((local - start) / 0.1)
                       * ease((start + length - local) / 0.1) for start, length, g in shakes
                       if start < local < start + length)
            self.send(time, who, "/tactus/motion/acceleration", gravity[0] + 0.3 * push,
                      gravity[1] + 0.2 * push,
                      gravity[2] + push)
            if heading is not None:
                self.send(time, who, "/tactus/motion/heading", float(along(heading, local) % 1.0))

    def macro(self, number, begin, end, curve):
        for time in self.times(begin, end):
            self.send(time, "f", "/tactus/macro", number, float(along(curve, time - begin)))

    def text(self, title):
        lines = ["# tactus performance 1", f"# {title}", "# Written by gallery/performances.py."]
        for time, who, data in sorted(self.packets, key=lambda packet: packet[0]):
            lines.append(f"{time:.3f} {who}:1 {data.hex()}")
        return "\n".join(lines) + "\n"
