"""Recordings of `tactus play` that is killed at any moment, or whose disk stands still; and instruments that
double their layers."""
import json
import os
import time

import numpy
import pytest
import soundfile

from conftest import HOST, figure
from graph import Graph, jackd
from sound import first_sound, peak
from stage import play

RATE = 48000


def test_killed_at_any_moment_a_recording_opens_and_holds_what_was_written(tmp_path):
    """Read with a reader of the header's own numbers: the data's length stands in the file and is true."""
    random = numpy.random.default_rng(22)
    with jackd() as graph:
        for number in range(int(os.environ.get("STAGE_KILLS", "100"))):
            path = tmp_path / f"{number}.wav"
            with play(graph, "first_touch", "--record", path, "--no-take") as stage:
                time.sleep(0.3 + float(random.random()))
                stage.child.kill()
                stage.child.wait(60)
            data = path.read_bytes()
            assert data[:4] == b"RIFF", "below 4 GiB it is plain"
            place = data.index(b"data")
            size = int.from_bytes(data[place + 4:place + 8], "little")
            recorded = [line["recorded"] for line in stage.figures() if "recorded" in line]
            assert size == len(data) - place - 8, "the header says how much there is"
            flushed = (recorded[-1] if recorded else 0) * RATE
            assert size // 8 >= flushed - 1, "frames that were flushed are missing"
            assert len(soundfile.read(path)[0]) == size // 8


@pytest.mark.parametrize("seconds", [4, 12])
def test_a_disk_that_stands_still_loses_only_what_the_ring_does_not_hold(seconds, tmp_path):
    """The ring holds eleven seconds, with those before a recording."""
    with jackd() as graph:
        environment = {**graph.environment, "LD_PRELOAD": str(HOST / "slow_disk.so"),
                       "SLOW_SECONDS": str(seconds)}
        slow = Graph(graph.folder, environment, [])
        with play(slow, "first_touch", "--record", tmp_path / "a.wav", "--no-take", "--force",
                  "--before", "1") as stage:
            stage.wait(lambda stage: stage.figures()[-1].get("recorded", 0) > seconds + 5, 60)
            assert stage.end() == 0
            warnings = stage.said("warning")
    note = json.loads((tmp_path / "a.json").read_text())
    figure(f"a disk that stands still for {seconds} s: {note['lost_frames']} frames are lost")
    assert len(soundfile.read(tmp_path / "a.wav")[0]) == note["frames"]
    is_said = any("the disk was slow" in text for text in warnings)
    assert (note["lost_frames"] > 0) == (seconds == 12) == is_said


def test_the_fifth_to_eighth_instrument_of_a_row_double_its_layers(tmp_path):
    """Eight instruments at 0.35 are four at 0.5, with twice the instruments a layer: 1.4 times the sound.
    Without the doubles it would be 0.7 times as loud. What runs freely, such as an LFO, begins at another
    place."""
    def take(count):
        wave = tmp_path / f"row{count}.wav"
        words = ["--grid", "night_bus", "--row", ",".join(["pluck"] * count), "--record", wave, "--force"]
        with jackd() as graph, play(graph, *words) as stage:
            stage.wait(lambda stage: stage.figures()[-1]["recorded"] > 4, 40)
            assert stage.end() == 0
        return soundfile.read(wave)[0]
    four, eight = (take(count) for count in (4, 8))
    first, second = first_sound(four[:, 0]), first_sound(eight[:, 0])
    length = min(len(four) - first, len(eight) - second, 2 * RATE)
    assert length > RATE and peak(four) > 0.01
    loudness = [numpy.sqrt((sound[begin:begin + length] ** 2).mean())
                for sound, begin in ((four, first), (eight, second))]
    assert 1.25 < loudness[1] / loudness[0] < 1.55
