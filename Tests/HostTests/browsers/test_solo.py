"""The page that plays by itself, in a real Chromium."""
import json

import numpy
import pytest

from chromium import browser  # noqa: F401
from conftest import ROOT, figure, run
from solo import LINE, RATE, Site, begun, patch, played, site, told  # noqa: F401
from surface import PlayingPlugin, Server


def test_a_finger_sounds_at_its_pitch(browser, site):
    page = browser.page(site.address)
    page.until("document.getElementById('state').textContent.startsWith('Touch to begin')")
    begun(page)
    assert told(page) == ""
    sound = played(page, 2, lambda: page.touch("start", [(0, 640, 300)]))
    page.touch("end", [])
    part = sound[-24000:] * numpy.hanning(24000)
    spectrum = abs(numpy.fft.rfft(part, 1 << 19))
    hertz = spectrum.argmax() * page.js(RATE) / (1 << 19)
    cents = 1200 * numpy.log2(hertz / 261.6256)
    figure(f"the page by itself: a finger in the middle sounds at {hertz:.2f} Hz, "
           f"peak {abs(sound).max():.3f}")
    assert abs(sound).max() > 0.01
    # The fundamental or one of its harmonics is the strongest.
    assert min(abs(cents - 1200 * numpy.log2(n)) for n in (1, 2, 3, 4)) < 5, cents
    assert not page.errors, page.errors
    page.close()


def test_the_guide_of_a_lesson_is_two_tones_that_meet(browser, site):
    page = begun(browser.page(site.address))
    bins = 1 << 17

    def strongest(distance):
        sound = played(page, 1, lambda: page.js(f"{LINE}.ask('/tactus/guide', 'f', {distance})"))
        part = sound[-24000:]
        levels = abs(numpy.fft.rfft(part * numpy.hanning(len(part)), bins))
        return abs(part).max(), [levels[round(hertz * bins / page.js(RATE))] for hertz in (330, 330 * 2 ** (7 / 12))]

    _, (low, high) = strongest(1)
    assert high == pytest.approx(low, rel=0.1) and low > 0
    _, (low, high) = strongest(0)
    assert high < low / 100
    peak, _ = strongest(-1)
    assert peak == 0
    assert not page.errors, page.errors
    page.close()


def test_edits_are_heard_taken_back_and_kept(browser, site):
    page = begun(browser.page(site.address))
    page.js(f"{LINE}.ask('/tactus/patch/load', 's', 'glass_pad')")
    page.until(f"{LINE}.context.currentTime > 0")
    before = patch(page)
    assert before["name"] == "Glass pad"
    page.js(f"""{LINE}.ask('/tactus/patch/edit', 's', '{{"set": {{"filter_1_cutoff": 700}}}}')""")
    edited = patch(page)
    assert edited["parameters"]["filter_1_cutoff"] == 700
    page.js(f"""{LINE}.ask('/tactus/patch/edit', 's', '{{"undo": true}}')""")
    assert patch(page) == before
    page.js(f"{LINE}.ask('/tactus/patch/save', 'ss', 'my own pad', 'my own pad')")
    page.until("localStorage.getItem('tactus:/user/patches/my own pad.json')")
    page.go(site.address)
    page.until(f"{LINE}.isOpen")
    page.js(f"{LINE}.ask('/tactus/patch/load', 's', 'my own pad')")
    assert patch(page)["name"] == "my own pad"
    page.js(f"""{LINE}.ask('/tactus/patch/library', 's', '{{"delete": ["my own pad"]}}')""")
    page.until("!localStorage.getItem('tactus:/user/patches/my own pad.json')")
    page.close()


@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_a_patch_is_heard_before_it_is_loaded(browser, site, size):
    page = browser.page(f"{site.address}?screen=library", *size)
    page.until(f"{LINE}.isOpen")
    page.until("[...document.querySelectorAll('#mirror > *')].some(e => e.ariaLabel === 'Acid thread')")
    page.tap(3, size[1] - 3)
    page.until(f"{LINE}.context.state === 'running'")
    before = patch(page)
    sound = played(page, 2, lambda: page.press("Acid thread"))
    assert abs(sound).max() > 0.003
    assert patch(page) == before
    sound = played(page, 1, lambda: page.press("Acid thread"))
    assert not sound[-4800:].any(), "the second press ends it"
    assert patch(page) == before
    assert not page.errors, page.errors
    page.close()


def test_a_patch_with_recorded_sounds_plays(browser, site):
    page = begun(browser.page(site.address))
    names = [path.stem for path in sorted((ROOT / "bundle" / "patches").glob("*.json"))
             if json.loads(path.read_text()).get("samples")]
    assert names
    for name in names:
        page.js(f"{LINE}.ask('/tactus/patch/load', 's', '{name}')")
        sound = played(page, 1, lambda: page.touch("start", [(0, 640, 300)]))
        page.touch("end", [])
        assert abs(sound).max() > 0.003, name
    assert told(page) == ""
    page.close()


def test_recorded_sounds_are_read_before_a_patch_is_chosen(browser, site):
    """Reading them takes longer than a block. What was read is heard even if the file has gone bad since."""
    page = begun(browser.page(site.address))
    page.until(f"{LINE}.hasSounds")
    for path in sorted((ROOT / "bundle" / "samples").glob("*.wav")):
        page.js(f"{LINE}.file('/bundle/samples/{path.name}', new Uint8Array(4))")
    page.js(f"{LINE}.ask('/tactus/patch/load', 's', 'belfry')")
    sound = played(page, 1, lambda: page.touch("start", [(0, 640, 300)]))
    page.touch("end", [])
    assert abs(sound).max() > 0.003
    assert told(page) == ""
    page.close()


def test_what_cannot_be_is_said(browser, site):
    page = browser.page("about:blank", waits=False)
    page("Page.addScriptToEvaluateOnNewDocument", source="delete window.AudioWorklet")
    page.go(site.address)
    page.until("document.getElementById('state').textContent.includes('https')")
    page.close()
    page = browser.page("about:blank", waits=False)
    page("Page.addScriptToEvaluateOnNewDocument",
         source="Storage.prototype.setItem = () => { throw new Error('full') }")
    page.go(site.address)
    begun(page)
    page.js(f"{LINE}.ask('/tactus/patch/save', 'ss', 'nowhere', 'nowhere')")
    page.until("document.getElementById('state').textContent.includes('storage is full')")
    # What is no patch is refused in words, and the sound stays.
    page.js(f"{LINE}.take([new File(['[1, 2'], 'broken.json')])")
    page.until("/line 1/.test(document.getElementById('state').textContent)")
    assert patch(page)["name"] == "nowhere"
    page.close()


def test_what_tactus_surface_serves_plays_here_or_there(browser, tmp_path):
    """By a button of Settings the page sounds by itself, and by another one it plays the plugin again."""
    with PlayingPlugin() as plugin, Server(tmp_path, plugin=plugin.port) as server:
        page = browser.page(server.address)
        page.until("document.getElementById('state').textContent.includes('port')")
        page.go(f"{server.origin}/?screen=set-up")
        page.press("This browser")
        page.until(f"globalThis.tactusFigures?.line.isOpen && {LINE}.context?.state")
        begun(page)
        page.js(f"{LINE}.playNow('/tactus/touch', 'sifff', 'began', 1, 0.5, 0.5, 0.8)")
        assert abs(played(page, 1, lambda: None)).max() > 0.01
        assert plugin["live_count"] == 0
        page.press("DAW")
        # The page is loaded anew, and has no such element for a moment.
        page.until("document.getElementById('state')?.textContent.includes('port')")
        assert "here" not in page.js("location.search")
        assert not page.errors, page.errors
        page.close()


def test_it_plays_without_a_network_after_the_first_visit(browser, tmp_path_factory):
    site = Site(tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("keys"))
    page = begun(browser.page(site.address))
    page.until("navigator.serviceWorker.ready.then(found => found.active?.state === 'activated')")
    site.stop()
    page.go(site.address)
    begun(page)
    sound = played(page, 1, lambda: page.touch("start", [(0, 640, 300)]))
    assert abs(sound).max() > 0.01
    page.close()


def test_share_copies_the_text_and_shows_its_address(browser, site, tmp_path):
    page = browser.page(site.address, 1100, 700, is_mobile=False)
    begun(page)
    page.js("navigator.clipboard.writeText = async text => { globalThis.copied = text }")
    # The bar has the name of the patch.
    page.until("document.querySelector('#mirror > [aria-label=Share]')?.getBoundingClientRect().x > 150")
    x, y = page.control("Share")
    for kind in ("mousePressed", "mouseReleased"):
        page("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
    page.until("document.querySelector('dialog.shared')?.open")
    page.picture(tmp_path / "code.png")
    status, said = run("zbarimg", "-q", "--raw", tmp_path / "code.png")
    copied = page.js("globalThis.copied")
    assert status == 0 and copied.startswith("tp1.")
    assert said.split()[-1] == f"{page.js('new URL(`./`, location.href).href')}#{copied}"
    # The other device opens it.
    other = browser.page(said.split()[-1])
    begun(other)
    assert patch(other) == patch(page)
    assert not page.errors and not other.errors
    other.close()
    page.close()
