"""Pad controllers, simulated: each profile of the bundle presses pads and buttons through MIDI in and reads its lights on
*Lights out*. What it must see follows from the JSON of profile and grid (Tests/Models/pads.py)."""
import copy
import json
import sys
import time

import pytest

from conftest import ROOT, figure
from lv2host import Plugin, state_file

sys.path.insert(0, str(ROOT / "Tests" / "Models"))
from pads import Device, Surface  # noqa: E402

MULTI, SINGLE, RATE, BLOCK = "urn:tactus:tonematrix-multi", "urn:tactus:tonematrix", 48000, 512
PROFILES = {path.stem: json.loads(path.read_text()) for path in sorted((ROOT / "bundle" / "pads").glob("*.json"))}
BAR = 2 * RATE
GRID = {"version": 1, "layers": [
    {"steps": 20, "rows": 12, "channel": 1, "root": 40, "scale": "chromatic",
     "patterns": {"1": {"cells": [[1, 1], [5, 2], [10, 3], [18, 11]]}, "2": {"cells": [[1, 8], [9, 8]]}}},
    {"steps": 6, "rows": 3, "channel": 2, "root": 60, "scale": "chromatic",
     "patterns": {"1": {"cells": [[2, 1], [6, 3]]}}}, {}, {}]}
# One bar each.
PLAYED = {"version": 1, "layers": [
    {"steps": 16, "rows": 8, "channel": 1, "root": 40, "scale": "chromatic",
     "patterns": {"1": {"cells": [[1, 1]]}, "2": {"cells": [[1, 2]]}}},
    {"steps": 16, "rows": 8, "channel": 2, "root": 60, "scale": "chromatic", "patterns": {"1": {"cells": [[1, 1]]}}},
    {}, {}]}


class Player:
    """A plugin with a grid and a simulated device."""

    def __init__(self, folder, profile, grid, uri=MULTI, output="lights_out", **values):
        grid = copy.deepcopy(grid)
        grid["pads"] = {key: value for key, value in profile.items() if key not in ("version", "description")}
        state = state_file(folder / "grid", json.dumps(grid), plugin=uri.rpartition(":")[2],
                           **{"midi_in": 3, "lights": 1, "clock": 1, "transport": 0, **values})
        self.plugin = Plugin(uri, rate=RATE, longest_block=BLOCK, state=state)
        self.device, self.output, self.frames = Device(profile), output, 0
        self.texts, self.foreign, self.first = [], [], []

    def __enter__(self):
        self.plugin.__enter__()
        self.plugin.listen(self.output)
        return self

    def __exit__(self, *all):
        self.plugin.__exit__(*all)

    def run(self, blocks=4):
        """Blocks of 512 frames: four are more than a sixtieth of a second."""
        for _ in range(blocks):
            self.plugin.run(BLOCK)
            self.frames += BLOCK
            for _, body in self.plugin.sent():
                if not body or body[0] < 0x80 or len(body) > 3 and body[0] != 0xF0:
                    continue
                self.first.append(body)
                if not self.device.receive(body):
                    self.foreign.append(body)

    def until(self, holds, what):
        """Edits are made by another thread. The bound is only against hanging."""
        end = time.monotonic() + 60
        while not holds():
            assert time.monotonic() < end, what
            self.run(1)
            time.sleep(0.001)

    def press(self, action, number=None):
        down, up = self.device.press(self.device.button(action, number))
        for body in down + up:
            self.plugin.event(body)
        self.run()

    def lit(self, action, number=None):
        """`off`, `on` or `queued`, as far as the profile tells them apart."""
        button = self.device.button(action, number)
        value = self.device.light(button)
        names = {"off": button.get("off", 0), "on": button.get("on", 127)}
        names["queued"] = button.get("queued", names["on"])
        return {name for name, each in names.items() if each == value}


@pytest.mark.parametrize("name", PROFILES)
def test_pages_and_tracks_are_shown(tmp_path, name):
    with Player(tmp_path, PROFILES[name], GRID) as player:
        player.run()
        surface = Surface(PROFILES[name], GRID)
        pressed = 0
        for action, number in [(None, None), ("page_right", None), ("page_up", None), ("page_right", None),
                               ("page_right", None), ("page_up", None), ("track", 2), ("page_left", None),
                               ("track", 1), ("page_left", None), ("page_down", None), ("page_left", None)]:
            if action:
                player.press(action, number)
                surface.press(action, number)
                pressed += 1
            for row in range(surface.rows):
                for column in range(surface.columns):
                    assert player.device.pad_light(column, row) == surface.pad(column, row), (action, column, row)
            for page, isThere in surface.page_lights().items():
                assert ("on" if isThere else "off") in player.lit(page), (action, page)
            for track in (1, 2):
                assert ("on" if surface.track == track - 1 else "off") in player.lit("track", track)
        assert not player.foreign
        figure(f"{name}: {len(player.device.lights)} lights after {pressed} presses")
        assert player.device.setup == PROFILES[name].get("setup", [])
        assert not PROFILES[name].get("setup") or player.first[0][0] == 0xF0, "before the first light"


@pytest.mark.parametrize("name", PROFILES)
def test_pads_and_mutes_change_the_grid(tmp_path, name):
    with Player(tmp_path, PROFILES[name], GRID) as player:
        player.run()
        profile = PROFILES[name]
        player.press("page_right")
        for body in player.device.press_pad(3, 2):
            player.plugin.event(body)
        player.until(lambda: player.device.pad_light(3, 2) == profile["on"], "step 12, row 3 is on")
        for body in player.device.press_pad(1, 2):
            player.plugin.event(body)
        player.until(lambda: player.device.pad_light(1, 2) == profile["off"], "step 10, row 3 is off")
        number = None if player.device.button("mute") else 1
        assert player.lit("mute", number) >= {"off"}
        player.press("mute", number)
        player.until(lambda: "on" in player.lit("mute", number), "track 1 is muted")
        player.press("mute", number)
        player.until(lambda: "off" in player.lit("mute", number), "track 1 is on again")


@pytest.mark.parametrize("name", PROFILES)
def test_patterns_are_launched_and_stopped(tmp_path, name):
    with Player(tmp_path, PROFILES[name], PLAYED, transport=1, tempo=120) as player:
        stop = None if player.device.button("stop") else 1

        def bars(count):
            while player.frames < count * BAR - BAR // 2:
                player.run(1)
        bars(2)  # In the middle of bar 2.
        assert "on" in player.lit("pattern", 1)
        player.press("pattern", 2)
        assert "queued" in player.lit("pattern", 2) and "on" in player.lit("pattern", 1)
        bars(3)
        assert "on" in player.lit("pattern", 2) and "off" in player.lit("pattern", 1)
        player.press("stop", stop)
        assert "queued" in player.lit("stop", stop)
        bars(4)
        assert "on" in player.lit("stop", stop) and "off" in player.lit("pattern", 2)
        player.press("pattern", 1)
        bars(5)
        assert "off" in player.lit("stop", stop) and "on" in player.lit("pattern", 1)
        player.press("stop_all")
        bars(6)
        assert "on" in player.lit("stop_all")


def test_stops_are_heard_on_the_bar(tmp_path):
    """The keys of track 1 and 2 by bar, of the plugin with one output."""
    profile = PROFILES["launchpad_x"]
    with Player(tmp_path, profile, PLAYED, transport=1, tempo=120, lights=0, output="midi_out") as player:
        heard = {bar: [] for bar in range(1, 11)}
        presses = {2: ("pattern", 2), 3: ("stop", None), 5: ("pattern", 1), 6: ("stop_all", None)}
        for block in range(9 * BAR // BLOCK):
            bar = block * BLOCK // BAR + 1
            if bar in presses and block * BLOCK % BAR > BAR // 2:
                down, up = player.device.press(player.device.button(*presses.pop(bar)))
                for body in down + up:
                    player.plugin.event(body)
            player.plugin.run(BLOCK)
            for frame, body in player.plugin.sent():
                if len(body) == 3 and body[0] & 0xF0 == 0x90:
                    heard[(block * BLOCK + frame) // BAR + 1].append(body[1])
    figure(f"keys by bar: {heard}")
    assert [heard[bar] for bar in range(1, 9)] == [
        [40, 60], [40, 60], [41, 60], [60], [60], [40, 60], [], []]


def test_buttons_set_nothing_that_the_host_has_not_set(tmp_path):
    """After the plugin was activated again, the ports count."""
    with Player(tmp_path, PROFILES["apc_mini"], GRID) as player:
        player.press("track", 2)
        player.press("page_right")
        assert "on" in player.lit("track", 2)
        player.plugin.restart()
        player.run()
        assert "on" in player.lit("track", 1) and "off" in player.lit("track", 2)
        assert player.device.pad_light(0, 0) == PROFILES["apc_mini"]["on"]


def test_the_plugin_with_one_output_prepares_the_device_too(tmp_path):
    profile = PROFILES["launchpad_mini_mk3"]
    with Player(tmp_path, profile, GRID, uri=SINGLE, output="midi_out") as player:
        player.run()
        assert player.device.setup == profile["setup"]
        player.plugin["lights"] = 0
        player.run()
        player.plugin["lights"] = 1
        player.run()
        assert player.device.setup == 2 * profile["setup"]


@pytest.mark.parametrize("value", [0, 64, 127])
def test_a_knob_records_its_lane(tmp_path, value):
    grid = {"version": 1, "layers": [
        {"steps": 4, "rows": 4, "channel": 3, "division": "1/1",
         "lanes": [{"to": "cc", "number": 74, "knob": 21}]}, {}, {}, {}]}
    state = state_file(tmp_path / "grid", json.dumps(grid), plugin="tonematrix", clock=1, transport=1, tempo=120)
    found = []
    with Plugin(SINGLE, rate=RATE, longest_block=BLOCK, state=state) as plugin:
        plugin.run(BLOCK)
        plugin.event([0xB0, 21, value], 5)
        # The edit comes from another thread; step 1 plays again every four bars.
        end = time.monotonic() + 60
        while len(found) < 2:
            assert time.monotonic() < end, "heard when it is turned, and when its step comes again"
            plugin.run(BLOCK)
            found += [body for _, body in plugin.sent() if len(body) == 3 and body[0] & 0xF0 == 0xB0]
            time.sleep(0.0005)
    assert found == [bytes([0xB2, 74, value])] * 2, "heard when it is turned, and when its step comes again"
