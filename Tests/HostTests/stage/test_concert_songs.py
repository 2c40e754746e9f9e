"""A concert file on stage: what a song change does to notes that are held and to those that follow, zones of the
keyboard, the mix, grids, and how many rigs exist."""
import json
import pathlib

import numpy
import pytest

import osc
from conftest import figure as measured
from graph import FREE, jackd, pipewire, process
from sound import first_sound
from stage import play, probe, probing

RATE = 48_000
TONE = {"osc_a_wave": "sine", "osc_b_level": 0, "amp_attack": 0.001, "amp_sustain": 1, "amp_release": 0.05,
        "voice_width": 0, "reverb_mix": 0, "delay_mix": 0, "chorus_mix": 0, "drive_amount": 0}


def written(graph, songs, rigs=(), **more):
    """The file of a concert, with the patch `tone` beside it: a sine as long as its key is held, then 50 ms."""
    (graph.folder / "tone.json").write_text(json.dumps({"version": 1, "name": "Tone", "parameters": TONE}))
    path = graph.folder / "evening.concert.json"
    path.write_text(json.dumps({"version": 1, "name": "Evening", "rigs": list(rigs), "songs": songs, **more}))
    return path


def tone(**more):
    return {"patch": "tone", **more}


def level(sound, start, end):
    """The loudest sample between two frames, beside those of cycles that a busy machine missed."""
    return float(numpy.nan_to_num(numpy.abs(sound[start:end])).max())


def figure(stage, key):
    return stage.figures()[-1].get(key)


def begin_next(stage, remote):
    """Begins the next song, and waits until it plays: that is said at once, and figures come twice a second."""
    count = len(stage.said("patch"))
    remote.send(osc.message("/tactus/play/next"))
    stage.wait(lambda stage: len(stage.said("patch")) > count)


def resident(stage):
    """The memory of the program, in MiB."""
    status = pathlib.Path(f"/proc/{stage.child.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def test_songs_go_on_by_each_means_and_their_neighbours_are_ready():
    port = osc.free_port()
    with jackd() as graph:
        songs = [{"title": name, "instruments": [tone()]} for name in ("Ay", "Bee", "Cee", "Dee")]
        songs[1]["notes"] = "capo 2"
        path = written(graph, songs)
        with play(graph, path, "--remote", port) as stage, osc.Sender(port) as remote:
            def wish(word):
                remote.send(osc.message("/tactus/play/" + word))
            stage.wait(lambda stage: figure(stage, "patch") == "1. Ay" and figure(stage, "next") == "Bee"
                       and figure(stage, "rigs") == 3)
            wish("next")
            stage.wait(lambda stage: figure(stage, "patch") == "2. Bee")
            assert "song 2 of 4: “Bee”: capo 2" in stage.said("patch")
            wish("previous")
            wish("previous")
            stage.wait(lambda stage: figure(stage, "patch") == "4. Dee" and figure(stage, "next") == "Ay")
            # A Program Change chooses a song, and never a patch; one without a song does nothing.
            probe(graph, 1, ["midi 9000 c063", "midi 20000 c502"])
            stage.wait(lambda stage: figure(stage, "patch") == "3. Cee")
            assert stage.end() == 0


def pedal_delays(graph, songs, step=128, seconds=2):
    """Frames from a Program Change to the first note that the new song answers, for each of `songs` after the first,
    which plays. Songs with an even number sound on the left, the others on the right; short notes come every `step`
    frames. None where a cycle was missed."""
    begins = [RATE // 2 + place * seconds * RATE for place in range(len(songs) - 1)]
    midi = []
    for begin, song in zip(begins, songs[1:]):
        midi.append((begin, f"c0{song:02x}"))
        for place in range(RATE // 2 // step):
            key = f"{48 + place % 24:02x}"
            midi += [(begin + place * step + 1, f"90{key}64"), (begin + place * step + step // 2, f"80{key}40")]
    sound = probe(graph, seconds * len(songs), [f"midi {frame} {message}" for frame, message in sorted(midi)])
    delays = []
    for begin, song in zip(begins, songs[1:]):
        piece = sound[song % 2][begin - 4800:begin + RATE]
        if numpy.isnan(piece[:RATE // 2]).any():
            delays.append(None)
            continue
        assert level(piece, 0, 4800) < 1e-4, f"song {song + 1} sounds before its pedal"
        first = first_sound(numpy.nan_to_num(piece[4800:]), 1e-3)
        assert first is not None, f"song {song + 1} does not answer"
        delays.append(first // step * step)
    return delays


def test_how_soon_a_pedal_changes_the_song():
    with jackd(256) as graph:
        songs = [{"title": str(number), "instruments": [tone(pan=1 if number % 2 else -1)]} for number in range(2)]
        with play(graph, written(graph, songs)) as stage:
            stage.wait(lambda stage: figure(stage, "rigs") == 2)
            delays = [each for each in pedal_delays(graph, [0, 1] * 5) if each is not None]
            assert stage.end() == 0
    measured(f"{len(delays)} songs changed by a pedal in blocks of 256: the new song answers the note "
             f"{min(delays)} to {max(delays)} frames behind it, in the middle {numpy.median(delays):.0f}")
    assert len(delays) >= 5 and max(delays) < RATE // 2


def test_edits_survive_songs_that_are_two_away():
    """A patch is edited and another one loaded; both are said, and both are there when their song comes back long after
    its rig has gone. The macro begins with its value in the concert."""
    port = osc.free_port()
    with jackd() as graph:
        (graph.folder / "patches").mkdir()
        songs = [{"title": f"S{number}", "instruments": [tone(name="low"), tone(name="high")],
                  "macros": [{"instrument": 1, "macro": 1, "value": 0.25}]} for number in range(1, 6)]
        with play(graph, written(graph, songs), "--remote", port) as stage, osc.Sender(port) as remote, \
                osc.Sender(stage.port) as sender:
            stage.wait(lambda stage: figure(stage, "rigs") == 3)

            def patch(place):
                """The patch of an instrument; its port may be another song's for a moment."""
                while True:
                    # Each question has a socket of its own: an answer that comes late is not taken for another one's.
                    with osc.Sender(stage.port) as asker:
                        asker.send(osc.message(f"/tactus/rig/{place}/patch/get"))
                        asker.socket.settimeout(1)
                        try:
                            for message in osc.messages(asker.socket.recv(65_536)):
                                if message[0] == "/tactus/answer/patch":
                                    return json.loads(message[1])
                        except TimeoutError:
                            assert stage.child.poll() is None

            def go(word, title):
                remote.send(osc.message("/tactus/play/" + word))
                stage.wait(lambda stage: figure(stage, "patch") == title)
            sender.send(osc.message("/tactus/rig/1/patch/edit", json.dumps({"set": {"filter_1_resonance": 0.75}})))
            sender.send(osc.message("/tactus/rig/2/patch/load", "pluck"))
            stage.wait(lambda stage: "high: the patch is “Pluck”" in stage.said("patch"))
            assert not any(text.startswith("low:") for text in stage.said("patch"))
            remote.send(osc.message("/tactus/play/macro/1", 1.0))
            go("next", "2. S2")
            go("next", "3. S3")
            # Nothing rings on any more: the rig of the first song has gone.
            stage.wait(lambda stage: figure(stage, "rigs") == 3)
            assert patch(1)["parameters"].get("filter_1_resonance") is None and patch(2)["name"] == "Tone"
            go("previous", "2. S2")
            go("previous", "1. S1")
            stage.wait(lambda _: patch(2)["name"] == "Pluck")
            assert patch(1)["parameters"]["filter_1_resonance"] == 0.75
            # What a song had is not said as if it were new.
            assert [text for text in stage.said("patch") if "the patch is" in text] == ["high: the patch is “Pluck”"]
            assert not stage.said("warning"), stage.said("warning")
            assert stage.end() == 0


@pytest.mark.parametrize("follows, server", [
    ("another rig", jackd), ("the same rig", jackd), ("another rig", pipewire)])
def test_a_held_note_rings_on_and_the_next_song_answers_in_the_next_block(follows, server):
    """The old song is on the left, the new one on the right."""
    with server() as graph:
        songs = [{"title": "One", "instruments": [tone(pan=-1)]}, {"title": "Two", "instruments": [tone(pan=1)]}]
        rigs = []
        if follows == "the same rig":
            rigs = [{"name": "r", "instruments": [tone(name="left", pan=-1, channel=1),
                                                  tone(name="right", pan=1, channel=2)]}]
            songs = [{"title": "One", "rig": "r"}, {"title": "Two", "rig": "r"}]
        second = "91" if rigs else "90"
        with play(graph, written(graph, songs, rigs)) as stage:
            stage.wait(lambda stage: figure(stage, "rigs") >= 2)
            left, right = probe(graph, 6, [
                "midi 9000 903c64", "midi 60000 c001", f"midi 140000 {second}4064", "midi 180000 803c40",
                f"midi 220000 8{second[1]}4040"])
            stage.wait(lambda stage: figure(stage, "patch") == "2. Two")
        floor = level(left, 15_000, 25_000)
        assert floor > 0.01
        # The held note has no gap, and ends when its key is released in the next song.
        for start in range(15_000, 178_000, 512):
            if not numpy.isnan(left[start:start + 512]).any():
                assert level(left, start, start + 512) > floor / 2, start
        assert level(left, 200_000, len(left)) < 1e-3
        # The new song is silent before its note, and answers within one block.
        assert level(right, 0, 139_000) < 1e-4
        onset = int(numpy.argmax(numpy.abs(right) > 1e-3))
        assert 140_000 <= onset <= 140_000 + 1024, onset
        assert level(right, 160_000, 215_000) > floor / 2
        assert level(right, 240_000, len(right)) < 1e-3


def test_zones_transpose_and_mute():
    """A split at C4 with the lower half an octave up, and a muted instrument on all keys."""
    with jackd() as graph:
        rig = [tone(keys=[0, 59], transpose=12, pan=-1), tone(keys=[60, 127], velocities=[64, 127], pan=1),
               tone(mute=True)]
        with play(graph, written(graph, [{"title": "Split", "instruments": rig}])):
            left, right = probe(graph, 5, [
                FREE, "midi 20000 902d64", "midi 60000 802d40",  # A2 sounds as A3, left
                "midi 90000 904564", "midi 130000 804540",  # A4, right
                "midi 160000 904520", "midi 200000 804540"])  # too soft for the right
        def pitch(sound, start):
            piece = sound[start:start + 32_768] * numpy.hanning(32_768)
            return numpy.argmax(numpy.abs(numpy.fft.rfft(piece))) * RATE / 32_768
        assert abs(pitch(left, 24_000) - 220) < 2 and level(right, 24_000, 80_000) < 1e-4
        assert abs(pitch(right, 94_000) - 440) < 2 and level(left, 94_000, 130_000) < 1e-4
        assert level(right, 160_000, 200_000) < 1e-4 and level(left, 160_000, 200_000) < 1e-4


def test_levels_and_outputs():
    """Two instruments of 0 and −12 dB, under a master of −6 dB; a third one plays to its own ports only."""
    with jackd() as graph:
        rig = [tone(channel=1, pan=-1), tone(channel=2, pan=-1, level=-12), tone(channel=3, output="amp")]
        plan = [FREE, "midi 20000 903c64", "midi 50000 803c40", "midi 80000 913c64", "midi 110000 813c40",
                "midi 140000 923c64", "midi 170000 823c40"]
        loud = []
        for master in (0, -6):
            path = written(graph, [{"title": "a", "instruments": rig}], level=master)
            with play(graph, path) as stage:
                stage.wait(lambda stage: stage.figures())
                left, right = probe(graph, 4, plan)
            loud.append([level(left, start, start + 20_000) for start in (25_000, 85_000, 145_000)])
            assert level(right, 25_000, 110_000) < 1e-5
    decibels = 20 * numpy.log10(numpy.array(loud) + 1e-9)
    assert abs(decibels[0][0] - decibels[0][1] - 12) < 0.1
    assert abs(decibels[0][0] - decibels[1][0] - 6) < 0.1
    assert decibels[0][2] < -80, "the third one is at its own ports"


def test_macros_begin_with_the_values_of_the_song():
    """A macro moves the level of the patch: the same patch is loud in one song and silent in the other."""
    with jackd() as graph:
        songs = [{"title": str(value), "instruments": [{"patch": "fader"}],
                  "macros": [{"instrument": 1, "macro": 1, "value": value}]} for value in (1, 0)]
        path = written(graph, songs)
        (graph.folder / "fader.json").write_text(json.dumps(
            {"version": 1, "parameters": {**TONE, "osc_a_level": 0},
             "connections": [{"source": "macro_1", "destination": "osc_a_level", "low": 0, "high": 1}]}))
        with play(graph, path) as stage:
            stage.wait(lambda stage: figure(stage, "rigs") == 2)
            loud = probe(graph, 2, [FREE, "midi 20000 903c64", "midi 50000 803c40"])[0]
            probe(graph, 1, ["midi 9000 c001"])
            stage.wait(lambda stage: figure(stage, "patch") == "2. 0")
            soft = probe(graph, 2, [FREE, "midi 20000 903c64", "midi 50000 803c40"])[0]
    assert level(loud, 20_000, 50_000) > 100 * level(soft, 20_000, 50_000)


def test_a_grid_starts_with_its_song_after_a_count_in():
    with jackd() as graph:
        songs = [{"title": "Alone", "instruments": [tone()]},
                 {"title": "Bar", "tempo": 240, "meter": "4/4", "instruments": [tone()], "grid": "rain",
                  "start": "count_in"},
                 {"title": "Still", "instruments": [tone()], "tempo": 77}]
        with play(graph, written(graph, songs)) as stage:
            stage.wait(lambda stage: figure(stage, "rigs") == 3)
            assert not figure(stage, "rolling")
            probe(graph, 1, ["midi 9000 c001"])
            stage.wait(lambda stage: figure(stage, "patch") == "2. Bar" and figure(stage, "rolling"))
            stage.wait(lambda stage: figure(stage, "beat") > 1 and figure(stage, "voices") > 0)
            assert figure(stage, "tempo") == 240
            probe(graph, 1, ["midi 9000 c002"])
            stage.wait(lambda stage: figure(stage, "patch") == "3. Still" and figure(stage, "tempo") == 77)
            # The grid of the song before has ended its notes.
            stage.wait(lambda stage: not figure(stage, "rolling") and figure(stage, "level") <= -100)


def test_a_song_that_cannot_be_played_is_named_and_the_present_one_plays_on():
    with jackd() as graph:
        songs = [{"title": "One", "instruments": [tone()]}, {"title": "Two", "instruments": [{"patch": "gone"}]}]
        with play(graph, written(graph, songs)) as stage:
            stage.wait(lambda stage: any("the patch “gone” is not there" in text for text in stage.said("warning")))
            count = len(stage.said("warning"))
            probe(graph, 1, ["midi 9000 c001"])
            stage.wait(lambda stage: len(stage.said("warning")) > count)
            assert stage.said("warning")[-1].endswith("this one plays on") and figure(stage, "patch") == "1. One"


def test_many_changes_need_no_more_than_six_rigs():
    """Keys go down all the time and never up, so that each rig holds notes while the songs go by."""
    port = osc.free_port()
    with jackd() as graph:
        songs = [{"title": f"Song {number}", "instruments": [tone()]} for number in range(1, 9)]
        keys = [f"midi {480 * number} 90{36 + number % 60:02x}64" for number in range(1, 6000)]
        with play(graph, written(graph, songs), "--remote", port) as stage, osc.Sender(port) as remote:
            with process(probing(graph, 60, keys), graph.folder / "keys.log", graph.environment):
                stage.wait(lambda stage: figure(stage, "midi") > 0)
                for _ in range(8):
                    begin_next(stage, remote)
                # The song, the next one, and two that ring out.
                count = len(stage.figures())
                stage.wait(lambda stage: len(stage.figures()) > count + 1)
                stage.wait(lambda stage: figure(stage, "rigs") >= 4)
                assert max(line["rigs"] for line in stage.figures()) <= 6
            remote.send(osc.message("/tactus/play/panic"))
            # What rings out is given back: the song and its two neighbours stay.
            stage.wait(lambda stage: figure(stage, "rigs") == 3)


def test_a_song_plays_the_pattern_that_it_names():
    """The same grid with its first and its second pattern: a note, and the one an octave above."""
    with jackd() as graph:
        (graph.folder / "two.json").write_text(json.dumps({"version": 1, "layers": [
            {"scale": "major", "gate": 90, "patterns": {"1": {"cells": [[1, 1, {"length": 16}]]},
                                                        "2": {"cells": [[1, 8, {"length": 16}]]}}}]}))
        pitches = []
        for pattern in (1, 2):
            songs = [{"title": "a", "instruments": [tone()], "grid": "two", "pattern": pattern, "start": "grid"}]
            with play(graph, written(graph, songs)) as stage:
                stage.wait(lambda stage: figure(stage, "voices") == 1)
                sound = probe(graph, 3, [FREE])[0]
            piece = sound[40_000:40_000 + 65_536] * numpy.hanning(65_536)
            pitches.append(numpy.argmax(numpy.abs(numpy.fft.rfft(piece))) * RATE / 65_536)
    assert abs(pitches[1] / pitches[0] - 2) < 0.02, pitches


def test_surfaces_play_the_song_that_is_heard():
    with jackd() as graph:
        songs = [{"title": "One", "instruments": [tone(pan=-1)]}, {"title": "Two", "instruments": [tone(pan=1)]}]
        with play(graph, written(graph, songs)) as stage, osc.Sender(stage.port) as sender:
            stage.wait(lambda stage: figure(stage, "rigs") == 2)
            probe(graph, 1, ["midi 9000 c001"])
            stage.wait(lambda stage: figure(stage, "patch") == "2. Two")
            # The port goes over to the new song; until then a touch may meet nobody. One that begins anew would
            # leave the voice of the one before it.
            asked = 0

            def touched(stage):
                nonlocal asked
                figures = stage.figures()
                if len(figures) > asked and figures[-1]["touches"] == 0:
                    sender.send(osc.touch("began", 5, 0.5, 0.5))
                    # The figures that were on their way meanwhile have not seen it.
                    asked = len(figures) + 1
                return figures[-1]["touches"] == 1 and figures[-1]["voices"] == 1
            stage.wait(touched)
            left, right = probe(graph, 1, [])
            assert level(right, 10_000, 40_000) > 0.01 and level(left, 10_000, 40_000) < 1e-4


def test_a_broken_song_is_passed_over():
    port = osc.free_port()
    with jackd() as graph:
        songs = [{"title": "One", "instruments": [tone()]}, {"title": "Two", "instruments": [{"patch": "gone"}]},
                 {"title": "Three", "instruments": [tone()]}]
        with play(graph, written(graph, songs), "--remote", port) as stage, osc.Sender(port) as remote:
            stage.wait(lambda stage: figure(stage, "next") == "Three")
            for word in ("next", "previous"):
                before = figure(stage, "patch")
                remote.send(osc.message("/tactus/play/" + word))
                stage.wait(lambda stage, before=before: figure(stage, "patch") != before)
            assert figure(stage, "patch") == "1. One"


def test_songs_that_are_over_leave_no_memory_behind():
    """Three rigs and two grids, twice through; a rig that was never let go would take 5 MB an instrument. A whole evening
    is in Tests/Campaign/stage/test_evening.py."""
    port, names = osc.free_port(), ["glass_pad", "rubber_bass", "pluck"]
    rigs = [{"name": name, "instruments": [{"patch": name, "keys": [0, 59]}, {"patch": "tone", "keys": [60, 127]}]}
            for name in names]
    songs = [{"title": f"Song {number}", "rig": names[number % 3], "tempo": 100 + number,
              **({"grid": ("rain", "night_bus")[number % 2], "start": "grid"} if number % 3 == 0 else {})}
             for number in range(6)]
    with jackd() as graph:
        with play(graph, written(graph, songs, rigs), "--remote", port) as stage, osc.Sender(port) as remote:
            sizes = []
            for _ in range(2):
                for _ in songs:
                    begin_next(stage, remote)
                sizes.append(resident(stage))
            titles = [text for text in stage.said("patch") if text.startswith("song ")]
            stage.wait(lambda stage: figure(stage, "patch") == "1. Song 0" and figure(stage, "tempo") == 100)
            assert stage.end() == 0
    measured("six songs, MiB after each round: " + ", ".join(f"{size:.0f}" for size in sizes))
    assert len(titles) == 13 and len(set(titles)) == 6
    # Without letting go, six more rigs would be here: 60 MiB.
    assert sizes[1] - sizes[0] < 30


def test_a_killed_concert_goes_on_with_its_song():
    port = osc.free_port()
    with jackd() as graph:
        songs = [{"title": name, "instruments": [tone()], "tempo": tempo} for name, tempo in
                 (("One", 90), ("Two", 110), ("Three", 130))]
        path = written(graph, songs)
        with play(graph, path, "--remote", port) as stage, osc.Sender(port) as remote:
            stage.wait(lambda stage: figure(stage, "rigs") == 3)
            remote.send(osc.message("/tactus/play/next"))
            stage.wait(lambda stage: figure(stage, "patch") == "2. Two")
            # The journal is written at least every half second: two figures later it has the song.
            count = len(stage.figures())
            stage.wait(lambda stage: len(stage.figures()) > count + 4)
            stage.child.kill()
            stage.child.wait(60)
        with play(graph, path, "--resume") as stage:
            assert any("song 2 of 3, “Two”" in text for text in stage.said("patch"))
            stage.wait(lambda stage: figure(stage, "patch") == "2. Two" and figure(stage, "tempo") == 110)
