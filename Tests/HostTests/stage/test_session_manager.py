"""`tactus play` in a session of NSM: opened, dirty, saved, ended, opened again. The server here is written from the
protocol. And what a JACK graph is told: names for people, groups of ports, the length of a block."""
import contextlib
import json
import pathlib
import socket
import subprocess
import time

import osc
from conftest import figure, run
from graph import jackd, pipewire
from stage import BUNDLE, TACTUS, Stage, play


class Server:
    """A session manager with one client. `heard` has the messages of the client: address and arguments."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.socket.settimeout(0.05)
        self.url = f"osc.udp://localhost:{self.socket.getsockname()[1]}/"
        self.client, self.heard = None, []

    def listen(self):
        with contextlib.suppress(TimeoutError):
            packet, sender = self.socket.recvfrom(65536)
            address, *words = osc.messages(packet)[0]
            if address == "/nsm/server/announce":
                self.client = sender
            self.heard.append((address, words))

    def wait(self, true, seconds=60):
        end = time.monotonic() + seconds
        while not any(true(*message) for message in self.heard):
            assert time.monotonic() < end, self.heard
            self.listen()

    def send(self, address, *arguments):
        self.socket.sendto(osc.message(address, *arguments), self.client)

    def ask(self, request, *arguments):
        """A request; waits for its answer."""
        self.send(request, *arguments)
        self.wait(lambda address, words: address in ("/reply", "/error") and words[0] == request)
        answer = [(address, words) for address, words in self.heard if address in ("/reply", "/error")][-1]
        return answer

    def forget(self):
        self.heard.clear()


@contextlib.contextmanager
def managed(graph, server, name, *words):
    """A program in the session, started as a manager does: without arguments if there are no words."""
    log, port = pathlib.Path(graph.folder) / f"{name}.log", osc.free_port()
    with open(log, "w") as to:
        child = subprocess.Popen(
            [*graph.prefix, str(TACTUS), *words], stdin=subprocess.DEVNULL, stdout=to, stderr=subprocess.STDOUT,
            env={**graph.environment, "NSM_URL": server.url}, cwd=graph.folder)
    try:
        yield Stage(child, log, port)
    finally:
        if child.poll() is None:
            child.terminate()
            child.wait(60)


def words_of(graph):
    return ["play", "--json", "--bundle", str(BUNDLE), "--port", str(osc.free_port())]


def ports(graph):
    _, text = run(*graph.prefix, "jack_lsp", env=graph.environment)
    return text.split()


def test_a_session_opens_saves_and_ends(tmp_path):
    project = tmp_path / "Tactus.nABCD"
    with jackd() as graph:
        server = Server()
        words = words_of(graph)
        port = words[-1]
        with managed(graph, server, "first", *words) as stage:
            server.wait(lambda address, _: address == "/nsm/server/announce")
            name, capabilities, executable, major, _, process = server.heard[0][1]
            assert (name, executable, major, process) == ("Tactus", "tactus", 1, stage.child.pid)
            assert ":dirty:" in capabilities
            server.send("/reply", "/nsm/server/announce", "hello", "test", "")
            assert server.ask("/nsm/client/open", str(project), "Song", "Tactus.nABCD")[0] == "/reply"
            assert "Tactus.nABCD:out_left" in ports(graph)
            # A stranger's request saves nothing.
            with osc.Sender(server.client[1]) as stranger:
                stranger.send(osc.message("/nsm/client/save"))
            server.forget()
            with osc.Sender(int(port)) as sender:
                sender.send(osc.message("/tactus/patch/load", "glass_pad"))
                server.wait(lambda address, _: address == "/nsm/client/is_dirty")
            assert not (tmp_path / "Tactus.nABCD.json").exists()
            assert server.ask("/nsm/client/save")[0] == "/reply"
            assert server.heard[-2][0] == "/nsm/client/is_clean"
            saved = json.loads((tmp_path / "Tactus.nABCD.json").read_text())
            assert len(saved["states"]) == 1 and "Glass pad" in saved["states"][0]
            server.forget()
            # What isn't saved is not kept when the session is closed.
            with osc.Sender(int(port)) as sender:
                sender.send(osc.message("/tactus/patch/load", "rubber_bass"))
                server.wait(lambda address, _: address == "/nsm/client/is_dirty")
            assert stage.end() == 0
        assert json.loads((tmp_path / "Tactus.nABCD.json").read_text()) == saved
        server = Server()
        with managed(graph, server, "again", *words_of(graph)) as stage:
            server.wait(lambda address, _: address == "/nsm/server/announce")
            assert server.ask("/nsm/client/open", str(project), "Song", "Tactus.nABCD")[0] == "/reply"
            stage.wait(lambda stage: stage.figures() and stage.figures()[-1]["patch"] == "Glass pad")


def test_a_manager_starts_it_without_arguments(tmp_path):
    with jackd() as graph:
        server = Server()
        graph.environment["LV2_PATH"] = str(BUNDLE.parent)
        with managed(graph, server, "plain") as stage:
            server.wait(lambda address, _: address == "/nsm/server/announce")
            assert server.ask("/nsm/client/open", str(tmp_path / "x"), "Song", "tactus.nX")[0] == "/reply"
            assert "tactus.nX:midi_in" in ports(graph)
            assert stage.end() == 0


def test_a_refusal_is_told():
    with jackd() as graph:
        server = Server()
        with managed(graph, server, "refused", *words_of(graph)) as stage:
            server.wait(lambda address, _: address == "/nsm/server/announce")
            server.send("/error", "/nsm/server/announce", -2, "incompatible")
            assert stage.child.wait(60) == 1
            assert "the session manager refuses: incompatible" in stage.log.read_text()
        server = Server()
        with managed(graph, server, "unwritable", *words_of(graph)) as stage:
            server.wait(lambda address, _: address == "/nsm/server/announce")
            answer = server.ask("/nsm/client/open", "/nonexistent/folder/x", "Song", "tactus.nX")
            assert answer[0] == "/error" and "nonexistent" in answer[1][2]
            assert stage.child.wait(60) == 1


def test_ports_have_names_for_people_and_groups():
    with jackd() as graph:
        with play(graph, "first_touch", "--grid", "night_bus"):
            _, text = run("jack_property", "-l", env=graph.environment)
        _, after = run("jack_property", "-l", env=graph.environment)
    values = [line.split("value: ")[1].split(" ")[0:9] for line in text.splitlines() if "value: " in line]
    said = " | ".join(" ".join(words) for words in values)
    for word in ("Left", "Right", "MIDI in", "Sound", "Grid"):
        assert word in said, text
    assert "jackaudio.org/metadata/pretty-name" in text and "jackaudio.org/metadata/port-group" in text
    assert "Left" not in after, "jackd keeps them for a client that has gone"


def test_blocks_are_as_long_as_asked_for():
    with jackd(1024) as graph, play(graph, "first_touch", "--latency", 512) as stage:
        assert "blocks of 512 frames" in stage.said("server")[0]
    with pipewire(256, most=2048) as graph, play(graph, "first_touch", "--latency", 1024) as stage:
        stage.wait(lambda stage: "blocks of 1024 frames" in stage.said("server")[-1])
        figure(f"PipeWire with --latency 1024: {stage.figures()[-1]['latency'] * 1000:.1f} ms to the speakers")
    with pipewire(256) as graph, play(graph, "first_touch", "--latency", 1024) as stage:
        stage.wait(lambda stage: any("was refused" in text for text in stage.said("warning")))


def test_the_time_goes_on_at_its_place_after_a_loss():
    """Another rate of the server is a loss as well: a new client begins."""
    for choice in ("continue", "stop"):
        with pipewire() as graph, play(graph, "first_touch", "--roll", "--after-loss", choice) as stage:
            stage.wait(lambda stage: stage.figures()[-1]["beat"] > 4)
            run("pw-metadata", "-n", "settings", "0", "clock.force-rate", "44100", env=graph.environment)
            stage.wait(lambda stage: len(stage.said("server")) == 2)
            begun = len(stage.figures())
            stage.wait(lambda stage: len(stage.figures()) > begun + 4)
            before = [one["beat"] for one in stage.figures()[:begun]]
            after = [one["beat"] for one in stage.figures()[begun + 1:]]
            rolls = [one["rolling"] for one in stage.figures()[begun + 1:]]
        figure(f"--after-loss {choice}: beat {before[-1]:.2f} before, {after[0]:.2f} to {after[-1]:.2f} after")
        assert after[0] >= before[-1] > 4
        assert all(rolls) == (choice == "continue") and (after[-1] > after[0]) == (choice == "continue")
