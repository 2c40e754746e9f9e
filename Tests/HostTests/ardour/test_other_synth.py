"""The session of the guide in which hands bend another synth (docs/guide/sessions/other-synth), as Ardour exports it:
the synth has the pitch that an independent model computes from the recorded touches."""
import json
import re
import sys

import mido
import numpy

from ardour_session import TICKS, Session
from conftest import ROOT, figure
from sound import cents_from, hertz, peak
from test_ardour_outputs import touches

sys.path.insert(0, str(ROOT / "Tests" / "Models"))
import outputs as model  # noqa: E402

SOURCE = ROOT / "docs" / "guide" / "sessions" / "other-synth"
SECONDS, RATE = 14, 48000
BEND_RANGE = 200  # cents, each way: what synths have until a message changes it
TEMPLATE = json.loads((ROOT / "bundle" / "templates" / "controller.json").read_text())


def lines():
    """The touches of the region."""
    [file] = SOURCE.rglob("*.mid")
    messages, tick = [], 0
    for message in mido.MidiFile(file).tracks[0]:
        tick += message.time
        if not message.is_meta:
            messages.append((tick * 24000 / TICKS, bytes(message.bytes())))
    return touches(messages)


def still(script):
    """The times in which nothing moves for more than a second: first frame, last frame, keys, cents of bend."""
    [bend] = [output for output in TEMPLATE["outputs"] if output["to"] == "pitch_bend"]
    hands, keys, found = model.Touches(), {}, []
    edges = [line[0] for line in script[1:]] + [SECONDS * RATE]
    for (frame, kind, number, x, y, pressure), edge in zip(script, edges):
        hands.event(kind, number, x, y, pressure)
        if kind == "began":
            keys[number] = model.key(TEMPLATE["map"]["low"] + x * (TEMPLATE["map"]["high"] - TEMPLATE["map"]["low"]))
        elif kind == "ended":
            del keys[number]
        if keys and edge - frame > RATE:
            number = numpy.floor(model.mapped(bend, hands.normal("group_spread")) * 16383 + 0.5)
            found.append((frame, edge, sorted(keys.values()), (number - 8192) / 8192 * BEND_RANGE))
    return found


def test_the_synth_has_the_pitch_of_the_hands(tmp_path):
    sound, _ = Session.copied(tmp_path, SOURCE).export("hands", SECONDS)
    assert peak(sound) > 0.05, "silent: is a SoundFont at /usr/share/sounds/sf2/default-GM.sf2?"
    stages, own = still(lines()), {}
    assert len({round(cents) for *_, cents in stages}) >= 4 and max(cents for *_, cents in stages) > 100
    for first, last, keys, cents in stages:
        # Without the attack and the smoothing of the bend.
        steady = sound[0, first + RATE // 4:last - RATE // 20]
        for key in keys:
            away = cents_from(steady, hertz(key + cents / 100))
            # The sample of each key has a tuning of its own.
            own.setdefault(key, away)
            figure(f"other synth: key {key} with a bend of {cents:.1f} cents is off by {away:.2f} cents, by "
                   f"{away - own[key]:.2f} against its first pitch")
            assert abs(away) < 6 and abs(away - own[key]) < 3


def test_its_patch_is_the_template_with_a_program():
    [text] = [found for state in SOURCE.rglob("state.ttl")
              for found in re.findall(r'vocabulary#patch> """(.*?)"""', state.read_text(), re.S)]
    patch = json.loads(text)
    assert {**patch, "name": "", "outputs": patch["outputs"][:-1]} == {**TEMPLATE, "name": ""}
    assert patch["outputs"][-1]["to"] == "program"


def test_it_names_no_place_of_the_machine_that_made_it():
    texts = [path.read_text() for path in SOURCE.rglob("*") if path.suffix in (".ardour", ".ttl")]
    assert len(texts) == 3
    for text in texts:
        assert set(re.findall(r'"(/[^"]*)"', text)) <= {"/usr/share/sounds/sf2/default-GM.sf2"}
