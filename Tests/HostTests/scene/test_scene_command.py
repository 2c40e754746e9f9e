"""`tactus scene`: lists, checks, makes, installs, resets and renders scenes."""
import io
import os
import random
import stat
import subprocess
import zipfile

import numpy
import pytest
import soundfile

import scenes
from conftest import BUILD, ROOT
from scenes import RATE
from seeds import seed

TACTUS = ROOT / ".build" / "release" / "tactus"
BUNDLE = BUILD / "tactus.lv2"
KINDS = {"patch": "own.pd", "pdparty": "own/_main.pd", "rjdj": "own.rj/_main.pd",
         "droidparty": "own/droidparty_main.pd"}
PATCH = "#N canvas 0 0 200 100 10;\n#X obj 10 10 osc~ 440;\n#X obj 10 40 dac~;\n#X connect 0 0 1 0;\n"


@pytest.fixture
def tactus(tmp_path):
    """Runs the command with folders of its own: returns status, output, errors."""
    environment = dict(os.environ, XDG_DATA_HOME=str(tmp_path / "data"))

    def run(*words):
        done = subprocess.run([TACTUS, "scene", *map(str, words), "--bundle", BUNDLE], capture_output=True,
                              text=True, env=environment, timeout=300)
        return done.returncode, done.stdout, done.stderr
    return run


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "data" / "tactus" / "scenes"


def test_the_scenes_of_the_bundle_are_listed_and_lack_nothing(tactus):
    status, said, _ = tactus("list")
    rows = [line.split("\t") for line in said.splitlines()]
    assert status == 0 and len(rows) >= 8
    assert {row[2] for row in rows} == {"patch", "PdParty", "RjDj", "DroidParty"}
    assert ["Fingers", "PdParty"] in [row[1:3] for row in rows]
    status, said, errors = tactus("check", "--strict")
    assert status == 0 and said == "" and f"{len(rows)} scenes checked: no mistake" in errors, said + errors


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_scene_of_each_kind_sounds(tactus, folder, tmp_path, kind):
    status, said, errors = tactus("init", "own", "--kind", kind)
    assert status == 0, errors
    assert said.strip() == str(folder / KINDS[kind].split("/")[0]) and (folder / KINDS[kind]).exists()
    assert tactus("check", "own", "--strict")[0] == 0
    title = {"patch": "patch", "pdparty": "PdParty", "rjdj": "RjDj", "droidparty": "DroidParty"}[kind]
    assert f"kind\t{title}\n" in tactus("info", "own")[1]
    (tmp_path / "key.mid").write_bytes(
        b"MThd\0\0\0\6\0\0\0\1\0\x60MTrk\0\0\0\x0d\0\x90\x45\x64\x83\x00\x80\x45\0\0\xff\x2f\0")
    out = tmp_path / "own.wav"
    status, _, errors = tactus("render", "own", "--midi", tmp_path / "key.mid", "-o", out, "--seconds", "0.5")
    assert status == 0 and "Pd:" not in errors, errors
    sound, rate = soundfile.read(out)
    assert rate == (22050 if kind == "rjdj" else 48000) and sound.shape == (rate // 2, 2)
    assert abs(sound).max() > 0.05
    assert tactus("init", "own", "--kind", kind)[0] != 0, "one that is there is not replaced"


@pytest.mark.parametrize("voice", ["sine", "metro", "reblocked"])
def test_a_render_has_the_samples_of_pds_batch_mode(tactus, tmp_path, voice):
    path = scenes.patch(tmp_path / "scene", voice)
    wanted = scenes.oracle(path, RATE)
    for block in (64, 1000):
        out = tmp_path / f"{block}.wav"
        status, _, errors = tactus("render", path, "-o", out, "--seconds", "1", "--block", block, "--picture",
                                   tmp_path / f"{block}.png")
        assert status == 0, errors
        heard = scenes.audible(soundfile.read(out, dtype="float32")[0].T)
        assert numpy.array_equal(heard, wanted), block
        assert (tmp_path / f"{block}.png").read_bytes().startswith(b"\x89PNG")


def archive(path, files, method=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", method) as made:
        for name, content in files.items():
            made.writestr(name, content)
    return path


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_what_is_installed_is_what_was_packed(tactus, folder, tmp_path, method):
    """Contents that are random, repeat themselves, or both: all kinds of compressed blocks."""
    source = random.Random(seed("SCENE_ZIP_SEED", 7))
    files = {"walk.rj/_main.pd": PATCH.encode(), "walk.rj/empty.txt": b"",
             "__MACOSX/walk.rj/._main.pd": b"of no use"}
    for number in range(24):
        letters = source.choice([1, 3, 20, 256])
        piece = bytes(source.randrange(letters) for _ in range(source.choice([5, 300, 70_000])))
        files[f"walk.rj/more/ä {number}.bin"] = piece * source.choice([1, 1, 40])
    status, said, errors = tactus("install", archive(tmp_path / "any.zip", files, method))
    assert status == 0 and said.strip() == str(folder / "walk.rj"), errors
    there = {str(path.relative_to(folder)): path.read_bytes()
             for path in folder.rglob("*") if path.is_file()}
    assert there == {name: content for name, content in files.items() if "MACOSX" not in name}


@pytest.mark.parametrize("name, files, result", [
    ("bells.zip", {"tone.pd": PATCH}, "tone.pd"), ("bells.zip", {"_main.pd": PATCH, "a.txt": "a"}, "bells"),
    ("bells.rjz", {"_main.pd": PATCH, "a.txt": "a"}, "bells.rj"),
    ("bells.zip", {"in/droidparty_main.pd": PATCH}, "in")])
def test_a_scene_is_packed_in_each_usual_way(tactus, folder, tmp_path, name, files, result):
    file = archive(tmp_path / name, files)
    status, said, errors = tactus("install", file)
    assert status == 0 and said.strip() == str(folder / result), errors
    status, _, errors = tactus("install", file)
    assert status != 0 and "already exists" in errors
    status, said, errors = tactus("install", file, "--name", "other")
    assert status == 0 and "/other" in said, errors


def hostile():
    """Archives that must be refused: name, bytes, a piece of the sentence."""
    def made(files, change=lambda info: None):
        memory = io.BytesIO()
        with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as archive:
            for path, content in files.items():
                info = zipfile.ZipInfo(path)
                info.compress_type = zipfile.ZIP_DEFLATED
                change(info)
                archive.writestr(info, content)
        return memory.getvalue()

    def link(info):
        info.create_system, info.external_attr = 3, (stat.S_IFLNK | 0o777) << 16

    good = made({"s/_main.pd": PATCH})
    yield "up", made({"s/_main.pd": PATCH, "s/../../up.pd": PATCH}), "which would lie elsewhere"
    yield "absolute", made({"/etc/up.pd": PATCH}), "which would lie elsewhere"
    yield "windows", made({"s\\..\\up.pd": PATCH}).replace(b"s/../up.pd", b"s\\..\\up.pd"), "lie elsewhere"
    yield "link", made({"s/_main.pd": "/etc/passwd"}, link), "is a link"
    yield "bomb", made({"s/_main.pd": PATCH, "s/zero": bytes(257 << 20)}), "more than 256 MiB"
    lies = bytearray(made({"s/_main.pd": PATCH * 100}))
    place = lies.rindex(b"PK\1\2")
    lies[place + 24:place + 28] = (10).to_bytes(4, "little")
    yield "more than it says", bytes(lies), "is damaged"
    yield "many", made({f"s/{n}": "" for n in range(5001)}), "more than 5000"
    twice = made({"s/_main.pd": PATCH, "s/_mbin.pd": PATCH}).replace(b"s/_mbin.pd", b"s/_main.pd")
    yield "two of a name", twice, "two files"
    yield "cut", good[:-30], "is no zip file"
    yield "changed", good.replace(good[45:47], b"\xff\xff", 1), "is damaged"
    yield "no zip", b"nothing", "is no zip file"
    yield "no scene", made({"a/b.txt": "b"}), "has no scene"
    yield "hidden", made({".s/_main.pd": PATCH}), "cannot be the name"


@pytest.mark.parametrize("name, content, sentence", hostile(),
                         ids=lambda value: value if isinstance(value, str) and len(value) < 20 else "")
def test_what_could_do_harm_is_refused(tactus, folder, tmp_path, name, content, sentence):
    (tmp_path / "bad.zip").write_bytes(content)
    before = set(tmp_path.rglob("*"))
    status, said, errors = tactus("install", tmp_path / "bad.zip")
    assert status != 0 and said == "" and sentence in errors, (name, errors)
    left = {path for path in set(tmp_path.rglob("*")) - before if path.is_file()}
    assert not left, left


def test_a_shipped_scene_plays_again_as_it_ships(tactus, folder):
    assert tactus("reset", "fingers")[0] != 0
    (folder / "fingers").mkdir(parents=True)
    (folder / "fingers" / "_main.pd").write_text(PATCH)
    assert f"scene\t{folder}/fingers\n" in tactus("info", "fingers")[1], "the own one has priority"
    status, _, errors = tactus("reset", "fingers")
    assert status == 0, errors
    assert f"scene\t{BUNDLE}/scenes/fingers\n" in tactus("info", "fingers")[1]
    assert (folder / "fingers changed" / "_main.pd").read_text() == PATCH, "nothing is lost"
    assert "did you mean" in tactus("info", "fingrs")[2].lower() or "fingers" in tactus("info", "fingrs")[2]


def test_your_scenes_are_copied_moved_renamed_and_deleted(tactus, folder):
    """They lie in folders, which are made and go with their scenes."""
    assert tactus("copy", "fingers", "live/summer/mine")[0] == 0
    copied = (folder / "live/summer/mine/_main.pd").read_bytes()
    assert copied == (BUNDLE / "scenes/fingers/_main.pd").read_bytes()
    assert tactus("copy", "echo_walk", "walk")[0] == 0 and (folder / "walk.rj/_main.pd").exists()
    assert tactus("rename", "mine", "yours")[0] == 0
    assert "live/summer/yours" in tactus("info", "live/summer/yours")[1]
    assert tactus("move", "live/summer/yours", "live")[0] == 0
    assert tactus("move", "walk", "live")[0] == 0
    assert sorted(path.relative_to(folder).as_posix() for path in folder.rglob("_main.pd")) == [
        "live/walk.rj/_main.pd", "live/yours/_main.pd"]
    assert not (folder / "live/summer").exists()
    listed = [line.split("\t")[0] for line in tactus("list")[1].splitlines()]
    assert listed[:2] == [str(folder / "live/walk.rj"), str(folder / "live/yours")]
    for words, sentence in [(("rename", "fingers", "x"), "only your own"),
                            (("delete", "fingers"), "only your own"),
                            (("move", "yours", "live/walk.rj"), "cannot be the name"),
                            (("copy", "fingers", "live/yours"), "cannot be the name"),
                            (("move", "yours", "../x"), "cannot be the name")]:
        status, said, errors = tactus(*words)
        assert status != 0 and sentence in errors, said + errors
    assert tactus("delete", "yours")[0] == 0 and tactus("delete", "walk")[0] == 0
    assert list(folder.iterdir()) == []


def tone(hertz):
    return f"#N canvas 0 0 200 100 10;\n#X obj 10 10 osc~ {hertz};\n#X obj 10 40 dac~;\n#X connect 0 0 1 0;\n"


def hertz(path):
    """The frequency of a sound, by its crossings of zero."""
    sound, rate = soundfile.read(path)
    left = sound[:, 0]
    return numpy.count_nonzero((left[:-1] < 0) & (left[1:] >= 0)) * rate / len(left)


@pytest.mark.parametrize("folder_name, mains, chosen, expected", [
    ("a", {"_main.pd": 400, "droidparty_main.pd": 1600}, "", ("DroidParty", 1600, 48000, "none")),
    ("a", {"_main.pd": 400, "droidparty_main.pd": 1600}, "_main.pd", ("PdParty", 400, 48000, "0 to 1")),
    ("a", {"droidparty_main.pd": 1600}, "droidparty_main.pd", ("DroidParty", 1600, 48000, "none")),
    ("a", {"_main.pd": 400}, "_main.pd", ("PdParty", 400, 48000, "0 to 1")),
    ("a.rj", {"_main.pd": 400}, "", ("RjDj", 400, 22050, "0 to 320")),
    ("a.rj", {"_main.pd": 400}, "_main.pd", ("RjDj", 400, 22050, "0 to 320")),
    ("a.rj", {"_main.pd": 400, "droidparty_main.pd": 1600}, "", ("RjDj", 400, 22050, "0 to 320")),
    ("a.rj", {"droidparty_main.pd": 1600}, "", ("DroidParty", 1600, 48000, "none"))])
def test_a_folder_is_the_same_scene_for_everyone(tactus, tmp_path, folder_name, mains, chosen, expected):
    """What is said of it, what sounds, at which rate: of the folder, and of its main patch."""
    scene = tmp_path / folder_name
    scene.mkdir()
    for name, frequency in mains.items():
        (scene / name).write_text(tone(frequency))
    kind, frequency, rate, touches = expected
    status, said, errors = tactus("info", scene / chosen)
    rows = dict(line.split("\t", 1) for line in said.splitlines())
    assert status == 0 and rows["kind"] == kind and rows["touches"] == touches, said + errors
    assert tactus("check", scene / chosen, "--strict")[0] == 0
    out = tmp_path / "out.wav"
    status, _, errors = tactus("render", scene / chosen, "-o", out, "--seconds", "0.5")
    assert status == 0, errors
    assert soundfile.info(out).samplerate == rate and abs(hertz(out) - frequency) < 5


def test_files_beside_a_main_patch_count_whoever_is_chosen(tactus, tmp_path):
    scene = tmp_path / "a"
    scene.mkdir()
    (scene / "_main.pd").write_text(tone(400))
    (scene / "info.json").write_bytes('{"name": "Höhe"}'.encode("latin-1"))
    (scene / "tactus.json").write_text('{"version": 1, "sample_rate": 32000}')
    for chosen in (scene, scene / "_main.pd"):
        said = tactus("info", chosen)[1]
        assert "name\tHöhe\n" in said and "sample rate\t32000 Hz\n" in said
        assert tactus("render", chosen, "-o", tmp_path / "out.wav", "--seconds", "0.1")[0] == 0
        assert soundfile.info(tmp_path / "out.wav").samplerate == 32000


def test_what_the_box_hides_is_no_part_of_a_scene(tactus, tmp_path):
    """The check and Pd in its box agree: an abstraction outside of the folder is missing."""
    (tmp_path / "abs").mkdir()
    (tmp_path / "main" / "data").mkdir(parents=True)
    (tmp_path / "abs" / "far.pd").write_text("#N canvas 0 0 200 100 10;\n")
    (tmp_path / "main" / "data" / "inner.pd").write_text("#N canvas 0 0 200 100 10;\n")
    (tmp_path / "main" / "near.pd").write_text("#N canvas 0 0 200 100 10;\n")
    for name, objects, hidden in [
            ("direct", ["obj 1 1 ../abs/far", "obj 1 1 near"], "../abs/far"),
            ("path", ["declare -path ../abs", "obj 1 1 far", "obj 1 1 ./near"], "far"),
            ("absolute", [f"obj 1 1 {tmp_path}/abs/far"], f"{tmp_path}/abs/far"),
            ("data", ["obj 1 1 data/inner"], "data/inner")]:
        patch = tmp_path / "main" / f"{name}.pd"
        patch.write_text("\n".join(["#N canvas 0 0 200 100 10;", *(f"#X {text};" for text in objects)]) + "\n")
        status, said, _ = tactus("check", patch)
        assert status != 0 and said.count(" error: ") == 1, said
        assert f"the object “{hidden}” is outside the scene's folder" in said
        _, _, errors = tactus("render", patch, "-o", tmp_path / "out.wav", "--seconds", "0.1")
        assert errors.count("couldn't create") == 1 and f"{hidden}\n" in errors, errors


def test_pds_own_extra_is_not_the_scenes(tactus, tmp_path):
    (tmp_path / "a.pd").write_text(
        "#N canvas 0 0 200 100 10;\n#X obj 1 1 sigmund~;\n#X obj 1 1 pique;\n#X obj 1 1 rev1~;\n")
    status, said, errors = tactus("check", tmp_path / "a.pd", "--strict")
    assert status == 0 and said == "", said + errors
    assert "native code" not in tactus("info", tmp_path / "a.pd")[1]


PRINTS = """#N canvas 0 0 300 200 10;
#X obj 20 20 loadbang;
#X obj 20 40 delay 100;
#X obj 20 60 print später;
#X obj 90 60 print now;
#X obj 160 20 notein;
#X obj 160 50 print note;
#X obj 20 90 delay 990;
#X obj 20 110 print end;
#X connect 0 0 1 0;
#X connect 1 0 2 0;
#X connect 0 0 3 0;
#X connect 4 0 5 0;
#X connect 0 0 6 0;
#X connect 6 0 7 0;
"""


@pytest.mark.parametrize("block", [64, 4096])
def test_a_render_prints_what_pd_prints(tactus, tmp_path, block):
    """From loading to the last frame, in UTF-8, each line once and in its order."""
    (tmp_path / "a.pd").write_text(PRINTS)
    (tmp_path / "key.mid").write_bytes(
        b"MThd\0\0\0\6\0\0\0\1\0\x60MTrk\0\0\0\x0c\x60\x90\x45\x64\x30\x80\x45\0\0\xff\x2f\0")
    status, _, errors = tactus("render", tmp_path / "a.pd", "--midi", tmp_path / "key.mid", "-o",
                               tmp_path / "out.wav", "--seconds", "1", "--block", block)
    said = [line for line in errors.splitlines() if line.startswith("Pd: ")]
    assert status == 0 and said == [
        "Pd: now: bang", "Pd: später: bang", "Pd: note: 69", "Pd: note: 69", "Pd: end: bang"], errors


def test_a_render_prints_ten_thousand_lines(tactus, tmp_path):
    """More than the pipe, the console and the ring of the plugin have room for at a time."""
    (tmp_path / "a.pd").write_text("""#N canvas 0 0 300 200 10;
#X obj 20 20 loadbang;
#X msg 20 40 10000;
#X obj 20 60 until;
#X obj 20 80 f;
#X obj 60 80 + 1;
#X obj 20 100 print count;
#X connect 0 0 1 0;
#X connect 1 0 2 0;
#X connect 2 0 3 0;
#X connect 3 0 4 0;
#X connect 4 0 3 1;
#X connect 3 0 5 0;
""")
    status, _, errors = tactus("render", tmp_path / "a.pd", "-o", tmp_path / "out.wav", "--seconds", "0.5")
    said = [line for line in errors.splitlines() if line.startswith("Pd: ")]
    assert status == 0 and said == [f"Pd: count: {number}" for number in range(10000)], said[:3] + said[-3:]
