"""Nothing in run, activate or deactivate allocates, locks or calls the system; and the proof can fail."""
import json
import os
import pathlib
import random
import re
import threading
import time

import pytest

import osc
from conftest import HOST, PLUGIN, ROOT, figure, run
from lv2host import Plugin, state_file
from monome import Grid, Serialosc

TASKS = pathlib.Path("/proc/self/task")


def trap(uri, runs, *states, restores=0):
    """Runs that many blocks, and more until as many states have been restored."""
    code, text = run(HOST / "trap", uri, runs, *states, timeout=120,
                     env={**os.environ, "TACTUS_TRAP_RESTORES": str(restores)})
    print(text)
    return code, text


def relations():
    """A patch that uses everything: relations of touches, objects and time, regions, levels, macros."""
    sources = ["touch_vertex_angle", "touch_acceleration", "group_hull_area", "group_rotation_speed",
               "token_12_distance",
               "motion_shake", "pad_axis_1", "midi_cc_20", "host_beat_phase", "gesture_pan_x", "user_1",
               "macro_3"]
    return json.dumps({
        "version": 1, "name": "Relations",
        "connections": [{"source": source, "destination": "filter_1_cutoff", "amount": 0.1}
                        for source in sources],
        "routes": [{"trigger": "on_level", "of": of, "level": 0.1, "action": "lfo_1.reset"}
                   for of in ("group_spread", "touch_speed", "user_1")]
        + [{"trigger": "on_entered_region", "region": [0, 0, 0.5, 0.5], "action": "lfo_1.toggle"},
           {"trigger": "on_tap", "region": [0.5, 0, 1, 1], "action": "env_1.start"},
           {"trigger": "on_token_step", "number": 2, "action": "group.freeze"}],
        "user": {"1": "distance(touch, centroid) * clamp(touch_speed, 0, 1)"},
        "macros": {"3": {"cc": 21}, "4": {"osc": "/fader/1"}}})


def test_ten_thousand_runs_under_load():
    code, text = trap(PLUGIN, 10000)
    assert code == 0, text
    figure("under the trap: " + "; ".join(text.splitlines()))
    load = re.search(r"packets=(\d+) touches_from_packets=(\S+) peak=(\S+)", text)
    assert int(load[1]) > 1000, "the load sent no packets: " + text
    assert float(load[2]) >= 1, "no packet became a touch: " + text
    assert 0.001 < float(load[3]) < 4, "silent, or too loud: " + text


def test_a_storm_of_restores(tmp_path):
    """Another thread restores the factory patches in turn, at least 1,000 times, while all other input
    arrives."""
    states = [state_file(tmp_path / file.stem, file.read_text())
              for file in sorted((ROOT / "bundle" / "patches").glob("*.json"))]
    states.append(state_file(tmp_path / "relations", relations()))
    code, text = trap(PLUGIN, 10000, *states, restores=1000)
    assert code == 0, text
    figure("under the trap, restoring: " + "; ".join(text.splitlines()))
    assert int(re.search(r"restores=(\d+)", text)[1]) >= 1000, text
    assert float(re.search(r"peak=(\S+)", text)[1]) < 4, text


def test_a_master_of_all_tunings_is_read_without_a_lock(monkeypatch):
    """The library is loaded in `instantiate`. A master is connected, so every block reads it."""
    monkeypatch.setenv("TACTUS_MTS", str(HOST / "libtuning_master.so"))
    monkeypatch.setenv("TACTUS_TEST_MASTER", "1")
    code, text = trap(PLUGIN, 3000)
    assert code == 0, text
    figure("under the trap, with a master of all tunings: " + text.splitlines()[0])


@pytest.mark.parametrize("plugin", ["tonematrix", "tonematrix-multi"])
def test_the_tone_matrix_under_load(tmp_path, plugin):
    """It runs on its own clock while another thread restores grids in turn."""
    states = [state_file(tmp_path / file.stem, file.read_text(), plugin=plugin, clock=1)
              for file in sorted((ROOT / "bundle" / "grids").glob("*.json"))]
    code, text = trap(f"urn:tactus:{plugin}", 10000, *states, restores=300)
    assert code == 0, text
    figure("the Tone Matrix under the trap: " + "; ".join(text.splitlines()))
    assert int(re.search(r"restores=(\d+)", text)[1]) >= 300, text  # fewer, because its blocks are short


def test_the_tone_matrix_with_a_monome(tmp_path, monkeypatch):
    """While the keys of a simulated grid go down and up at random, and its lights follow."""
    monkeypatch.setenv("TACTUS_TRAP_KEEPS", "monome")
    states = [state_file(tmp_path / file.stem, file.read_text(), plugin="tonematrix", clock=1, monome=1)
              for file in sorted((ROOT / "bundle" / "grids").glob("*.json"))[:4]]
    grid, dice, has_ended, pressed = Grid("m0000045"), random.Random(1), threading.Event(), []

    def play(serialosc):
        while not has_ended.is_set():
            serialosc.pump(0.002)
            if grid.prefix == "/tactus":
                pressed.append([dice.randrange(16), dice.randrange(8), dice.randrange(2)])
                grid.key(*pressed[-1])

    with Serialosc(grid) as serialosc:
        thread = threading.Thread(target=play, args=[serialosc])
        thread.start()
        code, text = trap("urn:tactus:tonematrix", 10000, *states, restores=300)
        has_ended.set()
        thread.join()
    assert code == 0, text
    lights = sum(words[0] == "/tactus/grid/led/level/map" for words in grid.received)
    figure(f"the Tone Matrix under the trap with a monome: {len(pressed)} keys, {lights} messages of lights")
    assert len(pressed) > 100 and lights > 10 and grid.refused == []


def test_a_plugin_that_behaves_passes():
    assert trap("urn:tactus:test:behaves", 100)[0] == 0


@pytest.mark.parametrize("sin, counted", [
    ("allocates", r"run: allocations=[1-9]"),
    ("locks", r"run: allocations=\d+ locks=[1-9]"),
    ("calls", r"run: allocations=0 locks=0 system_calls=[1-9]"),
    ("sleeps_in_activate", r"^activate: allocations=0 locks=0 system_calls=[1-9]"),
])
def test_the_trap_sees(sin, counted):
    code, text = trap(f"urn:tactus:test:{sin}", 100)
    assert code == 1 and re.search(counted, text), text


def test_the_input_thread_runs_before_ordinary_ones():
    """With the lowest real-time priority where the user may have one; its own threads do not inherit it."""
    def policies():
        tasks = [(task.name, (task / "comm").read_text().strip()) for task in TASKS.iterdir()]
        return [os.sched_getscheduler(int(number)) for number, name in tasks if name == "tactus-input"]

    allowed = []

    def ask():
        try:
            os.sched_setscheduler(0, os.SCHED_RR | os.SCHED_RESET_ON_FORK, os.sched_param(1))
            allowed.append(os.sched_getscheduler(0))
        except PermissionError:
            allowed.append(os.SCHED_OTHER)

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    with Plugin(osc_listen=1, osc_port=osc.free_port()) as plugin:
        end = time.monotonic() + 10
        while (not plugin["live_osc_port"] or policies() != allowed) and time.monotonic() < end:
            plugin.run(64)
            time.sleep(0.01)
        assert policies() == allowed
        figure(f"the input thread's policy: {allowed[0]} (0 is that of ordinary threads)")
