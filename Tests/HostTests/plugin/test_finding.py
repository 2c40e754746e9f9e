"""What a host needs to show so that a sound and a knob are found: presets stand in banks and say how they are
played, ports stand in named groups with the most used first, numbers with a meaning have its name."""
import functools
import json

import pytest

from bundles import World
from conftest import BUILD

TOUCH, MATRIX, SCENE = "urn:tactus:touch", "urn:tactus:tonematrix", "urn:tactus:scene"
MULTI = "urn:tactus:tonematrix-multi"
# The groups of each plugin, the most used first.
GROUPS = {
    TOUCH: ["Macros", "Sound", "Settings", "Group controllers", "Motion controllers", "Touch controllers",
            "Trims", "Meters", "Outputs"],
    MATRIX: ["All tracks", "Song", "Settings", "Track 1", "Track 2", "Track 3", "Track 4",
             "Tracks 5 to 16", "Meters"],
    MULTI: ["All tracks", "Song", "Settings", "Track 1", "Track 2", "Track 3", "Track 4",
             "Tracks 5 to 16", "Meters"],
    SCENE: ["Scene", "Settings", "Meters"],
}


@functools.cache
def world():
    return World()


def controls(uri):
    return [port for port in world().ports(uri) if "ControlPort" in port.kinds]


def group(port):
    """The one group of a port: its node."""
    found = port.objects("pg:group")
    assert len(found) == 1, (port.symbol, port.texts("pg:group"))
    return found[0]


def named(uri):
    """Each control port's symbol with the name of its group."""
    return {port.symbol: world().texts(group(port), "lv2:name")[0] for port in controls(uri)}


@pytest.mark.parametrize("uri, folder", [(TOUCH, "patches"), (MATRIX, "grids")])
def test_every_factory_preset_has_a_bank_and_says_how_it_is_played(uri, folder):
    presets = world().presets(uri)
    files = [file for file in sorted((BUILD / "tactus.lv2" / folder).glob("*.json"))
             if not file.name.endswith(".setlist.json")]
    assert len(files) > 20 and set(presets) == {f"{uri}:preset:{file.stem}" for file in files}
    for file in files:
        document, preset = json.loads(file.read_text()), presets[f"{uri}:preset:{file.stem}"]
        banks = world().objects(preset, "pset:bank")
        assert len(banks) == 1, file.name
        assert world().texts(banks[0], "rdf:type") == ["http://lv2plug.in/ns/ext/presets#Bank"]
        assert world().texts(banks[0], "rdfs:label") == [document["category"]], file.name
        comment, = world().texts(preset, "rdfs:comment")
        assert document["description"] in comment and document["how_to_play"] in comment, file.name


@pytest.mark.parametrize("uri", [TOUCH, MATRIX, MULTI, SCENE])
def test_every_control_port_is_in_a_named_group_of_its_direction(uri):
    directions, symbols = {}, {}
    for port in controls(uri):
        node = group(port)
        name, = world().texts(node, "lv2:name")
        assert world().texts(node, "rdfs:label") == [name]
        symbols[name], = world().texts(node, "lv2:symbol")
        kinds = {text.partition("#")[2] for text in world().texts(node, "rdf:type")}
        directions.setdefault((name, *kinds), set()).update(port.kinds - {"ControlPort"})
    assert sorted(name for name, *_ in directions) == sorted(GROUPS[uri]), directions
    assert len(set(symbols.values())) == len(symbols)
    kinds = {frozenset({"InputPort"}): ("InputGroup",), frozenset({"OutputPort"}): ("OutputGroup",)}
    for (name, *types), seen in directions.items():
        assert tuple(types) == kinds.get(frozenset(seen), ("Group",)), name


@pytest.mark.parametrize("uri", [TOUCH, MATRIX, MULTI, SCENE])
def test_the_most_used_groups_come_first(uri):
    # jalv orders groups by their URIs; others show ports of a high priority first.
    nodes, priorities = {}, {}
    for port in controls(uri):
        name, = world().texts(group(port), "lv2:name")
        nodes[name] = world().text(group(port))
        priority, = port.texts("pprops:displayPriority")
        priorities.setdefault(name, set()).add(int(priority))
    assert sorted(nodes, key=nodes.get) == GROUPS[uri]
    assert all(len(of) == 1 for of in priorities.values()), priorities
    assert sorted(priorities, key=lambda name: -min(priorities[name])) == GROUPS[uri]
    assert min(min(of) for of in priorities.values()) >= 0


@pytest.mark.parametrize("uri", [TOUCH, MATRIX])
def test_the_osc_port_in_use_stands_beside_the_one_that_was_asked_for(uri):
    groups = named(uri)
    assert groups["live_osc_port"] == groups["osc_port"] == "Settings"


def test_loudness_and_hold_stand_with_the_sound():
    groups = named(TOUCH)
    assert {groups[symbol] for symbol in ["level", "hold", "cutoff", "reverb"]} == {"Sound"}


def test_numbers_with_a_meaning_have_its_name():
    ports = {port.symbol: port for uri in (TOUCH, MATRIX, SCENE) for port in controls(uri)}
    for layer in range(1, 5):
        assert ports[f"layer_{layer}_channel"].points == {0: "From grid", 17: "MPE"}
        assert ports[f"layer_{layer}_pattern"].points == {0: "From grid"}
    assert ports["midi_channel"].points == {0: "All"}
    for symbol, port in ports.items():
        # A list that has only some of the values would keep hosts from choosing the others.
        low, high = (float(port.texts(f"lv2:{end}")[0]) for end in ("minimum", "maximum"))
        is_list = any(text.endswith("#enumeration") for text in port.texts("lv2:portProperty"))
        assert not is_list or sorted(port.points) == [low + i for i in range(int(high - low) + 1)], symbol
        assert len(set(port.points.values())) == len(port.points), symbol
        assert all(low <= value <= high for value in port.points), symbol
