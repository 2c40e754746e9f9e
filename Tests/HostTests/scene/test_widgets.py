"""Widgets of a scene: moved from outside, told to windows, bound to ports, kept by sessions. What a patch has
is heard: its output is the value of a widget, bit by bit."""
import json
import zipfile

import numpy
import pytest

import pages
import scenes
from lv2host import Plugin
from pages import LOOK
from scenes import RATE


def test_a_window_moves_a_widget_of_the_file_alone(tmp_path):
    """Its names have `$0`, which Pd tells to no one."""
    folder = pages.write(tmp_path / "scene", *pages.heard(r"\$0-level"))
    with scenes.scene(folder, tmp_path / "state", block=64) as plugin:
        scenes.reach(plugin, ["playing"])
        pages.put(plugin, {"$0-level": 0.25})
        pages.level(plugin, 0.25)
        pages.put(plugin, {"$0-level": 7})
        pages.level(plugin, 1)


def test_a_widget_without_names_is_moved_and_seen(tmp_path):
    """A toggle and a number that have nothing but cords. A box keeps its cords, too."""
    folder = pages.write(
        tmp_path / "scene", f"#X obj 10 10 tgl 15 0 empty empty empty {LOOK} 0 0.5;",
        f"#X obj 10 40 nbx 5 14 0 1000 0 0 empty empty empty {LOOK} 0 256;", "#X obj 10 60 sig~;",
        "#X obj 10 90 dac~;", "#X floatatom 10 50 5 0 0 0 - - -;", "#X connect 0 0 1 0;",
        "#X connect 1 0 4 0;", "#X connect 4 0 2 0;", "#X connect 2 0 3 0;")
    with scenes.scene(folder, tmp_path / "state", block=64) as plugin:
        scenes.reach(plugin, ["playing"])
        pages.put(plugin, {"widget-1": 0.5})
        pages.level(plugin, 0.5)
        pages.ask(plugin)
        pages.told(plugin, "widget-2", 0.5)
        pages.put(plugin, {"widget-2": 0.125})
        pages.level(plugin, 0.125)


def test_windows_are_told_what_the_patch_does(tmp_path):
    """A counter that the patch itself drives; a word; a strike; and the page with its controls."""
    folder = pages.write(
        tmp_path / "scene", f"#X obj 10 10 nbx 5 14 0 1000 0 0 count count-set count {LOOK} 0 256;",
        f"#X obj 10 30 bng 15 250 50 0 strike strike-set empty {LOOK};",
        "#X symbolatom 10 50 10 0 0 0 - word - 0;", "#X obj 200 10 loadbang;", "#X obj 200 30 metro 20;",
        "#X obj 200 60 f;", "#X obj 250 60 + 1;", "#X obj 200 90 mod 5;", "#X obj 200 120 s count-set;",
        "#X msg 300 30 symbol hello;", "#X obj 300 60 s word;", "#X obj 300 90 s strike-set;",
        "#X connect 3 0 4 0;", "#X connect 4 0 5 0;", "#X connect 5 0 6 0;", "#X connect 6 0 5 1;",
        "#X connect 5 0 7 0;", "#X connect 7 0 8 0;", "#X connect 3 0 9 0;", "#X connect 9 0 10 0;",
        "#X connect 4 0 11 0;")
    with scenes.scene(folder, tmp_path / "state", block=64) as plugin:
        values, page, controls = {}, {}, []

        def is_complete(_):
            for text in pages.texts(plugin, "scene_values"):
                for key, value in json.loads(text).items():
                    values.setdefault(key, []).append(value)
            for text in pages.texts(plugin, "scene_widgets"):
                head, piece = text.split("\n", 1)
                page[int(head.split()[0])] = piece
            controls.extend(pages.texts(plugin, "scene_controls"))
            return len(set(values.get("count", []))) >= 5 and values.get("word") and controls \
                and max(values.get("strike", [0])) > 3
        pages.until(plugin, is_complete)
        assert set(values["count"]) <= {0, 1, 2, 3, 4} and values["word"][-1] == "hello"
        assert values["strike"] == sorted(values["strike"])
        text = "".join(page[at] for at in sorted(page))
        assert text.startswith("#N canvas") and text.count("#X ") == 3, text
        assert json.loads(controls[-1]) == [{"name": "count", "low": 0, "high": 1000, "position": 0}]


def test_windows_are_told_how_a_widget_looks(tmp_path):
    """The last message of each kind, before the values."""
    folder = pages.write(
        tmp_path / "scene", f"#X obj 10 10 nbx 5 14 0 10 0 0 count count-set count {LOOK} 0 256;",
        "#X obj 200 10 loadbang;", r"#X msg 200 30 \; count-set range 0 100 \; count-set delta 5 5 "
        r"\; count-set delta 5 5 \; count-set label hello \; count-set 50;", "#X connect 1 0 2 0;")
    with scenes.scene(folder, tmp_path / "state", block=64) as plugin:
        scenes.reach(plugin, ["playing"])
        pages.ask(plugin)

        def found(_):
            for text in pages.texts(plugin, "scene_values"):
                if "looks" in text:
                    return json.loads(text)
            return None
        values = pages.until(plugin, found)
        assert list(values) == ["looks", "count"] and values["count"] == 50
        assert values["looks"] == {"count": [["range", 0, 100], ["pos", 20, 20], ["label", "hello"]]}


def test_the_last_value_of_a_flood_counts(tmp_path):
    """A hundred thousand numbers in one tick, and one more."""
    folder = pages.write(
        tmp_path / "scene", *pages.heard("level"), "#X obj 200 10 notein;", "#X obj 200 40 t b b;",
        "#X msg 200 70 0.75;", "#X msg 250 70 100000;", "#X obj 250 100 until;",
        "#X obj 250 130 random 1000;",
        "#X obj 250 150 / 1000;", "#X obj 200 180 s level-set;", "#X connect 4 0 5 0;", "#X connect 5 0 6 0;",
        "#X connect 5 1 7 0;", "#X connect 7 0 8 0;", "#X connect 8 0 9 0;", "#X connect 9 0 10 0;",
        "#X connect 10 0 11 0;", "#X connect 6 0 11 0;")
    with scenes.scene(folder, tmp_path / "state", block=64) as plugin:
        scenes.reach(plugin, ["playing"])
        plugin.event(b"\x90\x3c\x64")
        pages.told(plugin, "level", 0.75, seconds=60)
        pages.level(plugin, 0.75)


def test_ports_move_what_the_patch_shows(tmp_path, monkeypatch):
    """From above to below: a slider with a logarithmic range, a switch, a row of buttons, a number."""
    # The last block must not be late.
    monkeypatch.setenv("TACTUS_SCENE_DEADLINE", "10000")
    folder = pages.write(
        tmp_path / "scene", f"#X obj 10 200 nbx 5 14 -4 4 0 0 d d-set empty {LOOK} 0 256;",
        f"#X obj 10 10 vsl 15 128 0.01 1 1 0 a a-set Tone {LOOK} 0 1;",
        f"#X obj 40 10 tgl 15 0 b b-set empty {LOOK} 0 0.5;",
        f"#X obj 10 150 hradio 15 1 0 4 c c-set empty {LOOK} 0;",
        "#X obj 200 10 r a;", "#X obj 200 30 sig~;", "#X obj 250 10 r b;", "#X obj 300 10 r c;",
        "#X obj 350 10 r d;", "#X obj 200 60 dac~;", "#X connect 4 0 5 0;", "#X connect 6 0 5 0;",
        "#X connect 7 0 5 0;", "#X connect 8 0 5 0;", "#X connect 5 0 9 0;")
    with scenes.scene(folder, tmp_path / "state", block=64) as plugin:
        scenes.reach(plugin, ["playing"])
        controls = []
        pages.ask(plugin)
        pages.until(
            plugin, lambda _: controls.extend(pages.texts(plugin, "scene_controls")) or controls or None)
        assert [each["name"] for each in json.loads(controls[-1])] == ["Tone", "b-set", "c-set", "d-set"]
        plugin["p_01"] = 1
        pages.until(plugin, lambda sound: abs(sound[0] - 1).max() < 1e-6)
        for port, value, wanted in [("p_02", 0.7, 0.5), ("p_03", 0.6, 2), ("p_04", 0.25, -2),
                                    ("p_02", 0.4, 0), ("p_04", 2, 4), ("p_03", -1, 0)]:
            plugin[port] = value
            pages.level(plugin, wanted)
        plugin["p_01"] = 0.5
        sound = pages.until(plugin, lambda sound: sound if 0.09 < sound[0, 0] < 0.11 else None)
        assert abs(sound[0, 0] - 0.1) < 1e-6
        plugin["p_05"] = 1
        assert (plugin.run(64)[0] == sound[0, 0]).all(), "a port without a widget moves something"


def test_a_port_that_rests_says_nothing(tmp_path):
    """A scene begins as its file says, whatever the host's slider has."""
    folder = pages.write(tmp_path / "scene", *pages.heard("level", init=1, value=6350))
    with scenes.scene(folder, tmp_path / "state", block=64, p_01=0.25) as plugin:
        scenes.reach(plugin, ["playing"])
        pages.until(plugin, lambda sound: abs(sound[0] - 0.5).max() < 1e-6)
        plugin["p_01"] = 0.75
        pages.level(plugin, 0.75)


@pytest.mark.parametrize("name", ["level", r"\$0-level"])
def test_a_session_keeps_what_widgets_have(tmp_path, name):
    """It comes behind what the patch sends when it is loaded."""
    folder = pages.write(
        tmp_path / "scene", *pages.heard(name), "#X obj 200 10 loadbang;", "#X msg 200 40 0.125;",
        f"#X obj 200 70 s {name}-set;", "#X connect 4 0 5 0;", "#X connect 5 0 6 0;")
    session = tmp_path / "session"
    session.mkdir()
    with scenes.scene(folder, tmp_path / "state", block=64) as plugin:
        scenes.reach(plugin, ["playing"])
        pages.level(plugin, 0.125)
        pages.put(plugin, {name.replace("\\", ""): 0.375})
        pages.level(plugin, 0.375)
        assert plugin.calls.host_save(plugin.host, str(session).encode())
    moved = session.rename(tmp_path / "moved")
    with Plugin(scenes.SCENE, rate=RATE, longest_block=64, state=moved / "state.ttl") as plugin:
        pages.level(plugin, 0.375)
        # A new begin has it, too; another scene has not.
        plugin["restart"] = 1
        pages.until(plugin, lambda _: scenes.STATES[int(plugin["live_state"])] == "starting")
        pages.level(plugin, 0.375)


def test_a_render_begins_with_what_was_set_from_outside(tmp_path):
    """What the patch itself has moved meanwhile does not count, so renders are equal."""
    folder = pages.write(
        tmp_path / "scene", *pages.heard("level"), *pages.heard("own")[:1], "#X obj 200 10 loadbang;",
        "#X obj 200 40 metro 5;", "#X obj 200 70 random 100;", "#X obj 200 100 / 100;",
        "#X obj 200 130 s own-set;",
        "#X obj 300 10 r own;", "#X connect 5 0 6 0;", "#X connect 6 0 7 0;", "#X connect 7 0 8 0;",
        "#X connect 8 0 9 0;", "#X connect 10 0 2 0;")
    with scenes.scene(folder, tmp_path / "state", block=256) as plugin:
        scenes.reach(plugin, ["playing"])
        pages.put(plugin, {"level": 0.375})
        renders = []
        for _ in range(2):
            scenes.play(plugin, 8192, 256)
            plugin["free_wheel"] = 1
            renders.append(scenes.play(plugin, RATE // 4, 256))
            plugin["free_wheel"] = 0
    first = renders[0][0][renders[0][0] != 0]
    assert first[0] == numpy.float32(0.375), "the render does not begin with the value that was set"
    assert numpy.array_equal(*renders)


def test_what_is_no_value_is_refused_with_a_text(tmp_path):
    folder = pages.write(tmp_path / "scene", *pages.heard("level"))
    with scenes.scene(folder, tmp_path / "state", block=64) as plugin:
        scenes.reach(plugin, ["playing"])
        for values, reason in [({"nothing": 1}, "no widget “nothing”"), ([1], "no JSON object"),
                               ({"level": ["a"]}, "no widget “level”")]:
            pages.put(plugin, values)
            pages.until(plugin, lambda _: any(reason in text for text in pages.texts(plugin, "scene_values")))
        pages.put(plugin, {"level": 0.5})
        pages.level(plugin, 0.5)


def test_a_saved_patch_begins_anew_with_its_values(tmp_path):
    """As Pd's own window saves it: in place. What the widgets have is kept."""
    folder = pages.write(tmp_path / "scene", *pages.heard("level"))
    with scenes.scene(folder, tmp_path / "state", block=64) as plugin:
        scenes.reach(plugin, ["playing"])
        pages.put(plugin, {"level": 0.25})
        pages.level(plugin, 0.25)
        text = (folder / "_main.pd").read_text()
        text = text.replace("sig~;", "sig~ 0;\n#X obj 200 200 *~ 2;")
        text = text.replace("#X connect 2 0 3 0;", "#X connect 2 0 3 0;\n#X connect 3 0 4 0;")
        (folder / "_main.pd").write_text(text)
        pages.level(plugin, 0.5)


def test_the_shelf_lists_and_changes_the_users_scenes(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    shelf = tmp_path / "data" / "tactus" / "scenes"
    shelf.mkdir(parents=True)
    pages.write(shelf / "mine", *pages.heard("level"))
    with scenes.scene(shelf / "mine", tmp_path / "state", block=64) as plugin:
        def ask(question):
            text = json.dumps(question)
            plugin.event(pages.message(plugin, "Set", pages.VOCABULARY + "scene_shelf", text), 0,
                         pages.ATOM + "Object")
            pieces = {}

            def whole(_):
                for text in pages.texts(plugin, "scene_shelf"):
                    head, piece = text.split("\n", 1)
                    at, size = map(int, head.split())
                    pieces[at] = piece
                    if sum(len(piece.encode()) for piece in pieces.values()) == size:
                        return json.loads("".join(pieces[at] for at in sorted(pieces)))
            return pages.until(plugin, whole)

        names = [each["name"] for each in ask({"list": []})]
        assert names[0] == "mine" and {"fingers", "every_widget", "step_grid"} <= set(names)
        mine = ask({"list": []})[0]
        assert mine["own"] and (mine["width"], mine["height"]) == (400, 300) and len(mine["picture"]) == 1
        fingers = next(each for each in ask({"list": []}) if each["name"] == "fingers")
        assert mine["thumb"] == "" and fingers["thumb"] == fingers["path"] + "/thumb"
        (shelf / "mine" / "thumb.jpg").touch()
        assert ask({"list": []})[0]["thumb"] == str(shelf / "mine" / "thumb")
        assert "fingers" in [each["name"] for each in ask({"copy": [fingers["path"], "fingers two"]})] \
            and (shelf / "fingers two" / "_main.pd").exists()
        ask({"rename": [str(shelf / "fingers two"), "three"]})
        assert (shelf / "three" / "_main.pd").exists() and not (shelf / "fingers two").exists()
        for refused in [{"delete": [fingers["path"]]}, {"rename": [str(shelf / "three"), "../x"]},
                        {"delete": [str(tmp_path)]}]:
            ask(refused)
        assert (shelf / "three").exists() and tmp_path.exists()
        assert "three" not in [each["name"] for each in ask({"delete": [str(shelf / "three")]})]
        # Folders: made with the first scene, gone with the last one.
        ask({"copy": [fingers["path"], "live/summer/a"]})
        ask({"copy": [fingers["path"], "b"]})
        ask({"move": [str(shelf / "b"), "live"]})
        listed = {(each["folder"], each["name"]) for each in ask({"list": []}) if each["own"]}
        assert listed == {("", "mine"), ("live", "b"), ("live/summer", "a")}
        ask({"rename": [str(shelf / "live" / "b"), "c"]})
        assert (shelf / "live" / "c" / "_main.pd").exists()
        moved = str(shelf / "live" / "c")
        for refused in [{"move": [moved, "mine"]}, {"move": [moved, ".."]}, {"move": [moved, "a/b/c/d/e"]},
                        {"copy": [fingers["path"], "libs/x"]}, {"move": [fingers["path"], "live"]},
                        {"rename": [moved, "live/d"]}]:
            ask(refused)
        ask({"delete": [str(shelf / "live" / "summer" / "a")]})
        assert not (shelf / "live" / "summer").exists() and (shelf / "live" / "c").exists()
        ask({"move": [str(shelf / "live" / "c"), ""]})
        assert sorted(path.name for path in shelf.iterdir()) == ["c", "mine"]
        with zipfile.ZipFile(tmp_path / "packed.zip", "w") as archive:
            archive.write(shelf / "mine" / "_main.pd", "new/_main.pd")
        assert "new" in [each["name"] for each in ask({"install": [str(tmp_path / "packed.zip")]})]
        assert (shelf / "new" / "_main.pd").read_text() == (shelf / "mine" / "_main.pd").read_text()
