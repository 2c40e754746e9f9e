"""A session of Ardour keeps the set list and the place in it."""
import json

from ardour_session import Session
from conftest import PLUGIN, figure
from test_program import name_in, newest_state


def test_a_session_brings_its_patch_and_its_place(tmp_path):
    """Ardour saves and restores the position; a program selects from the set list, and its repetition does
    nothing."""
    session = Session(tmp_path, PLUGIN, "OSC listen=0")
    folder = session.folder / "home" / ".local" / "share" / "tactus" / "patches"
    folder.mkdir(parents=True)
    for name in ("alto", "bass", "cello"):
        (folder / f"{name}.json").write_text(json.dumps({"version": 1, "name": name}))
    (folder / "night.setlist.json").write_text(
        json.dumps({"version": 1, "patches": ["bass", "alto", "cello"]}))
    session.add_notes([(1, 1, 60, 100)], 4, program=2)
    # What a host would have saved after OSC had chosen the set list.
    assert "saved" in session.script("play.lua", session.path, 1)
    states = sorted((session.path / "plugins").rglob("state.ttl"), key=lambda path: path.stat().st_mtime)
    text = states[-1].read_text()
    assert "vocabulary#setlist" not in text
    marked = text.replace("<urn:tactus:vocabulary#patch>",
                          '<urn:tactus:vocabulary#setlist> "night" '
                          ';\n\t\t<urn:tactus:vocabulary#setlist_place> 1 ;\n'
                          "\t\t<urn:tactus:vocabulary#patch>", 1)
    assert marked != text
    states[-1].write_text(marked)
    assert "saved" in session.script("play.lua", session.path, 2)
    after = newest_state(session)
    figure("set list in Ardour's session: " + name_in(after))
    assert "vocabulary#setlist" in after and "night" in after
