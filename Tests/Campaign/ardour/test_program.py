"""A restored session survives the Program Change that Ardour repeats."""
import json
import re

from ardour_session import Session
from conftest import PLUGIN, ROOT

FILES = sorted((ROOT / "bundle" / "patches").glob("*.json"))


def newest_state(session):
    folder = next((session.path / "plugins").iterdir())
    return (max(folder.iterdir(), key=lambda state: int(state.name.removeprefix("state")))
            / "state.ttl").read_text()


def name_in(state):
    return re.search(r'\\?"name\\?": \\?"([^"\\]*)', state)[1]


def allow_programs(session):
    bank = session.folder / "home" / ".local" / "share" / "tactus" / "patches"
    bank.mkdir(parents=True)
    (bank / "bank.json").write_text('{"program_change": true}')


def test_a_program_selects_a_patch_and_its_repetition_nothing(tmp_path):
    session = Session(tmp_path, PLUGIN, "OSC listen=0")
    allow_programs(session)
    session.add_notes([(1, 1, 60, 100)], 4, program=4)
    assert "saved" in session.script("play.lua", session.path, 2)
    assert name_in(newest_state(session)) == json.loads(FILES[4].read_text())["name"], "the fifth of the list"
    # Another preset over it. Whenever the session plays, Ardour sends the program again.
    assert "saved" in session.script("play.lua", session.path, 2, "Glass pad")
    before = newest_state(session)
    assert name_in(before) == "Glass pad" and "vocabulary#program" in before
    assert "saved" in session.script("play.lua", session.path, 2)
    assert newest_state(session) == before
