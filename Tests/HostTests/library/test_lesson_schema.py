"""The schema of lessons accepts what the reader accepts, and the lessons of the library are what their script writes."""
import copy
import json
import sys

import jsonschema
import pytest

from conftest import ROOT, run
from stage import TACTUS

sys.path.insert(0, str(ROOT / "gallery"))
import lessons

FILES = sorted((ROOT / "bundle" / "lessons").glob("*.lesson.json"))

GOOD = {"version": 1, "name": "x", "text": "Do it.", "patch": "pluck", "tempo": 80, "relations": ["group_spread"],
        "hands": [{"points": [[0, 0.5, 0.5], [1, 0.6, 0.5, 0.8]]},
                  {"sensor": "attitude", "points": [[0, 0, 0, 0], [2, 0.1, 0, 0]], "later": 1}]}

BAD = {
    "no version": lambda lesson: lesson.pop("version"),
    "no name": lambda lesson: lesson.pop("name"),
    "an empty name": lambda lesson: lesson.update(name=""),
    "no relation": lambda lesson: lesson.update(relations=[]),
    "a relation of one touch": lambda lesson: lesson.update(relations=["touch_x"]),
    "a relation twice": lambda lesson: lesson.update(relations=["group_spread"] * 2),
    "five relations": lambda lesson: lesson.update(relations=["group_spread", "group_scale", "group_width",
                                                              "group_height", "group_rotation"]),
    "no hand": lambda lesson: lesson.update(hands=[]),
    "one point": lambda lesson: lesson["hands"][0]["points"].pop(),
    "two numbers": lambda lesson: lesson["hands"][0]["points"][0].pop(),
    "another sensor": lambda lesson: lesson["hands"][1].update(sensor="nose"),
    "a hand without points": lambda lesson: lesson["hands"][1].pop("points"),
}


@pytest.fixture(scope="module")
def validator():
    schema = json.loads((ROOT / "docs" / "lesson.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def read(lesson, tmp_path):
    path = tmp_path / "x.lesson.json"
    path.write_text(json.dumps(lesson))
    return run(TACTUS, "lesson", "show", path)[0] == 0


def test_the_schema_accepts_what_the_reader_accepts(validator, tmp_path):
    assert validator.is_valid(GOOD), list(validator.iter_errors(GOOD))
    assert read(GOOD, tmp_path)
    for name, change in BAD.items():
        lesson = copy.deepcopy(GOOD)
        change(lesson)
        assert not validator.is_valid(lesson), name
        assert not read(lesson, tmp_path), name


def test_the_lessons_are_what_their_script_writes(validator):
    assert [path.name for path in FILES] == sorted(f"{name}.lesson.json" for name in lessons.LESSONS)
    assert len(FILES) == 10
    for path in FILES:
        text = path.read_text()
        assert text == lessons.text(lessons.LESSONS[path.name.removesuffix(".lesson.json")]), path.name
        lesson = json.loads(text)
        assert validator.is_valid(lesson), path.name
        assert (ROOT / "bundle/patches" / f"{lesson['patch']}.json").exists(), path.name


def test_a_lesson_sounds(tmp_path):
    """As a take on its patch."""
    assert run(TACTUS, "lesson", "take", FILES[0], "-o", tmp_path / "a.tactus")[0] == 0
    code, text = run(TACTUS, "lesson", "play", FILES[0], tmp_path / "a.tactus")
    assert code == 0 and int(text.splitlines()[0].split("\t")[1]) >= 98, text
