"""The server of `tactus surface`, the plugin that it plays, and messages as a page sends them."""
import json
import os
import pathlib
import re
import socket
import subprocess
import threading
import time

import pytest

import osc
from conftest import BUILD, PLUGIN, ROOT
from lv2host import Plugin
from websocket import WebSocket, get

COMMAND = pathlib.Path(os.environ.get("TACTUS", ROOT / ".build" / "release" / "tactus"))


def free_port():
    """A TCP port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def port_of_ours():
    """A UDP port that is free, among those at which plugins are looked for."""
    for port in range(3333, 3433):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                pass
    raise AssertionError("no port is free")


class Server:
    """`tactus surface`, for use with `with`."""

    def __init__(self, home, *options, plugin=None, port=None, is_local=True, before=None, **environment):
        self.port = port or free_port()
        words = [str(COMMAND), "surface", "--port", str(self.port), "--bundle", str(BUILD / "tactus.lv2"),
                 *options]
        words += ["--local"] if is_local else []
        words += ["--plugin", str(plugin)] if plugin else []
        environment = dict(os.environ, XDG_CONFIG_HOME=str(home), LC_ALL="C", **environment)
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env=environment, preexec_fn=before)
        self.address = self.process.stdout.readline().decode().strip()
        assert "/join/" in self.address, self.process.stderr.read().decode()
        self.token = self.address.rsplit("/", 1)[1]
        self.host = re.match(r"https?://([^/]+)/", self.address)[1]
        self.cookie = f"tactus_{self.port}={self.token}"
        self.origin = self.address.split("/join/")[0]
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        assert self.process.wait(60) == 0, "the server did not end well"

    def socket(self, **headers):
        """A browser that has joined."""
        fields = {"host": self.host, "origin": self.origin, "cookie": self.cookie, **headers}
        return WebSocket(self.port, **fields)

    def get(self, path, **headers):
        return get(self.port, path, **{"host": self.host, "cookie": self.cookie, **headers})

    def counts(self):
        status, _, body = self.get("/counts.json")
        assert status == 200
        return json.loads(body)

    def until(self, is_so, seconds=60):
        """Waits until the counts are so."""
        end = time.monotonic() + seconds
        while not is_so(counts := self.counts()):
            assert time.monotonic() < end, counts
            time.sleep(0.05)

    def resident(self):
        """Kilobytes of memory."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(file.read().split("VmRSS:")[1].split()[0])


@pytest.fixture(scope="module")
def plugin():
    with PlayingPlugin() as plugin:
        yield plugin


@pytest.fixture()
def server(plugin, tmp_path):
    with Server(tmp_path, plugin=plugin.port) as server:
        server.until(lambda counts: counts["plugin"] == plugin.port)
        yield server


class PlayingPlugin:
    """The built plugin in a thread that runs it at about real time; for use with `with`."""

    BLOCK = 256

    def __init__(self, state=None, port=None, uri=PLUGIN):
        self.port = port or osc.free_port()
        self.state, self.uri = state, uri

    def __enter__(self):
        self.plugin = Plugin(self.uri, longest_block=self.BLOCK, state=self.state, osc_listen=1,
                             osc_port=self.port)
        self.plugin.__enter__()
        self.ends, self.touches, self.peaks, self.lock = False, [], [], threading.Lock()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()
        self.until(lambda: int(self["live_osc_port"]) == self.port)
        return self

    def __exit__(self, *_):
        self.ends = True
        self.thread.join()
        self.plugin.__exit__()

    def run(self):
        while not self.ends:
            with self.lock:
                sound = self.plugin.run(self.BLOCK)
            if self.uri == PLUGIN:
                self.touches.append(int(self.plugin["live_count"]))
            self.peaks.append(float(abs(sound).max()))
            time.sleep(self.BLOCK / 48000 * 0.9)

    def __getitem__(self, symbol):
        return self.plugin[symbol]

    def until(self, is_so, seconds=60):
        end = time.monotonic() + seconds
        while not is_so():
            assert time.monotonic() < end, self.touches[-5:]
            time.sleep(0.01)

    def plays_one_finger_of(self, page, x, y):
        """A finger that begins on a page begins here, and ends here when the page lifts it."""
        page.touch("start", [(0, x, y)])
        self.until(lambda: self["live_count"] == 1)
        page.touch("end", [])
        self.until(lambda: self["live_count"] == 0)


def played(*packets, at=None):
    """What a page plays: packets with its time."""
    return osc.bundle(*packets, at=time.monotonic() if at is None else at)


def points(*points, at=None):
    """Touches: tuples of word (1 began, 2 moved, 3 ended), id, x, y."""
    words = {1: "began", 2: "moved", 3: "ended"}
    return played(*(osc.touch(words[word], number, float(x), float(y)) for word, number, x, y in points), at=at)


def alive(*numbers, at=None):
    """The touches that are down."""
    return played(osc.message("/tactus/alive", *numbers), at=at)


def scene_request(word, text=""):
    """What the page of a scene requests."""
    return osc.message("/tactus/scene/window", 0, word, text)
