"""Scenes for the tests: patches around the voices of `patches`, states that choose them, and Pd's own
batch mode as the oracle of what they sound like."""
import pathlib
import subprocess
import time

import numpy

from conftest import tool
from lv2host import Plugin

SCENE = "urn:tactus:scene"
VOICES = pathlib.Path(__file__).parent / "patches"
STATES = ["none", "starting", "playing", "late", "silent", "failed", "blocked"]
RATE = 48000
PD = "/usr/lib/puredata/bin/pd"


def state(folder, path):
    """A state as hosts save it, which chooses a scene."""
    folder.mkdir(exist_ok=True)
    (folder / "state.ttl").write_text(
        "@prefix atom: <http://lv2plug.in/ns/ext/atom#> .\n@prefix lv2: <http://lv2plug.in/ns/lv2core#> .\n"
        "@prefix pset: <http://lv2plug.in/ns/ext/presets#> .\n"
        "@prefix state: <http://lv2plug.in/ns/ext/state#> .\n"
        f"<> a pset:Preset ; lv2:appliesTo <{SCENE}> ; state:state [\n"
        f'  <urn:tactus:vocabulary#scene> "{path}"^^atom:Path ] .\n')
    return folder / "state.ttl"


def patch(folder, voice):
    """A patch that plays a voice of `patches`, in a folder that can be shown to a box."""
    folder.mkdir(exist_ok=True)
    (folder / "voice.pd").write_text((VOICES / f"{voice}.pd").read_text())
    lines = ["#N canvas 0 0 400 300 10;", "#X obj 10 10 adc~;", "#X obj 10 50 voice;", "#X obj 10 90 dac~;"]
    lines += [f"#X connect 0 {c} 1 {c};" for c in (0, 1)] if "inlet~" in lines_of(folder) else []
    lines += [f"#X connect 1 {c} 2 {c};" for c in (0, 1)]
    (folder / "_main.pd").write_text("\n".join(lines) + "\n")
    return folder


def lines_of(folder):
    return (folder / "voice.pd").read_text()


def oracle(folder, frames, sound=None, messages=()):
    """What Pd's batch mode makes of the voice in a folder: an array of shape (2, frames).

    Its sound is switched on one tick behind the opening of the patch, as the plugin does. `messages` are
    pairs of a tick and a message for Pd."""
    import soundfile
    ears = "inlet~" in lines_of(folder)
    lines = ["#N canvas 0 0 400 300 10;"]

    def add(text):
        lines.append(f"#X {text};")
        return len(lines) - 2

    links = []
    start = add("obj 10 10 loadbang")
    voice = add("obj 10 200 voice")
    first = add("obj 10 40 delay 64 1 samp")
    links.append((start, 0, first, 0))
    begin = add(r"msg 10 60 \; pd dsp 1 \; begin bang")
    links.append((first, 0, begin, 0))
    receiver = add("obj 200 60 r begin")
    for channel, name in enumerate(["oracle-left", "oracle-right"]):
        add(f"obj 200 200 table {name} {frames}")
        writer = add(f"obj 10 240 tabwrite~ {name}")
        links += [(voice, channel, writer, 0), (receiver, 0, writer, 0)]
        if ears:
            add(f"obj 300 200 table ear-{channel} {frames}")
            player = add(f"obj 100 100 tabplay~ ear-{channel}")
            links += [(player, 0, voice, channel), (receiver, 0, player, 0)]
    if ears:
        soundfile.write(folder / "ears.wav", sound[:, :frames].T, RATE, subtype="FLOAT")
        read = add(f"msg 300 10 read -resize {folder}/ears.wav ear-0 ear-1")
        reader = add("obj 300 40 soundfiler")
        links[:0] = [(start, 0, read, 0), (read, 0, reader, 0)]
    for tick, message in messages:
        delay = add(f"obj 400 40 delay {64 + 64 * tick} 1 samp")
        event = add(rf"msg 400 60 \; {message}")
        links += [(start, 0, delay, 0), (delay, 0, event, 0)]
    # tabwrite~ writes whole ticks.
    last = add(f"obj 10 280 delay {64 + (frames + 63) // 64 * 64 + 640} 1 samp")
    order = add("obj 10 300 t b b")
    write = add(f"msg 60 320 write -wave -bytes 4 {folder}/oracle.wav oracle-left oracle-right")
    writer = add("obj 60 340 soundfiler")
    stop = add(r"msg 10 320 \; pd quit")
    links += [(start, 0, last, 0), (last, 0, order, 0), (order, 1, write, 0), (write, 0, writer, 0),
              (order, 0, stop, 0)]
    lines += [f"#X connect {a} {b} {c} {d};" for a, b, c, d in links]
    (folder / "oracle.pd").write_text("\n".join(lines) + "\n")
    done = batch(folder / "oracle.pd")
    assert done.returncode == 0, done.stderr
    return audible(soundfile.read(folder / "oracle.wav", dtype="float32")[0].T[:, :frames])


def batch(patch, *more):
    """Pd's batch mode with a patch, without a box."""
    tool("pd")
    return subprocess.run([PD, "-batch", "-noprefs", "-nrt", "-nomidi", "-noaudio", "-r", str(RATE),
                           "-stderr", "-open", str(patch), *more],
                          capture_output=True, text=True, timeout=120)


def audible(sound):
    """Without what tabwrite~ takes for too small to be a number."""
    return numpy.where(abs(sound) < 1e-15, numpy.float32(0), sound)


def noise(frames, seed):
    return numpy.random.default_rng(seed).uniform(-0.3, 0.3, (2, frames)).astype(numpy.float32)


def play(plugin, frames, block, sound=None, events=()):
    """Runs blocks; what comes out, with the latency at the front. `events` are pairs of a frame and MIDI."""
    parts, events = [], list(events)
    for at in range(0, frames, block):
        length = min(block, frames - at)
        plugin.hear(numpy.zeros((2, length)) if sound is None else padded(sound, at, length))
        while events and events[0][0] < at + length:
            frame, message = events.pop(0)
            plugin.event(message, frame - at)
        parts.append(plugin.run(length))
    return numpy.concatenate(parts, axis=1)


def padded(sound, at, length):
    piece = numpy.zeros((2, length), numpy.float32)
    part = sound[:, at:at + length]
    piece[:, :part.shape[1]] = part
    return piece


def reach(plugin, wanted, block=64, seconds=60):
    """Runs blocks until the port says a state; returns its name."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        plugin.run(block)
        if STATES[int(plugin["live_state"])] in wanted:
            return STATES[int(plugin["live_state"])]
        time.sleep(0.002)
    raise AssertionError(f"the scene is {STATES[int(plugin['live_state'])]}, not {wanted}")


def scene(path, folder, block=1024, **values):
    """An instance that plays a scene."""
    return Plugin(SCENE, rate=RATE, longest_block=block, state=state(folder, path), **values)
