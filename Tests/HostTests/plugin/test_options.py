"""Options that a host sets of an instance while it exists: its sample rate and the lengths of blocks. What it plays then is,
byte for byte, what an instance plays that was made so."""
import json
import math
import re
import struct
import time

import numpy
import pytest

import osc
import scenes
from bundles import World
from conftest import HOST, PLUGIN, ROOT, figure, run
from lv2host import MIDI, TOUCH, BEGAN, ENDED, MOVED, Plugin, state_file, touch
from test_separate_outputs import GRID, MULTI, SINGLE

RATE = "http://lv2plug.in/ns/ext/parameters#sampleRate"
LENGTHS = [f"http://lv2plug.in/ns/ext/buf-size#{word}BlockLength" for word in ("min", "max", "nominal")]
OPTIONS = "http://lv2plug.in/ns/ext/options#"
BAD_SUBJECT, BAD_KEY, BAD_VALUE = 2, 4, 8
PATCHES = ["aurora", "glass_pad", "circuit_kit", "double_pendulum", "carousel"]
UP, DOWN = 44100, 96000


def set_rate(plugin, rate):
    assert plugin.set_option(RATE, struct.pack("=f", rate)) == 0
    assert plugin.option(RATE) == rate


def phrase(rate):
    """Touches and notes over a second: events with their frames."""
    found = [(0, TOUCH, touch(BEGAN, 1, 0.2, 0.6, 0.7)), (900, MIDI, bytes([0x90, 57, 90])),
             (rate // 2, MIDI, bytes([0xB0, 74, 80])), (rate * 3 // 4, TOUCH, touch(ENDED, 1)),
             (rate * 4 // 5, MIDI, bytes([0x80, 57, 0]))]
    found += [(rate * step // 40, TOUCH, touch(MOVED, 1, 0.2 + step / 60, 0.6 - step / 80, 0.7))
              for step in range(1, 28)]
    return sorted(found, key=lambda event: event[0])


def played(plugin, rate):
    """The bytes of a second and a half."""
    return plugin.play(phrase(rate), rate * 3 // 2, 480).tobytes()


@pytest.mark.parametrize("name", PATCHES)
def test_another_rate_sounds_as_an_instance_made_at_it(tmp_path, name):
    text = (ROOT / "bundle" / "patches" / f"{name}.json").read_text()
    state = state_file(tmp_path / "first", text, level=-6, macro_1=0.7)
    with Plugin(rate=UP, longest_block=480, state=state) as plugin:
        first = played(plugin, UP)
        # It plays on while it is set, and what it has been played leaves nothing behind.
        plugin.play([(0, TOUCH, touch(BEGAN, 5, 0.5, 0.5))], 960, 480)
        saved = plugin.save(tmp_path / "saved")
        set_rate(plugin, DOWN)
        again = played(plugin, DOWN)
        assert plugin.save(tmp_path / "again").read_text() == saved.read_text()
        set_rate(plugin, UP)
        back = played(plugin, UP)
    with Plugin(rate=DOWN, longest_block=480, state=saved) as fresh:
        wanted = played(fresh, DOWN)
    assert numpy.frombuffer(first, numpy.float32).any() and numpy.frombuffer(again, numpy.float32).any()
    assert again == wanted and back == first


def test_a_macro_that_a_controller_has_moved_stays(tmp_path):
    """It holds in place of the port's value, and is no part of the patch."""
    patch = {"version": 1, "name": "Kept", "macros": {"1": {"cc": 21}},
             "connections": [{"source": "macro_1", "destination": "filter_1_cutoff", "amount": 0.5}]}
    state = state_file(tmp_path / "state", json.dumps(patch))
    sent = [(0, MIDI, bytes([0xB0, 21, 90]))]
    with Plugin(rate=UP, longest_block=480, state=state) as plugin:
        plugin.play(sent, 4800, 480)
        plain = plugin.save(tmp_path / "moved").read_text()
        assert "vocabulary#sent>" in plain
        set_rate(plugin, DOWN)
        sound = played(plugin, DOWN)
        assert plugin.save(tmp_path / "later").read_text() == plain
    with Plugin(rate=DOWN, longest_block=480, state=tmp_path / "moved" / "state.ttl") as fresh:
        assert played(fresh, DOWN) == sound
    with Plugin(rate=DOWN, longest_block=480, state=state) as without:
        assert played(without, DOWN) != sound


def test_notes_that_were_sent_end(tmp_path):
    """Touches leave as MIDI; an instrument behind the plugin keeps no note."""
    with Plugin(rate=UP, longest_block=480) as plugin:
        notes = []

        def block(*events):
            for event in events:
                plugin.event(event, 0, TOUCH)
            plugin.run(480)
            notes.extend(body for _, body in plugin.sent() if len(body) == 3 and body[0] & 0xE0 == 0x80)
        block(touch(BEGAN, 1, 0.4, 0.5), touch(BEGAN, 2, 0.6, 0.5))
        begun = [body for body in notes if body[0] & 0xF0 == 0x90 and body[2]]
        assert len(begun) == 2
        set_rate(plugin, DOWN)
        block()
        ended = [body for body in notes if body[0] & 0xF0 == 0x80 or not body[2]]
        assert sorted((body[0] & 15, body[1]) for body in ended) == sorted((body[0] & 15, body[1]) for body in begun)


def messages(plugin, seconds, rate, block=480):
    found = []
    for number in range(seconds * rate // block):
        plugin.run(block)
        found += [(number * block + frame, body) for frame, body in plugin.sent() if 1 <= len(body) <= 3]
    return found


@pytest.mark.parametrize("uri", [SINGLE, MULTI])
def test_the_tone_matrix_steps_as_one_made_at_the_rate(tmp_path, uri):
    kind = uri.rpartition(":")[2]
    state = state_file(tmp_path / "state", json.dumps(GRID), plugin=kind, clock=1, transport=1, tempo=97)
    with Plugin(uri, rate=UP, longest_block=480, state=state) as plugin:
        plugin.listen("midi_out")
        held = set()
        for _ in range(2000):
            plugin.run(480)
            for _, body in plugin.sent():
                if len(body) == 3 and body[0] & 0xE0 == 0x80:
                    (held.add if body[0] & 0x10 and body[2] else held.discard)((body[0] & 15, body[1]))
            if held:
                break
        set_rate(plugin, DOWN)
        after = messages(plugin, 4, DOWN)
    with Plugin(uri, rate=DOWN, longest_block=480, state=state) as fresh:
        fresh.listen("midi_out")
        wanted = messages(fresh, 4, DOWN)
    # Notes that sounded end with the first frame.
    ends = after[:len(held)]
    assert all(frame == 0 and body[0] & 0xF0 == 0x80 for frame, body in ends)
    assert held and {(body[0] & 15, body[1]) for _, body in ends} == held
    assert after[len(held):] == wanted and len(wanted) > 20
    figure(f"{uri}: {len(held)} notes ended at the change of rate, then {len(wanted)} equal messages")


@pytest.mark.parametrize("block", [64, 1000])
def test_a_scene_begins_anew_at_the_rate_and_for_the_blocks(tmp_path, block):
    """In a render, so that no sound depends on how busy the machine is. Its latency follows the longest block."""
    path = scenes.patch(tmp_path / "scene", "sine")

    def heard(plugin):
        return scenes.play(plugin, 24000, block).tobytes(), plugin["latency"]
    with Plugin("urn:tactus:scene", rate=DOWN, longest_block=block, free_wheel=1,
                state=scenes.state(tmp_path / "fresh", path)) as fresh:
        wanted = heard(fresh)
    with Plugin("urn:tactus:scene", rate=48000, longest_block=1024, free_wheel=1,
                state=scenes.state(tmp_path / "state", path)) as plugin:
        other = heard(plugin)
        set_rate(plugin, DOWN)
        assert plugin.set_option(LENGTHS[1], struct.pack("=i", block), "Int") == 0
        again = heard(plugin)
        set_rate(plugin, 48000)
        assert plugin.set_option(LENGTHS[1], struct.pack("=i", 1024), "Int") == 0
        assert heard(plugin) == other
    assert numpy.frombuffer(wanted[0], numpy.float32).any()
    assert again == wanted and other != wanted


def test_longer_blocks_are_announced_and_come(tmp_path):
    state = state_file(tmp_path / "state", (ROOT / "bundle" / "patches" / "aurora.json").read_text())

    def sound(plugin, block):
        return plugin.play(phrase(48000), 48000, block)
    with Plugin(rate=48000, longest_block=8192, state=state) as plugin:
        wanted = sound(plugin, 64)
    with Plugin(rate=48000, longest_block=8192, state=state) as plugin:
        for key, length in zip(LENGTHS, (32, 64, 64)):
            assert plugin.set_option(key, struct.pack("=i", length), "Int") == 0
        for key, length in zip(LENGTHS, (32, 8192, 4800)):
            assert plugin.set_option(key, struct.pack("=i", length), "Int") == 0
            assert plugin.option(key, "Int") == length
        assert sound(plugin, 4800).tobytes() == wanted.tobytes()


@pytest.mark.parametrize("uri", [PLUGIN, SINGLE, MULTI, "urn:tactus:scene"])
def test_what_makes_no_sense_is_refused_and_changes_nothing(uri):
    with Plugin(uri, rate=48000, longest_block=512) as plugin:
        known = {key: plugin.option(key, "Float" if key == RATE else "Int") for key in [RATE, *LENGTHS]}
        assert known == dict(zip([RATE, *LENGTHS], [48000, 0, 512, 512]))
        for value in (0, -48000, 999, 1e6 + 1, math.nan, math.inf):
            assert plugin.set_option(RATE, struct.pack("=f", value)) == BAD_VALUE, value
        assert plugin.set_option(RATE, struct.pack("=d", 96000), "Double") == BAD_VALUE
        assert plugin.set_option(RATE, struct.pack("=i", 96000), "Int") == BAD_VALUE
        assert plugin.set_option(RATE, struct.pack("=d", 96000)) == BAD_VALUE  # eight bytes of a float
        assert plugin.set_option(RATE, b"") == BAD_VALUE
        for key in LENGTHS:
            assert plugin.set_option(key, struct.pack("=i", -1), "Int") == BAD_VALUE
            assert plugin.set_option(key, struct.pack("=f", 64)) == BAD_VALUE
        for key in LENGTHS[1:]:
            assert plugin.set_option(key, struct.pack("=i", 0), "Int") == BAD_VALUE
        assert plugin.set_option(OPTIONS + "other", struct.pack("=f", 1)) == BAD_KEY
        assert plugin.option(OPTIONS + "other") == (BAD_KEY,)
        # Those of a port, not of the instance.
        assert plugin.set_option(RATE, struct.pack("=f", 96000), context=3) == BAD_SUBJECT
        assert plugin.option(RATE, context=3) == (BAD_SUBJECT,)
        assert known == {key: plugin.option(key, "Float" if key == RATE else "Int") for key in [RATE, *LENGTHS]}
        plugin.run(64)


@pytest.mark.parametrize("uri", [PLUGIN, SINGLE, MULTI, "urn:tactus:scene"])
def test_hosts_read_which_options_there_are(uri):
    lilv = World()
    lilv.plugin(uri)
    assert sorted(lilv.find(uri, OPTIONS + "supportedOption")) == sorted([RATE, *LENGTHS])
    assert OPTIONS + "options" in lilv.find(uri, "lv2:optionalFeature")
    assert OPTIONS + "interface" in lilv.find(uri, "lv2:extensionData")


def test_the_network_still_reaches_it():
    """The instance stays the one that a client knows: its socket, its surface, and its document."""
    port = osc.free_port()
    with Plugin(rate=UP, longest_block=480, isNew=True, osc_listen=1, osc_port=port, osc_surface=3) as plugin:
        end = time.monotonic() + 60
        while plugin["live_osc_port"] != port:
            assert time.monotonic() < end
            plugin.run(64)
            time.sleep(0.005)
        set_rate(plugin, DOWN)
        # Longer than the input thread needs to see another wish.
        for _ in range(40):
            plugin.run(64)
            assert plugin["live_osc_port"] == port
            time.sleep(0.005)


@pytest.mark.parametrize("uri", [PLUGIN, SINGLE])
def test_nothing_of_it_reaches_the_audio_thread(monkeypatch, uri):
    """The trap changes the rate twice before it counts."""
    monkeypatch.setenv("TACTUS_TRAP_RATES", f"{UP} {DOWN}")
    code, text = run(HOST / "trap", uri, 3000, timeout=120)
    assert code == 0, text
    assert re.search(r"rate set to 96000", text), text
    figure(f"{uri} under the trap after two changes of rate: " + text.splitlines()[-1])
