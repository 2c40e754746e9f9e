"""A session keeps its scene: saved by lilv as hosts do, moved, and loaded again."""

import pytest

import scenes
from scenes import RATE, SCENE
from lv2host import Plugin
from test_faults import TONE, reports, sounds, write


@pytest.mark.parametrize("is_file", [False, True])
def test_a_session_that_is_moved_has_its_scene(tmp_path, is_file):
    """A scene outside of the session is linked there, and one inside of it moves with it."""
    folder = write(tmp_path / "my scene", *TONE)
    session = tmp_path / "session"
    session.mkdir()
    with scenes.scene(folder / "_main.pd" if is_file else folder, tmp_path / "state", block=256) as plugin:
        assert sounds(plugin)
        plugin["level"] = -6
        assert plugin.calls.host_save(plugin.host, str(session).encode())
    assert str(folder) not in (session / "state.ttl").read_text(), "the path is that of one machine"
    moved = session.rename(tmp_path / "moved")
    with Plugin(SCENE, rate=RATE, longest_block=256, state=moved / "state.ttl") as plugin:
        assert sounds(plugin) and plugin["level"] == -6


def test_a_session_without_a_scene_is_silent(tmp_path):
    session = tmp_path / "session"
    session.mkdir()
    with Plugin(SCENE, rate=RATE, longest_block=256) as plugin:
        assert plugin.calls.host_save(plugin.host, str(session).encode())
    with scenes.scene(write(tmp_path / "scene", *TONE), tmp_path / "state", block=256) as plugin:
        assert sounds(plugin)
        assert plugin.calls.host_restore(plugin.host, str(session / "state.ttl").encode())
        assert reports(plugin, b"None")
        assert not scenes.play(plugin, 4096, 256)[:, 2048:].any()
