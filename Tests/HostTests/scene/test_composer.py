"""`tactus scene pack`: what it has works in desktop Pd."""
import re
import socket
import subprocess
import zipfile

import pytest

import scenes
from conftest import BUILD, run
from osc import free_port, message, messages

TACTUS = BUILD.parent / ".build" / "release" / "tactus"


@pytest.fixture
def pack(tmp_path):
    code, text = run(TACTUS, "scene", "pack", "-o", tmp_path / "pack.zip", "--bundle", BUILD / "tactus.lv2")
    assert code == 0, text
    with zipfile.ZipFile(tmp_path / "pack.zip") as found:
        assert found.testzip() is None
        found.extractall(tmp_path)
    return tmp_path / "tactus-composer-pack"


def libraries(pack):
    return [word for folder in sorted((pack / "libs").iterdir()) for word in ("-path", folder)]


def test_each_patch_opens_in_pd_without_a_complaint(pack):
    patches = sorted([*(pack / "templates").rglob("*.pd"), *(pack / "osc").glob("*.pd")])
    assert len(patches) == 6 and (pack / "README.txt").read_text().startswith("Write scenes")
    for patch in patches:
        done = scenes.batch(patch, *libraries(pack), "-send", "pd quit")
        assert "couldn't create" not in done.stderr and "connection failed" not in done.stderr, done.stderr


def test_each_template_is_a_scene_of_its_kind(pack):
    kinds = [("Patch.pd", "patch"), ("PdParty", "pdparty"), ("RjDj.rj", "rjdj"), ("DroidParty", "droidparty")]
    for name, kind in kinds:
        code, text = run(TACTUS, "scene", "show", pack / "templates" / name, "--bundle", BUILD / "tactus.lv2")
        assert code == 0 and kind in text.lower(), text


def test_pd_subscribes_and_receives_what_a_scene_is_told(pack, tmp_path):
    ports = free_port(), free_port()
    patch = (pack / "osc" / "tactus-in.pd").read_text()
    patch = re.sub("3333(?=;)", str(ports[0]), patch).replace("8880", str(ports[1]))
    (tmp_path / "in.pd").write_text(patch)
    (tmp_path / "mine.pd").write_text(
        "#N canvas 0 0 400 300 10;\n" + "".join(
            f"#X obj 10 10 r #{name};\n#X obj 10 40 print {name};\n#X connect {2 * n} 0 {2 * n + 1} 0;\n"
            for n, name in enumerate(["touch", "accelerate", "keyname", "shake"])))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as tactus:
        tactus.bind(("127.0.0.1", ports[0]))
        tactus.settimeout(60)
        pd = subprocess.Popen(
            [scenes.PD, "-noprefs", "-nogui", "-noaudio", "-nomidi", "-stderr", "-open", tmp_path / "mine.pd",
             "-open", tmp_path / "in.pd"], stderr=subprocess.PIPE, text=True)
        try:
            packet, _ = tactus.recvfrom(65536)
            assert messages(packet) == [["/tactus/subscribe", ports[1], "pdparty"]]
            for words in [("touch", "down", 1, 0.25, 0.5), ("accelerate", 0.0, 0.5, -1.0),
                          ("keyname", 1.0, "Up"), ("shake", "bang")]:
                tactus.sendto(message(f"/pdparty/{words[0]}", *words[1:]), ("127.0.0.1", ports[1]))
            said = []
            while not said or not said[-1].startswith("shake"):
                said.append(pd.stderr.readline().strip())
        finally:
            pd.kill()
            pd.wait()
    assert {"touch: down 1 0.25 0.5", "accelerate: 0 0.5 -1", "keyname: 1 Up"} <= set(said), said
