"""The schema of entries of a commons accepts what the reader accepts, and refuses what it refuses."""
import copy
import json

import jsonschema

from commons_folder import Folder
from conftest import ROOT

HASH = "0a" * 32
GOOD = {"version": 1, "kind": "patch", "name": "x", "author": "y", "license": "CC0-1.0", "date": "2026-11-29",
        "category": "pad", "tags": ["warm"], "description": "z", "file": HASH, "performance": HASH,
        "sounds": [{"name": "a/b.wav", "file": HASH}], "parent": HASH, "versions": [HASH],
        "renders": [{"engine": "0.1.0", "hash": HASH, "loudness": -20}], "later": 1}

BAD = {
    "no kind": lambda entry: entry.pop("kind"),
    "another kind": lambda entry: entry.update(kind="song"),
    "another license": lambda entry: entry.update(license="MIT"),
    "no author": lambda entry: entry.update(author=""),
    "no version": lambda entry: entry.pop("version"),
    "a path for a hash": lambda entry: entry.update(file="../x"),
    "a date in words": lambda entry: entry.update(date="today"),
    "a sound without a file": lambda entry: entry["sounds"][0].pop("file"),
    "a render without a hash": lambda entry: entry["renders"][0].pop("hash"),
    "seventeen tags": lambda entry: entry.update(tags=["x"] * 17),
}


def test_the_schema_is_that_of_the_reader(tmp_path):
    schema = json.loads((ROOT / "docs" / "commons-entry.schema.json").read_text())
    validator = jsonschema.Draft202012Validator(schema)
    folder = Folder(tmp_path / "commons")
    assert validator.is_valid(GOOD), list(validator.iter_errors(GOOD))
    folder.write("good", GOOD)
    for number, (name, change) in enumerate(BAD.items()):
        entry = copy.deepcopy(GOOD)
        change(entry)
        assert not validator.is_valid(entry), name
        folder.write(f"bad{number}", entry)
    said = folder.build(code=1).splitlines()
    # The good one has no file; all others are refused before files are looked for.
    assert any(line.startswith("refused: good: ") and "No such file" in line for line in said), said
    for number, name in enumerate(BAD):
        own = [line for line in said if line.startswith(f"refused: bad{number}: ")]
        assert len(own) == 1 and ".json:1:" in own[0], (name, own)
