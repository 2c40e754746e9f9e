"""A base value that comes as an event acts on its frame, whatever the block; the patch follows, and sessions
have it."""
import json
import random
import re
import struct
import time

import numpy
import pytest

import live_frame
from conftest import figure
from lv2host import ATOM, TOUCH, Plugin, state_file
from osc import Sender, free_port, message, messages as osc_messages
from seeds import seed
from test_live_frame import messages, patch_message

PARAMETER = 18
PATCH = {"version": 1, "name": "Steps", "connections": [],
         "parameters": {"filter_1_resonance": 0.3, "reverb_mix": 0}}
NOTE = bytes([0x90, 57, 100])


def base(symbol, value, **head):
    """The body of an event: seven words act, and five more make it an edit."""
    body = struct.pack("=IIiffff", PARAMETER, 0, live_frame.PARAMETER[symbol], value, *[float("nan")] * 3)
    if head:
        number = head.get("number", 0)
        body += struct.pack("=qIII", head["client"], number, head.get("waiting", number), head.get("stroke", 0))
    return body


def opened(folder, name="state", **values):
    return Plugin(state=state_file(folder / name, json.dumps(PATCH), **values), longest_block=1024)


def saved(plugin, folder, name="saved"):
    """The document as a host saves it now."""
    assert plugin.calls.host_save(plugin.host, str(folder / name).encode())
    return (folder / name / "state.ttl").read_text()


def resonance(text):
    return float(re.search(r'filter_1_resonance\\?": ([0-9.]+)', text).group(1))


def test_it_acts_on_its_frame_at_every_block(tmp_path):
    events = [(0, "http://lv2plug.in/ns/ext/midi#MidiEvent", NOTE)]
    events += [(5000 + 797 * step, TOUCH, base("filter_1_cutoff", 300 + 120 * step, client=7, stroke=1))
               for step in range(30)]
    heard = []
    for block in (64, 256, 999):
        with opened(tmp_path, f"state{block}") as plugin:
            heard.append(plugin.play(events, 36_000, block))
    with opened(tmp_path, "without") as plugin:
        without = plugin.play(events[:1], 36_000, 256)
    assert (heard[0] == heard[1]).all() and (heard[0] == heard[2]).all()
    first = numpy.flatnonzero((heard[0] != without).any(axis=0))[0]
    figure(f"a base value at frame 5000 is heard from frame {first}")
    assert 5000 <= first < 5032


def test_what_is_heard_is_saved_at_once(tmp_path):
    with opened(tmp_path) as plugin:
        for step in range(20):
            plugin.event(base("filter_1_resonance", 0.02 * (step + 1), client=7, number=step + 1, stroke=1),
                         kind=TOUCH)
            plugin.run(64)
        assert resonance(saved(plugin, tmp_path)) == pytest.approx(0.4)


def test_an_event_alone_is_no_edit(tmp_path):
    """So a take plays: its patches say what the document is."""
    with opened(tmp_path) as plugin:
        plugin.event(base("filter_1_resonance", 0.9), kind=TOUCH)
        plugin.run(64)
        plugin.event(base("filter_1_resonance", 0.8)[:24], kind=TOUCH)
        plugin.event(base("filter_1_resonance", 0.8, client=7)[:40], kind=TOUCH)
        plugin.run(64)
        assert resonance(saved(plugin, tmp_path)) == pytest.approx(0.3)


def test_undo_goes_back_before_the_drag(tmp_path):
    with opened(tmp_path) as plugin:
        plugin.event(live_frame.hello(live_frame.PARAMETERS), kind=live_frame.HELLO)
        plugin.event(NOTE)
        for step in range(20):
            plugin.event(base("filter_1_resonance", 0.02 * (step + 1), client=7, number=step + 1, stroke=1),
                         kind=TOUCH)
            plugin.run(64)
        answers = messages(plugin, b'"number": 20')
        assert sum(b'{"set"' in body for _, body in answers) >= 1
        plugin.event(patch_message(plugin, "Set", "edit", '{"undo": true}'), kind=ATOM + "Object")
        whole = messages(plugin, b'"version"')
        assert any(b'"filter_1_resonance": 0.3' in body for _, body in whole)
        shown = heard_resonance(plugin)
        assert shown == pytest.approx(0.3), "undo is not heard"


def heard_resonance(plugin):
    """What the voice that leads plays, once nothing is on its way."""
    found = None
    for block in range(300):
        if block % 50 == 0:
            plugin.event(live_frame.hello(live_frame.PARAMETERS), kind=live_frame.HELLO)
        plugin.run(256)
        for frame in live_frame.frames(plugin):
            found = frame[live_frame.PARAMETERS][live_frame.PARAMETER["filter_1_resonance"]][0]
        time.sleep(0.001)
    return found


def test_what_the_patch_does_not_allow_is_not_heard_for_long(tmp_path):
    with opened(tmp_path) as plugin:
        limit = '{"parameters": {"filter_1_resonance": {"low": 0.1, "high": 0.5, "base": 0.3}}}'
        plugin.event(patch_message(plugin, "Set", "edit", limit), kind=ATOM + "Object")
        messages(plugin, b'"high"')
        plugin.event(live_frame.hello(live_frame.PARAMETERS), kind=live_frame.HELLO)
        plugin.event(NOTE)
        plugin.event(base("filter_1_resonance", 0.9, client=7, number=1), kind=TOUCH)
        plugin.run(256)
        messages(plugin, b'"number": 1')
        assert heard_resonance(plugin) == pytest.approx(0.5)


def listening(plugin):
    """A sender to the plugin's port."""
    plugin["osc_listen"], plugin["osc_port"] = 1, free_port()
    end = time.monotonic() + 60
    while plugin["live_osc_port"] != plugin["osc_port"] and time.monotonic() < end:
        plugin.run(64)
        time.sleep(0.001)
    return Sender(int(plugin["live_osc_port"]))


@pytest.mark.parametrize("wheels", [0, 1])
def test_a_value_over_osc_is_an_edit_and_is_heard(tmp_path, wheels):
    """The edit is made at once, whether the host runs or not; the audio thread sets it even while a host renders."""
    with opened(tmp_path) as plugin, listening(plugin) as sender:
        plugin["free_wheel"] = wheels
        plugin.event(NOTE)
        for step, (address, arguments) in enumerate([
                ("/tactus/patch/set", ("filter_1_resonance", 0.5)),
                ("/tactus/patch/edit", ('{"set": {"filter_1_resonance": 0.625, "drive_gain": 6}}',)),
                ("/tactus/patch/undo", ())]):
            answer = osc_messages(sender.ask(message(address, *arguments)))
            assert answer[0][0] == "/tactus/answer/patch/changed", answer
            expected = [0.5, 0.625, 0.5][step]
            assert resonance(saved(plugin, tmp_path)) == pytest.approx(expected)
            assert heard_resonance(plugin) == pytest.approx(expected)


def test_a_window_and_a_sender_end_with_what_the_document_says(tmp_path):
    """Both drag one parameter at once: whoever is last in the document is heard at last. No value is the default, which
    a document leaves out."""
    draw = random.Random(seed("BOTH_SEED", 7))
    with opened(tmp_path) as plugin, listening(plugin) as sender:
        plugin.event(NOTE)
        number = 0
        for round_ in range(8):
            for step in range(40):
                if draw.random() < 0.5:
                    sender.send(message("/tactus/patch/set", "filter_1_resonance", draw.randint(0, 64) / 65))
                if draw.random() < 0.5:
                    number += 1
                    plugin.event(base("filter_1_resonance", draw.randint(0, 64) / 65, client=7, stroke=round_ + 1),
                                 kind=TOUCH)
                plugin.run(64)
                time.sleep(0.0005)
            heard = heard_resonance(plugin)
            assert heard == pytest.approx(resonance(saved(plugin, tmp_path))), round_
        assert number > 50
