"""The library's documents, the measures of gallery/measure.py, and the gallery's page of a few patches."""
import json
import re
import shutil

import numpy
import pytest

from conftest import ROOT, figure, run
from factory_patches import PATCHES, tagged
from gallery_page import look

import claims
import gallery
import keyboards
import measure
import performances
import sounds


def least(form):
    """The least number of a schema with alternatives, of which the first is the number."""
    return form["minimum"] if "minimum" in form else least(form["anyOf"][0])


TAGS = {"keyboard", "mpe", "drone", "motion", "tokens"}
SCHEMA = json.loads((ROOT / "docs" / "patch.schema.json").read_text())["properties"]["parameters"]["properties"]
# For each parameter its least value and its default.
PARAMETERS = {name: (least(form), form["default"]) for name, form in SCHEMA.items()}


def test_there_are_enough_and_each_says_how():
    full = [name for name, patch in PATCHES.items() if len(patch["connections"]) >= 4]
    assert len(full) >= 48
    assert {patch["category"] for patch in PATCHES.values()} == set(measure.CATEGORIES)
    assert len({patch["name"] for patch in PATCHES.values()}) == len(PATCHES)
    for name, patch in PATCHES.items():
        assert patch["description"] and patch["how_to_play"] and set(patch.get("tags", [])) <= TAGS, name
        assert measure.demo_of(name).exists(), name
        assert claims.CLAIMS[name], f"{name}: nothing is claimed"
    assert len(tagged("keyboard")) >= 8 and len(tagged("mpe")) >= 8 and len(tagged("motion")) >= 4 and len(
        tagged("tokens")) >= 4


def test_the_demos_are_what_their_scripts_write():
    assert set(performances.PERFORMANCES) == set(PATCHES) - {"first_touch"}
    for name in performances.PERFORMANCES:
        assert measure.demo_of(name).read_text() == performances.written(name), f"{name}: run `make generate`"
    for name, data in keyboards.files():
        assert (measure.DEMOS / name).read_bytes() == data, f"{name}: run `make generate`"


def test_the_recorded_sounds_are_what_their_script_computes():
    """Within the last bit: numpy's sines differ between machines."""
    assert {path.name for path in sounds.FOLDER.iterdir()} == set(sounds.FILES)
    for name, make in sounds.FILES.items():
        file, made = (sounds.FOLDER / name).read_bytes(), make()
        assert file[:44] == made[:44], name
        frames = [numpy.frombuffer(data[44:], "<i2").astype(int) for data in (file, made)]
        assert abs(frames[0] - frames[1]).max() <= 1, f"{name}: run gallery/sounds.py"


def test_the_measures_measure():
    """The measures, on a tone with known changes, without Tactus."""
    time = numpy.arange(3 * measure.RATE) / measure.RATE
    tone = numpy.stack([0.1 * numpy.sin(2 * numpy.pi * 997 * time)] * 2, axis=1).astype(numpy.float32)
    loudness, peak = measure.ebur128(tone)
    assert abs(loudness - -20.0) < 0.2 and abs(peak - -20.0) < 0.2  # EBU Tech 3341: a stereo sine of -20 dBFS
    noise = numpy.random.default_rng(1).normal(0, 0.1, tone.shape).astype(numpy.float32)
    assert measure.difference(noise, noise) == 0
    assert abs(measure.difference(noise, noise * 10 ** (-3 / 20)) - 3) < 0.01
    assert measure.distance(measure.portrait(noise), measure.portrait(0.5 * noise)) < 0.01
    assert measure.distance(measure.portrait(tone), measure.portrait(noise)) > 20
    low, high = measure.centroids(tone)
    assert abs(low - 997) < 20 and abs(high - 997) < 20


def test_the_library_uses_what_the_instrument_has():
    """Each feature of the instrument is used by a patch, and several patches follow a session's tempo."""
    def uses(sign):
        return {name for name, patch in PATCHES.items() if sign in json.dumps(patch)}

    for sign in ('"osc_b_sync": "on"', "phase_modulation", '_loop": "on"', '"drawn"', '"osc_b_unison"',
                 '"osc_c_unison"', '"delay_mode"',
                 '"gesture_', "recall", '"sample_level"', '"grain_source": "sample"', '"wavetable"'):
        assert uses(sign), sign
    beats = uses('_beats"')
    assert len(beats) >= 6 and len(beats & {name for name, patch in PATCHES.items()
                                            if patch["category"] == "sequence"}) >= 2, beats
    morphs = {name for name, patch in PATCHES.items() if patch.get("snapshots")
              and any(connection["destination"] == "morph" for connection in patch["connections"])}
    assert len(morphs) >= 4, morphs
    named = [name for name, patch in PATCHES.items()
             if sum("name" in macro for macro in patch.get("macros", {}).values()) == 4]
    assert len(named) >= 32, named


@pytest.mark.parametrize("name", PATCHES)
def test_a_macro_at_rest_changes_nothing(name):
    """The connection of a macro at 0 leaves the patch as it is tuned, and its name fits a connection."""
    patch = PATCHES[name]
    moved = {connection["source"][6:] for connection in patch["connections"]
             if connection["source"].startswith("macro_")}
    assert moved == {place for place, macro in patch.get("macros", {}).items() if "name" in macro}
    for connection in patch["connections"]:
        if connection["source"].startswith("macro_"):
            least, default = PARAMETERS[connection["destination"]]
            tuned = patch.get("parameters", {}).get(connection["destination"], default)
            assert float(connection.get("low", least)) == float(tuned), connection


def test_each_value_of_the_guides_second_mood_is_heard(tmp_path):
    """The patch that the guide makes: all that its step 5 says of the snapshot “rough” is heard by the morph,
    also where a connection reaches the parameter."""
    text = (ROOT / "docs" / "guide" / "making-a-patch.md").read_text()
    patch = json.loads(re.search(r"```json file=\S+\n(.*?)```", text, re.S)[1])
    for source, destination, low, high in re.findall(r"patch/connect (\S+) (\S+) (\S+) (\S+)", text):
        patch["connections"].append({"source": source, "destination": destination, "low": float(low),
                                     "high": float(high)})
    moods = re.search(r"^## 5\..*?(?=^## )", text, re.S | re.M)[0]
    rough = {symbol: float(value) for symbol, value in re.findall(r"patch/set (\S+) (\S+)", moods)}
    assert len(rough) == 3 and patch["connections"][-1]["destination"] == "morph"
    for symbol, value in rough.items():
        patch["snapshots"] = [{"name": "calm", "values": {}}, {"name": "rough", "values": {symbol: value}}]
        (tmp_path / "night.json").write_text(json.dumps(patch))
        calm, changed = (measure.render(tmp_path / "night.json", measure.SAME_FOR_ALL, seconds=12, macro_1=at)
                         for at in (0, 1))
        moved = measure.difference(calm, changed)
        figure(f"guide: {symbol} in the second mood moves the sound by {moved:.1f} dB")
        assert moved > measure.PLAYED, symbol


def test_hosts_list_them_all():
    _, listed = run("lv2info", "urn:tactus:touch")
    missing = [patch["name"] for patch in PATCHES.values()
               if not re.search(rf"\s{re.escape(patch['name'])}\s", listed)]
    assert not missing


def test_the_gallery_in_a_browser(tmp_path, monkeypatch):
    """The page of a few patches and a grid, among them all special kinds of cards. A damaged file is left out. The
    connections of First touch are measured; the others' would take a minute."""
    shutil.copytree(measure.PATCHES, tmp_path / "patches")
    (tmp_path / "patches" / "growl.json").write_text('{"version": 1, "na')
    monkeypatch.setattr(gallery, "PATCHES", tmp_path / "patches")
    measured = measure.moves
    monkeypatch.setattr(measure, "moves", lambda path: measured(path) if path.stem == "first_touch" else [
        ("touch_y → filter_1_cutoff", 6.0, 3.0), ("macro_1 → reverb_mix", 2.0, 0.0)])
    out = tmp_path / "gallery"
    assert gallery.main(["--out", str(out), "first_touch", "tine_piano", "four_stones", "seed_shaker", "tug_of_war",
                         "growl", "grid:koto"]) == 1
    page = (out / "index.html").read_text()
    assert page.count("<article") == 6 and 'id="growl"' not in page
    look(out, tmp_path, (500, 1280))
