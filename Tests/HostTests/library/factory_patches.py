"""The patches of the bundle, for the tests of the library. After this module is imported, those of the folder
gallery can be."""
import json
import sys

from conftest import ROOT

sys.path.insert(0, str(ROOT / "gallery"))
FILES = sorted((ROOT / "bundle" / "patches").glob("*.json"))
PATCHES = {file.stem: json.loads(file.read_text()) for file in FILES}


def tagged(tag):
    """The names of the patches with a tag."""
    return [name for name, patch in PATCHES.items() if tag in patch.get("tags", [])]


def varied():
    """The names of patches that together have every key and category; the campaign takes all patches."""
    found, seen = [], set()
    for name, patch in PATCHES.items():
        marks = {*patch, patch["category"]}
        if marks - seen:
            found.append(name)
            seen |= marks
    return found
