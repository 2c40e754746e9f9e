"""`tactus play` is killed at random moments while patches, mutes, tempo and a recording change: the next start has
the same song, edits and levels, and sounds soon."""
import json
import os
import time

import numpy
import pytest
import soundfile

import osc
from conftest import figure
from graph import Graph, jackd, pipewire
from Models import journal
from seeds import seed
from stage import play
from test_concert import own_patches
from test_journal import folder, get, kill, read


def sounds(sender):
    """Whether a voice is told within 20 ms."""
    sender.socket.settimeout(0.02)
    try:
        return any(message[0] == "/tactus/live/voice" and message[3] > 0
                   for message in osc.messages(sender.socket.recv(65_536)))
    except TimeoutError:
        return False


@pytest.mark.parametrize("server", [jackd, pipewire])
def test_killed_at_any_moment_the_session_goes_on(server, tmp_path):
    """jackd takes four seconds to notice that a client was killed, and lets no other one in before."""
    random = numpy.random.default_rng(seed("STAGE_KILL_SEED", 45))
    seconds, lost = [], []
    with server() as bare:
        graph = Graph(bare.folder, {**bare.environment, **own_patches(bare).environment}, bare.prefix)
        remote = osc.free_port()
        for number in range(int(os.environ.get("STAGE_RESTARTS", "50")) // 2):
            wave = tmp_path / f"{number}.wav"
            with play(graph, "gig", "--fresh", "--record", wave, "--remote", remote) as stage, \
                    osc.Sender(stage.port) as sender, osc.Sender(remote) as wishes:
                stage.wait(lambda stage: read(graph)["title"] == "One" and not read(graph)["ended"])
                end, sent, made = time.monotonic() + 0.5 + 3 * float(random.random()), [], []
                while time.monotonic() < end:
                    sent.append(time.monotonic())
                    sender.send(osc.message("/tactus/midi", 0x90, 40 + len(sent) % 40, 100))
                    if random.random() < 0.2:
                        made.append((time.monotonic(), int(random.integers(1, 100)) / 100))
                        sender.send(osc.message("/tactus/patch/edit", json.dumps(
                            {"set": {"filter_1_resonance": made[-1][1]}})))
                    if random.random() < 0.1:
                        wishes.send(osc.message("/tactus/play/next"))
                    time.sleep(0.05)
                kill(stage)
                killed = time.monotonic()
            # The journal is whole, and at most as old as it may be.
            data = (folder(graph) / "1.journal").read_bytes()
            _, ends = journal.records(data)
            before = read(graph)
            takes = list(folder(graph).glob("1-*.take"))
            notes = sum(kind == 4 and body[:1] == b"\x90"
                        for take in takes for _, kind, body in journal.take(take.read_bytes()))
            assert ends and ends[-1] == len(data) and before["title"]
            assert notes >= sum(killed - at > 1 for at in sent)
            lost.append(len(sent) - notes)
            begin = time.monotonic()
            with play(graph, "gig", "--resume", "--no-take", "--record", wave) as stage, \
                    osc.Sender(stage.port) as sender:
                # A voice is told sixty times a second; the figures are printed twice.
                sender.send(osc.message("/tactus/subscribe", "voices"))
                while not sounds(sender):
                    sender.send(osc.message("/tactus/midi", 0x90, 60, 100))
                    assert time.monotonic() < begin + 60
                seconds.append(time.monotonic() - begin)
                stage.wait(lambda stage: stage.figures()[-1]["patch"] == before["title"])
                stage.wait(lambda stage: any("the take of" in text for text in stage.said("patch")))
                # The state is the one that the journal had: the patch in it is the patch that plays.
                patch = get(stage, "patch")
                assert patch["name"] == before["title"]
                resonance = patch.get("parameters", {}).get("filter_1_resonance")
                assert resonance is None or f"{resonance}" in before["states"][0]
                assert stage.end() == 0
            sound, _ = soundfile.read(wave)
            assert len(sound) == json.loads(wave.with_suffix(".json").read_text())["frames"] > 0
    figure(f"{len(seconds)} kills under {server.__name__}: first note after {numpy.median(seconds):.2f} s, "
           f"at most {max(seconds):.2f} s; {max(lost)} of the last notes, 0.05 s apart, can miss in the take")
    assert max(seconds) < 5
