"""`make docs`: a picture of each sound object, heard through the built plugin, as SVG in docs/images/objects.

Sources, shaper and filters: the spectrum of one A of 110 Hz. Modules: the loudness or pitch that they move, over time.
Effects: what they make of a short tone, over time, or of noise, over frequency."""
import pathlib
import sys
import tempfile

import numpy

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests" / "Hosts"))
from lv2host import Plugin, state_file  # noqa: E402

RATE = 48000
BARE = '"osc_b_level": 0, "filter_1_kind": "none", "voice_width": 0, "amp_attack": 0.001, "amp_release": 0.05'
SILENT = BARE + ', "osc_a_level": 0'
NOISE = SILENT + ', "noise_level": 1, "noise_colour": "white"'
SHORT = BARE + ', "amp_decay": 0.03, "amp_sustain": 0'
PLUCKED = '"connections": [{"source": "%s", "destination": "amp_level", "low": %s, "high": 1}]'
SEQUENCE = '"sequences": {"%d": {"steps": [1, 0, 0.5, -0.5, {"value": 1, "glide": 0.5}, -1, 0.25, 0]}}'
# Object: what is drawn, its parameters beside the bare voice, the rest of the patch.
OBJECTS = {
    "osc_a": ("spectrum", BARE, ""),
    "osc_b": ("spectrum", SILENT + ', "osc_b_level": 1', ""),
    "osc_c": ("spectrum", SILENT + ', "osc_c_level": 1, "osc_c_wave": "voice_a"', ""),
    "fm": ("spectrum", SILENT + ', "fm_level": 1, "fm_index": 4', ""),
    "noise": ("spectrum", SILENT + ', "noise_level": 1, "noise_colour": "pink"', ""),
    "string": ("spectrum", SILENT + ', "string_level": 1', ""),
    "grain": ("spectrum", SILENT + ', "grain_level": 1, "grain_spread": 2', ""),
    "shaper": ("spectrum", BARE + ', "osc_a_wave": "sine", "shaper_amount": 1, "shaper_shape": "fold"', ""),
    "filter_1": ("spectrum", NOISE + ', "filter_1_kind": "low", "filter_1_resonance": 0.8', ""),
    "filter_2": ("spectrum", NOISE + ', "filter_2_kind": "vowel", "filter_2_resonance": 0.8', ""),
    "drive": ("spectrum", BARE + ', "osc_a_wave": "sine", "drive_gain": 24', ""),
    "eq": ("spectrum", NOISE + ', "eq_low": 12, "eq_middle": -12, "eq_high": 6', ""),
    "chorus": ("spectrum", NOISE + ', "chorus_mix": 1, "chorus_kind": "flanger", "chorus_rate": 0.05', ""),
    "delay": ("loudness", SHORT + ', "delay_mix": 1', ""),
    "reverb": ("loudness", SHORT + ', "reverb_mix": 1', ""),
    **{f"env_{n}": ("loudness", BARE + f', "env_{n}_attack": 0.3, "env_{n}_decay": 0.8, "env_{n}_sustain": 0.4',
                    PLUCKED % (f"env_{n}", 0)) for n in (2, 3, 4)},
    **{f"lfo_{n}": ("loudness", BARE + f', "lfo_{n}_rate": 2, "lfo_{n}_wave": "{wave}"', PLUCKED % (f"lfo_{n}", 0))
       for n, wave in ((1, "sine"), (2, "triangle"), (3, "saw"), (4, "smooth_random"))},
    **{f"seq_{n}": ("loudness", BARE, PLUCKED % (f"seq_{n}", 0) + ", " + SEQUENCE % n) for n in (1, 2, 3, 4)},
}


def heard(parameters, rest):
    """Three seconds of the note A of 110 Hz, held for two and a half."""
    text = '{"version": 1, "parameters": {%s}%s}' % (parameters, ", " + rest if rest else ', "connections": []')
    with tempfile.TemporaryDirectory() as folder:
        state = state_file(pathlib.Path(folder) / "state", text)
        with Plugin(rate=RATE, longest_block=64, state=state) as plugin:
            plugin.event([0x90, 45, 127])
            sound = [plugin.run(64) for _ in range(RATE * 5 // 2 // 64)]
            plugin.event([0x80, 45, 0])
            sound += [plugin.run(64) for _ in range(RATE // 2 // 64)]
    return numpy.concatenate(sound, axis=1).mean(axis=0)


def spectrum(sound):
    """Decibels below the strongest, at 400 frequencies from 50 Hz to 20 kHz: the strongest bin around each."""
    part = sound[RATE // 4:RATE // 4 + 65536]
    size = abs(numpy.fft.rfft(part * numpy.hanning(len(part))))
    edges = numpy.geomspace(50, 20000, 401) * len(part) / RATE
    points = [size[int(a):max(int(b), int(a) + 1)].max() for a, b in zip(edges, edges[1:])]
    level = 20 * numpy.log10(numpy.array(points) / max(points) + 1e-9)
    return numpy.linspace(0, 1, len(level)), 1 + numpy.maximum(level, -80) / 80


def loudness(sound):
    """The greatest sample of each hundredth of a second, beside the greatest of all."""
    step = RATE // 100
    points = numpy.array([abs(sound[at:at + step]).max() for at in range(0, len(sound) - step, step)])
    return numpy.linspace(0, 1, len(points)), points / points.max()


def picture(kind, sound):
    across, up = (spectrum if kind == "spectrum" else loudness)(sound)
    line = " ".join(f"{40 + 440 * x:.1f},{140 - 120 * y:.1f}" for x, y in zip(across, up))
    if kind == "spectrum":
        marks = [(numpy.log(f / 50) / numpy.log(400), name) for f, name in
                 ((100, "100 Hz"), (1000, "1 kHz"), (10000, "10 kHz"))]
        sides = ("0 dB", "−80 dB")
    else:
        marks = [(t / 3, f"{t} s") for t in (0, 1, 2)]
        sides = ("1", "0")
    text = "".join(f'<text x="{40 + 440 * x:.0f}" y="156">{name}</text>'
                   f'<line x1="{40 + 440 * x:.0f}" x2="{40 + 440 * x:.0f}" y1="20" y2="140"/>' for x, name in marks)
    text += f'<text x="2" y="24">{sides[0]}</text><text x="2" y="142">{sides[1]}</text>'
    return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 164" font-family="sans-serif" font-size="11">'
            '<rect width="500" height="164" fill="#fff"/>'
            f'<g stroke="#ccc" fill="#555" stroke-width="0.5">{text}</g>'
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
