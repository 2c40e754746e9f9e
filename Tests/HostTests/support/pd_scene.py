"""Plays a scene in a Pd of its own: Pd's sub-process scheduler, ticks of 64 frames over pipes, no device."""
import pathlib
import subprocess
import tempfile
import threading

import numpy as np

TICK = 64
PD = "/usr/lib/puredata/bin/pd"
SCHEDULER = "/usr/lib/puredata/extra/pd~/pdsched"


def atom(word):
    """A number or a word as Pd's scheduler reads it."""
    if isinstance(word, (int, float)):
        return b"\x01" + np.float32(word).tobytes()
    return b"\x02" + word.encode() + b"\x00"


class PdScene:
    """A patch with its folders of abstractions. `play` gives sound and messages, and returns sound."""

    def __init__(self, patch, folders=(), rate=48000):
        self.console = []
        paths = [word for folder in folders for word in ("-path", str(folder))]
        self.process = subprocess.Popen(
            [PD, "-noprefs", "-nogui", "-nrt", "-nomidi", "-schedlib", SCHEDULER, "-extraflags", "b",
             "-inchannels", "2", "-outchannels", "2", "-r", str(rate), *paths, "-open", str(patch)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.reader = threading.Thread(target=self.read_console)
        self.reader.start()
        # The patch is opened within the first tick.
        self.tick(np.zeros((2, TICK)))
        self.send("pd", "dsp", 1)

    def read_console(self):
        for line in self.process.stderr:
            self.console.append(line.decode(errors="replace").rstrip())

    def send(self, receiver, *words):
        self.process.stdin.write(b"".join([atom(receiver), *map(atom, words), b"\x04"]))

    def tick(self, sound):
        floats = np.asarray(sound, np.float32).reshape(-1)
        block = np.empty((floats.size, 5), np.uint8)
        block[:, 0] = 1
        block[:, 1:] = floats.view(np.uint8).reshape(-1, 4)
        self.process.stdin.write(block.tobytes() + b"\x04")
        self.process.stdin.flush()
        size = 2 + 2 * TICK * 5
        answer = self.process.stdout.read(size)
        is_whole = len(answer) == size and answer[0] == 4 and answer[-1] == 4
        assert is_whole, f"Pd has ended: {self.console[-5:]}"
        words = np.frombuffer(answer[1:-1], np.uint8).reshape(-1, 5)
        return np.ascontiguousarray(words[:, 1:]).view(np.float32).reshape(2, TICK)

    def play(self, seconds, events=(), sound=None, rate=48000):
        """The sound of some seconds. `events` are (second, receiver, words…) in their order."""
        events = list(events)
        out = []
        for index in range(int(seconds * rate / TICK)):
            while events and events[0][0] <= index * TICK / rate:
                self.send(*events.pop(0)[1:])
            given = np.zeros((2, TICK)) if sound is None else sound[:, index * TICK:(index + 1) * TICK]
            out.append(self.tick(given))
        return np.concatenate(out, axis=1)

    def close(self):
        self.process.stdin.close()
        self.process.wait(60)
        self.reader.join()
        self.process.stdout.close()
        self.process.stderr.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def complaints(folders, patch):
    """What Pd says when it opens a patch of a text: its complaints, one a line."""
    with tempfile.TemporaryDirectory() as place:
        path = pathlib.Path(place) / "asked.pd"
        path.write_text(patch)
        with PdScene(path, folders) as scene:
            scene.tick(np.zeros((2, TICK)))
        return scene.console
