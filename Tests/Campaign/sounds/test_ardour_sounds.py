"""Factory patches with recorded sounds and with a wavetable in an Ardour session: saved, their files moved
and renamed, found again by their hash, and gone."""
import os
import shutil

import numpy
import pytest

from ardour_session import Session
from conftest import BUILD, PLUGIN, figure
from sound import peak

NAMES, SECONDS = ["Belfry", "Sieve"], 5
SOUNDS = BUILD / "tactus.lv2" / "samples"


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    made = Session(tmp_path_factory.mktemp("sounds"), PLUGIN, *NAMES, script="patches.lua")
    for name in NAMES:
        made.add_notes([(1, 2, 48, 100), (3, 2, 67, 90)], 10, name)
    return made


@pytest.fixture(scope="module")
def first(session):
    return {name: session.export("first", SECONDS, only=name)[0] for name in NAMES}


def test_they_sound_and_a_second_load_sounds_the_same(session, first):
    for name in NAMES:
        assert peak(first[name]) > 0.01, f"{name} is silent"
        again = session.export("second", SECONDS, only=name)[0]
        assert numpy.array_equal(again, first[name]), name


def test_moved_sounds_are_found_and_missing_ones_are_silent(session, first, tmp_path, monkeypatch):
    """The session opened where the bundle lacks the files, and the user has them with other names."""
    bundle = tmp_path / "lv2" / "tactus.lv2"
    shutil.copytree(BUILD / "tactus.lv2", bundle, ignore=shutil.ignore_patterns("samples"))
    others = [path for path in os.environ["LV2_PATH"].split(":") if path != str(BUILD)]
    monkeypatch.setenv("LV2_PATH", ":".join([str(bundle.parent), *others]))
    folder = session.folder / "home" / ".local" / "share" / "tactus" / "samples"
    (folder / "from" / "elsewhere").mkdir(parents=True)
    for number, path in enumerate(sorted(SOUNDS.iterdir())):
        shutil.copy(path, folder / "from" / "elsewhere" / f"sound {number}.wav")
    for name in NAMES:
        moved = session.export("moved", SECONDS, only=name)[0]
        assert numpy.array_equal(moved, first[name]), name
    shutil.rmtree(folder)
    gone = {name: peak(session.export("gone", SECONDS, only=name)[0]) for name in NAMES}
    assert gone == {name: 0 for name in NAMES}
    figure(f"Ardour: {' and '.join(NAMES)} with their files moved and renamed: the same samples; without: "
           f"silent")
