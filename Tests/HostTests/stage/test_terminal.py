"""The view on a terminal, and its keys: a pseudo-terminal in place of a window with one."""
import fcntl
import json
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time

import pytest

import osc
from graph import jackd
from stage import BUNDLE, TACTUS


class Terminal:
    """`tactus play` on a terminal of its own, and all that it wrote."""

    def __init__(self, graph, *words, size=(80, 24)):
        self.own, other = pty.openpty()
        fcntl.ioctl(self.own, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        self.text, self.all = "", ""
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
                text = os.read(self.own, 65536).decode("utf-8", "replace")
                self.text += text
                self.all += text
        self.text = self.text[match.end():]

    def press(self, key):
        os.write(self.own, key.encode())

    def screen(self):
        """The lines of the last picture that is complete, without colors."""
        picture = self.all.split("\x1b[H")[-2]
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", picture).split("\r\n")

    def end(self):
        """Quits; what the terminal shows afterwards."""
        self.press("q")
        while True:
            try:
                text = os.read(self.own, 65536).decode("utf-8", "replace")
            except OSError:  # the last program has closed it
                break
            if not text:
                break
            self.all += text
        assert self.child.wait(60) == 0
        return self.all.split("\x1b[?1049l")[1]

    def close(self):
        self.child.kill()
        self.child.wait()
        os.close(self.own)


def test_keys_and_view():
    with jackd() as graph:
        terminal = Terminal(graph, "pluck", "--no-take")
        try:
            terminal.wait("the patch is “Pluck”")
            terminal.wait("stopped.*120 bpm, internal")
            terminal.press(" ")
            terminal.wait("the time runs")
            terminal.wait("bar [2-9] beat 3")
            terminal.press("n")
            terminal.wait("the patch is “(?!Pluck)")
            terminal.press("p")
            terminal.press("x")
            terminal.wait("all notes end")
            terminal.press("r")
            terminal.wait("● recording 0:00:0[1-9]")
            terminal.press("r")
            terminal.wait(r"tactus-.*\.wav: 0:00:0\d, \d+ frames")
            terminal.wait("(?!120 )[0-9.]+ bpm, internal", key="t")
            assert re.search(r"tactus-.*\.wav: 0:00:0\d", terminal.end()), "it is there when the view has gone"
        finally:
            terminal.close()


@pytest.mark.parametrize("size", [(80, 24), (200, 50)])
def test_a_concert_fills_the_terminal(size):
    tone = {"patch": "pluck"}
    concert = {"version": 1, "name": "evening", "songs": [
        {"title": "Rain", "notes": "capo 2", "tempo": 97, "start": "count_in",
         "instruments": [{"name": "low", **tone}, {"name": "high", "mute": True, **tone}]},
        {"title": "Night bus", "instruments": [tone]}]}
    with jackd() as graph:
        (graph.folder / "evening.concert.json").write_text(json.dumps(concert))
        terminal = Terminal(graph, str(graph.folder / "evening.concert.json"), size=size)
        try:
            terminal.wait("bar [2-9] beat")
            screen = terminal.screen()
            assert len(screen) == size[1] and max(map(len, screen)) <= size[0]
            assert screen[0].startswith("song 1 of 2") and screen[0].rstrip().endswith("free")
            large = [line for line in screen if "██" in line]
            assert len(large) >= (4 if size[1] == 24 else 9), "the title is large"
            text = "\n".join(screen)
            for part in ("next Night bus", "  capo 2", "97 bpm, internal", "low  ▯", "high ▯", " muted", "all  ▯",
                         "dropout", "CPU ", "? keys"):
                assert part in text, part
            terminal.press("?")
            terminal.wait("end all notes")
            assert terminal.screen() and "  n " in "\n".join(terminal.screen())
            terminal.press("?")
            terminal.press("n")
            terminal.wait("song 2 of 2: “Night bus”")
            terminal.wait("song 2 of 2")
            assert "“Night bus”" in terminal.end()
        finally:
            terminal.close()
