"""Objects on a simulated table sound the same at any block size."""
import json
import os
import shutil

import pytest

from conftest import ROOT, run

TACTUS = ROOT / ".build" / "release" / "tactus"
CARDS = ["long", "small", "wide"]  # in the order of their files; tokens have the ids -1, -2, -3


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
