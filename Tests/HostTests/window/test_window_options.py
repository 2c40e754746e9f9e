"""What a host changes while a window is open: by `opts:interface` its scale, and how often it shows what moves; and the
sample rate of its plugin."""
import ctypes
import struct

import numpy
import pytest

import live_frame
from lv2host import ATOM, PLUGIN, Plugin
from sound import cents_from
from test_options import RATE
from window import UI, WORD, Option, POINTER, Screen, Window

BAD_KEY, BAD_VALUE = 1 << 2, 1 << 3
CALL = ctypes.CFUNCTYPE(WORD, POINTER, ctypes.POINTER(Option))


class Options:
    """The interface of an open window."""

    def __init__(self, window):
        self.window = window
        found = window.calls.extension_data(b"http://lv2plug.in/ns/ext/options#interface")
        table = ctypes.cast(found, ctypes.POINTER(POINTER))
        self.get_all, self.set_all = CALL(table[0]), CALL(table[1])

    def option(self, name, value=None, kind=ATOM + "Float"):
        key = self.window.urid(name)
        if value is None:
            return (Option * 2)(Option(0, 0, key, 0, 0, None))
        self.number = ctypes.c_float(value)
        place = ctypes.cast(ctypes.pointer(self.number), POINTER)
        return (Option * 2)(Option(0, 0, key, 4, self.window.urid(kind), place))

    def set(self, *words):
        return self.set_all(self.window.handle, self.option(*words))

    def get(self, name):
        options = self.option(name)
        status = self.get_all(self.window.handle, options)
        if status:
            return status
        assert options[0].size == 4 and options[0].type == self.window.urid(ATOM + "Float")
        return ctypes.cast(options[0].value, ctypes.POINTER(ctypes.c_float))[0]


def fit(window):
    """Gives the window its usual size, whatever the one before it had."""
    for each in (window.parent.value, window.id):
        window.screen.resize(each, 800, 500)
    window.turns(0.3)


def test_the_scale_changes_while_the_window_is_open():
    with Screen() as screen, Plugin(longest_block=256) as plugin:
        wanted = Window(screen, plugin, scale=2.0)
        fit(wanted)
        picture = screen.picture(wanted.id)
        wanted.close()
        window = Window(screen, plugin)
        options = Options(window)
        fit(window)
        assert not numpy.array_equal(screen.picture(window.id), picture)
        assert options.get(UI + "scaleFactor") == 1
        assert options.set(UI + "scaleFactor", 2) == 0 and options.get(UI + "scaleFactor") == 2
        window.until(lambda: numpy.array_equal(screen.picture(window.id), picture))
        # What makes no sense changes nothing.
        for value in (0, 0.49, 4.1, float("nan")):
            assert options.set(UI + "scaleFactor", value) == BAD_VALUE
        assert options.set(UI + "scaleFactor", 1, ATOM + "Int") == BAD_VALUE
        assert options.set(UI + "title", 1) == BAD_KEY and options.get(UI + "title") == BAD_KEY
        assert options.get(UI + "scaleFactor") == 2
        window.close()


def test_the_update_rate_is_the_hosts():
    with Screen() as screen, Plugin(longest_block=256) as plugin:
        window = Window(screen, plugin)
        options = Options(window)
        assert options.get(UI + "updateRate") == 0
        assert options.set(UI + "updateRate", 20) == 0 and options.get(UI + "updateRate") == 20
        assert options.set(UI + "updateRate", -1) == BAD_VALUE and options.get(UI + "updateRate") == 20
        window.turns(0.3)
        window.close()


OLD, NEW = 44100, 96000
TURN_FRAMES = 6 * 256


def change_rate(plugin):
    assert plugin.set_option(RATE, struct.pack("=f", NEW)) == 0


def test_the_sample_rate_changes_while_a_finger_is_down():
    """The finger of the old rate leaves no note; the next one sounds in tune, and is drawn where it is."""
    with Screen() as screen, Plugin(rate=OLD, longest_block=256) as plugin:
        window = Window(screen, plugin)
        fit(window)
        bodies = window.listen()

        def press(rate):
            """The last half second of a second and a half: the patch bends the first one."""
            screen.hand("mousemove", 300, 300, "mousedown", 1)
            window.until(lambda: plugin["live_count"] == 1)
            sound = numpy.concatenate([window.turn()[1][0] for _ in range(3 * rate // 2 // TURN_FRAMES)])
            return sound[-rate // 2:]

        def release():
            screen.hand("mouseup", 1)
            window.until(lambda: plugin["live_count"] == 0)
            window.until(lambda: abs(window.turn()[1]).max() < 1e-6)
        first = press(OLD)
        place = plugin["live_last_x"], plugin["live_last_y"]
        spectrum = abs(numpy.fft.rfft(first * numpy.hanning(len(first))))
        hertz = spectrum[:len(spectrum) // 16].argmax() * OLD / len(first)
        change_rate(plugin)
        assert {frame["rate"] for frame in map(live_frame.read, (body for body in bodies if body[:3] == b"TLF"))} == {OLD}
        window.turns(0.3)
        release()
        empty = screen.picture(window.id)
        del bodies[:]
        again = press(NEW)
        assert (plugin["live_last_x"], plugin["live_last_y"]) == place
        assert abs(cents_from(again, hertz, NEW) - cents_from(first, hertz, OLD)) < 1
        shown = [live_frame.read(body) for body in bodies if body[:3] == b"TLF"]
        assert {frame["rate"] for frame in shown} == {NEW}
        # Thirty a second of the new rate.
        gaps = numpy.diff([frame["frame"] for frame in shown])
        assert len(gaps) > 10 and abs(gaps - NEW / 30).max() <= 256
        different = (screen.picture(window.id) != empty).any(axis=2)
        assert different[270:330, 270:330].sum() > 100, "the finger is not drawn"
        release()
        window.close()
        assert screen.errors == 0


@pytest.mark.parametrize("uri", [PLUGIN, "urn:tactus:tonematrix", "urn:tactus:scene"])
def test_a_window_shows_the_same_after_a_change_of_the_sample_rate(uri):
    with Screen() as screen, Plugin(uri, rate=OLD, longest_block=256) as plugin:
        window = Window(screen, plugin, uri=uri)
        fit(window)
        picture = screen.picture(window.id)
        change_rate(plugin)
        window.turns(0.5)
        window.until(lambda: numpy.array_equal(screen.picture(window.id), picture))
        window.close()
        assert len(numpy.unique(picture.reshape(-1, 3), axis=0)) > 4 and screen.errors == 0
