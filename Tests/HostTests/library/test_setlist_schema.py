"""The schema of set lists accepts what the reader accepts, and nothing else."""
import json

import jsonschema

from conftest import ROOT


def test_the_schema_of_set_lists_accepts_what_the_reader_accepts():
    schema = json.loads((ROOT / "docs" / "setlist.schema.json").read_text())
    validator = jsonschema.Draft202012Validator(schema)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert validator.is_valid({"version": 1, "patches": ["Glass pad", "x.1"], "later": 1})
    for bad in ({"patches": ["a"]}, {"version": 2, "patches": ["a"]}, {"version": 1, "patches": []},
                {"version": 1},
                {"version": 1, "patches": ["../a"]}, {"version": 1, "patches": ["a"] * 129}):
        assert not validator.is_valid(bad), bad
