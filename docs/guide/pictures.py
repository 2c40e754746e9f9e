"""Takes the guide's pictures again: Ardour and jalv on a screen of their own (Xvfb), with the built bundle.

    /usr/bin/python3 docs/guide/pictures.py [window] [table] [ardour] [grid] [synth] [synths] [jalv]

`window` and `table` need nothing but what is built. The others need ardour, jalv, jackd2, xvfb, xdotool,
imagemagick and openbox. Look at each picture afterwards: the positions of windows vary."""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
IMAGES = ROOT / "docs" / "guide" / "images"
BUNDLE = ROOT / "build" / "tactus.lv2"
sys.path.insert(0, str(ROOT / "Tests" / "HostTests"))
from conftest import PLUGIN  # noqa: E402: it puts the folders of host tests on the path
from ardour_session import Session  # noqa: E402
from ardour_window import place_of  # noqa: E402

SCREEN = ":79"
LIBRARY = (502, 24)  # in the window of the Tone Matrix
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
        os.environ["DISPLAY"] = SCREEN
        self.environment = dict(os.environ)
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

    def shoot(self, name, window="root", crop=None):
        part = ["-crop", crop, "+repage"] if crop else []
        shell("import", "-window", window, *part, IMAGES / name, env=self.environment)
        print(IMAGES / name)

    def close(self):
        for program in reversed(self.programs):
            program.terminate()
            try:
                program.wait(10)
            except subprocess.TimeoutExpired:
                program.kill()


def mixer(folder, name=None, source=None):
    """Ardour's mixer, with one track that Tactus Touch plays, or with a copy of a session; the editor's picture gets the
    name."""
    if source:
        session = Session.copied(folder, source)
    else:
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
        if name:
            screen.shoot(name)
        screen.do("windowactivate", window, "key", "alt+m")
        time.sleep(5)
        return screen, window
    except BaseException:
        screen.close()
        raise


def ardour(folder):
    screen, _ = mixer(folder, "ardour-editor.png")
    try:
        screen.shoot("ardour-mixer.png")
    finally:
        screen.close()


def grid(folder):
    """Puts the grid above the instrument by the clicks that ardour.md names, and plays it."""
    screen, window = mixer(folder)
    try:
        # The upper half of the instrument; then along the menus, so that none of them closes.
        screen.do("mousemove", "319", "205", "click", "3")
        time.sleep(2)
        for x, y in [(330, 360), (373, 362), (375, 364), (580, 364), (630, 400), (630, 426), (632, 426),
                     (700, 426), (750, 440), (780, 500), (806, 516), (808, 516)]:
            screen.do("mousemove", str(x), str(y))
            time.sleep(1.5)
        screen.shoot("ardour-insert.png", crop="880x640+264+126")
        # The second of the three plugins.
        for x, y in [(900, 516), (1000, 516), (1000, 534)]:
            screen.do("mousemove", str(x), str(y))
            time.sleep(0.5)
        screen.do("click", "1")
        time.sleep(4)
        # It stands where the instrument stood.
        screen.do("mousemove", "319", "207", "click", "--repeat", "2", "--delay", "100", "1")
        matrix = screen.window("touch: Tactus Tone Matrix")
        time.sleep(4)
        # *Library*, three letters, Return.
        x, y = place_of(matrix)
        screen.do("mousemove", x + LIBRARY[0], y + LIBRARY[1], "click", "1")
        time.sleep(2)
        for letter in "fir":
            screen.do("key", letter)
        time.sleep(1)
        screen.do("key", "Return")
        time.sleep(1)
        screen.do("windowactivate", matrix, "key", "alt+F4")
        time.sleep(2)
        screen.do("windowactivate", window, "mousemove", "700", "350", "key", "Home", "key", "space")
        time.sleep(7)
        screen.shoot("ardour-grid.png", crop="110x720+264+126")
    finally:
        screen.close()


def synth(folder):
    """The strip with Tactus Touch and the synth behind it, and the outputs of the patch while the session plays."""
    screen, window = mixer(folder, source=ROOT / "docs" / "guide" / "sessions" / "other-synth")
    try:
        screen.shoot("ardour-other-synth.png", crop="110x206+264+126")
        screen.do("mousemove", "319", "207", "click", "--repeat", "2", "--delay", "100", "1")
        touch = screen.window("Hands: Tactus Touch")
        time.sleep(4)
        # *Matrix* opens at *Out*, because the patch has no connections.
        screen.do("mousemove", "592", "78", "click", "1")
        time.sleep(2)
        screen.do("mousemove", "1100", "850", "windowactivate", window, "key", "Home", "key", "space")
        screen.do("windowactivate", touch)
        time.sleep(6)
        screen.shoot("window-out.png", crop="1100x702+1+54")
    finally:
        screen.close()


def synths(folder):
    """The strips of a grid and of three synths, and the connections of their MIDI."""
    screen, window = mixer(folder, source=ROOT / "docs" / "guide" / "sessions" / "synth-for-each-track")
    try:
        screen.do("mousemove", "1000", "720")
        time.sleep(2)
        screen.shoot("ardour-synths.png", crop="600x210+264+126")
        screen.do("windowactivate", window, "key", "alt+shift+m")
        manager = screen.window("MIDI Connection Manager")
        time.sleep(2)
        screen.do("windowmove", manager, "300", "300")
        time.sleep(1)
        # *Tracks* as sources.
        screen.do("mousemove", "333", "510", "click", "1", "mousemove", "1000", "200")
        time.sleep(2)
        screen.shoot("ardour-midi-connections.png", manager)
    finally:
        screen.close()


def tactus(*words):
    """The command that is built here."""
    subprocess.run([ROOT / ".build" / "release" / "tactus", *words], check=True)


def window(_):
    """Screens of the plugin's own window."""
    moment = ["--patch", "glass_marimba", "--take", "first-touch", "--at", "5", "--tabs"]
    for screen, options in [("library", []), ("sound", ["--patch", "sunlit_saws", *moment[2:]]),
                            ("matrix", ["--patch", "glass_marimba"]), ("play", moment),
                            ("grid", ["--grid", "first_steps", "--at", "1.3"]),
                            ("keys", ["--patch", "brass_section", "--take", "brass-section", "--at", "3"]),
                            ("set-up", ["--tabs"])]:
        name = {"set-up": "settings"}.get(screen, screen)
        tactus("picture", screen, *options, "--bundle", BUNDLE, "--size", "800x500", "-o",
               IMAGES / f"window-{name}.png")
    tactus("picture", "play", "--patch", "aurora", "--take", "aurora", "--at", "6", "--bundle", BUNDLE, "--size",
           "800x500", "-o", IMAGES / "window-chord.png")
    tactus("picture", "play", *moment, "--bundle", BUNDLE, "--size", "420x640", "--sizes", "finger", "--look",
           "light", "-o", IMAGES / "page.png")
    tactus("picture", "library", *moment, "--bundle", BUNDLE, "--size", "1024x700", "--sizes", "finger", "-o",
           IMAGES / "tablet.png")


def table(folder):
    """*Table* as cards.md draws it: two of the bundle's cards, and fingers beside them."""
    cards = BUNDLE / "tangibles"
    take = folder / "table.tactus"
    tactus("tangible", "simulate", cards / "wide_card.json", cards / "long_card.json", "-o", take,
           "--fingers", "3", "--seed", "5")
    tactus("picture", "table", "--take", take, "--at", "3", "--table", "597x336", "--tabs", "--tangibles",
           cards, "--bundle", BUNDLE, "--size", "1000x560", "-o", IMAGES / "window-table.png")


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


for take in (sys.argv[1:] or ["window", "table", "ardour", "grid", "synth", "synths", "jalv"]):
    with tempfile.TemporaryDirectory() as place:
        {"window": window, "table": table, "ardour": ardour, "grid": grid, "synth": synth, "synths": synths,
         "jalv": jalv}[take](pathlib.Path(place))
