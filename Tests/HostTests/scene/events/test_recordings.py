"""Recordings of a scene, which its port, a window and its patch begin and end."""
import time

import numpy

import pages
import scenes
from scenes import RATE
from written import scenes_data


def test_a_recording_is_what_was_heard(tmp_path, monkeypatch):
    """By its port, and by the patch: floats of two channels, of which each is a piece of the sound."""
    import soundfile
    path = scenes.patch(tmp_path / "take", "metro")
    folder = scenes_data(tmp_path, monkeypatch)
    with scenes.scene(path, tmp_path / "state", block=256) as plugin:
        scenes.reach(plugin, ["playing"])
        parts = []
        for turn in range(600):
            plugin["record"] = 1 if 100 <= turn < 500 else 0
            parts.append(plugin.run(256))
            time.sleep(0.001)
        heard = numpy.concatenate(parts, axis=1)
        for _ in range(40):
            plugin.run(256)
            time.sleep(0.005)
    recordings = list(folder.glob("take-*/recording-*.wav"))
    assert len(recordings) == 1
    recorded, rate = soundfile.read(recordings[0], dtype="float32")
    assert rate == RATE and len(recorded) > 256 * 100
    begins = [at for at in range(0, heard.shape[1] - len(recorded), 256)
              if numpy.array_equal(heard[:, at:at + len(recorded)].T, recorded)]
    assert begins, "the recording is a piece of what was heard"


def test_windows_are_told_of_a_recording_that_the_patch_begins(tmp_path, monkeypatch):
    """Its file is named; a window ends it, and the patch can begin another one."""
    path = pages.write(
        tmp_path / "take", "#X obj 10 10 notein;", "#X obj 10 30 stripnote;", "#X obj 10 50 - 60;",
        r"#X msg 10 70 \; #pdparty record \$1;", "#X obj 90 10 osc~ 440;", "#X obj 90 40 dac~;",
        "#X connect 0 0 1 0;", "#X connect 0 1 1 1;", "#X connect 1 0 2 0;", "#X connect 2 0 3 0;",
        "#X connect 4 0 5 0;")
    folder = scenes_data(tmp_path, monkeypatch)
    with scenes.scene(path, tmp_path / "state", block=256) as plugin:
        scenes.reach(plugin, ["playing"])

        def told():
            return pages.until(plugin, lambda _: next(iter(pages.texts(plugin, "scene_recording")), None))
        names = []
        for _ in range(2):
            plugin.event(b"\x90\x3d\x64")
            names.append(told())
            assert list(folder.glob(f"take-*/{names[-1]}"))
            pages.ask(plugin)
            assert told() == names[-1]
            end = pages.message(plugin, "Set", pages.VOCABULARY + "scene_shelf", '{"end_recording": []}')
            plugin.event(end, 0, pages.ATOM + "Object")
            assert told() == ""
        assert len(set(names)) == 2
        plugin.event(b"\x90\x3d\x64")
        assert told()
        plugin.event(b"\x90\x3c\x64")
        assert told() == "", "the patch ends it, too"
