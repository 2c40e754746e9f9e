"""`tactus play --scene`: a patch of Pure Data as a JACK client. It plays keys, lives through longer blocks,
and says what is wrong."""
import numpy
import pytest

from conftest import run
from graph import Graph, jackd
from sound import cents_from, hertz
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


def waiting(graph):
    """The graph for a scene that waits for Pd: no tick of it is late."""
    return Graph(graph.folder, {**graph.environment, "TACTUS_SCENE_DEADLINE": "10000"}, [])


def key_off(sound):
    """Cents from the pressed key."""
    return cents_from(numpy.nan_to_num(sound)[RATE:3 * RATE], hertz(69))


def test_a_key_sounds_in_tune(scene):
    with jackd() as graph, play(waiting(graph), "--scene", scene) as stage:
        stage.wait(playing)
        stage.wait(lambda stage: stage.figures()[-1]["patch"] == "my keys")
        assert not any("another program" in text for text in stage.said("warning"))
        sound = probe(graph, 3, ["midi 24000 904564"])
    assert abs(key_off(sound[0])) < 3


def test_longer_blocks_are_lived_through(scene):
    """A scene is as late as the longest block, so it is begun anew for longer ones, which is said."""
    with jackd(512) as graph, play(waiting(graph), "--scene", scene) as stage:
        stage.wait(playing)
        code, text = run("jack_bufsize", "2048", env=graph.environment)
        assert code == 0, text
        stage.wait(lambda stage: len(stage.said("server")) == 2)
        stage.wait(lambda stage: sum("Playing" in text for text in stage.said("patch")) == 2)
        assert any("longer blocks" in text for text in stage.said("warning"))
        sound = probe(graph, 3, ["midi 24000 904564"])
    assert abs(key_off(sound[0])) < 3


def test_a_scene_that_is_not_there_is_told():
    code, text = run(TACTUS, "play", "--scene", "no_such", "--bundle", BUNDLE)
    assert code == 1 and "“no_such”" in text and "tactus scene list" in text, text
    code, text = run(TACTUS, "play", "--scene", "fingers", "first_touch", "--bundle", BUNDLE)
    assert code == 64 and "Give a scene, or a patch" in text, text
    code, text = run(TACTUS, "play", "--from", "x", "--bundle", BUNDLE)
    assert code == 64 and "--scene" in text, text
