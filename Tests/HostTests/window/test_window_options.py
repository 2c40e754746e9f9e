"""What a host changes of an open window by `opts:interface`: its scale, and how often it shows what moves."""
import ctypes

import numpy

from lv2host import ATOM, Plugin
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


def test_the_scale_changes_while_the_window_is_open():
    with Screen() as screen, Plugin(longest_block=256) as plugin:
        def fit(window):
            for each in (window.parent.value, window.id):
                screen.resize(each, 800, 500)
            window.turns(0.3)
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
