"""Everything that a page, a server or a window holds ends with it, tested with real processes. The exact times for
every kind are tested in Tests/BrokerTests/EndTests.swift."""
import signal
import struct
import time

import pytest

import live_frame
import osc
from chromium import browser  # noqa: F401
from conftest import figure
from lv2host import BEGAN, TOUCH, Plugin, touch
from surface import PlayingPlugin, Server, alive, played, points

RATE, BLOCK = 48000, 256
MIDI_EVENT, PAD_EVENT = 14, 9
KEY, OTHER_KEY, PEDAL = (0x90, 60, 100), (0x90, 67, 100), (0xB0, 64, 127)


@pytest.fixture(scope="module")
def plugin():
    with PlayingPlugin() as plugin:
        yield plugin


def sent(*numbers):
    """A MIDI channel message, as a page sends it."""
    return played(osc.message("/tactus/midi", *numbers))


def sounds(plugin):
    return plugin.peaks[-1] > 0.003


def is_silent(plugin):
    return len(plugin.peaks) > 20 and max(plugin.peaks[-20:]) < 1e-4


def frames_until(plugin, is_so):
    before = len(plugin.peaks)
    plugin.until(is_so)
    return (len(plugin.peaks) - before) * plugin.BLOCK


def test_a_page_that_reloads_within_the_delay_of_a_note_off_leaves_no_key(plugin, tmp_path):
    """The connection closes while the note-off is delayed."""
    plugin.until(lambda: is_silent(plugin))
    with Server(tmp_path, "--delay", "100", plugin=plugin.port) as server:
        server.until(lambda counts: counts["plugin"] == plugin.port)
        line = server.socket()
        line.send(alive())
        line.send(sent(*PEDAL))
        line.send(sent(*KEY))
        plugin.until(lambda: sounds(plugin))
        line.send(sent(0x80, 60, 64))
        line.send(sent(*OTHER_KEY))
        line.line.close()
        figure(f"frames from the end of a page to silence: {frames_until(plugin, lambda: is_silent(plugin))}")


def test_a_server_that_is_killed_leaves_nothing(plugin, tmp_path):
    plugin.until(lambda: is_silent(plugin))
    server = Server(tmp_path, plugin=plugin.port)
    server.until(lambda counts: counts["plugin"] == plugin.port)
    with server.socket() as line:
        line.send(points(*((1, number, number / 8, 0.5) for number in range(1, 6))))
        line.send(sent(*KEY))
        line.send(played(osc.message("/tactus/pad/button", 1, 1.0, 1)))
        plugin.until(lambda: plugin["live_count"] == 5 and sounds(plugin))
        server.process.send_signal(signal.SIGKILL)
        frames = frames_until(plugin, lambda: is_silent(plugin))
    server.process.wait()
    figure(f"frames from the kill of a server to silence: {frames}")
    assert plugin["live_count"] == 0
    assert frames < 10 * RATE, "more than five times the documented time"


def event(kind, identifier, x=float("nan"), source=0):
    return struct.pack("<IIi4f", kind, source, identifier, x, *[float("nan")] * 3)


@pytest.mark.parametrize("way", ["closes", "is killed"])
def test_a_window_that_goes_takes_all_that_it_holds(way):
    """A finger, a key, a pedal and a button of one window end; those of another window stay."""
    with Plugin(longest_block=BLOCK) as plugin:
        def run(seconds, *sources):
            loudest, due = 0, 0
            for block in range(int(seconds * RATE / BLOCK)):
                if block * BLOCK >= due:
                    for source in sources:
                        plugin.event(live_frame.hello(source=source), kind=live_frame.HELLO)
                    due += RATE / 2
                loudest = float(abs(plugin.run(BLOCK)).max())
            return loudest

        run(0.1, 7, 8)
        for source, key in ((7, 60), (8, 67)):
            plugin.event(touch(BEGAN, 1, 0.5, 0.5, source=source), kind=TOUCH)
            plugin.event(event(MIDI_EVENT, 0x90 | key << 8 | 100 << 16, source=source), kind=TOUCH)
        plugin.event(event(MIDI_EVENT, 0xB0 | 64 << 8 | 127 << 16, source=7), kind=TOUCH)
        plugin.event(event(PAD_EVENT, 101, 1, source=7), kind=TOUCH)
        run(0.5, 7, 8)
        assert plugin["live_count"] == 2 and plugin["live_voices"] == 4
        if way == "closes":
            plugin.event(live_frame.hello(source=7, stays=False), kind=live_frame.HELLO)
            run(2, 8)
        else:
            run(1.4, 8)
            assert plugin["live_count"] == 2, "a late window keeps what it holds"
            run(2.6, 8)
        assert plugin["live_count"] == 1 and plugin["live_voices"] == 2
        plugin.event(live_frame.hello(source=8, stays=False), kind=live_frame.HELLO)
        run(6)
        assert plugin["live_voices"] == 0


def test_a_finger_that_is_down_when_a_render_begins_is_not_in_it():
    """The finger is lifted while the render ignores the network."""
    def export(with_finger):
        with Plugin(longest_block=BLOCK, osc_listen=1, osc_port=osc.free_port()) as plugin:
            while not plugin["live_osc_port"]:
                plugin.run(BLOCK)
                time.sleep(0.005)
            with osc.Sender(int(plugin["live_osc_port"])) as sender:
                if with_finger:
                    sender.send(osc.touch("began", 1, 0.5, 0.5))
                    sender.send(osc.message("/tactus/token", "placed", 1, 0.5, 0.5))
                    sender.send(osc.message("/tactus/midi", *KEY))
                    sender.send(osc.message("/tactus/midi", *PEDAL))
                    while not (plugin["live_count"] == 1 and plugin["live_voices"] == 2):
                        plugin.run(BLOCK)
                        time.sleep(0.005)
                plugin["free_wheel"] = 1
                sound = plugin.run(BLOCK)
                if with_finger:
                    sender.send(osc.touch("moved", 1, 0.6, 0.5))
                    sender.send(osc.touch("ended", 1))
                    time.sleep(0.2)
                assert not sound.any() and plugin["live_count"] == 0
                plugin.event(bytes((0x90, 55, 100)))
                return [plugin.run(BLOCK).copy() for _ in range(100)]

    clean, played = export(False), export(True)
    assert all((one == other).all() for one, other in zip(clean, played)), "the render differs"


HIDE = """
Object.defineProperty(document, 'hidden', {configurable: true, value: true})
document.dispatchEvent(new Event('visibilitychange'))
"""
SHOW = "delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))"
PADS = """
window.pads = [{axes: [0, -0.75, 0, 0], buttons: [{value: 1}]}]
navigator.getGamepads = () => window.pads
"""


def test_a_controller_ends_with_its_device_and_its_page(browser, plugin, tmp_path):
    with Server(tmp_path, plugin=plugin.port) as server, osc.Sender(plugin.port) as news:
        server.until(lambda counts: counts["plugin"] == plugin.port)
        news.send(osc.message("/tactus/subscribe", "pad_button_1", "pad_axis_2"))
        values = {}

        def until(button, axis):
            end = time.monotonic() + 60
            while (values.get("pad_button_1"), values.get("pad_axis_2")) != (button, axis):
                assert time.monotonic() < end, values
                for address, *words in osc.messages(news.socket.recv(65536)):
                    if address == "/tactus/live/controller":
                        values[words[0]] = words[1]

        page = browser.page(server.address)
        page.until("document.getElementById('state').textContent.includes('port')")
        page.js(PADS)
        until(1, 0.75)
        page.js("window.pads = [null]")
        until(0, 0)
        page.js(PADS)
        until(1, 0.75)
        page.js(HIDE)
        until(0, 0)
        page.js(SHOW)
        until(1, 0.75)
        page("Page.navigate", url="about:blank")
        until(0, 0)
        page.close()
