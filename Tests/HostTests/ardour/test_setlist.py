"""A set list through the bundle: chosen over OSC, kept in the state, stepped by a trigger and by programs."""
import json
import time

import jsonschema

import osc
from ardour_session import Session
from conftest import PLUGIN, ROOT, figure
from lv2host import BEGAN, ENDED, MIDI, TOUCH, Plugin, state_file, touch
from test_program import name_in, newest_state

BLOCK = 256


def folder_with(home, patches, monkeypatch):
    """The user's folder with patches that differ in name, and a set list of all of them and of a missing
    one."""
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    folder = home / "tactus" / "patches"
    folder.mkdir(parents=True)
    routes = [{"trigger": "on_touch_ended", "action": "patch.next"}]
    for name in patches:
        (folder / f"{name}.json").write_text(json.dumps({"version": 1, "name": name, "routes": routes}))
    order = [patches[0], "missing", *patches[1:]]
    (folder / "night.setlist.json").write_text(json.dumps({"version": 1, "patches": order}))
    return folder


def ask(plugin, sender, *message, answers=1):
    """Sends a message; returns the messages that come back, once there are `answers`."""
    sender.send(osc.message(*message))
    sender.socket.settimeout(0.02)
    found = []
    for _ in range(200):
        plugin.run(BLOCK)
        try:
            found += osc.messages(sender.socket.recv(65536))
        except TimeoutError:
            pass
        if len(found) >= answers:
            break
    return found


def settle(plugin, seconds=0.3):
    for _ in range(int(seconds / 0.01)):
        plugin.run(BLOCK)
        time.sleep(0.01)


def test_triggers_and_programs_step_through_a_set_list(tmp_path, monkeypatch):
    folder_with(tmp_path, ["alto", "bass", "cello"], monkeypatch)
    port = osc.free_port()
    with Plugin(longest_block=BLOCK, osc_listen=1, osc_port=port) as plugin, osc.Sender(port) as sender:
        settle(plugin)
        place, changed = ask(plugin, sender, "/tactus/patch/setlist", "night", answers=2)
        assert place == ["/tactus/answer/patch/setlist", "night", 1] and changed[1] == "alto"

        def now():
            return json.loads(ask(plugin, sender, "/tactus/patch/get")[0][1])["name"], \
                ask(plugin, sender, "/tactus/patch/setlist")[0][2]

        for expected in (("bass", 3), ("cello", 4), ("alto", 1)):  # the second of the list is missing
            plugin.event(touch(BEGAN, 1, 0.5, 0.5), 0, TOUCH)
            plugin.run(BLOCK)
            plugin.event(touch(ENDED, 1), 0, TOUCH)
            settle(plugin)
            assert now() == expected
        plugin.event([0xC0, 3], 0, MIDI)
        settle(plugin)
        assert now() == ("cello", 4)
        plugin.event([0xC0, 1], 0, MIDI)
        settle(plugin)
        assert now() == ("cello", 4), "the missing one is refused"


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


def test_a_restored_place_loads_nothing(tmp_path, monkeypatch):
    folder_with(tmp_path, ["alto", "bass", "cello"], monkeypatch)
    state = state_file(tmp_path / "state", json.dumps({"version": 1, "name": "mine"}))
    text = state.read_text()
    state.write_text(text.replace("state:state [", 'state:state [ <urn:tactus:vocabulary#setlist> "night" ; '
                                  "<urn:tactus:vocabulary#setlist_place> 3 ; ", 1))
    port = osc.free_port()
    with Plugin(longest_block=BLOCK, state=state) as plugin, osc.Sender(port) as sender:
        plugin["osc_listen"], plugin["osc_port"] = 1, port
        settle(plugin)
        assert json.loads(ask(plugin, sender, "/tactus/patch/get")[0][1])["name"] == "mine"
        assert ask(plugin, sender, "/tactus/patch/setlist") == [["/tactus/answer/patch/setlist", "night", 3]]
        assert ask(plugin, sender, "/tactus/patch/next")[-1][1] == "cello"


def test_the_schema_says_what_the_reader_does():
    schema = json.loads((ROOT / "docs" / "setlist.schema.json").read_text())
    validator = jsonschema.Draft202012Validator(schema)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert validator.is_valid({"version": 1, "patches": ["Glass pad", "x.1"], "later": 1})
    for bad in ({"patches": ["a"]}, {"version": 2, "patches": ["a"]}, {"version": 1, "patches": []},
                {"version": 1},
                {"version": 1, "patches": ["../a"]}, {"version": 1, "patches": ["a"] * 129}):
        assert not validator.is_valid(bad), bad
