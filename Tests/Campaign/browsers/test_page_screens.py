"""Each screen of the page at the sizes of tablets and a telephone, in Chromium."""
import time

import numpy
import pytest

from chromium import browser  # noqa: F401
from test_page import looked_at, opened, plugin, server  # noqa: F401

SIZES = [(1280, 800), (820, 1180), (390, 844)]


@pytest.mark.parametrize("size", SIZES)
def test_each_screen_at_each_size(browser, server, size):
    page = opened(browser, server, *size)
    for screen in ("Play", "Library", "Sound", "Matrix", "Modules", "Patch", "Keys", "Settings"):
        page.press(screen)
        time.sleep(0.5)
        picture = looked_at(page, f"{screen.lower()}-{size[0]}x{size[1]}")
        assert picture.shape[:2] == (size[1], size[0])
        assert len(numpy.unique(picture.reshape(-1, 3), axis=0)) > 8, "nothing is drawn"
        width = page.js("document.documentElement.scrollWidth")
        assert width == size[0], f"{screen} is {width} wide"
    assert not page.errors, page.errors
    page.close()
