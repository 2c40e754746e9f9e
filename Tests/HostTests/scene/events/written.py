"""Patches that a test writes, and what they print and sound."""
import time

import numpy

import scenes
from lv2host import touch

TICK = 64


def write(path, *objects, links=(), name="_main.pd"):
    """A patch of objects, by their text, and links between (object, outlet, object, inlet)."""
    path.mkdir(parents=True, exist_ok=True)
    lines = ["#N canvas 0 0 400 300 10;", *(f"#X {text};" for text in objects),
             *(f"#X connect {a} {b} {c} {d};" for a, b, c, d in links)]
    (path / name).write_text("\n".join(lines) + "\n")
    return path


def printer(path, *names, sends=(), **more):
    """A patch that prints what it hears under these names, and says some things when it is loaded."""
    objects, links = [], []
    for name in names:
        links.append((len(objects), 0, len(objects) + 1, 0))
        objects += [f"obj 10 10 r {name}", f"obj 10 40 print {name}"]
    if sends:
        links.append((len(objects), 0, len(objects) + 1, 0))
        words = " ".join(rf"\; {words}" for words in sends)
        objects += ["obj 10 80 loadbang", f"msg 10 100 {words}"]
    return write(path, *objects, links=links, **more)


def shower(path, name, *middle):
    """A patch that plays the number that comes by a name, behind some objects."""
    objects = [f"obj 10 10 {name}", *(f"obj 10 30 {text}" for text in middle), "obj 10 90 sig~",
               "obj 10 110 dac~"]
    return write(path, *objects, links=[(n, 0, n + 1, 0) for n in range(len(objects) - 1)])


def lines_until(plugin, last, seconds=60, block=256, count=1):
    """Runs blocks until the console has a line so often; returns all lines of the console then."""
    end, lines = time.monotonic() + seconds, []
    while time.monotonic() < end:
        plugin.run(block)
        for _, body in plugin.sent():
            if b"Playing\n" in body:
                lines = body[body.index(b"Playing\n"):].split(b"\0")[0].decode().split("\n")[1:]
        if lines.count(last) >= count:
            return lines
        time.sleep(0.002)
    raise AssertionError(f"{last!r} is not printed: {lines}")


def scenes_data(folder, monkeypatch):
    """The data folders of scenes, in a home of the test's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "share"))
    return folder / "share" / "tactus" / "scenes-data"


def body_of(kind, identifier, *numbers):
    return touch(kind, identifier, *numbers)


def heard(folder, path, events, frames=8192, block=256, wanted=None, **values):
    """The left sound of a render, without its latency; and what the plugin sent, with absolute frames."""
    sent = []
    with scenes.scene(path, folder / f"state{block}", block=block, free_wheel=1, **values) as plugin:
        parts, events = [], list(events)
        for at in range(0, frames + 4096, block):
            while events and events[0][0] < at + block:
                frame, kind, body = events.pop(0)
                plugin.event(body(plugin) if callable(body) else body, frame - at, kind)
            parts.append(plugin.run(block))
            sent += [(at + frame, body) for frame, body in plugin.sent()]
        latency = int(plugin["latency"])
    sound = numpy.concatenate(parts, axis=1)[0, latency:latency + frames]
    return (sound, sent, latency)
