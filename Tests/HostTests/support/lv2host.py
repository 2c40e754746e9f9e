"""The C host (Tests/MiniHost/host.c) as a Python class: a plugin in this process, run block by block."""
import ctypes
import json
import math
import pathlib
import re
import struct
import tempfile

import numpy

from conftest import HOST, PLUGIN

MIDI = "http://lv2plug.in/ns/ext/midi#MidiEvent"
ATOM = "http://lv2plug.in/ns/ext/atom#"
TIME = "http://lv2plug.in/ns/ext/time#"
TOUCH = "urn:tactus:vocabulary#Event"
BEGAN, MOVED, ENDED, PANIC = 1, 2, 3, 4
_library = None


def library():
    global _library
    if _library is None:
        pointer, integer, number = ctypes.c_void_p, ctypes.c_uint32, ctypes.c_float
        signatures = {
            "host_open": (pointer, [ctypes.c_char_p, ctypes.c_double, integer]),
            "host_close": (None, [pointer]),
            "host_instantiated": (ctypes.c_uint64, [pointer, ctypes.c_bool]),
            "host_restore": (ctypes.c_bool, [pointer, ctypes.c_char_p]),
            "host_restore_document": (ctypes.c_bool, [pointer, ctypes.c_char_p, ctypes.c_char_p]),
            "host_save": (ctypes.c_bool, [pointer, ctypes.c_char_p]),
            "host_set_option": (integer, [pointer, integer, ctypes.c_char_p, ctypes.c_char_p, pointer,
                                          integer]),
            "host_get_option": (integer, [pointer, integer, ctypes.c_char_p, ctypes.c_char_p, pointer]),
            "host_activate": (None, [pointer]),
            "host_deactivate": (None, [pointer]),
            "host_port_count": (integer, [pointer]),
            "host_port": (ctypes.c_int, [pointer, ctypes.c_char_p]),
            "host_is_control_input": (ctypes.c_int, [pointer, integer]),
            "host_set": (None, [pointer, integer, number]),
            "host_get": (number, [pointer, integer]),
            "host_event": (None, [pointer, ctypes.c_int64, ctypes.c_char_p, ctypes.c_char_p, integer,
                                  integer]),
            "host_run": (None, [pointer, integer, pointer, pointer]),
            "host_input": (ctypes.POINTER(number), [pointer, integer]),
            "host_listen": (None, [pointer, integer]),
            "host_disconnect": (None, [pointer, integer]),
            "host_sent": (ctypes.c_int32, [pointer, integer, pointer, pointer, integer]),
            "host_urid": (integer, [pointer, ctypes.c_char_p]),
            "host_time": (ctypes.c_uint64, [pointer, integer, integer]),
            "host_move_knobs": (None, [ctypes.c_bool]),
            "host_asked": (integer, [pointer]),
            "host_show_strips": (None, [ctypes.c_bool]),
            "host_strip_asked": (integer, [pointer]),
            "host_strip": (integer, [pointer, integer, integer, pointer, integer, pointer]),
        }
        _library = ctypes.CDLL(str(HOST / "libhost.so"))
        for name, (result, arguments) in signatures.items():
            getattr(_library, name).restype = result
            getattr(_library, name).argtypes = arguments
    return _library


def touch(kind, identifier=0, x=math.nan, y=math.nan, pressure=math.nan, radius=math.nan, source=0):
    """The body of an Event atom."""
    return struct.pack("=IIiffff", kind, source, identifier, x, y, pressure, radius)


DOCUMENTS = {"touch": "patch", "tonematrix": "grid", "tonematrix-multi": "grid"}


def state_file(folder, document, plugin="touch", **values):
    """A state as hosts save it: a file `state.ttl` in its own folder, with the plugin's document (a patch or
    a grid) as one string and the values of some ports. OSC is off in it."""
    folder.mkdir()
    text = document.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    ports = " , ".join(f'[ lv2:symbol "{symbol}" ; pset:value {float(value)} ]'
                       for symbol, value in {"osc_listen": 0, **values}.items())
    (folder / "state.ttl").write_text(
        "@prefix lv2: <http://lv2plug.in/ns/lv2core#> .\n@prefix pset: <http://lv2plug.in/ns/ext/presets#> "
        ".\n"
        "@prefix state: <http://lv2plug.in/ns/ext/state#> .\n"
        f"<> a pset:Preset ; lv2:appliesTo <urn:tactus:{plugin}> ; lv2:port {ports} ;\n"
        f'  state:state [ <urn:tactus:vocabulary#{DOCUMENTS[plugin]}> "{text}" ] .\n')
    return folder / "state.ttl"


class Plugin:
    """One active instance, for use with `with`. Tactus Touch plays a plain saw, or the patch of a state, or
    with `isNew` what a new instance plays."""

    def __init__(self, uri=PLUGIN, rate=48000, longest_block=8192, state=None, isNew=False, **values):
        self.calls = library()
        self.longest_block = longest_block
        self.host = self.calls.host_open(uri.encode(), rate, longest_block)
        assert self.host, f"{uri} does not load"
        if uri == PLUGIN:
            self["osc_listen"] = 0  # these tests send atoms; a socket could receive stray packets
        for symbol, value in values.items():
            self[symbol] = value
        if uri == PLUGIN and not state and not isNew:
            assert self.calls.host_restore_document(self.host, b"patch", b'{"version": 1}')
        if state:
            assert self.calls.host_restore(self.host, str(state).encode()), f"{state} cannot be restored"
        self.calls.host_activate(self.host)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.calls.host_deactivate(self.host)
        self.calls.host_close(self.host)

    def port(self, symbol):
        index = self.calls.host_port(self.host, symbol.encode())
        assert index >= 0, f"no port {symbol}"
        return index

    def __setitem__(self, symbol, value):
        self.calls.host_set(self.host, self.port(symbol), value)

    def __getitem__(self, symbol):
        return self.calls.host_get(self.host, self.port(symbol))

    def control_inputs(self):
        return [i for i in range(self.calls.host_port_count(self.host))
                if self.calls.host_is_control_input(self.host, i)]

    def restart(self):
        self.calls.host_deactivate(self.host)
        self.calls.host_activate(self.host)

    def set_option(self, key, body, kind="Float", context=0):
        """Sets an option of the instance to the bytes of a value; returns LV2's bits of errors."""
        return self.calls.host_set_option(self.host, context, key.encode(), (ATOM + kind).encode(), bytes(body),
                                          len(body))

    def option(self, key, kind="Float", context=0):
        """An option of the instance, a float or an int; or LV2's bits of errors as a tuple of one."""
        value = (ctypes.c_float if kind == "Float" else ctypes.c_int32)()
        errors = self.calls.host_get_option(self.host, context, key.encode(), (ATOM + kind).encode(),
                                            ctypes.byref(value))
        return (errors,) if errors else value.value

    def event(self, body, frame=0, kind=MIDI, claimed=None):
        self.calls.host_event(self.host, frame, kind.encode(), bytes(body), len(body),
                              len(body) if claimed is None else claimed)

    def run(self, frames):
        """Runs one block; returns an array of shape (2, frames)."""
        out = numpy.zeros((2, max(frames, 1)), numpy.float32)
        self.calls.host_run(self.host, frames, out[0].ctypes.data, out[1].ctypes.data)
        return out[:, :frames]

    def hear(self, sound):
        """Fills the audio inputs for the next block: an array of shape (2, frames)."""
        for channel in range(2):
            sound_of = numpy.ascontiguousarray(sound[channel], numpy.float32)
            ctypes.memmove(self.calls.host_input(self.host, channel), sound_of.ctypes.data, sound_of.nbytes)

    def listen(self, symbol):
        """Chooses the event output that `sent` reads from the next block on; at first it is the first one."""
        self.calls.host_listen(self.host, self.port(symbol))

    def disconnect(self, symbol):
        """Connects a port to no buffer."""
        self.calls.host_disconnect(self.host, self.port(symbol))

    def sent(self):
        """What the plugin sent in the last block: tuples of frame and body."""
        frame, body, found = ctypes.c_int64(), ctypes.create_string_buffer(65536), []
        while (size := self.calls.host_sent(self.host, len(found), ctypes.byref(frame), body, 65536)) >= 0:
            found.append((frame.value, body.raw[:size]))
        return found

    def save(self, folder):
        """Saves the state as a host does; returns its file."""
        folder.mkdir()
        assert self.calls.host_save(self.host, str(folder).encode())
        return folder / "state.ttl"

    def patch(self):
        """The patch as a host saves it now."""
        with tempfile.TemporaryDirectory() as folder:
            assert self.calls.host_save(self.host, folder.encode())
            text = (pathlib.Path(folder) / "state.ttl").read_text()
        return json.loads(re.search(r'#patch>\s+"""(.*?)"""', text, re.S).group(1).replace('\\"', '"'))

    def position(self, **values):
        """The body of a time:Position atom, with longs and floats of the vocabulary `time`."""
        def urid(uri):
            return self.calls.host_urid(self.host, uri.encode())
        body = struct.pack("=II", 0, urid(TIME + "Position"))
        for name, value in values.items():
            kind, form = ("Long", "q") if isinstance(value, int) else ("Float", "f")
            packed = struct.pack("=" + form, value)
            body += struct.pack("=IIII", urid(TIME + name), 0, len(packed), urid(ATOM + kind))
            body += packed.ljust(8, b"\0")
        return body

    def play(self, events, frames, block):
        """Runs blocks of `block` frames with `events`, tuples (frame, atom type, body) in order of frames."""
        parts, at, events = [], 0, list(events)
        while at < frames:
            length = min(block, frames - at)
            while events and events[0][0] < at + length:
                frame, kind, body = events.pop(0)
                self.event(body, frame - at, kind)
            parts.append(self.run(length))
            at += length
        return numpy.concatenate(parts, axis=1)
