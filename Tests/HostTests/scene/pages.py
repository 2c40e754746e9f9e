"""Widgets of scenes for the tests: patches that sound as a widget's value, and the messages that windows
send and hear."""
import json
import struct
import time

import scenes

VOCABULARY = "urn:tactus:vocabulary#"
PATCH = "http://lv2plug.in/ns/ext/patch#"
ATOM = "http://lv2plug.in/ns/ext/atom#"
LOOK = "17 7 0 10 #fcfcfc #000000 #000000"


def message(plugin, form, property=None, text=None):
    """The body of a patch message with a text."""
    def urid(uri):
        return plugin.calls.host_urid(plugin.host, uri.encode())
    body = struct.pack("=II", 0, urid(PATCH + form))
    if property:
        body += struct.pack("=IIIIII", urid(PATCH + "property"), 0, 4, urid(ATOM + "URID"), urid(property), 0)
        value = text.encode() + b"\0"
        body += struct.pack("=IIII", urid(PATCH + "value"), 0, len(value), urid(ATOM + "String"))
        body += value.ljust((len(value) + 7) // 8 * 8, b"\0")
    return body


def put(plugin, values):
    """Moves widgets, as a window does."""
    plugin.event(message(plugin, "Set", VOCABULARY + "scene_values", json.dumps(values)), 0, ATOM + "Object")


def ask(plugin):
    plugin.event(message(plugin, "Get"), 0, ATOM + "Object")


def texts(plugin, name):
    """The texts of a property that the plugin has sent in its last block: by `patch:Set` if a host can set it,
    otherwise by `patch:Put`."""
    def urid(uri):
        return plugin.calls.host_urid(plugin.host, uri.encode())

    def properties(body):
        found, at = {}, 8
        while at + 16 <= len(body):
            key, _, size, kind = struct.unpack_from("=IIII", body, at)
            found[key] = (kind, body[at + 16:at + 16 + size])
            at += 16 + (size + 7) // 8 * 8
        return found
    found = []
    for _, body in plugin.sent():
        form, values = struct.unpack_from("=I", body, 4)[0], {}
        if form == urid(PATCH + "Put"):
            values = properties(properties(body)[urid(PATCH + "body")][1])
        elif form == urid(PATCH + "Set"):
            outer = properties(body)
            values[struct.unpack("=I", outer[urid(PATCH + "property")][1])[0]] = outer[urid(PATCH + "value")]
        kind, value = values.get(urid(VOCABULARY + name), (0, b""))
        if kind == urid(ATOM + "String"):
            found.append(value.rstrip(b"\0").decode())
    return found


def until(plugin, is_there, seconds=60, block=64):
    """Runs blocks until a condition holds, which gets the last block's sound."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = is_there(plugin.run(block))
        if found is not None and found is not False:
            return found
        time.sleep(0.002)
    raise AssertionError("this has not come within the time")


def level(plugin, wanted, seconds=60):
    """Runs blocks until the left output is this number, bit by bit."""
    return until(plugin, lambda sound: bool((sound[0] == scenes.numpy.float32(wanted)).all()), seconds)


def told(plugin, key, wanted, seconds=60):
    """Runs blocks until a window is told that a widget has this value."""
    def is_told(_):
        return any(json.loads(text).get(key) == wanted for text in texts(plugin, "scene_values"))
    return until(plugin, is_told, seconds)


def write(folder, *lines, canvas="0 0 400 300 10"):
    folder.mkdir(exist_ok=True)
    (folder / "_main.pd").write_text("\n".join([f"#N canvas {canvas};", *lines]) + "\n")
    return folder


def heard(name, low=0, high=1, log=0, init=0, value=0):
    """A slider with names; the left output is its value."""
    return [f"#X obj 10 10 hsl 128 15 {low} {high} {log} {init} {name} {name}-set {name} {LOOK} {value} 1;",
            f"#X obj 10 40 r {name};", "#X obj 10 60 sig~;", "#X obj 10 90 dac~;", "#X connect 1 0 2 0;",
            "#X connect 2 0 3 0;"]
