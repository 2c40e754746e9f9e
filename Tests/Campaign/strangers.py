"""Measures how much attackers disturb a tablet that plays: the server's memory, the finger's delay, the time to join.

Needs root, because the server, the tablet and the attackers run in network namespaces. The attackers have a hundred
addresses and one processor; in the server's namespace, another user attacks locally. `make campaign` runs it.
CAMPAIGN_SECONDS sets the duration, CAMPAIGN_BUNDLES the folder of another build, and TACTUS its command. On a busy
machine, CAMPAIGN_SHARED=1 gives the measured processes one processor with priority, and the attackers the other.

The finger's delay is the time from the page's message to the block in which the plugin shows its place. It always
includes the server's 20 ms and one and a half blocks of the plugin."""
import json
import os
import pathlib
import pwd
import random
import re
import signal
import socket
import ssl
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "HostTests")]
import conftest  # noqa: E402, F401
import osc  # noqa: E402
from surface import COMMAND, points  # noqa: E402
from websocket import WebSocket  # noqa: E402

BUNDLES = os.environ.get("CAMPAIGN_BUNDLES", str(conftest.BUILD))
os.environ["LV2_PATH"] = f"{BUNDLES}:/usr/lib/lv2"
SECONDS = float(os.environ.get("CAMPAIGN_SECONDS", "300"))
QUIET = min(30, SECONDS)
SERVER, TABLET, PLUGIN_PORT, PAGE_PORT = "10.77.0.2", "10.77.0.3", 3333, 8808
SPACES = ["tactus-server", "tactus-tablet", "tactus-others"]
STRANGERS = [f"10.77.0.{number}" for number in range(100, 200)]


def run(words):
    subprocess.run(words.split(), check=True)


def remove_spaces():
    for space in SPACES:
        subprocess.run(["ip", "netns", "del", space], stderr=subprocess.DEVNULL)


def make_spaces():
    remove_spaces()
    for space in SPACES:
        run(f"ip netns add {space}")
        run(f"ip -n {space} link set lo up")
    run("ip -n tactus-server link add bridge type bridge")
    run(f"ip -n tactus-server addr add {SERVER}/24 dev bridge")
    run("ip -n tactus-server link set bridge up")
    for space, addresses in (("tactus-tablet", [TABLET]), ("tactus-others", STRANGERS)):
        run(f"ip -n tactus-server link add {space} type veth peer name eth0 netns {space}")
        run(f"ip -n tactus-server link set {space} master bridge up")
        run(f"ip -n {space} link set eth0 up")
        for address in addresses:
            run(f"ip -n {space} addr add {address}/24 dev eth0")


def inside(space, *words, cores=None, user=None, **options):
    command = ["ip", "netns", "exec", space]
    if not cores and os.environ.get("CAMPAIGN_SHARED"):
        command += ["taskset", "-c", "0", "nice", "-n", "-15"]
    command += ["taskset", "-c", cores] if cores else []
    command += ["setpriv", f"--reuid={user}", "--clear-groups"] if user else []
    return subprocess.Popen([*command, *words], **options)


def secret():
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context.wrap_socket


# The attacks. Each continues until it is killed.

def connect(source=None, timeout=5):
    line = socket.socket()
    line.settimeout(timeout)
    if source:
        line.bind((source, 0))
    line.connect((SERVER, PAGE_PORT))
    return line


def pipelines():
    """Requests whose answers are never read."""
    request = f"GET /surface.css HTTP/1.1\r\nhost: {SERVER}:{PAGE_PORT}\r\n\r\n".encode()
    while True:
        lines = []
        for number in range(8):
            try:
                lines.append(secret()(connect(STRANGERS[number])))
            except OSError:
                pass
        end = time.monotonic() + 3
        while lines and time.monotonic() < end:
            for line in list(lines):
                try:
                    line.settimeout(0.05)
                    line.sendall(request * 50)
                except TimeoutError:
                    pass
                except OSError:
                    lines.remove(line)


def connections():
    """400 connections a second, half of which send a TLS hello."""
    hello, waiting, number = b"\x16\x03\x01\x00\xf8\x01\x00\x00\xf4\x03\x03", [], 0
    while True:
        number += 1
        try:
            line = connect(STRANGERS[number % len(STRANGERS)], 0.5)
            if number % 2:
                line.sendall(hello + os.urandom(40))
            waiting.append(line)
        except OSError:
            pass
        if len(waiting) > 300:
            waiting.pop(0).close()
        time.sleep(1 / 400)


def one_address():
    """As many connections as one address can open."""
    waiting = []
    while True:
        try:
            waiting.append(connect(STRANGERS[0], 0.5))
        except OSError:
            pass
        if len(waiting) > 300:
            waiting.pop(0).close()


def handshakes():
    """Complete handshakes with a request for the page, which is refused; and random bytes."""
    source = random.Random(38)
    while True:
        try:
            with secret()(connect(source.choice(STRANGERS), 2)) as line:
                line.sendall(f"GET / HTTP/1.1\r\nhost: {SERVER}:{PAGE_PORT}\r\n\r\n".encode())
                line.recv(4096)
            with connect(source.choice(STRANGERS), 2) as line:
                line.sendall(source.randbytes(source.randrange(2000)))
        except OSError:
            pass


def requests(addresses=STRANGERS, target=SERVER):
    """Requests to the plugin from all addresses, and touches from 256 ports."""
    lines = []
    for address in addresses:
        line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        line.bind((address, 0))
        line.setblocking(False)
        lines.append(line)
    players = []
    for number in range(256):
        line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        line.bind((addresses[number % len(addresses)], 0))
        players.append(line)
    packets = [osc.message("/tactus/patch/list"), osc.message("/tactus/patch/get"),
               osc.message("/tactus/patch/library"), osc.message("/tactus/stats"),
               osc.message("/tactus/patch/library", '{"room": true}'), osc.message("/tactus/subscribe"),
               osc.message("/tactus/patch/save", "stolen")]
    number = 0
    while True:
        for line in lines:
            number += 1
            try:
                line.sendto(packets[number % len(packets)], (target, PLUGIN_PORT))
                while line.recv(65536):
                    pass
            except OSError:
                pass
        for line in players[number % 256::8]:
            # Each port is a sender that takes a number. The touches go to another surface, so that they are not played.
            line.sendto(osc.message("/tactus/surface/9/touch", "began", 1, 0.1, 0.1), (target, PLUGIN_PORT))
        time.sleep(0.05)


def user():
    """Another user of the server's machine: the page with the code, the room, files, and the control socket."""
    stolen, folder = [], os.environ["RUNTIME"]
    line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    line.setblocking(False)
    packets = [osc.message("/tactus/patch/library", '{"room": true}'), osc.message("/tactus/patch/get"),
               osc.message("/tactus/patch/save", "stolen"), osc.message("/tactus/stats")]
    while True:
        for host in (SERVER, "127.0.0.1"):
            try:
                with secret()(socket.create_connection((SERVER, PAGE_PORT), 2)) as page:
                    page.sendall(f"GET /qr HTTP/1.1\r\nhost: {host}:{PAGE_PORT}\r\n\r\n".encode())
                    stolen += [b"/join/" in page.recv(1 << 20)]
            except OSError:
                pass
        for _ in range(50):
            for packet in packets:
                line.sendto(packet, ("127.0.0.1", PLUGIN_PORT))
        try:
            while answer := line.recv(65536):
                # With *Network*, it may read the patch like any remote machine, but neither save nor see the room.
                stolen.append(b"/join/" in answer or b"/patch/changed" in answer)
        except OSError:
            pass
        try:
            stolen.append(bool(os.listdir(folder)))
        except OSError:
            pass
        if any(stolen):
            print("another user got the token, a file or the control socket", flush=True)
            return
        stolen.clear()
        time.sleep(0.05)


ATTACKS = [pipelines, connections, one_address, handshakes, requests]


# The plugin and the tablet.

def plugin(log):
    """Runs the instrument in real time and logs when each place of the last touch was seen."""
    from lv2host import Plugin
    block, ends, late = 64, [], 0
    signal.signal(signal.SIGTERM, lambda *_: ends.append(1))
    with Plugin(longest_block=block, osc_listen=2, osc_port=PLUGIN_PORT) as instance, open(log, "w") as file:
        due, last, blocks = time.monotonic(), 0.0, 0
        while not ends:
            instance.run(block)
            blocks += 1
            now, x = time.monotonic(), float(instance["live_last_x"])
            if abs(x - last) > 1e-6:
                last = x
                file.write(f"{now} {x}\n")
            if now - due > 0.02:
                late += 1
            due = max(due + block / 48000, now)
            time.sleep(max(due - time.monotonic(), 0))
            if blocks % 750 == 0:
                file.flush()
        file.write(f"# {blocks} blocks, {late} late by 20 ms or more\n")


def join(token):
    """Joins as a new tablet (link, page, socket) and returns the seconds that it took."""
    began, host = time.monotonic(), f"{SERVER}:{PAGE_PORT}"
    for path, cookie in ((f"/join/{token}", ""), ("/", f"cookie: tactus_{PAGE_PORT}={token}\r\n")):
        with secret()(socket.create_connection((SERVER, PAGE_PORT), 20)) as line:
            line.sendall(f"GET {path} HTTP/1.1\r\nhost: {host}\r\n{cookie}\r\n".encode())
            status = int(line.recv(65536).split()[1])
            assert status in (200, 303), status
    with WebSocket(PAGE_PORT, address=SERVER, timeout=20, wrap=secret(), origin=f"https://{host}",
                   cookie=f"tactus_{PAGE_PORT}={token}") as line:
        assert line.status == 101, line.status
    return time.monotonic() - began


def tablet(token, log):
    """A finger that jumps to a new place ten times a second, and a new tablet every five seconds."""
    host = f"{SERVER}:{PAGE_PORT}"
    line = WebSocket(PAGE_PORT, address=SERVER, wrap=secret(), origin=f"https://{host}",
                     cookie=f"tactus_{PAGE_PORT}={token}")
    assert line.status == 101

    def read():
        try:
            while line.line.recv(1 << 20):
                pass
        except (OSError, ValueError):
            pass

    threading.Thread(target=read, daemon=True).start()
    source, ends, joins, number = random.Random(5), [], time.monotonic(), 0
    signal.signal(signal.SIGTERM, lambda *_: ends.append(1))
    joined = []

    def enter():
        try:
            joined.append(("joined", join(token)))
        except (OSError, AssertionError, IndexError) as error:
            joined.append(("failed", repr(error)))

    with open(log, "w") as file:
        line.send(points((1, 1, 0.5, 0.5)))
        while not ends:
            number += 1
            x = 0.2 + 0.6 * (number % 997) / 997
            now = time.monotonic()
            line.send(points((2, 1, x, 0.5), at=now))
            file.write(f"{now} {x}\n")
            time.sleep(source.uniform(0.05, 0.15))
            if now - joins > 5:
                joins = now
                threading.Thread(target=enter, daemon=True).start()
        for word, value in joined:
            file.write(f"# {word} {value}\n")


def delays(tablet_log, plugin_log, begin, end):
    """The milliseconds from sending each place to seeing it, or None if it was never seen."""
    def rows(path):
        return [tuple(map(float, row.split())) for row in pathlib.Path(path).read_text().splitlines()
                if row and row[0] != "#"]
    seen, at, found = rows(plugin_log), 0, []
    for sent, x in rows(tablet_log):
        if not begin <= sent < end:
            continue
        while at < len(seen) and seen[at][0] < sent:
            at += 1
        hit = next((time for time, place in seen[at:at + 4000] if abs(place - x) < 2e-4), None)
        found.append(None if hit is None or hit - sent > 5 else (hit - sent) * 1000)
    return found


def resident(process):
    with open(f"/proc/{process}/status") as file:
        return int(file.read().split("VmRSS:")[1].split()[0]) / 1024


def main():
    folder = pathlib.Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    for name in ("runtime", "config", "data"):
        (folder / name).mkdir(mode=0o700)
    os.environ.update(XDG_RUNTIME_DIR=str(folder / "runtime"), XDG_CONFIG_HOME=str(folder / "config"),
                      XDG_DATA_HOME=str(folder / "data"), RUNTIME=str(folder / "runtime"), LC_ALL="C")
    subprocess.run(["make", "-s", "-C", str(conftest.ROOT / "Tests" / "MiniHost")], check=True)
    make_spaces()
    running, myself = [], [sys.executable, __file__]
    try:
        # A host's audio thread has real-time priority.
        host = inside("tactus-server", "chrt", "-f", "5", *myself, "--plugin", str(folder / "seen"))
        running.append(host)
        server = inside("tactus-server", str(COMMAND), "surface", "--address", SERVER, "--port", str(PAGE_PORT),
                        "--plugin", str(PLUGIN_PORT), "--bundle",
                        f"{BUNDLES}/tactus.lv2",
                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        running.append(server)
        token = server.stdout.readline().strip().rsplit("/", 1)[1]
        said = []
        threading.Thread(target=lambda: said.extend(server.stderr), daemon=True).start()
        end = time.monotonic() + 60
        while not any("it plays the plugin" in row for row in said):
            assert time.monotonic() < end, said
            time.sleep(0.1)
        finger = inside("tactus-tablet", *myself, "--tablet", token, str(folder / "sent"))
        running.append(finger)
        time.sleep(2)
        begin = time.monotonic()
        time.sleep(QUIET)
        quiet = time.monotonic()
        attackers = [inside("tactus-others", *myself, "--attack", each.__name__, cores="1")
                     for each in ATTACKS]
        nobody = pwd.getpwnam("nobody").pw_uid
        attackers.append(inside("tactus-server", *myself, "--attack", "user", cores="1", user=nobody,
                                stdout=subprocess.PIPE, text=True))
        running += attackers
        most = 0.0
        while time.monotonic() - quiet < SECONDS:
            time.sleep(0.25)
            if server.poll() is not None:
                break
            most = max(most, resident(server.pid))
        end = time.monotonic()
        survived = server.poll() is None
        for each in attackers:
            each.kill()
        for each in (finger, host):
            each.terminate()
            each.wait()
        stolen = attackers[-1].stdout.read()
        if survived:
            server.terminate()
            server.wait(60)
    finally:
        for each in running:
            if each.poll() is None:
                each.kill()
        remove_spaces()

    def show(name, found):
        whole = sorted(each for each in found if each is not None)
        p99 = whole[int(len(whole) * 0.99)] if whole else float("nan")
        median = statistics.median(whole) if whole else float("nan")
        print(f"{name:12} {len(found)} places: median {median:.1f} ms, 99 % {p99:.1f} ms, longest "
              f"{max(whole, default=0):.1f} ms, {found.count(None)} never seen", flush=True)
        return p99

    idle = show("quiet", delays(folder / "sent", folder / "seen", begin, quiet))
    # Places sent in the last seconds may not have been seen before the end.
    attacked = show("attacked", delays(folder / "sent", folder / "seen", quiet, end - 2))
    rows = (folder / "sent").read_text().splitlines()
    joined = [float(row.split()[2]) for row in rows if row.startswith("# joined")]
    failed = [row for row in rows if row.startswith("# failed")]
    print(f"new tablets: {len(joined)} joined, longest {max(joined, default=float('nan')):.2f} s; "
          f"{len(failed)} failed {failed[:3]}")
    print((folder / "seen").read_text().splitlines()[-1])
    print(f"server: {'alive' if survived else 'dead'}, at most {most:.0f} MB resident, {end - quiet:.0f} s")
    print("console:", *(row.strip() for row in said if "refused" in row), sep="\n  ")
    print("another user:", stolen.strip() or "got nothing")
    faults = []
    if not survived:
        faults.append("the server is dead")
    if most > 200:
        faults.append("more than 200 MB")
    if not attacked <= idle + 10:
        faults.append("the finger is late")
    if failed or max(joined, default=9) > 2:
        faults.append("a tablet could not join")
    if stolen.strip():
        faults.append("another user was answered")
    if not any("refused" in row for row in said):
        faults.append("the console shows no refusals")
    print("result:", "; ".join(faults) or "held")
    return bool(faults)


if __name__ == "__main__":
    words = sys.argv[1:]
    if words[:1] == ["--attack"]:
        globals()[words[1]]()
    elif words[:1] == ["--plugin"]:
        plugin(words[1])
    elif words[:1] == ["--tablet"]:
        tablet(words[1], words[2])
    else:
        sys.exit(main())
