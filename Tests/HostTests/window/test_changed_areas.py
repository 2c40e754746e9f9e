"""A window that paints only what changes shows what it shows after it has painted everything."""
import random
import time

import pytest

from conftest import figure
from lv2host import ATOM, BEGAN, ENDED, MOVED, TOUCH, Plugin, touch
from test_live_frame import patch_message
from window import Screen, Window

BLOCK = 256


def everything_again(screen, window):
    """Covers the window and uncovers it, while the instance stands still."""
    cover = screen.parent(1600, 1000)
    screen.destroy(cover)
    for _ in range(4):
        time.sleep(0.03)
        window.idle(window.handle)


@pytest.mark.parametrize("scale, points, patch, options", [
    (1, (1100, 700), "turning_strings", ()), (1.6, (800, 500), "dial_desk", ()),
    (1, (1100, 700), "turning_strings", ("-extension", "MIT-SHM"))])
def test_what_is_painted_again_is_the_whole_picture(scale, points, patch, options):
    """At scale 1.6 the screen has only room for the smaller size. The server gets the pixels through shared
    memory, or through its socket if it can't share memory."""
    seed = 17
    chance, differing = random.Random(seed), 0
    size = int(points[0] * scale), int(points[1] * scale)
    with Screen("1700x1100x24", options) as screen, Plugin(longest_block=BLOCK) as plugin:
        window = Window(screen, plugin, scale=scale)
        window.turns(0.2)
        plugin.event(patch_message(plugin, "Set", "library", f'{{"load": "{patch}"}}'), kind=ATOM + "Object")
        window.turns(0.5)
        with open("/proc/self/maps") as maps:
            assert ("memfd:tactus-window" in maps.read()) == (not options)
        down = {}
        for step in range(12):
            for _ in range(chance.randrange(1, 5)):
                for identity in down:
                    x, y = (min(max(at + chance.uniform(-0.05, 0.05), 0), 1) for at in down[identity])
                    down[identity] = x, y
                    plugin.event(touch(MOVED, identity, x, y, chance.random()), kind=TOUCH)
                window.turn()
            if len(down) < 6 and chance.random() < 0.7:
                down[step] = chance.random(), chance.random()
                plugin.event(touch(BEGAN, step, *down[step], 0.5), kind=TOUCH)
            elif down and chance.random() < 0.5:
                identity = chance.choice(sorted(down))
                del down[identity]
                plugin.event(touch(ENDED, identity), kind=TOUCH)
            place = chance.randrange(size[0]), chance.randrange(size[1])
            screen.hand("mousemove", *place)
            if step == 4:
                screen.hand("mousemove", size[0] // 2, int(8 * scale), "click", 1)
            if step in (7, 10):
                tab = {7: 318, 10: 188}[step]
                screen.hand("mousemove", int(tab * scale), int(24 * scale), "click", 1)
            window.turn()
            # The cover would take the mouse off the window.
            screen.hand("mousemove", 1650, 1050)
            window.turn()
            window.idle(window.handle)
            shown = screen.picture(window.id, size)
            everything_again(screen, window)
            whole = screen.picture(window.id, size)
            differing += (shown != whole).any(axis=2).sum()
        window.close()
        assert screen.errors == 0
    figure(f"{patch} at {scale} pixels a point, seed {seed}: {differing} pixels differ after 12 moments")
    assert differing == 0
