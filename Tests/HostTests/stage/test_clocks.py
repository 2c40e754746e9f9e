"""`tactus play` follows the time of others: JACK's transport, and a MIDI clock that trembles."""
import contextlib
import re
import subprocess
import time

import numpy
import pytest

import osc
import quarters
from conftest import HOST, figure
from graph import HostFlake, again_once, jackd, process
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


def beats(graph, seconds):
    """Frames and beats of JACK's transport, as jack_showtime sees them for some seconds."""
    # Now and then it hangs when it is to end.
    shown = subprocess.run(["timeout", "-k", "3", str(seconds), "jack_showtime"], env=graph.environment,
                           text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    found = re.findall(r"frame = (\d+) .*Rolling.*BBT: *(\d+)\|(\d+)\|(\d+)", shown)
    return numpy.array([(int(frame), 3 * (int(bar) - 1) + int(beat) - 1 + int(tick) / 1920)
                        for frame, bar, beat, tick in found])


def test_a_master_tells_all_of_jack_tempo_bar_and_beat():
    """Another client reads the beat of each frame; a tapped tempo goes on from where the beat is."""
    port, tempo = osc.free_port(), 97.5

    def take():
        words = ["--clock", "jack", "--master", "--tempo", tempo, "--bar", "3", "--roll", "--remote", port]
        with jackd() as graph, play(graph, "first_touch", *words) as stage, osc.Sender(port) as remote:
            stage.wait(lambda stage: stage.figures()[-1]["rolling"] and stage.figures()[-1]["beat"] > 4)
            first = beats(graph, 1)
            for _ in range(3):
                remote.send(osc.message("/tactus/play/tap"))
                time.sleep(0.3)
            stage.wait(lambda stage: abs(stage.figures()[-1]["tempo"] - tempo) > 1)
            second = beats(graph, 1)
            remote.send(osc.message("/tactus/play/time", 0))
            stage.wait(lambda stage: not stage.figures()[-1]["rolling"])
            if len(first) < 2 or len(second) < 2:
                raise HostFlake("jack_showtime saw nothing")
            return first, second, stage.figures()[-1]["tempo"]
    first, second, tapped = again_once(take)
    expected = first[:, 0] / RATE * tempo / 60
    worst = abs(first[:, 1] - expected).max() * 1920
    figure(f"the master's beats: at most {worst:.1f} ticks from its frames")
    assert worst <= 1.001
    slope = (second[-1] - second[0]) @ [0, 1] / ((second[-1] - second[0]) @ [1, 0]) * RATE * 60
    assert abs(slope / tapped - 1) < 0.01
    assert second[0, 1] > first[-1, 1]


def test_another_master_is_said_and_followed():
    def take():
        with jackd() as graph, play(graph, "first_touch", "--clock", "jack", "--master", "--tempo", "80"):
            with play(graph, "first_touch", "--clock", "jack", "--master", "--tempo", "97.5", "--name", "b",
                      "--roll") as other:
                other.wait(lambda stage: stage.figures()[-1]["rolling"]
                           and stage.figures()[-1]["tempo"] == 80)
                return other.said("warning")
    assert any("another client tells the time" in text for text in again_once(take))


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


@pytest.mark.parametrize("master", ["another client", "tactus play"])
def test_the_notes_of_a_grid_stand_on_the_frames_of_the_transport(master):
    """Where the transport's quarter notes are follows from its frames and its tempo alone."""
    tempo = 97.5

    def take():
        with jackd() as graph, contextlib.ExitStack() as others:
            own = ["--master", "--tempo", tempo, "--roll"] if master == "tactus play" else []
            stage = others.enter_context(play(graph, *quarters.words(graph), "--clock", "jack", *own))
            if not own:
                (graph.folder / "roll").write_text("500 start\n")
                leader = [HOST / "jack_transport", "40", str(tempo), "-", graph.folder / "roll",
                          graph.folder / "log"]
                others.enter_context(process(list(map(str, leader)), graph.folder / "leader.log",
                                             graph.environment))
            stage.wait(lambda stage: stage.figures()[-1]["rolling"])
            sound = probe(graph, 8, [])
            return quarters.notes(sound), quarters.cycles(graph)
    found, cycles = again_once(take)
    starts, frames = cycles[cycles[:, 3] == 1][:, [0, 2]].T
    offset = frames - starts
    assert (offset == offset[0]).all(), "the transport jumped"
    # The first note may have begun before the recording.
    found = found[1:] + offset[0]
    quarter = RATE * 60 / tempo
    late = found - numpy.round(found / quarter) * quarter
    figure(f"notes of a grid on JACK's transport, led by {master}: {late.min():.1f} to {late.max():.1f} "
           f"frames after their quarter notes, {len(found)} notes")
    # Its first sample that is not silent is the third or so; a frame is whole.
    assert len(found) >= 8 and late.min() >= 0 and late.max() <= 8 and numpy.ptp(late) <= 1
