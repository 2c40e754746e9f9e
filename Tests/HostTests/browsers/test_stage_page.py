"""The stage as a page: the song of `tactus play` on a telephone and on a second screen, and the choice of an instrument."""
import os
import pathlib

import osc
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
            for size in ((390, 844), (1920, 1080)):
                page = browser.page(server.address + "/stage", *size)
                page.until(f"{text('title')} === 'Night bus'")
                page.until(f"{text('place')} === '1 of 2' && {text('next')} === 'next: Rain'")
                page.until(f"{text('notes')} === 'capo 2' && {text('tempo')}.startsWith('120 a minute')")
                page.until("[...document.querySelectorAll('#meters li > :first-child')].map(e => e.textContent).join() "
                           "=== 'low,high,all'")
                assert page.js("document.documentElement.scrollWidth <= innerWidth"), "nothing is beside the screen"
                assert page.js("document.getElementById('title').getBoundingClientRect().height > innerHeight / 30")
                page.picture(pathlib.Path(PICTURES) / f"stage-{size[0]}.png" if PICTURES else None)
                if size[0] == 390:
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
            # The player's page shows the rig below the screen; what is chosen is played by its keys.
            player = browser.page(server.address)
            player.until("document.querySelectorAll('#rig button').length === 3")
            player.js("[...document.querySelectorAll('#rig button')].find(e => e.textContent === 'high').click()")
            player.until("document.querySelector('#rig [aria-pressed=true]').textContent === 'high'")
            page.until("document.querySelector('#rig [aria-pressed=true]').textContent === 'high'")
            with server.socket() as keys:
                keys.send(osc.message("/tactus/midi", 0x90, 69, 100))
                stage.wait(lambda stage: [meter["level"] > -60 for meter in figure(stage, "meters")] == [False, True])
            # Another song has another rig, and no choice.
            remote.send(osc.message("/tactus/play/next"))
            page.until(f"{text('title')} === 'Rain' && document.getElementById('rig').hidden")
