"""Another machine, simulated by a network namespace behind a virtual cable. It needs root."""
import contextlib
import os

from conftest import run


@contextlib.contextmanager
def another_machine():
    """A function that sends a packet from there to a port of this machine, and its address."""
    name, ours, theirs = f"tactus-{os.getpid()}", "10.211.55.1", "10.211.55.2"
    here, there = f"tac{os.getpid()}", f"tad{os.getpid()}"

    def ip(*words):
        code, said = run("ip", *words)
        assert code == 0, f"ip {' '.join(words)}: {said} (this test needs root)"

    def send(port, packet):
        script = (f"import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto("
                  f"bytes.fromhex('{packet.hex()}'), ('{ours}', {port}))")
        ip("netns", "exec", name, "/usr/bin/python3", "-c", script)

    ip("netns", "add", name)
    try:
        ip("link", "add", here, "type", "veth", "peer", "name", there, "netns", name)
        ip("addr", "add", f"{ours}/30", "dev", here)
        ip("link", "set", here, "up")
        ip("-n", name, "addr", "add", f"{theirs}/30", "dev", there)
        ip("-n", name, "link", "set", there, "up")
        yield send, theirs
    finally:
        ip("netns", "del", name)  # and the cable with it
