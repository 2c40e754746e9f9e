"""What acts on a scene reaches its patch in the tick in which its frame lies, in PdParty's words."""
import math
import time

import numpy
import pytest

import live_frame
import scenes
from lv2host import BEGAN, ENDED, MOVED, TOUCH, touch
from osc import Sender, free_port, message, messages
from scenes import RATE
from written import TICK, body_of, heard, lines_until, printer, shower, write

MOTION, PAD, CHANNEL_MESSAGE = 8, 9, 14
ACCELERATION, GYROSCOPE, HEADING, LOCATION = 2, 4, 6, 7


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
@pytest.mark.parametrize("is_file", [False, True])
def test_other_kinds_have_other_touches(tmp_path, kind, expected, is_file):
    """RjDj has whole numbers to 320, DroidParty none. Both have acceleration without asking."""
    main = "droidparty_main.pd" if kind == "droid" else "_main.pd"
    path = printer(tmp_path / kind, "#touch", "#accelerate", name=main)
    with scenes.scene(path / main if is_file else path, tmp_path / "state", block=256) as plugin:
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
        for _ in range(400):  # what was asked for has come back
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
        for event in [(PAD, 1000, 0), (PAD, 2000, 0), (PAD, 2101, 1)]:  # the second one never came
            plugin.event(touch(*event), 0, TOUCH)
            plugin.run(4096)
        plugin.event(touch(PAD, 2101, 0), 0, TOUCH)
        lines = lines_until(plugin, "#controller: gc3 button a 0", count=2)
    by_name = {name: [line for line in lines if line.startswith(name + ":")] for name in names}
    assert not by_name["#accelerate"] and not by_name["#motion"] and not by_name["#shake"]
    assert by_name["#compass"] == ["#compass: 90"]
    first, _, third = by_name["#gyro"][0].split(": ")[1].split()
    assert abs(float(first) - math.pi) < 1e-4 and abs(float(third) + math.pi / 2) < 1e-4
    assert [line.split()[1:] for line in by_name["#loc"]] == [["48", "11", "5"], ["48.0018", "11", "5"]]
    assert by_name["#controller"] == [
        "#controller: connect gc1", "#controller: gc1 axis leftx -0.5", "#controller: connect gc3",
        "#controller: gc3 button a 1", "#controller: gc3 button a 0", "#controller: disconnect gc3",
        "#controller: connect gc3", "#controller: gc3 button a 1", "#controller: gc3 button a 0"]


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
        end = time.monotonic() + 60
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
            end = time.monotonic() + 60
            while ["/there", 5.0] not in answers and time.monotonic() < end:
                plugin.run(256)
                sender.socket.settimeout(0.05)
                try:
                    answers += messages(sender.socket.recv(65536))
                except TimeoutError:
                    pass
            assert ["/there", 5.0] in answers, answers


@pytest.mark.parametrize("way", ["closes", "is killed"])
def test_a_window_that_goes_takes_all_that_it_holds(tmp_path, way):
    """The patch receives the releases of the window's finger, key and pedal."""
    path = printer(tmp_path / "scene", "#touch", "#notein", "#ctlin")
    with scenes.scene(path, tmp_path / "state", block=256) as plugin:
        scenes.reach(plugin, ["playing"])
        plugin.event(live_frame.hello(source=7), 0, live_frame.HELLO)
        plugin.event(touch(BEGAN, 1, 0.25, 0.75, source=7), 0, TOUCH)
        for status, first, second in ((0x90, 60, 100), (0xB0, 64, 127)):
            word = status | first << 8 | second << 16
            plugin.event(touch(CHANNEL_MESSAGE, word, source=7), 0, TOUCH)
        plugin.run(256)
        if way == "closes":
            plugin.event(live_frame.hello(source=7, stays=False), 0, live_frame.HELLO)
        lines = lines_until(plugin, "#ctlin: 64 0 1")
    assert [line for line in lines if line.startswith("#")] == [
        "#touch: down 1 0.25 0.25", "#notein: 60 100 1", "#ctlin: 64 127 1", "#touch: up 1 0.25 0.25",
        "#notein: 60 0 1", "#ctlin: 64 0 1"]
