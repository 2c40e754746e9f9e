"""`make bench`: how long a finger on a page of `tactus surface` needs, beside OSC that is sent straight; the
rhythm of taps over a bad network; the script of a picture with 32 touches; how soon one plays again after a
network that was gone. Distributions; the load of the machine is in them as far as it has no real-time
priority for us."""
import json
import os
import pathlib
import random
import statistics
import sys
import tempfile
import threading
import time

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "HostTests"))
import conftest  # noqa: E402, F401
import osc  # noqa: E402
from air import Air, SilentPlugin  # noqa: E402
from chromium import Chromium  # noqa: E402
from lv2host import Plugin, state_file  # noqa: E402
from surface import PlayingPlugin, Server, alive, points  # noqa: E402

TAPS, BLOCK, RATE = 60, 64, 48000
# A tone that begins and ends at once, without an echo.
SHORT = {"version": 1, "parameters": {"amp_attack": 0, "amp_release": 0.01}, "connections": []}
WATCH = """window.begun = []
addEventListener('pointerdown', event => begun.push([event.timeStamp, performance.now()]), {capture: true})"""

BARE = """window.line = new WebSocket('ws://' + location.host + '/socket')
document.documentElement.style.touchAction = 'none'
let osc
import('/osc.js').then(module => { osc = module })
function say(word, event) {
    line.send(osc.bundle(event.timeStamp, [osc.message('/tactus/touch', 'siff', word, 1, 0.46, 0.46)]))
}
addEventListener('pointerdown', event => say('began', event))
addEventListener('pointerup', event => say('ended', event))
addEventListener('touchstart', event => event.preventDefault(), {passive: false})
setInterval(() => line.send(osc.bundle(performance.now(), [osc.message('/tactus/alive')])), 500);
"""
DRAWS = """{
    const context = document.body.appendChild(document.createElement('canvas')).getContext('2d')
    const draw = now => { requestAnimationFrame(draw), context.fillRect(now % 300, 0, 1, 1) }
    draw(0)
}
"""
OPENS = "new Promise(opened => line.onopen = () => opened(true))"


def spread(values):
    """In milliseconds."""
    p5, p50, p95 = numpy.percentile(values, (5, 50, 95))
    return (f"p5 {p5:.2f}, median {p50:.2f}, p95 {p95:.2f}, most {max(values):.2f}, "
            f"deviation {numpy.std(values):.2f} ms")


def met(page):
    page.until("document.getElementById('state').textContent.includes('port')")
    return page


def bare(browser, server, draws):
    """A page of the server that only says where fingers begin and end: what the browser itself needs. If it
    draws, then as most pages do, at each frame of its thread."""
    page = browser.page(server.address)
    page("Page.navigate", url=server.origin + "/surface.css")
    page.until("location.pathname === '/surface.css'")
    page.js(BARE + (DRAWS if draws else "") + OPENS)
    return page


def tapped(page):
    """Taps at uneven distances. For each its `timeStamp` and the time of its handler, in seconds of the
    real-time clock."""
    page.js(WATCH)
    for number in range(TAPS):
        page.tap(200 + 7 * number, 400)
        time.sleep(0.05 + 0.03 * random.random())
    page.until(f"begun.length === {TAPS}")
    origin, begun = page.js("performance.timeOrigin"), page.js("begun")
    time.sleep(0.3)
    page.close()
    return [[(origin + at) / 1000 for at in each] for each in begun]


def to_packet(browser, folder):
    with SilentPlugin() as plugin, Server(folder, plugin=plugin.port) as server:
        begun = tapped(met(browser.page(server.address)))
    heard = plugin.began()
    assert len(heard) == TAPS
    for name, index in (("pointer handler", 1), ("event.timeStamp", 0)):
        print(f"page: {name} to OSC packet", spread([1000 * (b - a[index]) for a, b in zip(begun, heard)]))


class Player:
    """A plugin at blocks of 64 in real time; notes when each onset would leave it."""

    def __init__(self, folder):
        state = state_file(folder / "state", json.dumps(SHORT))
        self.port = osc.free_port()
        self.plugin = Plugin(longest_block=BLOCK, state=state, osc_listen=1, osc_port=self.port)
        self.onsets, self.late, self.ends = [], 0, False

    def __enter__(self):
        self.plugin["osc_listen"], self.plugin["osc_port"] = 1, self.port
        self.thread = threading.Thread(target=self.run)
        self.thread.start()
        while int(self.plugin["live_osc_port"]) != self.port:
            time.sleep(0.05)
        return self

    def __exit__(self, *_):
        self.ends = True
        self.thread.join()
        self.plugin.__exit__()

    def run(self):
        begun, block, quiet = time.time(), 0, 1000
        while not self.ends:
            due = begun + block * BLOCK / RATE
            now = time.time()
            if now > due + 0.02:
                # It was not run for so long that a sound card would have been silent.
                begun, self.late = begun + now - due, self.late + 1
                due = now
            time.sleep(max(0, due - now))
            loud = numpy.flatnonzero(numpy.abs(self.plugin.run(BLOCK)[0]) > 1e-4)
            if len(loud) and quiet > 12:
                self.onsets.append(due + loud[0] / RATE)
            quiet = 0 if len(loud) else quiet + 1
            block += 1


def nearest(starts, onsets, most=0.1):
    """From each start to the onset behind it, in milliseconds."""
    ways = []
    for start in starts:
        behind = [onset - start for onset in onsets if 0 <= onset - start < most]
        if behind:
            ways.append(1000 * min(behind))
    return ways


def to_sound(browser, folder):
    with Player(folder) as player, Server(folder, plugin=player.port) as server, \
            osc.Sender(player.port) as sender:
        straight = []
        for number in range(TAPS):
            straight.append(time.time())
            sender.send(osc.touch("began", 1, 0.5, 0.5))
            time.sleep(0.004)
            sender.send(osc.touch("ended", 1, 0.5, 0.5))
            time.sleep(0.08 + 0.03 * random.random())
        ways = {"OSC straight": nearest(straight, player.onsets)}
        for name, page in (
                ("a bare page", lambda: bare(browser, server, False)),
                ("a bare page that draws", lambda: bare(browser, server, True)),
                ("the page", lambda: met(browser.page(server.address)))):
            player.onsets.clear()
            ways[name] = nearest([at for at, _ in tapped(page())], player.onsets)
    for name, way in ways.items():
        more = statistics.median(way) - statistics.median(ways["OSC straight"])
        print(f"event to sound at blocks of {BLOCK}: {name}, {len(way)} of {TAPS} taps:", spread(way),
              f"; {more:.2f} ms more than OSC straight at the median")
    print(f"{player.late} pauses of the player")


def bad_air(folder, delay):
    """Taps as a page sends them, over a network that loses 2 % and sends it again, in order."""
    model = random.Random(18)
    with SilentPlugin() as plugin, Server(folder, "--delay", str(delay), plugin=plugin.port) as server:
        server.until(lambda counts: counts["plugin"] == plugin.port)
        with server.socket() as line:
            times, sent = [], 0.0
            begun = time.time() + 0.5
            messages = []
            for number in range(600):
                # 120 messages a second, each tenth of them a tap.
                at = begun + number / 120
                arrival = max(sent, at + 0.003 + model.expovariate(1 / 0.005))
                if model.random() < 0.02:
                    arrival += 0.030
                sent = arrival
                if number % 10 == 0:
                    times.append(at)
                messages.append((arrival, at, number))
            for arrival, at, number in messages:
                time.sleep(max(0, arrival - time.time()))
                page = at - begun + 1
                if number % 10 == 0:
                    line.send(points((1, 1 + number // 10 % 60, 0.5, 0.5), at=page))
                elif number % 10 == 5:
                    line.send(points((3, 1 + number // 10 % 60, 0.5, 0.5), at=page))
                else:
                    line.send(alive(at=page) if number % 10 > 5 else alive(1 + number // 10 % 60, at=page))
            time.sleep(0.5)
    began = plugin.began()
    # The first second is the filter's to learn.
    ways = [1000 * (heard - at) for at, heard in zip(times, began)][12:]
    print(f"taps over 2 % loss, --delay {delay}: {len(began)} of {len(times)}:", spread(ways))


def pictures(browser, folder):
    with PlayingPlugin() as plugin, Server(folder, plugin=plugin.port) as server:
        page = met(browser.page(server.address))
        for rate in (1, 6):
            page("Emulation.setCPUThrottlingRate", rate=rate)
            page.js("tactusFigures.script.length = 0, tactusFigures.pictures = 0")
            with osc.Sender(plugin.port) as sender:
                begun = time.monotonic()
                for step in range(600):
                    word = "moved" if step else "began"
                    for number in range(32):
                        x = 0.05 + 0.9 * (number % 8) / 7 + 0.02 * numpy.sin(step / 9 + number)
                        sender.send(osc.touch(word, number + 1, x, 0.1 + 0.25 * (number // 8)))
                    time.sleep(max(0, begun + (step + 1) / 60 - time.monotonic()))
                times = [value for value in page.js("tactusFigures.script") if value is not None]
                sender.send(osc.message("/tactus/alive"))
            print(f"script of a picture with 32 touches at 60/s, throttled {rate} times: "
                  f"{len(times)} pictures, {spread(times)}")
        page.close()


def gone(browser, folder):
    with PlayingPlugin() as plugin, Server(folder, plugin=plugin.port) as server, Air(server) as air:
        page = met(browser.page(air.address))
        page.touch("start", [(0, 300, 300), (1, 600, 400), (2, 900, 300)])
        plugin.until(lambda: plugin["live_count"] == 3)
        air.is_gone, begun = True, time.monotonic()
        plugin.until(lambda: plugin["live_count"] == 0)
        silent = time.monotonic() - begun
        page.touch("end", [])
        time.sleep(max(0, begun + 10 - time.monotonic()))
        air.is_gone, back = False, time.monotonic()
        # A finger begins again and again; what it began may be heard when it has ended.
        places = [(0, 300, 300)]
        while plugin["live_count"] == 0:
            page.touch("start" if places else "end", places)
            places = [] if places else [(0, 300, 300)]
            time.sleep(0.03)
        print(f"a network that is gone for 10 s: no touch after {silent:.1f} s; playing again "
              f"{time.monotonic() - back:.2f} s after its return")
        page.close()


def main():
    try:
        # Then the figures are ours, not those of what else runs.
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(5))
    except OSError:
        print("page: no real-time priority; what else runs on this machine is in the figures")
    folder = pathlib.Path(tempfile.mkdtemp())
    with Chromium(folder / "profile") as browser:
        to_packet(browser, folder)
        to_sound(browser, folder)
        pictures(browser, folder)
        gone(browser, folder)
    for delay in (0, 40):
        bad_air(folder, delay)


main()
