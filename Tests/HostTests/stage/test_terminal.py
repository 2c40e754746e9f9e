"""The view on a terminal, and its keys: a pseudo-terminal in place of a window with one."""
import os
import pty
import re
import select
import subprocess
import time

import osc
from graph import jackd
from stage import BUNDLE, TACTUS


class Terminal:
    """`tactus play` on a terminal of its own, and all that it wrote."""

    def __init__(self, graph, *words):
        self.own, other = pty.openpty()
        self.text = ""
        self.child = subprocess.Popen(
            [str(TACTUS), "play", "--bundle", str(BUNDLE), "--port", str(osc.free_port()), *words],
            stdin=other, stdout=other, stderr=other, env=graph.environment, cwd=graph.folder,
            start_new_session=True)
        os.close(other)

    def wait(self, pattern, seconds=60, key=""):
        """Reads until the text has a match, behind which the next search begins. Presses a key meanwhile,
        again and again."""
        end, pressed = time.monotonic() + seconds, 0
        while not (match := re.search(pattern, self.text)):
            assert time.monotonic() < end, f"no {pattern!r} in {self.text[-2000:]!r}"
            if key and time.monotonic() > pressed + 0.3:
                self.press(key)
                pressed = time.monotonic()
            if select.select([self.own], [], [], 0.1)[0]:
                self.text += os.read(self.own, 65536).decode()
        self.text = self.text[match.end():]

    def press(self, key):
        os.write(self.own, key.encode())


def test_keys_and_view():
    with jackd() as graph:
        terminal = Terminal(graph, "pluck", "--no-take")
        try:
            terminal.wait("patch Pluck")
            terminal.wait("internal 120 a minute, stopped")
            terminal.press(" ")
            terminal.wait("internal 120 a minute, beat 3")
            terminal.press("n")
            terminal.wait("the patch is “(?!Pluck)")
            terminal.press("p")
            terminal.press("x")
            terminal.wait("all notes end")
            terminal.press("r")
            terminal.wait("recording 0:00:0[1-9]")
            terminal.press("r")
            terminal.wait(r"tactus-.*\.wav: 0:00:0\d, \d+ frames")
            terminal.wait("internal (?!120 )[0-9.]+ a minute", key="t")
            terminal.press("q")
            assert terminal.child.wait(60) == 0
        finally:
            terminal.child.kill()
            terminal.child.wait()
            os.close(terminal.own)
