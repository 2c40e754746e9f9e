"""Firefox by WebDriver BiDi, which it speaks by itself: a page, fingers, values of the page."""
import json
import os
import subprocess
import time

from conftest import tool
from remote import Remote
from surface import free_port
from websocket import WebSocket

# No calls home, no welcome; no question for MIDI devices, which would wait for an answer.
SETTINGS = {"browser.shell.checkDefaultBrowser": False, "datareporting.policy.dataSubmissionEnabled": False,
            "app.update.enabled": False, "browser.startup.page": 0, "dom.w3c_touch_events.enabled": 1,
            "dom.webmidi.enabled": False, "remote.prefs.recommended": True, "toolkit.telemetry.enabled": False}


class Firefox(Remote):
    """One browser with one page, for use with `with`."""

    def __init__(self, folder):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "user.js").write_text("".join(
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in SETTINGS.items()))
        self.port = free_port()
        self.process = subprocess.Popen(
            [tool("firefox-esr"), "--headless", "--no-remote", "--profile", str(folder),
             "--remote-debugging-port", str(self.port), "about:blank"], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=dict(os.environ, HOME=str(folder), MOZ_HEADLESS_WIDTH="1280", MOZ_HEADLESS_HEIGHT="900"))

    def __enter__(self):
        end = time.monotonic() + 90
        while True:
            try:
                self.line = WebSocket(self.port, "/session", timeout=240)
                if self.line.status == 101:
                    break
            except OSError:
                pass
            assert time.monotonic() < end, "Firefox does not start"
            time.sleep(0.2)
        self("session.new", capabilities={"alwaysMatch": {"acceptInsecureCerts": True}})
        self.context = self("browsingContext.getTree")["contexts"][0]["context"]
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(30)

    def navigate(self, address):
        self("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def js(self, text):
        """The value of an expression that is a number, a text or a truth."""
        said = self("script.evaluate", expression=text, target={"context": self.context}, awaitPromise=True)
        assert said["type"] == "success", said
        return said["result"].get("value")

    def fingers(self, *ways):
        """Each finger goes a way of points: down at the first, one after the other, up behind the last."""
        # All fingers do their n-th action at the same time.
        wait = {"type": "pause", "duration": 20}

        def action(number, way):
            (x, y), *rest = way
            moves = [{"type": "pointerMove", "x": x, "y": y, "duration": 20} for x, y in rest]
            before, behind = [wait] * number, [wait] * (len(ways) - number)
            return {
                "type": "pointer", "id": f"finger {number}", "parameters": {"pointerType": "touch"},
                "actions": [
                    *before, {"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0},
                    *behind, *moves, {"type": "pause", "duration": 400},
                    {"type": "pointerUp", "button": 0}]}
        self("input.performActions", context=self.context,
             actions=[action(number, way) for number, way in enumerate(ways)])
