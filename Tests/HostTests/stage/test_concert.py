"""What happens at a concert: a set list goes on by each means, all notes end, a recording begins by a message
and by a gesture, a session comes back with its connections, and a tablet finds its page."""
import json
import resource
import subprocess
import time

import pytest

import osc
from conftest import figure, run
from graph import Graph, jackd, process
from stage import TACTUS, play, probe
from test_terminal import Terminal


def own_patches(graph):
    """The graph with a home of its own: a set list of patches that go on by a swipe and by a pedal."""
    folder = graph.folder / "data" / "tactus" / "patches"
    folder.mkdir(parents=True)
    routes = [{"trigger": "on_swipe_right", "action": "patch.next"},
              {"trigger": "on_level", "of": "midi_sustain", "level": 0.5, "action": "patch.next"}]
    for name in ("One", "Two", "Three"):
        (folder / f"{name.lower()}.json").write_text(
            json.dumps({"version": 1, "name": name, "routes": routes}))
    (folder / "gig.setlist.json").write_text(
        json.dumps({"version": 1, "name": "Gig", "patches": ["one", "two", "three"]}))
    (folder / "broken.json").write_text('{"version": 1, "name": 7}')
    environment = {**graph.environment, "XDG_DATA_HOME": str(graph.folder / "data"),
                   "XDG_CONFIG_HOME": str(graph.folder / "config")}
    return Graph(graph.folder, environment, graph.prefix)


MEANS = {
    "a Program Change": ("Three", lambda graph, sender: probe(graph, 1, ["midi 9000 c002"])),
    "a pedal": ("Two", lambda graph, sender: probe(graph, 1, ["midi 9000 b0407f"])),
}


@pytest.mark.parametrize("means", MEANS)
def test_a_set_list_goes_on_by(means):
    patch, act = MEANS[means]

    with jackd() as graph, play(own_patches(graph), "gig") as stage, osc.Sender(stage.port) as sender:
        stage.wait(lambda stage: stage.figures()[-1]["patch"] == "One"
                   and stage.figures()[-1]["next"] == "two")
        act(graph, sender)
        stage.wait(lambda stage: stage.figures()[-1]["patch"] == patch)


def test_a_broken_patch_is_said_and_the_old_one_sounds_on():
    with jackd() as graph, play(own_patches(graph), "first_touch") as stage, \
            osc.Sender(stage.port) as sender:
        sender.send(osc.message("/tactus/midi", 0x90, 60, 100))
        stage.wait(lambda stage: stage.figures()[-1]["level"] > -60)
        for name in ("broken", "not_there"):
            sender.send(osc.message("/tactus/patch/load", name))
            stage.wait(lambda stage, name=name: any(name in text for text in stage.said("warning")))
        count = len(stage.figures())
        stage.wait(lambda stage: len(stage.figures()) > count + 2)
        found = stage.figures()[count:]
    for line in found:
        assert line["level"] > -60 and line["patch"] == "First touch" and line["voices"] == 1


def test_a_remote_records_ends_notes_and_taps(tmp_path):
    port = osc.free_port()

    with jackd() as graph, play(own_patches(graph), "gig", "--remote", port, "--no-take") as stage, \
            osc.Sender(stage.port) as sender, osc.Sender(port) as remote:
        def wish(word, *arguments):
            remote.send(osc.message("/tactus/play/" + word, *arguments))
        stage.wait(lambda stage: stage.figures()[-1]["patch"] == "One")
        sender.send(osc.message("/tactus/midi", 0x90, 60, 100))
        sender.send(osc.touch("began", 5, 0.5, 0.5))
        stage.wait(lambda stage: stage.figures()[-1]["voices"] == 2)
        wish("panic")
        stage.wait(lambda stage: stage.figures()[-1]["voices"] == 0
                   and stage.figures()[-1]["touches"] == 0)
        wish("record", 1)
        wish("record", 1)  # it is on already
        stage.wait(lambda stage: stage.figures()[-1].get("recorded", 0) > 0)
        wish("record", 0)
        stage.wait(lambda stage: any("frames" in text for text in stage.said("recording")))
        files = len(list(graph.folder.glob("tactus-*.wav")))
        wish("next", 0)  # a button is released
        wish("next", 1)
        stage.wait(lambda stage: stage.figures()[-1]["patch"] == "Two")
        end = time.monotonic() + 60
        wish("nothing")
        stage.wait(lambda stage: any("the remote knows" in text for text in stage.said("warning")))
        while stage.figures()[-1]["tempo"] == 120:
            wish("tap")
            time.sleep(0.4)
            assert time.monotonic() < end, "taps have no effect"
        wish("time", 1)
        stage.wait(lambda stage: stage.figures()[-1]["rolling"])
        wish("time", 0)
        stage.wait(lambda stage: not stage.figures()[-1]["rolling"])
        wish("end")
        stage.child.wait(60)
        code = stage.child.returncode
    assert files == 1 and code == 0


def connections(graph):
    """Pairs of ports, of each port of the session."""
    code, text = run("jack_lsp", "-c", env=graph.environment, timeout=60)
    found, port = set(), ""
    for line in text.splitlines() if code == 0 else []:
        if line.startswith(" "):
            found.add((port, line.strip()))
        elif line:
            port = line
    return {pair for pair in found if pair[0].startswith("tactus:")}


def test_connections_are_kept_in_the_state():
    with jackd() as graph:
        state = graph.folder / "state.json"
        notes = ["48000", "0", "60", "24000"]
        with process(["jack_midiseq", "keys", *notes], graph.folder / "keys.log", graph.environment):
            with play(graph, "glass_pad", "--state", state) as stage:
                deadline = time.monotonic() + 60
                while ("tactus:midi_in", "keys:out") not in connections(graph):
                    run("jack_connect", "keys:out", "tactus:midi_in", env=graph.environment)
                    run("jack_disconnect", "tactus:out_right", "system:playback_2", env=graph.environment)
                    assert time.monotonic() < deadline, "keys do not come up"
                    time.sleep(0.3)
                before = connections(graph)
                assert stage.end() == 0
            kept = json.loads(state.read_text())["connections"]
            with play(graph, "--state", state) as stage:
                stage.wait(lambda stage: stage.figures()[-1]["patch"] == "Glass pad")
                stage.wait(lambda stage: connections(graph) == before)
    assert before == {("tactus:midi_in", "keys:out"), ("tactus:out_left", "system:playback_1")}
    assert sorted(kept) == [["midi_in", "keys:out"], ["out_left", "system:playback_1"]]


@pytest.mark.parametrize("limit", ["1000000", "hard"])
def test_memory_is_locked_where_that_is_allowed(limit):
    """The library of jackd locks memory, too, so the kernel's figure alone would prove nothing."""
    hard = resource.getrlimit(resource.RLIMIT_MEMLOCK)[1]
    hard = "unlimited" if hard == resource.RLIM_INFINITY else str(hard)
    soft = hard if limit == "hard" else limit

    with jackd() as graph:
        prefix = ["prlimit", f"--memlock={soft}:{hard}"]
        with play(Graph(graph.folder, graph.environment, prefix), "first_touch") as stage:
            status = open(f"/proc/{stage.child.pid}/status").read()
            locked, said = int(status.split("VmLck:")[1].split()[0]), stage.said("server")
    may = soft == "unlimited" or int(soft) >= 200_000_000
    figure(f"with a limit of {soft} bytes {locked} kB are locked")
    assert any("memory is locked" in text for text in said) == may
    assert locked > 0 or not may


def test_the_page_of_a_tablet_stands_in_the_view_and_its_token_in_no_log():
    with jackd() as graph:
        graph = own_patches(graph)
        graph.environment["LC_ALL"] = "C.UTF-8"
        terminal = Terminal(graph, "first_touch", "--no-take")
        try:
            terminal.wait("the patch is “First touch”")
            terminal.press("c")
            terminal.wait("no page is served: run tactus surface")
            page = ["env", f"HOME={graph.folder}", str(TACTUS), "surface", "--local", "--port",
                    str(osc.free_port())]
            with process(page, graph.folder / "page.log", graph.environment):
                terminal.wait(r"play in a browser: http://\S+/join/")
                terminal.press("c")
                terminal.wait("[█▀▄]{20}")
                terminal.wait(r"http://\S+/join/\S+   c: back")
                with play(graph, "first_touch", "--name", "logged") as stage:
                    stage.wait(lambda stage: stage.said("page"))
                    assert "/join" not in stage.said("page")[0] and "http://" in stage.said("page")[0]
            terminal.end()
        finally:
            terminal.close()


def test_wrong_words_of_wishes_are_refused():
    for words in (["--when", "on_nothing=record"], ["--when", "on_swipe_up"], ["--when", "on_swipe_up=sing"],
                  ["--when", "on_pad_button:x=record"], ["--remote", "80"], ["--devices", "mice"],
                  ["--master"]):
        done = subprocess.run([str(TACTUS), "play", *words], capture_output=True, text=True, timeout=60)
        assert done.returncode == 64, (words, done.stdout + done.stderr)
