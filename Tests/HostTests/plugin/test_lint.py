"""What lv2lint checks of a plugin, asked of lilv: Debian does not have that program. Each FAIL, WARN and NOTE
of it is a fault here, but for the note that version 0 is no release."""
import os

import pytest

from bundles import World
from conftest import PLUGIN

LV2 = "http://lv2plug.in/ns/lv2core#"
PATCH = "http://lv2plug.in/ns/ext/patch#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
ATOM = "http://lv2plug.in/ns/ext/atom#"
OWN = "urn:tactus:vocabulary#"
MATRIX = "urn:tactus:tonematrix"
MULTI = "urn:tactus:tonematrix-multi"
SCENE = "urn:tactus:scene"


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
