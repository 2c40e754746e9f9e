"""Takes the guide's pictures again: Ardour and jalv on a screen of their own (Xvfb), with the built bundle.

    /usr/bin/python3 docs/guide/pictures.py [ardour] [click] [jalv]

Needs ardour, jalv, jackd2, xvfb, xdotool, imagemagick, openbox and python3-pil. `click` needs no screen: it
draws on a part of the mixer's picture. Look at each picture afterwards: the positions of windows vary."""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from PIL import Image, ImageDraw, ImageFont

ROOT = pathlib.Path(__file__).resolve().parents[2]
IMAGES = ROOT / "docs" / "guide" / "images"
sys.path.insert(0, str(ROOT / "Tests" / "HostTests"))
from conftest import PLUGIN  # noqa: E402: it puts the folders of host tests on the path
from ardour_session import Session  # noqa: E402

SCREEN = ":79"
ENGINE = """<?xml version="1.0" encoding="UTF-8"?>
<Ardour><Config><Option name="try-autostart-engine" value="1"/><Option name="hide-dummy-backend" \
value="0"/></Config>
<Extra><AudioMIDISetup><EngineStates>
<State backend="None (Dummy)" driver="Normal Speed" device="Silence" input-device="" output-device="" \
sample-rate="48000"
 buffer-size="1024" n-periods="0" input-latency="0" output-latency="0" lm-input="" lm-output="" active="1"
 use-buffered-io="0" midi-option="1 in, 1 out, Silence" lru="1"><MIDIDevices/></State>
</EngineStates></AudioMIDISetup></Extra></Ardour>
"""


def shell(*words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, **options).stdout


class Screen:
    """A screen with a window manager; programs that start on it end with it."""

    def __init__(self, size="1280x900"):
        self.environment = os.environ | {"DISPLAY": SCREEN}
        self.programs = [subprocess.Popen(["Xvfb", SCREEN, "-screen", "0", size + "x24", "-nolisten", "tcp"],
                                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)]
        time.sleep(2)
        self.start("openbox")

    def start(self, *words, **environment):
        program = subprocess.Popen([str(word) for word in words], env=self.environment | environment,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   stdin=subprocess.DEVNULL)
        self.programs.append(program)
        return program

    def window(self, name, seconds=120):
        """Waits for the newest window with this in its title."""
        for _ in range(seconds * 2):
            found = shell("xdotool", "search", "--onlyvisible", "--name", name, env=self.environment).split()
            if found:
                return found[-1]
            time.sleep(0.5)
        shell("import", "-window", "root", "/tmp/no-window.png", env=self.environment)
        raise SystemExit(f"no window “{name}”; the screen is in /tmp/no-window.png")

    def do(self, *words):
        shell("xdotool", *words, env=self.environment)

    def shoot(self, name, window="root"):
        shell("import", "-window", window, IMAGES / name, env=self.environment)
        print(IMAGES / name)

    def close(self):
        for program in reversed(self.programs):
            program.terminate()
            try:
                program.wait(10)
            except subprocess.TimeoutExpired:
                program.kill()


def ardour(folder):
    session = Session(folder, PLUGIN, "OSC listen=1")
    session.add_notes([(b, 0.9, 60 + k, 100) for b, k in enumerate([0, 4, 7, 12, 7, 4, 9, 5])], 8)
    home = folder / "home" / ".config" / "ardour7"
    (home / ".a7").touch()
    (home / "config").write_text(ENGINE)
    file = session.path / "touch.ardour"
    file.write_text("\n".join(line for line in file.read_text().splitlines() if "<EngineHints" not in line))
    screen = Screen()
    try:
        screen.start("ardour", "-S", file, HOME=str(folder / "home"))
        window = screen.window("touch - Ardour")
        screen.do("windowmove", window, "0", "0", "windowsize", window, "1280", "900")
        time.sleep(15)
        screen.shoot("ardour-editor.png")
        screen.do("windowactivate", window, "key", "alt+m")
        time.sleep(5)
        screen.shoot("ardour-mixer.png")
        screen.do("mousemove", "319", "208", "click", "--repeat", "2", "--delay", "120", "1")
        window = screen.window("touch: Tactus Touch")
        screen.do("windowmove", window, "0", "60", "windowsize", window, "1270", "760", "mousemove", "640",
                  "30")
        time.sleep(4)
        # Choose a patch from the list at the top.
        screen.do("mousemove", "--window", window, "1066", "17", "click", "1")
        time.sleep(2)
        screen.do("key", "--delay", "80", *["Down"] * 8, "Return")
        time.sleep(2)
        screen.do("mousemove", "640", "30")
        time.sleep(2)
        screen.shoot("ardour-plugin.png", window)
    finally:
        screen.close()


def click(_):
    """The part of the mixer's picture with the instrument, enlarged: where a new plugin goes."""
    left, top, right, bottom, scale = 264, 185, 374, 250, 4
    strip = Image.open(IMAGES / "ardour-mixer.png").crop((left, top, right, bottom))
    strip = strip.resize((strip.width * scale, strip.height * scale), Image.Resampling.NEAREST)
    picture = Image.new("RGB", (920, strip.height), "#1b1d22")
    picture.paste(strip)
    pen = ImageDraw.Draw(picture)
    font = ImageFont.truetype("DejaVuSans.ttf", 17)
    above, middle, below = ((y - top) * scale for y in (199, 207.5, 216))
    edge = strip.width - 20
    for first, last, height, colour, words in [
            (above, middle, 46, "#5fd38d",
             "Right-click on the upper half:\nthe grid will stand above the instrument."),
            (middle, below, 138, "#ff6b6b",
             "Not on the lower half: the grid would\nstand below it, and the track is silent.")]:
        pen.rectangle((10, first, 17, last), fill=colour)
        pen.rectangle((edge, first, edge + 7, last), fill=colour)
        pen.line((edge + 7, (first + last) / 2, 480, height), fill=colour, width=3)
        pen.multiline_text((490, height), words, fill=colour, font=font, anchor="lm", spacing=6)
    picture.save(IMAGES / "ardour-click.png")
    print(IMAGES / "ardour-click.png")


def jalv(_):
    server = {"JACK_DEFAULT_SERVER": f"guide{os.getpid()}", "JACK_NO_AUDIO_RESERVATION": "1"}
    screen = Screen("900x1000")
    try:
        screen.start("jackd", "--no-realtime", "-S", "-n", server["JACK_DEFAULT_SERVER"], "-d", "dummy", "-r",
                     "48000",
                     "-p", "1024", **server)
        time.sleep(3)
        screen.start("jalv.gtk3", "-g", PLUGIN, **server)
        window = screen.window("Tactus Touch")
        time.sleep(4)
        screen.do("windowmove", window, "0", "0", "windowsize", window, "900", "1000")
        screen.do("mousemove", "880", "30")
        time.sleep(3)
        screen.shoot("jalv.png", window)
    finally:
        screen.close()


for take in (sys.argv[1:] or ["ardour", "click", "jalv"]):
    with tempfile.TemporaryDirectory() as place:
        {"ardour": ardour, "click": click, "jalv": jalv}[take](pathlib.Path(place))
