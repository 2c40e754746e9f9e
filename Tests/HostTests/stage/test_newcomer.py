"""README's two lines in a home that has nothing yet: a PipeWire as a desktop starts it, with its session
manager and a sink like that of a sound card. And the guide's MIDI over the network."""
import contextlib
import os
import pathlib
import subprocess
import tempfile
import time

import osc
from conftest import ROOT, run, tool
from graph import Graph, pipewire, process
from stage import play

SPEAKERS = """{ factory.name = support.null-audio-sink node.name = "Speakers" media.class = Audio/Sink
  audio.position = "FL,FR" object.linger = true }"""


SIDES = [f"tactus:out_{side} → Speakers:playback_F{side[0].upper()}" for side in ("left", "right")]


def desktop(folder):
    """A new home with PipeWire and WirePlumber under a D-Bus of their own, and these programs."""
    home = pathlib.Path(folder)
    environment = {"PATH": os.environ["PATH"], "HOME": folder, "XDG_RUNTIME_DIR": folder}
    programs = [subprocess.Popen(
        [tool("dbus-run-session"), "--", "sh", "-c",
         f"{tool('pipewire')} & sleep 1; exec {tool('wireplumber')}"], env=environment,
        stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT, start_new_session=True)]
    end = time.monotonic() + 60
    while not (home / "pipewire-0").exists():
        assert time.monotonic() < end, "PipeWire did not come up"
        time.sleep(0.1)
    return Graph(folder, environment, []), programs


def test_in_a_new_home_it_finds_the_speakers_and_sounds():
    with tempfile.TemporaryDirectory() as folder:
        graph, programs = desktop(folder)
        try:
            with play(graph) as stage:
                assert stage.said("server")[0].startswith("PipeWire"), stage.said("server")
                begun = subprocess.run(["pw-cli", "create-node", "adapter", SPEAKERS],
                                       env=graph.environment)
                # The ports of a sink come one by one; the first one has both sides for a moment.
                stage.wait(lambda stage: set(SIDES) <= set(stage.said("connected")))
                # A graph that has just got its speakers may begin anew, which ends notes: the key is struck until it is
                # heard.
                with osc.Sender(stage.port) as sender:
                    def heard(stage):
                        sender.send(osc.message("/tactus/midi", 0x90, 60, 100))
                        return stage.figures()[-1]["level"] > -60
                    stage.wait(heard)
                links = subprocess.run(["pw-link", "--output", "--links"], env=graph.environment, text=True,
                                       capture_output=True, check=True).stdout
                warned = stage.said("warning")
                code = stage.end()
        finally:
            for program in programs:
                os.killpg(program.pid, 15)
                program.wait(60)
    assert begun.returncode == code == 0
    assert links.count("Speakers:playback_F") == 2, links
    assert not warned, warned


def test_readme_has_the_two_lines():
    text = (ROOT / "README.md").read_text()
    assert "\n    sudo apt install ./tactus_0.1.0_amd64.deb\n    tactus play\n" in text


def test_midi_over_the_network():
    """Two machines with PipeWire, here on one loopback: keys at one of them play at the other."""
    with pipewire() as there, pipewire() as here, contextlib.ExitStack() as programs:
        for graph in (there, here):
            # Its name of a client is its own, so the two are told apart by their servers.
            words = [*graph.prefix, "qmidinet", "-i", "lo", "-j", "yes", "-a", "no", "-g"]
            environment = {**graph.environment, "QT_QPA_PLATFORM": "offscreen"}
            programs.enter_context(process(words, graph.folder / "net.log", environment))
        with play(here, "first_touch", "--midi", "QmidiNet*") as stage:
            stage.wait(lambda stage: "QmidiNet:out_1 → tactus:midi_in" in stage.said("connected"))
            keys = [*there.prefix, "jack_midiseq", "keys", "48000", "0", "60", "24000"]
            programs.enter_context(process(keys, there.folder / "keys.log", there.environment))


            def is_heard(stage):
                run(*there.prefix, "jack_connect", "keys:out", "QmidiNet:in_1", env=there.environment)
                return stage.figures()[-1]["midi"] > 2 and stage.figures()[-1]["level"] > -60
            stage.wait(is_heard)
