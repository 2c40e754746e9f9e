"""Sessions with grids of the plugin before its tracks had songs, lanes, chords and patterns with times of their own.
They are saved with the same bytes and play the same MIDI messages on the same frames.

Tests/Golden/older_grids.json was written with the plugin that was built on 2026-11-28 at 03:49 (commit 0bc84a4d):

    /usr/bin/python3 Tests/HostTests/plugin/test_older_grids.py FOLDER GRIDS

FOLDER contains the older bundle, GRIDS the JSON files of its grids."""
import hashlib
import json
import os
import pathlib
import random
import re
import sys
import tempfile

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from conftest import HOST, ROOT, figure  # noqa: E402
from lv2host import ATOM, MIDI, Plugin, state_file  # noqa: E402

URI, RATE, BLOCK, SECONDS = "urn:tactus:tonematrix", 48000, 700, 24
GOLDEN = ROOT / "Tests" / "Golden" / "older_grids.json"
SETTINGS = {"octave": (-2, 2), "transpose": (-7, 7), "swing": (0, 40), "pattern": (0, 4), "direction": (0, 5),
            "division": (0, 8), "channel": (0, 17), "gate": (0.25, 2), "velocity": (0.5, 1.5),
            "probability": (0.25, 1)}


class Script:
    """The ports of a session and what its host sends, by the name of the grid."""

    def __init__(self, name):
        dice = random.Random(f"older grids, {name}")
        # Keys pass, transpose or choose patterns; what they edit takes a time that no two runs share.
        self.ports = {"midi_in": dice.choice([0, 1, 4]), "latch": dice.randrange(2), "lights": dice.randrange(2),
                      "switch_at": dice.randrange(3), "swing": dice.choice([0, 0, 20])}
        for layer in range(1, 5):
            for setting, (low, high) in SETTINGS.items():
                if dice.randrange(4) == 0:
                    value = dice.randint(low, high) if isinstance(low, int) else dice.choice([low, 0.5, 1, high])
                    self.ports[f"layer_{layer}_{setting}"] = value
        # A quarter of the sessions play on the clock of the grid.
        own = dice.randrange(4) == 0
        self.ports |= {"clock": int(own), "transport": int(own), "tempo": dice.choice([90, 120, 151])}
        self.events = [] if own else list(self.positions(dice))
        frame, down = 0, []
        while (frame := frame + dice.randrange(1, RATE)) < SECONDS * RATE:
            kind = dice.randrange(8)
            if kind == 0:
                body = [0xC0 | dice.randrange(4), dice.randrange(20)]
            elif down and kind < 4:
                body = [0x80, down.pop(dice.randrange(len(down))), 64]
            else:
                down.append(dice.randrange(40, 90))
                body = [0x90, down[-1], dice.randrange(1, 128)]
            self.events.append((frame, body))
        self.events.sort(key=lambda event: event[0])

    @staticmethod
    def positions(dice):
        """Positions that start, change tempo and meter, jump and stop, each on the first frame of a block."""
        frame, timeline, place, tempo, beats, unit, speed = 0, 0, 0.0, 120.0, 4, 4, 1.0
        while frame < SECONDS * RATE:
            bar = beats * 4 / unit
            number = int(place // bar)
            yield frame, dict(frame=timeline, speed=speed, bar=number, barBeat=(place - number * bar) * unit / 4,
                              beatsPerMinute=tempo, beatsPerBar=float(beats), beatUnit=unit)
            frames = dice.randrange(20, 200) * BLOCK
            place += frames * tempo / 60 / RATE * speed
            timeline += int(frames * speed)
            frame += frames
            change = dice.randrange(6)
            if change < 2:
                tempo = dice.randrange(480, 1600) / 8
            elif change == 2:
                place, timeline = float(dice.randrange(40)), dice.randrange(10_000_000)
            elif change == 3:
                beats, unit = dice.choice([(4, 4), (3, 4), (7, 8), (6, 8)])
                place, timeline = -(-place // bar) * beats * 4 / unit, timeline + RATE
            elif change == 4:
                speed = 1 - speed


def saved(plugin):
    """What a host saves: the values of ports, and the text of the grid."""
    with tempfile.TemporaryDirectory() as folder:
        assert plugin.calls.host_save(plugin.host, folder.encode())
        text = (pathlib.Path(folder) / "state.ttl").read_text()
    ports = re.findall(r'lv2:symbol "(\w+)" ;\s+pset:value ([-0-9.]+)', text)
    grid = re.search(r'#grid>\s+"""(.*?)"""', text, re.S)
    return {symbol: float(value) for symbol, value in ports}, grid.group(1).replace('\\"', '"')


def played(plugin, script, block):
    """The messages: frame and bytes."""
    found, waiting = [], list(script.events)
    for start in range(0, SECONDS * RATE, block):
        while waiting and waiting[0][0] < start + block:
            frame, event = waiting.pop(0)
            if isinstance(event, dict):
                plugin.event(plugin.position(**event), frame - start, ATOM + "Object")
            else:
                plugin.event(event, frame - start, MIDI)
        plugin.run(block)
        found += [(start + frame, body.hex()) for frame, body in plugin.sent() if 2 <= len(body) <= 3]
    return found


def session(name, grid):
    """A session that is opened, saved, played and saved again."""
    script = Script(name)
    with tempfile.TemporaryDirectory() as folder:
        state = state_file(pathlib.Path(folder) / "state", grid, plugin="tonematrix", **script.ports)
        with Plugin(URI, rate=RATE, longest_block=BLOCK, state=state) as plugin:
            ports, document = saved(plugin)
            messages = played(plugin, script, BLOCK)
            _, after = saved(plugin)
    # By second, so that a difference has a place.
    seconds = [[f"{frame} {body}" for frame, body in messages if frame // RATE == second]
               for second in range(SECONDS + 1)]
    found = {"ports": ports, "document": document} | ({"after": after} if after != document else {})
    return found | {"messages": len(messages),
            "seconds": [hashlib.sha256("\n".join(each).encode()).hexdigest()[:16] for each in seconds]}


OLDER = json.loads(GOLDEN.read_text()) if GOLDEN.exists() else {}


@pytest.mark.parametrize("name", OLDER)
def test_an_older_session_is_saved_and_played_as_then(name):
    then, now = OLDER[name], session(name, OLDER[name]["document"])
    assert now["document"] == then["document"], "the grid is saved otherwise"
    assert now.get("after") == then.get("after"), "the grid is saved otherwise after playing"
    assert {port: now["ports"].get(port) for port in then["ports"]} == then["ports"]
    differ = [second for second, pair in enumerate(zip(now["seconds"], then["seconds"])) if pair[0] != pair[1]]
    assert not differ, f"the seconds {differ} sound otherwise"
    figure(f"{name}: {now['messages']} messages as of old")
    assert now["messages"] == then["messages"]


def test_there_are_sessions_with_many_messages():
    assert len(OLDER) >= 32 and sum(each["messages"] for each in OLDER.values()) > 10_000


if __name__ == "__main__":
    os.environ["LV2_PATH"] = f"{sys.argv[1]}:{HOST / 'lv2'}:/usr/lib/lv2"
    found = {path.stem: session(path.stem, path.read_text())
             for path in sorted(pathlib.Path(sys.argv[2]).glob("*.json"))}
    lines = [f"{json.dumps(name)}: {json.dumps(each)}" for name, each in found.items()]
    GOLDEN.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    print(len(found), sum(each["messages"] for each in found.values()))
