"""Measures a parameter that is moved in a window, with the built plugins in a host of ours that keeps real time:

- from the window's write of a step to the first sample that changes, over 200 steps, at two block sizes;
- how evenly the sound follows a drag of the cutoff;
- what the input thread costs while a window is open and nothing happens;
- what a drag costs the window: processor time, and bytes that come for each step.

`--way packet` and `--way network` write the steps as other programs do."""
import argparse
import json
import math
import pathlib
import random
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests/HostTests"), str(ROOT / "Tests/HostTests/support")]
import numpy  # noqa: E402
import live_frame  # noqa: E402
from conftest import tool  # noqa: E402
from lv2host import ATOM, TOUCH, Plugin, state_file  # noqa: E402
from osc import message  # noqa: E402
from seeds import seed  # noqa: E402
from window import Screen, Window  # noqa: E402

RATE, STEPS = 48000, 200
PARAMETER = 18
PACKET = "urn:tactus:vocabulary#Packet"
# Nothing sounds at the level 0, so the first sample that is not 0 shows the step.
PATCH = {"version": 1, "name": "Steps", "connections": [],
         "parameters": {"amp_level": 0, "reverb_mix": 0, "delay_mix": 0, "chorus_mix": 0}}
# On a window of 800 × 500 points: the handle, the tab *Sound*, the base value of its second bar.
HANDLE, SOUND, BAR = (400, 8), (349, 24), (630, 157)


def step_message(plugin, number, level, way, symbol="amp_level"):
    """One step of a drag of a parameter."""
    if way == "packet":
        edit = json.dumps({"set": {symbol: level}})
        return message("/tactus/patch/edit", edit, 7, 1, None, number, number), PACKET
    body = struct.pack("=IIiffff", PARAMETER, 7, live_frame.PARAMETER[symbol], level, *[float("nan")] * 3)
    return body + struct.pack("=qIII", 7, number, number, 1), TOUCH


def latencies(folder, block, way):
    """Milliseconds from the write of each step to the first changed sample."""
    found, period, draw = [], block / RATE, random.Random(seed("STEPS_SEED", 7))
    # The network is open in one of three ways alone, so that nothing else wakes the input thread.
    listen = {"osc_listen": 1, "osc_port": 7391} if way == "network" else {}
    state = state_file(folder / f"state{block}", json.dumps(PATCH), **listen)
    with Plugin(state=state, longest_block=block, **listen) as plugin, \
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        plugin.event([0x90, 60, 100])
        number, written, is_up = 0, None, False
        due, hello_due = time.monotonic(), 0.0
        next_step, is_silent = due + 0.5, True
        while len(found) < STEPS:
            time.sleep(max(due - time.monotonic(), 0))
            began = time.monotonic()
            if began >= hello_due:
                plugin.event(live_frame.hello(live_frame.LEVELS), kind=live_frame.HELLO)
                hello_due = began + 0.5
            # A step up waits until the last one has faded.
            if began >= next_step and (is_up or is_silent):
                number, is_up = number + 1, not is_up
                # It is written at any time since the last block began.
                early = period * draw.random()
                if way == "network":
                    time.sleep(early)
                    early = 0
                    sender.sendto(message("/tactus/patch/set", "amp_level", 0.8 if is_up else 0.0),
                                  ("127.0.0.1", int(plugin["live_osc_port"])))
                    began = time.monotonic()
                else:
                    body, kind = step_message(plugin, number, 0.8 if is_up else 0, way)
                    plugin.event(body, kind=kind)
                if is_up:
                    written = began - early
                next_step = began + 0.15 + 0.06 * draw.random()
            sound = plugin.run(block)[0]
            heard = numpy.flatnonzero(sound)
            is_silent = len(heard) == 0
            if written is not None and len(heard):
                found.append(1000 * (began + heard[0] / RATE - written))
                written = None
            plugin.sent()
            due += period
            due = max(due, time.monotonic() - 4 * period)
    return found


class Measured(Window):
    """A window whose processor time is measured, with what it is sent."""

    def __init__(self, *arguments):
        self.used, self.documents, self.bytes, self.steps = 0.0, 0, 0, 0
        self.blocks, self.waiting, self.every = 0, [], 6
        super().__init__(*arguments)

    def write(self, controller, port, size, protocol, data):
        before = len(self.written)
        super().write(controller, port, size, protocol, data)
        for message in self.written[before:]:
            is_event = struct.unpack_from("=I", message, 4)[0] == self.urid(TOUCH)
            is_step = is_event and struct.unpack_from("=I", message, 8)[0] == PARAMETER
            if is_step or b'"stroke"' in message:
                self.steps += 1

    def turn(self, blocks=1, frames=256):
        """One block; before some, the window is given what has come, and its turn."""
        self.blocks += 1
        if self.blocks % self.every == 0:
            begun = time.thread_time()
            for atom in self.waiting:
                self.calls.port_event(self.handle, self.output, len(atom), self.transfer, atom)
            self.idle(self.handle)
            self.used += time.thread_time() - begun
            self.waiting = []
        messages, self.written = self.written, []
        for message in messages:
            size, kind = struct.unpack_from("=II", message)
            self.plugin.event(message[8:8 + size], kind=self.name_of(kind))
        self.plugin.run(frames)
        for _, body in self.plugin.sent():
            kind = self.frame if body[:3] == b"TLF" else self.object
            if kind == self.object and (len(body) < 16 or struct.unpack_from("=I", body)[0] != 0):
                continue
            if kind == self.object:
                self.bytes += len(body)
                self.documents += b'"version"' in body
            self.waiting.append(struct.pack("=II", len(body), kind) + body)


def drag(every, moves=300):
    """The cost of a drag of five seconds: steps, documents, bytes, seconds of the processor. The window has its turn
    once in `every` blocks of 5.3 ms."""
    text = (ROOT / "bundle/patches/aurora.json").read_text()
    with tempfile.TemporaryDirectory() as folder, Screen() as screen, \
            Plugin(state=state_file(pathlib.Path(folder) / "state", text), longest_block=256) as plugin:
        window = Measured(screen, plugin)
        window.every = every

        def pace(seconds):
            due = end = time.monotonic()
            end += seconds
            while due < end:
                window.turn()
                due += 256 / RATE
                time.sleep(max(due - time.monotonic(), 0))
        pace(1)
        for place in (HANDLE, SOUND):
            screen.hand("mousemove", *place, "click", 1)
            pace(1)
        screen.hand("mousemove", *BAR, "mousedown", 1)
        pace(0.5)
        window.used, window.documents, window.bytes, window.steps = 0.0, 0, 0, 0
        words = []
        for move in range(moves):
            words += ["mousemove", BAR[0] - 30 - move % 100, BAR[1], "sleep", 1 / 60]
        hand = subprocess.Popen([tool("xdotool"), *map(str, words)])
        begun = time.monotonic()
        while hand.poll() is None:
            pace(0.1)
        pace(0.5)
        length = time.monotonic() - begun
        result = (window.steps, window.documents, window.bytes, window.used, length)
        screen.hand("mouseup", 1)
        pace(0.3)
        window.close()
        return result


def jumps(folder, way, seconds=4):
    """Drags the cutoff of a held note upwards at 60 steps a second. Returns decibels by which the level above the
    first overtones changes from two periods to the next: the greatest, and what an even drag would make."""
    block, steps, parts = 256, 60 * seconds, []
    patch = {"version": 1, "name": "Drag", "connections": [],
             "parameters": {"filter_1_cutoff": 300, "reverb_mix": 0, "osc_b_level": 0, "osc_a_wave": "saw",
                            "filter_1_resonance": 0, "voice_width": 0}}
    state = state_file(folder / f"drag-{way}", json.dumps(patch))
    with Plugin(state=state, longest_block=block) as plugin:
        plugin.event([0x90, 69, 100])
        begun, number, due, hello_due = time.monotonic(), 0, time.monotonic(), 0.0
        while (now := time.monotonic() - begun) < seconds + 1.5:
            if now >= hello_due:
                plugin.event(live_frame.hello(live_frame.LEVELS), kind=live_frame.HELLO)
                hello_due = now + 0.5
            while number < steps and now >= 1 + number / 60:
                number += 1
                body, kind = step_message(plugin, number, 300 * 2 ** (4 * number / steps), way, "filter_1_cutoff")
                plugin.event(body, kind=kind)
            parts.append(plugin.run(block)[0])
            plugin.sent()
            due += block / RATE
            time.sleep(max(due - time.monotonic(), 0))
    sound = numpy.diff(numpy.concatenate(parts), 2)
    width = round(2 * RATE / 440)
    levels = [20 * math.log10(math.sqrt(numpy.mean(sound[at:at + width] ** 2)) + 1e-9)
              for at in range(RATE, RATE * (seconds + 1), width)]
    changes = numpy.abs(numpy.diff(levels))
    return changes.max(), abs(levels[-1] - levels[0]) / len(changes)


def input_thread():
    """The nanoseconds that the input thread has run."""
    for task in pathlib.Path("/proc/self/task").iterdir():
        if (task / "comm").read_text().strip() == "tactus-input":
            return int((task / "schedstat").read_text().split()[0])
    return 0


def idle(is_open, seconds=10):
    """The part of a core that the input thread takes while nothing happens, with a window and without."""
    with Plugin(longest_block=256) as plugin:
        due = time.monotonic() + 1
        while time.monotonic() < due:  # profiles and objects are read
            plugin.run(256)
            time.sleep(0.005)
        before, begun, hello_due = input_thread(), time.monotonic(), 0.0
        while (now := time.monotonic()) < begun + seconds:
            if is_open and now >= hello_due:
                plugin.event(live_frame.hello(live_frame.LEVELS), kind=live_frame.HELLO)
                hello_due = now + 0.5
            plugin.run(256)
            plugin.sent()
            time.sleep(0.005)
        return (input_thread() - before) / 1e9 / (time.monotonic() - begun)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--way", choices=["event", "packet", "network"], default="event",
                         help="how steps are written: as a window does, as texts of edits, or over OSC")
    options.add_argument("--only", choices=["latency", "drag", "idle", "sound"])
    options.add_argument("--check", action="store_true", help="fail beyond one block and 2 ms")
    options = options.parse_args()
    late = []
    with tempfile.TemporaryDirectory() as folder:
        for block in (64, 256) if options.only in (None, "latency") else ():
            found = sorted(latencies(pathlib.Path(folder), block, options.way))
            middle, most = statistics.median(found), found[round(0.99 * (len(found) - 1))]
            print(f"block {block} ({1000 * block / RATE:.2f} ms): {len(found)} steps, median {middle:.2f} ms, "
                  f"p99 {most:.2f} ms, most {found[-1]:.2f} ms", flush=True)
            if middle > 1000 * block / RATE + 2:
                late.append(block)
    if options.only in (None, "sound"):
        with tempfile.TemporaryDirectory() as folder:
            most, even = jumps(pathlib.Path(folder), options.way)
        print(f"a cutoff that is dragged: from 4.5 ms to the next its level changes by {most:.2f} dB at most; "
              f"{even:.2f} dB would be even", flush=True)
    if options.only in (None, "idle"):
        print(f"the input thread while nothing happens: {100 * idle(False):.2f} % of a core, "
              f"{100 * idle(True):.2f} % with a window open", flush=True)
    if options.only in (None, "drag"):
        # Hosts give windows their turns every 20 to 40 ms; some do more often.
        for every in (6, 1):
            steps, documents, size, used, length = drag(every)
            print(f"a drag, with a turn every {1000 * every * 256 / RATE:.0f} ms: {steps} steps in {length:.1f} s, "
                  f"{documents} whole documents, {size / max(steps, 1):.0f} bytes a step, "
                  f"{100 * used / length:.1f} % of a core for the window, {1e6 * used / max(steps, 1):.0f} µs a step",
                  flush=True)
    if options.check and late:
        sys.exit(f"a step takes longer than a block and 2 ms at blocks of {late}")


if __name__ == "__main__":
    main()
