"""What is wrong with a machine, a bundle, a folder or the words is said in a sentence, with what to do, and
the exit code is the documented one."""
import json
import os
import re

import pytest

import osc
from conftest import ROOT, run
from graph import Graph, jackd
from stage import BUNDLE, TACTUS, play


def wrong(*words, **environment):
    code, text = run(TACTUS, "play", *words, env={**os.environ, "JACK_NO_START_SERVER": "1",
                                                  "JACK_DEFAULT_SERVER": "nowhere", **environment})
    return code, text


def test_bad_input(tmp_path):
    here = str(BUNDLE)
    env = {"XDG_RUNTIME_DIR": str(tmp_path)}
    code, text = wrong("first_touch", "--bundle", here, **env)
    assert code == 1 and "no sound server runs" in text and "systemctl --user start pipewire" in text, text
    code, text = wrong("nothing_like_it", "--bundle", here, **env)
    assert code == 1 and "neither a file nor the name of a patch" in text, text
    code, text = wrong("first_touch", "--bundle", tmp_path / "no.lv2", **env)
    assert code == 1 and "no.lv2" in text, text
    code, text = wrong("first_touch", "--bundle", here, "--record", tmp_path / "no" / "a.wav", **env)
    assert code == 1 and "cannot write" in text, text
    code, text = wrong("first_touch", "--bundle", here, "--record", tmp_path / "a.mp3", **env)
    assert code == 64 and ".wav or .flac" in text, text
    (tmp_path / "a.wav").write_text("")
    code, text = wrong("first_touch", "--bundle", here, "--record", tmp_path / "a.wav", **env)
    assert code == 1 and "--force" in text, text
    for words in (["--tempo", "5"], ["--clock", "sun"], ["--row", "pluck"], ["--before", "99"],
                  ["--port", "80"]):
        code, text = wrong(*words, **env)
        assert code == 64, (words, text)
    code, text = wrong("--grid", "night_bus", "--row", ",".join(["pluck"] * 9), "--bundle", here, **env)
    assert code == 64 and "1 to 8 instruments, and 9 patches" in text, text
    for concert, said in (({"version": 1, "songs": []}, "there is no song in this concert"),
                          ({"version": 1, "songs": [{"title": "a", "instruments": [{"patch": "gone"}]}]},
                           "the patch “gone” is not there"),
                          ({"version": 1, "songs": [{}]}, ":1:26: error: songs[0]: title is missing")):
        (tmp_path / "a.concert.json").write_text(json.dumps(concert))
        code, text = wrong(tmp_path / "a.concert.json", "--bundle", here, **env)
        assert code == 1 and said in text, text
    code, text = wrong(tmp_path / "a.concert.json", "--grid", "rain", "--bundle", here, **env)
    assert code == 64 and "the songs of a concert have their grids" in text, text
    listed = tmp_path / "all_missing.setlist.json"
    listed.write_text(json.dumps({"version": 1, "name": "x", "patches": ["not_there"]}))
    code, text = wrong(listed, "--bundle", here, **env)
    assert code == 1 and ("put it into" in text or "none of its patches" in text), text


def test_two_on_one_port_and_of_one_name():
    with jackd() as graph, play(graph, "first_touch") as one:
        with play(graph, "first_touch", "--port", one.port) as two:
            warned = two.said("warning")
    assert any("another client is called" in text for text in warned), warned
    assert any("is another program's" in text for text in warned), warned


def test_the_check_says_what_to_type(tmp_path):
    with jackd() as graph:
        code, text = run(TACTUS, "play", "--check", env=graph.environment)
    assert "the sound server is JACK" in text and "48000 Hz" in text and "1024 frames" in text, text
    assert code == (1 if "to do:" in text else 0)
    code, text = wrong("--check", XDG_RUNTIME_DIR=str(tmp_path))
    assert code == 1 and "no sound server runs" in text, text


def older_bundle(folder):
    """The bundle as if it were from before its last port."""
    copy = folder / "older.lv2"
    copy.mkdir()
    for path in BUNDLE.iterdir():
        if path.name != "touch.ttl":
            (copy / path.name).symlink_to(path)
    text = (BUNDLE / "touch.ttl").read_text()
    (copy / "touch.ttl").write_text(text[:text.rindex("\n\t] , [")] + "\n\t] .\n")
    return copy


def bundle_without_library(folder):
    copy = folder / "torn.lv2"
    copy.mkdir()
    for path in BUNDLE.iterdir():
        if path.name != "tactus.so":
            (copy / path.name).symlink_to(path)
    return copy


@pytest.mark.parametrize("bundle, words", [
    (older_bundle, "this bundle is older than the program, it has no port out_16: install both"),
    (bundle_without_library, "refused to be instantiated")])
def test_a_bundle_that_is_older_or_torn(bundle, words, tmp_path):
    with jackd() as graph:
        code, text = run(TACTUS, "play", "--bundle", bundle(graph.folder),
                         env={**graph.environment, "LV2_PATH": "/usr/lib/lv2"})
    assert code == 1 and words in text, text


@pytest.mark.parametrize("words", [["--record", "/proc/a.wav"], ["--state", "/proc/state.json"]])
def test_a_folder_that_cannot_be_written(words):
    """/proc takes no file, not even of root; it is said before anything sounds."""
    with jackd() as graph:
        code, text = run(TACTUS, "play", "--bundle", BUNDLE, *words, env=graph.environment)
    assert code == 1 and "cannot write" in text and "/proc" in text, text


def test_a_key_that_records_where_nothing_can_be_written():
    """The present sound goes on, and the view says why nothing is recorded."""
    remote = osc.free_port()

    with jackd() as graph:
        inside = Graph(graph.folder, graph.environment, ["env", "-C", "/proc"])
        with play(inside, "first_touch", "--remote", remote) as stage, osc.Sender(remote) as sender:
            sender.send(osc.message("/tactus/play/record"))
            stage.wait(lambda stage: any("cannot write" in text for text in stage.said("warning")))
            count = len(stage.figures())
            stage.wait(lambda stage: len(stage.figures()) > count + 1)
            found = stage.end()
    assert found == 0


def test_ports_that_do_not_exist_are_named_beside_those_that_do():
    with jackd() as graph, play(graph, "first_touch", "--to", "nothing*", "--midi", "unknown*") as stage:
        warned, connected = stage.said("warning"), stage.said("connected")
    for pattern in ("nothing*", "unknown*"):
        assert any(f"no port fits “{pattern}”" in text and "system:playback_1" in text
                   for text in warned), warned
    assert not connected, "nothing else is played to than what is asked for"


def test_two_with_one_remote():
    port = osc.free_port()

    with jackd() as graph, play(graph, "first_touch", "--remote", port):
        code, text = run(TACTUS, "play", "--bundle", BUNDLE, "--remote", port, env=graph.environment)
    assert code == 1 and str(port) in text, text


def test_no_rights():
    """Without real-time priority and memory that may be locked it plays, and says what to type. (With both,
    `theSetupCheckPrintsCommands` in Tests/StageTests.)"""
    limits = ["prlimit", "--rtprio=0:0", "--memlock=65536:65536"]

    with jackd() as graph, play(Graph(graph.folder, graph.environment, limits), "first_touch") as stage:
        said = stage.said("server")
        code, text = run(*limits, TACTUS, "play", "--check", env=graph.environment)
    assert "without real-time priority (see tactus play --check)" in said[0]
    assert not any("memory is locked" in words for words in said)
    assert code == 1
    for words in ("to do: you may have no real-time priority (at most 0)", "dpkg-reconfigure",
                  "to do: you may lock 0 MB of memory"):
        assert words in text, text


def test_the_guide_names_each_exit_code():
    text = " ".join((ROOT / "docs/guide/stage.md").read_text().split())
    codes = re.search(r"Exit codes: ([^.]*)\.", text)[1]
    assert sorted(map(int, re.findall(r"\b(\d+),", codes))) == [0, 1, 64], codes
