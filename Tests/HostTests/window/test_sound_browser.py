"""The browser of sound files by hand: what is heard, what is used, and the host's own dialog."""
import json
import re

import numpy
import pytest

from conftest import ROOT
from lv2host import ATOM, Plugin
from sound import wav
from test_live_frame import patch_message
from window import Screen, Window

# On a window of 1100 × 700 points.
SIZE = (1100, 700)
SOUND, SAMPLES, CHOOSE, FIRST, SECOND, USE, BROWSE = (
    (520, 24), (222, 161), (661, 72), (600, 112), (600, 144), (846, 532), (720, 532))


@pytest.fixture(scope="module")
def screen():
    with Screen("1100x700x24") as screen:
        yield screen
        assert screen.errors == 0


@pytest.fixture
def samples(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tmp_path / "tactus" / "samples"
    folder.mkdir(parents=True)
    for name, turn in (("high.wav", 0.2), ("low.wav", 0.02)):
        wav(folder / name, 0.5 * numpy.sin(numpy.arange(24000) * turn), form=16)
    return folder


class Browser:
    """A window with the browser open for a new sample, and an empty patch."""

    def __init__(self, screen, plugin, **words):
        text = json.dumps({"version": 1, "name": "Init", "parameters": {"osc_a_level": 0}})
        assert plugin.calls.host_restore_document(plugin.host, b"patch", text.encode())
        self.screen, self.plugin = screen, plugin
        self.window = Window(screen, plugin, parent=screen.parent(*SIZE), **words)
        screen.resize(self.window.id, *SIZE)
        self.window.turns(0.2)
        self.bodies = self.window.listen()
        self.window.turns(0.5)
        for place in (SOUND, SAMPLES, CHOOSE):
            self.click(place)
        self.window.until(lambda: any(b'"sounds"' in body for body in self.bodies))
        self.window.turns(0.3)

    def click(self, place):
        self.screen.hand("mousemove", *place, "click", 1)
        self.window.turns(0.3)

    def files(self):
        return [one["file"] for one in self.plugin.patch().get("samples", [])]

    def hertz(self):
        self.window.until(lambda: self.window.turn()[1].any())
        sound = numpy.concatenate([self.window.turn()[1] for _ in range(12)], axis=1)[0]
        spectrum = abs(numpy.fft.rfft(sound * numpy.hanning(len(sound))))
        return spectrum.argmax() * 48000 / len(sound)


def test_a_press_plays_a_file_and_another_one_uses_it(screen, samples):
    with Plugin(longest_block=256) as plugin:
        browser = Browser(screen, plugin)
        before = plugin.patch()
        browser.click(FIRST)
        # As it was recorded: 0.2 radians a frame.
        assert browser.hertz() == pytest.approx(0.2 / (2 * numpy.pi) * 48000, rel=0.03)
        browser.click(SECOND)
        browser.window.until(lambda: abs(browser.hertz() - 0.02 / (2 * numpy.pi) * 48000) < 30)
        assert plugin.patch() == before, "what is heard changes nothing"
        browser.click(SECOND)
        browser.window.until(lambda: browser.files() == ["low.wav"])
        browser.window.until(lambda: not browser.window.turn()[1].any())
        assert plugin.patch()["parameters"]["sample_level"] == pytest.approx(0.6)
        # Now the button.
        for place in (CHOOSE, FIRST, USE):
            browser.click(place)
        browser.window.until(lambda: browser.files() == ["low.wav", "high.wav"])
        browser.window.close()


def test_it_is_never_in_an_export(screen, samples):
    with Plugin(longest_block=256) as plugin:
        browser = Browser(screen, plugin)
        browser.click(FIRST)
        browser.window.until(lambda: browser.window.turn()[1].any())
        plugin["free_wheel"] = 1
        assert not numpy.concatenate([plugin.run(256) for _ in range(50)], axis=1).any()
        plugin["free_wheel"] = 0
        browser.window.close()


def test_the_dialog_of_the_host(screen, samples, tmp_path):
    """A host with `ui:requestValue` is asked for the parameter; what it sets arrives by patch:Set."""
    chosen = wav(tmp_path / "ping.wav", 0.5 * numpy.sin(numpy.arange(4096) * 0.05), form=16)
    with Plugin(longest_block=256) as plugin:
        browser = Browser(screen, plugin, dialogs=True)
        browser.click(BROWSE)
        path = browser.window.urid(ATOM + "Path")
        assert browser.window.asked == [(browser.window.urid("urn:tactus:vocabulary#sample"), path)]
        set_path(plugin, "sample", chosen)
        browser.window.until(lambda: browser.files() == ["ping.wav"])
        assert (samples / "ping.wav").read_bytes() == chosen.read_bytes()
        set_path(plugin, "wavetable", chosen)
        browser.window.until(lambda: plugin.patch().get("wavetable", {}).get("file") == "ping.wav")
        set_path(plugin, "sample", tmp_path / "gone.wav")
        browser.window.until(lambda: any(b"cannot be read" in body for body in browser.bodies))
        browser.window.close()


def set_path(plugin, name, path):
    """As a host sets a parameter that is a path."""
    plugin.event(patch_message(plugin, "Set", name, str(path), kind="Path"), kind=ATOM + "Object")


def test_the_description_names_the_parameters():
    text = (ROOT / "ttl" / "touch.ttl").read_text()
    writable = re.search(r"patch:writable (.*?) ;", text).group(1)
    assert "<urn:tactus:vocabulary#sample>" in writable and "<urn:tactus:vocabulary#wavetable>" in writable
    assert "ui:requestValue" in (ROOT / "ttl" / "ui.ttl").read_text()
