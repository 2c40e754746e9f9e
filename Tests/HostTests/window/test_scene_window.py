"""The window of Tactus Scene: a mouse moves a widget, the patch hears it, and its picture changes."""
import pathlib
import sys

import numpy
import pytest

from window import Screen, Window

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "scene"))
import pages  # noqa: E402
import scenes  # noqa: E402

BLOCK = 256


@pytest.fixture
def screen():
    with Screen() as screen:
        yield screen


def with_keyboard(screen, plugin):
    """A window of a playing scene that has the keyboard."""
    window = Window(screen, plugin, uri=scenes.SCENE)
    scenes.reach(plugin, ["playing"], BLOCK)
    window.turns(2)
    screen.hand("key", "--window", window.id, "F6")
    window.turns(1)
    return window


def test_keys_without_a_letter_are_keys_of_the_patch(tmp_path, screen):
    """After F6, by their names in Pd. Space and Return would press the control that has the focus, too."""
    names = ["Up", "Prior", "F5", "Shift_L", "Home"]
    folder = pages.write(
        tmp_path / "scene", "#X obj 10 10 keyname;", "#X obj 10 40 sel " + " ".join(names) + ";",
        *[f"#X msg {10 + 40 * n} 70 {n + 1};" for n in range(len(names))], "#X obj 10 100 sig~;",
        "#X obj 10 130 dac~;",
        "#X connect 0 1 1 0;", *[f"#X connect 1 {n} {2 + n} 0;" for n in range(len(names))],
        *[f"#X connect {2 + n} 0 {2 + len(names)} 0;" for n in range(len(names))],
        f"#X connect {2 + len(names)} 0 {3 + len(names)} 0;")
    with scenes.scene(folder, tmp_path / "state", block=BLOCK) as plugin:
        window = with_keyboard(screen, plugin)
        for number, name in enumerate(names):
            screen.hand("key", "--window", window.id, name)
            window.until(lambda: (window.turn()[1][0] == number + 1).all())
        window.close()


def test_a_letter_is_released_as_it_was_pressed(tmp_path, screen):
    """Shift that comes while it is held doesn't make it another key."""
    folder = pages.write(
        tmp_path / "scene", "#X obj 10 10 keyname;", "#X obj 90 40 sel a A;", "#X msg 90 70 1;", "#X msg 130 70 2;",
        "#X obj 10 100 f;", "#X obj 10 40 moses 0.5;", "#X obj 10 70 b;", "#X obj 10 130 sig~;", "#X obj 10 160 dac~;",
        *[f"#X connect {line};" for line in ("0 1 1 0", "1 0 2 0", "1 1 3 0", "2 0 4 1", "3 0 4 1", "0 0 5 0",
                                             "5 0 6 0", "6 0 4 0", "4 0 7 0", "7 0 8 0", "7 0 8 1")])
    with scenes.scene(folder, tmp_path / "state", block=BLOCK) as plugin:
        window = with_keyboard(screen, plugin)
        screen.hand("keydown", "a", "keydown", "shift", "keyup", "a", "keyup", "shift")
        window.until(lambda: (window.turn()[1][0] != 0).all())
        assert window.turn()[1][0, -1] == 1
        window.close()


def test_a_slider_is_dragged(tmp_path, screen, monkeypatch):
    """The slider fills the page but for its borders, so its middle is in the middle of the page."""
    # What comes too late is silent, and this is no test of speed.
    monkeypatch.setenv("TACTUS_SCENE_DEADLINE", "10000")
    folder = pages.write(tmp_path / "scene", *pages.heard("level"), canvas="0 0 148 35 10")
    with scenes.scene(folder, tmp_path / "state", block=BLOCK) as plugin:
        window = Window(screen, plugin, uri=scenes.SCENE)
        assert window.handle
        scenes.reach(plugin, ["playing"], BLOCK)
        window.turns(2)
        before = screen.picture(window.id)
        assert (before == 255).all(axis=2).sum() > 50_000, "there is no page"
        screen.hand("mousemove", 300, 300, "mousedown", 1, "mousemove", 350, 300, "mousemove", 420, 300)
        window.turns(1)
        screen.hand("mouseup", 1)
        window.until(lambda: 0.05 < window.turn()[1][0, -1] < 0.6)
        after = screen.picture(window.id)
        assert (after != before).any(axis=2).sum() > 200, "the slider is not drawn where it is"
        # What the patch does is seen, too.
        pages.put(plugin, {"level": 1})
        window.turns(1)
        assert (screen.picture(window.id) != after).any(axis=2).sum() > 200
        window.until(lambda: (window.turn()[1][0, -256:] == numpy.float32(1)).all())
        window.close()
