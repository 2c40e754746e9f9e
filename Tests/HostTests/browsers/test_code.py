"""The address of `tactus surface` as a code to scan, over https too, read and opened by other programs."""
import re
import socket
import ssl
import subprocess

import pytest

from chromium import Chromium, Page
from conftest import run
from surface import COMMAND, PlayingPlugin, Server
from websocket import get


def test_the_code_holds_the_address(tmp_path):
    with Server(tmp_path) as server, Chromium(tmp_path / "profile") as browser:
        status, _, body = get(server.port, "/qr", host=server.host)
        assert status == 200 and b"<svg" in body
        page = browser.ask("/json/new?about:blank", "PUT")
        page = Page(page["webSocketDebuggerUrl"], browser.port)
        page("Page.navigate", url=f"http://{server.host}/qr")
        page.until("!!document.querySelector('svg')")
        page.picture(tmp_path / "code.png")
        page.close()
        status, said = run("zbarimg", "-q", "--raw", tmp_path / "code.png")
        # It complains of a missing D-Bus before.
        assert status == 0 and said.split()[-1] == server.address


def test_https_with_a_certificate_of_its_own(tmp_path):
    """By Python's TLS and by Chromium: pages, the socket and the sensors' context."""
    with PlayingPlugin() as plugin, \
            Server(tmp_path, "--address", "127.0.0.2", plugin=plugin.port, is_local=False) as server:
        assert server.address.startswith("https://127.0.0.2:")
        kept = ssl.get_server_certificate(("127.0.0.2", server.port))
        pem = tmp_path / "certificate.pem"
        pem.write_text(kept)
        status, said = run("openssl", "x509", "-in", pem, "-noout", "-text")
        for words in ("IP Address:127.0.0.2", "TLS Web Server Authentication", "CA:FALSE"):
            assert words in said
        trusting = ssl.create_default_context(cafile=pem)
        with trusting.wrap_socket(socket.create_connection(("127.0.0.2", server.port)),
                                  server_hostname="127.0.0.2") as line:
            assert line.version() in ("TLSv1.2", "TLSv1.3")
        with Chromium(tmp_path / "profile") as browser:
            page = browser.page(server.address)
            page.until("document.getElementById('state').textContent.includes('port')")
            assert page.js("isSecureContext && 'wakeLock' in navigator && !!window.DeviceMotionEvent")
            page.touch("start", [(0, 300, 300)])
            plugin.until(lambda: plugin["live_count"] == 1)
            page.touch("end", [])
            plugin.until(lambda: plugin["live_count"] == 0)
            page.close()
    # The next start has the same certificate, so that browsers ask once.
    with Server(tmp_path, "--address", "127.0.0.2", port=server.port, is_local=False):
        assert ssl.get_server_certificate(("127.0.0.2", server.port)) == kept
    files = list((tmp_path / "tactus").glob("surface-*.pem"))
    assert len(files) == 1 and files[0].stat().st_mode & 0o077 == 0


def test_a_kept_address_stays(tmp_path):
    with Server(tmp_path, "--keep") as first:
        token = first.token
    with Server(tmp_path, "--keep") as second:
        assert second.token == token
    with Server(tmp_path) as third:
        assert third.token != token
    assert (tmp_path / "tactus" / "surface-token").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("options, words", [
    (["--port", "0"], "1 to 65535"), (["--delay", "300"], "0 to 200"),
    (["--local", "--address", "127.0.0.1"], "exclude"), (["--local", "--bundle", "/nonesuch"], "is missing")])
def test_wrong_options_are_named(options, words):
    done = subprocess.run([COMMAND, "surface", *options], capture_output=True, text=True, timeout=60)
    assert done.returncode != 0 and re.search(words, done.stderr)
