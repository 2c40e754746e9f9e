"""One Ardour session saves and restores eight patches of the library."""
import json
import re

import numpy
import pytest

from ardour_session import Session
from conftest import PLUGIN, ROOT, figure
from sound import first_sound

FILES = [ROOT / "bundle" / "patches" / f"{name}.json" for name in (
    "breath", "cluster_drone", "first_touch", "glass_pad", "pluck", "rubber_bass", "spread_organ", "wobble")]
SECONDS = 6


def name_of(file):
    return json.loads(file.read_text())["name"]


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    """Eight tracks, each with a patch and a chord at its own time."""
    assert len(FILES) == 8
    names = [name_of(file) for file in FILES]
    made = Session(tmp_path_factory.mktemp("patches"), PLUGIN, *names, script="patches.lua")
    for number, name in enumerate(names):
        made.add_notes([(number + 1, 2, key + number, 100) for key in (48, 55, 64)], 12, name)
    return made


def saved_patches(session):
    """The patches in the newest state of each plugin of the session, as Ardour saved them."""
    texts = {}
    for folder in (session.path / "plugins").iterdir():
        newest = max(folder.iterdir(), key=lambda state: int(state.name.removeprefix("state")))
        text = (newest / "state.ttl").read_text()
        name = re.search(r'"name": \\?"([^"\\]*)', text)
        assert name, text[:2000]
        texts[name[1]] = re.search(r"vocabulary#patch>\s+(\"\"\".*?\"\"\")", text, re.S)[1]
    return texts


def test_eight_patches_come_back_from_one_ardour_session(session):
    # One track at a time: Ardour adds tracks in an order that changes from run to run, and with it the last
    # bit.
    names = [name_of(file) for file in FILES]
    first = {name: session.export("first", SECONDS, only=name)[0] for name in names}
    before = saved_patches(session)
    assert sorted(before) == sorted(names)
    assert "saved" in session.script("resave.lua", session.path)
    assert saved_patches(session) == before, "a session that was only opened saves other patches"
    for number, name in enumerate(names):
        onset = first_sound(first[name][0], 1e-5)
        assert onset is not None and 0 <= onset - 24000 * (number + 1) < 4800, f"{name} begins at {onset}"
        second, _ = session.export("second", SECONDS, only=name)
        different = numpy.flatnonzero((second != first[name]).any(axis=0))
        assert not different.size, (
            f"{name}: {different.size} samples differ, the first at {different[0]}, by "
            f"{abs(second - first[name]).max()} at most")
    figure(f"Ardour: {len(names)} patches in one session, saved twice, the same samples from each")
