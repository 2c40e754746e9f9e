"""The schemas of concerts and of controls accept what the readers accept, and nothing else."""
import copy
import json
import os

import jsonschema

from conftest import ROOT, run
from stage import TACTUS

CONTROLS = {"channel": 16, "bindings": [
    {"action": "next", "cc": 80, "channel": "all", "threshold": 100}, {"action": "record", "mmc": "pause"},
    {"action": "mute", "number": 2, "note": 37, "light": {"note": 37, "on": 5}}, {"action": "tap", "key": "space"},
    {"action": "song", "number": 128, "osc": "/pedal/1"}, {"action": "panic", "gesture": "on_pad_button:16"},
    {"action": "level", "axis": 2, "pad": 4}]}

GOOD = {
    "version": 1, "name": "Friday", "level": -3, "controls": CONTROLS, "rigs": [{"name": "band", "instruments": [
        {"name": "bass", "patch": "pluck", "channel": 2, "keys": [0, 59], "transpose": -12,
         "velocities": [20, 127], "level": -6, "pan": -0.5, "mute": True, "output": "amp"},
        {"scene": "live/fingers", "channel": "all"}]}],
    "songs": [{"title": "One", "tempo": 96, "meter": "7/8", "rig": "band", "grid": "rain", "pattern": 3,
               "start": "count_in", "macros": [{"instrument": "bass", "macro": 1, "value": 0.5},
                                               {"instrument": 2, "macro": 8, "value": 1}]},
              {"title": "Two", "instruments": [{"patch": "pluck"}], "later": 1}]}

BAD = {
    "no songs": lambda concert: concert.pop("songs"),
    "no version": lambda concert: concert.pop("version"),
    "a song without a title": lambda concert: concert["songs"][0].pop("title"),
    "a song without a rig": lambda concert: concert["songs"][0].pop("rig"),
    "a song with both": lambda concert: concert["songs"][1].update(rig="band"),
    "a pattern without a grid": lambda concert: concert["songs"][0].pop("grid"),
    "another start": lambda concert: concert["songs"][0].update(start="now"),
    "another meter": lambda concert: concert["songs"][0].update(meter="4/3"),
    "a rig without a name": lambda concert: concert["rigs"][0].pop("name"),
    "an empty rig": lambda concert: concert["rigs"][0].update(instruments=[]),
    "seventeen instruments": lambda concert: concert["rigs"][0].update(instruments=[{"patch": "x"}] * 17),
    "a patch and a scene": lambda concert: concert["rigs"][0]["instruments"][1].update(patch="x"),
    "a path": lambda concert: concert["rigs"][0]["instruments"][0].update(patch="../x"),
    "channel 17": lambda concert: concert["rigs"][0]["instruments"][0].update(channel=17),
    "one key": lambda concert: concert["rigs"][0]["instruments"][0].update(keys=[60]),
    "macro 9": lambda concert: concert["songs"][0]["macros"][0].update(macro=9),
    "a macro without a value": lambda concert: concert["songs"][0]["macros"][0].pop("value"),
}


def test_the_schema_of_concerts_accepts_what_the_reader_accepts():
    schema = json.loads((ROOT / "docs" / "concert.schema.json").read_text())
    validator = jsonschema.Draft202012Validator(schema)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert validator.is_valid(GOOD), list(validator.iter_errors(GOOD))
    assert validator.is_valid({"version": 1, "songs": []})
    for name, change in BAD.items():
        concert = copy.deepcopy(GOOD)
        change(concert)
        assert not validator.is_valid(concert), name


BAD_CONTROLS = {
    "no source": {"action": "next"}, "two sources": {"action": "next", "cc": 1, "note": 2}, "no action": {"cc": 1},
    "another action": {"action": "nix", "cc": 1}, "mute without a number": {"action": "mute", "cc": 1},
    "mute 17": {"action": "mute", "number": 17, "cc": 1}, "next with a number": {"action": "next", "number": 1, "cc": 1},
    "note 128": {"action": "next", "note": 128}, "another command": {"action": "next", "mmc": "eject"},
    "no address": {"action": "next", "osc": "pedal"}, "no trigger": {"action": "next", "gesture": "tap"},
    "a light of nothing": {"action": "record", "cc": 1, "light": {"on": 1}},
    "pad 5": {"action": "next", "button": 1, "pad": 5}}


def test_the_schema_of_controls_accepts_what_the_reader_accepts(tmp_path):
    validator = jsonschema.Draft202012Validator(json.loads((ROOT / "docs" / "controls.schema.json").read_text()))
    validator.check_schema(validator.schema)
    (tmp_path / "tactus").mkdir()

    def is_read(document):
        (tmp_path / "tactus" / "controls.json").write_text(json.dumps(document))
        code, text = run(TACTUS, "controls", env={**os.environ, "XDG_CONFIG_HOME": str(tmp_path)})
        return code == 0 and "warning" not in text
    good = {"version": 1, **CONTROLS}
    assert validator.is_valid(good) and is_read(good), list(validator.iter_errors(good))
    for name, binding in BAD_CONTROLS.items():
        bad = {"version": 1, "bindings": [binding]}
        assert not validator.is_valid(bad) and not is_read(bad), name
