"""`tactus play` as a client of jackd and of PipeWire: it sounds, finds its ports, plays MIDI and touches on
their frames, keeps time, and says what is wrong. jack_probe, a client of its own, plays and hears."""
import json
import os
import signal
import subprocess
import time

import numpy
import soundfile

import osc
import quarters
from conftest import figure, run
from graph import FREE, Graph, jackd, pipewire
from sound import cents_from, first_sound, hertz, peak
from stage import BUNDLE, TACTUS, play, probe

RATE = 48000
# The chorus of *First touch* runs freely and moves its pitch by about three cents.
CENTS = 6


def test_a_note_sounds_on_its_frame_in_tune_and_ends():
    on, off, note = 24011, 72017, 69
    with jackd(1024) as graph, play(graph, "first_touch"):
        sound = probe(graph, 5, [FREE, f"midi {on} 90{note:02x}64", f"midi {off} 80{note:02x}40"])
    assert peak(sound[:, :on]) == 0, "it sounds before the note"
    start = first_sound(sound[0])
    figure(f"tactus play under jackd: note at frame {on}, heard at {start}")
    assert on <= start <= on + 8
    assert abs(cents_from(sound[0, on + 20000:off], hertz(note))) < CENTS
    assert peak(sound[:, -RATE // 2:]) < 1e-4, "it goes on after its end"


def test_notes_sound_on_their_frames_under_pipewire():
    """A busy machine misses cycles, which the recording lacks; notes beside such a gap do not count."""
    notes = [12011 + 24000 * number for number in range(5)]
    plan = [f"midi {frame + place} {word}" for frame in notes
            for place, word in ((0, "904564"), (4800, "804540"))]
    with pipewire(256) as graph, play(graph, quarters.words(graph)[0]):
        sound = probe(graph, 3, plan)[0]
    starts = {on: first_sound(sound[on - 256:on + 512]) for on in notes
              if not numpy.isnan(sound[on - 256:on + 512]).any()}
    figure(f"tactus play under PipeWire: of notes at frames {notes}, heard at "
           f"{[on - 256 + start for on, start in starts.items() if start is not None]}")
    assert starts and all(start is not None and 256 <= start <= 264 for start in starts.values()), starts


def test_a_recording_holds_what_was_heard_and_its_take_renders_it_again(tmp_path):
    """The WAV against what jack_probe has heard, and against what `tactus render` makes of the take."""
    words = ["--record", tmp_path / "a.wav", "--force"]
    with jackd() as graph, play(graph, "first_touch", *words) as stage:
        stage.wait(lambda stage: stage.said("recording"))
        heard = probe(graph, 3, [FREE, "midi 24011 903c64", "midi 60017 803c40", "midi 48000 904064",
                                 "midi 90000 804040"])
        assert stage.end() == 0
        xruns, warnings = stage.figures()[-1]["xruns"], stage.said("warning")
    recorded, rate = soundfile.read(tmp_path / "a.wav", dtype="float32")
    assert rate == RATE
    begin, start = first_sound(recorded[:, 0]), first_sound(numpy.nan_to_num(heard[0]))
    length = min(len(recorded) - begin, heard.shape[1] - start, 2 * RATE)
    there = ~numpy.isnan(heard[0, start:start + length])
    assert length > RATE and there.mean() > 0.9
    assert numpy.array_equal(recorded[begin:begin + length][there], heard[:, start:start + length].T[there])
    note = json.loads((tmp_path / "a.json").read_text())
    assert note["frames"] == len(recorded) and note["lost_frames"] == 0
    code, text = run(TACTUS, "render", tmp_path / "a.tactus", "--bundle", BUNDLE, "-o", tmp_path / "b.wav")
    assert code == 0, (text, warnings)
    again, _ = soundfile.read(tmp_path / "b.wav", dtype="float32")
    first = first_sound(again[:, 0])
    length = min(len(recorded) - begin, len(again) - first, 2 * RATE)
    figure(f"recording of {len(recorded)} frames, {xruns} xruns; the take is the same for {length} frames")
    assert length > RATE
    assert numpy.array_equal(recorded[begin:begin + length], again[first:first + length])


def test_a_flac_is_made_when_it_ends(tmp_path):
    with jackd() as graph, play(graph, "first_touch", "--record", tmp_path / "a.flac", "--no-take",
                                "--force") as stage:
        probe(graph, 1, [FREE, "midi 9000 903c64"])
        assert stage.end() == 0
    sound, _ = soundfile.read(tmp_path / "a.flac")
    assert peak(sound.T) > 1e-3
    assert not (tmp_path / "a.wav").exists()


def test_a_full_disk_is_said_and_loses_nothing_that_was_written(tmp_path):
    """A limit of the file's size is a disk that is full at that byte."""
    limit = 1_000_000
    wrapped = tmp_path / "limited"
    wrapped.write_text(f"#!/bin/sh\nulimit -f {limit // 512}\ntrap '' XFSZ\nexec \"$@\"\n")
    wrapped.chmod(0o755)

    with jackd() as graph:
        small = Graph(graph.folder, graph.environment, [str(wrapped)])
        with play(small, "first_touch", "--record", tmp_path / "a.wav", "--no-take", "--force") as stage:
            stage.wait(lambda stage: any("are kept" in text for text in stage.said("warning")), 40)
            callbacks = stage.figures()[-1]["callbacks"]
            stage.wait(lambda stage: stage.figures()[-1]["callbacks"] > callbacks)
            found = stage.end()
    assert found == 0
    frames = len(soundfile.read(tmp_path / "a.wav")[0])
    figure(f"a disk of {limit} bytes keeps {frames} frames")
    assert frames >= (limit - 200_000) // 8


def test_a_server_of_another_rate_plays_in_tune(tmp_path):
    rate = 44100

    with jackd(rate=rate) as graph, play(graph, "first_touch", "--record", tmp_path / "a.wav",
                                         "--force") as stage:
        stage.wait(lambda stage: stage.said("recording"))
        with osc.Sender(stage.port) as sender:
            sender.send(osc.message("/tactus/midi", 0x90, 69, 100))
            stage.wait(lambda stage: stage.figures()[-1].get("recorded", 0) > 3)
            assert stage.end() == 0
    sound, found = soundfile.read(tmp_path / "a.wav")
    assert found == rate == json.loads((tmp_path / "a.json").read_text())["rate"]
    start = first_sound(sound[:, 0])
    assert abs(cents_from(sound[start + 20000:start + 60000, 0], hertz(69), rate)) < CENTS


def test_many_patches_are_changed(tmp_path):
    """STAGE_PATCHES asks for more of them, as `make campaign` does."""
    count, names = int(os.environ.get("STAGE_PATCHES", "30")), ["pluck", "glass_pad", "rubber_bass"]

    with jackd() as graph, play(graph, "first_touch") as stage, osc.Sender(stage.port) as sender:
        for number in range(count):
            sender.send(osc.message("/tactus/midi", 0x90, 40 + number % 40, 100))
            sender.send(osc.message("/tactus/patch/load", names[number % 3]))
            stage.wait(lambda stage, number=number: len(stage.said("patch")) > number)
        sender.send(osc.message("/tactus/midi", 0x90, 60, 100))
        stage.wait(lambda stage: stage.figures()[-1]["level"] > -60)
        found = [text for text in stage.said("warning") if "too large" in text]
    assert found == []


def test_a_touch_is_heard_and_a_set_list_is_followed(tmp_path):
    with jackd() as graph:
        folder = graph.folder / ".local/share/tactus/patches"
        folder.mkdir(parents=True)
        (folder / "gig.setlist.json").write_text(json.dumps(
            {"version": 1, "name": "Gig", "patches": ["pluck", "not_there", "glass_pad"]}))
        environment = {**graph.environment, "XDG_DATA_HOME": str(graph.folder / ".local/share")}
        graph = Graph(graph.folder, environment, [])
        with play(graph, "gig") as stage, osc.Sender(stage.port) as remote:
            stage.wait(lambda stage: any("Pluck" in text for text in stage.said("patch")))
            warned = stage.said("warning")
            remote.send(osc.message("/tactus/patch/next"))
            stage.wait(lambda stage: any("Glass pad" in text for text in stage.said("patch")))
            run("oscsend", "localhost", stage.port, "/tactus/touch", "siff", "began", "1", "0.5", "0.5")
            stage.wait(lambda stage: stage.figures()[-1]["touches"] == 1
                       and stage.figures()[-1]["level"] > -60)
            remote.send(osc.message("/tactus/patch/load", "nowhere"))
            stage.wait(lambda stage: any("nowhere" in text for text in stage.said("warning")))
            assert "Glass" in stage.figures()[-1]["patch"], "the old patch plays on"
    assert any("not_there" in text for text in warned)


def test_a_grid_plays_the_instrument():
    with jackd() as graph, play(graph, "--grid", "night_bus", "--tempo", "97") as stage:
        stage.wait(lambda stage: stage.figures()[-1]["level"] > -60, 40)
        line = stage.figures()[-1]
        tempo, rolling = line["tempo"], line["rolling"]
    assert abs(tempo - 97) < 1e-6 and rolling


def test_a_recording_has_the_sound_from_before_its_key(tmp_path):
    """A note that has ended when recording begins is in the file, sample by sample as it was heard."""
    remote = osc.free_port()

    words = ["first_touch", "--before", "30", "--remote", remote]
    with jackd() as graph, \
            play(Graph(graph.folder, graph.environment, ["env", "-C", tmp_path]), *words) as stage:
        heard = probe(graph, 2, [FREE, "midi 24011 903c64", "midi 60017 803c40"])
        with osc.Sender(remote) as sender:
            sender.send(osc.message("/tactus/play/record"))
            stage.wait(lambda stage: stage.figures()[-1].get("recorded", 0) > 0)
        assert stage.end() == 0
    wave = next(tmp_path.glob("*.wav"))
    recorded, _ = soundfile.read(wave, dtype="float32")
    begin, start = first_sound(recorded[:, 0]), first_sound(numpy.nan_to_num(heard[0]))
    length = heard.shape[1] - start
    there = ~numpy.isnan(heard[0, start:])
    assert length > RATE // 2 and there.mean() > 0.9
    assert numpy.array_equal(recorded[begin:begin + length][there], heard[:, start:].T[there])


def test_the_server_dies_and_comes_back(tmp_path):
    """Killed and started again: the sound is there again, and the recording goes on in a second file."""
    with jackd() as graph, play(graph, "first_touch", "--record", tmp_path / "a.wav", "--no-take",
                                "--force") as stage:
        stage.wait(lambda stage: any(line.get("recorded", 0) > 0.5 for line in stage.figures()))
        graph.server.kill()
        graph.server.wait()  # otherwise the next server takes it for a live one
        stage.wait(lambda stage: any("has gone" in text for text in stage.said("warning")), 30)
        again = subprocess.Popen(
            graph.server.args, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT, env=graph.environment)
        try:
            began = time.monotonic()
            stage.wait(lambda stage: len(stage.said("server")) == 2, 30)
            took = time.monotonic() - began
            sound = probe(graph, 1, ["midi 9000 903c64"])
            stage.end()
            loudest = peak(numpy.nan_to_num(sound))
        finally:
            again.terminate()
            again.wait(60)
    figure(f"sound again {took:.1f} s after the server was started again")
    assert loudest > 1e-3
    assert "gone" in json.loads((tmp_path / "a.json").read_text())["ended"]
    assert json.loads((tmp_path / "a-2.json").read_text())["continues"] == "a.wav"
    assert len(soundfile.read(tmp_path / "a.wav")[0]) > 0
    assert len(soundfile.read(tmp_path / "a-2.wav")[0]) > 0


def test_a_pattern_waits_for_its_port():
    with jackd() as graph, play(graph, "first_touch", "--midi", "late*") as stage:
        waits = any("late*" in text for text in stage.said("warning"))
        with subprocess.Popen(["jack_midiseq", "late", "48000", "0", "60", "24000"],
                              env=graph.environment, stdout=subprocess.DEVNULL,
                              stderr=subprocess.STDOUT) as late:
            try:
                stage.wait(lambda stage: any("late:" in text for text in stage.said("connected")))
                stage.wait(lambda stage: stage.figures()[-1]["midi"] > 0)
            finally:
                late.terminate()
    assert waits, "a port that is not there is said"


def test_signals_keep_the_state():
    with jackd() as graph:
        state = graph.folder / "state.json"
        with play(graph, "glass_pad", "--state", state) as stage:
            stage.wait(lambda stage: any("Glass" in text for text in stage.said("patch")))
            stage.child.send_signal(signal.SIGUSR1)
            stage.wait(lambda stage: state.exists())
            assert stage.end() == 0
        with play(graph, "--state", state) as stage:
            stage.wait(lambda stage: stage.said("patch"))
            found = stage.said("patch")
    assert "Glass" in found[0]
