"""Zero allocations and locks in the callback of `tactus play`, by interposition, while touches, MIDI, patch
changes and a recording go on; and that the trap sees them where there are some. The trap is a libjack.so.0
in front of the real one. STAGE_CALLBACKS asks for more of them, as `make campaign` does."""
import contextlib
import glob
import json
import os
import socket
import subprocess
import threading
import time

import pytest

import osc
from conftest import HOST, figure
from graph import Graph, jackd, pipewire
from stage import play

CALLBACKS = int(os.environ.get("STAGE_CALLBACKS", "500"))
PATCHES = ["glass_pad", "pluck", "first_touch", "rubber_bass"]


def real(name):
    places = glob.glob(f"/usr/lib/*/{name}")
    assert places, f"{name} is not installed: run `make deps`"
    return places[0]


# jackd runs at a high rate, so that so many blocks of 1024 do not last a minute.
SERVERS = {
    "jackd, 1024": (lambda: jackd(1024, 192_000), "libjack.so.0"),
    "PipeWire, 256": (lambda: pipewire(256), "pipewire-0.3/jack/libjack.so.0"),
}


@contextlib.contextmanager
def load(stage, graph):
    """Touches, patch changes and MIDI until the end of the `with` block."""
    is_over = threading.Event()

    def touch():
        sender, number = socket.socket(socket.AF_INET, socket.SOCK_DGRAM), 0
        while not is_over.is_set():
            number += 1
            for kind in ("began", "moved", "moved", "ended"):
                packet = osc.touch(kind, number % 12, 0.3 + 0.04 * (number % 10), 0.5) if kind != "ended" \
                    else osc.touch(kind, number % 12)
                sender.sendto(packet, ("127.0.0.1", stage.port))
                time.sleep(0.004)
            if number % 12 == 0:
                # `oscsend` closes its socket at once, and such requests are refused.
                load = osc.message("/tactus/patch/load", PATCHES[number // 12 % len(PATCHES)])
                sender.sendto(load, ("127.0.0.1", stage.port))

    sender = threading.Thread(target=touch)
    notes = ["9600", "0", "60", "4800", "4800", "67", "2400"]
    keys = subprocess.Popen([*graph.prefix, "jack_midiseq", "keys", *notes],
                            env=graph.environment, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
    sender.start()
    try:
        yield
    finally:
        is_over.set()
        sender.join()
        keys.terminate()
        keys.wait(60)


def trapped(graph, counts, library, **more):
    """The graph for a program under the trap, which writes what it has counted to `counts`."""
    trap = HOST / "trapped" / "libjack.so.0"
    environment = {**graph.environment, "TACTUS_REAL_JACK": real(library), "TACTUS_TRAP": str(counts),
                   "LD_LIBRARY_PATH": str(trap.parent), **more}
    return Graph(graph.folder, environment, ["env", f"LD_PRELOAD={trap}"])


def test_the_trap_sees_an_allocation(tmp_path):
    with jackd() as graph:
        counts = tmp_path / "counts.json"
        caught = trapped(graph, counts, "libjack.so.0", TACTUS_TRAP_OFFENDS="1")
        with play(caught, "first_touch") as stage:
            assert stage.end() == 0
        counts = json.loads(counts.read_text())
    assert counts["allocations"] >= counts["callbacks"] > 0 and counts["first"] == "malloc"


@pytest.mark.parametrize("server", SERVERS)
def test_the_callback_neither_allocates_nor_locks(server, tmp_path):
    begin, library = SERVERS[server]
    with begin() as graph:
        counts = tmp_path / "counts.json"
        words = ["--midi", "*keys*", "--record", tmp_path / "a.wav", "--no-take", "--force"]
        with play(trapped(graph, counts, library), "first_touch", *words) as stage, load(stage, graph):
            stage.wait(lambda stage: stage.figures()[-1]["callbacks"] >= CALLBACKS
                       and len(stage.said("patch")) > 1 and stage.figures()[-1]["midi"] > 0,
                       60 + CALLBACKS / 10)
            last = stage.figures()[-1]
            assert stage.end() == 0
        counts, patches = json.loads(counts.read_text()), len(stage.said("patch"))
    figure(f"{server}: {counts['callbacks']} callbacks, {counts['allocations']} allocations, "
           f"{counts['locks']} locks; {counts['mean'] / 1000:.0f} µs, worst {counts['worst'] / 1000:.0f}; "
           f"{last['midi']} messages of MIDI, {patches} patches")
    assert counts["callbacks"] >= CALLBACKS and patches > 1
    assert last["midi"] > 0, "the load played no MIDI"
    assert (counts["allocations"], counts["locks"]) == (0, 0), counts["first"]


@pytest.mark.parametrize("server", SERVERS)
def test_song_changes_neither_allocate_nor_lock_in_the_callback(server, tmp_path):
    """Songs with splits, a grid and a count-in follow one another while notes are held, and others are bound to a mute
    whose light is sent."""
    begin, library = SERVERS[server]
    with begin() as graph:
        counts = tmp_path / "counts.json"
        rigs = [{"name": name, "instruments": [
            {"patch": name, "keys": [0, 63], "transpose": 12, "pan": -0.5}, {"patch": "pluck", "level": -6}]}
            for name in ("glass_pad", "rubber_bass")]
        songs = [{"title": str(number), "rig": rigs[number % 2]["name"],
                  **({"grid": "rain", "start": "count_in", "tempo": 200} if number % 2 else {})}
                 for number in range(4)]
        path = tmp_path / "a.concert.json"
        path.write_text(json.dumps({"version": 1, "level": -3, "rigs": rigs, "songs": songs}))
        port = osc.free_port()
        settings = tmp_path / "tactus" / "controls.json"
        settings.parent.mkdir()
        settings.write_text(json.dumps({"version": 1, "channel": 16, "bindings": [
            {"action": "mute", "number": 2, "note": 67, "light": {"note": 67}}]}))
        notes = ["9600", "0", "60", "4800", "4800", "67", "2400"]
        caught = trapped(graph, counts, library, XDG_CONFIG_HOME=str(tmp_path))
        with play(caught, path, "--midi", "*keys*", "--remote", port) as stage, \
                osc.Sender(port) as remote:
            keys = subprocess.Popen([*graph.prefix, "jack_midiseq", "keys", *notes], env=graph.environment,
                                    stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
            try:
                stage.wait(lambda stage: stage.figures()[-1]["midi"] > 0)
                for _ in range(6):
                    before = stage.figures()[-1]["patch"]
                    remote.send(osc.message("/tactus/play/next"))
                    stage.wait(lambda stage, before=before: stage.figures()[-1]["patch"] != before)
                stage.wait(lambda stage: stage.figures()[-1]["callbacks"] >= CALLBACKS
                           and "instrument 2 is muted" in stage.said("patch"), 60 + CALLBACKS / 10)
            finally:
                keys.terminate()
                keys.wait(60)
            assert stage.end() == 0
        counts = json.loads(counts.read_text())
    figure(f"songs, {server}: {counts['callbacks']} callbacks, {counts['allocations']} allocations, "
           f"{counts['locks']} locks; {counts['mean'] / 1000:.0f} µs, worst {counts['worst'] / 1000:.0f}")
    assert (counts["allocations"], counts["locks"]) == (0, 0), counts["first"]
