"""The live frame of the built plugins: sent only to those who say hello, and each value as an independent
computation has it."""
import json
import math
import struct
import time

import numpy
import pytest

import live_frame
from conftest import figure
from live_frame import (ACTIONS, CONTROLLER, GRID, LEVELS, NAMED, OUTPUT, PARAMETER, PARAMETERS, ROUTES,
                        TOUCHES, VOICES)
from lv2host import ATOM, BEGAN, ENDED, MOVED, TOUCH, Plugin, state_file, touch

RATE, BLOCK = 48000, 256
MATRIX = "urn:tactus:tonematrix"
# Straight connections: to a logarithmic parameter of each voice, to a linear one, and to one of all voices.
PATCH = {
    "version": 1, "name": "Shown", "parameters": {"filter_1_cutoff": 1000, "voice_pan": 0, "reverb_mix": 0.1},
    "connections": [
        {"source": "touch_x", "destination": "filter_1_cutoff", "low": 200, "high": 12800},
        {"source": "touch_y", "destination": "voice_pan", "low": -0.5, "high": 1, "direction": "down"},
        {"source": "group_spread", "destination": "reverb_mix", "low": 0.1, "high": 0.9},
    ]}


def opened(folder, **values):
    return Plugin(state=state_file(folder / "state", json.dumps(PATCH), **values), longest_block=BLOCK)


def seconds(plugin, duration, hello=None, every=0.5):
    """Runs for a time, says hello twice a second, and returns the frames with the outputs."""
    found, outputs, next_hello = [], [], 0
    for block in range(int(duration * RATE / BLOCK)):
        if hello and block * BLOCK >= next_hello:
            plugin.event(hello, kind=live_frame.HELLO)
            next_hello += every * RATE
        outputs.append(plugin.run(BLOCK))
        found += live_frame.frames(plugin)
    return found, numpy.concatenate(outputs, axis=1)


def test_only_who_says_hello_is_shown_and_for_two_seconds(tmp_path):
    with opened(tmp_path) as plugin:
        assert seconds(plugin, 0.5)[0] == []
        plugin.event(touch(BEGAN, 1, 0.5, 0.5, source=7), kind=TOUCH)
        plugin.event(touch(BEGAN, 1, 0.25, 0.5, source=8), kind=TOUCH)
        shown, _ = seconds(plugin, 1, live_frame.hello(TOUCHES, VOICES))
        assert len(shown) in (30, 31)
        assert [frame["sequence"] for frame in shown] == list(range(1, len(shown) + 1))
        assert {frame["mask"] for frame in shown} == {1 << TOUCHES | 1 << VOICES}
        silent, _ = seconds(plugin, 3)
        figure(f"live frames: {len(shown)} in a second; {len(silent)} after the last hello")
        assert 44 <= len(silent) <= 46, "a second and a half more: the last hello is half a second old"
        # The window is gone, so its finger is lifted; the tablet's stays.
        assert plugin["live_count"] == 1
        plugin.event(live_frame.hello(TOUCHES, source=8), kind=live_frame.HELLO)
        plugin.event(live_frame.hello(source=8, stays=False), kind=live_frame.HELLO)
        assert seconds(plugin, 0.2)[0] == [] and plugin["live_count"] == 0


def test_each_value_is_what_it_should_be(tmp_path):
    fingers = [(1, 0.25, 0.5, 0.75), (2, 0.75, 0.125, 0.5)]
    hello = live_frame.hello(TOUCHES, live_frame.CONTROLLERS, PARAMETERS, ROUTES, VOICES, LEVELS, NAMED,
                             source=99, named=["touch_x", "touch_y"])
    with opened(tmp_path) as plugin:
        plugin.event(hello, kind=live_frame.HELLO)
        plugin.run(BLOCK)
        for identifier, x, y, pressure in fingers:
            plugin.event(touch(BEGAN, identifier, x, y, pressure, source=3), kind=TOUCH)
        shown, output = seconds(plugin, 1, hello)
        # One far excursion of the first finger, and back, between two frames of the settled state.
        plugin.event(touch(MOVED, 1, 0.25, 0.5, source=3), kind=TOUCH)
        settled, _ = seconds(plugin, 1, hello)
    frame = settled[-1]
    assert [(t[2], t[3], t[4], t[5], t[1]) for t in frame[TOUCHES]] == [
        (identifier, x, y, pressure, 3) for identifier, x, y, pressure in fingers]
    assert [values[:2] for values in frame[NAMED][1:]] == [(x, y) for _, x, y, _ in fingers]
    assert struct.unpack("<8I", struct.pack("<8f", *frame[NAMED][0]))[:3] == (
        CONTROLLER["touch_x"] + 1, CONTROLLER["touch_y"] + 1, 0)
    # Distances are in diagonals of a surface of 4 : 3.
    spread = math.hypot(0.25 * 4, 0.1875 * 3) / 5
    assert frame[live_frame.CONTROLLERS][CONTROLLER["group_spread"]][0] == pytest.approx(spread, rel=1e-5)
    assert frame[live_frame.CONTROLLERS][CONTROLLER["group_count"]][0] == 2
    # The voice that began last is that of the second finger.
    cutoff, pan, reverb = 200 * 64 ** 0.75, 1 - 1.5 * 0.125, 0.1 + 0.8 * spread / 0.5
    assert frame[PARAMETERS][PARAMETER["filter_1_cutoff"]][0] == pytest.approx(cutoff, rel=1e-4)
    assert frame[PARAMETERS][PARAMETER["voice_pan"]][0] == pytest.approx(pan, abs=1e-5)
    assert frame[PARAMETERS][PARAMETER["reverb_mix"]][0] == pytest.approx(reverb, abs=1e-5)
    octaves = math.log2(20000 / 20)
    expected = [
        (0.75, math.log2(cutoff / 20) / octaves,
         max(abs(math.log2(200 * 64 ** x / 1000)) for x in (0.25, 0.75)) / octaves),
        (0.125, (pan + 1) / 2, max(abs(1 - 1.5 * y) for y in (0.5, 0.125)) / 2),
        (spread / 0.5, reverb, reverb - 0.1)]
    assert numpy.allclose(frame[ROUTES], expected, atol=1e-4), (frame[ROUTES], expected)
    assert [voice[0] for voice in frame[VOICES]] == [1, 2] and all(0.5 < v[2] <= 1 for v in frame[VOICES])
    # The levels of the first second are those of the output between two frames.
    assert len(shown) >= 29
    for one, two in zip(shown, shown[1:]):
        # A frame leaves at the end of its block. The first block of `output` is the second one.
        begin, end = one["frame"], two["frame"]
        peaks = numpy.abs(output[:, begin:end]).max(axis=1)
        assert two[LEVELS] == [tuple(float(peak) for peak in peaks)]
    assert max(two[LEVELS][0][0] for two in shown) > 0.01
    figure(f"a live frame of two fingers with all sections: {len(settled)} a second, "
           f"{16 + 1 + 2 * 8 + 335 + 198 + 1 + 9 + 7 + 3 + 25} words")


def test_a_peak_between_two_frames_is_seen(tmp_path):
    hello = live_frame.hello(ROUTES)
    with opened(tmp_path) as plugin:
        plugin.event(touch(BEGAN, 1, 0.4, 0.5), kind=TOUCH)
        frame = seconds(plugin, 0.5, hello)[0][-1]
        before = frame["sequence"]
        # To the right end and back within 60 frames of 1600.
        plugin.event(touch(MOVED, 1, 1.0, 0.5), 10, kind=TOUCH)
        plugin.event(touch(MOVED, 1, 0.4, 0.5), 250, kind=TOUCH)
        after = seconds(plugin, 0.2)[0]
    assert after[0]["sequence"] == before + 1
    octaves = math.log2(20000 / 20)
    rest = abs(math.log2(200 * 64 ** 0.4 / 1000)) / octaves
    # 5 ms of a smoothing of 6 ms go more than half of the way.
    way = abs(math.log2(200 * 64 / 1000)) / octaves
    assert after[0][ROUTES][0][2] > rest + (way - rest) / 2
    assert after[-1][ROUTES][0][2] == pytest.approx(rest, abs=1e-3)


def test_the_samples_are_those_of_the_output(tmp_path):
    with opened(tmp_path) as plugin:
        silent, rest = seconds(plugin, 0.2, live_frame.hello(OUTPUT))
        assert all(frame[OUTPUT] == [(0,), (0x473B8000,)] for frame in silent), "silence has no samples"
        plugin.event([0x90, 60, 100])
        shown, sound = seconds(plugin, 0.5, live_frame.hello(OUTPUT))
        words = [[word for word, in frame[OUTPUT]] for frame in shown if len(frame[OUTPUT]) > 2]
        samples = []
        for first, rate, *pairs in words:
            assert rate == 0x473B8000, "48000 as a float"
            if samples:
                assert first == start + len(samples), "no sample is lost"
            else:
                start = first
            samples += [value for pair in pairs for value in struct.unpack("=hh", struct.pack("=I", pair))]
        expected = numpy.concatenate([rest, sound], axis=1)[:2].mean(axis=0)[start:start + len(samples)]
        assert len(samples) > 0.4 * RATE and abs(expected).max() > 0.02
        assert abs(numpy.array(samples) / 16384 - expected).max() <= 0.5001 / 16384


def test_an_action_is_shown_where_it_happened_until_it_is_old(tmp_path):
    hello = live_frame.hello(ACTIONS)
    routes = [{"trigger": "on_group_ended", "action": "lfo_2.reset"},
              {"trigger": "on_touch_began", "action": "lfo_1.reset"}]
    with Plugin(state=state_file(tmp_path / "state", json.dumps({"version": 1, "routes": routes})),
                longest_block=BLOCK) as plugin:
        quiet = seconds(plugin, 0.5, hello)[0]
        assert quiet and all(frame[ACTIONS] == [] for frame in quiet)
        began = int(0.5 * RATE / BLOCK) * BLOCK + 100
        plugin.event(touch(BEGAN, 1, 0.25, 0.75), 100, kind=TOUCH)
        shown = seconds(plugin, 1, hello)[0]
    seen = [(frame["frame"] + BLOCK, *frame[ACTIONS][0]) for frame in shown if frame[ACTIONS]]
    # 0.6 s at thirty frames a second.
    assert 16 <= len(seen) <= 19 and all(len(frame[ACTIONS]) < 2 for frame in shown)
    for end, route, x, y, age in seen:
        assert (route, x, y) == (1, 0.25, 0.75)
        assert age == pytest.approx((end - began) / RATE, abs=32 / RATE)


def test_the_clock_and_the_timeline_are_those_of_the_block(tmp_path):
    with opened(tmp_path) as plugin:
        plugin.event(live_frame.hello(TOUCHES), kind=live_frame.HELLO)
        plugin.event(plugin.position(speed=1.0, bar=2, barBeat=1.5, beatsPerMinute=90.0, beatsPerBar=4.0,
                                     beatUnit=4, frame=0), kind=ATOM + "Object")
        found = []
        for block in range(200):
            before = time.monotonic_ns()
            plugin.run(BLOCK)
            after = time.monotonic_ns()
            for frame in live_frame.frames(plugin):
                assert before <= frame["clock"] <= after and frame["frame"] == block * BLOCK
                found.append(frame)
    assert len(found) >= 30
    for frame in found:
        assert frame["speed"] == 1 and frame["tempo"] == 90 and frame["rate"] == RATE
        assert frame["position"] == pytest.approx(9.5 + frame["frame"] / RATE * 1.5, abs=1e-6)


def test_the_same_performance_gives_the_same_frames(tmp_path):
    def once(folder):
        with opened(folder) as plugin:
            shown = []
            for block in range(300):
                if block % 50 == 0:
                    plugin.event(live_frame.hello(*range(1, 9), named=["touch_speed"]), kind=live_frame.HELLO)
                angle = block / 20
                kind = BEGAN if block == 3 else ENDED if block == 280 else MOVED
                plugin.event(touch(kind, 1, 0.5 + 0.4 * math.cos(angle), 0.5 + 0.4 * math.sin(angle), 0.5),
                             block % BLOCK, kind=TOUCH)
                plugin.run(BLOCK)
                # All but the clock.
                shown += [body[:16] + body[24:] for _, body in plugin.sent() if body[:4] == b"TLF\x01"]
            return shown
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    one, two = once(tmp_path / "a"), once(tmp_path / "b")
    assert len(one) > 40 and one == two


def test_frames_stand_behind_the_midi_of_their_block(tmp_path):
    """A finger leaves as MIDI; the frame is the last event of its block, and no MIDI is missing for it."""
    with opened(tmp_path) as plugin:
        plugin.event(live_frame.hello(*range(1, 9)), kind=live_frame.HELLO)
        seen = 0
        for block in range(200):
            plugin.event(touch(BEGAN if block == 0 else MOVED, 1, (block % 100) / 100, 0.5), kind=TOUCH)
            plugin.run(BLOCK)
            sent = plugin.sent()
            assert [at for at, _ in sent] == sorted(at for at, _ in sent)
            places = [place for place, (_, body) in enumerate(sent) if body[:4] == b"TLF\x01"]
            assert places in ([], [len(sent) - 1])
            seen += len(places)
        assert seen >= 30


def messages(plugin, wanted, blocks=400):
    """Runs until a message has come that contains `wanted`; returns the forms and bodies of all objects."""
    uri = "http://lv2plug.in/ns/ext/"
    changed = plugin.calls.host_urid(plugin.host, (uri + "state#StateChanged").encode())
    properties = [plugin.calls.host_urid(plugin.host, (uri + form).encode()) for form in ("patch#Set", "patch#Put")]
    found = []
    for _ in range(blocks):
        plugin.run(BLOCK)
        for _, body in plugin.sent():
            form = struct.unpack_from("=I", body, 4)[0] if len(body) >= 8 else 0
            if form == changed or form in properties:
                found.append(("changed" if form == changed else "set", body))
        if any(wanted in body for _, body in found):
            for _ in range(20):
                plugin.run(BLOCK)
                for _, body in plugin.sent():
                    if len(body) >= 8 and struct.unpack_from("=I", body, 4)[0] == changed:
                        found.append(("changed", body))
            return found
        time.sleep(0.01)
    pytest.fail(f"{wanted} never came: {found}")


def patch_message(plugin, form, prop=None, text=None, kind="String"):
    def urid(uri):
        return plugin.calls.host_urid(plugin.host, uri.encode())
    patch = "http://lv2plug.in/ns/ext/patch#"
    body = struct.pack("=II", 0, urid(patch + form))
    if prop:
        value = text.encode() + b"\0"
        body += struct.pack("=IIIIII", urid(patch + "property"), 0, 4, urid(ATOM + "URID"),
                            urid("urn:tactus:vocabulary#" + prop), 0)
        body += struct.pack("=IIII", urid(patch + "value"), 0, len(value), urid(ATOM + kind))
        body += value.ljust((len(value) + 7) & ~7, b"\0")
    return body


@pytest.mark.parametrize("uri, name, edit", [
    ("urn:tactus:touch", b'"name"', '{"set": {"filter_1_cutoff": 900}}'),
    (MATRIX, b'"layers"', '{"cell": {"layer": 1, "pattern": 1, "step": 1, "row": 1, "on": true}}')])
def test_asking_for_the_document_changes_nothing(uri, name, edit):
    """A host takes state:StateChanged as a change of its session: only an edit is one."""
    with Plugin(uri, longest_block=BLOCK) as plugin:
        plugin.run(BLOCK)
        plugin.event(patch_message(plugin, "Get"), kind=ATOM + "Object")
        answered = messages(plugin, name)
        assert [kind for kind, _ in answered] == ["set"]
        plugin.event(patch_message(plugin, "Set", "edit", edit), kind=ATOM + "Object")
        edited = messages(plugin, edit.split('"')[1].encode())
        assert [kind for kind, _ in edited] == ["set", "changed"]


def test_the_tone_matrix_shows_where_it_plays(tmp_path):
    grid = {"version": 1, "layers": [{"steps": 8, "rows": 8, "patterns": {
        "1": {"cells": [[step, 3] for step in range(1, 9)]}}}, {}, {}, {}]}
    state = state_file(tmp_path / "grid", json.dumps(grid), plugin="tonematrix", clock=1, transport=1,
                       tempo=90)
    shown = []
    with Plugin(MATRIX, longest_block=BLOCK, state=state) as plugin:
        for block in range(3 * RATE // BLOCK):
            if block % 90 == 0:
                plugin.event(live_frame.hello(GRID, TOUCHES), kind=live_frame.HELLO)
            plugin.run(BLOCK)
            shown += live_frame.frames(plugin)
    assert len(shown) >= 85
    for frame in shown:
        column, pattern, lit, until, step = frame[GRID][0]
        # A sixteenth at 90 quarter notes a minute; the column of the block's end, the position of its start.
        begin = 4 * frame["position"]
        end = begin + 4 * BLOCK / RATE * 1.5
        assert frame["tempo"] == 90 and frame["speed"] == 1 and step == 0.25
        assert frame["own_clock"] == 1
        assert frame["position"] == pytest.approx(frame["frame"] / RATE * 1.5, abs=1e-6)
        columns = {(math.floor(place - 1e-6) % 8, 0, 4) for place in (begin, end)}
        assert (column, pattern, lit) in columns or end < 0.01
        assert until == pytest.approx((math.floor(end - 1e-6) + 1) / 4 - frame["position"], abs=1e-4) or (
            abs(end - round(end)) < 1e-3)
        assert all(layer[0] >= -1 for layer in frame[GRID]) and len(frame[GRID]) == 16
