"""The stage as a page: the song of `tactus play` on a telephone and on a second screen, and the choice of an instrument."""
import os
import pathlib
import socket
import struct
import time

import live_frame
import osc
from air import SilentPlugin
from chromium import browser  # noqa: F401
from graph import jackd
from stage import play
from surface import Server
from test_concert_songs import figure, tone, written

# Pictures to look at: PICTURES=folder.
PICTURES = os.environ.get("PICTURES")


def text(part):
    return f"document.getElementById('{part}').textContent"


def test_the_stage_is_a_page_and_an_instrument_is_chosen(browser, tmp_path):
    port = osc.free_port()
    with jackd() as graph:
        rig = [tone(name="low"), tone(name="high")]
        path = written(graph, [{"title": "Night bus", "notes": "capo 2", "instruments": rig},
                               {"title": "Rain", "instruments": [tone()]}])
        with play(graph, path, "--remote", port) as stage, osc.Sender(port) as remote, \
                Server(tmp_path, plugin=stage.port) as server:
            server.until(lambda counts: counts["plugin"] == stage.port)
            for size in ((390, 844), (800, 500), (1920, 1080)):
                page = browser.page(server.address + "/stage", *size)
                page.until(f"{text('title')} === 'Night bus'")
                page.until(f"{text('place')} === '1 of 2' && {text('next')} === 'next: Rain'")
                page.until(f"{text('notes')} === 'capo 2' && {text('tempo')}.startsWith('120 bpm')")
                page.until("[...document.querySelectorAll('#meters li > :first-child')].map(e => e.textContent).join() "
                           "=== 'low,high,all'")
                assert page.js("document.documentElement.scrollWidth <= innerWidth"), "nothing is beside the screen"
                # The title is the largest text, in one line that is as wide as half of the screen or as high as a twelfth.
                letters = "parseFloat(getComputedStyle(document.getElementById('%s')).fontSize)"
                assert page.js(f"{letters % 'title'} > 1.2 * {letters % 'bar'}")
                high, wide = page.js("(range => (range.selectNodeContents(document.getElementById('title')),"
                                     "(({height, width}) => [height / innerHeight, width / innerWidth])"
                                     "(range.getBoundingClientRect())))(document.createRange())")
                assert wide > 1 / 2 or high > 1 / 12, (size, high, wide)
                page.picture(pathlib.Path(PICTURES) / f"stage-{size[0]}.png" if PICTURES else None)
                if size[0] < 1920:
                    page.close()
            remote.send(osc.message("/tactus/play/time", 1))
            page.until(f"/^[2-9]\\.[1-4]$/.test({text('bar')})")
            page.until(f"{text('sentence')} === 'the time runs'")
            # A mute and the master level are shown; the buttons do what the keys do.
            remote.send(osc.message("/tactus/play/mute/1", 1))
            remote.send(osc.message("/tactus/play/softer"))
            page.until(f"{text('master')} === 'master −2.0 dB'")
            page.until("document.querySelector('#meters li > :last-child').textContent === 'muted'")
            remote.send(osc.message("/tactus/play/mute/1", 0))
            page.until("document.querySelector('#meters li > :last-child').textContent === 'silent'")
            page.js("document.getElementById('start').click()")
            page.until(f"{text('bar')} === 'stopped' && {text('start')} === 'start'")
            page.js("document.getElementById('record').click()")
            stage.wait(lambda stage: any(line.startswith("recording ") for line in stage.said("recording")))
            page.until("document.getElementById('record').getAttribute('aria-pressed') === 'true'")
            page.js("document.getElementById('record').click()")
            stage.wait(lambda stage: any("frames" in line for line in stage.said("recording")))
            assert [path.suffix for path in sorted(graph.folder.glob("tactus-*"))
                    if path.suffix in (".wav", ".json")] == [".json", ".wav"]
            page.until("document.getElementById('recording').hidden")
            # The player's page shows the rig and the recording below the screen; what is chosen is played by its keys.
            player = browser.page(server.address)
            player.until("[...document.querySelectorAll('#rig button')].map(e => e.textContent).join() "
                         "=== 'all,low,high,record'")
            player.picture(pathlib.Path(PICTURES) / "player.png" if PICTURES else None)
            for isOn in ("true", "false"):
                player.js("document.querySelector('#rig .record').click()")
                player.until(f"document.querySelector('#rig .record').getAttribute('aria-pressed') === '{isOn}'")
                page.until(f"document.getElementById('record').getAttribute('aria-pressed') === '{isOn}'")
            assert len([line for line in stage.said("recording") if "frames" in line]) == 2
            player.js("[...document.querySelectorAll('#rig button')].find(e => e.textContent === 'high').click()")
            player.until("document.querySelector('#rig [aria-pressed=true]').textContent === 'high'")
            page.until("document.querySelector('#rig [aria-pressed=true]').textContent === 'high'")
            with server.socket() as keys:
                keys.send(osc.message("/tactus/midi", 0x90, 69, 100))
                stage.wait(lambda stage: [meter["level"] > -60 for meter in figure(stage, "meters")] == [False, True])
            # Another song has another rig, and no choice.
            remote.send(osc.message("/tactus/play/next"))
            page.until(f"{text('title')} === 'Rain' && document.getElementById('rig').hidden")


def live(page):
    """The live frames that a page receives. It sends `/tactus/alive` as often as pages do, because the server limits it."""
    said = 0
    while True:
        if time.monotonic() > said + 0.4:
            page.send(osc.message("/tactus/alive"))
            said = time.monotonic()
        kind, data = page.receive()
        if kind == 2 and data[0] == 1:
            yield data[4:]


def meet_rig(page):
    """Waits until the server knows the rig. Before that it refuses any choice."""
    kind, data = page.receive()
    while not (kind == 1 and data.startswith(b"rig ") and b"high" in data):
        kind, data = page.receive()


def until(frames, true):
    end = time.monotonic() + 60
    for frame in frames:
        if true(frame):
            return
        assert time.monotonic() < end, frame


def test_the_picture_of_a_page_is_that_of_the_chosen_instrument(tmp_path):
    """The live frames that a browser gets show the voices of the instrument that is chosen, and of no other one. A grid
    shows its own, whatever is chosen."""
    with jackd() as graph:
        path = written(graph, [{"title": "One", "grid": "rain", "instruments": [tone(name="low"), tone(name="high")]}])
        with play(graph, path) as stage, osc.Sender(stage.port) as keys, Server(tmp_path, plugin=stage.port) as server:
            server.until(lambda counts: counts["plugin"] == stage.port)
            stage.wait(lambda stage: len(figure(stage, "meters")) == 2)
            with server.socket() as page:
                frames = map(live_frame.read, live(page))

                def pitches(frame):
                    return [round(voice[1]) for voice in frame.get(live_frame.VOICES, [])]
                meet_rig(page)
                keys.send(osc.message("/tactus/rig/low/midi", 0x90, 40, 100))
                keys.send(osc.message("/tactus/rig/high/midi", 0x90, 80, 100))
                until(frames, lambda frame: pitches(frame) == [40])  # All: the first is shown.
                for place, pitch in ((2, 80), (1, 40), (0, 40), (2, 80)):
                    page.send(osc.message("/tactus/page/instrument", place))
                    until(frames, lambda frame: pitches(frame) == [pitch])
                    # It stays, although both sound.
                    found = [pitches(next(frames)) for _ in range(20)]
                    assert all(one == [pitch] for one in found), found
                page.send(osc.message("/tactus/page/kind", "grid"))
                until(frames, lambda frame: live_frame.GRID in frame)
                page.send(osc.message("/tactus/page/kind", "patch"))
                until(frames, lambda frame: pitches(frame) == [80])


class TwoInstruments(SilentPlugin):
    """Sends the frames of two instruments, whichever is subscribed to, as if they had been sent before the choice. Another
    program sends frames of a lower instrument."""

    def __init__(self):
        super().__init__()
        self.stranger = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)

    def answer(self, address, sender):
        super().answer(address, sender)
        if address.endswith("/subscribe"):
            self.socket.sendto(osc.message(
                "/tactus/live/stage/now", "internal", 120.0, 0, 1, 1, -120.0, 0.0, 0, -1.0, "low", -120.0, "high", -120.0),
                sender)
            for place in (-1, 1, 2) * 5:
                head = osc.message("/tactus/live/frame")[:-4] + b",bi\0"
                by = self.socket if place > 0 else self.stranger
                by.sendto(head + struct.pack(">i12xii", 16, place, place), sender)


def test_frames_of_other_instruments_and_programs_are_not_shown(tmp_path):
    with TwoInstruments() as plugin, Server(tmp_path, plugin=plugin.port) as server:
        server.until(lambda counts: counts["plugin"] == plugin.port)
        with server.socket() as page:
            meet_rig(page)
            places = (struct.unpack(">i", frame[12:])[0] for frame in live(page))
            for choice, shown in ((2, 2), (1, 1), (2, 2), (0, 1)):
                page.send(osc.message("/tactus/page/instrument", choice))
                until(places, lambda place: place == shown)
                found = [next(places) for _ in range(3)]
                assert found == [shown] * 3, found
