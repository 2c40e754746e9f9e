"""Programs of the network list, move and watch the widgets of a scene, and hear what it is told. What a
widget has is heard: the output is its value, bit by bit. What is passed on is read by Pd itself."""
import json
import subprocess
import time

import pytest

import pages
import scenes
from conftest import tool
from lv2host import Plugin
from osc import Sender, free_port, message, messages

HEARD = pages.heard("level", init=1, value=3175)
# Of 127 pixels; Pd begins with whole ones.
QUARTER = pytest.approx(31 / 127)
MORE = [f"#X obj 10 110 tgl 15 0 on on-set Switch {pages.LOOK} 0 2;",
        f"#X obj 10 130 bng 15 250 50 0 hit hit-set empty {pages.LOOK};",
        "#X symbolatom 10 150 10 0 0 0 - word - 0;", "#X listbox 10 170 10 0 0 0 - some - 0;",
        f"#X obj 10 190 nbx 5 14 1 1000 1 1 \\$0-n \\$0-n-set empty {pages.LOOK} 100 256;",
        f"#X obj 10 220 cnv 15 100 60 empty empty empty 20 12 0 14 #e0e0e0 #404040 0;"]


class Talk:
    """A scene that plays at a port of its own, and a program that talks to it."""

    def __init__(self, plugin, port):
        self.plugin, self.heard = plugin, []
        scenes.reach(plugin, ["playing"])
        end = time.monotonic() + 60
        while plugin["live_osc_port"] != port and time.monotonic() < end:
            plugin.run(64)
            time.sleep(0.005)
        self.sender = Sender(port)
        self.sender.socket.settimeout(0.005)

    def close(self):
        self.sender.socket.close()

    def say(self, address, *arguments):
        self.sender.send(message(address, *arguments))

    def until(self, is_there, seconds=60):
        """Plays until a message is there; returns it. What came before it is dropped."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.plugin.run(64)
            try:
                self.heard += messages(self.sender.socket.recv(65536))
            except TimeoutError:
                pass
            while self.heard:
                words = self.heard.pop(0)
                if is_there(words):
                    return words
        raise AssertionError("this message has not come within the time")

    def ask(self, address, *arguments):
        self.say(address, *arguments)
        return self.until(lambda words: words[0].startswith("/tactus/answer/scene/"))


@pytest.fixture
def talk(tmp_path):
    port = free_port()
    folder = pages.write(tmp_path / "scene", *HEARD, *MORE)
    with scenes.scene(folder, tmp_path / "state", block=64, osc_port=port) as plugin:
        talk = Talk(plugin, port)
        yield talk
        talk.close()


def test_a_program_that_has_closed_its_socket_sets_a_widget(talk):
    """As `oscsend` does: the kernel no longer knows whose the socket was."""
    with Sender(int(talk.plugin["live_osc_port"])) as gone:
        gone.send(message("/tactus/scene/set", "level", 0.5))
    time.sleep(0.1)
    end = time.monotonic() + 60
    while talk.plugin.run(64)[0, -1] != 0.5:
        assert time.monotonic() < end
        time.sleep(0.002)


def test_a_program_lists_widgets(talk):
    address, text = talk.ask("/tactus/scene/list")
    assert address == "/tactus/answer/scene/list"
    assert json.loads(text) == [
        {"name": "level", "kind": "slider", "label": "level", "low": 0, "high": 1, "value": QUARTER},
        {"name": "on", "kind": "toggle", "label": "Switch", "low": 0, "high": 2, "value": 0},
        {"name": "hit", "kind": "bang"}, {"name": "word", "kind": "symbol", "value": []},
        {"name": "some", "kind": "list", "value": []},
        {"name": "$0-n", "kind": "number", "low": 1, "high": 1000, "logarithmic": True, "value": 100}]


def test_a_program_moves_widgets(talk):
    value = "/tactus/answer/scene/value"
    assert talk.ask("/tactus/scene/get", "level") == [value, "level", QUARTER]
    assert talk.ask("/tactus/scene/set", "level", 0.375) == [value, "level", 0.375]
    pages.level(talk.plugin, 0.375)
    assert talk.ask("/tactus/scene/set", "level", 7) == [value, "level", 1]
    pages.level(talk.plugin, 1)
    for arguments in [("$0-n", 8.0), ("word", "hello"), ("some", 1.0, "two", 3.0), ("hit",), ("on", 2.0)]:
        assert talk.ask("/tactus/scene/set", *arguments) == [value, *arguments]
        if len(arguments) > 1:
            assert talk.ask("/tactus/scene/get", arguments[0]) == [value, *arguments]
    for arguments, named in [(("nothing", 1.0), "no widget"), (("level", "a"), "level"),
                             ((1.0,), "wants s name"),
                             (("level", float("nan")), "finite")]:
        address, sentence = talk.ask("/tactus/scene/set", *arguments)
        assert address == "/tactus/answer/scene/error" and named in sentence, sentence
    pages.level(talk.plugin, 1)


def test_a_subscriber_is_told_all_and_then_what_changes(talk):
    live = "/tactus/live/scene"
    talk.say("/tactus/subscribe", "scene")
    first = [talk.until(lambda words: words[0] == live) for _ in range(5)]
    assert first == [
        [live, "level", QUARTER], [live, "on", 0], [live, "word"], [live, "some"], [live, "$0-n", 100]]
    talk.say("/tactus/scene/set", "level", 0.5)
    assert talk.until(lambda words: words[0] == live) == [live, "level", 0.5]
    # A window moves the word, and strikes the button.
    pages.put(talk.plugin, {"word": "hello"})
    assert talk.until(lambda words: words[0] == live) == [live, "word", "hello"]
    pages.put(talk.plugin, {"hit": True})
    assert talk.until(lambda words: words[0] == live) == [live, "hit"]
    talk.say("/tactus/unsubscribe")
    talk.until(lambda words: words[0] == "/tactus/answer/done")
    talk.say("/tactus/scene/set", "level", 0.75)
    assert talk.until(lambda words: words[1] == "level")[0] == "/tactus/answer/scene/value"


def test_no_scene_and_no_instance_are_said():
    port = free_port()
    with Plugin(scenes.SCENE, rate=scenes.RATE, longest_block=64, osc_port=port) as plugin:
        scenes.reach(plugin, ["none"])
        end = time.monotonic() + 60
        while plugin["live_osc_port"] != port and time.monotonic() < end:
            plugin.run(64)
            time.sleep(0.005)
        with Sender(port) as sender:
            assert b"no scene plays" in sender.ask(message("/tactus/scene/list"))
            assert b"of surface 3 with a scene" in sender.ask(message("/tactus/surface/3/scene/list"))


def test_each_kind_of_event_is_passed_on_by_itself(talk):
    """In PdParty's addresses, with what the patch hears."""
    def hears(*kinds):
        talk.say("/tactus/subscribe", *kinds)
        for address, *arguments in [
                ("/tactus/touch", "began", 3, 0.25, 0.75), ("/tactus/touch", "ended", 3),
                ("/pdparty/key", 65.0), ("/pdparty/shake",),
                ("/pdparty/controller", "gc1", "button", "a", 1.0)]:
            talk.say(address, *arguments)
        # The answer to a question comes behind the events that were sent before it.
        found, end = [], time.monotonic() + 0.7
        while time.monotonic() < end:
            talk.plugin.run(64)
            try:
                found += messages(talk.sender.socket.recv(65536))
            except TimeoutError:
                pass
        return [words for words in found if words[0].startswith("/pdparty/")]
    touches = [["/pdparty/touch", "down", 1, 0.25, 0.25], ["/pdparty/touch", "up", 1, 0.25, 0.25]]
    assert hears("scene") == []
    assert hears("pdparty:touch") == touches
    assert hears("pdparty:key", "pdparty:shake") == [["/pdparty/key", 65], ["/pdparty/shake"]]
    assert hears("pdparty:controller")[-1] == ["/pdparty/controller", "gc1", "button", "a", 1]
    assert [words for words in hears("pdparty") if words[0] == "/pdparty/touch"] == touches
    talk.say("/tactus/subscribe", "pdparty:nothing")
    assert "pdparty:nothing" in talk.until(lambda words: words[0].endswith("/error"))[1]


def test_desktop_pd_hears_what_a_scene_is_told(tmp_path):
    """Pd's own objects read it at a port of its own: a touch, and a line that the scene prints."""
    tool("pd")
    ours, theirs = free_port(), free_port()
    listener = tmp_path / "listener.pd"
    listener.write_text(
        f"#N canvas 0 0 400 300 10;\n#X obj 10 10 netreceive -u -b {theirs};\n#X obj 10 30 oscparse;\n"
        "#X obj 10 50 list trim;\n#X obj 10 70 print heard;\n#X obj 200 10 loadbang;\n#X msg 200 30 ready;\n"
        "#X obj 200 50 print;\n#X connect 0 0 1 0;\n#X connect 1 0 2 0;\n#X connect 2 0 3 0;\n"
        "#X connect 4 0 5 0;\n#X connect 5 0 6 0;\n")
    folder = pages.write(
        tmp_path / "scene", "#X obj 10 10 notein;", "#X obj 10 40 print key;", "#X connect 0 0 1 0;")
    log = tmp_path / "log"
    with open(log, "w") as out, subprocess.Popen(
            [scenes.PD, "-nogui", "-noaudio", "-nomidi", "-noprefs", "-nrt", "-open", str(listener)],
            stderr=out) as pd:
        try:
            with scenes.scene(folder, tmp_path / "state", block=64, osc_port=ours) as plugin:
                talk = Talk(plugin, ours)
                end = time.monotonic() + 60
                while "ready" not in log.read_text() and time.monotonic() < end:
                    time.sleep(0.02)
                talk.say("/tactus/subscribe", theirs, "pdparty")
                talk.until(lambda words: words[0] == "/tactus/answer/done")
                scenes.play(plugin, 4096, 64)
                # The line is one word of the message, so Pd prints its blank with a backslash.
                wanted = ["heard: pdparty touch down 1 0.5 0.25", r"heard: pdparty print key:\ 64"]
                end = time.monotonic() + 60
                identifier = 1
                while not all(line in log.read_text() for line in wanted) and time.monotonic() < end:
                    talk.say("/tactus/touch", "began", identifier, 0.5, 0.75)
                    talk.say("/tactus/touch", "ended", identifier)
                    identifier += 1
                    plugin.event(b"\x90\x40\x64")
                    scenes.play(plugin, 2048, 64)
                    time.sleep(0.05)
                talk.close()
        finally:
            pd.kill()
    text = log.read_text()
    assert all(line in text for line in wanted), text
