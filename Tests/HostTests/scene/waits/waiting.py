"""Plays a scene by a clock of its own, which `waits.c` gives it: `waiting.py FOLDER PACE MODE BLOCK`. PACE is
one of the functions below. Prints what it has noted as JSON. A program of its own, because libraries are preloaded
when one begins."""
import ctypes
import json
import os
import pathlib
import signal
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[2]))
import conftest  # noqa: E402, F401: it puts the folders of host tests on the path
import scenes  # noqa: E402
from test_faults import boxes, keyed  # noqa: E402

LIBRARY = ctypes.CDLL(None)
LIBRARY.waits_set_clock.argtypes = [ctypes.c_longlong]


class Clock:
    """The times at which a host runs its blocks, in nanoseconds."""

    def __init__(self, block):
        self.now, self.length = 10 ** 12, block * 10 ** 9 / scenes.RATE

    def run(self, plugin, block, passed=1.0):
        """Runs a block `passed` blocks behind the one before."""
        LIBRARY.waits_set_clock(round(self.now))
        LIBRARY.waits_begin_block()
        heard = plugin.run(block)
        LIBRARY.waits_set_clock(-1)
        self.now += passed * self.length
        return heard


def live(plugin, clock, block):
    """It is killed and hangs, and comes back each time."""
    blocks = [0]

    def play(until, seconds=60):
        """Runs blocks until something is true of their sound."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            blocks[0] += 1
            if until(abs(clock.run(plugin, block)).max() > 0.05):
                return True
            time.sleep(0.002)
        return False

    def heard(count):
        left = [count]

        def is_enough(loud):
            left[0] -= loud
            return left[0] <= 0
        return play(is_enough)
    steps = [heard(50)]
    for number in boxes():
        os.kill(number, signal.SIGKILL)
    steps += [play(lambda loud: not loud), heard(50)]
    before = boxes()
    plugin.event(b"\x90\x3c\x64")
    steps += [play(lambda loud: not loud), heard(50), not set(before) & set(boxes())]
    return {"steps": steps, "blocks": blocks[0]}


def xrun(plugin, clock, block):
    """Pd stands still. Four blocks are late, and the host makes up for them at once."""
    for number in boxes():
        os.kill(number, signal.SIGSTOP)
    for _ in range(20):
        clock.run(plugin, block)
    clock.run(plugin, block, 5)
    for _ in range(4):
        clock.run(plugin, block, 0)
    for _ in range(20):
        clock.run(plugin, block)
    return {"steps": [plugin["live_late"] > 0], "blocks": 45}


def render(plugin, clock, block):
    """No time passes: each block may wait as long as all blocks before it."""
    LIBRARY.waits_be_patient()
    for _ in range(2 * scenes.RATE // block):
        clock.run(plugin, block, 0)
    late = plugin["live_late"]
    return {"steps": [True], "blocks": 2 * scenes.RATE // block, "late": late}


def behind(plugin, clock, block):
    """A render, in which Pd stops: what each block waits for Pd is at most what the sound leads."""
    for _ in range(8):
        clock.run(plugin, block, 0)
    for number in boxes():
        os.kill(number, signal.SIGSTOP)
    waited = []
    for _ in range(4):
        before = ctypes.c_longlong.in_dll(LIBRARY, "waits_count").value
        clock.run(plugin, block, 0)
        waited.append(ctypes.c_longlong.in_dll(LIBRARY, "waits_count").value - before)
    return {"steps": [True], "blocks": 12, "waited": waited}


def main(folder, pace, mode, block):
    folder, block = pathlib.Path(folder), int(block)
    path = keyed(folder / "scene", "#X obj 90 60 t b;", "#X obj 90 80 until;", "#X obj 90 90 + 1;",
                 "#X connect 4 0 5 0;", "#X connect 5 0 6 0;")
    with scenes.scene(path, folder / "state", block=block, latency_mode=int(mode)) as plugin:
        clock = Clock(block)
        if pace != "render":
            # The first block may wait longer than others.
            clock.run(plugin, block)
            for name in ["longest", "count", "rising"]:
                ctypes.c_longlong.in_dll(LIBRARY, f"waits_{name}").value = 0
        found = globals()[pace](plugin, clock, block)

    def table(name):
        return list((ctypes.c_longlong * 32).in_dll(LIBRARY, name))
    print(json.dumps(found | {
        "asked": table("waits_asked"), "lasted": table("waits_lasted"),
        **{name: ctypes.c_longlong.in_dll(LIBRARY, f"waits_{name}").value
           for name in ["longest", "count", "rising"]}}))


if __name__ == "__main__":
    main(*sys.argv[1:])
