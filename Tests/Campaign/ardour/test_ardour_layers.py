"""Headless Ardour: the four layers of the Tone Matrix on four instruments, on one track and on four, by the
MIDI channel that each hears."""
import mido
import numpy
import pytest

from ardour_session import Session
from conftest import ROOT, figure, run
from sound import peak

RATE = 48000


BAND_SECONDS = 6


PATCHES = ("Pluck", "Rubber bass", "Circuit kit", "Glass pad")


CHANNELS = (0, 1, 9, 3)


@pytest.fixture(scope="module")
def bands(tmp_path_factory):
    return {mode: Session(tmp_path_factory.mktemp(mode), mode, "Big room", *PATCHES, script="layers.lua")
            for mode in ("one", "four")}


@pytest.fixture(scope="module")
def layers(bands):
    """What each of four tracks sounds."""
    return [bands["four"].export(f"layer{place}", BAND_SECONDS, only=f"layer {place}")[0]
            for place in (1, 2, 3, 4)]


@pytest.fixture(scope="module")
def notes(tmp_path_factory):
    """The beginnings of each channel's notes in seconds, as the engine writes them to a file."""
    file = tmp_path_factory.mktemp("notes") / "grid.mid"
    status, text = run(ROOT / ".build" / "release" / "tactus", "grid", "export",
                       ROOT / "bundle" / "grids" / "big_room.json", "-o", file, "--bars", "3")
    assert status == 0, text
    found = {channel: [] for channel in CHANNELS}
    time = 0.0
    for message in mido.MidiFile(file):
        time += message.time
        if message.type == "note_on" and message.velocity:
            found[message.channel].append(time)
    return [found[channel] for channel in CHANNELS]


def test_each_layer_plays_its_own_instrument(layers, notes):
    for place, (sound, begins) in enumerate(zip(layers, notes), 1):
        assert peak(sound) > 0.003, f"layer {place} is silent"
        loud = numpy.flatnonzero(abs(sound).max(axis=0) > 1e-4)
        late = loud[0] / RATE - begins[0]
        figure(f"Ardour: layer {place} begins {late * 1000:.1f} ms after its note at {begins[0]:.3f} s")
        # Glass pad rises slowly; no layer sounds before its own first note, and three do not begin together.
        assert -0.003 < late < 0.06, f"layer {place}"
    assert len({begins[0] for begins in notes}) >= 3


def test_on_one_track_they_sound_as_on_four(bands, layers):
    """On one track the eight channels go through its panner, so each side is a mix of the layers and of
    nothing else."""
    four = bands["four"].export("all", BAND_SECONDS)[0]
    one = bands["one"].export("all", BAND_SECONDS)[0]
    assert abs(four - sum(layers)).max() < 1e-5, "the tracks are not the sum of their layers"
    channels = numpy.concatenate(layers).T.astype(float)
    gains, *_ = numpy.linalg.lstsq(channels, one.T.astype(float), rcond=None)
    rest = abs(channels @ gains - one.T).max()
    figure(f"Ardour: four layers on one track differ from a mix of four tracks by {rest:.1e}, peak "
           f"{peak(one):.2f}")
    assert rest < 1e-5
    assert (abs(gains).reshape(4, 2, 2).max(axis=(1, 2)) > 0.3).all(), gains
