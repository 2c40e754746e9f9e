"""Abstractions that show themselves on the page (graph on parent): their widgets are moved and seen as the
patch's own, each instance by its own `$0`, and the copies in the box work as the originals do."""
import json

import numpy
import pytest

import pages
import scenes

# A slider whose value the outlet has as a signal, by the file's own name, an argument's name, or its cord.
SHOWN = "#X coords 0 -1 1 1 200 60 2 0 0;"


def strip(send, receive):
    return "\n".join([
        "#N canvas 0 0 400 300 12;", f"#X obj 10 10 hsl 128 15 0 1 0 0 {send} {receive} empty {pages.LOOK} 0 1;",
        f"#X obj 10 40 r {send};" if send != "empty" else "#X obj 10 40 t f;", "#X obj 10 60 sig~;",
        "#X obj 10 90 outlet~;", "#X connect 1 0 2 0;", "#X connect 2 0 3 0;",
        *(["#X connect 0 0 1 0;"] if send == "empty" else []), SHOWN, ""])


def mixed(folder, name, *arguments):
    """Two instances, the first on the left, the second on the right."""
    return pages.write(
        folder, f"#X obj 10 10 {name} {arguments[0] if arguments else ''};",
        f"#X obj 10 100 {name} {arguments[1] if arguments else ''};", "#X obj 10 200 dac~;",
        "#X connect 0 0 2 0;", "#X connect 1 0 2 1;")


def hear(plugin, left, right):
    pages.until(plugin, lambda sound: bool((sound[0] == numpy.float32(left)).all()
                                           and (sound[1] == numpy.float32(right)).all()))


@pytest.mark.parametrize("names, arguments, keys", [
    ((r"\$0-level", r"\$0-set"), (), ("$0-level", "$0-level#2")),
    ((r"\$1-level", r"\$1-set"), ("low", "high"), ("low-level", "high-level")),
    (("empty", "empty"), (), ("widget-1", "widget-2")),
], ids=["own", "argument", "cords"])
@pytest.mark.parametrize("place", ["strip.pd", "lib/strip.pd"])
def test_each_instance_is_moved_alone(tmp_path, names, arguments, keys, place):
    name = place.removesuffix(".pd")
    folder = mixed(tmp_path / "scene", name, *arguments)
    (folder / place).parent.mkdir(exist_ok=True)
    (folder / place).write_text(strip(*names))
    with scenes.scene(folder, tmp_path / "state", block=64) as plugin:
        scenes.reach(plugin, ["playing"])
        pages.put(plugin, {keys[0]: 0.25, keys[1]: 0.75})
        hear(plugin, 0.25, 0.75)
        pages.put(plugin, {keys[1]: 0.125})
        hear(plugin, 0.25, 0.125)
        pages.ask(plugin)
        pages.told(plugin, keys[0], 0.25)
        (tmp_path / "saved").mkdir()
        assert plugin.calls.host_save(plugin.host, str(tmp_path / "saved").encode())
    state = tmp_path / "saved" / "state.ttl"
    with scenes.Plugin(scenes.SCENE, rate=scenes.RATE, longest_block=64, state=state) as plugin:
        scenes.reach(plugin, ["playing"])
        hear(plugin, 0.25, 0.125)


def test_a_copy_finds_and_writes_what_the_original_does(tmp_path, monkeypatch):
    """An abstraction in another folder uses one beside it, reads a text there, and writes into `data`."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    folder = pages.write(tmp_path / "scene", "#X declare -path lib;", "#X obj 10 10 strip;", "#X obj 10 90 dac~;",
                         "#X connect 0 0 1 0;")
    (folder / "lib/more").mkdir(parents=True)
    (folder / "lib/more/half.pd").write_text(
        "#N canvas 0 0 400 300 12;\n#X obj 10 10 inlet~;\n#X obj 10 30 *~ 0.5;\n#X obj 10 60 outlet~;\n"
        "#X connect 0 0 1 0;\n#X connect 1 0 2 0;\n")
    (folder / "lib/number.txt").write_text("0.5;\n")
    (folder / "lib/strip.pd").write_text("\n".join([
        "#N canvas 0 0 400 300 12;", "#X declare -path more;",
        f"#X obj 10 10 tgl 15 0 \\$0-on empty empty {pages.LOOK} 0 1;", "#X obj 10 40 loadbang;",
        "#X msg 10 60 read number.txt \\, rewind \\, bang;", "#X obj 10 80 textfile;", "#X obj 10 100 sig~;",
        "#X obj 10 130 half;", "#X obj 10 160 outlet~;", "#X msg 200 60 write data/copy;",
        "#X connect 1 0 2 0;", "#X connect 2 0 3 0;", "#X connect 3 0 4 0;", "#X connect 4 0 5 0;",
        "#X connect 5 0 6 0;", "#X obj 200 20 r \\$0-on;", "#X connect 8 0 7 0;", "#X connect 7 0 3 0;", SHOWN, ""]))
    with scenes.scene(folder, tmp_path / "state", block=64) as plugin:
        scenes.reach(plugin, ["playing"])
        pages.level(plugin, 0.25)
        pages.put(plugin, {"$0-on": 1})
        data = tmp_path / "home/tactus/scenes-data"
        pages.until(plugin, lambda _: [file.read_text() for file in data.glob("*/copy")] == ["0.5;\n"])


def test_a_page_has_the_widgets_of_abstractions_at_their_place(tmp_path):
    folder = mixed(tmp_path / "scene", "strip")
    (folder / "strip.pd").write_text(strip(r"\$0-level", r"\$0-set"))
    with scenes.scene(folder, tmp_path / "state", block=64) as plugin:
        scenes.reach(plugin, ["playing"])
        pages.ask(plugin)
        told = {}

        def are_told(_):
            told.update({name: text for name in ("scene_widgets", "scene_controls")
                         for text in pages.texts(plugin, name)})
            return len(told) == 2
        pages.until(plugin, are_told)
        page, found = told["scene_widgets"], told["scene_controls"]
    words = [line.split() for line in page.split("\n", 1)[1].splitlines()]
    assert [word[1] for word in words] == ["canvas", *2 * ["abstraction", "obj", "coords", "restore"]]
    assert [word[2:6] for word in words if word[1] == "restore"] == [
        ["10", "10", "pd", "strip;"], ["10", "100", "pd", "strip;"]]
    assert [control["name"] for control in json.loads(found)] == ["$0-set"] * 2


def test_a_link_is_no_abstraction_of_the_page(tmp_path):
    """What a link names is never read for the page, whatever it is."""
    folder = mixed(tmp_path / "scene", "strip")
    (tmp_path / "secret.pd").write_text(strip(r"\$0-level", r"\$0-set"))
    (folder / "strip.pd").symlink_to(tmp_path / "secret.pd")
    with scenes.scene(folder, tmp_path / "state", block=64) as plugin:
        scenes.reach(plugin, ["playing"])
        pages.ask(plugin)
        page = pages.until(plugin, lambda _: next(iter(pages.texts(plugin, "scene_widgets")), None))
    assert "abstraction" not in page and "level" not in page


def test_sixty_four_copies_play(tmp_path):
    """As many as there are; the others play without widgets."""
    lines = [f"#X obj {10 + n} 10 strip;" for n in range(70)]
    folder = pages.write(tmp_path / "scene", *lines, "#X obj 10 100 dac~;",
                         *[f"#X connect {n} 0 70 {n % 2};" for n in range(70)])
    (folder / "strip.pd").write_text(strip(r"\$0-level", r"\$0-set"))
    with scenes.scene(folder, tmp_path / "state", block=64) as plugin:
        scenes.reach(plugin, ["playing"])
        pages.put(plugin, {"$0-level#63": 0.25, "$0-level#64": 0.5, "$0-level#65": 1})
        hear(plugin, 0.25, 0.5)
