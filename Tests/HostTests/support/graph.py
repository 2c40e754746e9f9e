"""A JACK graph without a sound card: a server (jackd or PipeWire), the plugin in jalv, and the probe."""
import contextlib
import ctypes
import fcntl
import os
import pathlib
import select
import signal
import subprocess
import tempfile
import time

import numpy
import pytest

from conftest import HOST, PLUGIN, run, tool

# Nothing takes as long as this; the bound only guards against hanging.
LONGEST = 60
# The first line of a plan that is played in free wheel.
FREE = "free"
PR_SET_PDEATHSIG = 1


def end_with_parent():
    """Ends a child when this process is killed, so that a killed run leaves no server behind."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


@contextlib.contextmanager
def process(command, log, environment, keeps=()):
    """A program that runs until the end of the `with` block; its output is in `log`."""
    tool(command[0])
    with open(log, "w") as to:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=to, stderr=subprocess.STDOUT,
                                 env=environment, preexec_fn=end_with_parent, pass_fds=keeps)
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

    @contextlib.contextmanager
    def started(self, command, name, *ports):
        """A client that has these ports once the `with` block begins. Its output is in the file `name`.

        jackd sometimes drops a client that starts while another one comes or goes, so one client waits for
        the ports, from before the start to the end."""
        watch = subprocess.Popen([*self.prefix, str(HOST / "jack_ports"), *ports], stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE, bufsize=0, env=self.environment,
                                 preexec_fn=end_with_parent)
        try:
            assert watch.stdout.readline() == b"ready\n", "the JACK server takes no client"
            log = self.folder / name
            with process(command, log, self.environment) as child:
                end = time.monotonic() + LONGEST
                while not select.select([watch.stdout], [], [], 0.1)[0]:
                    if child.poll() is not None or time.monotonic() > end:
                        pytest.fail(f"{command} did not come up: {log.read_text()}")
                assert watch.stdout.readline() == b"found\n", "the JACK server has dropped its client"
                yield child
        finally:
            watch.communicate(timeout=LONGEST)

    def plugin(self, uri=PLUGIN, load=None, **values):
        """jalv with the plugin, or with the state in the directory `load`, for use with `with`. Options stand
        before the URI; otherwise jalv crashes."""
        settings = [word for symbol, value in values.items() for word in ("-c", f"{symbol}={value}")]
        command = [*self.prefix, "jalv", "-i", "-x", "-n", "plugin", *settings,
                   *(["-l", str(load)] if load else [uri])]
        return self.started(command, "jalv.log", "plugin:out_right")

    def start_probe(self, seconds, plan, events="events"):
        """Starts to play `plan` (lines of jack_probe.c) and to record; returns when both run. A plan that
        begins with FREE takes no more time than the graph needs, and no cycle of it can be late."""
        (self.folder / "plan").write_text("\n".join(plan) + "\n")
        probe = subprocess.Popen(
            [*self.prefix, str(HOST / "jack_probe"), str(seconds), str(self.folder / "plan"),
             str(self.folder / "take"), "plugin:out_left", "plugin:out_right", f"plugin:{events}"],
            env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        greeting = probe.stdout.readline()
        if not greeting.startswith("rate=48000 "):
            pytest.fail(greeting + probe.communicate(timeout=60)[0])
        self.block = int(greeting.split("block=")[1])
        return probe

    def finish_probe(self, probe, seconds):
        """Waits for the probe; returns the recording of shape (2, frames) and the list of sends."""
        try:
            text, _ = probe.communicate(timeout=2 * seconds + LONGEST)
        except subprocess.TimeoutExpired:
            probe.kill()
            pytest.fail("the graph hangs")
        if probe.returncode:
            pytest.fail(text)
        samples = numpy.fromfile(self.folder / "take.f32", numpy.float32).reshape(-1, 2).T
        sends = [[int(word) for word in line.split()] for line in (self.folder / "take.sends").open()]
        return samples, numpy.array(sends)

    def record(self, seconds, plan, events="events"):
        return self.finish_probe(self.start_probe(seconds, plan, events), seconds)


@contextlib.contextmanager
def server_name():
    """A name for a jackd, and a lock that says that the name is in use.

    All servers of a machine are in one table with eight places. A killed server keeps its place until one of
    the same name starts, so there are eight names, and the lock is free once its server is gone."""
    for number in range(8):
        with open(f"{tempfile.gettempdir()}/tactus-jackd-{os.getuid()}-{number}.lock", "w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
            yield f"tactus{number}", lock.fileno()
            return
    pytest.fail("eight JACK servers of these tests run already")


@contextlib.contextmanager
def jackd(block=1024, rate=48000):
    """A jackd with a name of its own; `server` of the graph is its process. Its dummy driver sometimes stops
    for good below 512 frames."""
    with tempfile.TemporaryDirectory() as folder, server_name() as (name, lock):
        environment = os.environ | {"JACK_DEFAULT_SERVER": name, "JACK_NO_START_SERVER": "1",
                                    "JACK_NO_AUDIO_RESERVATION": "1", "HOME": folder}
        # It waits ten times as long as its timeout, in milliseconds, for a client that was killed.
        command = ["jackd", "--no-realtime", "-S", "-t", "200", "-n", name, "-d", "dummy", "-r", str(rate),
                   "-p", str(block)]
        log = pathlib.Path(folder, "jackd.log")
        with process(command, log, environment, keeps=[lock]) as server:
            code, _ = run("jack_wait", "-s", name, "-w", "-t", str(LONGEST), env=environment,
                          timeout=2 * LONGEST)
            if code:
                pytest.fail("jackd did not come up: " + log.read_text())
            graph = Graph(folder, environment, [])
            graph.server = server
            yield graph


@contextlib.contextmanager
def pipewire(block=256, most=None):
    """PipeWire as a JACK server with its dummy driver: no session manager and no D-Bus are needed. Clients may ask for
    blocks of up to `most` frames."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"XDG_RUNTIME_DIR": folder, "HOME": folder, "XDG_CONFIG_HOME": folder}
        settings = pathlib.Path(folder, "pipewire", "pipewire.conf.d")
        settings.mkdir(parents=True)
        sizes = {"": block, "min-": block, "max-": most or block}
        quanta = " ".join(f"default.clock.{name}quantum = {size}" for name, size in sizes.items())
        (settings / "block.conf").write_text(
            f"context.properties = {{ default.clock.rate = 48000 {quanta} }}\n")
        tool("pw-jack")
        with process(["pipewire"], folder + "/pipewire.log", environment):
            end = time.monotonic() + LONGEST
            while not os.path.exists(folder + "/pipewire-0"):
                assert time.monotonic() < end, "PipeWire did not come up"
                time.sleep(0.05)
            yield Graph(folder, environment, ["pw-jack"])
