"""A rig and those who play it: addresses of its instruments, what subscribers learn, and its takes."""
import numpy
import soundfile

import osc
from conftest import run
from graph import FREE, jackd
from stage import BUNDLE, TACTUS, play, probe
from test_concert_songs import figure, tone, written
from sound import first_sound


def rig():
    return [tone(name="low", keys=[0, 59]), tone(name="high tone", keys=[60, 127])]


def listen(sender, word, seconds=60):
    """The arguments of the next message of this address."""
    sender.socket.settimeout(seconds)
    while True:
        for message in osc.messages(sender.socket.recv(65_536)):
            if message[0] == word:
                return tuple(message[1:])


def test_an_instrument_is_addressed_by_its_place_or_name_and_subscribers_learn_the_song():
    port = osc.free_port()
    with jackd() as graph:
        songs = [{"title": "One", "notes": "capo 2", "instruments": rig()}, {"title": "Two", "instruments": [tone()]}]
        path = written(graph, songs)
        with play(graph, path, "--remote", port) as stage, osc.Sender(stage.port) as sender, \
                osc.Sender(stage.port) as surface, osc.Sender(port) as remote:
            stage.wait(lambda stage: figure(stage, "rigs") == 2)
            surface.send(osc.message("/tactus/subscribe", "stage"))
            title, number, count, following, _, notes = listen(surface, "/tactus/live/stage")
            assert (title, number, count, following, notes) == ("One", 1, 2, "Two", "capo 2")
            now = listen(surface, "/tactus/live/stage/now")
            assert now[0] == "internal" and now[1] == 120 and now[9::2] == ("low", "high tone")
            # A key of each instrument, whatever its range of the keyboard, sounds in that one alone.
            for address, sounds in (("/tactus/rig/low", [True, False]), ("/tactus/rig/high_tone", [False, True]),
                                    ("/tactus/rig/1", [True, False]), ("/tactus/rig/2", [False, True]),
                                    ("/tactus", [True, True])):
                sender.send(osc.message(address + "/midi", 0x90, 69, 100))
                stage.wait(lambda stage, sounds=sounds: [meter["level"] > -60 for meter in figure(stage, "meters")] == sounds)
                sender.send(osc.message("/tactus/midi", 0x80, 69, 0))
                stage.wait(lambda stage: all(meter["level"] < -60 for meter in figure(stage, "meters")))
            sender.send(osc.message("/tactus/rig/drums/patch/next"))
            assert "there is no such address" in listen(sender, "/tactus/answer/error")[0]
            remote.send(osc.message("/tactus/play/panic"))
            while listen(surface, "/tactus/live/stage")[4] != "all notes end":
                pass
            remote.send(osc.message("/tactus/play/next"))
            while listen(surface, "/tactus/live/stage")[:4] != ("Two", 2, 2, "One"):
                pass
            # The names are those of the new song.
            stage.wait(lambda stage: len(figure(stage, "meters")) == 1)
            sender.send(osc.message("/tactus/rig/low/patch/next"))
            assert "there is no such address" in listen(sender, "/tactus/answer/error")[0]


def test_r_writes_the_sound_and_a_take_of_each_instrument(tmp_path):
    """What both takes render, added, is the recording."""
    port = osc.free_port()
    with jackd() as graph:
        path = written(graph, [{"title": "One", "instruments": rig()}])
        words = ["--remote", port, "--record", tmp_path / "a.wav", "--force"]
        with play(graph, path, *words) as stage:
            stage.wait(lambda stage: stage.said("recording"))
            assert stage.said("recording")[0].endswith("with a take of each of 2 instruments")
            probe(graph, 3, [FREE, "midi 24011 902d64", "midi 48000 904564", "midi 60017 802d40", "midi 90000 804540"])
            assert stage.end() == 0
            assert not stage.said("warning"), stage.said("warning")
    recorded, rate = soundfile.read(tmp_path / "a.wav", dtype="float32")
    parts = []
    for name in ("1-1-low", "1-2-high_tone"):
        code, text = run(TACTUS, "render", tmp_path / f"a.{name}.tactus", "--bundle", BUNDLE, "-o",
                         tmp_path / f"{name}.wav")
        assert code == 0, text
        parts.append(soundfile.read(tmp_path / f"{name}.wav", dtype="float32")[0])
    begin = first_sound(recorded[:, 0])
    low, high = parts
    low = low[first_sound(low[:, 0]):]
    # The high tone begins with its own take's clock: its first sound is looked for in what is left.
    length = min(len(low), len(recorded) - begin, 2 * rate)
    rest = recorded[begin:begin + length] - low[:length]
    at, start = first_sound(rest[:, 0], 1e-4), first_sound(high[:, 0], 1e-4)
    length = min(length - at, len(high) - start)
    assert length > rate // 2 and numpy.abs(rest[:at]).max() < 1e-4
    assert numpy.allclose(rest[at:at + length], high[start:start + length], atol=1e-5)


def test_each_song_has_its_takes_and_a_recording_that_r_begins_too(tmp_path):
    port = osc.free_port()
    with jackd() as graph, osc.Sender(port) as remote:
        path = written(graph, [{"title": "One", "instruments": rig()}, {"title": "Two", "instruments": [tone()]}])
        with play(graph, path, "--remote", port) as stage:
            stage.wait(lambda stage: figure(stage, "rigs") == 2)
            remote.send(osc.message("/tactus/play/record", 1))
            stage.wait(lambda stage: figure(stage, "recorded") is not None)
            probe(graph, 1, [FREE, "midi 9000 902d64", "midi 30000 802d40"])
            remote.send(osc.message("/tactus/play/next"))
            stage.wait(lambda stage: figure(stage, "patch") == "2. Two")
            probe(graph, 1, [FREE, "midi 9000 904564", "midi 30000 804540"])
            remote.send(osc.message("/tactus/play/record", 0))
            stage.wait(lambda stage: any("frames" in text for text in stage.said("recording")))
            assert stage.end() == 0
        found = sorted(path.name.split(".", 1)[1] for path in graph.folder.glob("tactus-*.*"))
    assert found == ["1-1-low.tactus", "1-2-high_tone.tactus", "2-1-tone.tactus", "json", "wav"]
