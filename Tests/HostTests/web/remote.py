"""What Chromium's and Firefox's protocols have in common: numbered questions over a WebSocket."""
import json
import time


class Remote:
    """Has `line`, a WebSocket, and `js`, which computes an expression in the page."""

    number = 0

    def __call__(self, method, **values):
        self.number += 1
        self.line.send(json.dumps({"id": self.number, "method": method, "params": values}))
        while True:
            said = json.loads(self.line.receive()[1])
            if said.get("id") == self.number:
                assert "error" not in said, (method, said)
                return said["result"]
            self.note(said)

    def note(self, said):
        """What was not asked for."""

    def go(self, address):
        self.navigate(address)
        self.until("document.documentElement?.dataset.ready === 'true'")

    def until(self, text, seconds=60):
        end = time.monotonic() + seconds
        while not self.js(text):
            assert time.monotonic() < end, (text, self.js("document.body.innerText"))
            time.sleep(0.05)
