"""What a patch says comes back: MIDI, the timeline, the time, another scene."""
import json
import re
import struct
import time

import numpy

import pages
import scenes
from conftest import ROOT
from lv2host import BEGAN, TOUCH, touch
from scenes import RATE
from written import TICK, heard, lines_until, printer, scenes_data, shower, write

POSITION = "http://lv2plug.in/ns/ext/atom#Object"


def test_midi_of_the_patch_comes_with_its_sound(tmp_path):
    """A note of the host, sent back a fifth higher, on the frame of its tick's sound."""
    path = write(
        tmp_path / "scene", "obj 10 10 notein", "obj 10 40 + 7", "obj 10 70 pack f f f",
        "obj 10 90 s tactus-note", "obj 200 10 r #touch", r"msg 200 40 \; tactus-control 99 7 2 \; "
        r"tactus-bend 16383 16 \; tactus-program 5 1 \; tactus-pressure 64 3",
        links=[(0, 0, 1, 0), (1, 0, 2, 0), (0, 1, 2, 1), (0, 2, 2, 2), (2, 0, 3, 0), (4, 0, 5, 0)])
    midi = "http://lv2plug.in/ns/ext/midi#MidiEvent"
    events = [(1000, midi, b"\x93\x3c\x64"), (3000, midi, b"\x83\x3c\x00"),
              (5000, TOUCH, touch(BEGAN, 1, 0.5, 0.5))]
    _, sent, latency = heard(tmp_path, path, events, block=256)
    sent = [(frame - latency, body[:3] if body[0] & 0xE0 != 0xC0 else body[:2]) for frame, body in sent
            if body and body[0] >= 0x80 and len(body) <= 8]
    assert sent == [(1000 // 64 * 64, b"\x93\x43\x64"), (3000 // 64 * 64, b"\x93\x43\x00"),
                    *((5000 // 64 * 64, body) for body in (b"\xb1\x07\x63", b"\xef\x7f\x7f", b"\xc0\x04",
                                                           b"\xd2\x40"))]


def test_pds_own_objects_send_midi(tmp_path):
    """[noteout] and its like, also in an abstraction, without arguments and with channels of another device;
    [midiout] with bytes one by one, and what is no message of a channel between them."""
    write(tmp_path / "scene", "obj 10 10 inlet", "obj 10 40 noteout", links=[(0, 0, 1, 0)], name="part.pd")
    path = write(
        tmp_path / "scene", "obj 10 10 notein", "obj 10 40 + 7", "obj 10 70 noteout 4", "obj 200 10 r #touch",
        "obj 200 30 t b b b b b b b b", "msg 10 200 99", "obj 10 220 ctlout 7 18", "msg 80 200 8191",
        "obj 80 220 bendout 16", "msg 150 200 5", "obj 150 220 pgmout", "msg 220 200 64",
        "obj 220 220 touchout 3", "msg 290 200 10", "obj 290 220 polytouchout 2",
        "msg 360 200 144 60 100 62 101 240 1 2 247 3",
        "obj 360 220 midiout", "msg 430 200 250", "msg 500 200 48", "msg 290 180 61", "obj 500 220 part",
        links=[(0, 0, 1, 0), (1, 0, 2, 0), (0, 1, 2, 1), (3, 0, 4, 0), (4, 7, 5, 0), (5, 0, 6, 0),
               (4, 6, 7, 0), (7, 0, 8, 0), (4, 5, 9, 0), (9, 0, 10, 0), (4, 4, 11, 0), (11, 0, 12, 0),
               (4, 3, 19, 0), (19, 0, 14, 1), (4, 3, 13, 0), (13, 0, 14, 0), (4, 2, 15, 0), (15, 0, 16, 0),
               (4, 1, 17, 0), (17, 0, 16, 0), (4, 0, 18, 0), (18, 0, 20, 0)])
    midi = "http://lv2plug.in/ns/ext/midi#MidiEvent"
    events = [(1000, midi, b"\x93\x3c\x64"), (3000, midi, b"\x83\x3c\x00"),
              (5000, TOUCH, touch(BEGAN, 1, 0.5, 0.5))]
    for block in (64, 256):
        _, sent, latency = heard(tmp_path, path, events, block=block)
        sent = [(frame - latency, body) for frame, body in sent
                if body and body[0] >= 0x80 and len(body) <= 8]
        assert sent == [(1000 // 64 * 64, b"\x93\x43\x64"), (3000 // 64 * 64, b"\x93\x43\x00"),
                        *((5000 // 64 * 64, body) for body in (
                            b"\xb1\x07\x63", b"\xef\x7f\x7f", b"\xc0\x04", b"\xd2\x40",
                            b"\xa1\x3d\x0a", b"\x90\x3c\x64", b"\x90\x3e\x65", b"\xfa", b"\x90\x30\x00"))]


def test_the_timeline_is_told_and_wished_for(tmp_path):
    """Beats at the first frame of each tick; a start and a tempo; and what the patch wishes comes as a
    position."""
    path = write(
        tmp_path / "scene", "obj 10 10 r tactus-time", "obj 10 40 unpack f f f f", "obj 10 60 / 16",
        "obj 10 70 sig~", "obj 10 90 dac~", "obj 90 10 r #transport", "obj 90 40 route play",
        "obj 90 60 sel 1",
        r"msg 90 90 \; tactus-transport tempo 90 \; tactus-transport play 0",
        links=[(0, 0, 1, 0), (1, 0, 2, 0), (2, 0, 3, 0), (3, 0, 4, 0), (5, 0, 6, 0), (6, 0, 7, 0),
               (7, 0, 8, 0)])

    def position(plugin):
        return plugin.position(speed=1.0, beatsPerMinute=120.0, bar=2, barBeat=1.0, beatsPerBar=4.0)
    sound, sent, _ = heard(tmp_path, path, [(640, POSITION, position)], block=256)
    starts = numpy.arange(704, 8192, TICK)
    beats = 9 + (starts - 640) / RATE * 2
    assert abs(16 * sound[starts] - beats).max() < 1e-5 and not sound[:640].any()
    wishes = [body for _, body in sent if len(body) == 32 and struct.pack("=f", 90) in body]
    stops = [body for _, body in sent if len(body) == 32 and body[24:28] == struct.pack("=f", 0)]
    assert wishes and stops, "the patch has answered the start by a tempo and a stop"


def test_the_time_is_told(tmp_path):
    path = printer(tmp_path / "scene", "#time", "#timestamp",
                   sends=["#pdparty time", "#pdparty timestamp"])
    before = time.localtime()
    with scenes.scene(path, tmp_path / "state", block=256) as plugin:
        scenes.reach(plugin, ["playing"])
        end, lines = time.monotonic() + 60, []
        while not any(line.startswith("#timestamp") for line in lines) and time.monotonic() < end:
            plugin.run(256)
            for _, body in plugin.sent():
                # The console is told by itself, too: only the state begins with its name.
                if b"Playing\n" in body and b"#timestamp: " in body:
                    lines = body[body.index(b"Playing\n"):].split(b"\0")[0].decode().split("\n")
            time.sleep(0.002)
    told = [float(word) for word in next(line for line in lines if line.startswith("#time:")).split()[1:]]
    stamp = next(line for line in lines if line.startswith("#timestamp")).split()[-1]
    after = time.localtime()
    assert before[:3] <= tuple(told[:3]) <= after[:3] and told[3] == (told[2] - 1) // 7 + 1
    assert before.tm_yday <= told[4] <= after.tm_yday or before.tm_year != after.tm_year
    assert told[5] == int(time.strftime("%z", after)) and 0 <= told[9] < 1000
    assert before[:6] <= time.strptime(stamp, "%Y-%m-%d_%H-%M-%S")[:6] <= after[:6]


def test_rj_time_gives_the_time_in_ten_numbers(tmp_path):
    path = write(tmp_path / "scene", "obj 10 10 loadbang", "obj 10 30 delay 100", "obj 10 50 rj_time",
                 "obj 10 80 pack f f f f f f f f f f", "obj 10 110 print told", "obj 200 10 r #time",
                 "obj 200 40 print time",
                 links=[(0, 0, 1, 0), (1, 0, 2, 0), *((2, n, 3, n) for n in range(10)), (3, 0, 4, 0),
                        (5, 0, 6, 0)])
    with scenes.scene(path, tmp_path / "state", block=256) as plugin:
        lines = console_until(plugin, "told: ", "time: ")
    told, said = ([line.split(": ")[1] for line in lines if line.startswith(name)]
                  for name in ("told: ", "time: "))
    assert len(told[0].split()) == 10 and told == said


def test_an_abstraction_closebang_hears_the_end(tmp_path, monkeypatch):
    path = write(tmp_path / "scene", "obj 10 10 closebang", r"msg 10 30 write /scene/data/closed",
                 "obj 10 60 textfile", links=[(0, 0, 1, 0), (1, 0, 2, 0)])
    data = scenes_data(tmp_path, monkeypatch)
    with scenes.scene(path, tmp_path / "state", block=256) as plugin:
        scenes.reach(plugin, ["playing"])
    end = time.monotonic() + 60
    while not list(data.glob("scene-*/closed")) and time.monotonic() < end:
        time.sleep(0.01)
    assert list(data.glob("scene-*/closed"))


def test_a_patch_chooses_its_background(tmp_path):
    """A picture of its own folder, and no other; and none."""
    path = write(
        tmp_path / "scene", "obj 10 10 r #touch", "obj 10 30 f", "obj 10 50 sel 0 1 2", "obj 60 30 + 1",
        r"msg 10 80 \; #pdparty background load ../other.png",
        r"msg 10 110 \; #pdparty background load sub/a.png",
        r"msg 10 140 \; #pdparty background clear", "obj 90 10 t b",
        links=[(0, 0, 7, 0), (7, 0, 1, 0), (1, 0, 2, 0), (1, 0, 3, 0), (3, 0, 1, 1), (2, 0, 4, 0),
               (2, 1, 5, 0), (2, 2, 6, 0)])
    (path / "sub").mkdir()
    for place in (path / "sub" / "a.png", tmp_path / "other.png"):
        place.write_bytes(b"no picture")
    with scenes.scene(path, tmp_path / "state", block=256) as plugin:
        scenes.reach(plugin, ["playing"])
        plugin.event(touch(BEGAN, 1, 0.5, 0.5), 0, TOUCH)
        lines_until(plugin, "there is no picture ../other.png in the scene's folder")
        for number, wanted in ((2, f"{path}/sub/a"), (3, "none")):
            plugin.event(touch(BEGAN, number, 0.5, 0.5), 0, TOUCH)
            found = pages.until(plugin, lambda _: next(iter(pages.texts(plugin, "scene_background")), None))
            assert found == wanted


def test_the_background_is_the_picture_that_was_checked(tmp_path):
    """Windows draw the .png of two pictures, here a link. Of many requests the last one counts."""
    names = ["a.jpg", "b.jpg", *["c.png", "d.jpg"] * 20]
    path = write(
        tmp_path / "scene", "obj 10 10 r #touch", "obj 10 30 route down",
        "msg 10 60 " + " ".join(rf"\; #pdparty background load {name}" for name in names[:2]),
        "msg 10 90 " + " ".join(rf"\; #pdparty background load {name}" for name in names[2:]),
        "obj 10 45 route 1 2", links=[(0, 0, 1, 0), (1, 0, 4, 0), (4, 0, 2, 0), (4, 1, 3, 0)])
    for name in names:
        (path / name).write_bytes(b"no picture")
    (path / "b.png").symlink_to("c.png")
    with scenes.scene(path, tmp_path / "state", block=256) as plugin:
        scenes.reach(plugin, ["playing"])
        plugin.event(touch(BEGAN, 1, 0.5, 0.5), 0, TOUCH)
        lines_until(plugin, "b.png would be shown instead of b.jpg: rename one of them")
        plugin.event(touch(BEGAN, 2, 0.5, 0.5), 0, TOUCH)
        found = pages.until(plugin, lambda _: next(iter(pages.texts(plugin, "scene_background")), None))
        assert found == f"{path}/d"


def test_keys_of_a_window_are_keys_of_the_patch(tmp_path):
    path = write(tmp_path / "scene", "obj 10 10 key", "obj 10 40 print key", "obj 90 10 keyup",
                 "obj 90 40 print up", "obj 200 10 keyname", "obj 200 40 pack f s", "obj 200 70 print name",
                 links=[(0, 0, 1, 0), (2, 0, 3, 0), (4, 0, 5, 0), (4, 1, 5, 1), (5, 0, 6, 0)])
    with scenes.scene(path, tmp_path / "state", block=256) as plugin:
        scenes.reach(plugin, ["playing"])
        for letter, state in (("a", "1"), ("é", "1"), ("Up", "1"), ("Up", "0"), ("Return", "1"), ("Shift_L", "1"),
                              ("Space", "1"), ("F1", "1"), ("x" * 17, "1"), ("a", "0")):
            plugin.event(pages.message(plugin, "Set", pages.VOCABULARY + "scene_shelf",
                                       json.dumps({"key": [letter, state]})), 0, pages.ATOM + "Object")
            plugin.run(256)
        lines = lines_until(plugin, "up: 97")
    # As in desktop Pd: a key without a letter has the code 0, but for some.
    assert [line[5:] for line in lines if line.startswith("key: ")] == ["97", "233", "0", "10", "0", "32", "0"]
    assert [line[6:] for line in lines if line.startswith("name: ")][:8] == [
        "1 a", "1 é", "1 Up", "0 Up", "1 Return", "1 Shift_L", "1 Space", "1 F1"]


def test_a_text_of_the_scene_is_shown_in_the_console(tmp_path):
    """`openurl`: nothing outside of the folder, no link, and no other kind of file."""
    names = ["sub/notes.txt", "../secret.txt", "/etc/hostname", "link.txt", "page.html", "https://example.org/a.txt"]
    path = write(tmp_path / "scene", "obj 10 10 r #touch", "obj 10 30 route down", "obj 10 60 sel "
                 + " ".join(map(str, range(1, len(names) + 1))),
                 *[rf"msg 10 {90 + 30 * n} \; #pdparty openurl {name}" for n, name in enumerate(names)],
                 links=[(0, 0, 1, 0), (1, 0, 2, 0), *((2, n, 3 + n, 0) for n in range(len(names)))])
    (path / "sub").mkdir()
    (path / "sub/notes.txt").write_text("first line\nsecond \x1b[31mline\n")
    (path / "page.html").write_text("secret page")
    (tmp_path / "secret.txt").write_text("secret text")
    (path / "link.txt").symlink_to(tmp_path / "secret.txt")
    with scenes.scene(path, tmp_path / "state", block=256) as plugin:
        scenes.reach(plugin, ["playing"])
        lines = []
        for number, name in enumerate(names):
            plugin.event(touch(BEGAN, number + 1, 0.5, 0.5), 0, TOUCH)
            heads = [f"the scene asks to show {name}"] if number else ["first line", "second ?[31mline"]
            lines += console_until(plugin, *heads)
    assert lines.count("first line") == 1 and not any("secret " in line for line in lines), lines


def console_until(plugin, *heads, seconds=60):
    """Runs blocks until the console has a line with each of these heads; returns all lines of the console."""
    lines, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        plugin.run(256)
        for text in pages.texts(plugin, "scene_console"):
            lines += text.split("\n")
        if all(any(line.startswith(head) for line in lines) for head in heads):
            return lines
        time.sleep(0.002)
    raise AssertionError(lines)


def test_another_scene_is_opened_and_the_last_one_knows_it(tmp_path, monkeypatch):
    """`#pdparty scene`: one that lies beside this one, and no other. The old one hears `#closebang`."""
    other = shower(tmp_path / "other", "r nothing")
    (other / "_main.pd").write_text(
        "#N canvas 0 0 400 300 10;\n#X obj 10 10 osc~ 440;\n#X obj 10 30 dac~;\n#X connect 0 0 1 0;\n")
    path = write(
        tmp_path / "scene", "obj 10 10 loadbang", r"msg 10 30 \; #pdparty scene ../other",
        "obj 90 10 r #touch", r"msg 90 30 \; #pdparty scene other", "obj 200 10 r #closebang",
        "msg 200 30 closed", "obj 200 60 print said", "obj 300 10 r #closebang",
        r"msg 300 30 write /scene/data/closed", "obj 300 60 textfile",
        links=[(0, 0, 1, 0), (2, 0, 3, 0), (4, 0, 5, 0), (5, 0, 6, 0), (7, 0, 8, 0), (8, 0, 9, 0)])
    data = scenes_data(tmp_path, monkeypatch)
    with scenes.scene(path, tmp_path / "state", block=256) as plugin:
        lines_until(plugin, "there is no scene ../other beside this one")
        plugin.event(touch(BEGAN, 1, 0.5, 0.5), 0, TOUCH)
        end = time.monotonic() + 60
        while abs(plugin.run(256)).max() < 0.5 and time.monotonic() < end:
            time.sleep(0.002)
        assert abs(plugin.run(256)).max() > 0.5, "the other scene sounds"

        def is_closed():
            return list(data.glob("scene-*/closed"))
        while not is_closed() and time.monotonic() < end:
            plugin.run(256)
            time.sleep(0.01)
        assert is_closed(), "the first scene must be closed"


def test_the_hub_hears_all_that_is_sent_and_the_page_names_it():
    """A name that the hub does not bind would be a line of Pd's console for each message."""
    hub = (ROOT / "bundle/scenes/libs/tactus/tactus-hub.pd").read_text()
    page = (ROOT / "docs/scenes.md").read_text()
    sources = [*(ROOT / "Sources/Scene").rglob("*.swift"), ROOT / "Sources/Dialects/SceneDialect.swift"]
    text = "\n".join(path.read_text() for path in sources)
    pattern = r'(?:begin|PdMessage|send|append)\(\s*"([#a-z][a-z-]+)"|Motion?\(\.\w+, "(#\w+)"|, "(#\w+)", '
    sent = {name for match in re.findall(pattern, text) for name in match if name}
    sent -= {"pd"}
    sent |= {"#key", "#keyup", "#touch", "#stylus"}  # chosen by a condition
    assert len(sent) >= 28, sent
    assert {name for name in sent if f" r {name};" not in hub} == set()
    kinds = "note|ctl|bend|pgm|touch|polytouch|midi|sysex|midirealtime"
    midi = {name for name in sent if re.fullmatch(f"#({kinds})in", name)}
    assert {name for name in sent - midi if f"`{name}`" not in page} == set()
    said = set(re.findall(r'receiver\.spells\("([^"]+)"\)', text))
    assert len(said) >= 9 and {name for name in said if f" r {name};" not in hub} == set()
    assert {name for name in said if f"`{name}`" not in page} == set()
