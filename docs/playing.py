"""`make docs`: the README's picture, docs/images/ardour.png: Ardour plays a track of Tactus Touch, and four
fingers play in the plugin's window. Look at the picture afterwards: the positions of windows vary."""
import math
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests" / "HostTests"))
from conftest import PLUGIN, tool  # noqa: E402: it puts the folders of host tests on the path
import osc  # noqa: E402
from ardour_session import Session  # noqa: E402
from ardour_window import ArdourWindow  # noqa: E402
from window import Screen  # noqa: E402

WIDTH, HEIGHT = 1400, 1000
PATCH = "glass_pad"
# Four fingers of a hand that opens about its middle: their places at the end.
MIDDLE, FINGERS = (0.5, 0.62), [(0.14, 0.56), (0.33, 0.76), (0.56, 0.82), (0.78, 0.66)]
CHORDS = [(45, 57, 60, 64), (41, 53, 57, 60), (48, 55, 60, 64), (43, 55, 59, 62)]


def notes():
    """Sixteen bars of broken chords: (beat, beats, key, velocity)."""
    found = []
    for bar in range(16):
        chord = CHORDS[bar // 2 % 4]
        found.append((bar * 4, 3.8, chord[0], 70))
        for step in range(8):
            key = chord[1 + (step + bar) % 3] + 12 * (step % 4 == 3)
            found.append((bar * 4 + step / 2, 0.4, key, 50 + 8 * (step % 3)))
    return found


def play(sender, seconds):
    """The hand opens; its fingers stay down."""
    begin = time.monotonic()
    word = "began"
    while (now := time.monotonic() - begin) < seconds:
        part = 0.4 + 0.6 * now / seconds
        for number, place in enumerate(FINGERS):
            x, y = (middle + part * (end - middle) for middle, end in zip(MIDDLE, place))
            sender.send(osc.touch(word, number + 1, x, y, 0.6 + 0.2 * math.sin(now + number), 0.02))
        word = "moved"
        time.sleep(0.02)


def main():
    port = osc.free_port()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        session = Session(folder, PLUGIN, "OSC listen=1", f"OSC port={port}")
        session.add_notes(notes(), 64)
        with Screen(f"{WIDTH}x{HEIGHT}x24") as screen, ArdourWindow(screen, session, folder / "log") as ardour, \
                osc.Sender(port) as sender:
            main = ardour.find("touch - Ardour", 120)[0]
            screen.hand("windowmove", main, 0, 0, "windowsize", main, WIDTH, HEIGHT)
            time.sleep(10)
            # The track's strip beside the editor; a double click on the plugin's box opens its window.
            screen.hand("windowactivate", main, "key", "shift+e")
            time.sleep(2)
            screen.hand("mousemove", 160, 364, "click", 1)
            time.sleep(1)
            window, _ = ardour.opened("Tactus Touch", (56, 210))
            screen.hand("windowsize", window, 1000, 545, "windowmove", window, WIDTH - 1020, HEIGHT - 566,
                        "mousemove", 230, HEIGHT - 80)
            sender.send(osc.message("/tactus/patch/load", PATCH))
            time.sleep(2)
            screen.hand("key", "--window", main, "space")
            play(sender, 6)
            subprocess.run([tool("import"), "-window", "root", ROOT / "docs" / "images" / "ardour.png"], check=True)


main()
