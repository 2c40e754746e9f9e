"""`tactus scene bundle`: a scene as a plugin of its own, found by lilv and played by our host."""
import os
import subprocess

import pytest
import soundfile

import pages
import scenes
from conftest import BUILD, run, tool

TACTUS = BUILD.parent / ".build" / "release" / "tactus"
URI = "urn:tactus:scene:my_synth"


@pytest.fixture
def bundle(tmp_path):
    folder = pages.write(tmp_path / "My synth", *pages.heard("level", init=0))
    (folder / "info.json").write_text('{"name": "My \\"synth\\"", "description": "A level."}')
    made = tmp_path / "lv2" / "my.lv2"
    made.parent.mkdir()
    code, text = run(TACTUS, "scene", "bundle", folder, "-o", made, "--bundle", BUILD / "tactus.lv2")
    assert code == 0 and text.strip() == URI, text
    return made


def test_lilv_finds_its_name_and_its_ports(bundle):
    done = subprocess.run([tool("lv2info"), URI], capture_output=True, text=True, timeout=60,
                          env={**os.environ, "LV2_PATH": str(bundle.parent)})
    assert 'My "synth"' in done.stdout and "p_01" in done.stdout, done.stdout + done.stderr
    ports = done.stdout.split("Port ")
    first = next(port for port in ports if "p_01" in port)
    assert "level" in first and "Default:     0" in first, first


def test_it_listens_to_no_port_by_default(bundle):
    """Several bundles in one process each have their own library: they would compete for port 3333."""
    done = subprocess.run([tool("lv2info"), URI], capture_output=True, text=True, timeout=60,
                          env={**os.environ, "LV2_PATH": str(bundle.parent)})
    port = next(port for port in done.stdout.split("Port ") if "osc_listen" in port)
    assert "Default:     0" in port, port


def test_it_plays_its_scene_and_keeps_its_values(bundle, tmp_path):
    """In a process of its own, because a host knows one library of a name."""
    script = tmp_path / "play.py"
    script.write_text(f"""
import os, sys
sys.path[:0] = {[str(BUILD.parent / "Tests/HostTests" / part) for part in ("", "support", "scene")]!r}
import pages, scenes
from lv2host import Plugin
os.environ["LV2_PATH"] = {f"{bundle.parent}:/usr/lib/lv2"!r}
with Plugin({URI!r}, rate=48000, longest_block=64) as plugin:
    scenes.reach(plugin, ["playing"])
    assert plugin["live_osc_port"] == 0
    plugin["p_01"] = 0.5
    pages.level(plugin, 0.5)
    assert plugin.calls.host_save(plugin.host, {str(tmp_path / "session").encode()!r})
with Plugin({URI!r}, rate=48000, longest_block=64, state={str(tmp_path / "session/state.ttl")!r}) as plugin:
    pages.level(plugin, 0.5)
# What is set before the first run counts; after a session it is the session's.
with Plugin({URI!r}, rate=48000, longest_block=64, p_01=0.25) as plugin:
    pages.level(plugin, 0.25)
with Plugin({URI!r}, rate=48000, longest_block=64, state={str(tmp_path / "session/state.ttl")!r}, p_01=0.25) as plugin:
    pages.level(plugin, 0.5)
print("played")
""")
    (tmp_path / "session").mkdir()
    done = subprocess.run(["/usr/bin/python3", script], capture_output=True, text=True, timeout=120)
    assert done.stdout.strip() == "played", done.stdout + done.stderr
    assert str(bundle) not in (tmp_path / "session" / "state.ttl").read_text()


def test_ffmpeg_renders_all_of_it(tmp_path):
    """ffmpeg does not report that it renders, and asks for its blocks as soon as it can."""
    scene = scenes.patch(tmp_path / "scene", "fm")
    made = tmp_path / "lv2" / "fm.lv2"
    made.parent.mkdir()
    code, text = run(TACTUS, "scene", "bundle", scene, "-o", made, "--bundle", BUILD / "tactus.lv2")
    assert code == 0, text
    done = subprocess.run(
        [tool("ffmpeg"), "-nostdin", "-v", "error", "-f", "lavfi", "-i", "anullsrc=r=48000:cl=stereo",
         "-t", "4", "-af", f"lv2=p={text.strip()}".replace(":", r"\\:"), "-c:a", "pcm_f32le",
         tmp_path / "heard.wav"],
        capture_output=True, text=True, timeout=300, env={**os.environ, "LV2_PATH": str(made.parent)})
    assert done.returncode == 0, done.stderr
    heard = scenes.audible(soundfile.read(tmp_path / "heard.wav", dtype="float32")[0].T)
    wanted = scenes.oracle(scene, 3 * scenes.RATE)
    latency = int(abs(heard).any(axis=0).argmax()) - int(abs(wanted).any(axis=0).argmax())
    assert 0 <= latency < scenes.RATE and abs(heard[:, latency:latency + wanted.shape[1]] - wanted).max() == 0


def test_what_is_in_the_way_is_said(bundle, tmp_path):
    for words, reason in [(("-o", bundle), "already exists"),
                          (("-o", tmp_path / "x"), "must end with .lv2"),
                          (("-o", tmp_path / "x.lv2", "--uri", "no uri"), "cannot be a plugin's URI")]:
        code, text = run(TACTUS, "scene", "bundle", "fingers", *words, "--bundle", BUILD / "tactus.lv2")
        assert code != 0 and reason in text, text
    assert not (tmp_path / "x.lv2").exists()


def test_a_scene_of_rjdj_stays_one(tmp_path):
    """A bundle keeps what the folder's name says: the rate, and so the latency of resampling."""
    folder = tmp_path / "walk.rj"
    pages.write(folder, "#X obj 10 60 sig~ 0.5;", "#X obj 10 90 dac~;", "#X connect 0 0 1 0;")
    for name, chosen in [("folder", folder), ("main", folder / "_main.pd")]:
        made = tmp_path / "lv2" / f"{name}.lv2"
        made.parent.mkdir(exist_ok=True)
        code, text = run(TACTUS, "scene", "bundle", chosen, "-o", made, "--bundle", BUILD / "tactus.lv2")
        assert code == 0 and text.strip() == "urn:tactus:scene:walk", text
        assert (made / "scene.rj" / "_main.pd").exists()
