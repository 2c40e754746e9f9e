"""MPE in plain Python, from the specification: the pitch and values of each held note after each message of a
stream.

Reads lines of JSON from a Swift test: {"mode": 0…3, "bend": semitones of the port, "messages": ["b06500", …],
"notes": [[[channel, key, pitch, pressure, timbre], …], …]} with the instrument's notes after each message
(pressure and timbre −1 where none was sent), and compares."""
import json
import sys


class Channel:
    def __init__(self):
        self.wheel, self.pressure, self.timbre, self.selected = 8192, None, None, [127, 127]


class Model:
    def __init__(self, mode, port_range):
        self.mode, self.port_range = mode, port_range
        self.channels = [Channel() for _ in range(16)]
        self.zones = {0: [0, 48.0, 2.0], 15: [0, 48.0, 2.0]}  # manager: members, their range, its own range
        self.notes = set()
        if mode in (1, 2):
            self.zones[0 if mode == 1 else 15][0] = 15

    def members(self, manager):
        count = self.zones[manager][0]
        return range(1, 1 + count) if manager == 0 else range(15 - count, 15)

    def zone(self, channel):
        """The manager of a channel's zone, or None."""
        for manager, (count, _, _) in self.zones.items():
            if count and (channel == manager or channel in self.members(manager)):
                return manager
        return None

    def reach(self, channel):
        if self.zone(channel) == channel:
            return {channel, *self.members(channel)}
        return {channel}

    def configure(self, channel, count):
        if channel not in (0, 15) or count > 15 or self.mode == 0:
            return
        if self.mode != 3 and (channel != (0 if self.mode == 1 else 15) or count == 0):
            return
        before = {manager: (zone[0], {manager, *self.members(manager)})
                  for manager, zone in self.zones.items()}
        self.zones[channel] = [count, 48.0, 2.0]
        other = 15 - channel
        if count and count + self.zones[other][0] >= 15:
            self.zones[other][0] = max(0, 14 - count)
        for manager, (old, channels) in before.items():
            if old == self.zones[manager][0]:
                continue
            touched = (channels if old else set()) | ({manager, *self.members(manager)}
                                                      if self.zones[manager][0] else set())
            self.notes = {note for note in self.notes if note[0] not in touched}
            for one in touched:
                selected = self.channels[one].selected
                self.channels[one] = Channel()
                self.channels[one].selected = selected

    def bend_range(self, channel, change):
        manager = self.zone(channel)
        if manager is None:
            return
        place = 2 if channel == manager else 1
        self.zones[manager][place] = min(96.0, max(0.0, change(self.zones[manager][place])))

    def control(self, channel, number, value):
        one = self.channels[channel]
        if number == 74:
            one.timbre = value / 128
        elif number in (100, 101):
            one.selected[101 - number] = value
        elif number in (98, 99):
            one.selected = [127, 127]
        elif number in (6, 38, 96, 97) and 127 not in one.selected:
            parameter = one.selected[0] * 128 + one.selected[1]
            if parameter == 6 and number == 6:
                self.configure(channel, value)
            elif parameter == 0:
                change = {6: lambda _: value, 38: lambda now: int(now) + min(value, 99) / 100,
                          96: lambda now: (round(now * 100) + 1) / 100,
                          97: lambda now: (round(now * 100) - 1) / 100}[number]
                self.bend_range(channel, change)
        elif number == 121:
            for reached in self.reach(channel):
                timbre = self.channels[reached].timbre
                self.channels[reached] = Channel()
                self.channels[reached].timbre = timbre
        elif number in (120, 123, 124, 125, 126, 127):
            reach = self.reach(channel)
            self.notes = {note for note in self.notes if note[0] not in reach}

    def take(self, data):
        kind, channel = data[0] & 0xF0, data[0] & 15
        if kind == 0x90 and data[2]:
            self.notes.add((channel, data[1]))
        elif kind in (0x80, 0x90):
            self.notes.discard((channel, data[1]))
        elif kind == 0xE0:
            self.channels[channel].wheel = data[1] + 128 * data[2]
        elif kind == 0xD0:
            self.channels[channel].pressure = data[1] / 127
        elif kind == 0xB0:
            self.control(channel, data[1], data[2])

    def sounding(self):
        for channel, key in sorted(self.notes):
            one, manager = self.channels[channel], self.zone(channel)
            wheel = (one.wheel - 8192) / 8192
            pressure, timbre = one.pressure, one.timbre
            if manager is None:
                bend = wheel * self.port_range
            elif channel == manager:
                bend = wheel * self.zones[manager][2]
            else:
                chief = self.channels[manager]
                bend = wheel * self.zones[manager][1] + (chief.wheel - 8192) / 8192 * self.zones[manager][2]
                pressure = max((p for p in (pressure, chief.pressure) if p is not None), default=None)
                if chief.timbre is not None:
                    timbre = min(1, max(0, (0.5 if timbre is None else timbre) + chief.timbre - 0.5))
            yield [channel, key, key + bend, -1 if pressure is None else pressure, -1 if timbre is None
                   else timbre]


compared = 0
for line in open(sys.argv[1]):
    story = json.loads(line)
    model = Model(story["mode"], story["bend"])
    for place, (message, ours) in enumerate(zip(story["messages"], story["notes"])):
        model.take(bytes.fromhex(message))
        theirs = list(model.sounding())
        if len(ours) != len(theirs) or any(
                a[:2] != b[:2] or any(abs(x - y) > 1e-3 for x, y in zip(a[2:], b[2:]))
                for a, b in zip(ours, theirs)):
            sys.exit(
                f"after message {place} ({message}) of {story['messages'][:place + 1][-12:]}:\n{ours}\nthe "
                f"model has\n{theirs}")
        compared += len(ours)
print(f"compared {compared} notes")
