"""Subpatches with widgets of their own: what stands in them is moved, seen and kept as what stands on the
main page, and a patch opens and closes them by Pd's own message."""
import json

import pages
import scenes
from lv2host import Plugin


def panelled(folder, name="tune"):
    """A slider in a subpatch within a subpatch; what it has is heard. Key 61 of MIDI shows the inner one,
    key 60 hides it."""
    slider = f"#X obj 10 10 hsl 128 15 0 1 0 0 level level-set level {pages.LOOK} 0 1;"
    # The second number of the list is the file's own.
    told = name.replace(r"\$0", r"\$2")
    return pages.write(
        folder, "#N canvas 0 0 450 300 outer 0;", f"#N canvas 0 0 200 60 {name} 0;", slider,
        f"#X obj 10 40 tgl 15 0 empty empty empty {pages.LOOK} 0 1;", f"#X restore 20 20 pd {name};",
        "#X restore 20 20 pd outer;", "#X obj 10 40 r level;", "#X obj 10 60 sig~;", "#X obj 10 90 dac~;",
        "#X obj 200 10 notein;", "#X obj 200 40 stripnote;", "#X obj 200 70 - 60;",
        rf"#X msg 200 130 \; pd-{told} vis \$1;", "#X obj 200 100 pack f f;", "#X obj 300 40 loadbang;",
        r"#X obj 300 60 f \$0;", "#X connect 1 0 2 0;", "#X connect 2 0 3 0;", "#X connect 4 0 5 0;",
        "#X connect 4 1 5 1;", "#X connect 5 0 6 0;", "#X connect 6 0 8 0;", "#X connect 8 0 7 0;",
        "#X connect 9 0 10 0;", "#X connect 10 0 8 1;")


def opens(tmp_path, name, key):
    folder = panelled(tmp_path / "scene", name)
    with scenes.scene(folder, tmp_path / "state", block=64) as plugin:
        scenes.reach(plugin, ["playing"])
        pages.ask(plugin)
        pages.told(plugin, key, 0)
        for velocity, note, state in [(100, 61, 1), (100, 60, 0), (100, 61, 1)]:
            plugin.event(bytes([0x90, note, velocity]))
            pages.told(plugin, key, state)
        # A window closes it, and others are told.
        pages.put(plugin, {key: 0})
        pages.told(plugin, key, 0)
        pages.put(plugin, {"level": 0.5})
        pages.level(plugin, 0.5)


def test_a_patch_opens_and_closes_a_panel(tmp_path):
    opens(tmp_path, "tune", "pd-tune")


def test_a_panel_with_the_number_of_the_file_in_its_name(tmp_path):
    opens(tmp_path, r"\$0-tune", "pd-$0-tune")


def test_a_panel_with_a_blank_in_its_name(tmp_path):
    opens(tmp_path, r"two\ words", "pd-two words")


def test_the_page_of_windows_has_the_panels(tmp_path):
    with scenes.scene(panelled(tmp_path / "scene"), tmp_path / "state", block=64) as plugin:
        scenes.reach(plugin, ["playing"])
        pages.ask(plugin)
        page = pages.until(plugin, lambda _: next(iter(pages.texts(plugin, "scene_widgets")), None))
    lines = page.split("\n", 1)[1].splitlines()
    words = [line.split()[1] for line in lines]
    assert words == ["canvas", "canvas", "canvas", "obj", "obj", "restore", "restore"]


def test_a_session_keeps_what_stands_in_a_panel(tmp_path):
    """The panel itself is closed again."""
    folder = panelled(tmp_path / "scene")
    with scenes.scene(folder, tmp_path / "state", block=64) as plugin:
        scenes.reach(plugin, ["playing"])
        pages.put(plugin, {"level": 0.75, "widget-2": 1, "pd-tune": 1})
        pages.level(plugin, 0.75)
        (tmp_path / "saved").mkdir()
        assert plugin.calls.host_save(plugin.host, str(tmp_path / "saved").encode())
    state = tmp_path / "saved" / "state.ttl"
    with Plugin(scenes.SCENE, rate=scenes.RATE, longest_block=64, state=state) as plugin:
        scenes.reach(plugin, ["playing"])
        pages.level(plugin, 0.75)
        pages.ask(plugin)
        values = {}

        def is_told(_):
            for text in pages.texts(plugin, "scene_values"):
                values.update(json.loads(text))
            return "pd-tune" in values and "widget-2" in values
        pages.until(plugin, is_told)
    assert values["pd-tune"] == 0 and values["level"] == 0.75 and values["widget-2"] == 1


def test_a_panel_changes_no_sample(tmp_path):
    """Toggles in a subpatch that lack names sound as in Pd alone."""
    folder = tmp_path / "scene"
    pages.write(
        folder, "#N canvas 0 0 450 300 inner 0;", "#X obj 10 10 inlet;",
        f"#X obj 10 40 tgl 15 0 empty empty empty {pages.LOOK} 0 1;", "#X obj 10 70 outlet;",
        "#X connect 0 0 1 0;", "#X connect 1 0 2 0;", "#X restore 10 60 pd inner;", "#X obj 10 10 loadbang;",
        "#X obj 10 30 metro 3;", "#X obj 10 90 sig~;", "#X obj 10 120 dac~;", "#X connect 1 0 2 0;",
        "#X connect 2 0 0 0;", "#X connect 0 0 3 0;", "#X connect 3 0 4 0;")
    with scenes.scene(folder, tmp_path / "state", block=64, free_wheel=1) as plugin:
        heard = scenes.play(plugin, 9600, 64)[0]
    # The sound changes each 3 ms: 144 frames, on the grid of ticks.
    changes = [at for at in range(1, 9600) if heard[at] != heard[at - 1]]
    assert len(changes) > 60 and all(at % 64 == 0 for at in changes)
