"""Strangers at the door of `tactus surface`: each is refused and counted, and the fingers of a browser that
has joined are not disturbed."""
import os
import random
import socket
import ssl
import struct
import time

import pytest

import osc
from conftest import BUILD, figure
from seeds import seed
from surface import Server, alive, played, plugin, points, port_of_ours, server  # noqa: F401
from websocket import BINARY, TEXT, WebSocket, answer, frame, get, request


def refused(server, name, before):
    after = server.counts()
    assert after[name] > before[name], (name, after)


def test_the_address_lets_in_and_nothing_else_does(server):
    before = server.counts()
    assert get(server.port, "/", host=server.host)[0] == 401
    refused(server, "no_cookie", before)
    status, headers, _ = get(server.port, "/join/" + server.token, host=server.host)
    assert status == 303 and headers["location"] == "/"
    cookie = headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and cookie.startswith(server.cookie + ";")
    status, headers, body = get(server.port, "/", host=server.host, cookie=server.cookie)
    assert status == 200 and b"<canvas" in body
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff" and "access-control-allow-origin" not in headers
    wrong = server.token[:-1] + ("A" if server.token[-1] != "A" else "B")
    for token in (wrong, server.token + "A", server.token[:-1], ""):
        assert get(server.port, "/join/" + token, host=server.host)[0] in (401, 404)
    assert get(server.port, "/", host=server.host, cookie=f"tactus_{server.port}={wrong}")[0] == 401
    refused(server, "bad_token", before)


def test_guessing_is_slowed(server):
    answers = [get(server.port, f"/join/{number:022}", host=server.host)[0] for number in range(20)]
    assert answers[:10] == [401] * 10 and set(answers[10:]) == {429}
    # Who knows the address is not locked out by those who guess.
    assert get(server.port, "/join/" + server.token, host=server.host)[0] == 303


@pytest.mark.parametrize("host", ["evil.example", "localhost", "127.0.0.1:1", "[::1]:8808", "", None])
def test_another_host_is_another_server(server, host):
    before = server.counts()
    assert server.get("/", host=host)[0] in (421, 400)
    with server.socket(host=host) as line:
        assert line.status != 101
    if host:
        refused(server, "bad_host", before)


@pytest.mark.parametrize("origin", [
    "http://evil.example", "null", None, "other port", "other scheme", "", "file://"])
def test_a_page_of_others_opens_no_socket(server, origin):
    before = server.counts()
    origin = {"other port": f"http://localhost:{server.port + 1}",
              "other scheme": server.origin.replace("http:", "https:")}.get(origin, origin)
    with server.socket(origin=origin) as line:
        assert line.status == 403
    refused(server, "bad_origin", before)


@pytest.mark.parametrize("cookie", [None, "", "tactus=1", "tactus_1=x"])
def test_a_socket_without_the_cookie_is_refused(server, cookie):
    before = server.counts()
    with server.socket(cookie=cookie) as line:
        assert line.status == 401
    refused(server, "no_cookie", before)


@pytest.mark.parametrize("path", [
    "/../../etc/passwd", "/surface/../tactus.so", "//etc/passwd", "/%2e%2e/tactus.so", "/..%2ftactus.so",
    "/surface.js/../../manifest.ttl", "/tactus.so", "/surface.js%00", "/socket", "/.", "/index.html/"])
def test_no_other_file_can_be_read(server, path):
    before = server.counts()
    status, _, body = server.get(path)
    assert status == 404 and b"root:" not in body
    refused(server, "unknown_path", before)


def test_other_methods_and_long_requests(server):
    before = server.counts()
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        head = f"{method} / HTTP/1.1\r\nhost: {server.host}\r\ncookie: {server.cookie}\r\n"
        status, _, _ = request(server.port, head + "content-length: 0\r\n\r\n")
        assert status == 405
    refused(server, "bad_method", before)
    for text in (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n",
                 b"GET / HTTP/1.1\r\n" + b"".join(b"x-%d: y\r\n" % n for n in range(2000)) + b"\r\n"):
        try:
            assert request(server.port, text)[0] in (0, 400)
        except ConnectionError:
            pass
    refused(server, "long_request", before)


def playing(server, plugin):
    """A browser with three fingers down."""
    line = server.socket()
    assert line.status == 101
    line.send(points((1, 1, 0.2, 0.5), (1, 2, 0.5, 0.5), (1, 3, 0.8, 0.5)))
    plugin.until(lambda: plugin["live_count"] == 3)
    return line


def ends(line, plugin):
    line.send(points((3, 1, 0.2, 0.5), (3, 2, 0.5, 0.5), (3, 3, 0.8, 0.5)))
    plugin.until(lambda: plugin["live_count"] == 0)
    line.line.close()


def test_a_thousand_half_open_handshakes_disturb_no_finger(server, plugin):
    line = playing(server, plugin)
    memory, before = server.resident(), server.counts()
    first, strangers = len(plugin.touches), []
    for number in range(1000):
        stranger = socket.create_connection(("127.0.0.1", server.port), 10)
        stranger.sendall(b"GET /socket HTTP/1.1\r\nhost: " + b"a" * (number % 900))
        strangers.append(stranger)
        if number % 50 == 0:
            line.send(alive(1, 2, 3))
            line.send(points((2, 1, number / 1000, 0.5)))
    assert server.counts()["connections"] <= 65
    refused(server, "too_many_connections", before)
    assert set(plugin.touches[first:]) == {3}, "a finger was lifted"
    for stranger in strangers:
        stranger.close()
    ends(line, plugin)
    grown = server.resident() - memory
    figure(f"a thousand half-open handshakes: {grown} kB more")
    assert grown < 8192


def secret():
    """Python's TLS, which takes the certificate as it is."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context.wrap_socket


def test_strangers_at_tls_disturb_no_finger(plugin, tmp_path):
    """Handshakes that stop in their middle, and bytes that are none."""
    with Server(tmp_path, "--address", "127.0.0.2", plugin=plugin.port, is_local=False) as server:
        line = WebSocket(server.port, address="127.0.0.2", wrap=secret(), origin=server.origin,
                         cookie=server.cookie)
        assert line.status == 101
        end = time.monotonic() + 60
        while plugin["live_count"] != 3:
            line.send(points((1, 1, 0.2, 0.5), (1, 2, 0.5, 0.5), (1, 3, 0.8, 0.5)))
            assert time.monotonic() < end
            time.sleep(0.2)
        memory, first, strangers = server.resident(), len(plugin.touches), []
        hello = b"\x16\x03\x01\x00\xf8\x01\x00\x00\xf4\x03\x03"
        source = random.Random(18)
        for number in range(1000):
            stranger = socket.create_connection(("127.0.0.2", server.port), 10)
            # A record that is never complete, one that is none, one with random insides.
            stranger.sendall([hello, b"GET / HTTP/1.1\r\n\r\n", hello + source.randbytes(0xf8)][number % 3])
            strangers.append(stranger)
            if number % 50 == 0:
                line.send(alive(1, 2, 3))
                line.send(points((2, 1, number / 1000, 0.5)))
        assert set(plugin.touches[first:]) == {3}, "a finger was lifted"
        grown = server.resident() - memory
        figure(f"a thousand half-open or wrong handshakes of TLS: {grown} kB more")
        assert grown < 16_384
        for stranger in strangers:
            stranger.close()
        with WebSocket(server.port, address="127.0.0.2", wrap=secret(), origin=server.origin,
                       cookie=server.cookie) as other:
            assert other.status == 101
        line.line.close()
    plugin.until(lambda: plugin["live_count"] == 0)


def test_answers_that_nobody_reads_cost_nothing(server, plugin):
    """A stranger requests one file repeatedly and reads no response."""
    line = playing(server, plugin)
    memory, before, first = server.resident(), server.counts(), len(plugin.touches)
    text = f"GET /surface.css HTTP/1.1\r\nhost: {server.host}\r\n\r\n".encode()
    for size in (1, 20, 50, 100, 1000):
        for _ in range(20):
            stranger = socket.create_connection(("127.0.0.1", server.port), 10)
            stranger.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            stranger.setblocking(False)
            try:
                for _ in range(200):
                    stranger.sendall(text * size)
            except OSError:
                pass
            # Half of them close at once; the server closes the others.
            if size % 20:
                stranger.close()
        line.send(alive(1, 2, 3))
        line.send(points((2, 1, 0.4, 0.5)))
    refused(server, "too_many_connections", before)
    assert set(plugin.touches[first:]) == {3}, "a finger was lifted"
    ends(line, plugin)
    grown = server.resident() - memory
    figure(f"20,000 requests whose answers are not read: {grown} kB more")
    assert grown < 16_384


def test_a_connection_has_a_hundred_requests_one_after_the_other(server):
    with socket.create_connection(("127.0.0.1", server.port), 60) as line:
        for number in range(100):
            line.sendall(f"GET /surface.css HTTP/1.1\r\nhost: {server.host}\r\n\r\n".encode())
            status, headers, body = answer(line)
            assert status == 200 and body.endswith(b"}\n") and (headers.get("connection") == "close") == (number == 99)
        assert line.recv(1) == b""
    assert server.counts()["too_many_requests"] == 1
    status, _, body = server.get("/view.wasm")
    assert status == 200 and body == (BUILD / "tactus.lv2" / "surface" / "view.wasm").read_bytes()


def test_strangers_of_a_hundred_addresses_keep_no_tablet_out(server, plugin):
    """They take all connections for strangers, but a new tablet can join, and a joined one stays connected."""
    line, before = playing(server, plugin), server.counts()
    kept = socket.create_connection(("127.0.0.1", server.port), 60)
    strangers = []

    def page(line):
        line.sendall(f"GET / HTTP/1.1\r\nhost: {server.host}\r\ncookie: {server.cookie}\r\n\r\n".encode())
        return answer(line)[0]

    assert page(kept) == 200
    for number in range(600):
        stranger = socket.socket()
        stranger.bind((f"127.0.1.{number % 100 + 1}", 0))
        stranger.connect(("127.0.0.1", server.port))
        stranger.sendall(b"GET /surface.css HTTP/1.1\r\n")
        strangers.append(stranger)
        if number % 50 == 0:
            line.send(alive(1, 2, 3))
            with socket.socket() as tablet:
                tablet.bind(("127.0.2.1", 0))
                tablet.connect(("127.0.0.1", server.port))
                more = [socket.create_connection(("127.0.0.1", server.port), 60, (f"127.0.1.{each + 1}", 0))
                        for each in range(100)]
                assert page(tablet) == 200
                strangers += more
    assert page(kept) == 200, "strangers displaced a joined browser"
    assert server.counts()["connections"] <= 256 + 128
    refused(server, "too_many_connections", before)
    for each in [*strangers, kept]:
        each.close()
    ends(line, plugin)


def test_mutated_frames_and_bombs_disturb_no_finger(server, plugin):
    """FRAMES says how many; the campaign sends a million."""
    source, count = random.Random(seed("FRAMES_SEED", 18)), int(os.environ.get("FRAMES", 4000))
    line = playing(server, plugin)
    first, before = len(plugin.touches), server.counts()
    right = [points((2, 9, 0.5, 0.5)), alive(9), played(osc.message("/tactus/motion/acceleration", 1.0, 2.0, 3.0)),
             played(osc.message("/tactus/pad/axis", 1, 0.5, 1))]
    words = [osc.message("/tactus/" + address, *arguments) for address, *arguments in (
        ("patch/library", 0), ("page/names", "touch_x"), ("macro", 1, 0.5), ("source", "finger"),
        ("patch/load", "nonesuch"), ("patch/edit", "{}"))]
    stranger, kept, memory = server.socket(), time.monotonic(), server.resident()
    for number in range(count):
        data = bytearray(source.choice(right) if source.random() < 0.7 else source.choice(words))
        for _ in range(source.randrange(4)):
            at = source.randrange(len(data))
            data[at] = source.randrange(256)
        if source.random() < 0.2:
            data = data[:source.randrange(len(data) + 1)] + bytes(source.randrange(64))
        raw = bytearray(frame(bytes(data), source.choice([BINARY, BINARY, TEXT, 0, 8, 9, 10, 3, 15])))
        if source.random() < 0.1:
            raw[source.randrange(len(raw))] ^= 1 << source.randrange(8)
        try:
            stranger.line.sendall(raw)
        except OSError:
            stranger.line.close()
            stranger = server.socket()
            assert stranger.status == 101, stranger.status
        if time.monotonic() - kept > 0.5:
            kept = time.monotonic()
            line.send(alive(1, 2, 3))
        if number % 200 == 0:
            line.line.setblocking(False)  # what it is sent is not read
            try:
                while line.line.recv(1 << 20):
                    pass
            except BlockingIOError:
                pass
            line.line.setblocking(True)
    stranger.line.close()
    # Texts without an end, and one beyond the bound.
    for size, last in ((65_000, False), (70_000, True), (4_000_000, True)):
        with server.socket() as bomb:
            try:
                for _ in range(40):
                    bomb.line.sendall(frame(b"x" * size, TEXT, last))
            except OSError:
                pass
        line.send(alive(1, 2, 3))
    after = server.counts()
    figure(f"{count} mutated frames: {after['bad_message'] - before['bad_message']} messages and "
           f"{after['bad_frame'] - before['bad_frame']} frames refused, {server.resident() - memory} kB more")
    assert after["bad_message"] > before["bad_message"] and after["bad_frame"] > before["bad_frame"]
    assert server.resident() - memory < 16_384
    assert min(plugin.touches[first:]) >= 3, "a finger was lifted"
    ends(line, plugin)


def test_the_seventeenth_browser_waits_outside(server):
    lines = [server.socket() for _ in range(16)]
    assert {line.status for line in lines} == {101}
    before = server.counts()
    assert server.socket().status == 503
    refused(server, "too_many_browsers", before)
    for line in lines:
        line.line.close()
    server.until(lambda counts: counts["browsers"] == 0)


def test_a_browser_that_vanishes_leaves_no_touch(server, plugin):
    line = playing(server, plugin)
    # It stays connected, and says nothing more.
    plugin.until(lambda: plugin["live_count"] == 0)
    server.until(lambda counts: counts["browsers"] == 0)
    line.line.close()


def test_touches_that_come_too_late_do_not_sound(server, plugin):
    with server.socket() as line:
        now = time.monotonic()
        # The clocks are compared by the fastest message.
        line.send(alive(at=now))
        time.sleep(0.5)
        first = len(plugin.touches)
        line.send(points((1, 1, 0.5, 0.5), at=now + 0.05))
        line.send(points((2, 1, 0.6, 0.5), at=now + 0.06))
        line.send(points((3, 1, 0.6, 0.5), at=now + 0.07))
        line.send(points((1, 2, 0.5, 0.5)))
        plugin.until(lambda: plugin["live_count"] == 1)
        assert max(plugin.touches[first:]) == 1
        line.send(points((3, 2, 0.5, 0.5)))
        plugin.until(lambda: plugin["live_count"] == 0)


def test_two_browsers_have_fingers_of_their_own(server, plugin):
    one, two = server.socket(), server.socket()
    one.send(points((1, 1, 0.2, 0.5)))
    two.send(points((1, 1, 0.8, 0.5)))
    plugin.until(lambda: plugin["live_count"] == 2)
    one.line.close()
    plugin.until(lambda: plugin["live_count"] == 1)
    two.send(points((3, 1, 0.8, 0.5)))
    plugin.until(lambda: plugin["live_count"] == 0)
    two.line.close()


@pytest.mark.parametrize("claim", [points((2, 1, 0.2, 0.5)), alive(1, 2, 3)], ids=["moved", "alive"])
def test_a_browser_has_no_part_in_fingers_that_it_has_not_begun(server, plugin, claim):
    """All browsers are sockets of one machine to the plugin, which lets such sockets take touches over."""
    line, before = playing(server, plugin), server.counts()
    time.sleep(0.3)  # fingers that lie still
    first = len(plugin.touches)
    with server.socket() as other:
        for message in (claim, alive(), points((3, 1, 0.2, 0.5))):
            other.send(message)
        server.until(lambda counts: counts["not_down"] >= before["not_down"] + 2)
        line.send(points((1, 4, 0.4, 0.5)))
        plugin.until(lambda: abs(plugin["live_last_x"] - 0.4) < 0.01)
    assert min(plugin.touches[first:]) >= 3, "a finger was lifted"
    line.send(points((3, 4, 0.4, 0.5)))
    ends(line, plugin)


def test_a_page_chooses_only_a_plugin_that_is_there(server, plugin):
    """A page that names any other port took the plugin from all pages."""
    server.until(lambda counts: counts["plugin"] == plugin.port)
    before = server.counts()["bad_message"]
    with server.socket() as line:
        line.send(osc.message("/tactus/page/plugin", 4444))
        server.until(lambda counts: counts["bad_message"] == before + 1)
        line.send(points((1, 1, 0.3, 0.5)))
        plugin.until(lambda: plugin["live_count"] == 1)
        assert server.counts()["plugin"] == plugin.port


def test_a_second_server_says_that_the_port_is_taken(server, tmp_path):
    with pytest.raises(AssertionError, match="is taken"):
        Server(tmp_path, port=server.port)


def test_only_the_ports_of_plugins_are_looked_up(tmp_path):
    """Answers from other ports are ignored, without a query to the kernel."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked, \
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
        asked.bind(("127.0.0.1", port_of_ours()))
        asked.settimeout(10)
        other.bind(("127.0.0.1", 0))
        claim = b"/tactus/answer/stats\0\0\0\0,sh\0instances\0\0\0" + struct.pack(">q", 1)
        with Server(tmp_path) as server:
            for _ in range(3):
                _, address = asked.recvfrom(4096)
                for _ in range(10):
                    other.sendto(claim, address)
            time.sleep(1)
            assert server.counts()["plugin"] != other.getsockname()[1]
