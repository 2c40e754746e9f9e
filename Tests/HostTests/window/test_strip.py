"""The small picture of both plugins in a mixer strip (inline display), drawn for a host that shows one."""
import ctypes
import json

import numpy
import pytest

from conftest import PLUGIN
from lv2host import ATOM, BEGAN, ENDED, MOVED, TOUCH, Plugin, library, state_file, touch

MATRIX = "urn:tactus:tonematrix"


@pytest.fixture(autouse=True)
def a_host_with_strips():
    library().host_show_strips(True)
    yield
    library().host_show_strips(False)


def picture(plugin, width=82, most=61):
    """The pixels, rows from the top, as words 0xAARRGGBB."""
    pixels, height = numpy.zeros(2048 * 2048, numpy.uint32), ctypes.c_uint32()
    count = plugin.calls.host_strip(plugin.host, width, most, pixels.ctypes.data, len(pixels),
                                    ctypes.byref(height))
    return pixels[:count].reshape(height.value, -1)


def asked(plugin):
    return plugin.calls.host_strip_asked(plugin.host)


def test_a_touch_is_a_disc_at_its_place():
    with Plugin(longest_block=256) as plugin:
        for _ in range(400):
            plugin.run(256)
        assert asked(plugin) == 0, "nothing has happened, and the host is asked to draw"
        empty = picture(plugin)
        assert empty.shape == (51, 82) and (empty >> 24 == 255).all()
        plugin.event(touch(BEGAN, 1, 0.25, 0.75, 0.5), kind=TOUCH)
        for _ in range(20):
            plugin.run(256)
        one = picture(plugin)
        rows, columns = numpy.nonzero(one != empty)
        # y grows upwards on the surface, downwards in the picture.
        assert abs(columns.mean() + 0.5 - 0.25 * 82) < 1 and abs(rows.mean() + 0.5 - 0.25 * 51) < 1
        plugin.event(touch(MOVED, 1, 0.75, 0.75, 0.5), kind=TOUCH)
        for _ in range(20):
            plugin.run(256)
        rows, columns = numpy.nonzero(picture(plugin) != empty)
        assert abs(columns.mean() + 0.5 - 0.75 * 82) < 1
        # 40 blocks of 256 frames are 0.21 s: at most 20 pictures a second.
        assert 2 <= asked(plugin) <= 5
        plugin.event(touch(ENDED, 1), kind=TOUCH)
        for _ in range(20):
            plugin.run(256)
        assert (picture(plugin) == empty).all(), "the touch that ended is still drawn"
        count = asked(plugin)
        for _ in range(200):
            plugin.run(256)
        assert asked(plugin) == count, "nothing moves, and the host is asked to draw"


def test_the_spread_is_a_disc_about_the_centroid():
    with Plugin(longest_block=256) as plugin:
        empty = picture(plugin, 164, 122)
        for identifier, x in enumerate([0.3, 0.7]):
            plugin.event(touch(BEGAN, identifier, x, 0.5, 0.5), kind=TOUCH)
        for _ in range(40):
            plugin.run(256)
        image = picture(plugin, 164, 122)
        assert image.shape == (102, 164)
        # The touches are 0.2 of the width from the centroid; the disc's top is as far above it.
        changed = numpy.nonzero((image != empty)[:, 82])[0]
        assert abs((51 - changed.min()) - 0.2 * 164) <= 2


def test_the_grid_has_its_cells_and_its_column(tmp_path):
    grid = {"version": 1, "layers": [
        {"steps": 8, "rows": 4, "patterns": {"1": {"cells": [[1, 1], [4, 3], [8, 4]]}}}]}
    state = state_file(tmp_path / "state", json.dumps(grid), "tonematrix")
    with Plugin(MATRIX, longest_block=256, state=state) as plugin:
        for _ in range(40):
            plugin.run(256)
        image = picture(plugin, 80, 60)
        assert image.shape == (60, 80)
        # A step is 10 pixels wide, a row 15 high; row 1 is the lowest.
        ground = image[0, 5]
        there = {(x, y) for x in range(8) for y in range(4) if image[59 - 15 * y - 7, 10 * x + 5] != ground}
        assert there == {(0, 0), (3, 2), (7, 3)}
        count = asked(plugin)
        plugin.event(plugin.position(barBeat=0.0, bar=0, beat=0.0, beatsPerMinute=120.0, speed=1.0,
                                     beatUnit=4, beatsPerBar=4.0), kind=ATOM + "Object")
        seen = set()
        for _ in range(200):
            plugin.run(256)
            column = picture(plugin, 80, 60)[0, 5::10]
            seen |= {int(index) for index in numpy.nonzero(column != ground)[0] if index != 7}
        assert seen == set(range(7)), f"the column was seen at {seen}"
        assert asked(plugin) > count


@pytest.mark.parametrize("width, most", [(1, 1), (0, 0), (100_000, 100_000), (300, 2), (2, 300)])
def test_any_size_is_drawn(width, most):
    for uri in (PLUGIN, MATRIX):
        with Plugin(uri, longest_block=256) as plugin:
            plugin.event(touch(BEGAN, 1, 0.5, 0.5, 0.5), kind=TOUCH)
            plugin.run(256)
            image = picture(plugin, width, most)
            assert 1 <= image.shape[0] <= max(1, min(most, 1024))
            assert image.shape[1] == min(max(width, 1), 1024)
