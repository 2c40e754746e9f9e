"""`tactus play --scene`: a patch of Pure Data as a JACK client. It plays keys, hears what it is given and
nothing else, lives through longer blocks, and says what is wrong."""
import subprocess

import numpy
import pytest

from conftest import run
from graph import HostFlake, again_once, jackd, pipewire
from sound import cents_from, hertz, peak
from stage import BUNDLE, TACTUS, play, probe

RATE = 48000
# The tone of the last key, and what comes in.
KEYS = """#N canvas 0 0 400 300 10;
#X obj 10 10 notein;
#X obj 10 40 mtof;
#X obj 10 70 osc~;
#X obj 10 100 *~ 0.2;
#X obj 10 190 dac~;
#X obj 90 100 adc~;
#X connect 0 0 1 0;
#X connect 1 0 2 0;
#X connect 2 0 3 0;
#X connect 3 0 4 0;
#X connect 3 0 4 1;
#X connect 5 0 4 0;
#X connect 5 1 4 1;
"""


@pytest.fixture
def scene(tmp_path):
    """The patch in a folder. Before the first key its oscillator stands still and gives a constant."""
    folder = tmp_path / "my keys"
    folder.mkdir()
    (folder / "_main.pd").write_text(KEYS)
    return folder


def playing(stage):
    return any("Playing" in text for text in stage.said("patch"))


def key_off(sound):
    """Cents from the pressed key. A busy machine makes some ticks of a scene late, and its tone pauses for
    them; most tenths of a second have none."""
    tenths = numpy.nan_to_num(sound)[RATE:3 * RATE].reshape(20, -1)
    sounding = [tenth for tenth in tenths if peak(tenth) > 0.1]
    assert len(sounding) > 10
    return numpy.median([cents_from(tenth, hertz(69)) for tenth in sounding])


@pytest.mark.parametrize("server", [jackd, pipewire])
def test_a_key_sounds_in_tune(scene, server):
    def take():
        with server() as graph, play(graph, "--scene", scene) as stage:
            stage.wait(playing)
            stage.wait(lambda stage: stage.figures()[-1]["patch"] == "my keys")
            assert not any("another program" in text for text in stage.said("warning"))
            return probe(graph, 3, ["midi 24000 904564"])

    assert abs(key_off(again_once(take)[0])) < 3


def test_it_hears_what_it_is_given_and_nothing_else(scene):
    """jack_metro ticks; only a pattern connects it, to both sides."""
    def take(*words):
        with jackd() as graph:
            metro = subprocess.Popen(["jack_metro", "-b", "240", "-n", "metro"], env=graph.environment,
                                     stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
            try:
                with play(graph, "--scene", scene, *words) as stage:
                    stage.wait(playing)
                    if words:
                        stage.wait(lambda stage: len([text for text in stage.said("connected")
                                                      if text.startswith("metro:")]) == 2)
                    return probe(graph, 3, [])
            finally:
                metro.kill()
                metro.wait(10)

    def ticks(sound):
        """How much each side changes: the patch's own constant does not."""
        return [peak(numpy.diff(numpy.nan_to_num(side))) for side in sound[:, RATE:]]

    assert min(ticks(again_once(lambda: take("--from", "metro*")))) > 0.01
    # A busy machine makes the scene late: its constant of 0.2 fades within 10 ms, by 0.0004 a frame.
    assert max(ticks(again_once(take))) < 0.001


def test_longer_blocks_are_lived_through(scene):
    """A scene is as late as the longest block, so it is begun anew for longer ones, which is said."""
    def take():
        with jackd(512) as graph, play(graph, "--scene", scene) as stage:
            stage.wait(playing)
            code, text = run("jack_bufsize", "2048", env=graph.environment)
            if code:
                raise HostFlake(text)
            stage.wait(lambda stage: len(stage.said("server")) == 2)
            stage.wait(lambda stage: sum("Playing" in text for text in stage.said("patch")) == 2)
            assert any("longer blocks" in text for text in stage.said("warning"))
            return probe(graph, 3, ["midi 24000 904564"])

    assert abs(key_off(again_once(take)[0])) < 3


def test_a_scene_that_is_not_there_is_told():
    code, text = run(TACTUS, "play", "--scene", "no_such", "--bundle", BUNDLE)
    assert code == 1 and "“no_such”" in text and "tactus scene list" in text, text
    code, text = run(TACTUS, "play", "--scene", "fingers", "first_touch", "--bundle", BUNDLE)
    assert code == 64 and "Give a scene, or a patch" in text, text
    code, text = run(TACTUS, "play", "--from", "x", "--bundle", BUNDLE)
    assert code == 64 and "--scene" in text, text
