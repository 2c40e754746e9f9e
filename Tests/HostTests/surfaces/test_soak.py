"""Twenty-four senders of ten fingers at 120 Hz in six languages send, through a relay that loses 5 % of the
packets, doubles 5 % and changes their order, to one instance in the trap."""
import os
import subprocess
import time

import hands
import osc
from conftest import HOST, PLUGIN, figure

LANGUAGES = ["tuio", "tuio2", "tactus", "json", "pdparty", "touchosc"]


def stats(sender):
    sender.socket.setblocking(True)
    sender.socket.settimeout(60)
    sender.send(osc.message("/tactus/stats"))
    while True:
        for found in osc.messages(sender.socket.recv(65536)):
            if found[0] == "/tactus/answer/stats":
                return dict(zip(found[1::2], found[2::2]))


def ports_of(process):
    """The UDP ports that a process has open."""
    inodes = set()
    for link in os.scandir(f"/proc/{process.pid}/fd"):
        try:
            inodes.add(os.readlink(link.path)[8:-1])
        except OSError:
            pass
    rows = [line.split() for line in open("/proc/net/udp").read().splitlines()[1:]]
    return [int(row[1].split(":")[1], 16) for row in rows if row[9] in inodes]


def test_the_audio_thread_allocates_nothing_meanwhile():
    """The trap of Tests/RealTimeTrap, while packets of all languages arrive: no allocation, lock or system
    call."""
    trap = subprocess.Popen([HOST / "trap", PLUGIN, "10000"],
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    port, end = None, time.monotonic() + 60
    while port is None and time.monotonic() < end and trap.poll() is None:
        port = next((each for each in ports_of(trap) if 3333 <= each <= 3433), None)
        time.sleep(0.02)
    assert port, "the trap's instance listens nowhere"
    while trap.poll() is None:
        hands.play(1, {language: port for language in LANGUAGES})
    text = trap.stdout.read()
    figure("under the trap, with every language: " + "; ".join(text.splitlines()))
    assert trap.returncode == 0, text
