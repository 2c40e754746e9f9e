"""Objects on a simulated table: the same tokens live, rendered and from a take."""
import json
import os
import shutil
import signal
import subprocess

import pytest

from conftest import ROOT, run
from osc import free_port

TACTUS = ROOT / ".build" / "release" / "tactus"
CARDS = ["long", "small", "wide"]  # in the order of their files; tokens have the ids -1, -2, -3
PLAY = """
import signal, sys, time
sys.path.insert(0, 'Tests/HostTests')
import conftest
from lv2host import Plugin
is_over = []
signal.signal(signal.SIGTERM, lambda *_: is_over.append(True))
with Plugin(longest_block=256, osc_listen=1, osc_port={port}) as plugin:
    told, due = False, time.monotonic()
    while not is_over:
        plugin.run(256)
        if plugin["live_osc_port"] and not told:
            told = True
            print(int(plugin["live_osc_port"]), flush=True)
        due = max(due + 256 / 48000, time.monotonic() - 0.1)
        time.sleep(max(due - time.monotonic(), 0))
"""


@pytest.fixture
def room(tmp_path):
    """The environment of a user with three cards and a table, and its folder."""
    settings, cards = tmp_path / "config" / "tactus", tmp_path / "data" / "tactus" / "tangibles"
    settings.mkdir(parents=True)
    cards.mkdir(parents=True)
    (settings / "network.json").write_text(json.dumps(
        {"announce": False, "sources": [{"from": "127.0.0.1", "size_mm": [597, 336], "confirm": "fast"}]}))
    for name in CARDS:
        shutil.copy(ROOT / "bundle" / "tangibles" / f"{name}_card.json", cards)
    environment = dict(
        os.environ, XDG_CONFIG_HOME=str(tmp_path / "config"), XDG_DATA_HOME=str(tmp_path / "data"))
    return tmp_path, environment


def tactus(environment, *words):
    code, said = run(TACTUS, *words, env=environment, timeout=120)
    assert code == 0, said
    return said


def table(room, seconds):
    """A performance of three cards and two fingers. No touch is lost: when that comes is up to the clock."""
    folder, environment = room
    path = folder / "table.tactus"
    tactus(environment, "tangible", "simulate", "-o", path, "--seconds", seconds, "--fingers", 2,
           "--noise", 0.3, "--bias", 0.2, "--drops", 0, "--seed", 5)
    return path


def tokens(take):
    """What came and went: the id of each object that is put down, its negative when lifted; and where it was
    put down, in mm."""
    steps, places, down = [], [], set()
    for line in take.read_text().splitlines():
        words = line.split()
        if len(words) > 3 and words[1] == "token" and words[3] not in down:
            down.add(words[3])
            steps.append(("down", words[3]))
            places.append((float(words[4]) * 597, float(words[5]) * 336))
        elif len(words) > 3 and words[1] == "token_lifted":
            down.remove(words[3])
            steps.append(("up", words[3]))
    return steps, places


def test_the_same_tokens_live_and_rendered(room):
    folder, environment = room
    path = table(room, 8)
    port = free_port()
    live = folder / "live.tactus"
    host = subprocess.Popen(["/usr/bin/python3", "-c", PLAY.format(port=port)], cwd=ROOT, text=True,
                            stdout=subprocess.PIPE, env=environment)
    try:
        assert int(host.stdout.readline()) == port
        recorder = subprocess.Popen([TACTUS, "record", "--take", "--port", str(port), "-o", live], text=True,
                                    stderr=subprocess.PIPE, env=environment)
        while "has begun" not in recorder.stderr.readline():
            assert recorder.poll() is None
        tactus(environment, "send", path, "--port", port)
        recorder.send_signal(signal.SIGINT)
        recorder.communicate(timeout=30)
    finally:
        host.terminate()
        host.wait(30)
    rendered = folder / "rendered.tactus"
    tactus(environment, "convert", path, rendered, "--to", "take")
    (steps, places), (wanted, where) = tokens(live), tokens(rendered)
    assert steps == wanted and len({step[1] for step in steps}) == 3, (steps, wanted)
    for (x, y), (u, v) in zip(places, where):
        assert abs(x - u) < 3 and abs(y - v) < 3
    # Each card begins as three fingers that leave as pads.
    for each in live, rendered:
        withdrawn = sum(line.split()[1:2] == ["withdrawn"] for line in each.read_text().splitlines())
        assert withdrawn >= 3 * sum(step[0] == "down" for step in steps)
    # Played back, the take has the tokens that it recorded.
    again = folder / "again.tactus"
    tactus(environment, "convert", live, again)
    assert tokens(again) == (steps, places)


def test_a_table_sounds_the_same_at_any_block_size(room):
    folder, environment = room
    path = table(room, 5)
    sounds = []
    for number, block in enumerate((64, 1000, 64)):
        wave = folder / f"{number}.wav"
        tactus(environment, "render", path, "-o", wave, "--block", block)
        sounds.append(wave.read_bytes())
    assert sounds[0] == sounds[1] == sounds[2] and len(sounds[0]) > 100_000
    # A smaller surface has no such cards: the pads go on as fingers.
    tactus(environment, "render", path, "-o", folder / "other.wav", "--size", "300x170")
    assert (folder / "other.wav").read_bytes() != sounds[0]
    tokens = ",".join(f"token_{number}_present" for number in (1, 2, 3))
    said = tactus(environment, "watch", path, "--controllers", tokens)
    assert said.count("\n") >= 3
