"""The helper of Link, built from its own folder: two peers agree on tempo, transport and phase.
No network is needed: they meet on loopback."""
import os
import re
import signal
import subprocess
import threading
import time

import numpy
import pytest

import quarters
from conftest import ROOT, figure, run
from graph import jackd, pipewire
from stage import play, probe

SECONDS = float(os.environ.get("LINK_SECONDS", "6"))


@pytest.fixture(scope="module")
def helper(tmp_path_factory):
    """The helper, out of the Debian package that `make deb` makes."""
    folder = tmp_path_factory.mktemp("link")
    code, text = run(ROOT / "link" / "deb", "0.1.0", "2026-11-23", folder, timeout=600)
    assert code == 0, f"run `make deps`\n{text}"
    package, = folder.glob("*.deb")
    assert run("dpkg-deb", "-x", package, folder / "root")[0] == 0
    return folder / "root" / "usr" / "libexec" / "tactus" / "tactus-link"


def test_the_package_has_its_own_licence(helper):
    package, = helper.parents[4].glob("tactus-link_0.1.0_*.deb")
    code, text = run("lintian", "--fail-on", "error,warning", "--allow-root", package)
    assert code == 0, text
    licence = (helper.parents[2] / "share/doc/tactus-link/copyright").read_text()
    assert "License: GPL-2+" in licence and "Ableton AG" in licence and "Boost Software License" in licence


class Peer:
    """A helper that runs, and the lines that it said."""

    def __init__(self, helper, tempo):
        self.child = subprocess.Popen([str(helper), str(tempo), "4"], stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines = []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.child.stdout:
            word, tempo, beat, microseconds, playing, peers = line.split()
            assert word == "link"
            self.lines.append((float(tempo), float(beat), int(microseconds), playing == "1", int(peers)))

    def say(self, line):
        self.child.stdin.write(line + "\n")

    def wait(self, true, seconds=60):
        """Waits until the last line is so; a busy machine may take its time."""
        end = time.monotonic() + seconds
        while not (self.lines and true(*self.lines[-1])):
            assert time.monotonic() < end, f"the helper said only {self.lines[-3:]}"
            time.sleep(0.02)

    def beat(self, microseconds):
        """The beat at a moment, by the last line before it."""
        tempo, beat, then, _, _ = [line for line in self.lines if line[2] <= microseconds][-1]
        return beat + (microseconds - then) / 6e7 * tempo


@pytest.fixture
def peers(helper):
    both = [Peer(helper, 120), Peer(helper, 90)]
    yield both
    for peer in both:
        peer.child.kill()
        peer.child.wait()


def test_tempo_start_and_phase_cross(peers):
    for peer in peers:
        peer.wait(lambda tempo, beat, when, playing, peers: peers >= 1)
    one, other = peers
    one.say("tempo 133.5")
    other.wait(lambda tempo, *_: abs(tempo - 133.5) < 1e-3)
    other.say("play")
    one.wait(lambda tempo, beat, when, playing, peers: playing)
    time.sleep(2.5)  # a line a second of both, after the change
    worst, end = 0.0, time.monotonic() + SECONDS
    while time.monotonic() < end:
        now = time.monotonic_ns() // 1000
        apart = (one.beat(now) - other.beat(now) + 2) % 4 - 2
        worst = max(worst, abs(apart) * 60 / 133.5)
        time.sleep(0.05)
    figure(f"two peers of Link over {SECONDS:.0f} s: phases at most {1e6 * worst:.0f} µs apart")
    assert worst < 1e-4, "the phases differ by more than 0.1 ms"
    one.say("stop")
    other.wait(lambda tempo, beat, when, playing, peers: not playing)


def test_it_ends_with_its_input_and_refuses_wrong_words(helper):
    child = subprocess.Popen([str(helper)], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    child.stdin.close()
    assert child.wait(30) == 0
    assert run(helper, "5")[0] == 64
    assert run(helper, "120", "900")[0] == 64


def test_play_follows_the_session_and_goes_on_without_its_helper(helper):
    """A peer's tempo and start come through `tactus play`, its phase is the peer's, and the time goes on when
    the helper is killed."""
    with jackd() as graph:
        graph.environment["TACTUS_LINK"] = str(helper)
        peer = Peer(helper, 77)
        try:
            with play(graph, "first_touch", "--clock", "link", "--tempo", "120") as stage:
                peer.wait(lambda tempo, beat, when, playing, peers: peers >= 1)
                stage.wait(lambda stage: stage.figures()[-1].get("peers") == 1)
                peer.say("tempo 141")
                peer.say("play")
                stage.wait(lambda stage: stage.figures()[-1]["rolling"]
                           and abs(stage.figures()[-1]["tempo"] - 141) < 1e-3)
                own = subprocess.run(["pgrep", "-P", str(stage.child.pid), "-f", "tactus-link"],
                                     capture_output=True, text=True).stdout.split()
                os.kill(int(own[0]), signal.SIGKILL)
                stage.wait(lambda stage: any("goes on alone" in text for text in stage.said("warning")))
                beat = stage.figures()[-1]["beat"]
                stage.wait(lambda stage: stage.figures()[-1]["beat"] > beat + 2)
        finally:
            peer.child.kill()
            peer.child.wait()


def playback_latency(graph):
    """Frames until the speakers sound what `tactus play` renders, as the server says."""
    _, text = run(*graph.prefix, "jack_lsp", "-l", "tactus:out_left", env=graph.environment)
    return int(re.search(r"playback latency = \[ \d+ (\d+) \]", text)[1])


def test_the_notes_of_a_grid_are_heard_on_the_beats_of_a_peer(helper):
    """A peer that has nothing to do with `tactus play` says where its beats are; the notes are heard there,
    their way to the speakers counted."""
    with pipewire() as graph:
        graph.environment["TACTUS_LINK"] = str(helper)
        peer = Peer(helper, 133.5)
        try:
            with play(graph, *quarters.words(graph), "--clock", "link") as stage:
                peer.wait(lambda tempo, beat, when, playing, peers: peers >= 1)
                peer.say("tempo 133.5")
                peer.say("play")
                stage.wait(lambda stage: stage.figures()[-1]["rolling"]
                           and abs(stage.figures()[-1]["tempo"] - 133.5) < 1e-3
                           and stage.figures()[-1]["beat"] > 8)
                latency = playback_latency(graph)
                found = quarters.notes(probe(graph, SECONDS, []))[1:]
                starts, microseconds = quarters.cycles(graph)[:, :2].T
                # A server without a sound card trembles by milliseconds, so each cycle counts for itself.
                place = numpy.searchsorted(starts, found, "right") - 1
                heard = microseconds[place] + (found - starts[place] + latency) / quarters.RATE * 1e6
                beats = numpy.array([peer.beat(moment) for moment in heard])
                late = (beats - numpy.round(beats)) * 60 / 133.5 * 1000
        finally:
            peer.child.kill()
            peer.child.wait()
    figure(f"notes of a grid in a session of Link, {len(late)} in {SECONDS:.0f} s: {late.min():.3f} to "
           f"{late.max():.3f} ms after a peer's beats, with {latency} frames to the speakers")
    assert len(late) > SECONDS and abs(late).max() < 0.1
