"""Monome grids at the Tone Matrix, by a simulated serialosc: what a key does to the document, and lights that are equal
to those computed here from the JSON of the grid and the column that plays."""
import json
import random
import time

import pytest

from conftest import figure
from lv2host import Plugin, state_file
from monome import Grid, Serialosc
from osc import Sender, free_port, message, messages

URI = "urn:tactus:tonematrix"
RATE, BLOCK = 48000, 64
OFF, COLUMN, ON, PLAYING = 0, 4, 8, 15


def document(seed=1, steps=16, rows=16):
    dice = random.Random(seed)
    cells = [[step, row] for step in range(1, steps + 1) for row in range(1, rows + 1) if dice.random() < 0.3]
    return {"version": 1, "layers": [{"steps": steps, "rows": rows, "patterns": {"1": {"cells": cells}}}]}


def track(grid, layer):
    return grid["layers"][layer] if layer < len(grid["layers"]) else {}


def cells_of(grid, layer=0, pattern="1"):
    """The cells that are on: sets of step and row, both from 0."""
    words = track(grid, layer).get("patterns", {}).get(pattern, {}).get("cells", [])
    return {(step - 1, row - 1) for step, row, *rest in words if not (rest and rest[0].get("on") is False)}


def pads(grid, column, first_step=0, first_row=0, columns=16, rows=8):
    """The lights of the pads, rows from the top, by the cells of the first track."""
    cells = cells_of(grid)
    lights = []
    for y in range(rows - 1):
        row = rows - 2 - y + first_row
        line = []
        for x in range(columns):
            step, isOn = x + first_step, (x + first_step, row) in cells
            plays = step == column and row < 32
            line.append((PLAYING if isOn else COLUMN) if plays else ON if isOn else OFF)
        lights.append(line)
    return lights


class Room:
    """An instance of the Tone Matrix with monome grids turned on, which runs in the time of the clock."""

    def __init__(self, folder, serialosc, grid=None, uri=URI, **values):
        self.serialosc, self.port = serialosc, free_port()
        values = {"clock": 1, "transport": 0, "monome": 1, "osc_listen": 1, "osc_port": self.port, **values}
        state = state_file(folder / f"state-{self.port}", json.dumps(grid or document()),
                           plugin=uri.rpartition(":")[2], **values)
        self.plugin = Plugin(uri, rate=RATE, longest_block=8192, state=state)
        self.others = []
        self.until(lambda: self.plugin["live_osc_port"] != 0)
        self.line = Sender(int(self.plugin["live_osc_port"]))
        self.line.socket.settimeout(0)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.line.socket.close()
        self.plugin.__exit__()

    def step(self):
        for plugin in [self.plugin, *self.others]:
            plugin.run(BLOCK)
        self.serialosc.pump(0.002)

    def until(self, isSo, seconds=60):
        end = time.monotonic() + seconds
        while not isSo():
            assert time.monotonic() < end, "this has not come within the time"
            self.step()

    def ask(self, address, *arguments):
        """The answer, which comes to `/tactus/answer/` and the first word of the question."""
        answer = "/tactus/answer/" + address.split("/")[2]
        while True:  # what came late for an earlier question
            try:
                self.line.socket.recv(65536)
            except BlockingIOError:
                break
        self.line.send(message(address, *arguments))
        found = []

        def has_come():
            try:
                found.extend(words for words in messages(self.line.socket.recv(65536)) if words[0] == answer)
            except BlockingIOError:
                pass
            return bool(found)
        self.until(has_come)
        return found[0]

    def grid(self):
        return json.loads(self.ask("/tactus/grid/get")[1])

    def stats(self):
        words = self.ask("/tactus/stats")[1:]
        return dict(zip(words[::2], words[1::2]))

    def connect(self, *grids):
        """Waits until all lights of these grids are sent."""
        self.until(lambda: all(grid.prefix == "/tactus" for grid in grids))
        self.until(lambda: all(grid.lights[-1][0] == 4 for grid in grids))

    def column(self):
        return int(self.plugin["live_column_1"]) - 1

    def shows(self, grid, expected):
        """Waits until the pads of a grid show this; `expected` is asked at each look, because columns move."""
        self.until(lambda: grid.lights[:-1] == expected())


def test_nothing_is_sent_before_it_is_turned_on(tmp_path):
    with Serialosc(Grid("m0000045")) as serialosc, Room(tmp_path, serialosc, monome=0) as room:
        for _ in range(10):  # each answer is a turn of the input thread
            room.stats()
        assert serialosc.received == [] and serialosc.grids[0].received == []
        room.plugin["monome"] = 1
        room.connect(serialosc.grids[0])
        assert room.stats()["monomes"] == 1


def test_a_key_lights_a_cell_in_the_document(tmp_path):
    grid = Grid("m0000045")
    with Serialosc(grid) as serialosc, Room(tmp_path, serialosc) as room:
        room.connect(grid)
        before = cells_of(room.grid())
        for x, y in [(3, 6), (15, 0), (0, 2)]:
            cell = (x, 6 - y)
            grid.press(x, y)
            room.until(lambda: cells_of(room.grid()) == before ^ {cell})
            before ^= {cell}
            now = room.grid()
            room.shows(grid, lambda: pads(now, -1))
        assert grid.refused == []


@pytest.mark.parametrize("columns, rows", [(16, 8), (8, 8), (16, 16)])
def test_lights_are_those_of_the_grid(tmp_path, columns, rows):
    """While it plays, and on every page."""
    grid, words = Grid("m0000045", columns, rows), document(seed=columns * rows, steps=32, rows=32)
    with Serialosc(grid) as serialosc, Room(tmp_path, serialosc, words, transport=1, tempo=20) as room:
        room.connect(grid)
        looks = 0
        for _ in range(6):
            before = room.column()
            room.shows(grid, lambda: pads(words, room.column(), columns=columns, rows=rows))
            room.until(lambda: room.column() != before)
            looks += 1
        step = row = 0
        for button, steps, up in [(2, columns, 0), (4, 0, rows - 1), (4, 0, rows - 1), (3, 0, 1 - rows), (1, -columns, 0)]:
            grid.press(button, rows - 1)
            step, row = step + steps, row + up
            room.shows(grid, lambda: pads(words, room.column(), step, row, columns, rows))
            looks += 1
        assert grid.refused == []
        figure(f"monome {columns} × {rows}: lights equal at {looks} places")


def test_an_old_grid_has_bits(tmp_path):
    grid, words = Grid("m64-0175", 8, 8, has_levels=False), document(seed=8)
    with Serialosc(grid) as serialosc, Room(tmp_path, serialosc, words) as room:
        def expected():
            return [[15 if level >= 8 else 0 for level in line] for line in pads(words, -1, columns=8)]
        room.until(lambda: grid.prefix == "/tactus")
        room.shows(grid, expected)
        assert grid.refused == []


def test_a_button_held_launches_patterns(tmp_path):
    grid = Grid("m0000045")
    with Serialosc(grid) as serialosc, Room(tmp_path, serialosc, transport=1, switch_at=0) as room:
        room.connect(grid)
        grid.key(0, 7, 1)
        room.until(lambda: grid.lights[7][0] == 15)
        grid.press(2, 3)  # from the top: tracks, mutes, stops, patterns
        room.until(lambda: room.plugin["live_pattern_1"] == 3)
        grid.press(5, 4)  # of all tracks
        room.until(lambda: all(room.plugin[f"live_pattern_{track}"] == 6 for track in range(1, 5)))
        grid.press(1, 1)
        room.until(lambda: track(room.grid(), 1).get("play") is False)
        grid.press(1, 0)
        room.until(lambda: grid.lights[0][:2] == [2, 8])
        grid.key(0, 7, 0)
        room.until(lambda: grid.lights[7][0] == 4)
        grid.press(5, 6)
        room.until(lambda: (5, 0) in cells_of(room.grid(), layer=1, pattern="6"))


def test_grids_come_and_go(tmp_path):
    first, second, words = Grid("m0000001"), Grid("m0000002", 8, 8), document(seed=5)
    with Serialosc() as serialosc, Room(tmp_path, serialosc, words) as room:
        room.until(lambda: serialosc.receivers)
        serialosc.plug(first)
        room.connect(first)
        room.shows(first, lambda: pads(words, -1))
        room.until(lambda: serialosc.receivers)  # it has asked for the next notification
        serialosc.plug(second)
        room.shows(second, lambda: pads(words, -1, columns=8))
        room.until(lambda: serialosc.receivers)
        serialosc.unplug(first)
        room.until(lambda: room.stats()["monomes"] == 1)
        again = Grid("m0000001")
        room.until(lambda: serialosc.receivers)
        serialosc.plug(again)
        room.shows(again, lambda: pads(words, -1))
        begin = time.monotonic()
        serialosc.unplug(second, says_so=False)
        room.until(lambda: room.stats()["monomes"] == 1)
        figure(f"monome: a grid whose process died was noticed after {time.monotonic() - begin:.1f} s")
        serialosc.grids.append(Grid("m0000003"))  # and one that nobody has announced is found
        room.shows(serialosc.grids[-1], lambda: pads(words, -1))


def test_the_last_that_was_turned_on_has_the_grids(tmp_path):
    grid, words, others = Grid("m0000045"), document(seed=6), document(seed=7)
    with Serialosc(grid) as serialosc, Room(tmp_path, serialosc, words) as room:
        room.connect(grid)
        room.shows(grid, lambda: pads(words, -1))
        state = state_file(tmp_path / "other", json.dumps(others), plugin="tonematrix", clock=1, transport=0, monome=1)
        with Plugin(URI, rate=RATE, longest_block=8192, state=state) as other:
            room.others = [other]
            room.shows(grid, lambda: pads(others, -1))
            grid.press(0, 6)
            room.shows(grid, lambda: [line if y < 6 else [OFF + ON - line[0], *line[1:]]
                                      for y, line in enumerate(pads(others, -1))])
            room.others = []
        room.shows(grid, lambda: pads(words, -1))
        assert cells_of(room.grid()) == cells_of(words)


def test_who_leaves_turns_the_lights_off(tmp_path):
    grid = Grid("m0000045")
    with Serialosc(grid) as serialosc:
        with Room(tmp_path, serialosc) as room:
            room.connect(grid)
            room.plugin["monome"] = 0
            room.until(lambda: not any(map(any, grid.lights)))
            room.plugin["monome"] = 1
            room.until(lambda: any(map(any, grid.lights)))
        serialosc.pump()
        assert not any(map(any, grid.lights)), "the instance is gone, and its lights with it"


def test_hostile_packets_are_refused_and_counted(tmp_path):
    grid, dice = Grid("m0000045"), random.Random(9)
    with Serialosc(grid) as serialosc, Room(tmp_path, serialosc) as room, Sender(1) as stranger:
        room.connect(grid)
        before, to = room.grid(), ("127.0.0.1", grid.destination)
        stranger.to = to
        refused = room.stats()["monome_refused"]
        wrong = [("/tactus/grid/key", "a", 1, 1), ("/tactus/grid/key", 99, 0, 1), ("/tactus/grid/key", -5, 0, 1),
                 ("/tactus/grid/key", 0, 0, 7), ("/tactus/grid/key", 0), ("/tactus/grid/key", *[1] * 500),
                 ("/sys/size", 2 ** 31 - 1, 2 ** 31 - 1), ("/sys/size", 0, 0), ("/sys/size",), ("/sys/port", "x"),
                 ("/tactus/patch/set", "{}"), ("/tactus/grid/clear", 1, 1)]
        for words in wrong:
            grid.send(*words, to=to)
        for words in [("/serialosc/device", "m1", "monome", 0), ("/serialosc/device", "x" * 200, "monome", 4000),
                      ("/serialosc/device", 1, 2, 3), ("/serialosc/remove",), ("/tactus/panic",)]:
            serialosc.send(to, *words)
        for words in [("/tactus/grid/key", 0, 0, 1), ("/serialosc/device", "m9", "monome", 4000),
                      ("/serialosc/remove", "m0000045", "monome", grid.port)]:
            stranger.send(message(*words))
        count = len(wrong) + 5 + 3
        room.until(lambda: room.stats()["monome_refused"] == refused + count)
        figure(f"monome: {count} hostile packets refused")
        counted, sent = room.stats()["monome_packets"], 0
        for number in range(2000):
            packet = bytearray(message("/tactus/grid/key", 3, 4, 1))
            for _ in range(dice.randrange(1, 5)):
                packet[dice.randrange(len(packet))] = dice.randrange(256)
            if packet[:16] != b"/tactus/grid/key":
                grid.socket.sendto(bytes(packet[:dice.randrange(1, len(packet) + 1)]), to)
                sent += 1
            if number % 100 == 99:  # so that the socket holds them
                room.until(lambda: room.stats()["monome_packets"] >= counted + sent)
        assert room.stats()["monomes"] == 1
        assert room.grid() == before, "none of it has changed the document"
        grid.press(2, 6)
        room.until(lambda: cells_of(room.grid()) == cells_of(before) ^ {(2, 0)})
