"""Draws the pictures of bundle/modgui: the knob, whose 65 positions stand side by side, and each pedal as a browser shows
it, in both sizes. `make docs` runs it; the pages themselves are what `make generate` writes.

    packaging/pedals.py [FOLDER]    writes pages that a browser shows by itself to FOLDER, and stops there"""
import pathlib
import re
import subprocess
import sys
import tempfile

from PIL import Image, ImageDraw

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDER = ROOT / "bundle" / "modgui"
PLUGINS = ["touch", "tonematrix", "scene"]
SIZE, STEPS, FINE = 56, 65, 4
WIDTH, HEIGHT = 400, 520


def knob():
    strip = Image.new("RGBA", (SIZE * STEPS, SIZE))
    for step in range(STEPS):
        image = Image.new("RGBA", (SIZE * FINE, SIZE * FINE))
        draw = ImageDraw.Draw(image)
        edge, width = 4 * FINE, 5 * FINE
        box = [edge, edge, SIZE * FINE - edge, SIZE * FINE - edge]
        end = 135 + 270 * step / (STEPS - 1)
        draw.arc(box, 135, 405, "#3a3f45", width)
        draw.arc(box, 135, max(end, 136), "#f2b25a", width)
        inner = [each + (9 * FINE if place < 2 else -9 * FINE) for place, each in enumerate(box)]
        draw.ellipse(inner, "#2b2f35")
        # The pointer, a line towards the end of the arc.
        hand = Image.new("RGBA", image.size)
        middle = SIZE * FINE / 2
        ImageDraw.Draw(hand).line([middle + 6 * FINE, middle, SIZE * FINE - edge - 11 * FINE, middle], "#e8eaed", 3 * FINE)
        image.alpha_composite(hand.rotate(-end, Image.BICUBIC))
        strip.paste(image.resize((SIZE, SIZE), Image.LANCZOS), (step * SIZE, 0))
    strip.quantize(64).save(FOLDER / "knob.png", optimize=True)


def page(plugin):
    """The pedal as the web interface fills it in, with the knobs in the middle."""
    style = (FOLDER / "pedal.css").read_text().replace("{{{cns}}}", "shown").replace(
        "/resources/knob.png{{{ns}}}", (FOLDER / "knob.png").as_uri())
    pedal = (FOLDER / f"{plugin}.html").read_text().replace("{{{cns}}}", "shown")
    pedal = re.sub(r'(mod-widget="film")', rf'\1 style="background-position: {-SIZE * (STEPS // 2)}px 0"', pedal)
    pedal = pedal.replace("tactus-light\"", "tactus-light on\"")
    return f"<!DOCTYPE html><meta charset=utf-8><style>body {{ margin: 0 }} {style}</style>{pedal}"


def main():
    if not sys.argv[1:]:
        knob()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(sys.argv[1] if sys.argv[1:] else folder)
        for plugin in PLUGINS:
            (folder / f"{plugin}.html").write_text(page(plugin))
            if sys.argv[1:]:
                continue
            subprocess.run(["chromium", "--headless", "--no-sandbox", "--allow-file-access-from-files", "--hide-scrollbars",
                            f"--window-size={WIDTH},{HEIGHT}", "--default-background-color=00000000",
                            f"--screenshot={folder / plugin}.png", (folder / f"{plugin}.html").as_uri()],
                           check=True, capture_output=True)
            picture = Image.open(folder / f"{plugin}.png")
            picture.quantize(256).save(FOLDER / f"{plugin}.png", optimize=True)
            picture.thumbnail((64, 64), Image.LANCZOS)
            picture.save(FOLDER / f"{plugin}-small.png", optimize=True)


main()
