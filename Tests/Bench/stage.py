"""The cost of a callback of `tactus play` beside that of jalv with the same plugin and notes, in turn under
one jackd. Both are timed from outside, by the trap of Tests/RealTimeTrap/jack_trap.c.

    stage.py [SECONDS]"""
import json
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests/HostTests"), str(ROOT / "Tests/HostTests/support")]
os.environ["LV2_PATH"] = f"{ROOT / 'build'}:/usr/lib/lv2"

import graph
import stage
from conftest import HOST, PLUGIN

NOTES = ["4800", "0", "60", "4000", "1200", "64", "3000", "2400", "67", "2400"]
TRAP = HOST / "trapped" / "libjack.so.0"


def trapped(server, counts, is_linked):
    """The server's graph for a program that is timed; jalv is linked with the library, `tactus` loads it."""
    library = next(pathlib.Path("/usr/lib").glob("*/libjack.so.0"))
    environment = {**server.environment, "TACTUS_REAL_JACK": str(library), "TACTUS_TRAP": str(counts)}
    if not is_linked:
        environment["LD_LIBRARY_PATH"] = str(TRAP.parent)
    return graph.Graph(server.folder, environment, ["env", f"LD_PRELOAD={TRAP}"])


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


def measure(server, name, seconds):
    counts = server.folder / f"{name}.json"
    if name == "jalv":
        with trapped(server, counts, True).plugin(PLUGIN):
            play_notes(server, "plugin:events", seconds)
    else:
        with stage.play(trapped(server, counts, False), "first_touch"):
            play_notes(server, "tactus:midi_in", seconds)
    return json.loads(counts.read_text())


def main(seconds):
    subprocess.run(["make", "-s", "-C", str(ROOT / "Tests/MiniHost")], check=True)
    with graph.jackd() as server:
        figures = {name: measure(server, name, seconds) for name in ("jalv", "play")}
    for name, found in figures.items():
        print(f"    {name:6} {found['mean'] / 1000:7.1f} µs a callback of 1024 frames, worst "
              f"{found['worst'] / 1000:7.1f}; {found['callbacks']} callbacks")
    ratio = figures["play"]["mean"] / figures["jalv"]["mean"]
    print(f"- a callback of `tactus play` costs {ratio:.2f} times that of jalv; the aim is at most 1.10")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 10)
