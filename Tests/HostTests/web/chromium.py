"""Chromium by its DevTools protocol: pages, fingers, pictures, the accessibility tree."""
import base64
import io
import json
import os
import pathlib
import subprocess
import time
import urllib.request

import numpy
import pytest
from PIL import Image

from conftest import tool
from remote import Remote
from surface import free_port
from websocket import WebSocket

FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
         "--remote-allow-origins=*", "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--mute-audio", "--hide-scrollbars", "--touch-events=enabled",
         "--ignore-certificate-errors"]


class Chromium:
    """One browser, for use with `with`."""

    def __init__(self, folder):
        self.port = free_port()
        self.process = subprocess.Popen(
            [tool("chromium"), *FLAGS, f"--remote-debugging-port={self.port}", f"--user-data-dir={folder}",
             "about:blank"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=dict(os.environ, HOME=str(folder)))

    def __enter__(self):
        end = time.monotonic() + 60
        while True:
            try:
                self.ask("/json/version")
                return self
            except OSError:
                assert time.monotonic() < end, "Chromium does not start"
                time.sleep(0.1)

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(60)

    def ask(self, path, method="GET"):
        asked = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", method=method)
        return json.load(urllib.request.urlopen(asked, timeout=60))

    def page(self, address, width=1280, height=800, is_mobile=True, waits=True):
        page = Page(self.ask("/json/new?about:blank", "PUT")["webSocketDebuggerUrl"], self.port)
        page("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
             mobile=is_mobile)
        page("Emulation.setTouchEmulationEnabled", enabled=is_mobile, maxTouchPoints=10)
        if waits:
            page.go(address)
        return page


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with Chromium(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


class Page(Remote):
    """One tab."""

    def __init__(self, address, port):
        self.line = WebSocket(port, "/" + address.split("/", 3)[3], timeout=60)
        assert self.line.status == 101
        self.errors = []
        for domain in ("Page", "Runtime", "Log"):
            self(domain + ".enable")

    def note(self, said):
        is_error = said.get("params", {}).get("entry", {}).get("level") == "error"
        if said.get("method") == "Runtime.exceptionThrown" or is_error:
            self.errors.append(json.dumps(said["params"])[:400])

    def navigate(self, address):
        self("Page.navigate", url=address)

    def js(self, text):
        said = self("Runtime.evaluate", expression=text, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in said, said
        return said["result"].get("value")

    def touch(self, kind, points):
        """`start` and `move` with all fingers that are down as id, x, y; `end` with those that are lifted, or
        none for all; `cancel`."""
        self("Input.dispatchTouchEvent", type="touch" + kind.title(), touchPoints=[
            {"x": x, "y": y, "id": number, "radiusX": 20, "radiusY": 16, "force": 0.5}
            for number, x, y in points])

    def tap(self, x, y):
        self.touch("start", [(0, x, y)])
        self.touch("end", [])

    def control(self, name):
        """The middle of the control with this name."""
        find = f"[...document.querySelectorAll('#mirror > *')].find(e => e.ariaLabel === {json.dumps(name)})"
        self.until(f"!!{find}")
        return self.js(f"(b => [b.x + b.width / 2, b.y + b.height / 2])({find}.getBoundingClientRect())")

    def press(self, name):
        self.tap(*self.control(name))

    def picture(self, path=None):
        data = base64.b64decode(self("Page.captureScreenshot", format="png")["data"])
        if path:
            pathlib.Path(path).write_bytes(data)
        return numpy.array(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)

    def close(self):
        """The tab goes as well: one that stays goes on to sound and to draw."""
        self("Page.close")
        self.line.line.close()
