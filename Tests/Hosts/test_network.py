"""Who may speak: network.json as the built plugin follows it, and what Avahi's own browser sees."""
import json
import os
import shutil
import socket
import subprocess
import time

import pytest

from conftest import ROOT, run, tool
from graph import process
from lv2host import Plugin
from osc import Sender, free_port, messages, touch

TACTUS = ROOT / ".build" / "release" / "tactus"
NETWORK = 2  # the port osc_listen


@pytest.fixture
def room(tmp_path):
    """The folder of the settings. The broker looks once, when the process begins, so each test has a process."""
    (tmp_path / "tactus").mkdir()
    return tmp_path


def in_process(room, script):
    """Runs Python with the settings of `room`; answers what it prints."""
    code = "import sys; sys.path.insert(0, 'Tests/Hosts')\n" + script
    done = subprocess.run(["/usr/bin/python3", "-c", code], cwd=ROOT, text=True, capture_output=True, timeout=60,
                          env=dict(os.environ, XDG_CONFIG_HOME=str(room)))
    assert done.returncode == 0, done.stderr
    return done.stdout


PLAY = """
import time
from lv2host import Plugin
from osc import Sender, free_port, touch
port = free_port()
with Plugin(osc_listen={listen}, osc_port=port) as plugin, Sender(port) as sender:
    end = time.time() + {seconds}
    print(port, flush=True)
    while time.time() < end:
        sender.send(touch("moved", 1, 0.25, 0.5))
        plugin.run(256)
        time.sleep(0.005)
    print(plugin["live_count"], plugin["live_last_x"], flush=True)
"""


def test_a_sender_is_placed_as_the_room_says(room):
    (room / "tactus" / "network.json").write_text(json.dumps(
        {"announce": False, "sources": [{"from": "127.0.0.0/8", "mirror": "x", "crop": [0, 0, 0.5, 1]}]}))
    said = in_process(room, PLAY.format(listen=1, seconds=1)).split()
    # 0.25 is the middle of the left half; mirrored it stays there. Then 0.125 would be three quarters.
    assert [float(word) for word in said[1:]] == [1, 0.5]
    said = in_process(room, PLAY.format(listen=1, seconds=1).replace("0.25", "0.125")).split()
    assert [float(word) for word in said[1:]] == [1, 0.75]


def test_the_command_names_mistakes(room):
    file = room / "tactus" / "network.json"
    file.write_text('{"allow": ["192.168.0.0/24",\n  "office"]}')
    code, said = run(TACTUS, "network", "check", file)
    assert code == 1
    assert said == f"{file}:2:3: error: allow[1]: must be an IPv4 address or block, as 192.168.1.0/24\n"
    file.write_text('{"allow": ["192.168.0.0/24"], "colour": 1}')
    code, said = run(TACTUS, "network", "check", file)
    assert code == 0 and "warning: colour: is not known" in said
    code, said = run(TACTUS, "network", "check", room / "nothing.json")
    assert code == 1 and "nothing.json" in said


def test_the_status_shows_who_was_refused(room):
    """Another network of this machine's own plays the stranger: a packet from an address that is not ours."""
    (room / "tactus" / "network.json").write_text('{"allow": ["10.9.9.9"], "announce": false}')
    host = subprocess.Popen(
        ["/usr/bin/python3", "-c", "import sys; sys.path.insert(0, 'Tests/Hosts')\n"
         + PLAY.format(listen=NETWORK, seconds=4)], cwd=ROOT, text=True, stdout=subprocess.PIPE,
        env=dict(os.environ, XDG_CONFIG_HOME=str(room)))
    try:
        port = int(host.stdout.readline())
        time.sleep(1)
        code, said = run(TACTUS, "network", "status", "--port", port)
        assert code == 0, said
        counts = dict(line.split("\t") for line in said.splitlines() if line.count("\t") == 1)
        assert int(counts["packets"]) > 10 and counts["live_touches"] == "1"
        assert "sender_not_allowed" not in counts
        (room / "tactus" / "network.json").write_text('{"allow": ["10.9.9.9", "x"]}')
        time.sleep(0.5)
        _, said = run(TACTUS, "network", "status", "--port", port)
        assert "wrong\tnetwork.json: line 1 column 24: allow[1]" in said
    finally:
        host.wait(timeout=30)


BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN" "busconfig.dtd">
<busconfig><listen>unix:path={path}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*"/><allow eavesdrop="false"/><allow own="*"/></policy></busconfig>
"""


def browse(environment):
    """The services that Avahi's own browser sees; None when there is no Avahi to ask."""
    done = subprocess.run([tool("avahi-browse"), "-rpt", "_osc._udp"], text=True, capture_output=True, timeout=20,
                          env=environment)
    if done.returncode:
        return None
    return [line.split(";") for line in done.stdout.splitlines() if line.startswith("=")]


@pytest.fixture
def avahi(tmp_path):
    """The environment in which Avahi answers: this machine's own, or else a bus and a daemon for this test alone.

    What else stands in /run says nothing: a socket outlives the daemon that was killed."""
    if browse(os.environ) is not None:
        yield dict(os.environ)
        return
    bus, settings = tmp_path / "bus", tmp_path / "bus.conf"
    settings.write_text(BUS.format(path=bus))
    environment = dict(os.environ, DBUS_SYSTEM_BUS_ADDRESS=f"unix:path={bus}")
    with process([tool("dbus-daemon"), "--nofork", f"--config-file={settings}"], tmp_path / "bus.log", environment):
        wait_until(lambda: bus.exists(), tmp_path / "bus.log")
        with process([tool("avahi-daemon"), "--no-drop-root", "--no-chroot", "--no-rlimits"], tmp_path / "avahi.log",
                     environment):
            wait_until(lambda: browse(environment) is not None, tmp_path / "avahi.log")
            yield environment


def wait_until(is_up, log):
    for _ in range(100):
        if is_up():
            return
        time.sleep(0.1)
    pytest.fail("does not come up: " + log.read_text())


def test_avahi_announces_what_is_open_to_the_network(room, avahi):
    (room / "tactus" / "network.json").write_text('{"announce": "Tactus under test"}')

    def announced(listen):
        host = subprocess.Popen(
            ["/usr/bin/python3", "-c", "import sys; sys.path.insert(0, 'Tests/Hosts')\n"
             + PLAY.format(listen=listen, seconds=6)], cwd=ROOT, text=True, stdout=subprocess.PIPE,
            env=dict(avahi, XDG_CONFIG_HOME=str(room)))
        try:
            port = host.stdout.readline().strip()
            time.sleep(3)
            found = {(line[3].replace("\\032", " "), line[8]) for line in browse(avahi)}
            return ("Tactus under test", port) in found
        finally:
            host.wait(timeout=30)

    assert announced(NETWORK)
    assert not announced(1), "what is for this machine is nobody's business"
