"""The schema agrees with the reader: factory patches are valid, and what the reader refuses is not. The page
of patches lists the actions of the schema."""
import json
import re
import subprocess

import jsonschema

import osc
from conftest import ROOT

SCHEMA = json.loads((ROOT / "docs" / "patch.schema.json").read_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def is_valid(text):
    def no_constant(name):
        raise ValueError(name)

    def no_twins(pairs):
        if len(dict(pairs)) < len(pairs):
            raise ValueError("a key twice")
        return dict(pairs)

    try:
        patch = json.loads(text, parse_constant=no_constant, object_pairs_hook=no_twins)
    except ValueError:
        return None
    return VALIDATOR.is_valid(patch)


def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_shipped_patches_are_valid():
    files = sorted((ROOT / "bundle" / "patches").glob("*.json"))
    assert len(files) >= 8
    for file in files:
        errors = list(VALIDATOR.iter_errors(json.loads(file.read_text())))
        assert not errors, f"{file.name}: {errors[0].message}"


def test_what_the_reader_refuses_is_not_valid():
    hostile = json.loads((ROOT / "Tests" / "Golden" / "hostile_patches.json").read_text())
    judged = 0
    for each in hostile:
        # A schema cannot refuse texts that are not JSON, nor rules between two keys ("schema": false).
        if each["place"].startswith("this is no JSON") or not each.get("schema", True):
            continue
        judged += 1
        assert is_valid(each["text"]) is False, each["text"][:200]
    assert judged > 30


def test_later_keys_are_valid():
    assert is_valid(
        '{"version": 1, "later": 1, "map": {"later": []}, "parameters": {"osc_z": {}}, "_note": "x"}')


def test_the_page_lists_every_action():
    """A row of its table stands for the same action of each module in its second column."""
    page = (ROOT / "docs" / "patches.md").read_text()
    table = page[page.index("| action | modules |"):].split("\n\n")[0]
    listed = set()
    for row in table.splitlines()[2:]:
        actions, modules = row.split("|")[1:3]
        for action in re.findall(r"`(\w+\.\w+)`", actions):
            numbers = re.findall(r"_(\d)`", modules)
            first, last = map(int, numbers or (0, 0))
            listed |= {re.sub(r"_\d\.", f"_{number}.", action) for number in range(first, last + 1)}
    assert listed == set(SCHEMA["properties"]["routes"]["items"]["properties"]["action"]["enum"])


def test_a_tap_moves_the_chord_as_the_page_says(tmp_path):
    """One finger rests while another taps four times: the pitch of both goes on by a step at each tap."""
    page = (ROOT / "docs" / "patches.md").read_text()
    lines = page[page.index('    "sequences": {"1": {"steps"'):].split("\n\n")[0]
    (tmp_path / "chord.json").write_text('{"version": 1, "name": "Chord",' + lines + "}")
    moves = [(0, "began", 1, 0.5)] + [(0.2 + 0.5 * beat, "moved", 1, 0.5) for beat in range(10)]
    for tap in range(1, 5):
        moves += [(tap, "began", 2, 0.8), (tap + 0.06, "ended", 2, 0.8)]
    packets = [f"{seconds:.6f} surface " + osc.message("/tactus/touch", word, finger, place, place).hex()
               for seconds, word, finger, place in sorted(moves)]
    (tmp_path / "taps.tactus").write_text("\n".join(["# tactus performance 1", *packets, ""]))
    said = subprocess.run([ROOT / ".build/release/tactus", "watch", "taps.tactus", "--patch", "chord.json",
                           "--controllers", "seq_1", "--csv", "--step", "0.25"], cwd=tmp_path,
                          capture_output=True, text=True, check=True).stdout
    rows = [line.split(",") for line in said.splitlines()[1:]]
    semitones = [round(12 * float(row[1])) for row in rows if float(row[0]) % 1 == 0.5 and float(row[0]) < 5]
    assert semitones == [0, 5, 7, -3, 0], said
