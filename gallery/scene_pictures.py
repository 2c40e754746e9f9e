"""The pictures of the bundle's scenes, computed: what lies behind the widgets of some, and a small picture of
each. `python3 gallery/scene_pictures.py` writes them into bundle/scenes; it needs the built command for the
small ones."""
import pathlib
import struct
import subprocess
import sys
import zlib

import numpy
from PIL import Image

ROOT = pathlib.Path(__file__).resolve().parents[1]
SCENES = ROOT / "bundle" / "scenes"
# Pixels of a page, how many of the picture one of them has, and samples across one of the picture.
PAGE, SCALE, FINE = (480, 270), 1.5, 4


class Paper:
    """Layers of one colour each, with smooth edges. Places are in pixels of the page."""

    def __init__(self, colour):
        self.size = [round(side * SCALE) for side in PAGE]
        samples = [(numpy.arange(side * FINE) + 0.5) / FINE / SCALE for side in self.size]
        self.x, self.y = numpy.meshgrid(*samples)
        self.pixels = numpy.full((self.size[1], self.size[0], 3), colour, float)

    def lay(self, inside, colour):
        """Covers what lies inside."""
        shape = (self.size[1], FINE, self.size[0], FINE)
        part = inside.reshape(shape).mean(axis=(1, 3))[..., None]
        self.pixels = self.pixels * (1 - part) + part * numpy.array(colour, float)

    def disc(self, x, y, radius, colour):
        self.lay((self.x - x) ** 2 + (self.y - y) ** 2 < radius ** 2, colour)

    def png(self):
        """A PNG file with a palette; where there are too many colours, what is near becomes one."""
        for step in (3, 4, 5, 6, 8, 12, 16):
            rows = (numpy.round(self.pixels / step) * step).clip(0, 255).astype(numpy.uint8)
            colours, indices = numpy.unique(rows.reshape(-1, 3), axis=0, return_inverse=True)
            if len(colours) <= 256:
                break
        lines = indices.reshape(rows.shape[:2]).astype(numpy.uint8)
        data = b"".join(b"\0" + line.tobytes() for line in lines)

        def chunk(name, body):
            return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

        head = struct.pack(">IIBBBBB", self.size[0], self.size[1], 8, 3, 0, 0, 0)
        return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"PLTE", colours.tobytes())
                + chunk(b"IDAT", zlib.compress(data, 9)) + chunk(b"IEND", b""))


def fingers():
    """Two fingers in water: the rings of both beat."""
    paper = Paper((219, 231, 236))
    first = numpy.hypot(paper.x - 322, paper.y - 224)
    second = numpy.hypot(paper.x - 384, paper.y - 172)
    for distance, tone in [(first, (207, 223, 231)), (second, (231, 225, 222))]:
        for ring in range(1, 6):
            width = 6 - ring * 0.7
            paper.lay(abs(distance - 8 - ring * 19) < width / 2, tone)
    meeting = (numpy.cos(first / 19 * 6.2832) > 0.75) & (numpy.cos(second / 19 * 6.2832) > 0.75)
    paper.lay(meeting & (first < 108) & (second < 108), (188, 207, 218))
    paper.disc(322, 224, 11, (217, 98, 43))
    paper.disc(384, 172, 11, (43, 58, 66))
    return paper


def tilt_garden():
    """Hills under a low sun, and what grows on them."""
    paper = Paper((226, 240, 228))
    paper.disc(402, 66, 30, (250, 226, 150))
    hills = [(150, 26, 210, 0.4, (205, 228, 207)), (186, 20, 150, 2.1, (184, 215, 188)),
             (222, 15, 120, 4.0, (160, 201, 167))]
    generator = numpy.random.default_rng(20)
    for base, height, length, phase, colour in hills:
        for _ in range(9):
            x = generator.uniform(10, 470)
            foot = base + height * numpy.sin(x / length * 6.2832 + phase)
            stem = generator.uniform(14, 34)
            lean = generator.uniform(-0.35, 0.35)
            along = foot - paper.y
            inside = (abs(paper.x - x - lean * along) < 0.9) & (along > -4) & (along < stem)
            paper.lay(inside, (124, 170, 132))
            paper.disc(x + lean * stem, foot - stem, generator.uniform(2.6, 4.6),
                       [(232, 150, 110), (245, 245, 240), (238, 205, 110)][generator.integers(3)])
        paper.lay(paper.y > base + height * numpy.sin(paper.x / length * 6.2832 + phase), colour)
    return paper


def grain_loop():
    """Grains that a wave has thrown on the sand."""
    paper = Paper((240, 226, 210))
    generator = numpy.random.default_rng(22)

    def wave(x):
        return 78 + 34 * numpy.sin(x / 300 * 6.2832 - 1.2) + 10 * numpy.sin(x / 90 * 6.2832)

    paper.lay(paper.y < wave(paper.x) - 30, (246, 236, 224))
    tones = [(226, 205, 182), (217, 190, 160), (233, 216, 196), (217, 98, 43)]
    for _ in range(170):
        x = generator.uniform(0, 480)
        away = generator.normal(0, 22)
        y = wave(x) - 30 + away
        # The bright ones lie where no text stands.
        is_bright = generator.uniform() < 0.25 and 200 < x < 410 and y < 70
        tone = tones[3] if is_bright else tones[generator.integers(3)]
        paper.disc(x, y, generator.uniform(1.2, 6) * numpy.exp(-abs(away) / 60), tone)
    return paper


def small(scene, command):
    """The scene's page as `tactus picture` draws it, at its own pixels."""
    path = SCENES / scene
    target = path / "thumb.png" if path.is_dir() else path.with_suffix(".png")
    subprocess.run([command, "picture", "scene", "--page", "--scene", path, "-o", target], check=True)
    # A palette is enough, and a third of the bytes.
    Image.open(target).convert("RGB").quantize(96).save(target, optimize=True)
    return target


def main():
    for draw in [fingers, tilt_garden, grain_loop]:
        (SCENES / draw.__name__ / "background.png").write_bytes(draw().png())
    command = ROOT / ".build" / "release" / "tactus"
    if not command.exists():
        sys.exit("build the command first: make command")
    for path in sorted(SCENES.iterdir()):
        # The scene of RjDj has a picture of that kind's size.
        if path.name != "libs" and path.suffix in ("", ".pd"):
            target = small(path.name, command)
            print(f"{target.relative_to(ROOT)}: {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()
