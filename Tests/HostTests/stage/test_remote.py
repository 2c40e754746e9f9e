"""Remote control of `tactus play`: pedals, pads, keys, OSC, game controllers and gestures cause actions, are learned,
and light their lamps. One session serves many actions: it starts in seconds, and an action takes milliseconds."""
import contextlib
import json
import os
import subprocess
import time

import numpy
import pytest

import osc
from conftest import HOST, run
from elsewhere import another_machine
from graph import Graph, jackd, pipewire
from stage import TACTUS, play, probe
from test_devices import EV_ABS, EV_KEY, PAD, Device
from test_terminal import Terminal

TONE = {"osc_a_wave": "sine", "osc_b_level": 0, "amp_attack": 0.001, "amp_sustain": 1, "amp_release": 0.05,
        "voice_width": 0, "reverb_mix": 0, "delay_mix": 0, "chorus_mix": 0, "drive_amount": 0}
PLAY = "f07f7f0602f7"


def settings(graph, bindings, **more):
    folder = graph.folder / ".config" / "tactus"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "controls.json").write_text(json.dumps({"version": 1, "bindings": bindings, **more}))
    return folder / "controls.json"


def concert(graph, count=4, **more):
    (graph.folder / "tone.json").write_text(json.dumps({
        "version": 1, "name": "Tone", "parameters": {**TONE, "osc_a_level": 0.5},
        "connections": [{"source": "macro_1", "destination": "osc_a_level", "low": 0.5, "high": 1}]}))
    songs = [{"title": f"S{number + 1}", "rig": "two", "grid": "rain"} for number in range(count)]
    rigs = [{"name": "two", "instruments": [{"patch": "tone", "pan": -1}, {"patch": "tone", "pan": 1}]}]
    path = graph.folder / "evening.concert.json"
    path.write_text(json.dumps({"version": 1, "name": "Evening", "rigs": rigs, "songs": songs, **more}))
    return path


@contextlib.contextmanager
def session(bindings, *words, count=4, **more):
    """A concert with these bindings; a sender of OSC to it; and the folder of its game controllers."""
    with jackd() as graph:
        settings(graph, bindings, **more)
        folder = graph.folder / "input"
        folder.mkdir()
        wrapped = Graph(graph.folder, {**graph.environment, "LD_PRELOAD": str(HOST / "input_devices.so")}, [])
        port = osc.free_port()
        with play(wrapped, concert(graph, count), "--remote", port, "--device-folder", folder,
                  "--devices", "controllers", "--no-take", *words) as stage, osc.Sender(port) as remote:
            stage.wait(lambda stage: stage.figures()[-1]["rigs"] >= min(count, 2))
            yield graph, stage, remote, folder


def song(stage):
    return stage.figures()[-1]["patch"]


def send(graph, *messages):
    """Plays MIDI messages in hex, a few blocks apart, and returns what is heard."""
    return probe(graph, 0.2 + 0.1 * len(messages),
                 [f"midi {3000 + 3000 * place} {message}" for place, message in enumerate(messages)])


SOURCES = ["note", "cc", "program", "mmc", "osc", "button"]


@pytest.mark.parametrize("source", SOURCES)
def test_each_action_by_each_kind_of_message(source):
    """Whatever can be seen of each action, in one session for each kind of message."""
    actions = [("next", 0), ("previous", 0), ("song", 3), ("record", 0), ("start", 0), ("stop", 0), ("time", 0),
               ("tap", 0), ("panic", 0), ("page", 0), ("pattern", 2), ("fill", 0), ("mute", 2), ("macro", 1),
               ("level", 0), ("louder", 0), ("softer", 0)]
    commands = {"stop": 1, "play": 2, "forward": 4, "rewind": 5, "record": 6, "record_exit": 7, "pause": 9}
    # There are seven commands of MMC and sixteen buttons: the rest of the actions is left to the other kinds.
    actions = actions[:{"mmc": 7, "button": 16}.get(source, 99)]

    def binding(place, action, number):
        value = {"osc": f"/pedal/{place}", "button": place + 1, "mmc": list(commands)[place % 7]}.get(source, 20 + place)
        light = {"light": {"note": place, "channel": 16}} if action not in (
            "next", "previous", "tap", "panic", "page", "louder", "softer") else {}
        return {"action": action, **({"number": number} if number else {}), source: value, **light}
    bindings = [binding(place, *action) for place, action in enumerate(actions)]
    with session(bindings) as (graph, stage, remote, folder):
        pad = Device(folder, 1, PAD) if source == "button" else None
        if pad:
            stage.wait(lambda stage: "Pad of the test is game controller 1" in stage.said("connected"))

        def press(action):
            place = [name for name, _ in actions].index(action)
            if source == "osc":
                remote.send(osc.message(f"/pedal/{place}", 1))
                remote.send(osc.message(f"/pedal/{place}", 0))
            elif source == "button":
                kind, code, value = BUTTONS[place]
                pad.send((kind, code, value))
                pad.send((kind, code, 0))
            else:
                number = f"{20 + place:02x}"
                send(graph, *{"note": [f"90{number}64", f"80{number}40"], "cc": [f"b0{number}7f", f"b0{number}00"],
                              "program": [f"c0{number}"],
                              "mmc": [f"f07f7f06{list(commands.values())[place % 7]:02x}f7"]}[source])

        def until(action, true):
            if action in [name for name, _ in actions]:
                press(action)
                stage.wait(true)
        until("next", lambda stage: song(stage) == "2. S2")
        until("previous", lambda stage: song(stage) == "1. S1")
        until("song", lambda stage: song(stage) == "3. S3")
        until("record", lambda stage: any("recording" in text for text in stage.said("recording")))
        until("record", lambda stage: any("frames" in text for text in stage.said("recording")))
        until("start", lambda stage: stage.figures()[-1]["rolling"])
        until("stop", lambda stage: not stage.figures()[-1]["rolling"])
        until("time", lambda stage: stage.figures()[-1]["rolling"])
        until("time", lambda stage: not stage.figures()[-1]["rolling"])
        until("panic", lambda stage: "all notes end" in stage.said("patch"))
        until("page", lambda stage: any("no page" in text for text in stage.said("page")))
        until("pattern", lambda stage: "pattern 2" in stage.said("patch"))
        until("mute", lambda stage: "instrument 2 is muted" in stage.said("patch"))
        until("mute", lambda stage: "instrument 2 is heard" in stage.said("patch"))
        until("louder", lambda stage: any("master level" in text for text in stage.said("patch")))
        until("softer", lambda stage: stage.figures()[-1]["master"] < 2)
        assert not stage.said("warning"), stage.said("warning")
        assert stage.end() == 0


# The kernel's events of the buttons 1 to 16 pressed: keys, the triggers 6 and 8, and the cross 11 to 14.
BUTTONS = [(EV_KEY, 0x130, 1), (EV_KEY, 0x131, 1), (EV_KEY, 0x133, 1), (EV_KEY, 0x134, 1), (EV_KEY, 0x136, 1),
           (EV_ABS, 2, 255), (EV_KEY, 0x137, 1), (EV_ABS, 5, 255), (EV_KEY, 0x13D, 1), (EV_KEY, 0x13E, 1),
           (EV_ABS, 17, -1), (EV_ABS, 17, 1), (EV_ABS, 16, -1), (EV_ABS, 16, 1), (EV_KEY, 0x13A, 1), (EV_KEY, 0x13B, 1)]


def level(sound, start, end):
    return float(numpy.nan_to_num(numpy.abs(sound[start:end])).max())


def test_a_bound_message_plays_nothing_and_values_are_heard():
    """A bound note is silent and another one sounds; a mute, a macro and the master level by CC 7 of the control
    channel are measured: −12 dB at 40·log10(64/127) are half the amplitude twice."""
    bindings = [{"action": "fill", "note": 60}, {"action": "mute", "number": 2, "cc": 80},
                {"action": "macro", "number": 1, "cc": 20, "channel": 3}]
    with session(bindings, channel=16) as (graph, stage, *_):
        def tone(*before):
            return probe(graph, 3, [*(f"midi {9000 + 500 * at} {word}" for at, word in enumerate(before)),
                                    "midi 40000 903e64", "midi 80000 803e40"])
        left, right = probe(graph, 2, ["midi 9000 903c64", "midi 50000 803c40"])
        assert max(level(left, 0, 90_000), level(right, 0, 90_000)) < 1e-5
        plain = tone()
        assert level(plain[1], 50_000, 78_000) > 0.01
        muted = tone("b0507f", "b05000")
        assert level(muted[1], 50_000, 78_000) < 1e-5
        assert abs(level(muted[0], 50_000, 78_000) / level(plain[0], 50_000, 78_000) - 1) < 0.01
        loud = tone("b0507f", "b2147f")
        assert level(loud[1], 50_000, 78_000) > 1.5 * level(plain[1], 50_000, 78_000)
        soft = tone("b21400", "bf0740")
        ratio = level(soft[0], 50_000, 78_000) / level(plain[0], 50_000, 78_000)
        assert abs(20 * numpy.log10(ratio) - 40 * numpy.log10(64 / 127)) < 0.2
        assert level(tone("bf0700")[0], 50_000, 78_000) < 1e-5
        assert level(tone("bf077f")[0], 50_000, 78_000) > 0.9 * level(plain[0], 50_000, 78_000)


def test_a_threshold_and_a_channel():
    with session([{"action": "next", "cc": 4, "channel": 2, "threshold": 100}], count=3) as (graph, stage, *_):
        send(graph, "b00464", "b1045a", "b10470", "b10475", "b1045a", "b10464")
        stage.wait(lambda stage: song(stage) == "3. S3")
        assert len([text for text in stage.said("patch") if "song 2" in text]) <= 1
        assert stage.end() == 0


def test_lights():
    """The state of each action leaves by control_out when a lamp is connected, when it changes, and dark at the end."""
    bindings = [{"action": "song", "number": number, "note": number, "light": {"note": number, "on": 5, "off": 1}}
                for number in (1, 2)]
    bindings += [{"action": "mute", "number": 1, "cc": 80, "light": {"cc": 80, "channel": 2}}]
    with session(bindings) as (graph, stage, remote, _):
        with graph.started(["stdbuf", "-oL", "jack_midi_dump", "lamp"], "lamp.log", "lamp:input"):
            code, text = run("jack_connect", "tactus:control_out", "lamp:input", env=graph.environment)
            assert code == 0, text

            def lamp():
                return (graph.folder / "lamp.log").read_text()

            def seen(message):
                return message in lamp()
            stage.wait(lambda _: seen("90 01 05") and seen("90 02 01") and seen("b1 50 00"))
            remote.send(osc.message("/tactus/play/mute", 1, 1))
            stage.wait(lambda _: seen("b1 50 7f"))
            remote.send(osc.message("/tactus/play/song/2", 1))
            stage.wait(lambda _: seen("90 01 01") and seen("90 02 05"))
            seen_before = len(lamp().splitlines())
            assert stage.end() == 0
            end = time.monotonic() + 60
            while len(lamp().splitlines()) < seen_before + 3 and time.monotonic() < end:
                time.sleep(0.05)
            last = lamp().splitlines()[seen_before:]
            assert [line.split(":", 1)[1].split()[:3] for line in last] == [
                ["90", "01", "01"], ["90", "02", "01"], ["b1", "50", "00"]], last


# A client with the ports of MIDI devices, as a2jmidid gives them: each brings messages and takes some. Without a process
# callback, jackd would wait for it in each cycle until its timeout.
DEVICES = """
import ctypes, sys
jack = ctypes.CDLL("libjack.so.0")
jack.jack_client_open.restype = ctypes.c_void_p
jack.jack_port_register.restype = ctypes.c_void_p
client = ctypes.c_void_p(jack.jack_client_open(b"a2j", 1, None))
process = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_uint32, ctypes.c_void_p)(lambda frames, argument: 0)
assert jack.jack_set_process_callback(client, process, None) == 0
def add(device):
    for word, flag in (("capture", 2), ("playback", 1)):
        name = f"{device} [20] ({word}): {device} MIDI 1".encode()
        assert jack.jack_port_register(client, name, b"8 bit raw midi", ctypes.c_ulong(flag | 4), ctypes.c_ulong(0))
jack.jack_activate(client)
for line in sys.stdin: add(line.strip())
"""


def test_lights_find_the_one_device_that_is_heard():
    """A device that comes later gets no lights: a synthesizer would play them as notes. With two devices there is a
    warning and no connection, until a pattern names one."""
    bindings = [{"action": "mute", "number": 1, "cc": 80, "light": {"cc": 80}}]

    def lit(graph):
        code, text = run("jack_lsp", "-c", "tactus:control_out", env=graph.environment)
        assert code == 0, text
        return [line.strip() for line in text.splitlines() if line.startswith(" ")]
    ports = [f"a2j:{device} [20] (playback): {device} MIDI 1" for device in ("nano", "synth")]
    with session(bindings) as (graph, stage, *_):
        with subprocess.Popen(["/usr/bin/python3", "-c", DEVICES], stdin=subprocess.PIPE, text=True,
                              env=graph.environment) as devices:
            devices.stdin.write("nano\n")
            devices.stdin.flush()
            stage.wait(lambda _: lit(graph) == ports[:1])
            devices.stdin.write("synth\n")
            devices.stdin.flush()
            stage.wait(lambda stage: any("synth" in text for text in stage.said("connected")))
            assert lit(graph) == ports[:1] and not stage.said("warning")
            with play(graph, "--name", "second", "--lights", "*synth*playback*") as second:
                second.wait(lambda stage: f"second:control_out → {ports[1]}" in stage.said("connected"))
                assert not second.said("warning") and second.end() == 0
            with play(graph, concert(graph), "--name", "third") as third:
                third.wait(lambda stage: [text for text in stage.said("warning") if "--lights" in text
                                          and text.endswith(", ".join(ports))])
                assert not any("control_out" in text for text in third.said("connected"))
                assert lit(graph) == ports[:1] and third.end() == 0
            devices.stdin.close()
        assert stage.end() == 0


def test_learned_and_used_and_forgotten():
    """A pedal is learned, then it acts; a taken one is refused; --force replaces; the concert's has priority."""
    with jackd() as graph:
        path = graph.folder / ".config" / "tactus" / "controls.json"

        def teach(action, message, *words, waits="controls.json"):
            with play(graph, *words, "--learn", action) as stage:
                stage.wait(lambda stage: any("learning" in text for text in stage.said("patch")))
                send(graph, message)
                end = stage.child.wait(60) if waits == "controls.json" else None
                if end is None:
                    stage.wait(lambda stage: any(waits in text for text in stage.said("warning")))
                return stage.said("patch")
        assert any("next: CC 80 from 64, channel 3" in text for text in teach("next", "b2507f"))
        teach("previous", "b2507f", waits="is for next")
        teach("previous", "b2517f")
        teach("song:3", "902464")
        teach("record", PLAY)
        teach("mute:1", "c305")
        bound = {binding["action"]: binding for binding in json.loads(path.read_text())["bindings"]}
        assert bound["next"] == {"action": "next", "cc": 80, "channel": 3}
        assert bound["song"] == {"action": "song", "number": 3, "note": 36, "channel": 1}
        assert bound["record"]["mmc"] == "play" and bound["mute"]["program"] == 5
        with play(graph, concert(graph)) as stage:
            send(graph, "b2507f", "b25000")
            stage.wait(lambda stage: song(stage) == "2. S2")
        code, text = run(TACTUS, "controls", env=graph.environment)
        assert code == 0 and "next\tCC 80 from 64, channel 3\t" in text and str(path) in text, text
        here = concert(graph, controls={"bindings": [{"action": "panic", "cc": 80}]})
        code, text = run(TACTUS, "controls", here, env=graph.environment)
        assert f"panic\tCC 80 from 64\t{here}" in text and "next\t" not in text, text
        code, text = run(TACTUS, "controls", "--forget", "next", env=graph.environment)
        assert code == 0 and "is removed" in text, text
        assert "next" not in [each["action"] for each in json.loads(path.read_text())["bindings"]]


def test_strangers_control_nothing_until_they_are_let_in():
    """Another machine and another user of this one are refused by name; network.json lets the machine in while the
    session plays. Programs of this user get an answer."""
    port = osc.free_port()
    with another_machine() as (send, theirs), jackd() as graph:
        with play(graph, concert(graph), "--remote", port, "--network") as stage, osc.Sender(port) as remote:
            send(port, osc.message("/tactus/play/next"))
            stage.wait(lambda stage: any(f"refused {theirs}" in text and "network.json" in text
                                         for text in stage.said("warning")))
            other = ("import socket; one = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); one.sendto(bytes.fromhex("
                     f"'{osc.message('/tactus/play/next').hex()}'), ('127.0.0.1', {port})); input()")
            with subprocess.Popen(["/usr/bin/python3", "-c", other], stdin=subprocess.PIPE, user=12345) as stranger:
                stage.wait(lambda stage: any("a program of another user" in text for text in stage.said("warning")))
                stranger.stdin.write(b"\n")
            assert osc.messages(remote.ask(osc.message("/tactus/play/time", 1))) == [
                ["/tactus/answer/done", "/tactus/play/time"]]
            stage.wait(lambda stage: stage.figures()[-1]["rolling"])
            assert song(stage) == "1. S1" and len(stage.said("warning")) == 2
            settings(graph, [])
            (graph.folder / ".config" / "tactus" / "network.json").write_text(json.dumps({"allow": [theirs]}))

            def is_let_in(stage):
                send(port, osc.message("/tactus/play/song/3"))
                return song(stage) == "3. S3"
            stage.wait(is_let_in)
            assert stage.end() == 0


def test_osc_buttons_and_gestures_are_learned():
    with jackd() as graph:
        folder = graph.folder / "input"
        folder.mkdir()
        wrapped = Graph(graph.folder, {**graph.environment, "LD_PRELOAD": str(HOST / "input_devices.so")}, [])
        port = osc.free_port()

        def teach(action, act):
            with play(wrapped, "--learn", action, "--remote", port, "--device-folder", folder) as stage:
                stage.wait(lambda stage: any("learning" in text for text in stage.said("patch")))
                act(stage)
                assert stage.child.wait(60) == 0
            for device in folder.glob("event*"):
                device.unlink()  # it is unplugged

        def remote(_):
            with osc.Sender(port) as sender:
                sender.ask(osc.message("/pedal/1", 1.0))

        def stick(stage):
            pad = Device(folder, 1, PAD)
            stage.wait(lambda stage: "Pad of the test is game controller 1" in stage.said("connected"))
            pad.send((EV_ABS, 0, 32767))

        def button(stage):
            pad = Device(folder, 1, PAD)
            stage.wait(lambda stage: "Pad of the test is game controller 1" in stage.said("connected"))
            pad.send((EV_KEY, 0x13B, 1))

        def swipe(stage):
            with osc.Sender(stage.port) as sender:
                packets = [osc.touch("began", 1, 0.2, 0.5)] + [
                    osc.touch("moved", 1, 0.2 + 0.05 * step, 0.5) for step in range(1, 11)]
                for step, packet in enumerate([*packets, osc.touch("ended", 1)]):
                    sender.send(osc.bundle(packet))
                    stage.wait(lambda _: True)
        teach("next", remote)
        teach("record", button)
        teach("macro:1", stick)
        teach("panic", swipe)
        path = graph.folder / ".config" / "tactus" / "controls.json"
        bound = {each["action"]: each for each in json.loads(path.read_text())["bindings"]}
        assert bound["next"]["osc"] == "/pedal/1"
        assert (bound["record"]["button"], bound["record"]["pad"]) == (16, 1)
        assert (bound["macro"]["axis"], bound["macro"]["pad"]) == (1, 1)
        assert bound["panic"]["gesture"].startswith("on_"), bound
        # What was learned acts.
        with play(wrapped, concert(graph), "--remote", port, "--device-folder", folder, "--devices", "controllers",
                  "--no-take") as stage, osc.Sender(port) as sender:
            pad = Device(folder, 1, PAD)
            stage.wait(lambda stage: "Pad of the test is game controller 1" in stage.said("connected"))
            sender.ask(osc.message("/pedal/1", 1.0))
            stage.wait(lambda stage: song(stage) == "2. S2")
            pad.send((EV_KEY, 0x13B, 1))
            stage.wait(lambda stage: any("recording" in text for text in stage.said("recording")))
            with osc.Sender(stage.port) as macros:
                macros.send(osc.message("/tactus/subscribe", "controllers"))
                pad.send((EV_ABS, 0, 16384))
                while not any(message[1] == "macro_1" and message[2] > 0.7
                              for message in osc.messages(macros.socket.recv(65_536))
                              if message[0] == "/tactus/live/controller"):
                    pass
            swipe(stage)
            stage.wait(lambda stage: "all notes end" in stage.said("patch"))
            assert stage.end() == 0


def test_keys_are_learned_and_page_turners_act():
    with jackd() as graph:
        terminal = Terminal(graph, "--learn", "panic")
        try:
            terminal.wait("learning panic")
            terminal.press("\x1b[6~")
            terminal.wait("key page_down")
            assert terminal.child.wait(60) == 0
        finally:
            terminal.close()
        terminal = Terminal(graph, "pluck", "--no-take")
        try:
            terminal.wait("the patch is “Pluck”")
            terminal.press("\x1b[6~")
            terminal.wait("all notes end")
            terminal.press("+")
            terminal.wait("master level 2 dB")
            terminal.press("q")
            assert terminal.child.wait(60) == 0
        finally:
            terminal.close()


@pytest.mark.parametrize("when, reason", [
    ("on_level=next", "on_level needs a controller and a threshold"),
    ("on_entered_region=next", "needs a region"), ("on_pad_button:17=next", "numbers from 1 to 16"),
    ("on_tap:2=next", "on_tap has no number"), ("on_nothing=next", "there is no trigger"),
    ("on_tap=song", "song needs a number from 1 to 128"), ("on_tap=song:129", "song needs a number"),
    ("on_tap=next:2", "next takes no number"), ("on_tap=next:0", "next takes no number"),
    ("on_tap=song:", "song needs a number"), ("on_tap:=next", "on_tap has no number"), ("on_tap", "must be a trigger")])
def test_conditions_that_cannot_occur_are_refused(when, reason):
    code, text = run(TACTUS, "play", "--when", when)
    assert code == 64 and reason in text, text


@pytest.mark.parametrize("text, said", [
    ('{"version": 1, "bindings": [{"action": "next"}]}', ":1:29: error: bindings[0]: has no source"),
    ('{"version": 1,\n "bindings": [{"action": "nix", "cc": 1}]}',
     ":2:26: error: bindings[0].action: there is no action"),
    ('{"version": 1, "bindings": [{"action": "mute", "cc": 1}]}', "mute needs a number from 1 to 16"),
    ('{"version": 1, "bindings": [{"action": "next", "cc": 1, "note": 2}]}', 'there is already a "cc"'),
    ('{"version": 1, "bindings": [{"action": "next", "key": "zz"}]}', "the name of a key"),
    ('{"version": 1, "bindings": [{"action": "next", "gesture": "on_level"}]}', "on_level needs a controller"),
    ('{"version": 1, "bindings": [{"action": "next", "osc": "pedal"}]}', 'must be an address like "/pedal/1"'),
    ('{"version": 1, "bindings": [{"action": "next", "key": "z", "channel": 1}]}', "is only for"),
    ('{"version": 1, "bindings": [{"action": "next", "cc": 1, "light": {"cc": 1}}]}',
     "nothing that a light could show"),
    ('{"version": 1, "bindings": [{"action": "next", "cc": 1}, {"action": "next", "cc": 1, "channel": 2}]}',
     "is there twice"),
    ('[]', "the controls are a JSON object")])
def test_mistakes_have_a_line_and_a_column(tmp_path, text, said):
    folder = tmp_path / "tactus"
    folder.mkdir()
    (folder / "controls.json").write_text(text)
    code, printed = run(TACTUS, "controls", env={**os.environ, "XDG_CONFIG_HOME": str(tmp_path)})
    assert code == 1 and said in printed and "controls.json:" in printed, printed


def test_a_crash_keeps_the_mute_and_the_master_level():
    """A muted instrument and the master level are as they were after the session was killed."""
    with pipewire() as graph:  # a jackd stops for a while when a client is killed
        path, port = concert(graph), osc.free_port()
        with play(graph, path, "--remote", port) as stage, osc.Sender(port) as remote:
            remote.send(osc.message("/tactus/play/mute", 2, 1))
            remote.send(osc.message("/tactus/play/level", 64 / 127))
            stage.wait(lambda stage: "instrument 2 is muted" in stage.said("patch"))
            before = probe(graph, 3, ["midi 40000 903e64", "midi 80000 803e40"])
            stage.child.kill()
            stage.child.wait(60)
        with play(graph, path, "--resume") as stage:
            stage.wait(lambda stage: any("it goes on" in text for text in stage.said("patch")))
            after = probe(graph, 3, ["midi 40000 903e64", "midi 80000 803e40"])
        assert level(after[1], 50_000, 78_000) < 1e-5 < 0.005 < level(before[0], 50_000, 78_000)
        assert abs(level(after[0], 50_000, 78_000) / level(before[0], 50_000, 78_000) - 1) < 0.01
