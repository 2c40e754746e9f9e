"""How long a finger waits while others flood the port, and how long a host's quitting takes meanwhile.

The built bundle in a small host, loopback only. `make campaign` runs it; CAMPAIGN_BUNDLES names the folder
of another build. Each attack is bounded in count and time. A finger begins and ends again and again; its
delay is the time from its packet to the block in which the plugin counts it, which contains the plugin's own
constant delay of one and a half blocks. The figures of the quiet run tell how busy the machine is."""
import os
import pathlib
import random
import socket
import struct
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "HostTests")]
import conftest  # noqa: E402, F401
import osc  # noqa: E402

BLOCK, RATE = 64, 48000
SECONDS = float(os.environ.get("CAMPAIGN_SECONDS", "6"))
PATCHES = 1000
LONGEST = 30  # seconds that a tap is waited for
ATTACKS = ["list", "stats", "connections", "malformed"]
COUNTS = {"list": 2000, "stats": 100_000, "connections": 3000, "malformed": 100_000}


def attack(kind, port):
    """One attack, as fast as one process can send it."""
    sender = osc.Sender(port)
    packet = {"list": osc.message("/tactus/patch/list"), "stats": osc.message("/tactus/stats")}.get(kind)
    if packet:
        for _ in range(COUNTS[kind]):
            sender.send(packet)
    elif kind == "malformed":
        numbers = random.Random(4)
        good = osc.touch("moved", 1, 0.5, 0.5)
        packets = []
        for _ in range(1000):
            # None of them may begin a touch: cut short, or with another address.
            bad = bytearray(good)
            for _ in range(3):
                bad[numbers.randrange(16, len(bad))] = numbers.randrange(256)
            bad[numbers.randrange(8)] ^= 1 + numbers.randrange(254)
            packets.append(bytes(bad[:numbers.choice([len(bad), numbers.randrange(len(bad))])]))
        for index in range(COUNTS[kind]):
            sender.send(packets[index % len(packets)])
    else:
        packet = osc.message("/tactus/patch/list")
        framed = struct.pack(">i", len(packet)) + packet
        for _ in range(COUNTS[kind]):
            with socket.socket() as connection:
                connection.settimeout(1)
                try:
                    connection.connect(("127.0.0.1", port))
                    connection.send(framed)
                except OSError:
                    pass


def waits():
    """How long the input thread and this one have waited for a processor, in milliseconds, by the kernel."""
    found = {}
    for task in pathlib.Path("/proc/self/task").iterdir():
        name = (task / "comm").read_text().strip()
        found[name] = int((task / "schedstat").read_text().split()[1]) / 1e6
    own = (pathlib.Path("/proc/thread-self") / "schedstat").read_text()
    return found["tactus-input"], int(own.split()[1]) / 1e6


class Host:
    """An instance that runs in real time in blocks of 64 frames, and a finger that taps."""

    def __init__(self):
        from lv2host import Plugin
        self.port = osc.free_port()
        self.plugin = Plugin(longest_block=BLOCK, osc_listen=1, osc_port=self.port, polyphony=8)
        self.sender = osc.Sender(self.port)
        self.due = time.monotonic()
        self.run(0.5)
        assert int(self.plugin["live_osc_port"]) == self.port

    def block(self):
        self.plugin.run(BLOCK)
        # What is missed is left out, as by JACK. Blocks that follow at once to make up for it would set the
        # clock of arrivals back by as much, for a while.
        self.due = max(self.due + BLOCK / RATE, time.monotonic())
        time.sleep(max(self.due - time.monotonic(), 0))

    def run(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.block()

    def taps(self, goes_on):
        """The delays of a finger's beginnings and ends in milliseconds, each with what the input thread and
        the host waited for a processor meanwhile; and how many had to be sent again because nothing had come
        of them within half a second: the socket was full, or the delay is longer."""
        delays, again, down, identifier, pauses = [], 0, False, 0, random.Random(5)
        while goes_on():
            for _ in range(pauses.randrange(3, 12)):
                self.block()
            down = not down
            identifier += down
            packet = osc.touch("began" if down else "ended", identifier, 0.5, 0.5)
            before = waits()
            began = sent = time.monotonic()
            self.sender.send(packet)
            while self.plugin["live_count"] != down and time.monotonic() - began < LONGEST:
                self.block()
                if time.monotonic() - sent > 0.5:
                    sent, again = time.monotonic(), again + 1
                    self.sender.send(packet)
            delay = (time.monotonic() - began) * 1000
            delays.append((delay, *(after - then for after, then in zip(waits(), before))))
        self.sender.send(osc.message("/tactus/panic"))
        self.run(0.2)
        return sorted(delays), again


def attackers(kinds, port):
    return [subprocess.Popen([sys.executable, __file__, "--attack", kind, str(port)]) for kind in kinds]


def taps(kinds):
    """The delays of a finger during attacks; none: in quiet."""
    host, began = Host(), time.monotonic()
    running = attackers(kinds, host.port)
    delays, again = host.taps(lambda: time.monotonic() - began < (60 if kinds else SECONDS)
                              and (not kinds or any(each.poll() is None for each in running)))
    seconds = time.monotonic() - began
    for each in running:
        each.kill()
        each.wait()
    name = "quiet" if not kinds else kinds[0] if len(kinds) == 1 else "together"
    longest, thread, own = delays[-1]
    print(f"{name:12} {len(delays):5} taps: median {delays[len(delays) // 2][0]:6.1f} ms, 99 % "
          f"{delays[int(len(delays) * 0.99)][0]:6.1f} ms, longest {longest:7.1f} ms (the input thread waited "
          f"{thread:.1f} ms of it for a processor, the host {own:.1f} ms), {sum(d[0] > 10 for d in delays)} "
          f"above 10 ms, sent again {again}; {seconds:.1f} s", flush=True)


def quitting(kinds):
    """How long a host takes to remove the instance during attacks."""
    host = Host()
    running = attackers(kinds, host.port)
    host.run(0.5)
    began = time.monotonic()
    host.plugin.__exit__()
    print(f"quitting during {'+'.join(kinds)}: {(time.monotonic() - began) * 1000:.1f} ms", flush=True)
    for each in running:
        each.kill()
        each.wait()


def forged(_):
    """One packet that seems to come from the instance itself, by a raw socket; needs root."""
    host = Host()
    packet = osc.message("/tactus/stats")

    def packets():
        host.sender.socket.settimeout(1)
        while True:
            found = osc.messages(host.sender.ask(packet))[0]
            if found[0].endswith("stats"):
                return dict(zip(found[1::2], found[2::2]))["packets"]

    before = packets()
    datagram = struct.pack(">HHHH", host.port, host.port, 8 + len(packet), 0) + packet
    address = socket.inet_aton("127.0.0.1")
    header = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(datagram), 1, 0, 64, 17, 0, address, address)
    with socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_RAW) as raw:
        raw.sendto(header + datagram, ("127.0.0.1", 0))
    host.run(2)
    host.sender = osc.Sender(host.port)
    print(f"one forged packet: {packets() - before - 2} further packets in 2 s", flush=True)


def main():
    # Each measurement is a process of its own, so that none waits for what another one has left.
    word, kinds = (sys.argv[1:] + [""])[0], [kind for kind in "".join(sys.argv[2:3]).split("+") if kind]
    if word == "--attack":
        return attack(sys.argv[2], int(sys.argv[3]))
    if "CAMPAIGN_BUNDLES" in os.environ:
        os.environ["LV2_PATH"] = os.environ["CAMPAIGN_BUNDLES"] + ":/usr/lib/lv2"
    if word:
        {"--taps": taps, "--quit": quitting, "--forged": forged}[word](kinds)
        sys.stdout.flush()
        os._exit(0)
    with tempfile.TemporaryDirectory() as home:
        # A thousand patches of the user, so that a list is long.
        folder = pathlib.Path(home, "tactus", "patches")
        folder.mkdir(parents=True)
        texts = [path.read_text() for path in sorted(
            (conftest.ROOT / "bundle" / "patches").glob("*.json"))]
        for index in range(PATCHES):
            (folder / f"user {index:04}.json").write_text(texts[index % len(texts)])
        os.environ["XDG_DATA_HOME"] = os.environ["XDG_CONFIG_HOME"] = home
        subprocess.run(["make", "-s", "-C", str(conftest.ROOT / "Tests" / "MiniHost")], check=True)
        runs = [["--taps", ""], *(["--taps", kind] for kind in ATTACKS), ["--taps", "+".join(ATTACKS)],
                ["--quit", "list"], ["--quit", "connections"], ["--quit", "+".join(ATTACKS)]]
        for each in runs + ([["--forged"]] if os.geteuid() == 0 else []):
            subprocess.run([sys.executable, __file__, *each], check=True)


main()
