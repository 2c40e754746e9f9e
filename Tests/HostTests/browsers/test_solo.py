"""The page that plays by itself, in a real Chromium: plain files over https, as any web server has them."""
import functools
import http.server
import json
import ssl
import subprocess
import threading
import time

import numpy
import pytest

from chromium import Chromium
from conftest import BUILD, ROOT, figure, tool
from surface import COMMAND

LINE = "tactusFigures.line"
RATE = f"{LINE}.context.sampleRate"


class Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Site:
    """A folder behind a server of Python's, with a certificate of its own."""

    def __init__(self, folder, home):
        bundle = BUILD / "tactus.lv2"
        made = subprocess.run([COMMAND, "site", folder, "--bundle", bundle], capture_output=True, text=True,
                              timeout=120)
        assert made.returncode == 0, made.stderr
        self.folder = folder
        made = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost"
        subprocess.run(
            [tool("openssl"), *made.split(), "-addext", "subjectAltName=DNS:localhost",
             "-keyout", home / "key.pem", "-out", home / "certificate.pem"],
            check=True, capture_output=True, timeout=60)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(home / "certificate.pem", home / "key.pem")
        self.server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Files, directory=folder))
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.address = f"https://localhost:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    site = Site(tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("keys"))
    yield site
    site.stop()


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with Chromium(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


def begun(page):
    """The page, when its instrument has begun and sounds may come."""
    page.until(f"{LINE}.isOpen")
    page.tap(640, 400)
    page.until(f"{LINE}.context.state === 'running'")
    return page


def told(page):
    return page.js("document.getElementById('state').textContent")


def played(page, seconds, body):
    """What sounds while `body` plays: the left side."""
    page.js(f"{LINE}.recording = []; {LINE}.post('record', true); 1")
    body()
    frames = seconds * page.js(RATE)
    page.until(f"{LINE}.recording.length * 128 > {frames}")
    blocks = page.js(f"{LINE}.recording.map(([left]) => [...left])")
    page.js(f"{LINE}.recording = null; {LINE}.post('record', false); 1")
    return numpy.array(blocks).ravel()


def patch(page):
    """The patch that plays, asked of the instrument."""
    page.js(f"""globalThis.asked = null; (heard => {{ {LINE}.heard = text => {{
        if (typeof text === 'string' && text.startsWith('document ')) globalThis.asked = text.slice(9)
        heard(text) }} }})({LINE}.heard); {LINE}.send('get')""")
    page.until("globalThis.asked")
    return json.loads(page.js("globalThis.asked"))


def test_a_finger_sounds_at_its_pitch(browser, site):
    page = begun(browser.page(site.address))
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


def test_edits_are_heard_taken_back_and_kept(browser, site):
    page = begun(browser.page(site.address))
    page.js(f"{LINE}.send('load glass_pad')")
    page.until(f"{LINE}.context.currentTime > 0")
    before = patch(page)
    assert before["name"] == "Glass pad"
    page.js(f"""{LINE}.send('edit {{"set": {{"filter_1_cutoff": 700}}}}')""")
    edited = patch(page)
    assert edited["parameters"]["filter_1_cutoff"] == 700
    page.js(f"""{LINE}.send('edit {{"undo": true}}')""")
    assert patch(page) == before
    page.js(f"{LINE}.send('save my own pad')")
    page.until("localStorage.getItem('tactus:/user/patches/my own pad.json')")
    page.go(site.address)
    page.until(f"{LINE}.isOpen")
    page.js(f"{LINE}.send('load my own pad')")
    assert patch(page)["name"] == "my own pad"
    page.js(f"""{LINE}.send('ask {{"delete": ["my own pad"]}}')""")
    page.until("!localStorage.getItem('tactus:/user/patches/my own pad.json')")
    page.close()


def test_a_patch_with_recorded_sounds_plays(browser, site):
    page = begun(browser.page(site.address))
    names = [path.stem for path in sorted((ROOT / "bundle" / "patches").glob("*.json"))
             if json.loads(path.read_text()).get("samples")]
    assert names
    for name in names:
        page.js(f"{LINE}.send('load {name}')")
        sound = played(page, 1, lambda: page.touch("start", [(0, 640, 300)]))
        page.touch("end", [])
        assert abs(sound).max() > 0.003, name
    assert told(page) == ""
    page.close()


def test_fifty_patches_while_a_chord_sounds(browser, site):
    """No block is missing, and no swap makes a step beyond what the patches have by themselves."""
    page = begun(browser.page(site.address))
    names = [path.stem for path in sorted((ROOT / "bundle" / "patches").glob("*.json"))][:50]
    page.touch("start", [(0, 400, 300), (1, 640, 400), (2, 900, 500)])

    def swap():
        for name in names:
            page.js(f"{LINE}.send('load {name}')")
            time.sleep(0.05)
    sound = played(page, 4, swap)
    page.touch("end", [])
    figure(f"the page: fifty patches while a chord sounds, greatest step {abs(numpy.diff(sound)).max():.3f}, "
           f"peak {abs(sound).max():.3f}")
    assert numpy.isfinite(sound).all() and 0.001 < abs(sound).max() < 1
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
    page.js(f"{LINE}.send('save nowhere')")
    page.until("document.getElementById('state').textContent.includes('storage is full')")
    # What is no patch is refused in words, and the sound stays.
    page.js(f"{LINE}.send('replace [1, 2')")
    page.until("/line 1/.test(document.getElementById('state').textContent)")
    assert patch(page)["name"] == "nowhere"
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
