"""Outputs of OSC by hand. test_outputs_by_hand.py runs this in a process of its own."""
import json
import os
import pathlib
import socket
import struct

import pytest

from lv2host import BEGAN, MOVED, TOUCH, touch
from test_outputs_by_hand import (
    ADD, ADDRESS, COUNTS, MATRIX, OSC, OUT, PATCH_ADDRESS, PATCH_DESTINATION, PATCH_FIRST, PATCH_OUTPUTS, TITLES, outputs, screen)


@pytest.fixture
def visuals(screen):
    """A program that receives OSC, which network.json names visuals."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as receiver:
        receiver.bind(("127.0.0.1", 0))
        receiver.setblocking(False)
        settings = pathlib.Path(os.environ["XDG_CONFIG_HOME"]) / "tactus" / "network.json"
        settings.parent.mkdir(exist_ok=True)
        settings.write_text(json.dumps({"destinations": [
            {"name": "visuals", "to": "127.0.0.1", "port": receiver.getsockname()[1]}]}))

        def received():
            packets = []
            try:
                while True:
                    packets.append(receiver.recv(4096))
            except BlockingIOError:
                return packets
        yield received
        settings.unlink()


def test_an_osc_output_is_addressed_by_hand(visuals, outputs):
    out = outputs()
    out.click(OUT)
    out.click(ADD)
    out.do("type", "--delay", 15, "touch x")
    out.do("key", "Return")
    out.click(OSC)
    out.until(lambda: out.saved() == [
        {"source": "touch_x", "to": "osc", "destination": "", "address": "/tactus/out"}])
    out.click(ADDRESS)
    out.click(PATCH_OUTPUTS)
    out.click(PATCH_FIRST)
    for place, text in ((PATCH_DESTINATION, "visuals"), (PATCH_ADDRESS, "/finger/x")):
        out.click(place)
        out.type(text)
    out.until(lambda: out.saved() == [
        {"source": "touch_x", "to": "osc", "destination": "visuals", "address": "/finger/x"}])
    out.plugin.event(touch(BEGAN, 1, 0.75, 0.5, 0.5), kind=TOUCH)
    out.until(lambda: b"/finger/x\0\0\0,f\0\0" + struct.pack(">f", 0.75) in visuals())


def test_a_card_says_that_its_destination_is_not_in_network_json(visuals, outputs):
    out = outputs({"source": "touch_x", "to": "osc", "destination": "strangers", "address": "/x"})
    out.until(lambda: out.colored(COUNTS)[0] > 100)

    def move(x, kind=MOVED):
        out.plugin.event(touch(kind, 1, x, 0.5, 0.5), kind=TOUCH)
    for x, kind in ((0.2, BEGAN), (0.4, MOVED)):
        move(x, kind)
        out.window.turns(0.3)
    assert visuals() == []
    out.click(ADDRESS)
    out.click(PATCH_OUTPUTS)
    out.click(PATCH_FIRST)
    out.click(PATCH_DESTINATION)
    out.type("visuals")
    out.until(lambda: out.saved()[0]["destination"] == "visuals")
    move(0.75)
    out.until(lambda: b"/x\0\0,f\0\0" + struct.pack(">f", 0.75) in visuals())
    out.click(MATRIX)
    out.until(lambda: out.colored(COUNTS)[0] == 0 and out.colored(TITLES)[0] > 60)
