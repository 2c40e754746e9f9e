"""A patch is heard before it is loaded: nothing of the instance changes, and an export never contains it."""
import json
import pathlib
import time

import numpy
import pytest

from conftest import ROOT
from lv2host import ATOM, Plugin, touch, TOUCH, BEGAN, ENDED
from test_live_frame import messages, patch_message
from test_session_by_hand import LIBRARY, SEARCH
from window import Screen, Window

BLOCK, RATE = 256, 48000


def ask(plugin, question):
    plugin.event(patch_message(plugin, "Set", "library", question), kind=ATOM + "Object")


def begin(plugin, name, block=BLOCK):
    """Previews a patch and returns its sound from the first block that is not silent."""
    ask(plugin, f'{{"preview": "{name}"}}')
    for _ in range(4000):
        sound = plugin.run(block)
        if sound.any():
            return sound
        time.sleep(0.002)
    pytest.fail(f"the preview of {name} is never heard")


def blocks(plugin, count, block=BLOCK):
    return numpy.concatenate([plugin.run(block) for _ in range(count)], axis=1)


def end(plugin):
    """Ends a preview: it is heard until its thread has read that, and fades out then."""
    ask(plugin, '{"preview": ""}')
    is_told = False
    for _ in range(4000):
        sound = plugin.run(1024)
        is_told = is_told or any(b'"preview": ""' in body for _, body in plugin.sent())
        if is_told and not sound.any():
            return
        time.sleep(0.002)
    pytest.fail("the preview does not end")


def saved(plugin, folder):
    """All files that a host saves of the instance."""
    assert plugin.calls.host_save(plugin.host, str(folder).encode())
    return {path.name: path.read_bytes() for path in sorted(pathlib.Path(folder).rglob("*")) if path.is_file()}


def note(plugin):
    plugin.event([0x90, 60, 100])
    sound = blocks(plugin, 40)
    plugin.event([0x80, 60, 0])
    return numpy.concatenate([sound, blocks(plugin, 40)], axis=1)


def test_a_preview_leaves_no_trace(tmp_path):
    """The state, the history and the following sound are those of an instance that never had one."""
    def session(name, *, previews):
        with Plugin(longest_block=BLOCK) as plugin:
            blocks(plugin, 2)
            played = 2
            before = saved(plugin, tmp_path / f"{name} before")
            answers = []
            if previews:
                heard = begin(plugin, "glass_marimba")
                played = 0
                while not any(b'"preview": ""' in body for body in answers):
                    heard = numpy.concatenate([heard, plugin.run(BLOCK)], axis=1)
                    answers += [body for _, body in plugin.sent()]
                    time.sleep(0.0005)
                assert 4 < heard.shape[1] / RATE < 6.5
                assert numpy.abs(heard).max() < 1 and numpy.sqrt((heard ** 2).mean()) > 0.01
                assert numpy.abs(heard[:, -BLOCK:]).max() == 0
            else:
                blocks(plugin, played)
            # Motion begins anew with the timeline, so both notes are of one frame.
            after = saved(plugin, tmp_path / f"{name} after")
            assert after == before
            changed = plugin.calls.host_urid(plugin.host, b"http://lv2plug.in/ns/ext/state#StateChanged")
            assert not any(body[4:8] == changed.to_bytes(4, "little") for body in answers)
            plugin.restart()
            ask(plugin, '{"list": 0}')
            head = messages(plugin, b'"entries"')[0][1]
            assert b'"undo": 0' in head and b'"loaded": ""' in head and b'"edited"' not in head
            plugin.restart()
            return note(plugin)
    assert (session("with", previews=True) == session("without", previews=False)).all()


def test_the_loaded_patch_plays_on(tmp_path):
    """A held note sounds during a preview as without it: their sum is exact, because each has its own instrument."""
    with Plugin(longest_block=BLOCK) as plain, Plugin(longest_block=BLOCK) as other, Plugin(longest_block=BLOCK) as both:
        def hold(plugin):
            plugin.event([0x90, 48, 90])
            plugin.run(BLOCK)
        hold(plain)
        hold(both)
        ask(both, '{"preview": "pluck"}')
        ask(other, '{"preview": "pluck"}')
        alone = None
        for _ in range(4000):
            held, mixed = plain.run(BLOCK), both.run(BLOCK)
            if (held != mixed).any():
                break
            time.sleep(0.002)
        else:
            pytest.fail("the preview is never heard")
        for _ in range(4000):
            alone = other.run(BLOCK)
            if alone.any():
                break
            time.sleep(0.002)
        for _ in range(200):
            assert numpy.abs(mixed - held - alone).max() < 1e-6
            held, mixed, alone = plain.run(BLOCK), both.run(BLOCK), other.run(BLOCK)


@pytest.mark.parametrize("end", ["second request", "note", "touch", "another patch"])
def test_it_stops_without_a_click(end):
    with Plugin(longest_block=BLOCK) as plugin:
        begin(plugin, "undertow")
        before = blocks(plugin, 200)
        silent = '{"version": 1, "parameters": {"amp_level": 0}, "connections": []}'
        assert plugin.calls.host_restore_document(plugin.host, b"patch", silent.encode())
        blocks(plugin, 20)
        if end == "note":
            plugin.event([0x90, 60, 100])
        elif end == "touch":
            plugin.event(touch(BEGAN, 1, 0.5, 0.5), kind=TOUCH)
        else:
            ask(plugin, '{"preview": "%s"}' % ("" if end == "second request" else "felt_upright"))
        after = []
        for _ in range(2000):
            after.append(plugin.run(BLOCK))
            if not after[-1].any():
                break
            time.sleep(0.001)
        else:
            assert end == "another patch"
        after = numpy.concatenate(after, axis=1)
        # No step is greater than those of the sound itself.
        steps = numpy.abs(numpy.diff(before)).max()
        assert numpy.abs(numpy.diff(after[:, :RATE // 4])).max() < 2 * steps
        if end in ("note", "touch"):
            assert after.shape[1] < 0.02 * RATE + 3 * BLOCK


def test_it_is_never_in_an_export():
    with Plugin(longest_block=BLOCK) as plugin:
        begin(plugin, "glass_pad")
        plugin["free_wheel"] = 1
        assert not blocks(plugin, 50).any()
        ask(plugin, '{"preview": "glass_marimba"}')
        for _ in range(300):
            assert not plugin.run(BLOCK).any()
            time.sleep(0.001)
        plugin["free_wheel"] = 0
        assert not blocks(plugin, 300).any(), "what was asked for in an export is not heard after it"


def test_each_patch_of_the_bundle_is_heard():
    with Plugin(longest_block=8192) as plugin:
        for path in sorted((ROOT / "bundle" / "patches").glob("*.json")):
            sound = numpy.concatenate([begin(plugin, path.stem, 512), blocks(plugin, 24, 8192)], axis=1)
            assert numpy.isfinite(sound).all()
            loud = 20 * numpy.log10(numpy.sqrt((sound ** 2).mean()))
            assert loud > -50 and numpy.abs(sound).max() <= 1, (path.stem, loud)
            end(plugin)


# On a window of 800 × 500 points: the first row, the heart and the button beside its title, *New…*, the arrow back.
ROW, HEART, PLAY, NEW, PREVIOUS = (300, 129), (692, 132), (756, 132), (556, 78), (24, 24)


@pytest.fixture(scope="module")
def screen():
    with Screen() as screen:
        yield screen
        assert screen.errors == 0


class Library:
    """A window that shows *Library*."""

    def __init__(self, screen, plugin):
        self.screen, self.plugin, self.window = screen, plugin, Window(screen, plugin)
        self.bodies = self.window.listen()
        self.window.turns(0.5)
        self.click(LIBRARY)
        self.says(b'"entries"')
        self.window.turns(0.3)

    def click(self, place, *words):
        self.screen.hand("mousemove", *place, "click", *words, 1)

    def says(self, words):
        self.window.until(lambda: any(words in body for body in self.bodies))

    def search(self, words):
        self.screen.hand("type", "--delay", 30, words)
        self.window.turns(0.4)

    def sounds(self):
        return self.window.turn()[1].any()


def test_a_click_plays_and_another_one_stops(screen):
    with Plugin(longest_block=BLOCK) as plugin:
        library = Library(screen, plugin)
        library.search("pluck")
        library.click(ROW)
        library.window.until(library.sounds)
        before = screen.picture(library.window.id)
        library.window.turns(0.6)
        library.click(ROW)
        library.window.until(lambda: not library.sounds())
        library.window.turns(0.6)
        assert (screen.picture(library.window.id) != before).any(), "the row shows whether it plays"
        # Beside the title as well; another screen ends it.
        library.click(PLAY)
        library.window.until(library.sounds)
        screen.hand("mousemove", 349, 24, "click", 1)
        library.window.until(lambda: not library.sounds())
        screen.hand("mousemove", *LIBRARY, "click", 1)
        library.window.turns(0.3)
        assert not any(b'"loaded": "pluck"' in body for body in library.bodies)
        library.search("pluck")
        library.click(ROW, "--repeat", 2, "--delay", 90)
        library.says(b'"loaded": "pluck"')
        library.window.close()


def test_closing_the_window_ends_it(screen):
    with Plugin(longest_block=BLOCK) as plugin:
        library = Library(screen, plugin)
        library.search("undertow")
        library.click(ROW)
        library.window.until(library.sounds)
        library.window.close()
        blocks(plugin, 12)
        assert not blocks(plugin, 100).any()


def test_marks_templates_and_the_order_of_the_search(screen, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with Plugin(longest_block=BLOCK) as plugin:
        library = Library(screen, plugin)
        library.search("glass marimba")
        library.click(HEART)
        file = tmp_path / "tactus" / "library.json"
        library.window.until(file.exists)
        assert json.loads(file.read_text())["patches"]["favorites"] == ["glass_marimba"]
        screen.hand("key", "Return")
        library.says(b'"loaded": "glass_marimba"')
        library.window.until(lambda: json.loads(file.read_text())["patches"]["recent"] == ["glass_marimba"])
        # What begins with the words comes first: marimba, pad, then the patches that only contain them.
        library.click(SEARCH)
        library.search("glass")
        for name in (b"glass_pad", b"burning_glass"):
            screen.hand("key", "ctrl+Down")
            library.says(b'"loaded": "' + name + b'"')
            library.window.turns(0.3)
        library.bodies.clear()
        library.click(PREVIOUS)
        library.says(b'"loaded": "glass_pad"')
        library.click(NEW)
        library.window.turns(0.3)
        screen.hand("key", "Down", "Return")
        library.says(b"A new patch")
        library.window.close()
