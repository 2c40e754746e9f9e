"""The cost of a callback of `tactus play` beside the plugin's own `run` in it, and the same of jalv with the
same plugin and notes, in turn under one jackd. Both are timed from outside: the callback by the trap of
Tests/RealTimeTrap/jack_trap.c, `run` by Tests/MiniHost/run_meter.c.

    stage.py [SECONDS]"""
import json
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests/HostTests"), str(ROOT / "Tests/HostTests/support")]

import graph
import stage
from conftest import HOST, PLUGIN

NOTES = ["4800", "0", "60", "4000", "1200", "64", "3000", "2400", "67", "2400"]
TRAP = HOST / "trapped" / "libjack.so.0"
TURNS = 3


def trapped(server, counts, is_linked):
    """The server's graph for a program that is timed; jalv is linked with the library, `tactus` loads it. And
    the bundle that times its `run`."""
    library = next(pathlib.Path("/usr/lib").glob("*/libjack.so.0"))
    bundle, more = stage.metered_bundle(counts)
    environment = {**server.environment, **more, "TACTUS_REAL_JACK": str(library),
                   "TACTUS_TRAP": str(counts / "callback"), "TACTUS_RUNS": str(counts / "run"),
                   "LV2_PATH": f"{bundle.parent}:/usr/lib/lv2"}
    if not is_linked:
        environment["LD_LIBRARY_PATH"] = str(TRAP.parent)
    return graph.Graph(server.folder, environment, ["env", f"LD_PRELOAD={TRAP}"]), bundle


def play_notes(server, target, seconds):
    """The same notes again and again into a port, until so many seconds are over."""
    keys = subprocess.Popen(["jack_midiseq", "keys", *NOTES], env=server.environment,
                            stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
    time.sleep(0.5)
    subprocess.run(["jack_connect", "keys:out", target], env=server.environment, check=False,
                   stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
    time.sleep(seconds)
    keys.terminate()
    keys.wait(10)


def measure(server, name, turn, seconds):
    """Nanoseconds of a callback and of the `run` in it, and the longest callback."""
    counts = server.folder / f"{name}{turn}"
    timed, bundle = trapped(server, counts, name == "jalv")
    if name == "jalv":
        with timed.plugin(PLUGIN):
            play_notes(server, "plugin:events", seconds)
    else:
        with stage.play(timed, "first_touch", "--bundle", bundle):
            play_notes(server, "tactus:midi_in", seconds)
    callback, run = (json.loads((counts / kind).read_text()) for kind in ("callback", "run"))
    # Both run once in a cycle.
    assert abs(callback["callbacks"] - run["runs"]) <= 1, (callback, run)
    return callback["mean"], run["mean"], callback["worst"]


def main(seconds):
    subprocess.run(["make", "-s", "-C", str(ROOT / "Tests/MiniHost")], check=True)
    ratios = {}
    with graph.jackd() as server:
        for turn in range(TURNS):
            for name in ("jalv", "play"):
                callback, run, worst = measure(server, name, turn, seconds)
                ratios.setdefault(name, []).append(callback / run)
                print(f"    {name:6} {callback / 1000:7.1f} µs a callback of 1024 frames, {run / 1000:7.1f} "
                      f"of it in run; worst {worst / 1000:7.1f}")
    jalv, play = (sorted(ratios[name])[TURNS // 2] for name in ("jalv", "play"))
    print(f"- a callback of `tactus play` costs {play:.3f} times the plugin's own run, the aim is at most "
          f"1.10; one of jalv {jalv:.3f} times")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 10)
