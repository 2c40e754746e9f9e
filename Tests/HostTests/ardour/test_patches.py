"""The factory patches are saved and restored: by one Ardour session, and by a state directory that jalv
loads."""
import json
import re

import numpy
import pytest

from ardour_session import Session
from conftest import PLUGIN, ROOT, figure
from graph import again_once, jackd
from lv2host import MIDI, Plugin, state_file
from sound import first_sound, peak

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


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_jalv_plays_a_written_state_to_the_bit(file, tmp_path):
    """jalv's recording of a note equals, sample for sample, the same note in our own host. The number of JACK
    cycles between `activate` and the note is not known, so the test searches for it."""
    note, cycle, seconds, frames = 60, 1024, 3, 12_000
    # Breath is controlled by pressure.
    state = state_file(tmp_path / "state", file.read_text(), touch_pressure=0.7)

    def take():
        with jackd() as graph, graph.plugin(load=state.parent):
            on = 40 * cycle + 317
            sound, sends = graph.record(seconds, [f"midi {on} 90{note:02x}64"])
            return sound, on

    sound, on = again_once(take)
    start = first_sound(sound[0], 0)
    assert start is not None and on <= start < on + 64, f"{start}, not {on}"
    wanted = sound[:, on:on + frames]
    for cycles in range(1, 1200):
        with Plugin(state=state, longest_block=cycle) as plugin:
            plugin.calls.host_time(plugin.host, cycles, cycle)
            played = plugin.play([(317, MIDI, [0x90, note, 100])], 317 + frames, cycle)[:, 317:]
        if numpy.array_equal(played, wanted):
            figure(f"jalv -l: {file.stem} is the same to the bit, {cycles} cycles after activate")
            return
    pytest.fail(
        f"no number of cycles gives what jalv played; nearest by the last try: {abs(played - wanted).max()}")
