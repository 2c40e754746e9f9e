"""`make docs`: what a key of Bouncing board does, as it is heard, as SVG in docs/images/worlds: the loudness
of the tone over the height of the ball, and its pitch over what the turning square allows."""
import pathlib
import sys
import tempfile

import numpy

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests" / "HostTests"))
import conftest  # noqa: E402, F401: puts the folders of host tests on the path
from test_world import bounce, vibrato  # noqa: E402

WIDTH, HEIGHT, TOP, SECONDS = 440, 110, 26, 4


def across(times):
    return 50 + WIDTH * times / SECONDS


def line(times, parts, top, look):
    """A curve of parts, 0…1, in the panel at `top`."""
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(across(times), top + HEIGHT * (1 - parts)))
    return f'<polyline fill="none" {look} points="{points}"/>'


def panel(top, upper, lower, captions):
    """The frame of a panel with its captions, each in the colour of its curve."""
    marks = "".join(f'<line x1="{across(t):.0f}" x2="{across(t):.0f}" y1="{top}" y2="{top + HEIGHT}"/>'
                    f'<text x="{across(t):.0f}" y="{top + HEIGHT + 14}" text-anchor="middle" stroke="none">'
                    f'{t} s</text>' for t in range(SECONDS + 1))
    words = "".join(f'<text x="{x}" y="{top - 8}" fill="{colour}">{caption}</text>'
                    for x, colour, caption in captions)
    return (f'<g stroke="#ccc" fill="#444">{marks}<line x1="50" x2="490" y1="{top}" y2="{top}"/>'
            f'<line x1="50" x2="490" y1="{top + HEIGHT}" y2="{top + HEIGHT}"/></g>'
            f'<g fill="#444" text-anchor="end"><text x="45" y="{top + 4}">{upper}</text>'
            f'<text x="45" y="{top + HEIGHT + 4}">{lower}</text></g>{words}')


def main():
    wide = 'stroke="#f0b429" stroke-width="5" stroke-opacity="0.6"'
    blue = 'stroke="#0b6e99" stroke-width="1.5"'
    with tempfile.TemporaryDirectory() as folder:
        times, level, heights = bounce(pathlib.Path(folder))
        heard, _, depth = vibrato(pathlib.Path(folder))
    rows = numpy.arange(0, SECONDS * 1000, 5)
    levels = numpy.interp(rows / 1000, times, level)
    # A key is held from 0.2 s; before that, nothing can be divided.
    held = rows >= 220
    second = TOP + HEIGHT + 56
    body = panel(TOP, "1", "0", [(50, "#b9860f", "height of the ball"),
                                 (170, "#0b6e99", "loudness that is heard")])
    body += line(rows / 1000, heights[rows], TOP, wide) + line(rows[held] / 1000, levels[held], TOP, blue)
    body += panel(second, "+1", "−1", [(50, "#b9860f", "depth that spin and place allow, in semitones"),
                                       (320, "#0b6e99", "pitch that is heard")])
    for sign in (1, -1):
        body += line(rows / 1000, 0.5 + sign * depth[rows] / 2, second, wide)
    body += line(rows[held] / 1000, 0.5 + heard[rows][held] / 2, second, blue)
    file = ROOT / "docs" / "images" / "worlds" / "bouncing-board-heard.svg"
    file.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 {second + HEIGHT + 24}" '
                    f'font-family="sans-serif" font-size="11">'
                    f'<rect width="500" height="{second + HEIGHT + 24}" fill="#fff"/>{body}</svg>\n')
    print(file)


main()
