"""A JACK graph without a sound card: a server (jackd or PipeWire), the plugin in jalv, and the probe."""
import contextlib
import functools
import os
import pathlib
import subprocess
import tempfile
import time

import numpy
import pytest

from conftest import HOST, PLUGIN, figure, run, tool


@contextlib.contextmanager
def process(command, log, environment):
    """A program that runs until the end of the `with` block; its output is in `log`."""
    tool(command[0])
    with open(log, "w") as to:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=to, stderr=subprocess.STDOUT,
                                 env=environment)
        try:
            yield child
        finally:
            child.terminate()
            try:
                child.wait(10)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait(10)


class Graph:
    def __init__(self, folder, environment, prefix):
        self.folder, self.environment, self.prefix = pathlib.Path(folder), environment, prefix

    def ports(self):
        code, text = run(*self.prefix, "jack_lsp", env=self.environment, timeout=20)
        return text.split("\n") if code == 0 else []

    @contextlib.contextmanager
    def plugin(self, uri=PLUGIN, load=None, **values):
        """jalv with the plugin, or with the state in the directory `load`. Options stand before the URI;
        otherwise jalv crashes."""
        settings = [word for symbol, value in values.items() for word in ("-c", f"{symbol}={value}")]
        command = [*self.prefix, "jalv", "-i", "-x", "-n", "plugin", *settings,
                   *(["-l", str(load)] if load else [uri])]
        log = self.folder / "jalv.log"
        with process(command, log, self.environment) as child:
            deadline = time.monotonic() + 15
            while "plugin:out_right" not in self.ports():
                if child.poll() is not None or time.monotonic() > deadline:
                    raise HostFlake("jalv did not come up: " + log.read_text())
                time.sleep(0.3)  # with faster polling jackd sometimes drops the client that starts
            yield child

    def start_probe(self, seconds, plan, events="events"):
        """Starts to play `plan` (lines of jack_probe.c) and to record; returns when both run."""
        (self.folder / "plan").write_text("\n".join(plan) + "\n")
        probe = subprocess.Popen(
            [*self.prefix, str(HOST / "jack_probe"), str(seconds), str(self.folder / "plan"),
             str(self.folder / "take"), "plugin:out_left", "plugin:out_right", f"plugin:{events}"],
            env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        greeting = probe.stdout.readline()
        if not greeting.startswith("rate=48000 "):
            raise HostFlake(greeting + probe.communicate(timeout=10)[0])
        self.block = int(greeting.split("block=")[1])
        return probe

    def finish_probe(self, probe, seconds):
        """Waits for the probe; returns the recording of shape (2, frames) and the list of sends."""
        try:
            text, _ = probe.communicate(timeout=2 * seconds + 30)
        except subprocess.TimeoutExpired:
            probe.kill()
            raise HostFlake("the graph hangs")
        if probe.returncode:
            raise HostFlake(text)
        samples = numpy.fromfile(self.folder / "take.f32", numpy.float32).reshape(-1, 2).T
        sends = [[int(word) for word in line.split()] for line in (self.folder / "take.sends").open()]
        return samples, numpy.array(sends)

    def record(self, seconds, plan, events="events"):
        return self.finish_probe(self.start_probe(seconds, plan, events), seconds)


class HostFlake(Exception):
    """The host did not start, or stopped; as far as is known, not because of the plugin."""


def again_once(test):
    """jackd sometimes drops a client that starts ("Unknown request", also without our plugins):
    one more try with a new server; a second failure counts."""
    try:
        return test()
    except HostFlake as flake:
        print("the host failed, one more try:", flake)
    try:
        return test()
    except HostFlake as flake:
        pytest.fail(f"twice: {flake}")


def in_takes(count):
    """For tests of live timing, which other programs on the machine disturb. Each take is a new recording
    with all assertions; one take must hold them all. The failures of the others are printed among the
    figures."""
    def decorate(test):
        @functools.wraps(test)
        def takes(**fixtures):
            for take in range(1, count + 1):
                try:
                    return test(**fixtures)
                except AssertionError as miss:
                    if take == count:
                        raise
                    figure(f"{test.__name__}, take {take} of {count}: {str(miss).splitlines()[0]}")
        return takes
    return decorate


@contextlib.contextmanager
def jackd(block=1024, rate=48000):
    """A jackd with a name for this process; `server` of the graph is its own process. Its dummy driver
    sometimes stops for good below 512 frames. All servers of a machine stand in one table with eight places.
    A killed server keeps its place until a server of the same name ends, so each process has one name."""
    with tempfile.TemporaryDirectory() as folder:
        name = f"tactus{os.getpid()}"
        environment = os.environ | {"JACK_DEFAULT_SERVER": name, "JACK_NO_START_SERVER": "1",
                                    "JACK_NO_AUDIO_RESERVATION": "1", "HOME": folder}
        command = ["jackd", "--no-realtime", "-S", "-n", name, "-d", "dummy", "-r", str(rate),
                   "-p", str(block)]
        log = pathlib.Path(folder, "jackd.log")
        with process(command, log, environment) as server:
            code, _ = run("jack_wait", "-s", name, "-w", "-t", "15", env=environment, timeout=30)
            if code:
                raise HostFlake("jackd did not come up: " + log.read_text())
            graph = Graph(folder, environment, [])
            graph.server = server
            yield graph


@contextlib.contextmanager
def pipewire(block=256):
    """PipeWire as a JACK server with its dummy driver: no session manager and no D-Bus are needed."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"XDG_RUNTIME_DIR": folder, "HOME": folder, "XDG_CONFIG_HOME": folder}
        settings = pathlib.Path(folder, "pipewire", "pipewire.conf.d")
        settings.mkdir(parents=True)
        quanta = " ".join(f"default.clock.{name}quantum = {block}" for name in ("", "min-", "max-"))
        (settings / "block.conf").write_text(
            f"context.properties = {{ default.clock.rate = 48000 {quanta} }}\n")
        tool("pw-jack")
        with process(["pipewire"], folder + "/pipewire.log", environment):
            deadline = time.monotonic() + 10
            while not os.path.exists(folder + "/pipewire-0"):
                if time.monotonic() > deadline:
                    raise HostFlake("PipeWire did not come up")
                time.sleep(0.05)
            yield Graph(folder, environment, ["pw-jack"])
