"""A scene in a real browser: fingers in Chromium move the widgets of a patch in the real Pd, and what the patch
says moves them on the page. What a widget has is heard: the output is its value, bit by bit."""
import json
import os
import pathlib
import time

import numpy
import pytest

import osc
import pages
import scenes
from chromium import Chromium
from surface import PlayingPlugin, Server

SIZES = [(1280, 800), (820, 1180), (390, 844)]
# Pictures to look at: PICTURES=folder.
PICTURES = os.environ.get("PICTURES")
LOOK = pages.LOOK
# The slider `level` is what the left output has, `right` the right one. Key 60 and its velocity set `level` in
# the patch; `sent` sends what it is struck with; a panel with a slider of its own.
PATCH = [f"#X obj 20 20 vsl 40 256 0 1 0 0 level level-set level 0 -9 0 10 #fcfcfc #000000 #000000 0 1;",
         f"#X obj 120 20 vsl 40 256 0 1 0 0 right right-set right 0 -9 0 10 #fcfcfc #000000 #000000 0 1;",
         "#X obj 500 10 r level;", "#X obj 500 40 sig~;", "#X obj 600 10 r right;", "#X obj 600 40 sig~;",
         "#X obj 500 80 dac~;", "#X connect 2 0 3 0;", "#X connect 4 0 5 0;", "#X connect 3 0 6 0;",
         "#X connect 5 0 6 1;", "#X obj 500 120 notein;", "#X obj 500 150 / 128;",
         "#X obj 500 180 s level-set;", "#X connect 7 1 8 0;", "#X connect 8 0 9 0;",
         f"#X obj 220 20 tgl 40 0 on on-set on 48 20 0 10 #fcfcfc #000000 #000000 0 1;",
         f"#X obj 220 80 bng 40 250 50 0 hit hit-set hit 48 20 0 10 #fcfcfc #000000 #000000;",
         "#X obj 500 220 r hit;", "#X msg 500 250 struck by a finger;", "#X obj 500 280 print;",
         "#X connect 12 0 13 0;", "#X connect 13 0 14 0;",
         "#N canvas 0 0 240 80 tune 0;",
         f"#X obj 20 20 hsl 180 30 0 1 0 0 fine fine-set fine 0 -9 0 10 #fcfcfc #000000 #000000 0 1;",
         "#X restore 220 160 pd tune;"]


class PlayingScene(PlayingPlugin):
    """Tactus Scene in a thread of its own, with what its outputs had last and MIDI for it."""

    def __init__(self, folder, state):
        super().__init__(state=scenes.state(state, folder), uri=scenes.SCENE)
        self.last, self.waiting = numpy.zeros(2), []

    def run(self):
        while not self.ends:
            with self.lock:
                while self.waiting:
                    self.plugin.event(self.waiting.pop(0))
                sound = self.plugin.run(self.BLOCK)
            self.last = sound[:, -1].copy()
            time.sleep(self.BLOCK / 48000 * 0.9)

    def says(self):
        return scenes.STATES[int(self["live_state"])]


@pytest.fixture
def scene(tmp_path):
    folder = pages.write(tmp_path / "shown", *PATCH, canvas="0 0 460 300 10")
    with PlayingScene(folder, tmp_path / "state") as scene:
        scene.until(lambda: scene.says() == "playing")
        yield scene


@pytest.fixture
def server(scene, tmp_path):
    with Server(tmp_path / "settings", plugin=scene.port) as server:
        server.until(lambda counts: counts["plugin"] == scene.port)
        yield server


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with Chromium(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


def opened(browser, server, *size):
    page = browser.page(server.address, *size)
    page.until("document.getElementById('state').textContent.includes('port')")
    page.until("[...document.querySelectorAll('#mirror > *')].some(e => e.ariaLabel === 'level')")
    return page


def value(page, name):
    """What the page says that a widget has."""
    find = f"[...document.querySelectorAll('#mirror > *')].find(e => e.ariaLabel === {json.dumps(name)})"
    return page.js(f"{find}?.getAttribute('aria-description') ?? {find}?.ariaValueNow")


def place(page, name):
    """The area of a control: left, top, width, height."""
    find = f"[...document.querySelectorAll('#mirror > *')].find(e => e.ariaLabel === {json.dumps(name)})"
    return page.js(f"(b => [b.x, b.y, b.width, b.height])({find}.getBoundingClientRect())")


def test_a_finger_moves_a_slider_and_the_patch_moves_it_back(browser, server, scene):
    page = opened(browser, server)
    x, y, width, height = place(page, "level")
    page.touch("start", [(0, x + width / 2, y + height - 2)])
    page.touch("move", [(0, x + width / 2, y + height / 4)])
    scene.until(lambda: abs(scene.last[0] - 0.75) < 0.02)
    page.touch("end", [])
    held = scene.last[0]
    scene.waiting.append(bytes([0x90, 60, 32]))
    scene.until(lambda: scene.last[0] == 0.25 or abs(scene.last[0] - held) > 0.3)
    page.until("true")
    print(value(page, "level"))
    if PICTURES:
        page.picture(pathlib.Path(PICTURES) / "scene-first.png")
    assert not page.errors, page.errors
    page.close()
