"""Nothing is lost when the power goes: `tactus play` is killed at a moment and started again. What it must
restore is read from its journal by an independent reader, Tests/Models/journal.py."""
import json
import pathlib
import re
import shutil
import subprocess
import time

import pytest
import soundfile

import osc
from conftest import figure
from graph import Graph, jackd, pipewire
from Models import journal
from stage import TACTUS, play
from test_concert import own_patches
from test_concert_songs import tone, written
from test_terminal import Terminal

RATE = 48000


def folder(graph):
    return pathlib.Path(graph.environment["HOME"], ".local/state/tactus/stage")


def read(graph, number=1):
    """What the journal says now."""
    path = folder(graph) / f"{number}.journal"
    return journal.session(path.read_bytes() if path.exists() else b"")


def get(stage, what):
    """The document that plays."""
    with osc.Sender(stage.port) as sender:
        sender.send(osc.message(f"/tactus/{what}/get"))
        while True:
            for address, *words in osc.messages(sender.socket.recv(65536)):
                if address == f"/tactus/answer/{what}":
                    return json.loads(words[0])


def kill(stage):
    stage.child.kill()
    stage.child.wait(60)


def edit(graph, stage, what, change, number=1):
    """Makes a change, and waits until it is in the journal; how long that took."""
    before, begin = read(graph, number)["edits"], time.monotonic()
    with osc.Sender(stage.port) as sender:
        sender.send(osc.message(f"/tactus/{what}/edit", json.dumps(change)))
        stage.wait(lambda stage: read(graph, number)["edits"] > before)
    return time.monotonic() - begin


def third_song(graph, stage, remote):
    """Goes to the third song of the list."""
    with osc.Sender(remote) as sender:
        for patch in ("Two", "Three"):
            sender.send(osc.message("/tactus/play/next"))
            stage.wait(lambda stage, patch=patch: read(graph)["title"] == patch)
    stage.wait(lambda stage: read(graph)["number"] == 3 and 0 in read(graph)["states"])


@pytest.mark.parametrize("server", [jackd, pipewire])
def test_after_kill_song_edits_tempo_and_take_are_there(server, tmp_path):
    remote, wave = osc.free_port(), tmp_path / "evening.wav"
    with server() as bare:
        graph = Graph(bare.folder, {**bare.environment, **own_patches(bare).environment}, bare.prefix)
        with play(graph, "gig", "--remote", remote, "--record", wave) as stage:
            third_song(graph, stage, remote)
            with osc.Sender(stage.port) as sender, osc.Sender(remote) as wishes:
                took = [edit(graph, stage, "patch", {"set": {"filter_1_resonance": value}})
                        for value in (0.3, 0.625)]
                for _ in range(3):
                    wishes.send(osc.message("/tactus/play/tap"))
                    time.sleep(0.4)
                stage.wait(lambda stage: read(graph)["settings"].get(("tempo", 0), 120) != 120)
                sent = []
                for number in range(25):
                    sent.append(time.monotonic())
                    sender.send(osc.message("/tactus/midi", 0x90, 40 + number, 100))
                    # A copy at any moment is a sound that can be played.
                    shutil.copyfile(wave, tmp_path / "copy.wav")
                    sound, rate = soundfile.read(tmp_path / "copy.wav")
                    assert rate == RATE and sound.shape[1] == 2
                    time.sleep(0.1)
                # The tempo that was tapped last is in the figures, and soon in the journal.
                stage.wait(lambda stage: abs(read(graph)["settings"]["tempo", 0]
                                             - stage.figures()[-1]["tempo"]) < 1e-9)
                patch, tempo = get(stage, "patch"), stage.figures()[-1]["tempo"]
            killed = time.monotonic()
            kill(stage)
        before = read(graph)
        takes = list(folder(graph).glob("1-*.take"))
        recorded = stage.figures()[-1]["recorded"]
        struck = [body for _, kind, body in journal.take(takes[0].read_bytes())
                  if kind == 4 and body[:1] == b"\x90"]
        must = sum(killed - at > 1 for at in sent)
        assert len(takes) == 1 and 0 < must <= len(struck) <= len(sent)
        assert (before["title"], before["number"], before["edits"], before["ended"]) == ("Three", 3, 2, False)
        assert before["recording"] == (str(wave), str(takes[0]))

        begin = time.monotonic()
        with play(graph, "gig", "--resume", "--remote", remote) as stage:
            stage.wait(lambda stage: any("the take of" in text for text in stage.said("patch")))
            said = next(text for text in stage.said("patch") if "goodbye" in text)
            assert re.search(r"the session of \d\d:\d\d ended without goodbye: song 3 of 3, “Three”, 2 edits, "
                             r"a recording of 0:00:\d\d; it goes on", said), said
            stage.wait(lambda stage: stage.figures()[-1]["patch"] == "Three")
            took.append(time.monotonic() - begin)
            assert get(stage, "patch") == patch
            stage.wait(lambda stage: stage.figures()[-1]["tempo"] == tempo)
            stage.wait(lambda stage: read(graph)["edits"] == 2 and read(graph)["number"] == 3)
            assert (tmp_path / "evening-2.wav").exists(), "the recording goes on in a second file"
            with osc.Sender(remote) as wishes:
                wishes.ask(osc.message("/tactus/play/next"))
            stage.wait(lambda stage: stage.figures()[-1]["patch"] == "One")  # from the last to the first
            assert stage.end() == 0
        assert read(graph)["ended"] and not list(folder(graph).glob("*.take"))
    take = (tmp_path / "evening.tactus").read_text()
    notes = [line for line in take.splitlines() if re.match(r"\d+ midi 90", line)]
    assert len(notes) == len(struck), "the take has what its journal had"
    sound, _ = soundfile.read(wave)
    assert len(sound) / RATE > recorded - 0.2
    note = json.loads((tmp_path / "evening.json").read_text())
    assert note["frames"] == len(sound) and "interrupted" in note["ended"]
    assert json.loads((tmp_path / "evening-2.json").read_text())["continues"] == "evening.wav"
    figure(f"journal: edits were on the disk after {took[0]:.2f} and {took[1]:.2f} s; of {len(sent)} notes "
           f"{len(struck)} are in the take, {must} had to be; the song was there {took[2]:.1f} s after the start")


def plugins(graph):
    """The states of the instruments, without the port of each run."""
    return {place: re.sub(r'"osc_port" ;\s+pset:value \S+', "", text)
            for place, text in read(graph)["states"].items()}


def test_mutes_of_a_grid_and_edits_of_its_row_are_there_without_naming_it():
    with jackd() as graph:
        with play(graph, "--grid", "night_bus", "--row", "pluck,rubber_bass", "--tempo", "97") as stage:
            stage.wait(lambda stage: len(read(graph)["states"]) == 3)
            edit(graph, stage, "grid", {"row_settings": {"layer": 2, "row": 3, "mute": True}})
            remembered = get(stage, "grid")
            before = plugins(graph)
            kill(stage)
        assert json.dumps(remembered).count('"mute": true') == 1
        assert read(graph)["program"] == [("grid", "night_bus"), ("row", "pluck,rubber_bass")]
        with play(graph, "--resume") as stage:
            stage.wait(lambda stage: any("“night_bus”, 1 edit;" in text for text in stage.said("patch")))
            assert get(stage, "grid") == remembered
            stage.wait(lambda stage: stage.figures()[-1]["tempo"] == 97 and stage.figures()[-1]["rolling"])
            stage.wait(lambda stage: not read(graph)["ended"] and plugins(graph) == before)
            assert stage.end() == 0


def test_a_concert_goes_on_with_its_song_and_the_edits_of_its_rig():
    remote = osc.free_port()
    with jackd() as graph:
        songs = [{"title": "Ay", "instruments": [tone()]},
                 {"title": "Bee", "instruments": [tone(keys=[0, 59], pan=-1), tone(keys=[60, 127], pan=1)],
                  "tempo": 97}]
        path = written(graph, songs)
        with play(graph, path, "--remote", remote) as stage:
            stage.wait(lambda stage: read(graph)["title"] == "Ay")
            with osc.Sender(remote) as wishes:
                wishes.ask(osc.message("/tactus/play/next"))
            stage.wait(lambda stage: read(graph)["title"] == "Bee" and len(read(graph)["states"]) == 2)
            edit(graph, stage, "patch", {"set": {"filter_1_resonance": 0.625}})
            # All instruments hear the edit, one after the other.
            stage.wait(lambda stage: all("0.625" in text for text in read(graph)["states"].values()))
            before = plugins(graph)
            kill(stage)
        with play(graph, path, "--resume", "--remote", remote) as stage:
            stage.wait(lambda stage: any("song 2 of 2, “Bee”, " in text for text in stage.said("patch")))
            stage.wait(lambda stage: stage.figures()[-1]["patch"] == "2. Bee"
                       and stage.figures()[-1]["tempo"] == 97)
            stage.wait(lambda stage: read(graph)["title"] == "Bee" and plugins(graph) == before)
            with osc.Sender(remote) as wishes:
                wishes.ask(osc.message("/tactus/play/next"))
            stage.wait(lambda stage: stage.figures()[-1]["patch"] == "1. Ay")
            stage.wait(lambda stage: read(graph)["title"] == "Ay" and len(read(graph)["states"]) == 1)
            assert stage.end() == 0


def test_a_torn_journal_restores_what_is_whole():
    remote = osc.free_port()
    with jackd() as bare:
        graph = own_patches(bare)
        with play(graph, "gig", "--remote", remote) as stage:
            third_song(graph, stage, remote)
            for value in (0.3, 0.5, 0.75):
                edit(graph, stage, "patch", {"set": {"filter_1_resonance": value}})
            kill(stage)
        path = folder(graph) / "1.journal"
        whole = path.read_bytes()
        _, ends = journal.records(whole)
        assert ends[-1] == len(whole), "nothing is torn by kill -9"
        for cut, tail in ((ends[-1] - 1, b""), (ends[-2] + 5, bytes(4096)), (ends[-3] + 12, b"\xff" * 999)):
            damaged = whole[:cut] + tail
            path.write_bytes(damaged)
            must = journal.session(damaged)
            assert must["title"] == "Three" and must["edits"] < 3
            with play(graph, "gig", "--resume") as stage:
                stage.wait(lambda stage: any(
                    f"song 3 of 3, “Three”, {must['edits']} edit" in text for text in stage.said("patch")))
                stage.wait(lambda stage: stage.figures()[-1]["patch"] == "Three")
                found = get(stage, "patch")
                kill(stage)
            wanted = (0.3, 0.5, 0.75)[must["edits"] - 1] if must["edits"] else None
            assert wanted is None or f"{wanted}" in json.dumps(found)


def test_a_session_goes_on_only_if_that_is_wanted_and_two_never_share_a_journal():
    with jackd() as bare:
        graph = own_patches(bare)
        with play(graph, "gig") as stage:
            stage.wait(lambda stage: read(graph)["title"] == "One")
            with play(graph, "two", "--name", "other") as other:
                other.wait(lambda stage: read(graph, 2)["title"] == "Two")
                assert read(graph)["title"] == "One"
                assert other.end() == 0
            kill(stage)
        # Without a terminal it is offered, and stays until somebody decides.
        with play(graph, "gig") as stage:
            stage.wait(lambda stage: any("tactus play --resume goes on" in text for text in stage.said("patch")))
            assert read(graph)["ended"] is False
            assert stage.end() == 0
        with play(graph, "three") as stage:
            stage.wait(lambda stage: stage.figures()[-1]["patch"] == "Three")
            assert not any("goodbye" in text for text in stage.said("patch")), "it played something else"
            assert stage.end() == 0
        with play(graph, "--daemon") as stage:
            stage.wait(lambda stage: any("it goes on" in text for text in stage.said("patch")))
            stage.wait(lambda stage: stage.figures()[-1]["patch"] == "One")
            kill(stage)
        with play(graph, "gig", "--fresh") as stage:
            stage.wait(lambda stage: any("begins afresh" in text for text in stage.said("patch")))
            assert stage.end() == 0
        with play(graph, "gig", "--resume") as stage:
            stage.wait(lambda stage: read(graph)["title"] == "One" and not read(graph)["ended"])
            assert not any("goodbye" in text for text in stage.said("patch"))
            assert stage.end() == 0
    done = subprocess.run([str(TACTUS), "play", "--resume", "--fresh"], capture_output=True, text=True,
                          timeout=60)
    assert done.returncode == 64 and "exclude each other" in done.stderr


def test_on_a_terminal_it_goes_on_and_f_begins_afresh():
    remote = osc.free_port()
    with jackd() as bare:
        graph = own_patches(bare)
        graph.environment["LC_ALL"] = "C.UTF-8"
        with play(graph, "gig", "--remote", remote) as stage:
            third_song(graph, stage, remote)
            kill(stage)
        terminal = Terminal(graph, "gig", "--no-take")
        try:
            terminal.wait("song 3 of 3, “Three”, 0 edits; it goes on. f begins afresh")
            terminal.wait("the patch is “Three”")
            terminal.press("f")
            terminal.wait("it begins afresh")
            terminal.wait("the patch is “One”")
            terminal.end()
        finally:
            terminal.close()


def test_a_full_disk_and_a_folder_that_cannot_be_written_are_said_once_and_it_plays_on(tmp_path):
    limited = tmp_path / "limited"
    limited.write_text("#!/bin/sh\nulimit -f 64\ntrap '' XFSZ\nexec \"$@\"\n")
    limited.chmod(0o755)
    with jackd() as graph:
        small = Graph(graph.folder, graph.environment, [str(limited)])
        with play(small, "first_touch") as stage, osc.Sender(stage.port) as sender:
            number = 0

            def is_full(stage):
                nonlocal number
                number += 1
                sender.send(osc.message("/tactus/patch/edit", json.dumps(
                    {"set": {"filter_1_resonance": number % 100 / 100}})))
                return any("the journal of the session can't be written" in text
                           for text in stage.said("warning"))
            stage.wait(is_full, 120)
            _, ends = journal.records((folder(graph) / "1.journal").read_bytes())
            assert ends, "what was written can be read"
            sender.send(osc.message("/tactus/midi", 0x90, 60, 100))
            stage.wait(lambda stage: stage.figures()[-1]["level"] > -60)
            count = len(stage.figures())
            stage.wait(lambda stage: len(stage.figures()) > count + 4)  # two more attempts
            assert len([text for text in stage.said("warning") if "can't be written" in text]) == 1
            assert stage.end() == 0
        blocked = tmp_path / "state"
        blocked.write_text("a file where a folder should be")
        environment = {**graph.environment, "XDG_STATE_HOME": str(blocked)}
        with play(Graph(graph.folder, environment, []), "first_touch") as stage:
            stage.wait(lambda stage: any("can't be kept for a crash" in text for text in stage.said("warning")))
            with osc.Sender(stage.port) as sender:
                sender.send(osc.message("/tactus/midi", 0x90, 60, 100))
                stage.wait(lambda stage: stage.figures()[-1]["level"] > -60)
            assert stage.end() == 0
