"""`make docs`: a picture of each sound object, rendered by the built plugin, as SVG in docs/images/objects.

Sources, shaper and filters: the spectrum of an A of 110 Hz. Modules: the loudness or pitch that they move,
over time. Effects: their output for a short tone, over time, or for noise, over frequency."""
import json
import os
import pathlib
import sys
import tempfile

import numpy

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests" / "HostTests"))
import conftest  # noqa: E402, F401: puts the folders of host tests on the path
from lv2host import Plugin, state_file  # noqa: E402
from sound import wav  # noqa: E402

RATE = 48000
BARE = {"osc_b_level": 0, "filter_1_kind": "none", "voice_width": 0, "amp_attack": 0.001, "amp_sustain": 1,
        "amp_release": 0.05}
SILENT = BARE | {"osc_a_level": 0}
NOISE = SILENT | {"noise_level": 1, "noise_colour": "white"}
SHORT = BARE | {"amp_decay": 0.03, "amp_sustain": 0}
STEPS = [1, 0, 0.5, -0.5, {"value": 1, "glide": 0.5}, -1, 0.25, 0]


def moving(source):
    """The output of a module, as loudness."""
    return {"connections": [{"source": source, "destination": "amp_level", "low": 0, "high": 1}]}


# Object: the kind of drawing, the parameters, the rest of the patch.
OBJECTS = {
    "osc_a": ("spectrum", BARE, {}),
    "osc_b": ("spectrum", SILENT | {"osc_b_level": 1, "osc_b_cents": 0}, {}),
    "osc_c": ("spectrum", SILENT | {"osc_c_level": 1, "osc_c_wave": "voice_a"}, {}),
    "fm": ("spectrum", SILENT | {"fm_level": 1, "fm_index": 4}, {}),
    "noise": ("bands", SILENT | {"noise_level": 1, "noise_colour": "pink"}, {}),
    "string": ("spectrum", SILENT | {"string_level": 1}, {}),
    "grain": ("spectrum", SILENT | {"grain_level": 1, "grain_spread": 2}, {}),
    "sample": ("spectrum", SILENT | {"sample_level": 1}, {"samples": [{"file": "saw.wav", "root": 45}]}),
    "shaper": ("spectrum", BARE | {"osc_a_wave": "sine", "shaper_amount": 1, "shaper_shape": "fold"}, {}),
    "filter_1": ("bands", NOISE | {"filter_1_kind": "low", "filter_1_resonance": 0.8}, {}),
    "filter_2": ("bands", NOISE | {"filter_2_kind": "vowel", "filter_2_resonance": 0.8}, {}),
    "drive": ("spectrum", BARE | {"osc_a_wave": "sine", "drive_gain": 24}, {}),
    "eq": ("bands", NOISE | {"eq_low": 12, "eq_middle": -12, "eq_high": 6}, {}),
    "chorus": ("bands", NOISE | {"chorus_mix": 1, "chorus_kind": "flanger", "chorus_rate": 0.01,
                                 "chorus_depth": 0.1}, {}),
    "delay": ("level", SHORT | {"delay_mix": 1}, {}),
    "reverb": ("level", SHORT | {"reverb_mix": 1}, {}),
    "compressor": ("loudness", BARE | {"lfo_2_rate": 1, "lfo_2_wave": "triangle", "compressor_ratio": 4,
                                       "compressor_threshold": -30},
                   moving("lfo_2")),
    "limiter": ("loudness", BARE | {"lfo_2_rate": 1, "lfo_2_wave": "triangle", "limiter_on": "on",
                                    "limiter_ceiling": -24},
                moving("lfo_2")),
    **{f"env_{n}": ("loudness", BARE | {f"env_{n}_attack": 0.3, f"env_{n}_decay": 0.8,
                                        f"env_{n}_sustain": 0.4},
                    moving(f"env_{n}")) for n in (2, 3, 4)},
    **{f"lfo_{n}": ("loudness", BARE | {f"lfo_{n}_rate": 2, f"lfo_{n}_wave": wave}, moving(f"lfo_{n}"))
       for n, wave in ((1, "sine"), (2, "triangle"), (3, "saw"), (4, "smooth_random"))},
    **{f"seq_{n}": ("loudness", BARE, moving(f"seq_{n}") | {"sequences": {str(n): {"steps": STEPS}}})
       for n in (1, 2, 3, 4)},
}


def heard(parameters, rest):
    """Three seconds of an A of 110 Hz that is held for two and a half."""
    text = json.dumps({"version": 1, "connections": []} | rest | {"parameters": parameters})
    with tempfile.TemporaryDirectory() as folder:
        samples = pathlib.Path(folder) / "tactus" / "samples"
        samples.mkdir(parents=True)
        wav(samples / "saw.wav", 1 - 2 * (numpy.arange(3 * RATE) * 110 / RATE % 1))
        os.environ["XDG_DATA_HOME"] = folder
        state = state_file(pathlib.Path(folder) / "state", text)
        with Plugin(rate=RATE, longest_block=64, state=state) as plugin:
            plugin.event([0x90, 45, 127])
            sound = [plugin.run(64) for _ in range(RATE * 5 // 2 // 64)]
            plugin.event([0x80, 45, 0])
            sound += [plugin.run(64) for _ in range(RATE // 2 // 64)]
    return numpy.concatenate(sound, axis=1).mean(axis=0)


def spectrum(sound):
    """Decibels below the strongest, at 400 frequencies from 50 Hz to 20 kHz: the strongest bin around
    each."""
    part = sound[RATE // 4:RATE // 4 + 65536]
    size = abs(numpy.fft.rfft(part * numpy.hanning(len(part))))
    edges = numpy.geomspace(50, 20000, 401) * len(part) / RATE
    points = [size[int(a):max(int(b), int(a) + 1)].max() for a, b in zip(edges, edges[1:])]
    return numpy.linspace(0, 1, len(points)), decibels(numpy.array(points) / max(points), 80)


def bands(sound):
    """The mean power per hertz in bands of a sixth of an octave, in decibels below the strongest band, for
    noise."""
    part = sound[RATE // 4:RATE * 9 // 4]
    power = abs(numpy.fft.rfft(part * numpy.hanning(len(part)))) ** 2
    edges = numpy.geomspace(50, 20000, 53) * len(part) / RATE
    points = numpy.sqrt([power[int(a):int(b) + 1].mean() for a, b in zip(edges, edges[1:])])
    return (numpy.arange(52) + 0.5) / 52, decibels(points / max(points), 60)


def loudness(sound):
    """The greatest sample of each hundredth of a second, relative to the greatest of all."""
    step = RATE // 100
    points = numpy.array([abs(sound[at:at + step]).max() for at in range(0, len(sound) - step, step)])
    return numpy.linspace(0, 1, len(points)), points / points.max()


def level(sound):
    across, points = loudness(sound)
    return across, decibels(points, 60)


def decibels(points, room):
    return 1 + numpy.maximum(20 * numpy.log10(points + 1e-9), -room) / room


KINDS = {
    "spectrum": (spectrum, "0 dB", "−80 dB", "spectrum of a note of 110 Hz"),
    "bands": (bands, "0 dB", "−60 dB", "power of noise at each frequency"),
    "loudness": (loudness, "1", "0", "loudness of a note of 2.5 s"),
    "level": (level, "0 dB", "−60 dB", "level of a short note"),
}


def picture(kind, sound):
    draw, top, bottom, caption = KINDS[kind]
    across, up = draw(sound)
    line = " ".join(f"{50 + 440 * x:.1f},{140 - 116 * y:.1f}" for x, y in zip(across, up))
    if kind in ("spectrum", "bands"):
        marks = [(numpy.log(f / 50) / numpy.log(400), name) for f, name in
                 ((100, "100 Hz"), (1000, "1 kHz"), (10000, "10 kHz"))]
    else:
        marks = [(t / 3, f"{t} s") for t in (0, 1, 2)]
    lines = "".join(f'<line x1="{50 + 440 * x:.0f}" x2="{50 + 440 * x:.0f}" y1="24" y2="140"/>'
                    for x, _ in marks)
    lines += '<line x1="50" x2="490" y1="24" y2="24"/><line x1="50" x2="490" y1="140" y2="140"/>'
    text = "".join(
        f'<text x="{50 + 440 * x:.0f}" y="156" text-anchor="{"start" if x == 0 else "middle"}">{name}</text>'
                   for x, name in marks)
    text += (f'<text x="45" y="28" text-anchor="end">{top}</text><text x="45" y="144" '
             f'text-anchor="end">{bottom}</text>')
    text += f'<text x="490" y="16" text-anchor="end">{caption}</text>'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 164" font-family="sans-serif" '
        'font-size="11">'
            f'<rect width="500" height="164" fill="#fff"/><g stroke="#ccc">{lines}</g><g '
            f'fill="#444">{text}</g>'
            f'<polyline fill="none" stroke="#0b6e99" stroke-width="1.5" points="{line}"/></svg>\n')


def main():
    folder = ROOT / "docs" / "images" / "objects"
    folder.mkdir(parents=True, exist_ok=True)
    for name, (kind, parameters, rest) in OBJECTS.items():
        sound = heard(parameters, rest)
        assert numpy.isfinite(sound).all() and abs(sound).max() > 1e-3, f"{name} is silent"
        (folder / f"{name}.svg").write_text(picture(kind, sound))
    print(f"{len(OBJECTS)} pictures in {folder}")


main()
