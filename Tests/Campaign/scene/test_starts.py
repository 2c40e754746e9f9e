"""Scenes that start, are saved and restored many times: each session has the value that was moved just before, and each
start is heard."""
import os

import pages
import scenes
from lv2host import Plugin

STARTS = int(os.environ.get("SCENE_STARTS", "200"))


def test_each_start_is_heard(tmp_path):
    folder = pages.write(tmp_path / "scene", *pages.heard("level", init=0))
    for number in range(STARTS):
        value, session = (number % 16 + 1) / 32, tmp_path / f"session{number}"
        session.mkdir()
        with scenes.scene(folder, tmp_path / "state", block=64) as plugin:
            scenes.reach(plugin, ["playing"])
            plugin.run(64)
            plugin["p_01"] = value
            plugin.run(64)
            assert plugin.calls.host_save(plugin.host, str(session).encode())
        for port in (0, 0.75):
            with Plugin(scenes.SCENE, rate=scenes.RATE, longest_block=64, state=session / "state.ttl",
                        p_01=port) as plugin:
                pages.level(plugin, value)
