"""What a scene may do beyond its box: the user's own list grants it, by the hash of the scene's files, and
nothing else does."""
import hashlib
import json
import os
import subprocess
import socket
import time

import pytest

import scenes
from conftest import ROOT
from test_box import intruder
from test_faults import TONE, sounds, write

COMMAND = ROOT / ".build/release/tactus"


def digest(folder):
    """The scene's hash, as docs/scenes.md says: paths, sizes and bytes of its files in order."""
    whole = hashlib.sha256()
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    for path in sorted(files, key=lambda path: str(path.relative_to(folder)).encode()):
        if path.relative_to(folder).parts[0] == "data":
            continue
        text = path.read_bytes()
        whole.update(str(path.relative_to(folder)).encode() + b"\0" + str(len(text)).encode() + b"\0" + text)
    return whole.hexdigest()


def trust(config, folder, network=False, box=True, text=None):
    (config / "tactus").mkdir(parents=True, exist_ok=True)
    scenes_ = [{"sha256": digest(folder), "name": folder.name, "network": network, "box": box}]
    (config / "tactus" / "scenes-trust.json").write_text(
        text or json.dumps({"version": 1, "scenes": scenes_}))


def report(folder, state, seconds=60):
    """What the intruder reached."""
    with scenes.scene(folder, state, block=256) as plugin:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            plugin.run(256)
            for _, body in plugin.sent():
                for line in body.split(b"\n"):
                    if line.startswith(b"intruder:"):
                        words = line.rstrip(b"\0").decode().split()[1:]
                        return dict(zip(words[::2], map(int, words[1::2])))
            time.sleep(0.002)
    raise AssertionError("the intruder was not loaded")


def test_the_users_list_alone_opens_the_box(tmp_path, monkeypatch):
    config, home = tmp_path / "config", tmp_path / "home"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(config))
    home.mkdir()
    (home / "secret").write_text("mine")
    folder = write(tmp_path / "scene", *TONE, "#X obj 200 10 intruder;")
    # A scene that grants it to itself, and a session that does, change nothing.
    granted = '{"version": 1, "network": true, "box": false, "trust": true}'
    (folder / "scenes-trust.json").write_text(granted)
    with socket.create_server(("127.0.0.1", 0)) as server:
        intruder(folder, home / "secret", server.getsockname()[1])
        state = scenes.state(tmp_path / "given", folder)
        state.write_text(state.read_text().replace(
            '"^^atom:Path ]', '"^^atom:Path ; <urn:tactus:vocabulary#trust> true ;'
            ' <urn:tactus:vocabulary#network> true ]'))
        from lv2host import Plugin
        with Plugin(scenes.SCENE, rate=scenes.RATE, longest_block=256, state=state) as plugin:
            assert sounds(plugin)
        assert report(folder, tmp_path / "s1")["network"] == 0
        trust(config, folder, network=True)
        reached = report(folder, tmp_path / "s2")
        assert (reached["network"], reached["secret"], reached["passwd"]) == (1, 0, 0)
        trust(config, folder, box=False)
        reached = report(folder, tmp_path / "s3")
        assert (reached["network"], reached["secret"], reached["passwd"]) == (1, 1, 1)
        # Another byte in any of its files, and it is one of the others again.
        (folder / "more.txt").write_text("x")
        assert report(folder, tmp_path / "s4")["network"] == 0
        trust(config, folder, text='{"scenes": [{"sha256": 5}]}')
        assert report(folder, tmp_path / "s5")["network"] == 0


def test_a_trusted_scene_needs_no_bubblewrap(tmp_path, monkeypatch):
    config = tmp_path / "config"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(config))
    monkeypatch.setenv("TACTUS_BWRAP", str(tmp_path / "nothing"))
    folder = write(tmp_path / "scene", *TONE)
    with scenes.scene(folder, tmp_path / "state", block=256) as plugin:
        assert scenes.reach(plugin, ["blocked"]) == "blocked"
    trust(config, folder, box=False)
    with scenes.scene(folder, tmp_path / "state2", block=256) as plugin:
        assert sounds(plugin)


def test_the_command_writes_the_list(tmp_path):
    folder = write(tmp_path / "scene", *TONE)
    (folder / "data").mkdir()
    (folder / "data" / "kept").write_text("1")
    environment = dict(os.environ, XDG_CONFIG_HOME=str(tmp_path / "config"))

    def run(*words):
        return subprocess.run([COMMAND, "scene", "trust", *words], env=environment, text=True,
                              capture_output=True, timeout=60)
    assert run(str(folder)).stdout == "scene\tnothing more than all scenes\n"
    assert run(str(folder), "--network").stdout == "scene\tnetwork\n"
    kept = json.loads((tmp_path / "config/tactus/scenes-trust.json").read_text())
    assert kept == {"version": 1, "scenes": [
        {"sha256": digest(folder), "name": "scene", "network": True, "box": True}]}
    assert run().stdout == f"scene\tnetwork\t{digest(folder)}\n"
    assert run(str(folder), "--no-box", "--network").stdout == "scene\tnetwork, no box\n"
    assert run(str(folder), "--send", "192.168.1.20", "--send", "10.0.0.2").stdout == (
        "scene\tsends to 192.168.1.20, sends to 10.0.0.2\n")
    kept = json.loads((tmp_path / "config/tactus/scenes-trust.json").read_text())
    assert kept["scenes"][0]["send"] == ["192.168.1.20", "10.0.0.2"]
    for wrong in ["tablet", "10.0.0", "10.0.0.256", ""]:
        done = run(str(folder), "--send", wrong)
        assert done.returncode != 0 and f"“{wrong}” is not an IPv4 address" in done.stderr
    assert run(str(folder), "--remove").stdout == "scene\tnothing more than all scenes\n" and not run().stdout
    assert run("--network").returncode != 0 and run(str(folder), "--remove", "--network").returncode != 0
