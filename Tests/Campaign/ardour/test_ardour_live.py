"""What reaches Ardour while it rolls: the automation that the instrument writes, and touches that another
track records."""
import subprocess
import time
import xml.etree.ElementTree as xml

import numpy

import osc
from ardour_session import TICKS, Session
from conftest import PLUGIN, figure
from lv2host import Plugin
from test_ardour_mpe import LIES, LIFTED, places, tokens


def test_the_group_is_written_as_automation_and_played_without_hands(tmp_path):
    port = osc.free_port()
    labels = ("Group center x", "Group count", "Macro 1")
    session = Session(tmp_path, PLUGIN, f"OSC port={port}")
    process = subprocess.Popen(
        ["ardour7-lua", session.SCRIPTS / "touched.lua", session.path, "Write", "5", "0", *labels],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=session.environment())
    text = ""
    for line in process.stdout:
        text += line
        if line.startswith("rolls"):
            break
    began = time.monotonic()
    with osc.Sender(port) as sender:
        time.sleep(1)
        for step in range(200):  # two fingers move to the right in two seconds, and a macro rises
            x = 0.2 + 0.5 * step / 199
            word = "began" if step == 0 else "moved"
            sender.send(osc.touch(word, 1, x, 0.3, 0.5))
            sender.send(osc.touch(word, 2, x + 0.1, 0.7, 0.5))
            sender.send(osc.message("/tactus/macro", 1, step / 199))
            time.sleep(max(0, began + 1 + (step + 1) / 100 - time.monotonic()))
        sender.send(osc.touch("ended", 1, x, 0.3))
        sender.send(osc.touch("ended", 2, x, 0.7))
        rest, _ = process.communicate(timeout=60)
    text += rest
    print(text)
    assert "saved" in text
    points = {line[7:].rsplit(" ", 1)[0]: int(line.rsplit(" ", 1)[1]) for line in text.splitlines()
              if line.startswith("points ")}
    figure(f"Ardour self-automation: points written in one pass {points}")
    assert points["Group center x"] > 50 and points["Group count"] >= 3 and points["Macro 1"] > 50

    # Without fingers the port follows the lane, within what changes between two looks, and the lane is what
    # was played.
    with Plugin() as plugin:
        index = plugin.port("group_centroid_x")
    session_file = xml.parse(session.path / "touch.ardour").getroot()
    lane = next(found for found in session_file.iter("AutomationList")
                if found.get("automation-id") == f"parameter-{index}").find("events").text.split()
    frames = [int(word[1:]) / TICKS * 24000 for word in lane[::2]]
    values = [float(word) for word in lane[1::2]]
    first = next(place for place, value in enumerate(values) if 0.24 < value < 0.3)
    last = next(place for place, value in enumerate(values) if 0.7 < value < 0.76)
    assert (numpy.diff(values[first:last + 1]) >= 0).all(), "a lane that wavers"
    text = session.script("touched.lua", session.path, "Play", "5", "1", "Group center x")
    seen = [(int(words[1]), float(words[-1])) for words in (line.split() for line in text.splitlines())
            if words[:1] == ["now"] and frames[first] + 4096 < int(words[1]) < frames[last] - 4096]
    assert len(seen) > 6, text
    away = max(abs(value - numpy.interp(frame, frames, values)) for frame, value in seen)
    figure(
        f"Ardour self-automation: played back without hands, centroid x is {away:.4f} from its lane at most")
    assert away < 0.03


def test_live_touches_reach_another_track(tmp_path, monkeypatch):
    log, port = tmp_path / "log.txt", osc.free_port()
    monkeypatch.setenv("TACTUS_MIDI_LOG", str(log))
    session = Session(tmp_path / "live", PLUGIN, f"OSC port={port}")
    process = subprocess.Popen(["ardour7-lua", session.SCRIPTS / "live.lua", session.path, "4"],
                               stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, env=session.environment())
    text = ""
    for line in process.stdout:
        text += line
        if line.startswith("rolls"):
            break
    with osc.Sender(port) as sender:
        time.sleep(1)
        for step in range(50):
            sender.send(osc.touch("began" if step == 0 else "moved", 1, 0.2 + step / 100, 0.3, 0.5))
            sender.send(osc.message("/tactus/token", "moved", 7, 0.25, 0.75, 0.5))
            time.sleep(0.02)
        sender.send(osc.touch("ended", 1, 0.69, 0.3))
        sender.send(osc.message("/tactus/token", "lifted", 7))
        rest, _ = process.communicate(timeout=60)
    print(text + rest)
    assert "played" in rest
    heard = [bytes.fromhex(line.split()[1]) for line in log.read_text().splitlines()
             if not line.startswith("feature")]
    xs = [numbers[0] / 16383 for _, _, numbers in places((0, data) for data in heard)[1]]
    figure(f"Ardour, live: {len(xs)} places of one touch reached another track")
    assert [data[0] for data in heard if data[0] & 0xE0 == 0x80] == [0x91, 0x81], "one note, begun and ended"
    assert abs(xs[0] - 0.2) < 1e-4 and abs(xs[-1] - 0.69) < 1e-4 and len(xs) > 40
    token = [found[1:] for found in tokens((0, data) for data in heard)]
    assert token[0] == (LIES, 0, (4096, 12287, 8192)) and token[-1] == (LIFTED, 0, (1, 0, 0))
    assert set(token[:-1]) == {token[0]}, "one token that lies still, told again each second"
    figure(f"Ardour, live: a token that lies still was told {len(token) - 1} times")
