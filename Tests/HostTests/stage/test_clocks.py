"""`tactus play` follows the time of others: JACK's transport, and a MIDI clock that trembles."""
import subprocess
import time

import numpy

from conftest import HOST, figure
from graph import HostFlake, again_once, jackd
from stage import play, probe

RATE = 48000


def test_the_transport_of_jack_is_followed():
    """jack_transport is its master: it says the tempo, starts and stops it."""
    def take():
        with jackd() as graph, play(graph, "first_touch", "--clock", "jack") as stage:
            # It rolls for as long as a busy machine needs to say so.
            (graph.folder / "roll").write_text("500 start\n9000 stop\n")
            keys = subprocess.Popen(["jack_midiseq", "keys", "48000", "0", "60", "100"],
                                    env=graph.environment, stdout=subprocess.DEVNULL,
                                    stderr=subprocess.STDOUT)
            deadline = time.monotonic() + 15
            while "keys:out" not in graph.ports():
                if time.monotonic() > deadline:
                    raise HostFlake("jack_midiseq did not come up")
                time.sleep(0.3)
            master = subprocess.Popen(
                [HOST / "jack_transport", "11", "97.5", "keys:out", graph.folder / "roll",
                 graph.folder / "log"],
                env=graph.environment, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
            try:
                stage.wait(lambda stage: stage.figures()[-1]["rolling"] and stage.figures()[-1]["beat"] > 1)
                tempo = stage.figures()[-1]["tempo"]
                stage.wait(lambda stage: not stage.figures()[-1]["rolling"])
            finally:
                for child in (keys, master):
                    child.terminate()
                    child.wait(10)
            return tempo
    assert abs(again_once(take) - 97.5) < 1e-3


def test_a_clock_of_midi_with_jitter_is_followed():
    """A start, then pulses with a jitter of 1 ms rms. How well the loop holds is measured for a minute in
    Tests/StageTests."""
    tempo, seconds, random = 97, 9, numpy.random.default_rng(5)
    step = RATE * 60 / (tempo * 24)
    frames = [4800 + k * step for k in range(int((seconds - 0.5) * RATE / step))]
    frames = sorted(max(4000, int(frame + random.normal(0, RATE / 1000))) for frame in frames)
    plan = ["midi 3000 fa"] + [f"midi {frame} f8" for frame in frames]

    def take():
        with jackd() as graph, play(graph, "first_touch", "--clock", "midi") as stage:
            probe(graph, seconds, plan)
            return [line for line in stage.figures() if line["rolling"]][-1]
    line = again_once(take)
    figure(f"MIDI clock of {tempo} with 1 ms of jitter, after {seconds} s: {line['tempo']:.2f}")
    assert abs(line["tempo"] / tempo - 1) < 0.005
    assert line["beat"] > 10
