"""Windows on screens that are odd, and with instances that are odd: a stated limit, and the sound goes on."""
import struct
import subprocess
import time

import numpy
import pytest

from conftest import ROOT, figure, tool
from lv2host import Plugin
from window import Screen, Window

BLOCK = 256


def test_without_24_bits_a_pixel_there_is_no_window():
    with Screen("800x600x8") as screen, Plugin(longest_block=BLOCK) as plugin:
        window = Window(screen, plugin)
        assert not window.handle
        plugin.event([0x90, 60, 100])
        assert numpy.abs(numpy.concatenate([plugin.run(BLOCK) for _ in range(40)], axis=1)).max() > 0.01
        assert screen.errors == 0


def test_without_touch_screens_the_mouse_plays():
    with Screen(options=["-extension", "XInputExtension"]) as screen, Plugin(longest_block=BLOCK) as plugin:
        window = Window(screen, plugin)
        window.turns(0.3)
        screen.hand("mousemove", 300, 300, "mousedown", 1)
        window.until(lambda: plugin["live_count"] == 1)
        screen.hand("mouseup", 1)
        window.until(lambda: plugin["live_count"] == 0)
        window.close()
        assert screen.errors == 0


@pytest.mark.parametrize("width, height", [(200, 100), (8000, 5000)])
def test_the_smallest_and_the_largest_window(width, height):
    with Screen(f"{width + 100}x{height + 100}x24") as screen, Plugin(longest_block=BLOCK) as plugin:
        window = Window(screen, plugin)
        window.turns(0.1)
        screen.resize(window.parent.value, width, height)
        screen.resize(window.id, width, height)
        # Above the bars; the smallest window has none.
        screen.hand("mousemove", width - 20, height - (20 if height < 400 else 82), "mousedown", 1)
        window.until(lambda: plugin["live_count"] == 1)
        window.until(lambda: plugin["live_last_x"] > 0.85)
        assert plugin["live_last_y"] < 0.25
        window.turn()
        picture = screen.picture(window.id, (width, height))
        assert len(numpy.unique(picture[-162:, -100:].reshape(-1, 3), axis=0)) > 4, "no finger in the corner"
        screen.hand("mouseup", 1)
        window.close()
        assert screen.errors == 0


def test_a_plugin_that_never_answers():
    """The window opens, is drawn, asks again once a second, and closes."""
    with Screen() as screen, Plugin(longest_block=BLOCK) as plugin:
        window = Window(screen, plugin)
        begun, asked = time.monotonic(), 0
        while asked < 3:
            assert time.monotonic() < begun + 60, "it does not ask again"
            assert window.idle(window.handle) == 0
            asked += sum(1 for message in window.written if message[8:].startswith(b"/tactus/patch/get\0"))
            window.written = []
            time.sleep(0.03)
        # The first question comes at once.
        assert time.monotonic() > begun + 1.8
        assert len(numpy.unique(screen.picture(window.id).reshape(-1, 3), axis=0)) > 4
        window.close()
        assert screen.errors == 0


def test_a_flood_of_atoms_ends_with_the_newest_state():
    """20,000 live frames and 2,000 refusals between two turns: the window shows the last ones."""
    with Screen() as screen, Plugin(longest_block=BLOCK) as plugin:
        window = Window(screen, plugin)
        window.turns(0.5)
        frames = [body for _ in range(40) for _, body in (plugin.run(BLOCK), plugin.sent())[1]
                  if body[:3] == b"TLF"]
        assert frames
        atom = struct.pack("=II", len(frames[-1]), window.frame) + frames[-1]
        for _ in range(20_000):
            window.calls.port_event(window.handle, window.output, len(atom), window.transfer, atom)
        screen.hand("mousemove", 300, 300, "mousedown", 1)
        window.until(lambda: plugin["live_count"] == 1)
        screen.hand("mouseup", 1)
        window.until(lambda: plugin["live_count"] == 0)
        window.close()
        assert screen.errors == 0


def picture(folder, *words, size=(800, 500)):
    """A screen without a window, by the command."""
    subprocess.run(
        [ROOT / ".build" / "release" / "tactus", "picture", *words, "--size", f"{size[0]}x{size[1]}",
         "--bundle", ROOT / "build" / "tactus.lv2", "-o", folder / "picture.png"], check=True)
    raw = subprocess.run([tool("convert"), folder / "picture.png", "-depth", "8", "rgb:-"],
                         capture_output=True, check=True).stdout
    return numpy.frombuffer(raw, numpy.uint8).reshape(size[1], size[0], 3)


def test_a_window_is_the_picture_without_one(tmp_path):
    """In every pixel, on each screen, although the window paints only what changes."""
    with Screen() as screen, Plugin(longest_block=BLOCK, isNew=True) as plugin:
        window = Window(screen, plugin)

        def differences(*words):
            # No control is under the mouse, and what moved has been drawn.
            screen.hand("mousemove", 950, 650)
            window.turns(0.4)
            return (screen.picture(window.id) != picture(tmp_path, *words)).any(axis=2).sum()
        window.turns(0.5)
        assert differences("play", "--tabs") == 0
        for place, words in (((400, 57), ["play"]), ((400, 8), ["play", "--tabs"])):
            screen.hand("mousemove", *place, "click", 1)
            window.turns(2.5)
            assert differences(*words) == 0
        for name in ["matrix", "sound", "modules", "patch", "play"]:
            tab = {"play": 248, "sound": 349, "matrix": 402, "modules": 461, "patch": 518}[name]
            screen.hand("mousemove", tab, 24, "click", 1)
            window.turns(0.3)
            count = differences(name, "--tabs")
            figure(f"window against picture of {name}: {count} pixels differ")
            assert count == 0
        window.close()
        assert screen.errors == 0
