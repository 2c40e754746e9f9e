"""The names that the plugin gives a host that asks for them: the document, as Ardour gets it. Its programs
are those that a Program Change loads."""
import ctypes
import json
import time
import xml.etree.ElementTree

import osc
from conftest import BUILD, PLUGIN
from lv2host import Plugin


class Descriptor(ctypes.Structure):
    _fields_ = [("uri", ctypes.c_char_p),
                ("instantiate", ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_double,
                                                 ctypes.c_char_p, ctypes.c_void_p))]
    _fields_ += [(name, ctypes.c_void_p) for name in ["connect_port", "activate", "run", "deactivate"]]
    _fields_ += [("cleanup", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
                 ("extension_data", ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_char_p))]


class Midnam(ctypes.Structure):
    _fields_ = [("midnam", ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)),
                ("model", ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)),
                ("free", ctypes.CFUNCTYPE(None, ctypes.c_void_p))]


class Feature(ctypes.Structure):
    _fields_ = [("uri", ctypes.c_char_p), ("data", ctypes.c_void_p)]


Map = ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_void_p, ctypes.c_char_p)


class URIDMap(ctypes.Structure):
    _fields_ = [("handle", ctypes.c_void_p), ("map", Map)]


def document():
    """The document of a new instance."""
    library = ctypes.CDLL(str(BUILD / "tactus.lv2" / "tactus.so"))
    library.lv2_descriptor.restype = ctypes.POINTER(Descriptor)
    descriptor = library.lv2_descriptor(0).contents
    uris = []

    def number(_, uri):
        if uri not in uris:
            uris.append(uri)
        return uris.index(uri) + 1

    mapping = URIDMap(None, Map(number))
    feature = Feature(b"http://lv2plug.in/ns/ext/urid#map",
                      ctypes.cast(ctypes.pointer(mapping), ctypes.c_void_p))
    features = (ctypes.POINTER(Feature) * 2)(ctypes.pointer(feature), None)
    handle = descriptor.instantiate(ctypes.addressof(descriptor), 48000, f"{BUILD}/tactus.lv2/".encode(),
                                    ctypes.cast(features, ctypes.c_void_p))
    assert handle
    names = ctypes.cast(descriptor.extension_data(b"http://ardour.org/lv2/midnam#interface"),
                        ctypes.POINTER(Midnam)).contents
    text = names.midnam(handle)
    found = ctypes.string_at(text)
    names.free(text)
    descriptor.cleanup(handle)
    return xml.etree.ElementTree.fromstring(found)


def programs():
    return [(int(each.get("Number")), int(each.get("ProgramChange")), each.get("Name"))
            for each in document().iter("Patch")]


def test_without_program_changes_there_are_no_programs(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    found = document()
    assert len(list(found.iter("Note"))) == 128 and list(found.iter("Control"))
    assert programs() == []


def test_the_programs_are_those_that_load(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tmp_path / "tactus" / "patches"
    folder.mkdir(parents=True)
    (folder / "bank.json").write_text(json.dumps({"program_change": True}))
    found = programs()
    assert [number for number, _, _ in found] == list(range(len(found))) == [change for _, change, _ in found]
    assert len(found) == min(128, len(list((BUILD / "tactus.lv2" / "patches").glob("*.json"))))
    port = osc.free_port()
    with Plugin(PLUGIN, longest_block=256, osc_port=port) as plugin, osc.Sender(port) as sender:
        plugin["osc_listen"] = 1
        for _ in range(40):
            plugin.run(256)
            time.sleep(0.01)
        for number in [0, 5, len(found) - 1]:
            plugin.event([0xC0, number])
            for _ in range(40):
                plugin.run(256)
                time.sleep(0.01)
            playing = json.loads(osc.messages(sender.ask(osc.message("/tactus/patch/get")))[0][1])
            file = BUILD / "tactus.lv2" / "patches" / f"{found[number][2]}.json"
            assert playing["name"] == json.loads(file.read_text())["name"]
