"""The schema of input profiles: the shipped profiles are valid, and what the reader refuses is not."""
import json

import jsonschema
import pytest

from conftest import ROOT

SCHEMA = json.loads((ROOT / "docs" / "profile.schema.json").read_text())


def test_it_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", sorted((ROOT / "bundle" / "profiles").rglob("*.json")),
                         ids=lambda path: path.stem)
def test_a_shipped_profile_fits(path):
    jsonschema.validate(json.loads(path.read_text()), SCHEMA)


@pytest.mark.parametrize("rule", [
    {}, {"address": "x", "gives": "touch", "arguments": ["x"]},
    {"address": "/x", "gives": "tuch", "arguments": ["x"]},
    {"address": "/x", "gives": "touch", "arguments": ["z"]},
    {"address": "/x", "gives": "touch", "arguments": []},
    {"address": "/x", "gives": "macro", "number": 9, "arguments": ["value"]},
    {"address": "/x", "gives": "touch", "arguments": ["x"], "scale": {"id": {}}},
    {"address": "/x", "gives": "touch", "arguments": ["x"], "scale": {"x": {"in": [1]}}},
    {"address": "/x", "gives": "touch", "arguments": ["x"], "id": "colour"},
])
def test_what_is_wrong_does_not_fit(rule):
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"version": 1, "rules": [rule]}, SCHEMA)
