"""A commons as tests use it: made, filled and built by the command, served by any static server."""
import functools
import hashlib
import http.server
import json
import os
import pathlib
import subprocess
import threading

from conftest import BUILD, ROOT
from surface import COMMAND

BUNDLE = BUILD / "tactus.lv2"
PATCHES, DEMOS = ROOT / "bundle" / "patches", ROOT / "bundle" / "demos"


def commons(*words, code=0, home=None, timeout=600, **more):
    """Runs `tactus commons`; returns all that it says."""
    environment = dict(os.environ, **more)
    if home:
        environment |= {"HOME": str(home), "XDG_DATA_HOME": f"{home}/data", "XDG_CACHE_HOME": f"{home}/cache"}
    done = subprocess.run([COMMAND, "commons", *map(str, words)], capture_output=True, text=True,
                          timeout=timeout, env=environment)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def sha(path):
    return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()


class Folder:
    """A folder of a commons."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        commons("new", self.path, "--name", "Ours & <others>")

    def add(self, file, *words, author="Ada", license="CC-BY-4.0"):
        """Adds a file; returns the name of its entry."""
        said = commons("add", self.path, file, "--author", author, "--license", license, *words)
        return pathlib.Path(said.split()[-1]).stem

    def build(self, code=0):
        return commons("build", self.path, "--bundle", BUNDLE, code=code)

    def verify(self, *names, code=0):
        return commons("verify", self.path, *names, "--bundle", BUNDLE, code=code)

    def entry(self, name):
        return json.loads((self.path / "entries" / f"{name}.json").read_text())

    def write(self, name, entry):
        (self.path / "entries" / f"{name}.json").write_text(json.dumps(entry))

    def file(self, text, ending):
        """Adds a file by its hash, as a stranger with an editor would."""
        data = text if isinstance(text, bytes) else text.encode()
        name = hashlib.sha256(data).hexdigest()
        (self.path / "files" / f"{name}{ending}").write_bytes(data)
        return name

    def page(self, name):
        return (self.path / "site" / "entries" / f"{name}.html").read_text()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server without a line for each request, which counts bytes."""
    loaded = []

    def log_message(self, *_):
        pass

    def copyfile(self, source, target):
        data = source.read()
        Quiet.loaded.append((self.path, len(data)))
        target.write(data)


class Server:
    """A folder behind a server of Python's, by plain HTTP on this machine."""

    def __init__(self, folder):
        self.server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
