"""The schema of grids: the factory grids are valid, and what the reader refuses or clamps is not."""
import json

import jsonschema
import pytest

from conftest import ROOT

SCHEMA = json.loads((ROOT / "docs" / "grid.schema.json").read_text())
GRIDS = sorted((ROOT / "bundle" / "grids").glob("*.json"))


def test_it_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", GRIDS, ids=lambda path: path.stem)
def test_a_shipped_grid_fits(path):
    jsonschema.validate(json.loads(path.read_text()), SCHEMA)


@pytest.mark.parametrize("text", [
    '{}', '[]', '{"version": 2}', '{"version": 1, "layers": [{"steps": 1000000000}]}',
    '{"version": 1, "layers": [{"patterns": {"1": {"cells": [[1]]}}}]}',
    '{"version": 1, "layers": [{"patterns": {"1": {"cells": [[1, 99]]}}}]}',
    '{"version": 1, "layers": [{"scale": "purple"}]}', json.dumps({"version": 1, "layers": [{}] * 17}),
    '{"version": 1, "songs": [{"sections": [{"bars": 65}]}]}',
    '{"version": 1, "songs": [{"sections": [{"bars": 4, "patterns": [17]}]}]}',
])
def test_what_is_wrong_does_not_fit(text):
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(json.loads(text), SCHEMA)


def test_songs_fit():
    section = {"name": "Verse", "bars": 8, "patterns": [1, 16, 2], "mutes": [4]}
    jsonschema.validate({"version": 1, "songs": [{"name": "Live", "sections": [section] * 64}]}, SCHEMA)
