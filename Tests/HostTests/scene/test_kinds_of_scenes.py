"""Small scenes of the kinds that public ones are: each plays at the level that its own patch says. Those with a
frequency are in test_scene_command.py, those with abstractions and channels in files of their own."""
import pytest

import pages
import scenes

LOOK = pages.LOOK


def constant(level):
    return ["#X obj 10 10 sig~ %s;" % level, "#X obj 10 40 dac~;", "#X connect 0 0 1 0;"]


def part(level):
    """An abstraction with an outlet."""
    return ["#X obj 10 10 sig~ %s;" % level, "#X obj 10 40 outlet~;", "#X connect 0 0 1 0;"]


def uses(*lines):
    """The first object is heard."""
    count = sum(line.startswith("#X obj") for line in lines)
    return [*lines, "#X obj 10 90 dac~;", f"#X connect 0 0 {count} 0;"]


SLIDER = [f"#X obj 10 10 hsl 128 15 0 1 0 0 {{0}} {{0}}-set empty {LOOK} 0 1;", "#X obj 10 40 r {0};",
          "#X obj 10 60 sig~;", "#X obj 10 90 dac~;", "#X connect 1 0 2 0;", "#X connect 2 0 3 0;"]
KNOB = "knob 60 60 0 1 0 0 one two three 0 0 10 12 0 10 white black black 0 0;"

# Folder, files, what a window sets, the level.
CASES = {
    "DroidParty's main patch wins": (
        "a", {"_main.pd": constant(0.25), "droidparty_main.pd": constant(0.5)}, {}, 0.5),
    "a folder .rj with DroidParty's main patch": ("a.rj", {"droidparty_main.pd": constant(0.5)}, {}, 0.5),
    "a declared folder": (
        "a", {"_main.pd": uses("#X declare -path lib/../lib/./inner;", "#X obj 10 10 part;"),
              "lib/inner/part.pd": part(0.5)}, {}, 0.5),
    "a folder that a file within declares": (
        "a", {"_main.pd": uses("#X obj 10 10 lib/outer;"),
              "lib/outer.pd": ["#X declare -path inner;", "#X obj 10 10 part;", "#X obj 10 40 outlet~;",
                               "#X connect 0 0 1 0;"],
              "lib/inner/part.pd": part(0.5)}, {}, 0.5),
    "its own knob": ("a", {"_main.pd": uses(f"#X obj 10 10 {KNOB}"), "knob.pd": part(0.5)}, {}, 0.5),
    "its own touch and display": (
        "a", {"_main.pd": uses("#X obj 10 10 touch 60 60 pad;", "#X obj 10 40 display 60 20 name;"),
              "touch.pd": part(0.5), "display.pd": part(0.25)}, {}, 0.5),
    "a ViewPort": (
        "a", {"_main.pd": [line.format("level") for line in SLIDER]
              + [f"#X obj 0 0 cnv 15 200 100 empty ViewPort empty {LOOK} 0;"]}, {"level": 0.5}, 0.5),
    "a range set by the patch": (
        "a", {"_main.pd": [line.format("level") for line in SLIDER]
              + ["#X obj 200 10 loadbang;", r"#X msg 200 40 \; level-set range 0 8 \; level-set 4;",
                 "#X connect 4 0 5 0;"]}, {}, 4),
    "a name in Latin-1": ("a", {"_main.pd": [line.format("größe") for line in SLIDER]}, {"größe": 0.5}, 0.5),
    "a subpatch that shows itself without its name": (
        "a", {"_main.pd": [
            "#N canvas 0 0 400 300 inner 0;", f"#X obj 10 10 hsl 128 15 0 1 0 0 level level-set empty {LOOK} 0 1;",
            "#X coords 0 -1 1 1 200 60 2 0 0;", "#X restore 50 50 pd inner;", "#X obj 10 40 r level;",
            "#X obj 10 60 sig~;", "#X obj 10 90 dac~;", "#X connect 1 0 2 0;", "#X connect 2 0 3 0;"]},
        {"level": 0.5}, 0.5),
}


@pytest.mark.parametrize("kind", CASES)
def test_a_scene_of_this_kind_plays(tmp_path, kind):
    name, files, values, level = CASES[kind]
    folder = tmp_path / name
    for path, lines in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        text = "\n".join(["#N canvas 0 0 400 300 10;", *lines]) + "\n"
        (folder / path).write_bytes(text.encode("latin-1"))
    with scenes.scene(folder, tmp_path / "state", block=64) as plugin:
        scenes.reach(plugin, ["playing"])
        pages.put(plugin, values)
        pages.until(plugin, lambda sound: bool(abs(sound[0] - level).max() < 1e-3))
