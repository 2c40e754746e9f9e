"""A headless Ardour session with a scene: two exports are equal, and a session that was moved has its scene
and the values of its widgets."""
import os
import shutil

import numpy
import pytest

import pages
from ardour_session import Session, preset
from conftest import figure
from scenes import SCENE
from test_session import value_of

SECONDS = 3
KEY = "urn:tactus:vocabulary#"
# A sine with the level of a slider, and noise, which is the same each time that the patch begins.
PATCH = [f"#X obj 10 10 hsl 128 15 0 1 0 0 level level-set level {pages.LOOK} 0 1;", "#X obj 10 40 r level;",
         "#X obj 10 60 pack f 20;", "#X obj 10 80 line~;", "#X obj 90 60 osc~ 330;", "#X obj 10 110 *~;",
         "#X obj 90 90 noise~;", "#X obj 90 110 *~ 0.01;", "#X obj 10 150 dac~;", "#X connect 1 0 2 0;",
         "#X connect 2 0 3 0;", "#X connect 3 0 5 0;", "#X connect 4 0 5 1;", "#X connect 5 0 8 0;",
         "#X connect 6 0 7 0;", "#X connect 7 0 8 1;"]


class SceneSession(Session):
    """A session that finds a preset which chooses a scene and moves a widget."""

    def __init__(self, folder, scene):
        presets = preset(folder / "presets", SCENE, "Sine", scene=f'"{scene}"^^atom:Path',
                         scene_values='"""{"level": 0.25}"""')
        super().__init__(folder, SCENE, "Sine", script="scene/scene.lua", presets=presets)

    def state(self):
        """The newest state of the plugin."""
        states = list((self.path / "plugins").glob("*/state*/state.ttl"))
        return max(states, key=lambda state: int(state.parent.name.removeprefix("state"))).read_text()


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    folder = tmp_path_factory.mktemp("scene")
    made = SceneSession(folder / "work", pages.write(folder / "my scene", *PATCH))
    made.scene = folder / "my scene"
    return made


@pytest.fixture(scope="module")
def exported(session):
    return session.export("first", SECONDS)[0]


def test_two_exports_of_a_scene_are_equal(session, exported):
    second = session.export("second", SECONDS)[0]
    figure(f"Ardour, a scene: {exported.shape[1]} frames, twice the same, peak {abs(exported[0]).max():.4f}")
    assert exported.shape == second.shape and numpy.array_equal(exported, second)
    # The sine has the level of the slider; the noise is there.
    assert abs(abs(exported[0, 48000:]).max() - 0.25) < 1e-3
    assert 0.005 < abs(exported[1, 48000:]).max() <= 0.01


def test_a_session_that_was_moved_has_its_scene_and_its_values(session, exported):
    """The session lies in another folder, and the scene is where it was no more."""
    before = value_of(session.state(), KEY + "scene_values")
    assert before and "0.25" in before
    session.path = session.path.rename(session.folder / "moved session")
    shutil.rmtree(session.scene)
    assert numpy.array_equal(session.export("moved", SECONDS)[0], exported)
    assert "saved" in session.script("resave.lua", session.path)
    assert value_of(session.state(), KEY + "scene_values") == before
