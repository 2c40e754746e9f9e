"""The command over liblo, UDP and TCP: beside liblo's own programs, with the plugin in a host, byte for byte."""
import json
import os
import re
import socket
import struct
import subprocess
import threading

import liblo
import pytest

import osc
from conftest import ROOT, tool
from surface import PlayingPlugin

TACTUS = ROOT / ".build" / "release" / "tactus"
TRANSPORTS = ["udp", "tcp"]
# A bundle in a bundle with times, an empty blob, what is no OSC, JSON.
INNER = b"#bundle\0" + bytes(7) + b"\1" + b"".join(
    struct.pack(">i", len(each)) + each for each in [osc.touch("began", 1, 0.5, 0.5), b"/a\0\0,b\0\0" + bytes(4)])
PACKETS = [b"#bundle\0" + struct.pack(">QI", 0xE1234567_89ABCDEF, len(INNER)) + INNER, osc.touch("ended", 1), b"no OSC",
           b'{"alive": []}']


def tactus(*words, status=0, **environment):
    done = subprocess.run([str(word) for word in (TACTUS, *words)], capture_output=True, text=True, timeout=60,
                          env=dict(os.environ, **environment))
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout if status == 0 else done.stderr


def url(transport, port):
    return f"osc.{transport}://127.0.0.1:{port}/"


@pytest.fixture(scope="module")
def plugin():
    with PlayingPlugin() as plugin:
        yield plugin


@pytest.fixture
def performance(tmp_path):
    path = tmp_path / "take.tactus"
    lines = [f"{0.01 * number:.6f} a:{number % 2} {packet.hex()}" for number, packet in enumerate(PACKETS)]
    path.write_text("\n".join(["# tactus performance 1", *lines, ""]))
    return path


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_an_answer_is_the_same_by_every_way(plugin, transport):
    for request in ["/tactus/patch/get", "/tactus/patch/list", "/tactus/patch/library"]:
        asked = tactus("do", "--port", plugin.port, request)
        assert len(asked) > 500
        assert tactus("do", url(transport, plugin.port), request) == asked
        assert tactus("do", "--host", url(transport, plugin.port), request) == asked
    assert "packets\t" in tactus("network", "status", "--host", url(transport, plugin.port))
    tactus("patch", "send", "wobble", "--host", url(transport, plugin.port))
    assert '"Wobble"' in tactus("do", "--port", plugin.port, "/tactus/patch/get")
    refused = tactus("do", url(transport, plugin.port), "/tactus/patch/load", "nonesuch", status=1)
    assert "nonesuch" in refused and len(refused.splitlines()) == 1


def test_a_long_answer_comes_in_one_piece_over_tcp(tmp_path, monkeypatch):
    """A patch of more bytes than a datagram has is read whole over TCP and the control socket, by a peer too."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tmp_path / "tactus" / "patches"
    folder.mkdir(parents=True)
    notes = {f"_note_{number}": "a" * 1000 for number in range(150)}
    (folder / "long.json").write_text(json.dumps({"version": 1, "name": "Long", **notes}))
    with PlayingPlugin() as plugin:
        assert "Long" in tactus("do", "--port", plugin.port, "/tactus/patch/load", "long")
        whole = tactus("do", "--port", plugin.port, "/tactus/patch/get")
        assert len(whole) > 150_000 and whole.count("_note_") == 150
        assert tactus("do", url("tcp", plugin.port), "/tactus/patch/get") == whole
        with socket.create_connection(("127.0.0.1", plugin.port), timeout=60) as line:
            packet = osc.message("/tactus/patch/get")
            line.sendall(struct.pack(">I", len(packet)) + packet)
            file = line.makefile("rb")
            answer = file.read(struct.unpack(">I", file.read(4))[0])
        assert osc.messages(answer)[0][1].strip() in whole
        refused = tactus("do", url("udp", plugin.port), "/tactus/patch/get", status=1)
        assert "does not fit one packet" in refused and len(refused.splitlines()) == 1


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_oscsend_and_the_command_play_the_same_plugin(plugin, transport):
    subprocess.run([tool("oscsend"), url(transport, plugin.port), "/tactus/macro", "if", "1", "0.25"], check=True)
    tactus("do", url(transport, plugin.port), "/tactus/macro", 2, 0.75)
    tactus("do", url("udp", plugin.port), "/tactus/touch", "began", 1, 0.5, 0.5)
    plugin.until(lambda: plugin["live_count"] == 1)
    tactus("do", url(transport, plugin.port), "/tactus/panic")
    plugin.until(lambda: plugin["live_count"] == 0)


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_liblo_receives_what_the_command_sends(transport):
    server = liblo.Server(osc.free_port(), liblo.TCP if transport == "tcp" else liblo.UDP)
    received = []

    def method(path, arguments, types, source):
        received.append((path, types, arguments))
        # A server of TCP answers on the connection of the message alone, and pyliblo makes another one.
        if path == "/tactus/stats" and transport == "udp":
            server.send(source, liblo.Message("/tactus/answer/stats", "instances", ("h", 1)))

    server.add_method(None, None, method)
    ends = threading.Event()
    thread = threading.Thread(target=lambda: [server.recv(20) for _ in iter(ends.is_set, True)])
    thread.start()
    words = ["/any/thing", "3", "0.5", "true", "word", '"7"']
    said = tactus("do", url(transport, server.port), *words, status=0 if transport == "udp" else 1)
    ends.set()
    thread.join()
    if transport == "udp":
        assert ("/any/thing", "ifTss", [3, 0.5, True, "word", "7"]) in received
    else:
        assert received == [("/tactus/stats", "", [])] and "no plugin answers at osc.tcp://" in said


class Receiver(threading.Thread):
    """Everything that arrives at a port: the packets, each with its sender."""

    def __init__(self, transport, count):
        super().__init__()
        kind = socket.SOCK_STREAM if transport == "tcp" else socket.SOCK_DGRAM
        self.socket, self.is_stream = socket.socket(socket.AF_INET, kind), transport == "tcp"
        self.count, self.packets = count, []
        self.socket.bind(("127.0.0.1", 0))
        self.socket.settimeout(60)
        if self.is_stream:
            self.socket.listen(8)
        self.port = self.socket.getsockname()[1]

    def run(self):
        if not self.is_stream:
            self.packets = [self.socket.recvfrom(65536) for _ in range(self.count)]
            return
        lines = [self.socket.accept() for _ in range(2)]
        for line, sender in lines:
            rest = b"".join(iter(lambda: line.recv(65536), b""))
            while rest:
                size, = struct.unpack_from(">I", rest)
                self.packets.append((rest[4:4 + size], sender))
                rest = rest[4 + size:]
            line.close()


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_take_with_bundles_arrives_byte_for_byte(performance, transport):
    receiver = Receiver(transport, len(PACKETS))
    receiver.start()
    tactus("send", performance, "--host", url(transport, receiver.port))
    receiver.join()
    by_sender = {}
    for packet, sender in receiver.packets:
        by_sender.setdefault(sender, []).append(packet)
    assert sorted(by_sender.values()) == sorted([PACKETS[0::2], PACKETS[1::2]])


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_oscdump_prints_what_is_sent(tmp_path, transport):
    port = osc.free_port()
    packets = [osc.message("/one", 1, 0.5, "word"), osc.message("/two")]
    path = tmp_path / "two.tactus"
    path.write_text("# tactus performance 1\n" + "".join(f"0.1 a {packet.hex()}\n" for packet in packets))
    dump = subprocess.Popen([tool("oscdump"), "-L", f"osc.{transport}://:{port}"], stdout=subprocess.PIPE, text=True)
    try:
        kind = "tcp" if transport == "tcp" else "udp"
        while not re.search(f":{port:04X} 0", open(f"/proc/net/{kind}").read()):
            assert dump.poll() is None
        tactus("send", path, "--host", url(transport, port))
        lines = [dump.stdout.readline().split(" ", 1)[1] for _ in packets]
    finally:
        dump.kill()
        dump.wait()
    assert lines == ['/one ifs 1 0.500000 "word"\n', "/two \n"]


def test_what_cannot_be_reached_is_one_line():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        for words in (["do", url("tcp", port), "/tactus/stats"], ["network", "status", "--host", url("tcp", port)],
                      ["send", "first-touch", "--host", url("tcp", port)]):
            assert tactus(*words, status=1) == f"Error: {url('tcp', port)}: Connection refused\n"
        assert "no plugin answers at osc.udp://" in tactus("do", url("udp", port), "/tactus/stats", status=1)
    for words in (["do", "osc.tcp://nonesuch.invalid:3333/", "/a"],
                  ["send", "first-touch", "--host", "nonesuch.invalid"]):
        said = tactus(*words, status=1)
        assert said.startswith("Error: nonesuch.invalid: ") and said.count("\n") == 1


@pytest.mark.parametrize("words", [
    ["do", "osc.http://a:1/", "/a"], ["do", "osc.tcp://a/", "/a"], ["do", "osc.udp://a:65536/", "/a"],
    ["do", "osc.udp://a:1/b", "/a"], ["do", "osc.udp://:1/", "/a"],
    ["do", "--port", "1", "--host", "osc.udp://a:1/", "/a"],
    ["do", "osc.udp://a:1/"], ["network", "status", "--host", "http://a:1/"],
    ["send", "first-touch", "--host", "osc.unix:///a"]])
def test_what_is_no_address_is_a_wrong_word(words):
    assert tactus(*words, status=64).startswith("Error: ")


def test_no_port_is_open_to_others_while_an_answer_over_tcp_is_awaited():
    """liblo listens for connections when it receives over TCP; the command puts another socket in its place."""
    with socket.socket() as plugin:
        plugin.bind(("127.0.0.1", 0))
        plugin.listen(1)
        port = plugin.getsockname()[1]
        process = subprocess.Popen([TACTUS, "do", url("tcp", port), "/a"], stderr=subprocess.DEVNULL)
        line, _ = plugin.accept()
        line.recv(4)
        descriptors = [os.readlink(f"/proc/{process.pid}/fd/{each}") for each in os.listdir(f"/proc/{process.pid}/fd")]
        inodes = {each[8:-1] for each in descriptors if each.startswith("socket:")}
        listening = {words[9] for words in map(str.split, open("/proc/net/tcp")) if words[3] == "0A"}
        assert inodes and not inodes & listening
        line.close()
        assert process.wait(60) == 1


def test_a_program_that_says_nothing_is_no_plugin():
    with socket.socket() as plugin:
        plugin.bind(("127.0.0.1", 0))
        plugin.listen(1)
        process = subprocess.Popen([TACTUS, "do", url("tcp", plugin.getsockname()[1]), "/a"], stderr=subprocess.PIPE,
                                   text=True)
        plugin.accept()[0].close()
        said = process.communicate(timeout=60)[1]
    assert process.returncode == 1 and "no plugin answers at osc.tcp://" in said


def test_a_grid_at_another_port_is_named():
    """As with Carla's processes: the matrix in another one has taken the next port."""
    port = osc.free_port()
    with PlayingPlugin(port=port), PlayingPlugin(port=port + 1, uri="urn:tactus:tonematrix"):
        refused = tactus("do", "--port", port, "/tactus/grid/next", status=1)
        assert f"tactus do --port {port + 1} /tactus/grid/next" in refused
        refused = tactus("do", "--port", port + 1, "/tactus/patch/load", "pluck", status=1)
        assert f"tactus do --port {port} /tactus/patch/load pluck" in refused
        assert "--port" not in tactus("do", "--port", port, "/tactus/patch/load", "nonesuch", status=1)
