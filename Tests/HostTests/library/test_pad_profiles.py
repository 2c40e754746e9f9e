"""The schema of pad profiles, and the command that lists and checks them."""
import json
import os
import subprocess

import jsonschema
import pytest

from conftest import ROOT
from stage import BUNDLE, TACTUS

SCHEMA = json.loads((ROOT / "docs" / "pads.schema.json").read_text())
FILES = sorted((ROOT / "bundle" / "pads").glob("*.json"))


def tactus(*arguments, home):
    return subprocess.run([TACTUS, "pads", *map(str, arguments)], capture_output=True, text=True, timeout=60,
                          env={**os.environ, "XDG_DATA_HOME": str(home)})


def test_it_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_shipped_profile_fits(path):
    jsonschema.validate(json.loads(path.read_text()), SCHEMA)


@pytest.mark.parametrize("change", [
    {"name": ""}, {"notes": [[128]]}, {"channel": 17}, {"buttons": [{"note": 1}]}, {"buttons": [{"action": "play"}]},
    {"buttons": [{"note": 1, "cc": 1, "action": "play"}]}, {"buttons": [{"note": 1, "action": "jump"}]}])
def test_what_is_wrong_does_not_fit(change):
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"version": 1, "name": "x", **change}, SCHEMA)


def test_profiles_are_listed_and_checked(tmp_path):
    (tmp_path / "tactus" / "pads").mkdir(parents=True)
    own = tmp_path / "tactus" / "pads" / "mine.json"
    own.write_text('{"version": 1, "name": "Mine",\n "buttons": [{"note": 1, "action": "jump"}]}\n')
    listed = tactus("list", "--bundle", BUNDLE, "--json", home=tmp_path)
    assert listed.returncode == 1 and "mine.json:2:36: error" in listed.stderr
    names = [json.loads(path.read_text())["name"] for path in FILES]
    assert [each["name"] for each in json.loads(listed.stdout)] == names
    refused = tactus("check", own, home=tmp_path)
    assert refused.returncode == 1 and "mine.json:2:36: error" in refused.stdout
    own.write_text('{"version": 1, "name": "Mine", "buttons": [{"note": 1, "action": "fill"}]}\n')
    assert tactus("check", *FILES, own, home=tmp_path).returncode == 0
    listed = tactus("list", "--bundle", BUNDLE, "--json", home=tmp_path)
    assert listed.returncode == 0 and json.loads(listed.stdout)[0]["name"] == "Mine"
