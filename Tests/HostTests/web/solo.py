"""The page that plays by itself, and what tests do with it: plain files over https, as any web server has
them."""
import functools
import http.server
import json
import ssl
import subprocess
import threading

import numpy
import pytest

from conftest import BUILD, tool
from surface import COMMAND

LINE = "tactusFigures.line"
RATE = f"{LINE}.context.sampleRate"


class Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Site:
    """A folder behind a server of Python's, with a certificate of its own."""

    def __init__(self, folder, home, *words):
        bundle = BUILD / "tactus.lv2"
        made = subprocess.run([COMMAND, "site", folder, "--bundle", bundle, *words], capture_output=True,
                              text=True, timeout=120)
        assert made.returncode == (1 if words else 0), made.stderr
        self.said = made.stdout + made.stderr
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
def site(tmp_path_factory, made=[]):
    """One for the modules of a run, which only read it: its gallery takes the renderer eight seconds."""
    if not made:
        made.append(Site(tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("keys")))
    return made[0]


def begun(page):
    """The page, when its instrument has begun and sounds may come."""
    page.until(f"{LINE}.isOpen")
    page.tap(3, 790)
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
    """The patch, or the grid, that plays: asked of the instrument."""
    page.js(f"globalThis.asked = null; {LINE}.answerDocument = text => {{ asked = text }};"
            f"{LINE}.ask('/tactus/page/document')")
    page.until("globalThis.asked")
    return json.loads(page.js("globalThis.asked"))
