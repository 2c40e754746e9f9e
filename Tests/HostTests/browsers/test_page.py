"""The page in a real browser: fingers on the glass of Chromium through page, server and plugin."""
import json
import os
import pathlib
import signal
import time

import numpy
import pytest

import osc
from chromium import browser  # noqa: F401
from conftest import ROOT, figure
from surface import PlayingPlugin, Server


# Pictures to look at: PICTURES=folder.
PICTURES = os.environ.get("PICTURES")


@pytest.fixture(scope="module")
def plugin():
    with PlayingPlugin() as plugin:
        yield plugin


@pytest.fixture(scope="module")
def server(plugin, tmp_path_factory):
    with Server(tmp_path_factory.mktemp("home"), plugin=plugin.port) as server:
        server.until(lambda counts: counts["plugin"] == plugin.port)
        yield server


def opened(browser, server, *size, query=""):
    page = browser.page(server.address + query, *size)
    page.until("document.getElementById('state').textContent.includes('port')")
    return page


def looked_at(page, name):
    return page.picture(pathlib.Path(PICTURES) / f"{name}.png" if PICTURES else None)


def test_ten_fingers_begin_move_and_end(browser, server, plugin):
    page = opened(browser, server, query="?bare")
    assert plugin["live_count"] == 0
    silence = len(plugin.peaks)
    fingers = [(number, 100 + 110 * number, 200 + 40 * (number % 5)) for number in range(10)]
    for count in range(1, 11):
        page.touch("start", fingers[:count])
        plugin.until(lambda: plugin["live_count"] == count)
    plugin.until(lambda: max(plugin.peaks[silence:]) > 0.01)
    fingers = [(number, x + 20, y + 150) for number, x, y in fingers]
    page.touch("move", fingers)
    _, x, y = fingers[-1]
    plugin.until(lambda: abs(plugin["live_last_x"] - x / 1280) < 0.01
                 and abs(plugin["live_last_y"] - (1 - y / 800)) < 0.01)
    # The picture shows what the plugin says: each touch where its finger is.
    end = time.monotonic() + 60
    while True:
        picture = looked_at(page, "ten-fingers")
        around = [picture[y - 60:y + 60, max(0, x - 60):x + 60] for _, x, y in fingers]
        seen = [numpy.abs(part - picture[790, 5]).max() for part in around]
        if min(seen) > 60 or time.monotonic() > end:
            break
    assert min(seen) > 60, seen
    for count in range(9, -1, -1):
        # An end names the fingers that are lifted.
        page.touch("end", fingers[count:count + 1])
        plugin.until(lambda: plugin["live_count"] == count)
    assert not page.errors, page.errors
    page.close()


def test_a_pen_presses_and_leans(browser, server, plugin):
    page = opened(browser, server, query="?bare")
    with osc.Sender(plugin.port) as listener:
        listener.send(osc.message("/tactus/subscribe", "touches", "touch_pressure", "touch_aspect"))
        listener.socket.setblocking(False)
        found = {}

        def has(pressure, aspect):
            try:
                while True:
                    found.update({message[1]: message[-1] for message in osc.messages(listener.socket.recv(65536))
                                  if message[0] == "/tactus/live/controller"})
            except BlockingIOError:
                pass
            return (abs(found.get("touch_pressure", -1) - pressure) < 0.01
                    and abs(found.get("touch_aspect", -1) - aspect) < 0.01)

        def pen(kind, **words):
            page("Input.dispatchMouseEvent", type=kind, x=400, y=300, button="left", pointerType="pen", **words)
        pen("mousePressed", buttons=1, clickCount=1, force=0.5, tiltX=60, tiltY=0)
        plugin.until(lambda: has(0.5, 0.5))  # the cosine of 60°
        pen("mouseMoved", buttons=1, force=1, tiltX=0, tiltY=45)
        plugin.until(lambda: has(1, 0.7071))
        pen("mouseReleased", clickCount=1)
        plugin.until(lambda: plugin["live_count"] == 0)
    assert not page.errors, page.errors
    page.close()


def test_a_page_that_goes_leaves_no_touch(browser, server, plugin):
    page = opened(browser, server)
    page.touch("start", [(0, 300, 300), (1, 600, 400)])
    plugin.until(lambda: plugin["live_count"] == 2)
    page("Page.navigate", url="about:blank")
    plugin.until(lambda: plugin["live_count"] == 0)
    page.close()


def test_a_network_that_vanishes_and_comes_back(browser, server, plugin):
    page = opened(browser, server)
    page.touch("start", [(0, 300, 300), (1, 600, 400)])
    plugin.until(lambda: plugin["live_count"] == 2)
    server.process.send_signal(signal.SIGSTOP)  # everything stays open, and nothing answers
    try:
        page.until("document.getElementById('state').textContent.includes('gone')")
    finally:
        server.process.send_signal(signal.SIGCONT)
    plugin.until(lambda: plugin["live_count"] == 0)
    page.touch("end", [])
    page.until("document.getElementById('state').textContent.includes('port')")
    plugin.plays_one_finger_of(page, 300, 300)
    page.close()


def test_a_patch_is_found_and_loaded(browser, server, plugin):
    page = opened(browser, server)
    page.press("Library")
    page.until("document.querySelectorAll('#mirror > [aria-label]').length > 20")
    looked_at(page, "library")
    page.js("document.activeElement.blur()")
    for letter in "glass":
        page("Input.dispatchKeyEvent", type="keyDown", key=letter, text=letter)
    name = json.loads((ROOT / "bundle" / "patches" / "glass_pad.json").read_text())["name"]
    # The letters arrive one by one, and entries move until the last one is there.
    page.until("[...document.querySelectorAll('#mirror > *')].some(e => e.ariaLabel === 'Search'"
               " && e.getAttribute('aria-description') === 'glass')")
    page.press(name)
    page.press(name)
    # What is chosen is what the page knows to be loaded, and the plugin says so itself.
    page.until("[...document.querySelectorAll('#mirror > *')].some(e => e.ariaLabel === 'Loaded'"
               f" && e.getAttribute('aria-description') === {json.dumps(name)})")
    with osc.Sender(plugin.port) as sender:
        playing = json.loads(osc.messages(sender.ask(osc.message("/tactus/patch/get")))[0][1])
    assert playing["name"] == name
    page.close()


def test_what_is_pasted_is_searched(browser, server):
    page = opened(browser, server)
    page("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    count = "document.querySelectorAll('#mirror > *').length"
    page.press("Library")
    page.until("document.body.innerHTML.includes('Favorites')")
    # The list may begin at any patch.
    page.until(f"{count} > 45")
    before = page.js(count)
    page.js("document.activeElement.blur()")
    page.js("navigator.clipboard.writeText('glass mar')")
    # As the keyboard does it: Ctrl and V.
    page("Input.dispatchKeyEvent", type="keyDown", key="v", code="KeyV", windowsVirtualKeyCode=86,
         modifiers=2, commands=["paste"])
    page.until(f"{count} < {before} - 4")
    page.until("document.body.innerHTML.includes('Glass marimba')")
    page.close()


def test_each_control_has_a_name_and_the_keyboard_reaches_it(browser, server):
    page = opened(browser, server)
    for screen in ("Library", "Sound", "Matrix", "Modules", "Patch", "Keys", "Settings"):
        page.press(screen)
        page.until("[...document.querySelectorAll('#mirror > *')]"
                   f".some(e => e.ariaLabel === '{screen}' && e.ariaCurrent)")
        page("Accessibility.enable")
        nodes = page("Accessibility.getFullAXTree")["nodes"]
        kinds = ("button", "slider", "switch")
        found = [node for node in nodes
                 if node.get("role", {}).get("value") in kinds and not node.get("ignored")]
        assert len(found) > 8
        unnamed = [node for node in found if not node.get("name", {}).get("value")]
        assert not unnamed, unnamed[:2]
        unreached = page.js(
            "[...document.querySelectorAll('#mirror > [role=slider], #mirror > [role=switch]')]"
            ".filter(e => e.tabIndex !== 0).length")
        assert unreached == 0
    sliders = page.js("document.querySelectorAll('#mirror > [role=slider]').length")
    figure(f"the patch screen has {sliders} sliders in the accessibility tree")
    page.close()


def test_the_script_of_a_picture(browser, server, plugin):
    """No time is asserted: `make bench` prints them."""
    page = opened(browser, server)
    page.touch("start", [(number, 100 + 110 * number, 300) for number in range(10)])
    plugin.until(lambda: plugin["live_count"] == 10)
    before = page.js("tactusFigures.pictures")
    for step in range(30):
        page.touch("move", [(number, 100 + 110 * number, 300 + 5 * step) for number in range(10)])
    page.until(f"tactusFigures.pictures > {before} + 10")
    times = sorted(value for value in page.js("tactusFigures.script") if value is not None)
    figure(f"script of a picture with ten touches: median {times[len(times) // 2]:.1f} ms, "
           f"p95 {times[int(len(times) * 0.95)]:.1f} ms of {len(times)}")
    page.touch("end", [])
    plugin.until(lambda: plugin["live_count"] == 0)
    page.close()
