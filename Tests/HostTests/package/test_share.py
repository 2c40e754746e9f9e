"""A share text of a patch is what another program reads from it, and every command reads it in place of a
file; `tactus open` adds what came from elsewhere and replaces nothing."""
import os
import re
import shutil
import subprocess
import sys
import threading
import time

import pytest

import osc
from conftest import ROOT, figure
from lv2host import Plugin

sys.path.append(str(ROOT / "Tests" / "Models"))
import share  # noqa: E402

TACTUS = ROOT / ".build" / "release" / "tactus"
PATCHES = sorted((ROOT / "bundle" / "patches").glob("*.json"))


def tactus(*words, home):
    environment = dict(os.environ, HOME=str(home))
    environment.pop("XDG_DATA_HOME", None)
    return subprocess.run([TACTUS, *map(str, words)], capture_output=True, text=True, cwd=home,
                          env=environment, timeout=60)


@pytest.mark.parametrize("patch", PATCHES[::len(PATCHES) // 2], ids=lambda path: path.stem)
def test_another_program_reads_the_same(patch, tmp_path):
    text = tactus("patch", "share", patch, home=tmp_path).stdout.strip()
    assert re.fullmatch(r"tp1\.[A-Za-z0-9_-]+", text)
    assert share.unpack(text) == patch.read_bytes()


def test_every_patch_is_short_and_comes_back(tmp_path):
    sizes = []
    for patch in PATCHES:
        text = tactus("patch", "share", patch, home=tmp_path).stdout.strip()
        done = tactus("patch", "convert", text, "-o", "back.json", "--force", home=tmp_path)
        assert done.returncode == 0, done.stderr
        assert (tmp_path / "back.json").read_bytes() == patch.read_bytes(), patch.stem
        sizes.append((len(text), patch.stem))
        assert len(text) < len(patch.read_bytes()) / 2, patch.stem
    sizes.sort()
    middle = sizes[len(sizes) // 2][0]
    figure(f"share: {len(sizes)} patches, {middle} letters in the middle, at most {sizes[-1]}")


def test_every_command_reads_it(tmp_path):
    text = tactus("patch", "share", "wobble", home=tmp_path).stdout.strip()
    for words in (["patch", "show", text], ["patch", "check", "--strict", text],
                  ["patch", "diff", text, "wobble"], ["patch", "snapshot", text, "1", "-o", "a.json"],
                  ["watch", "first-touch", "--patch", text],
                  ["render", "first-touch", "--patch", text, "--seconds", "0.1", "-o", "a.wav"],
                  ["grid", "play", "rain", "--quarters", "1", "--patches", f"{text},pluck,pluck,pluck", "-o",
                   "b.wav"]):
        done = tactus(*words, home=tmp_path)
        assert done.returncode == 0, (words[:2], done.stderr)
    for broken in (text[:-4], text[:40] + "A" + text[41:], "tp1.", "tp1.!"):
        done = tactus("patch", "show", broken, home=tmp_path)
        assert done.returncode == 1 and "the share text is damaged" in done.stderr, (broken, done.stderr)


def test_what_came_is_added_beside_what_is_there(tmp_path):
    """Patches, grids and takes, as files and as texts; the same again changes nothing, another of the same
    name gets another name."""
    data = tmp_path / ".local" / "share" / "tactus"
    done = tactus("patch", "share", "wobble", "-o", "sent.tactuspatch", home=tmp_path)
    assert "as" in done.stderr and (tmp_path / "sent.tactuspatch").exists(), done.stderr
    tactus("grid", "share", "rain", "-o", "sent.tactusgrid", home=tmp_path)
    text = tactus("grid", "share", "night_bus", home=tmp_path).stdout.strip()
    take = ROOT / "bundle" / "demos" / "pluck.tactus"
    for _ in range(2):
        done = tactus("open", "--silent", "sent.tactuspatch", "sent.tactusgrid", text, take,
                      home=tmp_path)
        assert done.returncode == 0, done.stderr
    assert sorted(str(path.relative_to(data)) for path in data.rglob("*.*")) == [
        "grids/night_bus.json", "grids/rain.json", "patches/wobble.json", "takes/pluck.tactus"]
    assert (data / "patches/wobble.json").read_bytes() == (ROOT / "bundle/patches/wobble.json").read_bytes()
    assert (data / "takes/pluck.tactus").read_bytes() == take.read_bytes()
    # A file that has another name than its title, written by hand or sent around.
    (data / "patches/mine.json").write_text('{"version": 1, "name": "My own"}')
    for sent in (data / "patches/mine.json", "mine.tactuspatch"):
        tactus("patch", "share", "mine", "-o", "mine.tactuspatch", "--force", home=tmp_path)
        done = tactus("open", "--silent", sent, home=tmp_path)
        assert done.returncode == 0 and "patches/mine.json: the patch" in done.stderr, done.stderr
        shutil.copy(ROOT / "bundle/patches/glass_pad.json", data / "patches/mine.json")
    assert len(list((data / "patches").iterdir())) == 2
    (data / "patches/mine.json").unlink()
    other = (ROOT / "bundle/patches/wobble.json").read_text().replace('"seed": 1', '"seed": 2')
    (tmp_path / "other.json").write_text(other)
    assert tactus("open", "--silent", "other.json", home=tmp_path).returncode == 0
    assert (data / "patches/wobble_2.json").read_text() == other
    assert tactus("patch", "show", "wobble_2", home=tmp_path).stdout.startswith("Wobble\n")


def test_what_cannot_be_read_is_not_replaced(tmp_path):
    """A link that leads to itself cannot be read, not even by root."""
    patches = tmp_path / ".local/share/tactus/patches"
    patches.mkdir(parents=True)
    (patches / "wobble.json").symlink_to("wobble.json")
    text = tactus("patch", "share", ROOT / "bundle/patches/wobble.json", home=tmp_path).stdout.strip()
    done = tactus("open", "--silent", text, home=tmp_path)
    assert done.returncode == 1 and "wobble.json: " in done.stderr, done.stderr
    assert (patches / "wobble.json").is_symlink()


def test_without_a_plugin_the_sound_is_rendered_and_played(tmp_path):
    """The player is the first in PATH of three; here it keeps what it plays."""
    (tmp_path / "bin").mkdir()
    player = tmp_path / "bin" / "pw-play"
    player.write_text(f'#!/bin/sh\ncp "$1" {tmp_path}/heard.wav\n')
    player.chmod(0o755)
    environment = dict(os.environ, HOME=str(tmp_path), PATH=f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    text = tactus("patch", "share", "wobble", home=tmp_path).stdout.strip()
    done = subprocess.run([TACTUS, "open", "--port", "9", text], env=environment, capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stderr
    tactus("render", "first-touch", "--patch", "wobble", "-o", "wobble.wav", home=tmp_path)
    assert (tmp_path / "heard.wav").read_bytes() == (tmp_path / "wobble.wav").read_bytes()


class Running:
    """A plugin that runs in real time, with the files of a home of its own."""

    def __init__(self, uri, port):
        self.plugin = Plugin(uri, longest_block=512, osc_listen=1, osc_port=port)
        self.is_over = False
        self.thread = threading.Thread(target=self.go)

    def go(self):
        while not self.is_over:
            self.plugin.run(512)
            time.sleep(512 / 48000)

    def __enter__(self):
        self.thread.start()
        time.sleep(0.5)  # the socket is bound within 50 ms of the first run
        return self

    def __exit__(self, *_):
        self.is_over = True
        self.thread.join()
        self.plugin.__exit__()


def test_a_running_grid_plays_what_is_opened_sent_and_saved(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    port = osc.free_port()
    grids = tmp_path / ".local/share/tactus/grids"
    text = tactus("grid", "share", ROOT / "bundle/grids/rain.json", home=tmp_path).stdout.strip()

    def done(*words):
        said = tactus(*words, home=tmp_path)
        assert said.returncode == 0, said.stderr
        return said.stdout + said.stderr

    def ask(*words):
        return done("do", "--port", port, *words)

    with Running("urn:tactus:tonematrix", port):
        assert "grid changed: Rain, 1" in done("open", "--port", port, text)
        assert (grids / "rain.json").exists()
        assert "grid changed: Night bus, 2" in done("grid", "send", "night_bus", "--port", port)
        assert "grid changed: Mine, 3" in ask("/tactus/grid/save", "mine", "Mine")
        assert ask("/tactus/grid/list").startswith("grid list:\nmine\nrain\narpeggio\n")
        assert '"Night bus"' not in (grids / "mine.json").read_text()
        assert "grid compare: B" in ask("/tactus/grid/compare")
        assert "grid changed: Rain" in ask("/tactus/grid/load", "rain")
        assert "grid changed: Mine" in ask("/tactus/grid/compare")
        # The editor saves the file that was saved last, and the plugin plays it.
        (grids / "mine.json").write_text((grids / "mine.json").read_text().replace('"Mine"', '"Edited"'))
        deadline = time.time() + 10
        while "Edited" not in ask("/tactus/grid/get") and time.time() < deadline:
            time.sleep(0.1)
        assert '"Edited"' in ask("/tactus/grid/get")
        missing = tactus("do", "--port", port, "/tactus/grid/load", "nonesuch", home=tmp_path)
        assert missing.returncode == 1
        assert "nonesuch: there is no grid of this name" in missing.stderr
        # There is no instance for a patch.
        sent = tactus("patch", "send", "pluck", "--port", port, home=tmp_path)
        assert sent.returncode == 1 and "no instance with a patch receives this" in sent.stderr
