"""What acts on a scene reaches its patch in the tick in which its frame lies, in PdParty's words; and what
the patch says comes back."""
import math
import re
import struct
import time

import numpy
import pytest

import pages
import scenes
from conftest import ROOT
from lv2host import BEGAN, ENDED, MOVED, TOUCH, touch
from osc import Sender, free_port, message, messages
from scenes import RATE

TICK = 64
MOTION, PAD = 8, 9
ACCELERATION, GYROSCOPE, HEADING, LOCATION = 2, 4, 6, 7
POSITION = "http://lv2plug.in/ns/ext/atom#Object"


def write(path, *objects, links=(), name="_main.pd"):
    """A patch of objects, by their text, and links between (object, outlet, object, inlet)."""
    path.mkdir(parents=True, exist_ok=True)
    lines = ["#N canvas 0 0 400 300 10;", *(f"#X {text};" for text in objects),
             *(f"#X connect {a} {b} {c} {d};" for a, b, c, d in links)]
    (path / name).write_text("\n".join(lines) + "\n")
    return path


def printer(path, *names, sends=(), **more):
    """A patch that prints what it hears under these names, and says some things when it is loaded."""
    objects, links = [], []
    for name in names:
        links.append((len(objects), 0, len(objects) + 1, 0))
        objects += [f"obj 10 10 r {name}", f"obj 10 40 print {name}"]
    if sends:
        links.append((len(objects), 0, len(objects) + 1, 0))
        words = " ".join(rf"\; {words}" for words in sends)
        objects += ["obj 10 80 loadbang", f"msg 10 100 {words}"]
    return write(path, *objects, links=links, **more)


def shower(path, name, *middle):
    """A patch that plays the number that comes by a name, behind some objects."""
    objects = [f"obj 10 10 {name}", *(f"obj 10 30 {text}" for text in middle), "obj 10 90 sig~",
               "obj 10 110 dac~"]
    return write(path, *objects, links=[(n, 0, n + 1, 0) for n in range(len(objects) - 1)])


def lines_until(plugin, last, seconds=20, block=256):
    """Runs blocks until the console has a line; returns all lines of the console then."""
    end, lines = time.monotonic() + seconds, []
    while time.monotonic() < end:
        plugin.run(block)
        for _, body in plugin.sent():
            if b"Playing\n" in body:
                lines = body[body.index(b"Playing\n"):].split(b"\0")[0].decode().split("\n")[1:]
        if last in lines:
            return lines
        time.sleep(0.002)
    raise AssertionError(f"{last!r} is not printed: {lines}")


def scenes_data(folder, monkeypatch):
    """The data folders of scenes, in a home of the test's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "share"))
    return folder / "share" / "tactus" / "scenes-data"


def body_of(kind, identifier, *numbers):
    return touch(kind, identifier, *numbers)


def heard(folder, path, events, frames=8192, block=256, wanted=None, **values):
    """The left sound of a render, without its latency; and what the plugin sent, with absolute frames."""
    sent = []
    with scenes.scene(path, folder / f"state{block}", block=block, free_wheel=1, **values) as plugin:
        parts, events = [], list(events)
        for at in range(0, frames + 4096, block):
            while events and events[0][0] < at + block:
                frame, kind, body = events.pop(0)
                plugin.event(body(plugin) if callable(body) else body, frame - at, kind)
            parts.append(plugin.run(block))
            sent += [(at + frame, body) for frame, body in plugin.sent()]
        latency = int(plugin["latency"])
    sound = numpy.concatenate(parts, axis=1)[0, latency:latency + frames]
    return (sound, sent, latency)


@pytest.mark.parametrize("block", [64, 256, 1000])
def test_a_touch_acts_in_its_tick(tmp_path, block):
    path = shower(tmp_path / "scene", "r #touch", "route down xy", "unpack f f f", "+ 0")
    # The place across: the second number of the list.
    text = (path / "_main.pd").read_text().replace("#X connect 2 0 3 0;", "#X connect 2 1 3 0;")
    (path / "_main.pd").write_text(text)
    events = [(1000, TOUCH, body_of(BEGAN, 7, 0.25, 0.75)), (3000, TOUCH, body_of(ENDED, 7)),
              (4097, TOUCH, body_of(BEGAN, 8, 0.5, 0.5))]
    sound, _, _ = heard(tmp_path, path, events, block=block)
    expected = numpy.zeros(8192, numpy.float32)
    expected[1000 // TICK * TICK:] = 0.25
    expected[4097 // TICK * TICK:] = 0.5
    assert numpy.array_equal(sound, expected)


def test_touches_have_pdpartys_words_and_numbers(tmp_path):
    path = printer(tmp_path / "scene", "#touch", "#stylus", sends=["#pdparty touch extended 0"])
    with scenes.scene(path, tmp_path / "state", block=256) as plugin:
        scenes.reach(plugin, ["playing"])
        steps = [(BEGAN, 40, 0.25, 0.75), (BEGAN, 41, 0.5, 1), (ENDED, 40), (BEGAN, 42, 0, 0),
                 (MOVED, 41, 0.5, 0.5)]
        for step in steps:
            plugin.event(touch(*step), 0, TOUCH)
            plugin.run(256)
        lines = lines_until(plugin, "#touch: xy 2 0.5 0.5")
    assert [line for line in lines if line.startswith("#touch")] == [
        "#touch: down 1 0.25 0.25", "#touch: down 2 0.5 0", "#touch: up 1 0.25 0.25", "#touch: down 1 0 1",
        "#touch: xy 2 0.5 0.5"]


@pytest.mark.parametrize("kind, expected", [("scene.rj", "#touch: down 1 80 240"), ("droid", None)])
def test_other_kinds_have_other_touches(tmp_path, kind, expected):
    """RjDj has whole numbers to 320, DroidParty none. Both have acceleration without asking."""
    path = printer(tmp_path / kind, "#touch", "#accelerate",
                   name="droidparty_main.pd" if kind == "droid" else "_main.pd")
    with scenes.scene(path, tmp_path / "state", block=256) as plugin:
        scenes.reach(plugin, ["playing"])
        plugin.event(touch(BEGAN, 1, 0.25, 0.25), 0, TOUCH)
        plugin.event(touch(MOTION, ACCELERATION, 0, 0.5, -1), 10, TOUCH)
        lines = lines_until(plugin, "#accelerate: 0 0.5 -1")
    assert [line for line in lines if line.startswith("#touch")] == ([expected] if expected else [])


def test_sensors_come_when_a_scene_asks_for_them(tmp_path):
    names = ["#accelerate", "#gyro", "#compass", "#loc", "#controller", "#shake", "#motion"]
    path = printer(tmp_path / "scene", *names,
                   sends=["#pdparty gyro 1", "#pdparty compass 1", "#pdparty loc 1",
                          "#pdparty loc filter 100"])
    with scenes.scene(path, tmp_path / "state", block=4096) as plugin:
        scenes.reach(plugin, ["playing"])
        for _ in range(40):  # what was asked for has come back
            plugin.run(256)
            time.sleep(0.002)
        events = [(MOTION, ACCELERATION, 0, 0, 1), (MOTION, GYROSCOPE, 0.5, 0, -0.25),
                  (MOTION, HEADING, 0.25), (MOTION, LOCATION, 48, 11, 5), (PAD, 1, -0.5), (PAD, 2101, 1)]
        for event in events:
            plugin.event(touch(*event), 0, TOUCH)
            plugin.run(4096)
        # 50 m to the north, which is too little, and 200 m.
        for metres in (50, 200):
            plugin.event(touch(MOTION, LOCATION, 48 + metres / 111_195, 11, 5), 0, TOUCH)
            plugin.run(4096)
        plugin.event(touch(PAD, 2101, 0), 0, TOUCH)
        lines = lines_until(plugin, "#controller: gc3 button a 0")
    by_name = {name: [line for line in lines if line.startswith(name + ":")] for name in names}
    assert not by_name["#accelerate"] and not by_name["#motion"] and not by_name["#shake"]
    assert by_name["#compass"] == ["#compass: 90"]
    first, _, third = by_name["#gyro"][0].split(": ")[1].split()
    assert abs(float(first) - math.pi) < 1e-4 and abs(float(third) + math.pi / 2) < 1e-4
    assert [line.split()[1:] for line in by_name["#loc"]] == [["48", "11", "5"], ["48.0018", "11", "5"]]
    assert by_name["#controller"] == [
        "#controller: connect gc1", "#controller: gc1 axis leftx -0.5", "#controller: connect gc3",
        "#controller: gc3 button a 1", "#controller: gc3 button a 0"]


@pytest.mark.parametrize("speed, rate", [("slow", 10), ("fastest", 100)])
def test_a_sensor_comes_as_often_as_it_is_asked_for(tmp_path, speed, rate):
    """One message a tick of the device, for a second, at most as often as PdParty's speeds say."""
    path = write(
        tmp_path / "scene", "obj 10 10 loadbang",
        rf"msg 10 30 \; #pdparty accelerate 1 \; #pdparty accelerate speed {speed}",
        "obj 90 10 r #accelerate", "obj 90 30 t b", "obj 90 50 f", "obj 150 50 + 1",
        "obj 90 70 / 100", "obj 90 80 sig~", "obj 90 90 dac~",
        links=[(0, 0, 1, 0), (2, 0, 3, 0), (3, 0, 4, 0), (4, 0, 5, 0), (5, 0, 4, 1), (5, 0, 6, 0),
               (6, 0, 7, 0), (7, 0, 8, 0)])
    events = [(frame, TOUCH, touch(MOTION, ACCELERATION, 0, 0, 1)) for frame in range(0, RATE, TICK)]
    sound, _, _ = heard(tmp_path, path, events, frames=RATE)
    assert rate * 0.9 <= 100 * sound[-1] <= rate * 1.01, sound[-1]


def test_controllers_of_several_touches_come_with_each_tick(tmp_path):
    """The middle of two touches and the distance between them, at the end of the tick in which they move."""
    path = shower(tmp_path / "scene", "tactus group_centroid_x")
    frames = [500, 600, 2000, 5000]
    places = [(1, 0.25), (2, 0.75), (1, 0.35), (2, 0.05)]
    events = [(frame, TOUCH, touch(BEGAN if frame < 700 else MOVED, finger, x, 0.5))
              for frame, (finger, x) in zip(frames, places)]
    sound, _, _ = heard(tmp_path, path, events)
    expected, now = numpy.zeros(8192, numpy.float32), {}
    for frame, (finger, x) in zip(frames, places):
        now[finger] = x
        expected[frame // TICK * TICK:] = sum(now.values()) / len(now)
    before = sound[:448]
    assert len(set(before)) == 1, "nothing moves before the first touch"
    assert abs(sound[448:] - expected[448:]).max() < 1e-6


def test_a_controller_of_each_touch_comes_with_its_number(tmp_path):
    path = write(tmp_path / "scene", "obj 10 10 tactus touch_x", "obj 10 40 print x", links=[(0, 0, 1, 0)])
    with scenes.scene(path, tmp_path / "state", block=256) as plugin:
        scenes.reach(plugin, ["playing"])
        for number, x in enumerate((0.25, 0.5)):
            plugin.event(touch(BEGAN, number, x, 0.5), 0, TOUCH)
            plugin.run(256)
        assert "x: 0.25 1" in lines_until(plugin, "x: 0.5 2")


def test_the_network_plays_a_scene_and_hears_it(tmp_path):
    """Touches, keys and messages of no language in; OSC out to who has subscribed."""
    path = write(
        tmp_path / "scene", "obj 10 10 r #touch", "obj 10 40 print touch", "obj 90 10 r #osc-in",
        "obj 90 40 print in", "obj 90 70 route here", "msg 90 90 /there 5", "obj 90 110 oscformat there",
        "obj 90 130 s #osc-out", "obj 200 10 key", "obj 200 40 print key", "obj 300 10 r #keyname",
        "obj 300 40 print name", "msg 90 150 5",
        links=[(0, 0, 1, 0), (2, 0, 3, 0), (2, 0, 4, 0), (4, 0, 12, 0), (12, 0, 6, 0), (6, 0, 7, 0),
               (8, 0, 9, 0), (10, 0, 11, 0)])
    port = free_port()
    with scenes.scene(path, tmp_path / "state", block=256, osc_port=port) as plugin:
        scenes.reach(plugin, ["playing"])
        end = time.monotonic() + 20
        while plugin["live_osc_port"] != port and time.monotonic() < end:
            plugin.run(256)
            time.sleep(0.005)
        with Sender(port) as sender:
            sender.send(message("/tactus/subscribe"))
            for packet in (message("/tactus/touch", "began", 3, 0.5, 0.25),
                           message("/pdparty/key", 65.0), message("/pdparty/keyname", "Up", 1.0),
                           message("/here/is", 1.5, "two")):
                sender.send(packet)
                lines_before = time.monotonic() + 0.05
                while time.monotonic() < lines_before:
                    plugin.run(256)
                    time.sleep(0.005)
            lines = lines_until(plugin, "in: here is 1.5 two")
            assert {"touch: down 1 0.5 0.75", "key: 65", "name: 1 Up"} <= set(lines), lines
            answers = []
            end = time.monotonic() + 20
            while ["/there", 5.0] not in answers and time.monotonic() < end:
                plugin.run(256)
                sender.socket.settimeout(0.05)
                try:
                    answers += messages(sender.socket.recv(65536))
                except TimeoutError:
                    pass
            assert ["/there", 5.0] in answers, answers


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
        end, lines = time.monotonic() + 20, []
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
        end = time.monotonic() + 20
        while abs(plugin.run(256)).max() < 0.5 and time.monotonic() < end:
            time.sleep(0.002)
        assert abs(plugin.run(256)).max() > 0.5, "the other scene sounds"
        closed = data / "scene" / "closed"
        while not closed.exists() and time.monotonic() < end:
            plugin.run(256)
            time.sleep(0.01)
        assert closed.exists(), "the first one has heard that it is closed"


def test_a_recording_is_what_was_heard(tmp_path, monkeypatch):
    """By its port, and by the patch: floats of two channels, of which each is a piece of the sound."""
    import soundfile
    path = scenes.patch(tmp_path / "take", "metro")
    folder = scenes_data(tmp_path, monkeypatch) / "take"
    with scenes.scene(path, tmp_path / "state", block=256) as plugin:
        scenes.reach(plugin, ["playing"])
        parts = []
        for turn in range(600):
            plugin["record"] = 1 if 100 <= turn < 500 else 0
            parts.append(plugin.run(256))
            time.sleep(0.001)
        heard = numpy.concatenate(parts, axis=1)
        for _ in range(40):
            plugin.run(256)
            time.sleep(0.005)
    recordings = list(folder.glob("recording-*.wav"))
    assert len(recordings) == 1
    recorded, rate = soundfile.read(recordings[0], dtype="float32")
    assert rate == RATE and len(recorded) > 256 * 100
    begins = [at for at in range(0, heard.shape[1] - len(recorded), 256)
              if numpy.array_equal(heard[:, at:at + len(recorded)].T, recorded)]
    assert begins, "the recording is a piece of what was heard"


def test_windows_are_told_of_a_recording_that_the_patch_begins(tmp_path, monkeypatch):
    """Its file is named; a window ends it, and the patch can begin another one."""
    path = pages.write(
        tmp_path / "take", "#X obj 10 10 notein;", "#X obj 10 30 stripnote;", "#X obj 10 50 - 60;",
        r"#X msg 10 70 \; #pdparty record \$1;", "#X obj 90 10 osc~ 440;", "#X obj 90 40 dac~;",
        "#X connect 0 0 1 0;", "#X connect 0 1 1 1;", "#X connect 1 0 2 0;", "#X connect 2 0 3 0;",
        "#X connect 4 0 5 0;")
    folder = scenes_data(tmp_path, monkeypatch) / "take"
    with scenes.scene(path, tmp_path / "state", block=256) as plugin:
        scenes.reach(plugin, ["playing"])

        def told():
            return pages.until(plugin, lambda _: next(iter(pages.texts(plugin, "scene_recording")), None))
        names = []
        for _ in range(2):
            plugin.event(b"\x90\x3d\x64")
            names.append(told())
            assert (folder / names[-1]).exists()
            pages.ask(plugin)
            assert told() == names[-1]
            end = pages.message(plugin, "Set", pages.VOCABULARY + "scene_shelf", '{"end_recording": []}')
            plugin.event(end, 0, pages.ATOM + "Object")
            assert told() == ""
        assert len(set(names)) == 2
        plugin.event(b"\x90\x3d\x64")
        assert told()
        plugin.event(b"\x90\x3c\x64")
        assert told() == "", "the patch ends it, too"


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
