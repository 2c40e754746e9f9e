"""A load by the window sets the host's macros and is undone with them; a deleted patch is in the trash, and comes back."""
import json
import struct

import pytest

from lv2host import ATOM, Plugin
from test_live_frame import messages, patch_message
from test_session_by_hand import LIBRARY, SEARCH, UNDO
from window import Screen, Window


@pytest.fixture(scope="module")
def screen():
    with Screen() as screen:
        yield screen
        assert screen.errors == 0


def test_a_load_sets_the_macros_through_the_host(screen):
    with Plugin(longest_block=256) as plugin:
        window = Window(screen, plugin)
        macro = plugin.port("macro_3")

        def host_sets(value):
            plugin["macro_3"] = value
            window.calls.port_event(window.handle, macro, 4, 0, struct.pack("=f", value))
        window.turns(0.5)
        host_sets(0.75)
        screen.hand("mousemove", *LIBRARY, "click", 1)
        window.turns(0.5)
        assert not window.port_writes
        screen.hand("mousemove", *SEARCH, "click", 1, "type", "--delay", 30, "glass marimba")
        window.turns(0.5)
        screen.hand("key", "Return")
        window.until(lambda: (macro, 0.0) in window.port_writes)
        assert [port for port, _ in window.port_writes] == [macro], "only the macro that was moved"
        screen.hand("mousemove", *UNDO, "click", 1)
        window.until(lambda: window.port_writes[-1] == (macro, 0.75))
        # A load that comes another way leaves the host's ports alone.
        count = len(window.port_writes)
        plugin.event(patch_message(plugin, "Set", "library", '{"load": "pluck"}'), kind=ATOM + "Object")
        window.turns(0.6)
        assert len(window.port_writes) == count
        window.close()


def test_a_deleted_patch_is_in_the_trash_and_comes_back(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    patches, trash = tmp_path / "tactus" / "patches", tmp_path / "Trash"
    patches.mkdir(parents=True)
    text = json.dumps({"version": 1, "name": "mine"})
    (patches / "mine.json").write_text(text)
    with Plugin(longest_block=256) as plugin:
        def ask(question, answer):
            plugin.event(patch_message(plugin, "Set", "library", json.dumps(question)), kind=ATOM + "Object")
            found = [body for _, body in messages(plugin, answer) if answer in body]
            assert found, answer
            return found[0]
        said = ask({"delete": ["mine"]}, "Deleted “mine”.".encode())
        assert b'"revert": {"restore": ["mine"]}' in said
        assert not (patches / "mine.json").exists() and (trash / "files" / "mine.json").read_text() == text
        lines = (trash / "info" / "mine.json.trashinfo").read_text().splitlines()
        assert lines[:2] == ["[Trash Info]", f"Path={patches / 'mine.json'}"]
        assert lines[2].startswith("DeletionDate=") and len(lines[2]) == len("DeletionDate=2000-01-01T00:00:00")
        # Another one of that name stays beside it.
        (patches / "mine.json").write_text(text)
        ask({"delete": ["mine"]}, "Deleted “mine”.".encode())
        assert sorted(path.name for path in (trash / "files").iterdir()) == ["mine 2.json", "mine.json"]
        ask({"restore": ["mine"]}, "Restored “mine”.".encode())
        assert (patches / "mine.json").read_text() == text
        assert [path.name for path in (trash / "files").iterdir()] == ["mine.json"]
