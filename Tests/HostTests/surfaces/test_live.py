"""What a subscriber gets of a performance, through the bundle, its broker and real sockets."""
import json
import struct
import time

import live_frame
import osc
from conftest import ROOT
from lv2host import BEGAN, TOUCH, Plugin, touch

BLOCK, RATE = 256, 48000


def run_for(plugin, seconds, packets, sender, each=None):
    """Runs blocks at about real time; packets that arrive meanwhile go to `packets`."""
    sender.socket.setblocking(False)
    for block in range(int(seconds * RATE / BLOCK)):
        if each:
            each(block)
        plugin.run(BLOCK)
        time.sleep(BLOCK / RATE * 0.9)
        try:
            while True:
                packets.append((time.monotonic(), osc.messages(sender.socket.recv(65536))))
        except BlockingIOError:
            pass


def run_until(plugin, packets, sender, is_there):
    """Runs blocks until `is_there`; the bound only guards against hanging."""
    end = time.monotonic() + 60
    while not is_there():
        assert time.monotonic() < end, f"this has not come: {packets[-3:]}"
        run_for(plugin, 0.05, packets, sender)


def opened(plugin, sender, port):
    """Runs blocks until the port is open."""
    run_until(plugin, [], sender, lambda: int(plugin["live_osc_port"]) == port)


def test_a_subscriber_gets_whole_frames():
    """Read by the tests' own reader: all sections, the touches, and the values of each touch."""
    port = osc.free_port()
    with Plugin(longest_block=BLOCK, osc_listen=1, osc_port=port) as plugin, osc.Sender(port) as sender:
        packets = []
        opened(plugin, sender, port)
        sender.send(osc.message("/tactus/subscribe", "frame", "touch_x"))
        plugin.event(touch(BEGAN, 1, 0.25, 0.5, 0.5), 0, TOUCH)
        plugin.event(touch(BEGAN, 2, 0.75, 0.5, 0.5), 0, TOUCH)

        def frames():
            return [live_frame.read(message[1]) for _, packet in packets for message in packet
                    if message[0] == "/tactus/live/frame"]

        def is_whole():
            return any(len(frame.get(live_frame.VOICES, [])) == 2 and live_frame.NAMED in frame
                       for frame in frames()) and len(frames()) > 10
        run_until(plugin, packets, sender, is_whole)
        last = frames()[-1]
        assert [round(row[3], 6) for row in last[live_frame.TOUCHES]] == [0.25, 0.75]
        assert len(last[live_frame.VOICES]) == 2 and last[live_frame.ROUTES]
        assert last[live_frame.CONTROLLERS][live_frame.CONTROLLER["group_count"]][0] == 2
        named, *values = last[live_frame.NAMED]
        number, = struct.unpack("<I", struct.pack("<f", named[0]))  # the reader takes all words for floats
        assert number == live_frame.CONTROLLER["touch_x"] + 1
        assert [round(row[0], 6) for row in values] == [0.25, 0.75]
        clocks = [frame["frame"] for frame in frames()]
        assert clocks == sorted(set(clocks)), "a frame came twice"


def test_a_library_is_listed_in_pages():
    port = osc.free_port()
    with Plugin(longest_block=BLOCK, osc_listen=1, osc_port=port) as plugin, osc.Sender(port) as sender:
        opened(plugin, sender, port)
        entries = []
        while True:
            packets = []
            sender.send(osc.message("/tactus/patch/library", len(entries)))
            run_until(plugin, packets, sender, lambda: packets)
            page = json.loads(packets[0][1][0][1])
            assert page["first"] == len(entries) and len(packets[0][1][0][1]) < 20_000
            entries += page["entries"]
            if not page["entries"] or len(entries) == page["count"]:
                break
        files = {path.stem for path in (ROOT / "bundle" / "patches").glob("*.json")}
        assert {entry["file"] for entry in entries} >= files
        glass = next(entry for entry in entries if entry["file"] == "glass_pad")
        assert glass["name"] == json.loads((ROOT / "bundle/patches/glass_pad.json").read_text())["name"]
        assert glass["category"] and glass["text"] and isinstance(glass["tags"], list)
