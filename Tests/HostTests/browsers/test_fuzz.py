"""Sends mutated bytes to all public sockets: HTTP, TLS and WebSockets of `tactus surface`, and OSC, TUIO and streams of
the plugin. Afterwards, both must still work. FUZZ_SECONDS sets the duration of each test (campaign: 600)."""
import os
import random
import socket
import ssl
import struct
import time

import pytest

import osc
from conftest import figure
from files import FOLDERS, FileServer, credentials
from mutations import mutated, rounds
from seeds import seed
from surface import Server, alive, played, plugin, points, server  # noqa: F401
from websocket import BINARY, TEXT, WebSocket, frame


def still_plays(server, plugin, memory):
    with server.socket() as line:
        assert line.status == 101
        line.send(points((1, 1, 0.3, 0.5)))
        plugin.until(lambda: plugin["live_count"] == 1)
        line.send(points((3, 1, 0.3, 0.5)))
        plugin.until(lambda: plugin["live_count"] == 0)
    server.until(lambda counts: counts["browsers"] == 0)
    grown = server.resident() - memory
    assert grown < 32_768, f"{grown} kB more"
    return grown


def throw(address, data, source):
    """Sends bytes in a few pieces and reads the response. The other end may respond in any way."""
    try:
        # From many addresses, because each may open only a few connections per second.
        own = (f"127.1.{source.randrange(256)}.{source.randrange(1, 255)}", 0)
        with socket.create_connection(address, 5, own) as line:
            line.settimeout(0.02)
            at = 0
            while at < len(data):
                size = source.choice([1, 7, 100, 2000, 1 << 20])
                line.sendall(data[at:at + size])
                at += size
            if source.random() < 0.5:
                line.shutdown(socket.SHUT_WR)
            line.recv(65536)
            line.close()
    except (OSError, ssl.SSLError, ValueError):
        pass


def test_http(server, plugin):
    source, memory, count = random.Random(seed("HTTP_SEED", 38)), server.resident(), 0
    host, cookie = server.host.encode(), server.cookie.encode()

    def request(line, *rows):
        return b"\r\n".join([line + b" HTTP/1.1", b"host: " + host, *rows, b"", b""])

    corpus = [
        request(b"GET /"), request(b"GET /surface.css"), request(b"GET /qr"), request(b"HEAD / "),
        request(b"GET /join/" + b"A" * 22 + b"?show=play"), request(b"GET /picture?%2Fhome%2Fx", b"cookie: " + cookie),
        request(b"GET /counts.json", b"cookie: a=b; " + cookie), request(b"GET /manifest.json", b"cookie: " + cookie),
        request(b"POST /", b"content-length: 5") + b"hello",
        request(b"POST /", b"transfer-encoding: chunked") + b"5\r\nhello\r\n0\r\n\r\n",
        request(b"GET /view.wasm", b"cookie: " + cookie, b'if-none-match: "x"'),
        request(b"GET /socket", b"upgrade: websocket", b"connection: Upgrade", b"sec-websocket-version: 13",
                b"sec-websocket-key: " + b"A" * 22 + b"==", b"cookie: " + cookie, b"origin: http://" + host),
        request(b"GET /surface.css") * 20]
    words = [b"\r\n", b"\r\n\r\n", b"content-length: ", b"transfer-encoding: chunked\r\n", b"HTTP/1.0", b"HTTP/2.0",
             b"%00", b"%2e%2e/", b"connection: keep-alive\r\n", b"expect: 100-continue\r\n", b"host: ", cookie]
    for count in rounds(150):
        throw(("127.0.0.1", server.port), mutated(source.choice(corpus), corpus, source, words), source)
    figure(f"{count + 1} mutated requests: {still_plays(server, plugin, memory)} kB more")


def test_files(plugin, tmp_path):
    source, count = random.Random(seed("FILES_SEED", 40)), 0
    with FileServer(tmp_path, plugin=plugin.port) as server:
        server.until(lambda counts: counts["plugin"] == plugin.port)
        host, word, outside = server.host.encode(), credentials(server.password).encode(), tmp_path / "outside"
        outside.write_text("secret")
        (server.data / "scenes/link").symlink_to(tmp_path)

        def request(line, body=b"", *rows):
            return b"\r\n".join([line + b" HTTP/1.1", b"host: " + host, b"authorization: " + word,
                                 b"content-length: %d" % len(body), *rows, b"", b""]) + body

        lock = (b'<lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype>'
                b"<owner>me</owner></lockinfo>")
        to = b"destination: http://" + host + b"/files/scenes/c"
        corpus = [
            request(b"OPTIONS /files/"), request(b"PROPFIND /files/scenes", b"", b"depth: 1"),
            request(b"PROPFIND /files/scenes", b'<propfind xmlns="DAV:"><prop><getetag/></prop></propfind>',
                    b"depth: 0"),
            request(b"PUT /files/scenes/a", b"x" * 3000), request(b"GET /files/scenes/a", b"", b"range: bytes=5-9"),
            request(b"PUT /files/scenes/b", b"", b"transfer-encoding: chunked")[:-2] + b"\r\n5\r\nhello\r\n0\r\n\r\n",
            request(b"MKCOL /files/scenes/d"), request(b"COPY /files/scenes/a", b"", to, b"overwrite: F"),
            request(b"MOVE /files/scenes/a", b"", to), request(b"DELETE /files/scenes/d"),
            request(b"LOCK /files/scenes/a", lock, b"timeout: Second-5", b"depth: 0"),
            request(b"UNLOCK /files/scenes/a", b"", b"lock-token: <urn:uuid:1>"),
            request(b"PUT /files/scenes/a", b"y", b'if: </files/scenes/a> (<urn:uuid:1> ["x"]) (Not <DAV:no-lock>)'),
            request(b"PROPPATCH /files/scenes/a", b'<propertyupdate xmlns="DAV:"><set><prop><a/></prop></set>'
                    b"</propertyupdate>", b"if-match: *"),
            request(b"PUT /files/scenes/e", b"z" * 100, b"expect: 100-continue")]
        words = [b"\r\n", b"\r\n\r\n", b"/files/", b"..", b"%2e%2e/", b"%2f", b"%00", b"/link/", b"content-length: ",
                 b"transfer-encoding: chunked\r\n", b"depth: infinity\r\n", b"<!DOCTYPE a>", b"if: (", b"overwrite: F\r\n",
                 b"scenes-data", tmp_path.name.encode()]
        memory = server.resident()
        for count in rounds(300):
            throw(("127.0.0.1", server.port), mutated(source.choice(corpus), corpus, source, words), source)
        assert server.client()("PROPFIND", "scenes", depth="1").status == 207
        assert outside.read_text() == "secret" and sorted(each.name for each in tmp_path.iterdir()) \
            == ["data", "outside", "tactus"]
        assert sorted(os.listdir(server.data)) == FOLDERS
        partial = [each for each in server.data.rglob(".upload-*")]
        assert not partial, partial
        figure(f"{count + 1} mutated requests for files: {still_plays(server, plugin, memory)} kB more; "
               f"refused {server.refused()}")


def test_websockets(server, plugin):
    source, memory, count = random.Random(seed("WEBSOCKET_SEED", 38)), server.resident(), 0
    plays = [points((1, 1, 0.5, 0.5), (2, 1, 0.6, 0.5)), points((3, 1, 0.5, 0.5)), alive(1, 2),
             played(osc.message("/tactus/motion/acceleration", 1.0, 2.0, 3.0)),
             played(osc.message("/tactus/pad/axis", 1, 0.5, 1)), played(osc.message("/tactus/midi", 0x90, 60, 100))]
    requests = [osc.message("/tactus/" + address, *arguments) for address, *arguments in (
        ("patch/library", 0), ("page/names", "touch_x", "touch_y"), ("macro", 1, 0.5), ("trim", 3, 1.5),
        ("source", "finger"), ("patch/get",), ("panic",), ("patch/load", "nonesuch"), ("patch/edit", "{}"),
        ("patch/edit", '{"set": {"filter_1_cutoff": {"base": 900}}}', 7, 1, None, 1, 1),
        ("patch/library", '{"room": true}'), ("patch/library", '{"list": true}'),
        ("scene/window", 0, "values", '{"a": 1}'), ("page/kind", "grid"), ("page/plugin", 1))]
    messages = plays + requests
    corpus = [frame(each, BINARY) for each in messages] \
        + [frame(requests[9], BINARY, last=False) + frame(b" ", 0), frame(b"", 8), frame(b"x" * 100, 9)]
    line = server.socket()
    for count in rounds(3000):
        inside = source.random() < 0.5
        data = mutated(source.choice(messages), messages, source, [b'{"', b'": ', b"NaN", b"1e999", b"/tactus/"]) \
            if inside else mutated(source.choice(corpus), corpus, source)
        try:
            line.line.sendall(frame(data[:60_000], source.choice([BINARY, TEXT])) if inside else data)
            if count % 50 == 0:
                line.line.setblocking(False)
                while line.line.recv(1 << 20):
                    pass
        except BlockingIOError:
            line.line.setblocking(True)
        except OSError:
            line.line.close()
            line = server.socket()
            assert line.status == 101
    line.line.close()
    server.until(lambda counts: counts["browsers"] == 0)
    plugin.until(lambda: plugin["live_count"] == 0)
    figure(f"{count + 1} mutated frames: {still_plays(server, plugin, memory)} kB more")


def hello():
    """Returns the TLS hello that Python sends."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    session = context.wrap_bio(incoming, outgoing, server_hostname="127.0.0.2")
    with pytest.raises(ssl.SSLWantReadError):
        session.do_handshake()
    return context, outgoing.read()


def test_tls(plugin, tmp_path):
    source, count = random.Random(seed("TLS_SEED", 38)), 0
    with Server(tmp_path, "--address", "127.0.0.2", plugin=plugin.port, is_local=False) as server:
        context, first = hello()
        address = ("127.0.0.2", server.port)
        alert, data = b"\x15\x03\x03\x00\x02\x02\x28", b"\x17\x03\x03\x00\x20" + bytes(32)
        corpus = [first, first + alert, first + data, alert, data, first + b"\x14\x03\x03\x00\x01\x01",
                  b"\x16\x03\x01\x00\x04\x0e\x00\x00\x00"]
        memory = None
        for count in rounds(150):
            if source.random() < 0.8:
                throw(address, mutated(source.choice(corpus), corpus, source), source)
            else:
                # A valid handshake, then invalid records.
                try:
                    with socket.create_connection(address, 5) as raw:
                        line = context.wrap_socket(raw, do_handshake_on_connect=True)
                        direct = socket.socket(fileno=line.detach())
                        direct.sendall(mutated(data, corpus, source))
                        direct.close()
                except (OSError, ssl.SSLError):
                    pass
            # After the allocator has warmed up.
            memory = server.resident() if count == 20 else memory
        end = time.monotonic() + 60
        while True:
            try:
                with WebSocket(server.port, address="127.0.0.2", timeout=5, wrap=context.wrap_socket,
                               origin=server.origin, cookie=server.cookie) as line:
                    assert line.status == 101
                    break
            except OSError:
                assert time.monotonic() < end
        grown = server.resident() - (memory or 0)
        figure(f"{count + 1} mutated handshakes and records of TLS: {grown} kB more")
        assert grown < 32_768


def packets():
    """Returns a packet of each language."""
    def bundle(*messages):
        return b"#bundle\0" + bytes(7) + b"\1" + b"".join(struct.pack(">i", len(each)) + each for each in messages)

    cursor = [osc.message("/tuio/2Dcur", "source", "s@x"), osc.message("/tuio/2Dcur", "alive", 1, 2),
              osc.message("/tuio/2Dcur", "set", 1, 0.5, 0.5, 0.0, 0.0, 0.0), osc.message("/tuio/2Dcur", "fseq", 7)]
    objects = [osc.message("/tuio/2Dobj", "alive", 1),
               osc.message("/tuio/2Dobj", "set", 1, 3, 0.5, 0.5, 0.1, 0.0, 0.0, 0.0, 0.0, 0.0),
               osc.message("/tuio/2Dobj", "fseq", 8)]
    return [
        osc.touch("began", 1, 0.5, 0.5, 0.5, 0.1), osc.touch("moved", 1, 0.6, 0.5), osc.touch("ended", 1),
        osc.message("/tactus/alive", 1, 2), osc.message("/tactus/token", "placed", 1, 0.5, 0.5, 0.25, 1),
        osc.message("/tactus/motion/attitude", 0.1, 0.2, 0.3), osc.message("/tactus/macro", 1, 0.5),
        osc.message("/tactus/midi", 144, 60, 100), osc.message("/tactus/source", "finger", 1, 2, 0.0, 0.0, 1.0, 1.0),
        osc.message("/tactus/patch/get"), osc.message("/tactus/patch/edit", '{"set": {"drive_gain": 3}}'),
        osc.message("/tactus/patch/set", "drive_gain", 3.0), osc.message("/tactus/subscribe", "patch", "frame"),
        osc.message("/tactus/patch/library", '{"room": true}'), osc.message("/tactus/*", "began", 1, 0.5, 0.5),
        osc.message("/tactus/stats"), bundle(*cursor), bundle(*objects), cursor[1], cursor[2], bundle(bundle(*cursor)),
        osc.message("/tuio2/frm", 1, 0), osc.message("/tuio2/ptr", 1, 1, 0, 0.5, 0.5, 0.0, 0.0, 0.0, 0.5),
        osc.message("/pdparty/touch", "down", 1, 0.5, 0.5), osc.message("/1/xy1", 0.5, 0.5),
        b'{"id": 1, "type": "touch", "state": "start", "x": 0.25, "y": 0.25}', b'{"alive": [1]}']


@pytest.mark.parametrize("by", ["datagrams", "streams", "control"])
def test_packets(plugin, by):
    source, count = random.Random(seed("PACKET_SEED", 38)), 0
    corpus, words = packets(), [b"/tactus/", b"/tuio/", b",iffs\0\0\0", b"#bundle\0", b"\0\0\0\x10", b"\x7f\xc0\0\0"]
    blocks = len(plugin.touches)
    with osc.Sender(plugin.port) as sender:
        line = None
        for count in rounds(3000):
            data = mutated(source.choice(corpus), corpus, source, words)[:65_000]
            if by == "datagrams":
                sender.send(data)
                continue
            framed = struct.pack(">i", len(data)) + data if source.random() < 0.9 \
                else mutated(struct.pack(">i", len(data)) + data, corpus, source)
            try:
                line = line or (socket.create_connection(("127.0.0.1", plugin.port), 5) if by == "streams"
                                else osc.control(plugin.port))
                line.sendall(framed)
                line.setblocking(False)
                while line.recv(1 << 20):
                    pass
                line = line.close()
            except BlockingIOError:
                line.settimeout(5)
            except OSError:
                line = line and line.close()
        if line:
            line.close()
        sender.socket.settimeout(60)
        while not sender.ask(osc.message("/tactus/stats")).startswith(b"/tactus/answer/stats\0"):
            pass
        sender.send(osc.message("/tactus/panic"))
        sender.send(osc.message("/tactus/hold", 0.0))
        plugin.until(lambda: plugin["live_count"] == 0)
        sender.send(osc.message("/tactus/patch/load", "first_touch"))
    assert len(plugin.touches) > blocks and all(peak == peak and peak < 100 for peak in plugin.peaks[blocks:])
    figure(f"{count + 1} mutated packets by {by}")
