"""network.json as the built plugin follows it, and what Avahi's own browser sees."""
import os
import socket
import subprocess
import time

import pytest

from conftest import ROOT, run, tool
from elsewhere import another_machine
from graph import process
from osc import touch
from surface import Server

TACTUS = ROOT / ".build" / "release" / "tactus"
NETWORK = 2  # the port osc_listen


@pytest.fixture
def room(tmp_path):
    """The folder of the settings. The broker reads them when the process begins, so each test runs a
    process."""
    (tmp_path / "tactus").mkdir()
    return tmp_path


PLAY = """
import signal, sys, time
sys.path.insert(0, 'Tests/HostTests')
import conftest
from lv2host import Plugin
from osc import Sender, free_port, touch
is_over = []
signal.signal(signal.SIGTERM, lambda *_: is_over.append(True))
port = free_port()
with Plugin(osc_listen={listen}, osc_port=port) as plugin, Sender(port) as sender:
    while not plugin["live_osc_port"]:
        plugin.run(256)
        time.sleep(0.005)
    print(int(plugin["live_osc_port"]), flush=True)
    while not is_over:
        sender.send(touch("moved", 1, {x}, 0.5))
        plugin.run(256)
        time.sleep(0.005)
    print(plugin["live_count"], plugin["live_last_x"], flush=True)
"""


class Playing:
    """A host that plays a finger with the settings of `room`, for use with `with`; afterwards `said` is its
    output."""

    def __init__(self, room, listen, x=0.25, environment=None):
        self.code = PLAY.format(listen=listen, x=x)
        self.environment = dict(environment or os.environ, XDG_CONFIG_HOME=str(room))

    def __enter__(self):
        self.process = subprocess.Popen(["/usr/bin/python3", "-c", self.code], cwd=ROOT, text=True,
                                        stdout=subprocess.PIPE, env=self.environment)
        self.port = int(self.process.stdout.readline())
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.said = [float(word) for word in self.process.communicate(timeout=30)[0].split()]
        assert self.process.returncode == 0

    def status(self):
        """What `tactus network status` prints about it."""
        code, said = run(TACTUS, "network", "status", "--port", self.port)
        assert code == 0, said
        return said.splitlines()

    def until(self, line):
        """Waits until the status has this line."""
        for _ in range(100):
            if any(each.startswith(line) for each in self.status()):
                return
            time.sleep(0.1)
        pytest.fail(f"never in the status: {line}")


@pytest.fixture
def stranger():
    """A function that sends a touch from another machine to a port, and the address of that machine."""
    with another_machine() as (send, theirs):
        yield lambda port: send(port, touch("began", 2, 0.5, 0.5)), theirs


def test_the_status_shows_who_was_refused(room, stranger):
    """A packet from a foreign address, sent from another network namespace of this machine, is refused and
    named."""
    send, theirs = stranger
    file = room / "tactus" / "network.json"
    file.write_text('{"allow": ["10.9.9.9"], "announce": false}')
    with Playing(room, NETWORK) as host:
        host.until("live_touches\t1")
        assert not any("sender_not_allowed" in line or line.startswith("refused") for line in host.status())
        send(host.port)
        send(host.port)
        host.until(f"refused\t{theirs}\t2")
        assert "sender_not_allowed\t2" in host.status() and "live_touches\t1" in host.status()
        # The same packet after its sender is allowed.
        file.write_text('{"allow": ["10.211.55.0/30"], "announce": false}')
        for _ in range(100):
            send(host.port)
            if "live_touches\t2" in host.status():
                break
        assert "live_touches\t2" in host.status()
        file.write_text('{"allow": ["10.9.9.9", "x"]}')
        host.until("wrong\tnetwork.json: line 1 column 24: allow[1]")


BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN" "busconfig.dtd">
<busconfig><listen>unix:path={path}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*"/><allow eavesdrop="false"/><allow \
own="*"/></policy></busconfig>
"""


def browse(environment, kind="_osc._udp"):
    """The services that Avahi's own browser sees; None when there is no Avahi to ask."""
    done = subprocess.run([tool("avahi-browse"), "-rpt", kind], text=True, capture_output=True,
                          timeout=60,
                          env=environment)
    if done.returncode:
        return None
    return [line.split(";") for line in done.stdout.splitlines() if line.startswith("=")]


@pytest.fixture
def avahi(tmp_path):
    """The environment in which Avahi answers: this machine's own daemon, or else a bus and a daemon for this
    test.

    Files in /run prove nothing: a socket outlives a daemon that was killed."""
    if browse(os.environ) is not None:
        yield dict(os.environ)
        return
    bus, settings = tmp_path / "bus", tmp_path / "bus.conf"
    settings.write_text(BUS.format(path=bus))
    environment = dict(os.environ, DBUS_SYSTEM_BUS_ADDRESS=f"unix:path={bus}")
    with process([tool("dbus-daemon"), "--nofork", f"--config-file={settings}"], tmp_path / "bus.log",
                 environment):
        wait_until(lambda: bus.exists(), tmp_path / "bus.log")
        with process([tool("avahi-daemon"), "--no-drop-root", "--no-chroot", "--no-rlimits"],
                     tmp_path / "avahi.log",
                     environment):
            wait_until(lambda: browse(environment) is not None, tmp_path / "avahi.log")
            yield environment


def wait_until(is_up, log):
    for _ in range(100):
        if is_up():
            return
        time.sleep(0.1)
    pytest.fail("does not come up: " + log.read_text())


@pytest.mark.parametrize("options, kind", [([], "_https._tcp"), (["--plain"], "_http._tcp")])
def test_avahi_announces_the_page(tmp_path, avahi, options, kind):
    def found():
        return {(line[3].replace("\\032", " "), line[8]) for line in browse(avahi, kind)}

    bus = {name: avahi[name] for name in ["DBUS_SYSTEM_BUS_ADDRESS"] if name in avahi}
    with Server(tmp_path, "--address", "127.0.0.2", *options, is_local=False, **bus) as server:
        page = f"Tactus on {socket.gethostname()}", str(server.port)
        wait_until(lambda: page in found(), tmp_path / "avahi.log")
        # What is announced says where the page is, and no way in.
        assert server.token not in str(browse(avahi, kind))
    wait_until(lambda: page not in found(), tmp_path / "avahi.log")
