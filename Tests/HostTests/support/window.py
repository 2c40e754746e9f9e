"""A small host of windows: a screen of its own (Xvfb), a plugin run block by block, and its window inside a
parent of ours, with messages passed both ways as hosts do."""
import ctypes
import json
import os
import pathlib
import struct
import subprocess
import tempfile
import time

import numpy

from conftest import BUILD, tool
from live_frame import FRAME
from lv2host import ATOM, PLUGIN, Plugin

UI = "http://lv2plug.in/ns/extensions/ui#"
POINTER, WORD = ctypes.c_void_p, ctypes.c_uint32
WRITE = ctypes.CFUNCTYPE(None, POINTER, WORD, WORD, WORD, POINTER)
MAP = ctypes.CFUNCTYPE(WORD, POINTER, ctypes.c_char_p)
RESIZE = ctypes.CFUNCTYPE(ctypes.c_int, POINTER, ctypes.c_int, ctypes.c_int)
GRIP = ctypes.CFUNCTYPE(None, POINTER, WORD, ctypes.c_bool)
REQUEST = ctypes.CFUNCTYPE(ctypes.c_int, POINTER, WORD, WORD, POINTER)
IDLE = ctypes.CFUNCTYPE(ctypes.c_int, POINTER)
TURN = 0.03  # seconds
ON_ERROR = ctypes.CFUNCTYPE(ctypes.c_int, POINTER, POINTER)


class Pair(ctypes.Structure):
    """A handle or URI with a function or data: LV2_Feature, LV2_URID_Map, LV2UI_Resize, LV2UI_Touch."""
    _fields_ = [("first", POINTER), ("second", POINTER)]


class Option(ctypes.Structure):
    _fields_ = [("context", WORD), ("subject", WORD), ("key", WORD), ("size", WORD), ("type", WORD),
                ("value", POINTER)]


class Descriptor(ctypes.Structure):
    _fields_ = [
        ("uri", ctypes.c_char_p),
        ("instantiate", ctypes.CFUNCTYPE(POINTER, POINTER, ctypes.c_char_p, ctypes.c_char_p, WRITE, POINTER,
                                         ctypes.POINTER(POINTER), ctypes.POINTER(ctypes.POINTER(Pair)))),
        ("cleanup", ctypes.CFUNCTYPE(None, POINTER)),
        ("port_event", ctypes.CFUNCTYPE(None, POINTER, WORD, WORD, WORD, ctypes.c_char_p)),
        ("extension_data", ctypes.CFUNCTYPE(POINTER, ctypes.c_char_p))]


def remember_size(folder, size):
    """Lets windows open with a size, as if the user had chosen it; `folder` is that of the user's settings."""
    settings = pathlib.Path(folder) / "tactus" / "window.json"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(json.dumps({"width": size[0], "height": size[1]}))


class Screen:
    """An X server without a screen, and the connection of a host to it. X errors of the host are counted."""

    def __init__(self, size="1000x700x24", options=()):
        self.options = options
        read, write = os.pipe()
        self.server = self.start(write, size)
        os.close(write)
        with os.fdopen(read) as pipe:
            self.name = ":" + pipe.readline().strip()
        # Windows write what they remember to a folder of this screen's.
        self.home = tempfile.TemporaryDirectory()
        self.before = {name: os.environ.get(name) for name in ("DISPLAY", "XDG_CONFIG_HOME")}
        os.environ.update(DISPLAY=self.name, XDG_CONFIG_HOME=self.home.name)
        x = self.x = ctypes.CDLL("libX11.so.6")
        for name, result in [("XOpenDisplay", POINTER), ("XDefaultRootWindow", ctypes.c_ulong),
                             ("XCreateSimpleWindow", ctypes.c_ulong)]:
            getattr(x, name).restype = result
        self.errors = 0
        self.isResized = False

        def count(display, error):
            self.errors += 1
            return 0
        self.on_error = ON_ERROR(count)
        x.XSetErrorHandler(self.on_error)
        self.display = POINTER(x.XOpenDisplay(self.name.encode()))
        assert self.display, f"no X server answers at {self.name}"
        self.root = ctypes.c_ulong(x.XDefaultRootWindow(self.display))

    def start(self, write, size):
        """Starts the server, which writes the display's number to a file descriptor."""
        return subprocess.Popen(
            [tool("Xvfb"), "-displayfd", str(write), "-screen", "0", size, "-nolisten", "tcp", "-noreset",
             *self.options], pass_fds=[write], stderr=subprocess.DEVNULL)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.x.XCloseDisplay(self.display)
        self.server.terminate()
        self.server.wait(60)
        for name, value in self.before.items():
            if value is None:
                os.environ.pop(name)
            else:
                os.environ[name] = value
        self.home.cleanup()

    def parent(self, width=800, height=500):
        window = ctypes.c_ulong(self.x.XCreateSimpleWindow(
            self.display, self.root, 0, 0, width, height, 0, ctypes.c_ulong(0), ctypes.c_ulong(0)))
        self.x.XMapWindow(self.display, window)
        self.x.XSync(self.display, 0)
        return window

    def destroy(self, window):
        self.x.XDestroyWindow(self.display, window)
        self.x.XSync(self.display, 0)

    def resize(self, window, width, height):
        self.isResized = True
        self.x.XResizeWindow(self.display, ctypes.c_ulong(window), width, height)
        self.x.XSync(self.display, 0)

    def hand(self, *words):
        """Mouse and keys, as xdotool has them."""
        subprocess.run([tool("xdotool"), *map(str, words)], check=True, timeout=60)

    def picture(self, window, size=(800, 500)):
        """The pixels of a window: rows of red, green and blue."""
        done = subprocess.run([tool("import"), "-window", str(int(window)), "-depth", "8", "rgb:-"],
                              check=True, timeout=60, capture_output=True)
        return numpy.frombuffer(done.stdout, numpy.uint8).reshape(size[1], size[0], 3)


class Window:
    """An open window of a plugin."""
    library = None

    def __init__(self, screen, plugin, uri=PLUGIN, scale=1.0, bundle=BUILD / "tactus.lv2", parent=None,
                 dialogs=False):
        self.screen, self.plugin = screen, plugin
        if Window.library is None:
            Window.library = ctypes.CDLL(str(BUILD / "tactus.lv2" / "tactus_ui.so"))
            Window.library.lv2ui_descriptor.restype = ctypes.POINTER(Descriptor)
        place = 0 if uri == PLUGIN else 2 if uri.startswith("urn:tactus:scene") else 1
        self.calls = Window.library.lv2ui_descriptor(place).contents
        self.parent = parent or screen.parent(int(800 * scale), int(500 * scale))
        self.written, self.grips, self.port_writes, self.asked = [], [], [], []
        self.transfer, self.object, self.frame = (self.urid(name) for name in (
            ATOM + "eventTransfer", ATOM + "Object", FRAME))
        self.output = plugin.port("midi_out" if place == 1 else "notify")
        self.keep = [WRITE(self.write), MAP(lambda _, name: plugin.calls.host_urid(plugin.host, name)),
                     RESIZE(lambda *_: 0), GRIP(lambda _, port, held: self.grips.append((port, held))),
                     REQUEST(lambda _, key, kind, __: self.asked.append((key, kind)) or 0)]
        number = ctypes.c_float(scale)
        options = (Option * 2)(Option(0, 0, self.urid(UI + "scaleFactor"), 4, self.urid(ATOM + "Float"),
                                      ctypes.cast(ctypes.pointer(number), POINTER)))

        def function(index):
            return ctypes.cast(ctypes.pointer(Pair(None, ctypes.cast(self.keep[index], POINTER))), POINTER)
        data = {"http://lv2plug.in/ns/ext/urid#map": function(1), UI + "parent": POINTER(self.parent.value),
                UI + "resize": function(2), UI + "touch": function(3),
                "http://lv2plug.in/ns/ext/options#options": ctypes.cast(options, POINTER)}
        if dialogs:
            data[UI + "requestValue"] = function(4)
        names = [ctypes.create_string_buffer(name.encode()) for name in data]
        pairs = [Pair(ctypes.cast(name, POINTER), value) for name, value in zip(names, data.values())]
        features = (ctypes.POINTER(Pair) * (len(pairs) + 1))(*[ctypes.pointer(pair) for pair in pairs])
        self.keep += [number, options, data, names, pairs, features]
        widget = POINTER()
        self.handle = self.calls.instantiate(None, uri.encode(), str(bundle).encode() + b"/", self.keep[0],
                                             None, ctypes.byref(widget), features)
        self.id = widget.value
        if self.handle:
            interface = self.calls.extension_data((UI + "idleInterface").encode())
            self.idle = IDLE(ctypes.cast(interface, ctypes.POINTER(POINTER))[0])

    def urid(self, name):
        return self.plugin.calls.host_urid(self.plugin.host, name.encode())

    def write(self, controller, port, size, protocol, data):
        if protocol == 0:
            value = ctypes.cast(data, ctypes.POINTER(ctypes.c_float))[0]
            self.port_writes.append((port, value))
            self.plugin.calls.host_set(self.plugin.host, port, value)
        else:
            self.written.append(ctypes.string_at(data, size))

    def pass_on(self):
        """What the plugin sent in the last block reaches the window."""
        for _, body in self.plugin.sent():
            kind = self.frame if body[:3] == b"TLF" else self.object
            if kind == self.object and (len(body) < 16 or struct.unpack_from("=I", body)[0] != 0):
                continue  # MIDI
            atom = struct.pack("=II", len(body), kind) + body
            self.calls.port_event(self.handle, self.output, len(atom), self.transfer, atom)

    def listen(self):
        """A list that collects the bodies of all events the plugin sends from now on."""
        bodies, sent = [], self.plugin.sent

        def collect():
            found = sent()
            bodies.extend(body for _, body in found)
            return found
        self.plugin.sent = collect
        return bodies

    def turn(self, blocks=6, frames=256):
        """One idle call, then some blocks. Returns what idle answered and the output of the blocks."""
        answer = self.idle(self.handle)
        messages, self.written = self.written, []
        for message in messages:
            size, kind = struct.unpack_from("=II", message)
            self.plugin.event(message[8:8 + size], kind=self.name_of(kind))
        outputs = []
        for _ in range(blocks):
            outputs.append(self.plugin.run(frames))
            self.pass_on()
        return answer, numpy.concatenate(outputs, axis=1)

    def name_of(self, kind):
        for name in (ATOM + "Object", "urn:tactus:vocabulary#Event", "urn:tactus:vocabulary#Hello",
                     "urn:tactus:vocabulary#Packet"):
            if self.urid(name) == kind:
                return name
        raise AssertionError(f"the window sent an atom of another kind: {kind}")

    def turns(self, seconds):
        """Turns at the pace of a host, as many on a busy machine as on another one."""
        outputs = []
        for _ in range(round(seconds / TURN)):
            outputs.append(self.turn()[1])
            time.sleep(TURN)
        return numpy.concatenate(outputs, axis=1)

    def until(self, condition, seconds=60):
        """Turns until something is so; the bound only guards against hanging."""
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, "this never came to be"
            self.turn()
            time.sleep(0.02)

    def close(self, keeps_parent=False):
        if self.screen.isResized:
            # The next windows of this process open with the size of this one: let it be that of a new one.
            for each in (self.parent.value, self.id):
                self.screen.resize(each, 1100, 700)
            self.idle(self.handle)
            self.screen.isResized = False
        self.calls.cleanup(self.handle)
        for message in self.written:
            size, kind = struct.unpack_from("=II", message)
            self.plugin.event(message[8:8 + size], kind=self.name_of(kind))
        self.written = []
        if not keeps_parent:
            self.screen.destroy(self.parent)
