"""The schema of objects: the shipped definitions are valid, and what the reader refuses is not."""
import json

import jsonschema
import pytest

from conftest import ROOT

SCHEMA = json.loads((ROOT / "docs" / "tangible.schema.json").read_text())
PADS = [[0, 0], [60, 0], [20, 32]]


def test_it_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", sorted((ROOT / "bundle" / "tangibles").glob("*.json")),
                         ids=lambda path: path.stem)
def test_a_shipped_definition_fits(path):
    jsonschema.validate(json.loads(path.read_text()), SCHEMA)


@pytest.mark.parametrize("change", [
    {"version": 2}, {"name": ""}, {"pads_mm": PADS[:2]}, {"pads_mm": PADS + PADS},
    {"pads_mm": [[0], [1], [2]]},
    {"class": 17}, {"class": 1.5}, {"tolerance_mm": 9}, {"radius_mm": [3]}, {"outline_mm": PADS[:2]},
    {"stays": 1}, {"forget": 0},
])
def test_what_is_wrong_does_not_fit(change):
    definition = {"version": 1, "name": "x", "pads_mm": PADS}
    jsonschema.validate(definition, SCHEMA)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(definition | change, SCHEMA)
