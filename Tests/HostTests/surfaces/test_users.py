"""Another local user may play the plugin, but gets neither documents nor the page's token."""
import os
import pwd
import subprocess
import time

import pytest

import osc
from surface import PlayingPlugin, Server

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="needs root to act as another user; UserTests needs no root")

ASKING = """
import socket, sys
line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
line.settimeout(5)
line.sendto(bytes.fromhex(sys.argv[2]), ("127.0.0.1", int(sys.argv[1])))
try:
    sys.stdout.write(line.recv(65536).hex())
except OSError:
    pass
"""


def as_nobody(*words):
    nobody = pwd.getpwnam("nobody").pw_uid
    return subprocess.run(["setpriv", f"--reuid={nobody}", "--clear-groups", *words], capture_output=True, text=True,
                          cwd="/", timeout=60)


def ask(port, packet):
    done = as_nobody("/usr/bin/python3", "-c", ASKING, str(port), packet.hex())
    assert done.returncode == 0, done.stderr
    return osc.messages(bytes.fromhex(done.stdout)) if done.stdout else []


@pytest.fixture(scope="module")
def plugin():
    with PlayingPlugin() as plugin:
        yield plugin


@pytest.mark.parametrize("packet", [
    osc.message("/tactus/patch/get"), osc.message("/tactus/patch/list"), osc.message("/tactus/stats"),
    osc.message("/tactus/patch/library", '{"room": true}'), osc.message("/tactus/patch/save", "stolen"),
    osc.message("/tactus/patch/load", "pluck"), osc.message("/tactus/subscribe", "frame"),
    osc.message("/tactus/take/begin"), osc.message("/tactus/timeout", 0.0), osc.message("/tactus/patch/nonesuch")])
def test_what_it_asks_for_is_refused_in_a_sentence(plugin, packet):
    (address, sentence), = ask(plugin.port, packet)
    assert address == "/tactus/answer/error" and "the user who runs the host" in sentence


def test_it_plays(plugin):
    assert ask(plugin.port, osc.touch("began", 1, 0.5, 0.5)) == []
    plugin.until(lambda: plugin["live_count"] == 1)
    ask(plugin.port, osc.message("/tactus/panic"))
    plugin.until(lambda: plugin["live_count"] == 0)


def test_it_is_answered_where_any_user_may_ask(plugin):
    plugin.plugin["osc_listen"] = 3
    try:
        end = time.monotonic() + 60
        while "/tactus/answer/patch" not in str(ask(plugin.port, osc.message("/tactus/patch/get"))):
            assert time.monotonic() < end
    finally:
        plugin.plugin["osc_listen"] = 1


def test_a_port_of_two_users_is_of_nobody(plugin):
    """A datagram's source may be any local address, so the port decides."""
    with osc.Sender(plugin.port) as own:
        own.socket.bind(("127.0.0.1", 0))
        port = own.socket.getsockname()[1]
        assert own.ask(osc.message("/tactus/patch/get")).startswith(b"/tactus/answer/patch\0")
        held = subprocess.Popen(
            ["setpriv", f"--reuid={pwd.getpwnam('nobody').pw_uid}", "--clear-groups", "/usr/bin/python3", "-c",
             f"import socket; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.bind(('127.0.0.9', {port})); "
             "print('held', flush=True); input()"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/")
        try:
            assert held.stdout.readline() == "held\n"
            assert own.ask(osc.message("/tactus/patch/get")).startswith(b"/tactus/answer/error\0")
        finally:
            held.communicate("\n")


def test_it_can_not_enter_the_control_socket(plugin):
    line = osc.control(plugin.port)
    path = line.getpeername()
    line.close()
    tried = as_nobody(
        "/usr/bin/python3", "-c", f"import socket; socket.socket(socket.AF_UNIX).connect({path!r})")
    assert "PermissionError" in tried.stderr
    assert "PermissionError" in as_nobody(
        "/usr/bin/python3", "-c", f"import os; os.listdir({os.path.dirname(path)!r})").stderr


def test_the_code_of_the_page_is_for_the_own_user(tmp_path):
    with Server(tmp_path) as server:
        url = f"http://{server.host}/qr"
        fetch = ["/usr/bin/python3", "-c",
                 "import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1]).read().decode())", url]
        assert server.token in subprocess.run(fetch, capture_output=True, text=True, timeout=60).stdout
        other = as_nobody(*fetch)
        assert server.token not in other.stdout + other.stderr and "401" in other.stderr


def test_a_plugin_of_another_user_is_played_only_if_it_is_named(tmp_path):
    """A program of another user that answers like a plugin, on a port that the server searches."""
    from surface import port_of_ours
    port = port_of_ours()
    fake = subprocess.Popen(
        ["setpriv", f"--reuid={pwd.getpwnam('nobody').pw_uid}", "--clear-groups", "/usr/bin/python3", "-c", f"""
import socket
line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
line.bind(("127.0.0.1", {port}))
print("ready", flush=True)
while True:
    _, sender = line.recvfrom(65536)
    line.sendto(bytes.fromhex("{(
        b'/tactus/answer/stats' + bytes(4) + b',sh' + bytes(1) + b'instances' + bytes(3)
        + (1).to_bytes(8, 'big')).hex()}"), sender)
"""], stdout=subprocess.PIPE, text=True, cwd="/")
    try:
        assert fake.stdout.readline() == "ready\n"
        with Server(tmp_path) as server:
            time.sleep(3)  # three searches
            assert server.counts()["plugin"] != port
        with Server(tmp_path, plugin=port) as server:
            server.until(lambda counts: counts["plugin"] == port)
    finally:
        fake.kill()
        fake.wait()
