"""The widgets of a scene as Pd's own window draws them, and as Tactus does, at the same pixels:

    /usr/bin/python3 gallery/beside_pd.py

writes docs/images/scenes/pd.png and tactus.png of `every_widget`. Needs puredata-gui, xvfb, xdotool and
imagemagick, and the built command. Look at both afterwards."""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images" / "scenes"
SCENE = ROOT / "bundle" / "scenes" / "every_widget.pd"
# The program of Pd, beside which its window's scripts lie.
PD = pathlib.Path(os.environ.get("PD_PROGRAM", "/usr/lib/puredata/bin/pd"))
SCREEN = ":83"


def said(*words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, **options).stdout


def pd(target):
    """Opens the patch in Pd's own window, and takes what stands in it."""
    if not (PD.parents[1] / "tcl" / "pd-gui.tcl").exists():
        sys.exit("Pd has no window of its own: install puredata-gui")
    environment = os.environ | {"DISPLAY": SCREEN}
    folders = sorted((ROOT / "bundle/scenes/libs").iterdir())
    libraries = [word for path in folders for word in ("-path", path)]
    with tempfile.TemporaryDirectory() as home:
        environment["HOME"] = home
        screen = subprocess.Popen(["Xvfb", SCREEN, "-screen", "0", "1280x900x24", "-nolisten", "tcp"],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(2)
        program = subprocess.Popen(
            [PD, "-noprefs", "-noaudio", "-nomidi", "-nrt", *libraries, "-open", SCENE],
            env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            number = ""
            for _ in range(60):
                number = said("xdotool", "search", "--name", SCENE.name, env=environment).split()[-1:]
                if number:
                    break
                time.sleep(0.5)
            if not number:
                sys.exit("Pd has opened no window")
            time.sleep(2)
            width, height = map(int, SCENE.read_text().split(maxsplit=6)[4:6])
            said("import", "-window", number[0], target, env=environment)
            # Above the patch is Pd's menu; with more room its bars stand beside it.
            menu = max(0, int(said("identify", "-format", "%h", target)) - height)
            room = (width + 40, height + menu + 40)
            said("xdotool", "windowsize", "--sync", number[0], *room, env=environment)
            time.sleep(1)
            said("import", "-window", number[0], target, env=environment)
            said("convert", target, "-crop", f"{width}x{height}+0+{menu}", "+repage", target)
        finally:
            program.terminate()
            program.wait()
            screen.terminate()
            screen.wait()


def main():
    IMAGES.mkdir(parents=True, exist_ok=True)
    pd(IMAGES / "pd.png")
    command = ROOT / ".build" / "release" / "tactus"
    words = ["picture", "scene", "--page", "--scene", SCENE, "-o", IMAGES / "tactus.png"]
    subprocess.run([command, *words], check=True)


if __name__ == "__main__":
    main()
