"""`tactus surface --files`: the user's folders over WebDAV, by real clients and by hand."""
import os
import re
import socket
import subprocess
import time

import pytest

from conftest import figure
from files import FOLDERS, FileServer, credentials, password
from surface import COMMAND, Server, alive, plugin, points  # noqa: F401
from test_refusals import ends, playing


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with FileServer(tmp_path_factory.mktemp("home")) as server:
        yield server


@pytest.fixture()
def client(server):
    return server.client()


@pytest.fixture()
def place(server, request):
    """A new folder among the scenes: its path on the disk, and from `/files/` on."""
    name = f"{request.node.originalname}-{len(os.listdir(server.data / 'scenes'))}"
    folder = server.data / "scenes" / name
    folder.mkdir()
    return folder, f"scenes/{name}"


def run(*words, **options):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **options)
    return done.returncode, done.stdout + done.stderr


# Clients.

# Cases that set properties, which the server refuses one by one.
REFUSED = {"props": {"propset", "propmanyns", "propget"}, "locks": {"owner_modify"}}


@pytest.mark.parametrize("suite", ["basic", "copymove", "props", "locks", "http"])
def test_litmus(server, place, suite):
    """litmus sends the cases of RFC 4918."""
    _, path = place
    _, said = run("litmus", "-k", server.files + path + "/", "tactus", server.password,
                  env=dict(os.environ, TESTS=suite), cwd=server.home)
    failures = re.findall(r"\d+\. (\w+)\.+ FAIL", said)
    summary = re.search(r"of (\d+) tests run: (\d+) passed", said)
    figure(f"litmus {suite}: {summary[0]}")
    assert set(failures) == REFUSED.get(suite, set()), said


def test_cadaver(server, place):
    folder, path = place
    (server.home / "take.txt").write_text("a take\n")
    (server.home / ".netrc").write_text(f"default login tactus password {server.password}\n")
    (server.home / ".netrc").chmod(0o600)
    words = f"""mkcol {path}/new
put take.txt {path}/new/take.txt
cp {path}/new/take.txt {path}/copy.txt
mv {path}/new/take.txt {path}/moved.txt
get {path}/moved.txt back.txt
rmcol {path}/new
quit
"""
    code, said = run("cadaver", server.files, input=words, cwd=server.home,
                     env=dict(os.environ, HOME=str(server.home)))
    assert code == 0 and "failed" not in said, said
    assert {each.name: each.read_text() for each in folder.iterdir()} == {
        "copy.txt": "a take\n", "moved.txt": "a take\n"}
    assert (server.home / "back.txt").read_text() == "a take\n"


@pytest.fixture(scope="module")
def rclone(server):
    path = server.home / "rclone.conf"
    run("rclone", "--config", path, "config", "create", "tactus", "webdav", f"url={server.files}", "vendor=other",
        "user=me", f"pass={server.password}")

    def rclone(*words):
        code, said = run("rclone", "--config", path, *words)
        assert code == 0, said
        return said
    return rclone


def test_rclone(server, place, rclone):
    """A folder goes there and back the same: names in several scripts, empty files, and 20 MB."""
    folder, path = place
    source = server.home / "source"
    (source / "sub folder" / "ü").mkdir(parents=True)
    contents = {"night.json": b"{}", "empty": b"", "sub folder/100%#?.wav": bytes(range(256)) * 80_000,
                "sub folder/ü/音.pd": b"#N canvas;\n", "a&b<c>'.txt": b"x"}
    for name, content in contents.items():
        (source / name).write_bytes(content)
    rclone("copy", source, f"tactus:{path}")
    assert {name: (folder / name).read_bytes() == content for name, content in contents.items()} \
        == dict.fromkeys(contents, True)
    rclone("check", "--download", source, f"tactus:{path}")
    rclone("copy", f"tactus:{path}", server.home / "back")
    for name, content in contents.items():
        assert (server.home / "back" / name).read_bytes() == content, name
    rclone("moveto", f"tactus:{path}/night.json", f"tactus:{path}/day.json")
    rclone("purge", f"tactus:{path}/sub folder")
    assert sorted(each.name for each in folder.iterdir()) == ["a&b<c>'.txt", "day.json", "empty"]


def test_curl_over_tls(tmp_path):
    with FileServer(tmp_path, "--address", "127.0.0.2", is_local=False) as server:
        (tmp_path / "big.wav").write_bytes(os.urandom(3_000_000))
        curl = ["curl", "-sSk", "-u", f"tactus:{server.password}", "-w", "%{http_code}"]
        # curl asks first whether it may send so much.
        assert run(*curl, "-T", tmp_path / "big.wav", server.files + "samples/big.wav") == (0, "201")
        assert run(*curl, "-H", "transfer-encoding: chunked", "-T", tmp_path / "big.wav",
                   server.files + "samples/big.wav") == (0, "204")
        assert (server.data / "samples/big.wav").read_bytes() == (tmp_path / "big.wav").read_bytes()
        assert run(*curl, "-o", tmp_path / "back", server.files + "samples/big.wav") == (0, "200")
        assert (tmp_path / "back").read_bytes() == (tmp_path / "big.wav").read_bytes()
        code, said = run("curl", "-sSk", "-o", "/dev/null", "-w", "%{http_code}", "-u", "tactus:wrong", "-T",
                         tmp_path / "big.wav", server.files + "samples/other.wav")
        assert said == "401"


# Who may.

def test_off_by_default(tmp_path):
    with Server(tmp_path) as server:
        assert server.get("/files/")[0] == 404
    code, said = run(COMMAND, "surface", "--files", "--plain")
    assert code == 64 and "https" in said


def test_only_a_password_opens_files(server, client):
    assert client("PROPFIND", "", depth="0").status == 207
    wrong = [None, "Basic", "Basic !", "Basic " + "A" * 4000, "Bearer " + server.password, credentials(""),
             credentials(server.token), credentials(server.password + "x"), credentials(server.password[:-1])]
    for each in wrong:
        for method in ("GET", "PROPFIND", "PUT", "LOCK", "OPTIONS"):
            answer = client(method, "scenes/x", b"x", authorization=each, cookie=server.cookie)
            assert answer.status == 401, (method, each)
            assert answer.headers["www-authenticate"].startswith("Basic")
    assert not (server.data / "scenes/x").exists()
    counts = server.counts()
    assert counts["no_password"] >= 5 and counts["wrong_password"] >= 40
    # Neither does the password open the page.
    assert client("GET", "/", authorization=credentials(server.password)).status == 401


def test_a_page_cannot_use_the_password_that_a_browser_knows(server, client):
    for headers in ({"origin": "http://evil.example"}, {"origin": server.origin}, {"origin": "null"},
                    {"sec_fetch_site": "cross-site"}, {"host": "evil.example"}):
        assert client("DELETE", "scenes", **headers).status in (403, 421)
    # A file is nothing that a browser shows: it could be a page with scripts.
    (server.data / "scenes/page.html").write_text("<script src='/files/scenes/evil.js'></script>")
    headers = client("GET", "scenes/page.html").headers
    assert headers["content-type"] == "application/octet-stream" and headers["content-disposition"] == "attachment"
    assert headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert headers["x-content-type-options"] == "nosniff"


def test_a_password_is_revoked_at_once(server):
    environment = dict(os.environ, XDG_CONFIG_HOME=str(server.home), LC_ALL="C")
    word = password(server.home, "tablet")
    client = server.client(word)
    assert client("PROPFIND", "", depth="0").status == 207
    assert run(COMMAND, "password", "add", "tablet", env=environment)[0] == 1
    code, said = run(COMMAND, "password", "list", env=environment)
    assert code == 0 and [line.split("\t")[0] for line in said.splitlines()] == ["device", "tablet"]
    assert word not in (server.home / "tactus/surface-passwords.json").read_text()
    assert (server.home / "tactus/surface-passwords.json").stat().st_mode & 0o777 == 0o600
    assert run(COMMAND, "password", "revoke", "tablet", env=environment) == (0, "")
    assert client("PROPFIND", "", depth="0").status == 401
    assert run(COMMAND, "password", "revoke", "tablet", env=environment)[0] == 1


# What is served.

def test_the_folders(server, client):
    (server.data / "tangibles").mkdir()
    (server.data / "scenes-data/bells-0123456789abcdef").mkdir()
    (server.data / "scenes-data/bells-0123456789abcdef/take.wav").write_bytes(b"RIFF")
    (server.data / "scenes-data/bells-0123456789abcdef.json").write_text('{"key": "secret"}')
    assert sorted(each.rstrip("/") for each in client.names()) == FOLDERS
    # The keys of scenes' folders stay secret.
    assert client.names("scenes-data") == ["scenes-data/bells-0123456789abcdef/"]
    assert client("GET", "scenes-data/bells-0123456789abcdef.json").status == 404
    assert client("GET", "scenes-data/bells-0123456789abcdef/take.wav").body == b"RIFF"
    assert client("GET", "tangibles/").status == 404 and client("PROPFIND", "tangibles", depth="0").status == 404
    # The folders themselves can't be changed.
    for path in ("", "scenes", "scenes-data", "scenes-data/bells-0123456789abcdef", "new", "tangibles/x", "x/y"):
        for method in ("DELETE", "MKCOL", "PUT", "MOVE"):
            headers = {"destination": "/files/scenes/elsewhere"} if method == "MOVE" else {}
            status = client(method, path, b"" if method == "PUT" else None, **headers).status
            assert status in (403, 404, 405, 409), (method, path, status)
    for path in ("scenes", "scenes-data/new", "scenes-data/bells-0123456789abcdef.json", "new/x"):
        assert client("COPY", "scenes-data/bells-0123456789abcdef/take.wav",
                      destination=f"/files/{path}").status in (403, 409), path
    assert client.lock("scenes-data/new")[1].status == 403
    assert client("DELETE", "scenes-data/bells-0123456789abcdef/take.wav").status == 204


def test_properties(client, place):
    folder, path = place
    (folder / "a.wav").write_bytes(b"12345")
    os.utime(folder / "a.wav", (1_000_000_000, 1_000_000_000))
    answer = client("PROPFIND", path + "/a.wav", depth="0")
    assert answer.texts("getcontentlength") == ["5"]
    assert answer.texts("getlastmodified") == ["Sun, 09 Sep 2001 01:46:40 GMT"]
    body = (b'<?xml version="1.0"?><propfind xmlns="DAV:"><prop><getetag/><quota-available-bytes/>'
            b'<x:odd xmlns:x="urn:&lt;odd"/></prop></propfind>')
    root = client("PROPFIND", path, body, depth="1").xml()
    stats = [{each.find("{DAV:}status").text: [p.tag for p in each.find("{DAV:}prop")]
              for each in response.iter("{DAV:}propstat")} for response in root]
    assert stats == [
        {"HTTP/1.1 200 OK": ["{DAV:}quota-available-bytes"], "HTTP/1.1 404 Not Found": ["{urn:<odd}odd", "{DAV:}getetag"]},
        {"HTTP/1.1 200 OK": ["{DAV:}getetag"],
         "HTTP/1.1 404 Not Found": ["{urn:<odd}odd", "{DAV:}quota-available-bytes"]}]
    answer = client("PROPPATCH", path + "/a.wav", b'<propertyupdate xmlns="DAV:"><set><prop><x:a xmlns:x="u"/>'
                    b"</prop></set></propertyupdate>")
    assert answer.status == 207 and "403" in answer.texts("status")[0]


def test_ranges_and_conditions(client, place):
    folder, path = place
    (folder / "a").write_bytes(bytes(range(100)))
    file = path + "/a"
    tag = client("GET", file).headers["etag"]
    for text, status, content in (
            ("bytes=10-19", 206, range(10, 20)), ("bytes=90-", 206, range(90, 100)), ("bytes=-5", 206, range(95, 100)),
            ("bytes=90-500", 206, range(90, 100)), ("bytes=100-", 416, None), ("bytes=5-2", 200, range(100)),
            ("bytes=0-1,5-6", 200, range(100)), ("lines=1-2", 200, range(100)), ("bytes=-", 200, range(100)),
            ("bytes=99999999999999999999-", 200, range(100)), ("bytes=0-9223372036854775807", 206, range(100))):
        answer = client("GET", file, range=text)
        assert answer.status == status, text
        assert content is None or answer.body == bytes(content), text
    assert client("GET", file, range="bytes=1-2", if_range='"other"').status == 200
    assert client("GET", file, if_none_match=tag).status == 304
    assert client("GET", file, if_modified_since=client("HEAD", file).headers["last-modified"]).status == 304
    assert client("PUT", file, b"x", if_match='"other"').status == 412
    assert client("PUT", file, b"x", if_none_match="*").status == 412
    assert client("PUT", file, b"y", if_match=tag).status == 204
    assert client("GET", file).headers["etag"] != tag
    assert (folder / "a").read_bytes() == b"y"


# Attacks.

HOSTILE = ["../x", "scenes/../../x", "scenes/%2e%2e/%2e%2e/x", "scenes/..%2fx", "scenes/%2E%2E%2Fx", "scenes/x%00y",
           "scenes/%00", "scenes/a%0ab", "scenes/./x", "scenes/%2e/x", "scenes/%", "scenes/%4", "scenes/%zz",
           "scenes/a%2fb", "scenes/x?y", "scenes/x#y", "scenes/" + "a" * 256, "scenes/" + "a/" * 40, "%73cenes/../x",
           "scenes/.upload-1-1", "scenes/%C3%A9%7f"]


@pytest.mark.parametrize("path", HOSTILE)
def test_hostile_paths(server, client, path):
    (server.data / "x").write_text("secret")
    for method in ("GET", "PUT", "PROPFIND", "MKCOL", "DELETE", "LOCK", "COPY", "MOVE"):
        body = b"evil" if method == "PUT" else None
        status = client(method, path, body, depth="0", destination="/files/scenes/stolen").status
        assert status == 400, (method, status)
    for method in ("COPY", "MOVE"):
        (server.data / "scenes/mine").write_text("mine")
        status = client(method, "scenes/mine", destination="/files/" + path).status
        assert status == 400, (method, status)
    assert (server.data / "x").read_text() == "secret" and not (server.data / "scenes/stolen").exists()
    # Nothing was written anywhere else, either.
    assert sorted(each.name for each in server.data.iterdir() if each.name != "tangibles") == FOLDERS + ["x"]


def test_links_are_not_followed(server, client, place):
    folder, path = place
    outside = server.home / "outside"
    outside.mkdir(exist_ok=True)
    (outside / "secret").write_text("secret")
    (folder / "file").symlink_to(outside / "secret")
    (folder / "folder").symlink_to(outside)
    (folder / "up").symlink_to("..")
    (folder / "nowhere").symlink_to("nowhere")
    os.mkfifo(folder / "pipe")
    with socket.socket(socket.AF_UNIX) as line:
        os.chdir(folder)
        line.bind("socket")
    assert client.names(path) == []
    for name in ("file", "folder", "folder/secret", "up", "up/x", "nowhere", "pipe", "socket"):
        for method in ("GET", "PROPFIND", "DELETE", "PROPPATCH", "COPY", "MOVE"):
            status = client(method, f"{path}/{name}", depth="0", destination=f"/files/{path}/stolen").status
            assert status in (403, 404), (method, name, status)
    for method in ("PUT", "MKCOL"):
        assert client(method, f"{path}/folder/new", b"" if method == "PUT" else None).status in (403, 409)
    # A file takes the place of a link.
    assert client("PUT", f"{path}/file", b"mine").status == 201
    assert (folder / "file").read_text() == "mine" and not (folder / "file").is_symlink()
    # Links are deleted, and not copied.
    assert client("COPY", path, destination=f"/files/{path}-copy").status == 201
    assert [each.name for each in (server.data / f"{path}-copy").iterdir()] == ["file"]
    assert client("DELETE", path).status == 204
    assert (outside / "secret").read_text() == "secret" and os.listdir(outside) == ["secret"]


def test_a_scene_cannot_redirect_a_request(server, client, place):
    """While files are written and read, a scene swaps their folder and a link that leads outside."""
    folder, path = place
    outside = server.home / "far"
    outside.mkdir()
    (outside / "file").write_text("secret")
    swaps = (f"import os\nos.chdir({str(folder)!r})\nos.mkdir('real')\nos.symlink({str(outside)!r}, 'link')\n"
             "while True:\n    for name in ('real', 'link'):\n        try:\n            os.rename(name, 'here')\n"
             "            os.rename('here', name)\n        except OSError: pass\n")
    with subprocess.Popen(["/usr/bin/python3", "-c", swaps]) as scene:
        statuses = set()
        for number in range(300):
            answer = client("GET", f"{path}/here/file")
            assert answer.body != b"secret"
            statuses |= {answer.status, client("PUT", f"{path}/here/file{number}", b"mine").status,
                         client("DELETE", f"{path}/here").status, client("MKCOL", f"{path}/here/new").status}
        scene.kill()
    figure(f"300 requests of each kind on a folder that a scene swaps with a link: {sorted(statuses)}")
    assert os.listdir(outside) == ["file"] and statuses <= {200, 201, 204, 403, 404, 405, 409, 500}


def test_large_files_are_refused(tmp_path):
    with FileServer(tmp_path, "--file-limit", "1") as server:
        client = server.client()
        assert client("PUT", "samples/a", bytes(1 << 20)).status == 201
        assert client("PUT", "samples/b", bytes((1 << 20) + 1)).status == 413
        # Without its length, it is refused when it is too long.
        pieces = [bytes(1 << 16)] * 17
        assert client("PUT", "samples/c", pieces, transfer_encoding="chunked").status == 413
        assert client("PUT", "samples/a", pieces, transfer_encoding="chunked").status == 413
        assert client("PUT", "samples/a", b"x", content_range="bytes 0-0/9").status == 400
        # A copy of many files is as one.
        (server.data / "samples/two").mkdir()
        for name in ("one", "other"):
            (server.data / "samples/two" / name).write_bytes(bytes(600_000))
        assert client("COPY", "samples/two", destination="/files/samples/three").status == 413
        assert client("PROPFIND", "", b"<" * 70_000, depth="0").status == 413
        assert server.refused()["too_large"] == 5
        assert sorted(os.listdir(server.data / "samples")) == ["a", "two"]
        assert (server.data / "samples/a").read_bytes() == bytes(1 << 20)


def mount_small(path, size):
    """What a new process does so that a folder is a disk of its own."""
    import ctypes
    libc = ctypes.CDLL(None, use_errno=True)

    def mount():
        for failed in (libc.unshare(0x20000), libc.mount(b"none", b"/", None, 0x44000, None),
                       libc.mount(b"tmpfs", str(path).encode(), b"tmpfs", 0, f"size={size}".encode())):
            if failed:
                raise OSError(ctypes.get_errno(), "mount")
    return mount


def test_a_full_disk(tmp_path):
    (tmp_path / "data").mkdir()
    with FileServer(tmp_path, before=mount_small(tmp_path / "data", 4 << 20)) as server:
        client, data = server.client(), f"/proc/{server.process.pid}/root{tmp_path}/data/tactus/samples"
        assert client("PUT", "samples/a", bytes(2 << 20)).status == 201
        assert client("PUT", "samples/b", [bytes(1 << 16)] * 48, transfer_encoding="chunked").status == 507
        assert client("PUT", "samples/b", bytes(3 << 20)).status == 507
        assert client("COPY", "samples/a", destination="/files/samples/c").status == 507
        assert server.refused() == {"disk_full": 3}
        assert os.listdir(data) == ["a"]
        free = int(client("PROPFIND", "samples", b'<propfind xmlns="DAV:"><prop><quota-available-bytes/></prop>'
                          b"</propfind>", depth="0").texts("quota-available-bytes")[0])
        assert (1 << 20) < free < (2 << 20)
        assert client("DELETE", "samples/a").status == 204
        assert client("PUT", "samples/b", bytes(3 << 20)).status == 201


def test_uploads_that_end_early_leave_nothing(server, place):
    folder, path = place
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", server.port), 60) as line:
            line.sendall(f"PUT /files/{path}/a HTTP/1.1\r\nhost: {server.host}\r\nauthorization: "
                         f"{credentials(server.password)}\r\ncontent-length: 1000000\r\n\r\n".encode() + bytes(100_000))
    # The files are removed behind the connections, on another thread.
    server.until(lambda counts: counts["connections"] == 1 and not os.listdir(folder))
    assert server.client()("PROPFIND", path, depth="0").status == 207


def test_depth(server, client):
    for depth in (None, "infinity"):
        answer = client("PROPFIND", "", depth=depth)
        assert answer.status == 403 and b"propfind-finite-depth" in answer.body
    assert client("PROPFIND", "", depth="2").status == 400
    assert server.refused()["infinite_depth"] >= 2


LAUGHS = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "' + b"x" * 1000 + b'">' + b"".join(
    b'<!ENTITY %c "%s">' % (98 + n, b"&%c;" % (97 + n) * 20) for n in range(8)) + b']>'


@pytest.mark.parametrize("body", [
    LAUGHS + b'<propfind xmlns="DAV:"><prop><a>&i;</a></prop></propfind>',
    b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><propfind xmlns="DAV:"><allprop/></propfind>',
    b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><propfind xmlns="DAV:"><allprop>&x;</allprop></propfind>',
    b"<a>" * 10_000, b"<a>" * 17 + b"</a>" * 17, b"<a>" + b"<b/>" * 600 + b"</a>", b"\x00", b"<a", b"<a/><b/>",
    b'<propfind xmlns="DAV:"><prop>' + b"<getetag/>" * 65 + b"</prop></propfind>",
    b"<propfind/>", b'<x:propfind/>', b'<?xml version="1.0" encoding="x-odd"?><propfind xmlns="DAV:"/>',
    b'<a xmlns:x="%s"/>' % (b"y" * 60_000), b"\xff\xfe<\x00a\x00"])
def test_xml(server, client, place, body):
    _, path = place
    memory = server.resident()
    for method in ("PROPFIND", "PROPPATCH", "LOCK"):
        assert client(method, path, body, depth="0").status == (413 if len(body) > 16_384 else 400), method
    assert server.resident() - memory < 8192


# Locks.

def test_locks_of_others(server, client, place):
    folder, path = place
    other = server.client(password(server.home, path))
    file = f"{path}/a"
    (folder / "a").write_text("a")
    token, answer = client.lock(file, timeout="Infinite, Second-4100000000")
    assert answer.status == 200 and answer.texts("timeout") == ["Second-600"]
    condition = f"(<{token}>)"
    assert other("PUT", file, b"b").status == 423
    # The token is no secret, but it is another one's.
    assert other("PUT", file, b"b", **{"if": condition}).status == 423
    assert other("UNLOCK", file, lock_token=f"<{token}>").status == 409
    assert other("LOCK", file, **{"if": condition}).status == 412
    assert other.lock(file)[1].status == 423 and other.lock(path, depth="infinity")[1].status == 423
    for method, where, headers in (
            ("DELETE", file, {}), ("DELETE", path, {}), ("MOVE", file, {"destination": f"/files/{path}/b"}),
            ("MOVE", path, {"destination": f"/files/{path}-moved"}), ("PROPPATCH", file, {})):
        assert other(method, where, **headers).status == 423, method
    (folder / "c").write_text("c")
    assert other("COPY", f"{path}/c", destination=f"/files/{file}").status == 423
    assert client("PUT", file, b"b").status == 423
    assert client("PUT", file, b"mine", **{"if": condition}).status == 204
    assert client("UNLOCK", file, lock_token="<urn:uuid:none>").status == 409
    assert client("UNLOCK", file, lock_token=f"<{token}>").status == 204
    assert other("PUT", file, b"theirs").status == 204
    assert client("PUT", file, b"b", **{"if": condition}).status == 412


def test_if(client, place):
    """The cases of RFC 4918, section 10.4."""
    folder, path = place
    for name in ("a", "b"):
        (folder / name).write_text(name)
    token, _ = client.lock(f"{path}/a")
    tag = client("GET", f"{path}/a").headers["etag"]
    other = client("GET", f"{path}/b").headers["etag"]
    urls = {name: f"<{client.server.files}{path}/{name}>" for name in "ab"}
    for condition, holds in (
            (f"(<{token}>)", True), (f"(<{token}> [{tag}])", True), (f"(<{token}> [{other}])", False),
            (f"(<urn:x>) (<{token}>)", True), ("(<urn:x>)", False), (f"(Not <{token}>)", False),
            (f"(<{token}>) (Not <DAV:no-lock>)", True), (f"(<{token}> <DAV:no-lock>)", False),
            (f"{urls['a']} (<{token}>)", True), (f"{urls['b']} (<{token}>)", False),
            (f"{urls['b']} ([{other}]) {urls['a']} (<{token}>)", True),
            (f"{urls['b']} ([{other}] Not <{token}>) (<{token}>)", True),
            ("<http://elsewhere/files/a> (<urn:x>)", False)):
        assert client("PROPPATCH", f"{path}/a", b'<propertyupdate xmlns="DAV:"/>', **{"if": condition}).status \
            == (207 if holds else 412), condition
    for bad in ("", "()", "(", "x", "(<a)", "([a)", "<a>", "(Not)", "(<a>) x", "(" + "<a>" * 65 + ")", "\t(\t)"):
        answer = client("PROPPATCH", f"{path}/a", b'<propertyupdate xmlns="DAV:"/>', **{"if": bad})
        assert answer.status in (400, 423), bad


def test_a_lock_protects_a_free_name_and_a_folder(client, place):
    folder, path = place
    token, answer = client.lock(f"{path}/new")
    assert answer.status == 201 and (folder / "new").read_bytes() == b""
    deep, _ = client.lock(f"{path}/deep", depth="infinity")
    assert client("UNLOCK", f"{path}/deep", lock_token=f"<{deep}>").status == 204
    (folder / "deep").unlink()
    (folder / "deep").mkdir()
    deep, _ = client.lock(f"{path}/deep", depth="infinity")
    assert client("PUT", f"{path}/deep/x", b"").status == 423
    assert client("PUT", f"{path}/deep/x", b"", **{"if": f"</files/{path}/deep> (<{deep}>)"}).status == 201
    # Deleted with its file.
    assert client("DELETE", f"{path}/new", **{"if": f"(<{token}>)"}).status == 204
    assert client("PUT", f"{path}/new", b"").status == 201


def test_many_locks(server, client, place):
    """LOCKS sets how many are asked for (campaign: 10,000)."""
    _, path = place
    memory, statuses, given, count = server.resident(), [], [], int(os.environ.get("LOCKS", 2000))
    for number in range(count):
        file, scope = (f"{path}/a", "shared") if number % 2 else (f"{path}/{number}", "exclusive")
        token, answer = client.lock(file, scope)
        statuses.append(answer.status)
        given += [(file, token)] if token else []
    assert set(statuses) == {200, 201, 507} and 256 < len(given) <= 512
    assert server.refused()["too_many_locks"] == statuses.count(507)
    grown = server.resident() - memory
    figure(f"{count} locks, of which {len(given)} were given: {grown} kB more")
    assert grown < 8192
    assert client("DELETE", path).status == 423
    for file, token in given:
        assert client("UNLOCK", file, lock_token=f"<{token}>").status == 204
    assert client("DELETE", path).status == 204


# Floods.

def test_slow_bodies(server, place):
    """Each body that trickles is given up after ten seconds, and leaves no file."""
    folder, path = place
    before = server.counts()["slow_request"]
    head = f"HTTP/1.1\r\nhost: {server.host}\r\nauthorization: {credentials(server.password)}\r\n"
    requests = [f"PUT /files/{path}/a {head}content-length: 1000000\r\n\r\n",
                f"PUT /files/{path}/b {head}transfer-encoding: chunked\r\n\r\n",
                f"PROPFIND /files/{path} {head}content-length: 1000\r\n\r\n",
                f"PUT /files/{path}/c {head}content-length: 9000000000000\r\n\r\n"]
    lines = []
    for text in requests:
        lines.append(socket.create_connection(("127.0.0.1", server.port), 60))
        lines[-1].sendall(text.encode())
    ends, left = time.monotonic() + 60, list(lines)
    while left:
        assert time.monotonic() < ends
        for line in list(left):
            try:
                line.sendall(b"1\r\nx\r\n" if line is lines[1] else b"x")
                line.settimeout(0.2)
                if line.recv(4096) == b"":
                    left.remove(line)
            except TimeoutError:
                pass
            except OSError:
                left.remove(line)
    server.until(lambda counts: counts["slow_request"] - before >= 3 and not os.listdir(folder))


def test_a_flood_without_a_password_disturbs_no_finger(plugin, tmp_path):
    with FileServer(tmp_path, plugin=plugin.port) as server:
        server.until(lambda counts: counts["plugin"] == plugin.port)
        line, client = playing(server, plugin), server.client()
        memory, first, before = server.resident(), len(plugin.touches), server.counts()
        requests = [b"PROPFIND /files/ HTTP/1.1\r\nhost: %s\r\n\r\n", b"GET /files/scenes HTTP/1.1\r\nhost: %s\r\n"
                    b"authorization: Basic dGFjdHVzOng=\r\n\r\n", b"PUT /files/scenes/x HTTP/1.1\r\nhost: %s\r\n"
                    b"content-length: 1000000\r\n\r\n" + bytes(30_000)]
        strangers = []
        for number in range(1000):
            own = (f"127.1.{number % 200}.1", 0)
            stranger = socket.create_connection(("127.0.0.1", server.port), 10, own)
            stranger.sendall(requests[number % 3].replace(b"%s", server.host.encode()))
            strangers.append(stranger)
            if number % 25 == 0:
                line.send(alive(1, 2, 3))
                line.send(points((2, 1, number / 1000, 0.5)))
                # Who has a password goes on.
                assert client("PUT", "scenes/a", b"x" * 100_000).status in (201, 204)
        server.until(lambda counts: counts["no_password"] + counts["wrong_password"]
                     >= before["no_password"] + before["wrong_password"] + 900)
        line.send(alive(1, 2, 3))
        assert set(plugin.touches[first:]) == {3}, "a finger was lifted"
        for stranger in strangers:
            stranger.close()
        ends(line, plugin)
        grown = server.resident() - memory
        figure(f"a thousand requests for files without a password: {grown} kB more")
        assert grown < 16_384 and os.listdir(server.data / "scenes") == ["a"]


def test_answers_that_nobody_reads(server, client, place):
    """Large lists are asked for and not read: memory is bounded, and others are answered."""
    folder, path = place
    for number in range(4000):
        (folder / f"{number:060}").touch()
    memory, lines = server.resident(), []
    text = (f"PROPFIND /files/{path} HTTP/1.1\r\nhost: {server.host}\r\nauthorization: "
            f"{credentials(server.password)}\r\ndepth: 1\r\n\r\n").encode()
    for _ in range(60):
        lines.append(socket.create_connection(("127.0.0.1", server.port), 60))
        lines[-1].setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        lines[-1].sendall(text)
    server.until(lambda counts: counts["files_busy"] > 0)
    grown = server.resident() - memory
    figure(f"60 lists of 4,000 files that nobody reads: {grown} kB more")
    assert grown < 131_072
    for line in lines:
        line.close()
    server.until(lambda counts: counts["connections"] == 1)
    assert client("PROPFIND", path, depth="1").status == 207
    for number in range(4000, 5001):
        (folder / f"{number:060}").touch()
    assert client("PROPFIND", path, depth="1").status == 507
