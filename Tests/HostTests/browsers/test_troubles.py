"""What a page and its server do when devices refuse, screens turn, clocks jump, plugins go and come, disks
are full; and what only some devices have."""
import json
import os
import resource
import signal
import struct
import subprocess
import time

import pytest

import osc
from air import Air, SilentPlugin
from chromium import browser  # noqa: F401
from conftest import ROOT, figure, tool
from surface import PlayingPlugin, Server, alive, played, points, port_of_ours
from websocket import BINARY, frame

STATE = "document.getElementById('state').textContent"


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """The settings of this module's server."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def plugin():
    with PlayingPlugin() as plugin:
        yield plugin


@pytest.fixture(scope="module")
def server(plugin, home):
    with Server(home, plugin=plugin.port) as server:
        server.until(lambda counts: counts["plugin"] == plugin.port)
        yield server


def opened(browser, server, *size, script="", query=""):
    """A page that has met its plugin. `script` runs before the page's own."""
    page = browser.page("about:blank#ready", *size, waits=False)
    if script:
        page("Page.addScriptToEvaluateOnNewDocument", source=script)
    page.go(server.address + query)
    page.until(f"{STATE}.includes('port')")
    return page


class Listener:
    """Values of controllers as the plugin tells them."""

    def __init__(self, plugin, *names):
        self.sender, self.values = osc.Sender(plugin.port), {}
        self.sender.send(osc.message("/tactus/subscribe", *names))

    def until(self, name, is_so):
        end = time.monotonic() + 60
        while not (name in self.values and is_so(self.values[name])):
            assert time.monotonic() < end, self.values
            try:
                for address, *words in osc.messages(self.sender.socket.recv(65536)):
                    if address == "/tactus/live/controller":
                        self.values[words[0]] = words[-1]
            except TimeoutError:
                pass


def device(page, name):
    page.press("Settings")
    page.press(name)


def test_sensors_play_once_they_are_asked_for(browser, server, plugin):
    page = opened(browser, server)
    heard = Listener(plugin, "motion_pitch")
    page("DeviceOrientation.setDeviceOrientationOverride", alpha=0, beta=90, gamma=0)
    time.sleep(0.3)
    assert abs(heard.values.get("motion_pitch", 0)) < 0.1, "sensors play without having been asked for"
    device(page, "Sensors")
    page.until(f"{STATE}.includes('play along')")
    for beta in (30, 60, 90):
        page("DeviceOrientation.setDeviceOrientationOverride", alpha=0, beta=beta, gamma=0)
    heard.until("motion_pitch", lambda value: abs(value) > 0.2)
    page.close()


def test_sensors_that_are_refused_are_a_sentence(browser, server, plugin):
    page = opened(browser, server, script="DeviceMotionEvent.requestPermission = async () => 'denied'")
    device(page, "Sensors")
    page.until(f"{STATE}.includes('refused')")
    page.press("Play")
    plugin.plays_one_finger_of(page, 300, 400)
    page.close()


PLACE = """
    window.asked = 0
    navigator.geolocation.watchPosition = done => { window.asked += 1; window.done = done }"""


def test_the_place_is_told_if_the_address_asks_for_it(browser, server, plugin):
    page = opened(browser, server, script=PLACE)
    assert page.js("window.asked") == 0, "the place is asked for unasked"
    page.close()
    page = opened(browser, server, script=PLACE, query="?place")
    told = page.js("""(() => {
        const line = window.tactusFigures.line, motion = line.motion, told = []
        line.motion = (...numbers) => { told.push(numbers); motion.apply(line, numbers) }
        window.done({coords: {latitude: 52.5, longitude: -13.25, accuracy: 8, speed: 1.5, heading: null,
                              altitude: 34, altitudeAccuracy: null}})
        return JSON.stringify(told) })()""")
    assert told == "[[7,52.5,-13.25,8],[8,1.5,0,0],[9,34,0,0]]"
    plugin.plays_one_finger_of(page, 300, 400)
    page.close()


def test_a_game_controller_plays(browser, server, plugin):
    page = opened(browser, server, script="""
        window.stick = 0
        navigator.getGamepads = () => [{
            axes: [window.stick, 0], buttons: [{value: window.stick > 0 ? 1 : 0}]}]""")
    heard = Listener(plugin, "pad_axis_1", "pad_button_1")
    page.js("window.stick = 0.75")
    heard.until("pad_axis_1", lambda value: abs(value - 0.75) < 0.02)
    heard.until("pad_button_1", lambda value: value > 0.5)
    page.js("window.stick = 0")
    heard.until("pad_button_1", lambda value: value < 0.5)
    page.close()


def plays_and_rests(page, plugin, x=300, y=300):
    plugin.plays_one_finger_of(page, x, y)


def test_a_screen_that_turns_in_mid_chord_lets_go(browser, server, plugin):
    page = opened(browser, server, 1180, 820, query="?bare")
    page.touch("start", [(0, 300, 300), (1, 600, 400), (2, 900, 500)])
    plugin.until(lambda: plugin["live_count"] == 3)
    page("Emulation.setDeviceMetricsOverride", width=820, height=1180, deviceScaleFactor=1, mobile=True,
         screenOrientation={"type": "portraitPrimary", "angle": 0})
    plugin.until(lambda: plugin["live_count"] == 0)
    page.touch("end", [])
    assert page.js("document.getElementById('screen').clientWidth") == 820
    page.touch("start", [(0, 410, 590)])
    plugin.until(lambda: abs(plugin["live_last_x"] - 0.5) < 0.01 and abs(plugin["live_last_y"] - 0.5) < 0.01)
    page.touch("end", [])
    plugin.until(lambda: plugin["live_count"] == 0)
    page.close()


def test_a_tab_in_the_background_lets_go(browser, server, plugin):
    page = opened(browser, server)
    page.touch("start", [(0, 300, 300), (1, 600, 400)])
    plugin.until(lambda: plugin["live_count"] == 2)
    page.js("Object.defineProperty(document, 'hidden', {configurable: true, value: true});"
            "document.dispatchEvent(new Event('visibilitychange'))")
    plugin.until(lambda: plugin["live_count"] == 0)
    page.js("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    page.touch("end", [])
    plays_and_rests(page, plugin)
    page.close()


def test_clocks_that_jump_leave_touches_in_place(server, plugin):
    with server.socket() as line:
        now = time.monotonic()
        for jump in (0, 3600, -1800, 400_000, 3):
            line.send(points((1, 1, 0.4, 0.5), at=now + 1e5 + jump))
            plugin.until(lambda: plugin["live_count"] == 1)
            line.send(points((3, 1, 0.4, 0.5), at=now + 1e5 + jump + 0.01))
            plugin.until(lambda: plugin["live_count"] == 0)


def test_a_touch_that_comes_with_the_request_plays(server, plugin):
    with server.socket(early=frame(points((1, 1, 0.8, 0.5)), BINARY)):
        plugin.until(lambda: plugin["live_count"] == 1)
    plugin.until(lambda: plugin["live_count"] == 0)


def test_two_servers_play_one_plugin(browser, server, plugin, tmp_path):
    with Server(tmp_path, plugin=plugin.port) as other:
        other.until(lambda counts: counts["plugin"] == plugin.port)
        page = opened(browser, server)
        page.touch("start", [(0, 300, 300)])
        plugin.until(lambda: plugin["live_count"] == 1)
        with other.socket() as line:
            line.send(points((1, 1, 0.8, 0.5)))
            plugin.until(lambda: plugin["live_count"] == 2)
    plugin.until(lambda: plugin["live_count"] == 1)
    page.touch("end", [])
    plugin.until(lambda: plugin["live_count"] == 0)
    page.close()


def test_a_plugin_of_another_version_is_a_sentence(browser, tmp_path):
    frame = struct.pack("<16I", 0x02464C54, 16, *[0] * 14)
    with SilentPlugin(frame) as plugin, Server(tmp_path, plugin=plugin.port) as server:
        page = browser.page(server.address)
        page.until(f"{STATE}.includes('different versions')")
        page.close()


def answers(line, begins):
    """The next text that begins so. Meanwhile the page says that it is there, as pages do."""
    line.line.settimeout(1)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        line.send(alive())
        try:
            kind, data = line.receive()
        except TimeoutError:
            continue
        if kind == 1 and data.decode().startswith(begins):
            return data.decode()
    pytest.fail(f"nothing begins with {begins}")


class Forgetful(SilentPlugin):
    """Does not hear the first question for its list."""

    asked = 0

    def answer(self, address, sender):
        self.asked += address == "/tactus/patch/library"
        if self.asked != 1 or address != "/tactus/patch/library":
            super().answer(address, sender)


def test_a_question_that_is_lost_is_asked_again(tmp_path):
    with Forgetful() as plugin, Server(tmp_path, plugin=plugin.port) as server, server.socket() as line:
        assert answers(line, f"plugin patch {plugin.port}")


def test_a_patch_that_is_broken_is_named(server, plugin):
    with server.socket() as line:
        for word, text in (("load", "nonesuch"), ("edit", '{"connect": 3'), ("edit", '{"parameter": {"none": 1}}')):
            line.send(osc.message(f"/tactus/patch/{word}", text))
            assert len(answers(line, "error ")) > 20
        line.send(osc.message("/tactus/patch/get"))
        assert json.loads(answers(line, "document ")[9:])["version"]


def asked(question):
    return osc.message("/tactus/patch/library", question)


def test_questions_of_the_window_are_answered_and_strangers_not_let_in(server, plugin):
    with server.socket() as line:
        line.send(asked('{"room": true}'))
        room = json.loads(answers(line, 'library {"room"')[8:])["room"]
        assert plugin.port in room["ports"]
        for question in ('{"allow": null}', "3", '{"room": true, "allow": []}', ""):
            line.send(asked(question))
            answers(line, "error ")
        line.send(asked('{"load": "glass_pad"}'))
        assert json.loads(answers(line, 'library {"loaded"')[8:])["loaded"] == "glass_pad"


def test_keys_of_the_page_play_and_end(browser, server, plugin):
    page = opened(browser, server)
    page.press("Keys")
    plugin.until(lambda: max(plugin.peaks[-20:]) < 1e-4)
    key = page.control("C4")
    page.touch("start", [(0, *key)])
    plugin.until(lambda: plugin.peaks[-1] > 0.003)
    page.touch("end", [])
    plugin.until(lambda: max(plugin.peaks[-20:]) < 1e-4)
    # A browser that goes with a key down leaves none behind.
    with server.socket() as line:
        line.send(played(osc.message("/tactus/midi", 0x90, 60, 100)))
        plugin.until(lambda: plugin.peaks[-1] > 0.003)
    plugin.until(lambda: max(plugin.peaks[-20:]) < 1e-4)
    page.close()


def test_an_address_names_a_part_of_the_surface_without_controls(browser, server, plugin):
    page = opened(browser, server, query="?part=0.5,0,1,0.5&bare")
    names = page.js("[...document.querySelectorAll('#mirror > *')].map(e => e.ariaLabel).join()")
    assert names in ("", "Play")
    page.touch("start", [(0, 640, 400)])
    plugin.until(lambda: abs(plugin["live_last_x"] - 0.75) < 0.01
                 and abs(plugin["live_last_y"] - 0.25) < 0.01)
    page.touch("end", [])
    plugin.until(lambda: plugin["live_count"] == 0)
    page.go(server.address + "?screen=matrix&bare&look=light")
    page.until("[...document.querySelectorAll('#mirror > *')].some(e => e.ariaLabel === 'Learn')")
    assert not page.js("[...document.querySelectorAll('#mirror > *')].some(e => e.ariaLabel === 'Library')")
    page.close()


def full():
    """No byte can be written to a disk any more."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def test_a_disk_that_is_full(plugin, tmp_path):
    with Server(tmp_path, plugin=plugin.port, before=full) as server, server.socket() as line:
        assert not (tmp_path / "tactus" / "surface.json").exists()
        server.until(lambda counts: counts["plugin"] == plugin.port)
        line.send(points((1, 1, 0.5, 0.5)))
        plugin.until(lambda: plugin["live_count"] == 1)
    plugin.until(lambda: plugin["live_count"] == 0)
    with pytest.raises(AssertionError, match="surface-token"):
        Server(tmp_path, "--keep", before=full)


def test_the_address_stands_where_plugins_find_it(server, home):
    file = home / "tactus" / "surface.json"
    known = json.loads(file.read_text())
    assert known["address"] == server.address and known["process"] == server.process.pid
    assert file.stat().st_mode & 0o077 == 0
    rows = known["code"]
    assert len(rows) == len(rows[0]) and rows[0].startswith("1111111")


def test_the_unit_of_systemd_is_right(tmp_path):
    unit = tmp_path / "tactus-surface.service"
    unit.write_text((ROOT / "packaging" / "tactus-surface.service").read_text().replace(
        "@BIN@/tactus", str(ROOT / ".build" / "release" / "tactus")))
    done = subprocess.run([tool("systemd-analyze"), "--user", "verify", unit], capture_output=True, text=True,
                          env=dict(os.environ, XDG_RUNTIME_DIR=str(tmp_path)), timeout=60)
    mistakes = [line for line in done.stderr.splitlines() if "tactus-surface" in line]
    assert done.returncode == 0 and not mistakes, done.stderr
