"""What a subscriber gets of a performance, through the bundle, its broker and real sockets."""
import json
import struct
import time

import live_frame
import osc
from conftest import ROOT, figure
from lv2host import BEGAN, ENDED, MIDI, MOVED, TOUCH, Plugin, touch

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


def test_a_subscriber_sees_what_is_played():
    port = osc.free_port()
    with Plugin(longest_block=BLOCK, osc_listen=1, osc_port=port) as plugin, osc.Sender(port) as sender:
        packets = []
        run_for(plugin, 0.3, packets, sender)
        assert int(plugin["live_osc_port"]) == port
        sender.send(osc.message("/tactus/subscribe", "touches", "controllers", "voices", "triggers",
                                "touch_speed"))
        run_for(plugin, 0.3, packets, sender)
        packets.clear()

        plugin.event(touch(BEGAN, 1, 0.25, 0.5, 0.5), 0, TOUCH)
        plugin.event(touch(BEGAN, 2, 0.75, 0.5, 0.5), 0, TOUCH)
        plugin.event([0x90, 60, 100], 0, MIDI)

        def spread(block):
            x = 0.25 - 0.001 * block
            plugin.event(touch(MOVED, 1, x, 0.5), 0, TOUCH)
            plugin.event(touch(MOVED, 2, 1 - x, 0.5), 0, TOUCH)

        run_for(plugin, 1, packets, sender, spread)
        plugin.event(touch(ENDED, 1), 0, TOUCH)
        run_for(plugin, 0.3, packets, sender)

        said = [message for _, packet in packets for message in packet]
        triggers = [message[1] for message in said if message[0] == "/tactus/live/trigger"]
        for trigger in ("on_touch_began", "on_group_began", "on_note", "on_pinch", "on_touch_ended"):
            assert trigger in triggers, (trigger, triggers)
        assert triggers.count("on_touch_began") == 2 and triggers.count("on_group_began") == 1
        touches = {message[1] for message in said if message[0] == "/tactus/live/touch"}
        ended = [message[1] for message in said if message[0] == "/tactus/live/ended"]
        assert len(touches) == 2 and len(ended) == 1 and ended[0] in touches
        # Two fingers at x and 1 − x: each is (1 − 2x)/2 widths from their middle; a width is 0.8 diagonals.
        last = 0.25 - 0.001 * (RATE // BLOCK - 1)
        spreads = [message[2] for message in said
                   if message[:2] == ["/tactus/live/controller", "group_spread"]]
        # The last live state may be two blocks older than the last move, and a packet older than that.
        assert 0 <= (1 - 2 * last) / 2 * 0.8 - max(spreads) < 8 * 0.001 * 0.8 and len(spreads) > 20
        # The speed is 0.001 of the width a block.
        speeds = [message[3] for message in said if message[:2] == ["/tactus/live/controller", "touch_speed"]]
        assert abs(max(speeds) / (0.001 * 0.8 * RATE / BLOCK) - 1) < 0.05, max(speeds)
        voices = {message[1] for message in said if message[0] == "/tactus/live/voice" and message[3] > 0}
        assert len(voices) == 3
        seconds = packets[-1][0] - packets[0][0]
        figure(f"subscribed: {len(packets)} packets and {len(said)} messages in {seconds:.2f} s")
        assert len(packets) <= 60 * seconds + 2

        sender.send(osc.message("/tactus/unsubscribe"))
        run_for(plugin, 0.2, [], sender)
        packets.clear()
        run_for(plugin, 0.3, packets, sender, spread)
        assert not packets


def test_a_subscriber_gets_whole_frames():
    """Read by the tests' own reader: all sections, the touches, and the values of each touch."""
    port = osc.free_port()
    with Plugin(longest_block=BLOCK, osc_listen=1, osc_port=port) as plugin, osc.Sender(port) as sender:
        packets = []
        run_for(plugin, 0.3, packets, sender)
        sender.send(osc.message("/tactus/subscribe", "frame", "touch_x"))
        run_for(plugin, 0.3, packets, sender)
        plugin.event(touch(BEGAN, 1, 0.25, 0.5, 0.5), 0, TOUCH)
        plugin.event(touch(BEGAN, 2, 0.75, 0.5, 0.5), 0, TOUCH)
        run_for(plugin, 0.5, packets, sender)
        frames = [live_frame.read(message[1]) for _, packet in packets for message in packet
                  if message[0] == "/tactus/live/frame"]
        last = frames[-1]
        assert [round(row[3], 6) for row in last[live_frame.TOUCHES]] == [0.25, 0.75]
        assert len(last[live_frame.VOICES]) == 2 and last[live_frame.ROUTES]
        assert last[live_frame.CONTROLLERS][live_frame.CONTROLLER["group_count"]][0] == 2
        named, *values = last[live_frame.NAMED]
        number, = struct.unpack("<I", struct.pack("<f", named[0]))  # the reader takes all words for floats
        assert number == live_frame.CONTROLLER["touch_x"] + 1
        assert [round(row[0], 6) for row in values] == [0.25, 0.75]
        clocks = [frame["frame"] for frame in frames]
        assert clocks == sorted(set(clocks)), "a frame came twice"


def test_a_library_is_listed_in_pages():
    port = osc.free_port()
    with Plugin(longest_block=BLOCK, osc_listen=1, osc_port=port) as plugin, osc.Sender(port) as sender:
        run_for(plugin, 0.3, [], sender)
        entries = []
        while True:
            packets = []
            sender.send(osc.message("/tactus/patch/library", len(entries)))
            run_for(plugin, 1, packets, sender)
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


def test_a_shape_is_drawn_taught_and_known_again():
    port = osc.free_port()
    with Plugin(longest_block=BLOCK, osc_listen=1, osc_port=port) as plugin, osc.Sender(port) as sender:
        packets = []

        def said(address):
            return [message[1:] for _, packet in packets for message in packet if message[0] == address]

        def draw(corners):
            """One stroke of 40 blocks from corner to corner."""
            def step(block):
                if block >= 40:
                    return
                leg = min(block * (len(corners) - 1) // 40, len(corners) - 2)
                part = block * (len(corners) - 1) / 40 - leg
                (ax, ay), (bx, by) = corners[leg:leg + 2]
                place = ax + (bx - ax) * part, ay + (by - ay) * part
                plugin.event(touch(MOVED if block else BEGAN, 1, *place), 0, TOUCH)

            run_for(plugin, 41 * BLOCK / RATE, packets, sender, step)
            plugin.event(touch(ENDED, 1), 0, TOUCH)
            run_for(plugin, 0.3, packets, sender)

        run_for(plugin, 0.3, packets, sender)
        sender.send(osc.message("/tactus/subscribe", "triggers", "gesture_shape_size"))
        sender.send(osc.message("/tactus/patch/teach"))
        run_for(plugin, 0.3, packets, sender)
        assert said("/tactus/answer/patch/error")[0][0].startswith("no line has been drawn yet"), packets

        hook = [(0.2, 0.8), (0.2, 0.3), (0.6, 0.3)]
        draw(hook)
        sender.send(osc.message("/tactus/patch/teach", 1, "hook"))
        run_for(plugin, 0.5, packets, sender)
        assert said("/tactus/answer/patch/changed"), packets
        assert not [message for message in said("/tactus/live/trigger") if message[0] == "on_shape"]

        packets.clear()
        draw([(0.4, 0.9), (0.42, 0.45), (0.8, 0.44)])
        draw([(0.2, 0.3), (0.5, 0.8), (0.8, 0.3)])  # another one
        shapes = [message for message in said("/tactus/live/trigger") if message[0] == "on_shape"]
        assert [message[1] for message in shapes] == [1], packets
        figure(f"on_shape {shapes}")
