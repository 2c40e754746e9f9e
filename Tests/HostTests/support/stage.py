"""`tactus play` in a graph without a sound card, and what it prints."""
import contextlib
import json
import pathlib
import subprocess
import time

import numpy
import pytest

import osc
from conftest import BUILD, HOST, ROOT, run

TACTUS = ROOT / ".build" / "release" / "tactus"
BUNDLE = BUILD / "tactus.lv2"


class Stage:
    """A running `tactus play --json`; its lines are in `log`."""

    def __init__(self, child, log, port):
        self.child, self.log, self.port = child, log, port

    def lines(self):
        texts = self.log.read_text().splitlines()
        return [json.loads(text) for text in texts if text.startswith("{") and text.endswith("}")]

    def said(self, event):
        return [line["text"] for line in self.lines() if line["event"] == event]

    def figures(self):
        return [line for line in self.lines() if line["event"] == "figures"]

    def wait(self, true, seconds=60):
        """Waits until `true` of this stage; it may take as long as a busy machine needs."""
        end = time.monotonic() + seconds
        while not true(self):
            if self.child.poll() is not None or time.monotonic() > end:
                told = [text for text in self.log.read_text().splitlines() if '"figures"' not in text]
                pytest.fail("tactus play: " + "\n".join(told + [str(self.figures()[-1:])]))
            time.sleep(0.05)

    def end(self):
        self.child.terminate()
        return self.child.wait(60)


def metered_bundle(folder):
    """A copy of the bundle in a folder, with run_meter.so in front of the real library; and the environment
    that this needs."""
    copy = pathlib.Path(folder) / "metered" / "tactus.lv2"
    copy.mkdir(parents=True)
    for path in BUNDLE.iterdir():
        (copy / path.name).symlink_to(HOST / "run_meter.so" if path.name == "tactus.so" else path)
    return copy, {"TACTUS_REAL_PLUGIN": str(BUNDLE / "tactus.so")}


@contextlib.contextmanager
def play(graph, *words):
    """`tactus play` on a graph; it has begun when this is entered."""
    log, port = pathlib.Path(graph.folder) / f"play{time.monotonic_ns()}.log", osc.free_port()
    with open(log, "w") as to:
        child = subprocess.Popen(
            [*graph.prefix, str(TACTUS), "play", "--json", "--bundle", str(BUNDLE), "--port", str(port),
             *map(str, words)],
            stdin=subprocess.DEVNULL, stdout=to, stderr=subprocess.STDOUT, env=graph.environment,
            cwd=graph.folder)
    stage = Stage(child, log, port)
    try:
        stage.wait(lambda stage: stage.figures())
        yield stage
    finally:
        if child.poll() is None:
            stage.end()


def probing(graph, seconds, plan, *more):
    """The command of a jack_probe on the client's ports, with its plan."""
    (graph.folder / "plan").write_text("\n".join(plan) + "\n")
    return [*graph.prefix, str(HOST / "jack_probe"), str(seconds), str(graph.folder / "plan"),
            str(graph.folder / "take"), "tactus:out_left", "tactus:out_right", "tactus:midi_in", *more]


def probe(graph, seconds, plan, hears_midi=False):
    """jack_probe on the client's ports: plays the plan of its MIDI; what it heard. What it noted of each
    cycle is in the graph's folder, in `take.cycles`, and the MIDI that it heard in `take.midi`."""
    code, text = run(*probing(graph, seconds, plan, *(["tactus:midi_out"] if hears_midi else [])),
                     env=graph.environment, timeout=2 * seconds + 40)
    assert code == 0, text
    return numpy.fromfile(graph.folder / "take.f32", numpy.float32).reshape(-1, 2).T
