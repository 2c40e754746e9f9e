"""Plays a scene that is killed and hangs, before which `waits.c` stands: `waiting.py FOLDER MODE BLOCK`.
Prints what it has noted as JSON. A program of its own, because libraries are preloaded when one begins."""
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


def main(folder, mode, block):
    library = ctypes.CDLL(None)
    folder, block, waiting = pathlib.Path(folder), int(block), []
    path = keyed(folder / "scene", "#X obj 90 60 t b;", "#X obj 90 80 until;", "#X obj 90 90 + 1;",
                 "#X connect 4 0 5 0;", "#X connect 5 0 6 0;")
    with scenes.scene(path, folder / "state", block=block, latency_mode=int(mode)) as plugin:
        def play(until, seconds=60):
            """Runs blocks until something is true of their sound."""
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                library.waits_begin_block()
                begin = time.monotonic()
                loud = abs(plugin.run(block)).max() > 0.05
                waiting.append(time.monotonic() - begin)
                if until(loud):
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

    def table(name):
        return list((ctypes.c_longlong * 32).in_dll(library, name))
    print(json.dumps({
        "steps": steps, "blocks": len(waiting), "longest_block": max(waiting),
        "asked": table("waits_asked"), "lasted": table("waits_lasted"),
        **{name: ctypes.c_longlong.in_dll(library, f"waits_{name}").value
           for name in ["longest", "count", "rising"]}}))


if __name__ == "__main__":
    main(*sys.argv[1:])
