"""What comes and goes around `tactus play`: a keyboard, another block or rate of the server, free wheel; and
that no frame of a recording is lost meanwhile, by a signal in which each frame has its number."""
import json
import os
import signal
import subprocess
import time

import numpy
import pytest
import soundfile

import osc
from conftest import figure, run
from graph import Graph, jackd, pipewire
from sound import cents_from, first_sound, hertz
from stage import metered_bundle, play


def held_key(graph):
    """A keyboard that holds a note for nearly four seconds, again and again."""
    command = [*graph.prefix, "jack_midiseq", "keys", "192000", "0", "60", "186000"]
    return subprocess.Popen(command, env=graph.environment, stdout=subprocess.DEVNULL,
                            stderr=subprocess.STDOUT)


def test_a_keyboard_is_unplugged_and_plugged():
    """Its notes would never be released when it goes, so they end; when it comes back, it plays."""
    with pipewire() as graph, play(graph, "first_touch", "--midi", "keys*") as stage:
        keys = held_key(graph)
        try:
            stage.wait(lambda stage: stage.figures()[-1]["voices"] == 1)
            keys.kill()
            keys.wait(60)
            stage.wait(lambda stage: any("keys:out has gone" in text for text in stage.said("connected")))
            stage.wait(lambda stage: stage.figures()[-1]["voices"] == 0)
            heard = stage.figures()[-1]["midi"]
            keys = held_key(graph)
            stage.wait(lambda stage: stage.figures()[-1]["voices"] == 1
                       and stage.figures()[-1]["midi"] > heard)
            found = [text for text in stage.said("connected") if text.startswith("keys:out →")]
        finally:
            keys.kill()
            keys.wait(60)
    assert len(found) == 2


def test_another_rate_of_the_server_is_lived_through(tmp_path):
    """PipeWire moves its graph to another rate: the recording ends and says why, and the next one says what
    it goes on with, at the new rate and in tune."""
    with pipewire() as graph, play(graph, "first_touch", "--record", tmp_path / "a.wav", "--no-take",
                                   "--force") as stage:
        stage.wait(lambda stage: stage.figures()[-1].get("recorded", 0) > 0.5)
        code, text = run("pw-metadata", "-n", "settings", "0", "clock.force-rate", "44100",
                         env=graph.environment)
        assert code == 0, text
        stage.wait(lambda stage: len(stage.said("server")) == 2)
        stage.wait(lambda stage: len(stage.said("recording")) == 3)
        with osc.Sender(stage.port) as sender:
            begun = len(stage.figures())
            sender.send(osc.message("/tactus/midi", 0x90, 69, 100))
            stage.wait(lambda stage: stage.figures()[-1].get("recorded", 0) > 3
                       and len(stage.figures()) > begun + 4)
        assert stage.end() == 0
        server, warnings = stage.said("server")[1], stage.said("warning")
    assert "44100 Hz" in server and any("has another rate" in text for text in warnings)
    first, second = (json.loads((tmp_path / name).read_text()) for name in ("a.json", "a-2.json"))
    assert first["rate"] == 48000 and "another rate" in first["ended"] and "continues" not in first
    assert second["rate"] == 44100 and second["continues"] == "a.wav" and "ended" not in second
    sound, rate = soundfile.read(tmp_path / "a-2.wav")
    start = first_sound(sound[:, 0])
    assert rate == 44100
    assert abs(cents_from(sound[start + 20000:start + 60000, 0], hertz(69), rate)) < 6


def numbers(path):
    """The numbers of the frames in a recording of run_meter.so, piece by piece."""
    for block in soundfile.blocks(path, 1 << 20, dtype="float32"):
        yield (block @ numpy.array([1, 65536.0]) * 65536).round().astype(numpy.int64)


def test_no_frame_is_lost_by_other_blocks_or_in_free_wheel(tmp_path):
    """FREE_WHEEL asks for so many seconds of the recording, an hour in `make campaign`; its rate is high
    there, so that the file becomes longer than 4 GiB."""
    seconds, rate = int(os.environ.get("FREE_WHEEL", "60")), int(os.environ.get("FREE_WHEEL_RATE", "48000"))
    path, remote = tmp_path / "a.wav", osc.free_port()

    with jackd(rate=rate) as graph:
        copy, more = metered_bundle(graph.folder)
        counting = Graph(graph.folder, {**graph.environment, **more, "TACTUS_COUNTS": "1"}, [])
        with play(counting, "first_touch", "--bundle", copy, "--record", path, "--no-take", "--force",
                  "--remote", remote) as stage, osc.Sender(remote) as sender:
            for block in (2048, 512):
                time.sleep(0.5)
                run("jack_bufsize", block, env=graph.environment)
                callbacks = stage.figures()[-1]["callbacks"]
                stage.wait(lambda stage, least=callbacks: stage.figures()[-1]["callbacks"] > least + 10)
            begin, before = time.monotonic(), stage.figures()[-1]["recorded"]
            code, text = run("jack_freewheel", "y", env=graph.environment)
            assert code == 0, text
            stage.wait(lambda stage: stage.figures()[-1].get("recorded", 0) > seconds, 60 + seconds / 4)
            took, reached = time.monotonic() - begin, stage.figures()[-1]["recorded"]
            run("jack_freewheel", "n", env=graph.environment)
            callbacks = stage.figures()[-1]["callbacks"]
            stage.wait(lambda stage: stage.figures()[-1]["callbacks"] > callbacks + 10)
            sender.send(osc.message("/tactus/play/record", 0))
            stage.wait(lambda stage: any("frames" in text for text in stage.said("recording")))
            speed, warnings = (reached - before) / took, stage.said("warning")
    note = json.loads((tmp_path / "a.json").read_text())
    next_one = total = jumps = 0
    for piece in numbers(path):
        jumps += int((numpy.diff(piece) != 1).sum()) + (total > 0 and piece[0] != next_one)
        next_one, total = piece[-1] + 1, total + len(piece)
    with open(path, "rb") as file:
        kind = file.read(4).decode()
    figure(f"free wheel: {total / rate:.0f} s recorded, {speed:.0f} times as fast as they sound, "
           f"{path.stat().st_size / 2**30:.2f} GiB as {kind}, {jumps} jumps")
    assert jumps == 0 and total == note["frames"] >= seconds * rate and note["lost_frames"] == 0, warnings
    assert kind == ("RF64" if path.stat().st_size >= 2**32 else "RIFF")
    path.unlink()


ENDS = {"SIGTERM": signal.SIGTERM, "SIGINT": signal.SIGINT, "SIGHUP": signal.SIGHUP, "a wish": None}


@pytest.mark.parametrize("end", ENDS)
def test_it_ends_with_0_when_it_is_ended(end):
    remote = osc.free_port()

    with jackd() as graph, play(graph, "first_touch", "--remote", remote) as stage:
        if ENDS[end]:
            stage.child.send_signal(ENDS[end])
        else:
            with osc.Sender(remote) as sender:
                sender.ask(osc.message("/tactus/play/end"))
        found = stage.child.wait(60)
    assert found == 0
