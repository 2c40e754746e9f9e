"""`make bench`: what a window costs: opening, the host while something moves and while nothing does, and the
audio thread. `costs` prints what pictures cost without a window."""
import pathlib
import re
import resource
import statistics
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "HostTests"))
import numpy  # noqa: E402
from conftest import HOST, PLUGIN, ROOT  # noqa: E402
from lv2host import ATOM, BEGAN, MOVED, TOUCH, Plugin, touch  # noqa: E402
from moving_column import glance, steps_off  # noqa: E402
from window import Screen, Window  # noqa: E402

MATRIX = "urn:tactus:tonematrix"
BLOCK, FINGERS, SECONDS = 1024, 10, 5


def used():
    return sum(resource.getrusage(resource.RUSAGE_SELF)[:2])


def opening(screen):
    """Seconds from `instantiate` to the first picture, of ten openings."""
    times = []
    for _ in range(10):
        with Plugin(longest_block=BLOCK) as plugin:
            parent = screen.parent(1280, 800)
            begun = time.monotonic()
            window = Window(screen, plugin, parent=parent)
            window.idle(window.handle)
            times.append(time.monotonic() - begun)
            window.close()
    return times


def share(screen, moves):
    """The part of a core that the window takes in its host: the processor time of its own calls."""
    with Plugin(longest_block=BLOCK) as plugin:
        window = Window(screen, plugin, parent=screen.parent(1280, 800))
        screen.resize(window.id, 1280, 800)
        window.turns(3)
        for finger in range(FINGERS if moves else 0):
            plugin.event(touch(BEGAN, finger, 0.1 + 0.08 * finger, 0.5), kind=TOUCH)
        window.turns(1)
        busy, turns, begun = 0.0, 0, time.monotonic()
        while (now := time.monotonic() - begun) < SECONDS:
            if moves:
                for finger in range(FINGERS):
                    x = 0.1 + 0.08 * finger + 0.04 * ((now * (1 + 0.1 * finger)) % 1)
                    plugin.event(touch(MOVED, finger, x, 0.3 + 0.4 * (now * 0.5 % 1)), kind=TOUCH)
            plugin.run(BLOCK)
            frames = [body for _, body in plugin.sent() if body[:3] == b"TLF"]
            before = used()
            for body in frames:
                atom = len(body).to_bytes(4, "little") + window.frame.to_bytes(4, "little") + body
                window.calls.port_event(window.handle, window.output, len(atom), window.transfer, atom)
            if turns % 3 == 0:
                window.idle(window.handle)
            busy += used() - before
            messages, window.written = window.written, []
            for message in messages:
                size, kind = (int.from_bytes(message[at:at + 4], "little") for at in (0, 4))
                plugin.event(message[8:8 + size], kind=window.name_of(kind))
            turns += 1
            time.sleep(max(0, begun + turns * BLOCK / 96000 - time.monotonic()))
        passed = time.monotonic() - begun
        window.close()
        return busy / passed


def column(screen):
    """How far the moving column of the grid is from the sound, in ms: the place that is seen at moments that
    know nothing of the window's turns, against the frames that a sound card would play then."""
    with Plugin(MATRIX, longest_block=BLOCK) as plugin:
        window = Window(screen, plugin, uri=MATRIX)
        window.turns(0.5)
        plugin.event(plugin.position(barBeat=0.0, bar=0, beat=0.0, beatsPerMinute=120.0, speed=1.0, frame=0,
                                     beatUnit=4, beatsPerBar=4.0), kind=ATOM + "Object")
        seen, frames, turn, look, begun = [], 0, 0.0, 0.011, time.monotonic()
        while (now := time.monotonic() - begun) < 4 * SECONDS:
            if frames < now * 48000:
                plugin.run(BLOCK)
                frames += BLOCK
                window.pass_on()
            elif now >= turn:
                window.idle(window.handle)
                messages, window.written = window.written, []
                for message in messages:
                    size, kind = struct.unpack_from("=II", message)
                    plugin.event(message[8:8 + size], kind=window.name_of(kind))
                turn = now + 1 / 30
            elif now >= look:
                seen.append(glance(screen, window.id) if now > 1 else None)
                look = now + 0.0127
            else:
                time.sleep(0.001)
        window.close()
    errors = 125 * steps_off([each for each in seen if each], lambda moment: (moment - begun) / 0.125)
    return numpy.percentile(errors, 95), numpy.mean(errors), len(errors)


def instructions(shown=None):
    """The mean instructions of a block of 64 frames with 16 notes."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["valgrind", "--tool=callgrind", "--collect-atstart=no", "-q",
                        f"--callgrind-out-file={folder}/out", str(HOST / "instructions"), PLUGIN, "1500", "",
                        *([shown] if shown else [])], check=True)
        counts = [int(re.search(r"^(?:summary|totals): (\d+)", path.read_text(), re.M).group(1))
                  for path in pathlib.Path(folder).glob("out.*")]
        return statistics.mean(count for count in counts if count)


def main():
    subprocess.run(["make", "-s", "-C", str(ROOT / "Tests" / "MiniHost")], check=True)
    with Screen("1400x900x24") as screen:
        times = opening(screen)
        print(f"window: from instantiate to the first picture {1000 * times[0]:.0f} ms the first time, "
              f"{1000 * statistics.median(times[1:]):.0f} ms again")
        moving, still = share(screen, True), share(screen, False)
        print(f"window of 1280 x 800: {100 * moving:.2f} % of a core with {FINGERS} touches that move, "
              f"{100 * still:.2f} % when nothing does")
        p95, mean, count = column(screen)
        print(f"the moving column against the sound: {mean:.0f} ms in the mean, p95 {p95:.0f} ms, of "
              f"{count} moments")
    without, watched, samples = instructions(), instructions("watched"), instructions("samples")
    print(f"audio thread: {without:.0f} instructions a block of 64, {watched:.0f} with a window: "
          f"{100 * (watched / without - 1):+.2f} %, {samples:.0f} with its oscilloscope: "
          f"{100 * (samples / watched - 1):+.2f} %")


main()
