"""Sounds that musicians make first, from an empty patch in Ardour's window: each step is one click, drag or typed word
and is counted, and each sound is measured in an export."""
import json
import shutil
import subprocess
import time

import numpy
import pytest

import osc
from ardour_session import Session
from ardour_window import ArdourWindow, no_errors
from conftest import PLUGIN, figure, tool
from drag_source import DragSource, Foreign
from ears import Ears
from sound import cents_from, hertz, wav
from test_habits import PLACES as KNOWN
from test_habits import SIZE
from touch_screen import TouchScreen

PLACES = KNOWN | {
    "Play": (383, 24), "Modules": (669, 24), "Patch": (745, 24), "Envelope 2": (935, 208), "Envelope 2 chip": (65, 313), "FM modulator": (484, 440),
    "FM pair disc": (132, 131), "Oscillator A disc": (132, 98), "Voice": (70, 253), "LFO 1": (50, 345),
    "LFO 1 beats": (1060, 176), "Sequencer 1": (70, 362), "Oscillator A pitch": (661, 378), "Samples disc": (272, 161),
    "Tuning": (1018, 72), "Search sources": (988, 72),
}
# The ends of the bars of sustain and modulator, sources that the word `group` finds.
SUSTAIN, SPREAD, ROTATION = (762, 438), (941, 369), (941, 465)
# Beats at 120 a minute, so two are a second.
KEYS = {36: 0, 72: 4, 60: 8, 61: 12}
SECOND = 48000


class Designer:
    """A window of Ardour in which sounds are made."""

    def __init__(self, ardour, ears, place):
        self.ardour, self.ears, self.place = ardour, ears, place
        self.steps = 0

    def begin(self):
        """An empty patch, as the window opens."""
        self.ears.sender.send(osc.message("/tactus/patch/set", json.dumps({"version": 1, "name": "Init"})))
        self.ears.until_patch(lambda text: json.loads(text)["name"] == "Init")
        for place in ("Sound", "Oscillator A", "Play"):
            self.click(place)
        self.steps = 0

    def at(self, place):
        x, y = PLACES[place] if isinstance(place, str) else place
        return self.place[0] + x, self.place[1] + y

    def do(self, *words):
        self.ardour.screen.hand(*words)
        time.sleep(0.3)

    def click(self, place):
        self.steps += 1
        self.do("mousemove", *self.at(place), "click", 1)

    def wheel(self, place, turns):
        self.steps += 1
        self.do("mousemove", *self.at(place), "click", "--repeat", abs(turns), "--delay", 40, 4 if turns > 0 else 5)

    def drag(self, source, *ways):
        """Along some places; over all but the last one it waits until what is there opens."""
        self.steps += 1
        self.do("mousemove", *self.at(source), "mousedown", 1)
        x, y = self.at(source)
        self.do("mousemove", x - 20, y)
        for way in ways:
            self.do("mousemove", *self.at(way))
            if way != ways[-1]:
                time.sleep(0.7)
        self.do("mouseup", 1)

    def type(self, text):
        """A choice from an open list."""
        self.steps += 1
        self.do("type", "--delay", 40, text)
        self.do("key", "Return")

    def search(self, text):
        """A word in the search of the sources."""
        self.steps += 1
        self.do("mousemove", *self.at("Search sources"), "click", 1)
        self.do("type", "--delay", 40, text)

    def patch(self, condition):
        self.ears.until_patch(lambda text: condition(json.loads(text)))


def has(patch, source, target):
    return any(one["source"] == source and one["destination"] == target for one in patch["connections"])


# The sounds: how each is made, and what is heard of it. Each begins on *Play*, so the first step is a tab.

def centroid(sound):
    spectrum = abs(numpy.fft.rfft(sound * numpy.hanning(len(sound))))
    return (spectrum * numpy.fft.rfftfreq(len(sound), 1 / SECOND)).sum() / spectrum.sum()


def note(sound, key, begin=0.0, length=1.0):
    start = int((KEYS[key] / 2 + begin) * SECOND)
    return sound[start:start + int(length * SECOND)]


def bass(hand):
    hand.click("Sound")
    hand.drag("Envelope 2", "Filter 1", "Filter 1 cutoff")
    hand.patch(lambda patch: has(patch, "env_2", "filter_1_cutoff"))
    hand.drag((694, 254), (520, 254))
    hand.click("Envelope 2 chip")
    hand.drag((661, 502), (450, 502))
    hand.patch(lambda patch: patch["parameters"]["filter_1_cutoff"] < 100 and patch["parameters"]["env_2_sustain"] == 0)


def bass_is_heard(sound):
    early, late = centroid(note(sound, 36, 0.02, 0.1)), centroid(note(sound, 36, 0.7, 0.2))
    assert early > 1.4 * late
    return f"its brightness falls from {early:.0f} to {late:.0f} Hz"


def bell(hand):
    hand.click("Sound")
    hand.click("FM pair disc")
    hand.drag("FM modulator", (547, 440))
    hand.click("Oscillator A disc")
    hand.click("Voice")
    hand.drag(SUSTAIN, (450, SUSTAIN[1]))
    hand.patch(lambda patch: patch["parameters"]["fm_level"] > 0.5 and patch["parameters"]["amp_sustain"] == 0)


def bell_is_heard(sound):
    strike = note(sound, 72, 0.02, 0.3)
    spectrum = abs(numpy.fft.rfft(strike * numpy.hanning(len(strike))))
    hertzes = numpy.fft.rfftfreq(len(strike), 1 / SECOND) / hertz(72)
    beside = spectrum[(abs(hertzes - numpy.round(hertzes)) > 0.1) & (hertzes > 0.5)].max() / spectrum.max()
    first, last = (numpy.sqrt((note(sound, 72, begin, 0.1) ** 2).mean()) for begin in (0.02, 0.85))
    assert beside > 0.05 and last < 0.2 * first
    return f"partials beside the harmonics at {20 * numpy.log10(beside):.0f} dB; it fades by {20 * numpy.log10(first / max(last, 1e-5)):.0f} dB"


def pad(hand):
    hand.click("Sound")
    hand.search("group")
    hand.drag(SPREAD, "Filter 1", "Filter 1 cutoff")
    hand.drag(ROTATION, (661, 316))
    hand.patch(lambda patch: has(patch, "group_spread", "filter_1_cutoff")
               and has(patch, "group_rotation", "filter_1_resonance"))


def lfo(hand):
    hand.click("Sound")
    hand.wheel("LFO 1 beats", 5)
    hand.drag("LFO 1", "Filter 1", "Filter 1 cutoff")
    hand.patch(lambda patch: has(patch, "lfo_1", "filter_1_cutoff") and "lfo_1_beats" in patch.get("parameters", {}))


def lfo_is_heard(sound):
    steady = note(sound, 36, 0.1, 0.9)
    parts = [centroid(steady[start:start + 2400]) for start in range(0, len(steady) - 2400, 1200)]
    assert max(parts) > 1.3 * min(parts)
    return f"its brightness moves between {min(parts):.0f} and {max(parts):.0f} Hz"


def sequence(hand):
    hand.click("Modules")
    hand.click("Sequencer 1")
    hand.drag((240, 160), (840, 75))
    hand.drag("Sequencer 1", "Sound", "Oscillator A pitch")
    hand.patch(lambda patch: has(patch, "seq_1", "osc_a_semitones") and patch["connections"][-1].get("slope") == "major_pentatonic")


def tuning(hand):
    hand.click("Tuning")
    hand.type("19 equal")
    hand.patch(lambda patch: "19 equal" in str(patch.get("tuning")))


def tuning_is_heard(sound):
    step = cents_from(note(sound, 61, 0.2, 0.7), hertz(60) * 2 ** (1 / 19)) - cents_from(
        note(sound, 60, 0.2, 0.7), hertz(60))
    assert abs(step) < 1
    return f"from C4 to the next key are {1200 / 19 + step:.1f} cents"


def sample(hand):
    file = wav(hand.ardour.session.folder / "ping.wav", 0.5 * numpy.sin(numpy.arange(24000) * 0.05), form=16)
    source = DragSource(hand.ardour.screen, [file.as_uri()])
    target = source.target(*hand.at((300, 300)))
    assert source.drop(Foreign(target))
    source.close()
    hand.steps += 1
    hand.patch(lambda patch: patch.get("samples"))
    hand.click("Sound")
    hand.click("Samples disc")
    hand.patch(lambda patch: patch["parameters"].get("sample_level", 0) > 0.3)


def share(hand):
    hand.click("Share")
    copied = subprocess.run([tool("xclip"), "-selection", "clipboard", "-o"], capture_output=True, timeout=20).stdout
    assert copied.startswith(b"tp1."), copied[:40]


SOUNDS = [
    ("bass with filter envelope", 7, bass, bass_is_heard), ("FM bell", 6, bell, bell_is_heard),
    ("synced LFO", 3, lfo, lfo_is_heard), ("pad with spread and rotation", 4, pad, None),
    ("sequence in a scale", 6, sequence, None), ("19 equal steps", 2, tuning, tuning_is_heard),
    ("own sample", 3, sample, None), ("share", 1, share, None),
]



@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The sounds, made by hand: their steps, and copies of the session."""
    folder = tmp_path_factory.mktemp("design")
    port = osc.free_port()
    session = Session(folder, PLUGIN, "OSC listen=1", f"OSC port={port}")
    session.add_notes([(beat, 2, key, 100) for key, beat in KEYS.items()], 16)
    made = {}
    with TouchScreen(folder) as screen, ArdourWindow(screen, session, folder / "ardour.log", SIZE) as ardour:
        ardour.mixer()
        window, place = ardour.opened("Tactus Touch")
        ears = Ears(port)
        ears.listen(1)
        hand = Designer(ardour, ears, place)
        for name, _, make, _ in SOUNDS:
            hand.begin()
            make(hand)
            steps = hand.steps
            ardour.saved()
            copy = folder / name
            shutil.copytree(session.path, copy)
            made[name] = steps, copy
            screen.hand("windowactivate", "--sync", window)
        ears.sender.socket.close()
    no_errors(folder / "ardour.log")
    return session, made


@pytest.mark.parametrize("name, most, make, heard", SOUNDS, ids=[row[0] for row in SOUNDS])
def test_a_sound_from_an_empty_patch(made, name, most, make, heard):
    session, sounds = made
    steps, session.path = sounds[name]
    text = ""
    if heard:
        text = ": " + heard(session.export(name.replace(" ", "-"), 9)[0][0])
    figure(f"in Ardour from an empty patch: {name} in {steps} steps{text}")
    assert steps <= most
