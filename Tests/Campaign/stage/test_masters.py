"""`tactus play` as the master of JACK's transport, behind a MIDI clock that trembles, and recording by a
swipe."""
import re
import subprocess
import time

import numpy

import osc
from conftest import figure
from graph import jackd
from stage import play, probe
from test_concert import own_patches

RATE = 48000


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
        assert len(first) > 1 and len(second) > 1, "jack_showtime saw nothing"
        tapped = stage.figures()[-1]["tempo"]
    expected = first[:, 0] / RATE * tempo / 60
    worst = abs(first[:, 1] - expected).max() * 1920
    figure(f"the master's beats: at most {worst:.1f} ticks from its frames")
    assert worst <= 1.001
    slope = (second[-1] - second[0]) @ [0, 1] / ((second[-1] - second[0]) @ [1, 0]) * RATE * 60
    assert abs(slope / tapped - 1) < 0.01
    assert second[0, 1] > first[-1, 1]


def swipe(sender):
    sender.send(osc.touch("began", 1, 0.2, 0.5))
    for step in range(1, 13):
        time.sleep(0.01)
        sender.send(osc.touch("moved", 1, 0.2 + 0.05 * step, 0.5))
    sender.send(osc.touch("ended", 1))


def test_a_gesture_records():
    with jackd() as graph, play(own_patches(graph), "one", "--when", "on_swipe_right=record",
                                "--no-take") as stage, osc.Sender(stage.port) as sender:
        swipe(sender)
        stage.wait(lambda stage: any("recording" in text for text in stage.said("recording")))
        swipe(sender)
        stage.wait(lambda stage: any("frames" in text for text in stage.said("recording")))


def test_a_clock_of_midi_with_jitter_is_followed():
    """A start, then pulses with a jitter of 1 ms rms. How well the loop holds is measured for a minute in
    Tests/StageTests."""
    tempo, seconds, random = 97, 9, numpy.random.default_rng(5)
    step = RATE * 60 / (tempo * 24)
    frames = [4800 + k * step for k in range(int((seconds - 0.5) * RATE / step))]
    frames = sorted(max(4000, int(frame + random.normal(0, RATE / 1000))) for frame in frames)
    plan = ["midi 3000 fa"] + [f"midi {frame} f8" for frame in frames]

    with jackd() as graph, play(graph, "first_touch", "--clock", "midi") as stage:
        probe(graph, seconds, plan)
        line = [line for line in stage.figures() if line["rolling"]][-1]
    figure(f"MIDI clock of {tempo} with 1 ms of jitter, after {seconds} s: {line['tempo']:.2f}")
    assert abs(line["tempo"] / tempo - 1) < 0.005
    assert line["beat"] > 10
