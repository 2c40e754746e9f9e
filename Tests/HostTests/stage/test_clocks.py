"""`tactus play` follows JACK's transport."""
import contextlib

import numpy
import pytest

import quarters
from conftest import HOST, figure
from graph import FREE, jackd, process
from stage import play, probe

RATE = 48000


def test_another_master_is_said_and_followed():
    with jackd() as graph, play(graph, "first_touch", "--clock", "jack", "--master", "--tempo", "80"):
        with play(graph, "first_touch", "--clock", "jack", "--master", "--tempo", "97.5", "--name", "b",
                  "--roll") as other:
            other.wait(lambda stage: stage.figures()[-1]["rolling"]
                       and stage.figures()[-1]["tempo"] == 80)
            found = other.said("warning")
    assert any("another client tells the time" in text for text in found)


@pytest.mark.parametrize("master", ["another client", "tactus play"])
def test_the_notes_of_a_grid_stand_on_the_frames_of_the_transport(master):
    """Where the transport's quarter notes are follows from its frames and its tempo alone."""
    tempo = 97.5

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
        sound = probe(graph, 8, [FREE])
        found, cycles = quarters.notes(sound), quarters.cycles(graph)
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
