"""The page that plays by itself: the steps of fifty patches under a chord, a device that takes sound away,
the beats of the Tone Matrix, the whole library."""
import json
import time

import numpy

from chromium import browser  # noqa: F401
from conftest import ROOT, figure
from solo import LINE, RATE, begun, patch, played, site, told  # noqa: F401
from test_solo_takes import until


def test_fifty_patches_while_a_chord_sounds(browser, site):
    """Patches as different as can be while none has a steep wave. No swap makes a step beyond those of the
    patches themselves, but that a wave fades out within 32 frames: the bound of the plugin."""
    page = begun(browser.page(site.address))
    for number in range(4):
        text = json.dumps({"version": 1, "name": f"Storm {number}", "parameters": {
            "osc_a_wave": ("sine", "triangle", "saw", "square")[number],
            "osc_a_level": (0.9, 0.3)[number % 2], "voice_pitch": (0, -12)[number % 2],
            "filter_1_cutoff": 200 + 100 * number, "filter_1_key_tracking": 0,
            "reverb_mix": 0.5 * (number == 3), "chorus_mix": 0.6 * (number == 2)}})
        page.js(f"{LINE}.file('/user/patches/storm{number}.json', new TextEncoder().encode({text!r}))")
    page.js("; ".join(f"{LINE}.midi(new Uint8Array([0x90, {key}, 100]))" for key in (48, 55, 60, 64)))

    def load(number):
        page.js(f"{LINE}.send('load storm{number}')")

    def step(sound):
        return abs(numpy.diff(sound)).max()
    calm = max(step(played(page, 1, lambda number=number: load(number))[-24000:]) for number in range(4))
    assert patch(page)["name"] == "Storm 3"

    def swap():
        for number in range(50):
            load(number % 4)
            time.sleep(0.05)
    sound = played(page, 4, swap)
    peak = abs(sound).max()
    figure(f"the page: fifty patches while a chord sounds, greatest step {step(sound):.4f}, "
           f"of the patches {calm:.4f}, peak {peak:.3f}")
    assert numpy.isfinite(sound).all() and 0.01 < peak < 1
    assert step(sound) < calm + peak / 32
    assert told(page) == ""
    page.close()


def test_a_device_that_takes_the_sound_away_gives_it_back_by_a_touch(browser, site):
    """As a telephone does at a call, or for a page in the background: fingers are lifted, the page says what
    to do."""
    page = begun(browser.page(site.address))
    page.touch("start", [(0, 640, 300)])
    page.js("Object.defineProperty(document, 'hidden', {configurable: true, value: true});"
            "document.dispatchEvent(new Event('visibilitychange'))")
    page.js(f"{LINE}.context.suspend(); 1")
    page.until("document.getElementById('state').textContent.includes('touch to go on')")
    page.js("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    page.touch("end", [])
    page.tap(3, 790)
    page.until(f"{LINE}.context.state === 'running'")
    # The page hears of it by an event that comes after the state.
    page.until("document.getElementById('state').textContent === ''")
    still = played(page, 6, lambda: None)
    assert abs(still[-4800:]).max() < 1e-3, "the finger has been lifted"
    sound = played(page, 1, lambda: page.touch("start", [(0, 640, 300)]))
    page.touch("end", [])
    assert abs(sound).max() > 0.01
    page.close()


def test_the_tone_matrix_plays_the_instrument(browser, site):
    page = begun(browser.page(f"{site.address}?screen=set-up"))
    page.press("Tone Matrix")
    page.until("[...document.querySelectorAll('#mirror *')].length > 20")
    page.js(f"{LINE}.send('load four_on_the_floor')")
    until(lambda: patch(page)["name"] == "Four on the floor")
    sound = played(page, 3, lambda: None)
    rate = page.js(RATE)
    assert abs(sound).max() > 0.01
    # Its beats: the level of hundredths of a second repeats with the quarter.
    level = numpy.sqrt((sound[:len(sound) // 480 * 480].reshape(-1, 480) ** 2).mean(axis=1))
    level = level - level.mean()
    tie = numpy.correlate(level, level, "full")[len(level):]
    lags = numpy.arange(20, 120)
    best = lags[tie[lags - 1].argmax()] * 480 / rate
    figure(f"the page's Tone Matrix: its level repeats each {best:.2f} s (a quarter at 120 is 0.50 s)")
    assert min(abs(best - 0.125 * n) for n in range(1, 9)) < 0.015
    # Stopped by the button of the screen, it ends.
    page.press("Grid")
    page.press("Stop")
    sound = played(page, 8, lambda: None)
    assert abs(sound[-4800:]).max() < 1e-3 < abs(sound[:4800]).max()
    assert told(page) == ""
    page.close()


def test_all_of_the_library_and_every_port(browser, site):
    page = begun(browser.page(site.address))
    names = page.js("""new Promise(done => { const found = new Set(); (heard => {
        tactusFigures.line.heard = text => {
            if (typeof text === 'string' && text.startsWith('library {')) {
                for (const each of JSON.parse(text.slice(8)).entries ?? []) found.add(each.file)
            }
            heard(text) } })(tactusFigures.line.heard)
        tactusFigures.line.send('library 0'); setTimeout(() => tactusFigures.line.send('library 40'), 300)
        setTimeout(() => done([...found]), 1500) })""")
    own = {path.stem for path in (ROOT / "bundle" / "patches").glob("*.json")}
    assert {name.removesuffix(".json") for name in names} == own
    # The level, −60 dB.
    page.js(f"{LINE}.send('load spread_organ')")
    loud = played(page, 1, lambda: page.touch("start", [(0, 640, 300)]))
    page.js(f"{LINE}.send('port 6 -60')")
    quiet = played(page, 1, lambda: None)
    assert abs(quiet[-4800:]).max() < 0.01 * abs(loud).max()
    page.close()
