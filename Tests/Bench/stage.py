"""The cost of a callback of `tactus play` beside the plugin's own `run` in it, and the same of jalv with the
same plugin and notes, in turn under one jackd. Both are timed from outside: the callback by the trap of
Tests/RealTimeTrap/jack_trap.c, `run` by Tests/MiniHost/run_meter.c. Then a rig of eight instruments beside eight
jalvs that play the same notes.

    stage.py [SECONDS]"""
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import time

import numpy

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests/HostTests"), str(ROOT / "Tests/HostTests/support")]

import graph
import stage
from conftest import HOST, PLUGIN

NOTES = ["4800", "0", "60", "4000", "1200", "64", "3000", "2400", "67", "2400"]
TRAP = HOST / "trapped" / "libjack.so.0"
TURNS = 3
RIG, RATE = 8, 48000


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
    callback, run = counted(counts)
    return callback["mean"], run["mean"], callback["worst"]


def counted(counts, instances=1):
    """What was counted of callbacks, and of the `run` in them."""
    callback, run = (json.loads((counts / kind).read_text()) for kind in ("callback", "run"))
    # Each instance runs once in a cycle.
    assert abs(callback["callbacks"] * instances - run["runs"]) <= instances, (callback, run)
    return callback, run


def play_chords(server, seconds, targets, left, right):
    """A chord each quarter second into all ports, every note to its end; none before all are connected."""
    chords = [2 * RATE + at for at in range(0, round(seconds * RATE), RATE // 4)]
    plan = [f"midi {begin + length} {status}{key:02x}64" for begin in chords
            for status, length in (("90", 0), ("80", RATE // 5)) for key in (60, 64, 67)]
    (server.folder / "plan").write_text("\n".join(plan) + "\n")
    probe = subprocess.Popen([HOST / "jack_probe", str(seconds + 4), server.folder / "plan", server.folder / "take", left,
                              right, targets[0]], env=server.environment, stdout=subprocess.PIPE, text=True)
    probe.stdout.readline()
    connected = [subprocess.Popen(["jack_connect", "probe_sender:midi", target], env=server.environment)
                 for target in targets[1:]]
    codes = [each.wait(60) for each in connected]
    probe.communicate(timeout=2 * seconds + 60)
    sound = numpy.fromfile(server.folder / "take.f32", numpy.float32)
    assert probe.returncode == 0 and not any(codes) and (numpy.nanmax(abs(sound)) > 0.01) == bool(chords)


def measure_rig(server, turn, seconds):
    """Milliseconds that all callbacks took with a rig of eight, and the part of `run` in it."""
    concert = server.folder / "rig.concert.json"
    concert.write_text(json.dumps(
        {"version": 1, "songs": [{"title": "Eight", "instruments": [{"patch": "first_touch"}] * RIG}]}))
    counts = server.folder / f"rig{turn}"
    timed, bundle = trapped(server, counts, False)
    with stage.play(timed, concert, "--bundle", bundle):
        play_chords(server, seconds, ["tactus:midi_in"], "tactus:out_left", "tactus:out_right")
    return total(*counted(counts, RIG))


def measure_jalvs(server, turn, seconds):
    """The sum of the same of eight jalvs. They start and end one after the other, but hear the notes together."""
    folders = [server.folder / f"jalv{turn}.{number}" for number in range(RIG)]
    with contextlib.ExitStack() as stack:
        for number, counts in enumerate(folders):
            timed, _ = trapped(server, counts, True)
            command = [*timed.prefix, "jalv", "-i", "-x", "-n", f"plugin{number}", PLUGIN]
            stack.enter_context(timed.started(command, f"jalv{number}.log", f"plugin{number}:out_right"))
        play_chords(server, seconds, [f"plugin{number}:events" for number in range(RIG)], "plugin0:out_left",
                    "plugin0:out_right")
    return [sum(times) for times in zip(*(total(*counted(counts)) for counts in folders))]


def total(callback, run):
    return callback["callbacks"] * callback["mean"] / 1e6, run["runs"] * run["mean"] / 1e6


def compare_rigs(server, seconds):
    """Without what both take while nothing plays, because eight programs take longer to start than one."""
    idle, ratios = [measure(server, "idle", 0) for measure in (measure_rig, measure_jalvs)], []
    for turn in range(TURNS):
        (rig, own), (jalvs, each) = (
            [taken - rest for taken, rest in zip(measure(server, turn, seconds), before)]
            for measure, before in zip((measure_rig, measure_jalvs), idle))
        ratios.append(rig / jalvs)
        print(f"    {seconds:g} s of notes: a rig of {RIG} {rig:7.1f} ms in callbacks, {own:7.1f} of it in run; "
              f"{RIG} jalvs {jalvs:7.1f}, {each:7.1f} of it in run")
    print(f"- a rig of {RIG} costs {sorted(ratios)[TURNS // 2]:.3f} times what {RIG} jalvs with the same plugin and notes "
          "cost together")


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
    with graph.jackd() as server:
        compare_rigs(server, seconds)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 10)
