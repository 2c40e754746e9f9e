"""jalv plays a patch with recorded sounds: to the bit what our own host renders."""
import json

import numpy

from conftest import figure
from graph import FREE, jackd
from lv2host import MIDI, Plugin, state_file
from sound import peak, wav

RATE, FRAMES, KEYS = 48000, 90000, (48, 60, 67)


def test_a_patch_with_samples_sounds_as_it_renders(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    folder = tmp_path / "data" / "tactus" / "samples"
    folder.mkdir(parents=True)
    time = numpy.arange(2 * RATE) / RATE
    wav(folder / "low.wav", 0.5 * numpy.exp(-2 * time) * numpy.sin(2 * numpy.pi * 220 * time))
    wav(folder / "high.wav", numpy.random.default_rng(8).uniform(-0.4, 0.4, RATE), 44100, 16)
    # Without effects that run freely, a note sounds the same whenever it is played.
    patch = {"version": 1, "connections": [{"source": "touch_velocity", "destination": "filter_1_cutoff",
                                            "low": 500, "high": 9000}],
             "samples": [{"file": "low.wav", "keys": [0, 59], "root": 50},
                         {"file": "high.wav", "keys": [60, 127], "root": 64, "loop": [1000, 40000]}],
             "parameters": {"osc_a_level": 0, "sample_level": 1, "amp_release": 0.2, "voice_width": 0,
                            "filter_2_kind": "ladder", "filter_2_drive": 6}}
    state = state_file(tmp_path / "patch", json.dumps(patch))
    notes = [(30011 + 7001 * place, bytes([0x90, key, 60 + 20 * place])) for place, key in enumerate(KEYS)]
    notes += [(70001 + 1009 * place, bytes([0x80, key, 64])) for place, key in enumerate(KEYS)]
    with Plugin(rate=RATE, state=state) as plugin:
        rendered = plugin.play([(frame, MIDI, body) for frame, body in notes], FRAMES, 512)

    with jackd() as graph, graph.plugin(load=state.parent):
        heard = graph.record(2, [FREE, *(f"midi {frame} {body.hex()}" for frame, body in notes)])[0]
    assert peak(rendered) > 0.05
    apart = abs(heard[:, :FRAMES] - rendered)
    figure(f"jalv: a patch with samples, peak {peak(rendered):.2f}, at most {apart.max():.2g} from the "
           f"render")
    assert apart.max() == 0
