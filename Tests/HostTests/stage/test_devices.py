"""Touch screens and game controllers that `tactus play` reads by itself. The kernel's events come
through pipes, which input_devices.so makes devices of; their codes are those of linux/input-event-codes.h."""
import contextlib
import os
import struct

import osc
from conftest import HOST
from graph import Graph, jackd
from stage import play

EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
MT_SLOT, MT_X, MT_Y, MT_ID, MT_PRESSURE = 0x2F, 0x35, 0x36, 0x39, 0x3A
SCREEN = ["name Glass of the test", "prop 1", f"abs {MT_SLOT} 0 9 0 0", f"abs {MT_X} 0 4095 0 0",
          f"abs {MT_Y} 0 4095 0 0", f"abs {MT_PRESSURE} 0 255 0 0", f"abs {MT_ID} 0 65535 0 0"]
PEN = ["name Tablet of the test", "prop 0", "key 0x140", "key 0x14a", "abs 0 0 20000 0 0", "abs 1 0 10000 0 0",
       "abs 0x18 0 2047 0 0", "abs 0x1a -64 63 0 0", "abs 0x1b -64 63 0 0"]
PAD = ["name Pad of the test", "key 0x130", "key 0x13b",
       "abs 0 -32768 32767 128 0", "abs 1 -32768 32767 128 0", "abs 2 0 255 0 0",
       "abs 3 -32768 32767 128 0", "abs 4 -32768 32767 128 0", "abs 5 0 255 0 0",
       "abs 16 -1 1 0 0", "abs 17 -1 1 0 0"]


class Device:
    """A device that is plugged in while this exists."""

    def __init__(self, folder, number, lines):
        self.path = folder / f"event{number}"
        (folder / f"about.event{number}").write_text("\n".join(lines) + "\n")
        hidden = folder / f"coming{number}"
        os.mkfifo(hidden)
        self.pipe = os.open(hidden, os.O_RDWR)  # it keeps what is written until it is read
        hidden.rename(self.path)

    def send(self, *events):
        """Events (type, code, value), and the end of their report."""
        for kind, code, value in (*events, (EV_SYN, 0, 0)):
            os.write(self.pipe, struct.pack("llHHi", 0, 0, kind, code, value))

    def unplug(self):
        self.path.unlink()
        os.close(self.pipe)


@contextlib.contextmanager
def session(*words):
    """A session that finds its devices in a folder, and a listener to what it plays."""
    with jackd() as graph:
        folder = graph.folder / "input"
        folder.mkdir()
        environment = {**graph.environment, "LD_PRELOAD": str(HOST / "input_devices.so")}
        wrapped = Graph(graph.folder, environment, [])
        with play(wrapped, "first_touch", "--device-folder", folder, *words) as stage:
            with osc.Sender(stage.port) as listener:
                yield stage, folder, listener


def wait_for(stage, listener, true):
    """Collects news of the instrument until `true` of all of it."""
    found = []
    listener.socket.setblocking(False)

    def is_there(_):
        with contextlib.suppress(BlockingIOError):
            while True:
                found.extend(osc.messages(listener.socket.recv(65536)))
        return true(found)
    stage.wait(is_there)
    return found


def test_fingers_of_a_touch_screen_play_and_a_screen_that_goes_lets_go():
    with session("--devices", "all") as (stage, folder, listener):
        listener.send(osc.message("/tactus/subscribe", "touches"))
        screen = Device(folder, 3, SCREEN)  # it comes later
        stage.wait(lambda stage: "Glass of the test is a touch screen" in stage.said("connected"))
        assert (folder / "taken.event3").exists(), "other programs must not hear it"
        screen.send((EV_ABS, MT_SLOT, 0), (EV_ABS, MT_ID, 45), (EV_ABS, MT_X, 1024), (EV_ABS, MT_Y, 1024),
                    (EV_ABS, MT_PRESSURE, 51), (EV_ABS, MT_SLOT, 1), (EV_ABS, MT_ID, 46),
                    (EV_ABS, MT_X, 4095), (EV_ABS, MT_Y, 4095))
        news = wait_for(stage, listener, lambda all: len(
            {message[2] for message in all if message[0] == "/tactus/live/touch"}) == 2)
        live = {message[2]: message[3:] for message in news if message[0] == "/tactus/live/touch"}
        stage.wait(lambda stage: stage.figures()[-1]["touches"] == 2)
        screen.send((EV_ABS, MT_SLOT, 0), (EV_ABS, MT_ID, -1))
        stage.wait(lambda stage: stage.figures()[-1]["touches"] == 1)
        screen.unplug()
        stage.wait(lambda stage: "Glass of the test has gone" in stage.said("connected"))
        stage.wait(lambda stage: stage.figures()[-1]["touches"] == 0)
    assert abs(live[0][0] - 1024 / 4095) < 1e-6 and abs(live[0][1] - (1 - 1024 / 4095)) < 1e-6
    assert abs(live[0][2] - 51 / 255) < 1e-6
    assert live[1][:2] == [1, 0]


def test_a_pen_presses_and_leans_and_a_finger_has_a_size():
    with session("--devices", "all") as (stage, folder, listener):
        listener.send(osc.message("/tactus/subscribe", "touches", "touch_aspect", "touch_orientation"))
        tablet = Device(folder, 1, PEN)
        stage.wait(lambda stage: "Tablet of the test is a pen" in stage.said("connected"))
        tablet.send((EV_KEY, 0x140, 1), (EV_ABS, 0, 5000), (EV_ABS, 1, 2500))  # it hovers
        tablet.send((EV_KEY, 0x14A, 1), (EV_ABS, 0x18, 1024), (EV_ABS, 0x1A, 60), (EV_ABS, 0x1B, 0))

        def values(all):
            found = {message[1]: message[-1] for message in all if message[0] == "/tactus/live/controller"}
            touches = [message[3:] for message in all if message[0] == "/tactus/live/touch"]
            return found, touches[-1] if touches else None
        news = wait_for(stage, listener, lambda all: abs(values(all)[0].get("touch_aspect", 1) - 0.5) < 1e-3
                        and values(all)[1] is not None)
        x, y, pressure = values(news)[1][:3]
        assert abs(x - 0.25) < 1e-6 and abs(y - 0.75) < 1e-6 and abs(pressure - 1024 / 2047) < 1e-6
        tablet.send((EV_KEY, 0x14A, 0))
        stage.wait(lambda stage: stage.figures()[-1]["touches"] == 0)


def test_two_game_controllers_are_told_apart_and_let_go():
    def take():
        with session("--when", "on_pad_button:16=record", "--no-take", "--devices", "controllers") as (
                stage, folder, listener):
            listener.send(osc.message("/tactus/subscribe", "pad_axis_1", "pad_axis_2", "pad_button_6"))
            Device(folder, 0, SCREEN)  # is left to the windows
            one, two = Device(folder, 1, PAD), Device(folder, 2, PAD)
            stage.wait(lambda stage: "Pad of the test is game controller 2" in stage.said("connected"))
            two.send((EV_ABS, 0, 32767), (EV_ABS, 1, -32768), (EV_ABS, 2, 255))

            def values(all):
                return {message[1]: message[2] for message in all if message[0] == "/tactus/live/controller"}
            held = wait_for(stage, listener, lambda all: abs(values(all).get("pad_button_6", 0) - 1) < 1e-6
                            and abs(values(all).get("pad_axis_2", 0) - 1) < 1e-6)
            two.unplug()
            gone = wait_for(stage, listener, lambda all: values(all).get("pad_axis_1") == 0)
            one.send((EV_KEY, 0x13B, 1))  # its start button records
            stage.wait(lambda stage: any("recording" in text for text in stage.said("recording")))
            one.send((EV_KEY, 0x13B, 0))
            one.send((EV_KEY, 0x13B, 1))
            stage.wait(lambda stage: any("frames" in text for text in stage.said("recording")))
            assert not (folder / "taken.event0").exists()
            return values(held), values(gone)
    held, gone = take()
    assert abs(held["pad_axis_1"] - 1) < 1e-6
    assert gone["pad_axis_1"] == 0
