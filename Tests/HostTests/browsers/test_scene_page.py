"""A scene in a real browser: fingers in Chromium move the widgets of a patch in the real Pd, and what the
patch says moves them on the page. What a widget has is heard: the output is its value."""
import json
import os
import pathlib
import signal
import time

import numpy
import pytest
from PIL import Image

import osc
import pages
import scenes
from chromium import browser  # noqa: F401
from surface import PlayingPlugin, Server, scene_request

SIZES = [(1280, 800), (820, 1180), (390, 844)]
# Pictures to look at: PICTURES=folder.
PICTURES = os.environ.get("PICTURES")
# The slider `level` is what the left output has, `right` the right one. The velocity of a key sets `level` in
# the patch; `hit` prints; a subpatch has a slider of its own.
PATCH = ["#X obj 20 20 vsl 40 256 0 1 0 0 level level-set level 0 -9 0 10 #fcfcfc #000000 #000000 0 0;",
         "#X obj 120 20 vsl 40 256 0 1 0 0 right right-set right 0 -9 0 10 #fcfcfc #000000 #000000 0 0;",
         "#X obj 500 10 r level;", "#X obj 500 40 sig~;", "#X obj 600 10 r right;", "#X obj 600 40 sig~;",
         "#X obj 500 80 dac~;", "#X connect 2 0 3 0;", "#X connect 4 0 5 0;", "#X connect 3 0 6 0;",
         "#X connect 5 0 6 1;", "#X obj 500 120 notein;", "#X obj 500 150 / 128;",
         "#X obj 500 180 s level-set;", "#X connect 7 1 8 0;", "#X connect 8 0 9 0;",
         "#X obj 220 20 tgl 40 0 on on-set on 48 20 0 10 #fcfcfc #000000 #000000 0 1;",
         "#X obj 220 80 bng 40 250 50 0 hit hit-set hit 48 20 0 10 #fcfcfc #000000 #000000;",
         "#X obj 500 220 r hit;", "#X msg 500 250 struck by a finger;", "#X obj 500 280 print;",
         "#X connect 12 0 13 0;", "#X connect 13 0 14 0;", "#X obj 600 220 r #touch;",
         "#X obj 600 280 print touched;",
         "#N canvas 0 0 240 80 tune 0;",
         "#X obj 20 20 hsl 180 30 0 1 0 0 fine fine-set fine 0 -9 0 10 #fcfcfc #000000 #000000 0 0;",
         "#X restore 220 160 pd tune;",
         "#X obj 600 250 route down;", "#X connect 15 0 18 0;", "#X connect 18 0 16 0;"]


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
def scene(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    folder = pages.write(tmp_path / "shown", *PATCH, canvas="0 0 460 300 10")
    with PlayingScene(folder, tmp_path / "state") as scene:
        scene.until(lambda: scene.says() == "playing")
        yield scene


@pytest.fixture
def server(scene, tmp_path):
    with Server(tmp_path / "settings", plugin=scene.port) as server:
        server.until(lambda counts: counts["plugin"] == scene.port)
        yield server


def opened(browser, server, *size):
    page = browser.page(server.address, *size)
    page.control("level")
    return page


def element(name):
    return f"[...document.querySelectorAll('#mirror > *')].find(e => e.ariaLabel === {json.dumps(name)})"


def place(page, name):
    """The area of a control: left, top, width, height."""
    page.control(name)
    return page.js(f"(b => [b.x, b.y, b.width, b.height])({element(name)}.getBoundingClientRect())")


def part(area, x, y):
    """A point of an area, by its parts from the left and from below."""
    return area[0] + x * area[2], area[1] + (1 - y) * area[3]


def has(page, name, number):
    """Waits until the page says that a slider stands at a number of hundredths, or nearly."""
    page.until(f"Math.abs(({element(name)}?.ariaValueNow ?? -99) - {number}) <= 2")


def front(page):
    """Browsers draw the tab that is seen."""
    page("Page.bringToFront")
    return page


def says(page, text):
    """Waits until the sentence of the page has a text."""
    page.until(f"document.getElementById('state').textContent.includes({json.dumps(text)})")


def looked_at(page, name):
    return page.picture(pathlib.Path(PICTURES) / f"{name}.png" if PICTURES else None)


def test_a_finger_moves_a_slider_and_the_patch_moves_it_back(browser, server, scene):
    page = opened(browser, server)
    area = place(page, "level")
    page.touch("start", [(0, *part(area, 0.5, 0.1))])
    page.touch("move", [(0, *part(area, 0.5, 0.75))])
    scene.until(lambda: abs(scene.last[0] - 0.75) < 0.02)
    page.touch("end", [])
    has(page, "level", 75)
    # A key of MIDI, which the patch itself turns into a place of the slider.
    scene.waiting.append(bytes([0x90, 60, 32]))
    has(page, "level", 25)
    assert not page.errors, page.errors
    page.close()


def test_fingers_move_widgets_at_once_and_one_beside_them_is_a_touch(browser, server, scene):
    page = opened(browser, server)
    level, right, on = (place(page, name) for name in ("level", "right", "on"))
    page.touch("start", [(0, *part(level, 0.5, 0.1))])
    page.touch("start", [(0, *part(level, 0.5, 0.1)), (1, *part(right, 0.5, 0.9))])
    page.touch("start", [(0, *part(level, 0.5, 0.1)), (1, *part(right, 0.5, 0.9)), (2, *part(on, 0.5, 0.5))])
    page.touch("move", [(0, *part(level, 0.5, 0.6)), (1, *part(right, 0.5, 0.4)), (2, *part(on, 0.5, 0.5))])
    scene.until(lambda: abs(scene.last - [0.6, 0.4]).max() < 0.02)
    page.until(f"{element('on')}.ariaChecked === 'true'")
    page.touch("end", [])
    # The paper beside the widgets: the patch prints what it hears.
    page.press("Console")
    page.control("What Pd has printed")
    page.touch("start", [(3, *part(place(page, "on"), 5, -4))])
    page.until("document.body.innerHTML.includes('touched: 1 ')")
    page.touch("end", [])
    page.press("hit")
    page.until("document.body.innerHTML.includes('struck by a finger')")
    assert not page.errors, page.errors
    page.close()


def test_two_browsers_see_the_same(browser, server, scene):
    first, second = (opened(browser, server, *size) for size in SIZES[:2])
    front(first).tap(*part(place(first, "right"), 0.5, 0.3))
    has(front(second), "right", 30)
    # Another program opens the panel on both, and a finger on its cross closes it on both.
    with osc.Sender(scene.port) as sender:
        sender.send(osc.message("/tactus/scene/set", "pd-tune", 1.0))
    front(first).tap(*part(place(first, "fine"), 0.5, 0.5))
    looked_at(first, "scene-panel")
    has(front(second), "fine", 50)
    second.press("Close the panel")
    second.until(f"!{element('fine')}")
    front(first).until(f"!{element('fine')}")
    # A tab shows the subpatch as well.
    first.press("tune")
    first.tap(*part(place(first, "fine"), 0.8, 0.5))
    front(second).press("tune")
    has(second, "fine", 80)
    for page in (first, second):
        assert not page.errors, page.errors
        page.close()


def test_the_head_plays_records_and_begins_anew(browser, server, scene, tmp_path):
    page = opened(browser, server)
    page.tap(*part(place(page, "level"), 0.5, 0.5))
    scene.until(lambda: abs(scene.last[0] - 0.5) < 0.02)
    held = scene.last[0]
    page.press("Record")
    folder = tmp_path / "data" / "tactus" / "scenes-data"
    scene.until(lambda: list(folder.glob("shown-*/recording-*.wav")))
    page.until(f"{element('Record')}.ariaChecked === 'true'")
    page.press("Record")
    page.until(f"{element('Record')}.ariaChecked === 'false'")
    area = place(page, "Level")
    page.touch("start", [(0, *part(area, 0.95, 0.5))])
    page.touch("move", [(0, *part(area, 0, 0.5))])
    page.touch("end", [])
    scene.until(lambda: abs(scene.last[0]) < held / 100)
    # What the host moves counts from then on.
    scene.plugin["level"] = -6
    scene.until(lambda: abs(scene.last[0] - held * 10 ** (-6 / 20)) < 0.001)
    page.until(f"{element('Level')}.getAttribute('aria-valuetext')?.startsWith('−6')")
    page.press("Let the input pass")
    scene.until(lambda: scene.last[0] == 0)
    page.press("Play the scene")
    scene.until(lambda: scene.last[0] > 0.1)
    page.press("Restart")
    has(page, "level", 50)
    assert not page.errors, page.errors
    page.close()


def test_another_scene_is_opened(browser, server, scene):
    page = opened(browser, server)
    page.press("Scenes")
    page.press("step_grid")
    looked_at(page, "scenes")
    page.press("step_grid")
    page.press("Scene")
    page.until(f"!{element('level')} && !!{element('run')}")
    scene.until(lambda: scene.says() == "playing")
    assert not page.errors, page.errors
    page.close()


def test_a_server_that_stands_still_and_goes_on(browser, server, scene):
    page = opened(browser, server)
    server.process.send_signal(signal.SIGSTOP)
    try:
        says(page, "gone")
    finally:
        server.process.send_signal(signal.SIGCONT)
    says(page, "port")
    page.tap(*part(place(page, "level"), 0.5, 0.6))
    scene.until(lambda: abs(scene.last[0] - 0.6) < 0.02)
    has(page, "level", 60)
    page.close()


def test_what_is_none_of_a_scene_is_refused_and_counted(server, scene):
    with server.socket() as line:
        wrong = [scene_request(*words) for words in (
            ("",), ("edit",), ("values",), ("record", "2"), ("all", "now"), ("values", "x" * 17_000))]
        wrong += [osc.message("/tactus/" + address, *arguments) for address, *arguments in (
            ("patch/get",), ("patch/library", 0), ("macro", 1, 0.5), ("page/kind", "patch"),
            ("scene/set", "level", 1.0), ("scene/window", 0, "all"), ("stats",))]
        for packet in wrong:
            line.send(packet)
        server.until(lambda counts: counts["bad_message"] == len(wrong))
        refused = {("values", "nonsense"): "no JSON object", ("open", "/etc/passwd"): "no such scene",
                   ("shelf", '{"install": ["/tmp/a.zip"]}'): "in the plugin",
                   ("shelf", '{"edit": []}'): "in the plugin", ("values", '{"none": 1}'): "no widget",
                   ("port", "late 1"): "no such port", ("port", "level loud"): "no such port"}
        for words, sentence in refused.items():
            line.send(scene_request(*words))
            while True:
                kind, text = line.receive()
                if kind == 1 and text.startswith(b"told values") and b"refused" in text:
                    break
            assert sentence in text.decode(), (words, text)
    assert scene.says() == "playing"


def test_a_flood_of_moves_leaves_the_scene_playing(server, scene):
    with server.socket() as line:
        for count in range(6000):
            line.send(scene_request("values", f'{{"level": {count / 6000}, "no": 1}}'))
        line.send(scene_request("values", '{"right": 0.5}'))
        end = time.monotonic() + 60
        while scene.last[1] != 0.5 and time.monotonic() < end:
            line.send(scene_request("values", '{"right": 0.5}'))
            time.sleep(0.2)
    assert scene.last[1] == 0.5 and scene.says() == "playing"


def test_packets_of_others_are_no_scene(server, scene):
    """Another program of this machine that sends what only the plugin tells."""
    with server.socket() as line:
        line.send(scene_request("all"))
        ports = [int(row.split()[1].split(":")[1], 16) for row in open("/proc/net/udp").readlines()[1:]]
        with osc.Sender(ports[0]) as sender:
            for port in ports:
                packet = osc.message("/tactus/live/scene/window", 1, "state Forged")
                sender.socket.sendto(packet, ("127.0.0.1", port))
        # The first answer may be older than what was forged, the third one is not.
        heard, end = b"", time.monotonic() + 60
        line.line.settimeout(0.2)
        while heard.count(b"told state Playing") < 3 and time.monotonic() < end:
            line.send(scene_request("all"))  # the server lets go of a browser that says nothing for three seconds
            try:
                heard += line.receive()[1]
            except TimeoutError:
                pass
    assert heard.count(b"told state Playing") >= 3 and b"Forged" not in heard


def test_pictures_are_those_that_were_told(server, scene, tmp_path):
    red = numpy.zeros((30, 46, 3), numpy.uint8) + numpy.uint8([200, 40, 40])
    Image.fromarray(red).save(tmp_path / "shown" / "background.png")
    (tmp_path / "shown" / "image.jpg").write_text("none")
    with server.socket() as line:
        line.send(scene_request("all"))
        while not (text := line.receive()[1]).startswith(b"told path"):
            pass
        path = text.decode().split(" ", 2)[2]
        status, headers, body = server.get(f"/picture?{path}/background")
        assert (status, headers["content-type"]) == (200, "image/png") and body[1:4] == b"PNG"
        assert server.get(f"/picture?{path}/background", cookie=None)[0] == 401
        assert server.get(f"/picture?{path}/image")[0] == 204
        for wrong in [f"{path}/_main", "/etc/passwd", f"{path}/../shown/background", "", "%ff"]:
            assert server.get(f"/picture?{wrong}")[0] == 404, wrong


def test_without_saving_nothing_is_written(scene, tmp_path):
    with Server(tmp_path / "settings", "--no-saving", plugin=scene.port) as server:
        server.until(lambda counts: counts["plugin"] == scene.port)
        with server.socket() as line:
            for words in [("record", "1"), ("shelf", '{"delete": ["a"]}')]:
                line.send(scene_request(*words))
                while not (text := line.receive()[1]).startswith(b"error"):
                    pass
                assert b"--no-saving" in text
    assert not list(tmp_path.glob("data/tactus/scenes-data/*/recording*"))


@pytest.mark.parametrize("size", SIZES)
def test_the_screens_fit(browser, server, scene, tmp_path, size):
    blue = numpy.zeros((300, 460, 3), numpy.uint8) + numpy.uint8([40, 80, 200])
    Image.fromarray(blue).save(tmp_path / "shown" / "background.png")
    page = opened(browser, server, *size)
    page.tap(*part(place(page, "level"), 0.5, 0.6))
    page.press("Console")
    page.control("What Pd has printed")
    # The picture of the scene stands behind the widgets.
    end = time.monotonic() + 60
    while time.monotonic() < end:
        x, y, width, height = place(page, "level")
        picture = looked_at(page, f"scene-{size[0]}")
        beside = picture[int(y + height / 2), int(x + 1.6 * width)]
        if abs(beside - [40, 80, 200]).max() < 8:
            break
    assert abs(beside - [40, 80, 200]).max() < 8, beside
    for name in ("level", "right", "on", "hit", "Record", "Restart"):
        x, y, width, height = place(page, name)
        assert x >= 0 and y >= 0 and x + width <= size[0] and y + height <= size[1], name
        assert min(width, height) >= 24, name
    page.press("Scenes")
    page.until(f"!!{element('every_widget')}")
    time.sleep(1)
    looked_at(page, f"scenes-{size[0]}")
    assert not page.errors, page.errors
    page.close()


def test_set_up_chooses_between_what_hears_one_port(browser, scene, tmp_path):
    """An instrument of touches and a scene in one host: both hear the same port."""
    with PlayingPlugin(port=scene.port) as touch, \
            Server(tmp_path / "settings", plugin=scene.port) as server:
        page = browser.page(server.address)
        says(page, "port")
        touch.plays_one_finger_of(page, 300, 300)
        page.press("Settings")
        page.press("Tactus Scene")
        page.tap(*part(place(page, "level"), 0.5, 0.6))
        scene.until(lambda: abs(scene.last[0] - 0.6) < 0.02)
        page.press("Settings")
        looked_at(page, "scene-set-up")
        page.press("Tactus Touch")
        page.control("Library")
        assert not page.errors, page.errors
        page.close()
