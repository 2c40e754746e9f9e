"""A headless Ardour session with a scene: two exports are equal."""
import numpy

import pages
from ardour_session import Session, preset
from conftest import figure
from scenes import SCENE

SECONDS = 3
# A sine with the level of a slider, and noise, which is the same each time that the patch begins.
PATCH = [f"#X obj 10 10 hsl 128 15 0 1 0 0 level level-set level {pages.LOOK} 0 1;", "#X obj 10 40 r level;",
         "#X obj 10 60 pack f 20;", "#X obj 10 80 line~;", "#X obj 90 60 osc~ 330;", "#X obj 10 110 *~;",
         "#X obj 90 90 noise~;", "#X obj 90 110 *~ 0.01;", "#X obj 10 150 dac~;", "#X connect 1 0 2 0;",
         "#X connect 2 0 3 0;", "#X connect 3 0 5 0;", "#X connect 4 0 5 1;", "#X connect 5 0 8 0;",
         "#X connect 6 0 7 0;", "#X connect 7 0 8 1;"]


def test_two_exports_of_a_scene_are_equal(tmp_path):
    """A preset chooses the scene and moves its slider."""
    folder = pages.write(tmp_path / "my scene", *PATCH)
    presets = preset(tmp_path / "presets", SCENE, "Sine", scene=f'"{folder}"^^atom:Path',
                     scene_values='"""{"level": 0.25}"""')
    session = Session(tmp_path / "work", SCENE, "Sine", script="scene.lua", presets=presets)
    first, second = (session.export(name, SECONDS)[0] for name in ("first", "second"))
    figure(f"Ardour, a scene: {first.shape[1]} frames, twice the same, peak {abs(first[0]).max():.4f}")
    assert numpy.array_equal(first, second)
    # The sine has the level of the slider; the noise is there.
    assert abs(abs(first[0, 48000:]).max() - 0.25) < 1e-3
    assert 0.005 < abs(first[1, 48000:]).max() <= 0.01
