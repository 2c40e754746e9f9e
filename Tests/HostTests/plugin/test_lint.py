"""What lv2lint checks of a plugin, asked of lilv: Debian does not have that program. Each FAIL, WARN and NOTE
of it is a fault here, but for the note that version 0 is no release. Its notes that a number is written `1.0` where
`1` or `true` would do, and that a port without a unit has none, are not followed."""
import ctypes
import functools
import os
import subprocess

import pytest

from bundles import World
from conftest import BUILD, PLUGIN, tool

LV2 = "http://lv2plug.in/ns/lv2core#"
PATCH = "http://lv2plug.in/ns/ext/patch#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
ATOM = "http://lv2plug.in/ns/ext/atom#"
OWN = "urn:tactus:vocabulary#"
MATRIX = "urn:tactus:tonematrix"
MULTI = "urn:tactus:tonematrix-multi"
SCENE = "urn:tactus:scene"
ALL = [PLUGIN, MATRIX, MULTI, SCENE]
UI = "http://lv2plug.in/ns/extensions/ui#"
EXT = "http://lv2plug.in/ns/ext/"
OPTIONS = EXT + "options#"
STRIP = "http://harrisonconsoles.com/lv2/inlinedisplay#"
# The functions of each interface, and the feature that belongs to it.
INTERFACES = {EXT + "state#interface": (2, None), EXT + "worker#interface": (3, EXT + "worker#schedule"),
              OPTIONS + "interface": (2, OPTIONS + "options"), STRIP + "interface": (1, STRIP + "queue_draw"),
              "http://ardour.org/lv2/midnam#interface": (3, None)}
NOTHING = "urn:tactus:test:nothing"


@pytest.fixture(scope="module")
def lilv():
    return World()


@pytest.mark.parametrize("uri", [PLUGIN, MATRIX, MULTI, SCENE])
def test_who_made_it_is_said(lilv, uri):
    plugin, calls = lilv.plugin(uri), lilv.calls
    assert lilv.text(calls.lilv_plugin_get_author_name(plugin))
    assert lilv.text(calls.lilv_plugin_get_author_email(plugin)).startswith("mailto:")
    assert lilv.text(calls.lilv_plugin_get_author_homepage(plugin)).startswith("https:")
    project = lilv.text(calls.lilv_plugin_get_project(plugin))
    assert lilv.find(project, "http://usefulinc.com/ns/doap#name") == ["Tactus"]
    for term in ["http://usefulinc.com/ns/doap#license", "http://usefulinc.com/ns/doap#shortdesc",
                 RDFS + "comment", LV2 + "minorVersion", LV2 + "microVersion"]:
        assert lilv.find(uri, term), term


@pytest.mark.parametrize("uri", [PLUGIN, MATRIX, MULTI, SCENE])
def test_every_term_is_known_with_the_plugin(lilv, uri):
    plugin, calls = lilv.plugin(uri), lilv.calls
    features = set(lilv.find(None, RDF + "type", LV2 + "Feature"))
    used = set(lilv.list(calls.lilv_plugin_get_supported_features(plugin)))
    assert used and used - features == set()
    known = set(lilv.find(None, RDF + "type", LV2 + "ExtensionData"))
    assert set(lilv.list(calls.lilv_plugin_get_extension_data(plugin))) - known == set()


@pytest.mark.parametrize("uri, whole", [(PLUGIN, "patch"), (MATRIX, "grid"), (MULTI, "grid")])
def test_hosts_know_which_properties_they_may_set(lilv, uri, whole):
    lilv.plugin(uri)
    writable, readable = (lilv.find(uri, PATCH + word) for word in ["writable", "readable"])
    # Sound files, for which hosts have dialogs.
    files = {OWN + "sample", OWN + "wavetable"} if whole == "patch" else set()
    assert sorted(writable) == sorted({OWN + whole, OWN + "edit", OWN + "library"} | files)
    assert set(writable) - files < set(readable) and OWN + "error" in readable
    for each in files:
        assert lilv.find(each, RDFS + "range") == [ATOM + "Path"], each
        assert lilv.find(each, RDFS + "label") and LV2 + "Parameter" in lilv.find(each, RDF + "type"), each
    for each in set(writable + readable) - files:
        assert lilv.find(each, RDFS + "label") and lilv.find(each, RDFS + "comment"), each
        expected = ATOM + ("Vector" if each.endswith("playing") else "String")
        assert lilv.find(each, RDFS + "range") == [expected], each
        # Hosts list parameters as knobs; a document is none.
        assert LV2 + "Parameter" not in lilv.find(each, RDF + "type"), each


def test_hosts_choose_a_scene_by_a_file(lilv):
    """Hosts show a parameter with the range of a path as a button that chooses a file."""
    lilv.plugin(SCENE)
    assert sorted(lilv.find(SCENE, PATCH + "writable")) == [OWN + "scene", OWN + "scene_values"]
    assert sorted(lilv.find(SCENE, PATCH + "readable")) == [
        OWN + "scene" + end
        for end in ("", "_background", "_console", "_controls", "_recording", "_state", "_values",
                    "_widgets")]
    assert lilv.find(OWN + "scene", RDFS + "range") == [ATOM + "Path"]
    assert lilv.find(OWN + "scene", RDF + "type") == [LV2 + "Parameter"]


def test_lilv_says_nothing_about_the_bundle(capfd):
    os.environ.pop("LILV_TRACE", None)
    World().plugin(PLUGIN)
    said = capfd.readouterr()
    assert "tactus" not in said.err, said.err


class Descriptor(ctypes.Structure):
    """LV2_Descriptor, and LV2UI_Descriptor by its other fields."""
    _fields_ = [("uri", ctypes.c_char_p), *[(name, ctypes.c_void_p) for name in "abcdef"], ("last", ctypes.c_void_p)]


class WindowDescriptor(ctypes.Structure):
    _fields_ = [("uri", ctypes.c_char_p), *[(name, ctypes.c_void_p) for name in "abc"], ("last", ctypes.c_void_p)]


@functools.cache
def interfaces(library, symbol, kind, uri):
    """The function `extension_data` of a descriptor: a URI to the addresses of the interface's functions."""
    function = getattr(ctypes.CDLL(str(BUILD / "tactus.lv2" / library)), symbol)
    function.restype = ctypes.POINTER(kind)
    for index in range(16):
        found = function(index)
        if found and found.contents.uri.decode() == uri:
            call = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_char_p)(found.contents.last)
            return lambda name, count=0: (ctypes.c_void_p * count).from_address(address)[:] if (
                address := call(name.encode())) else None
    raise AssertionError(f"{library} has no {uri}")


@pytest.mark.parametrize("uri", ALL)
def test_interfaces_are_declared_returned_and_whole(lilv, uri):
    data = interfaces("tactus.so", "lv2_descriptor", Descriptor, uri)
    plugin, calls = lilv.plugin(uri), lilv.calls
    declared = set(lilv.list(calls.lilv_plugin_get_extension_data(plugin)))
    features = set(lilv.list(calls.lilv_plugin_get_supported_features(plugin)))
    assert declared <= set(INTERFACES) and data(NOTHING) is None
    for name, (count, feature) in INTERFACES.items():
        functions = data(name, count)
        assert (functions is not None) == (name in declared), name
        assert functions is None or all(functions), name
        assert feature is None or (feature in features) == (name in declared), name
    assert lilv.find(uri, OPTIONS + "supportedOption") and not lilv.find(uri, OPTIONS + "requiredOption")
    # No default state is declared, so none is to be loaded.
    assert (EXT + "state#loadDefaultState" in features) == bool(lilv.find(uri, EXT + "state#state"))


@pytest.mark.parametrize("uri", ALL)
def test_hosts_need_nothing_rare_and_may_play_live(lilv, uri):
    plugin, calls = lilv.plugin(uri), lilv.calls
    features = set(lilv.list(calls.lilv_plugin_get_supported_features(plugin)))
    assert lilv.find(uri, LV2 + "requiredFeature") == [EXT + "urid#map"]
    assert LV2 + "isLive" in features
    # Pd is another process, for which a render waits.
    assert (LV2 + "hardRTCapable" in features) == (uri != SCENE)
    assert features.isdisjoint([LV2 + "inPlaceBroken", EXT + "uri-map", EXT + "buf-size#fixedBlockLength",
                                EXT + "buf-size#powerOf2BlockLength"])
    classes = set(lilv.find(uri, RDF + "type")) - {LV2 + "Plugin", "http://usefulinc.com/ns/doap#Project"}
    assert classes
    for each in classes:
        assert lilv.find(each, RDFS + "subClassOf"), each


@pytest.mark.parametrize("uri", ALL)
def test_each_port_is_whole(lilv, uri):
    ports = lilv.ports(uri)
    assert len({port.symbol for port in ports}) == len(ports)
    kinds = set(lilv.find(None, RDFS + "subClassOf", LV2 + "Port")) | {
        LV2 + "InputPort", LV2 + "OutputPort", LV2 + "ControlPort"}
    properties = set(lilv.find(None, RDF + "type", LV2 + "PortProperty"))
    types, directions = set(), set()
    for port in ports:
        assert set(port.texts("rdf:type")) <= kinds, port.symbol
        unknown = set(port.texts("lv2:portProperty")) - properties
        assert not unknown, (port.symbol, unknown)
        assert len(port.texts("rdfs:comment")) == 1 and port.texts("rdfs:comment")[0], port.symbol
        if "ControlPort" in port.kinds:
            low, high = (float(port.texts(f"lv2:{end}")[0]) for end in ("minimum", "maximum"))
            assert low < high, port.symbol
            if "InputPort" in port.kinds:
                assert low <= float(port.texts("lv2:default")[0]) <= high, port.symbol
        assert len(set(port.points)) == len(set(port.points.values())) == len(port.points), port.symbol
        if PATCH + "Message" in port.texts("atom:supports"):
            directions |= port.kinds & {"InputPort", "OutputPort"}
        types |= port.kinds
    assert directions == {"InputPort", "OutputPort"}, "messages about properties go one way only"
    assert types <= {"InputPort", "OutputPort", "AudioPort", "ControlPort", "AtomPort"}


@pytest.mark.parametrize("uri", ALL)
def test_each_property_is_whole(lilv, uri):
    lilv.plugin(uri)
    properties = {each for word in ("writable", "readable") for each in lilv.find(uri, PATCH + word)}
    for each in properties:
        assert len(lilv.find(each, RDFS + "label")) == 1 and len(lilv.find(each, RDFS + "comment")) == 1, each
        kind, = lilv.find(each, RDFS + "range")
        assert kind in {ATOM + "String", ATOM + "Path", ATOM + "Vector"}, each


@pytest.mark.parametrize("name", ["touch", "tonematrix", "scene"])
def test_each_window_is_whole(lilv, name):
    lilv.plugin(f"urn:tactus:{name}")
    window = f"urn:tactus:{name}#ui"
    lilv.calls.lilv_world_load_resource(lilv.world, lilv.uri(window))
    assert set(lilv.find(window, RDF + "type")) == {UI + "X11UI"}
    required, optional = (set(lilv.find(window, LV2 + f"{kind}Feature")) for kind in ("required", "optional"))
    assert not {each for each in required | optional if each.endswith(("instance-access", "data-access"))}
    assert required == {EXT + "urid#map", UI + "parent"}
    assert not lilv.find(window, UI + "makeSONameResident") and not lilv.find(window, UI + "binary")
    data = interfaces("tactus_ui.so", "lv2ui_descriptor", WindowDescriptor, window)
    declared = set(lilv.find(window, LV2 + "extensionData"))
    assert declared == {UI + "idleInterface", OPTIONS + "interface"} and data(NOTHING) is None
    assert data(UI + "idleInterface", 1) and all(data(UI + "idleInterface", 1))
    assert data(UI + "showInterface") is None and data(UI + "resize") is None
    # The idle interface is also a feature: a host that has it calls the window.
    assert UI + "idleInterface" in optional
    assert set(lilv.find(window, OPTIONS + "supportedOption")) and OPTIONS + "options" in optional


@pytest.mark.parametrize("library", ["tactus.so", "tactus_ui.so"])
def test_no_library_forks_its_host(library):
    """A fork copies the page tables of the host, while its audio thread waits for them."""
    done = subprocess.run([tool("nm"), "-D", "--undefined-only", BUILD / "tactus.lv2" / library], check=True,
                          capture_output=True, text=True, timeout=60)
    names = {line.split()[-1].partition("@")[0] for line in done.stdout.splitlines()}
    assert "malloc" in names and names.isdisjoint(["fork", "vfork", "_Fork", "system", "popen"])
