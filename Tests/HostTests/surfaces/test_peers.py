"""Programs of other projects send through real sockets; `tactus listen` reads with the plugin's code and
prints the result.

`Tests/DialectsTests` tests the rules; this shows that other programs send what we expect."""
import subprocess
import sys
import time

import liblo
import pytest

import osc
from conftest import BUILD, ROOT, run, tool

PEERS = ROOT / ".build" / "peers"
sys.path.insert(0, str(PEERS))
TACTUS = ROOT / ".build" / "release" / "tactus"
LAST = 4242  # the touch behind all others


class Listener:
    """`tactus listen`, for use with `with`; afterwards `lines` is its output."""

    def __init__(self, folder, *options):
        assert TACTUS.exists(), "the command is not built: run `make test`"
        self.port, self.path, self.options = osc.free_port(), folder / "heard", options

    def __enter__(self):
        self.file = open(self.path, "w")
        self.process = subprocess.Popen(
            [TACTUS, "listen", "--port", str(self.port), "--events", "--bundle", BUILD / "tactus.lv2",
             "--profiles", "/none",
             *self.options], stdout=self.file, stderr=subprocess.PIPE, text=True)
        assert "listening" in self.process.stderr.readline()
        return self

    def until(self, text):
        """Waits until it has printed this."""
        for _ in range(600):
            if text in self.path.read_text():
                return
            time.sleep(0.1)
        pytest.fail(f"never said: {text}\n" + self.path.read_text())

    def __exit__(self, kind, *_):
        if kind is None:  # what was sent before a last touch has been printed before it
            with osc.Sender(self.port) as sender:
                sender.send(osc.touch("began", LAST, 0.5, 0.5))
            self.until(f"touch {LAST} began")
        self.process.terminate()
        self.process.wait(60)
        self.file.close()
        self.lines = self.path.read_text().splitlines()

    @property
    def events(self):
        """The events of touches and objects that an instance gets; the names of their sources come before."""
        told = [line[6:] for line in self.lines if line.startswith("    > ")]
        return [line for line in told if not line.startswith(("source's name", f"touch {LAST} "))]

    @property
    def refusals(self):
        return [line for line in self.lines if line.startswith("    refused:")]


def test_python_osc_sends_pdparty_and_tuio(tmp_path):
    from pythonosc import osc_bundle_builder, osc_message_builder, udp_client
    with Listener(tmp_path) as listener:
        client = udp_client.SimpleUDPClient("127.0.0.1", listener.port)
        client.send_message("/pdparty/touch", ["down", 0, 0.25, 0.25])
        client.send_message("/pdparty/touch", ["up", 0, 0.25, 0.25])

        def message(*arguments):
            builder = osc_message_builder.OscMessageBuilder(address="/tuio/2Dobj")
            for argument in arguments:
                builder.add_arg(argument)
            return builder.build()

        bundle = osc_bundle_builder.OscBundleBuilder(osc_bundle_builder.IMMEDIATELY)
        for each in (("source", "test@peer"), ("alive", 3),
                     ("set", 3, 12, 0.25, 0.25, 1.5707964, 0.0, 0.0, 0.0, 0.0, 0.0), ("fseq", 1)):
            bundle.add_content(message(*each))
        client.send(bundle.build())
    assert listener.events == ["touch 0 began: x 0.25 y 0.75", "touch 0 ended: x 0.25 y 0.75",
                               "token 3: x 0.25 y 0.75 angle 0.75 class 12"]
    assert not listener.refusals


@pytest.mark.parametrize("mode", ["1.0", "1.1"])
def test_python_osc_over_tcp_in_both_framings(tmp_path, mode):
    from pythonosc import tcp_client
    with Listener(tmp_path) as listener:
        client = tcp_client.SimpleTCPClient("127.0.0.1", listener.port, mode=mode)
        client.send_message("/tactus/touch", ["began", 1, 0.25, 0.5])
        listener.until("touch 1 began")
        client.socket.close()
        listener.until("touch 1 ended")
    assert listener.events == ["touch 1 began: x 0.25 y 0.5",
                               "touch 1 ended: x 0.25 y 0.5"], "closing ends it"
    assert not listener.refusals


def test_liblo_sends_tuio_2(tmp_path):
    with Listener(tmp_path) as listener:
        address = liblo.Address("127.0.0.1", listener.port)
        for frame, press in ((1, 0.5), (2, -0.5)):
            liblo.send(address, liblo.Bundle(
                liblo.Message("/tuio2/frm", ("i", frame), ("t", liblo.time()), ("i", 1920 << 16 | 1080),
                              ("s", "t:0@x")),
                liblo.Message("/tuio2/ptr", ("i", 5), ("i", 0x20005), ("i", 0), *(("f", value) for value in (
                    0.25, 0.25, 1.5707964, 0, 0.1, press))),
                liblo.Message("/tuio2/alv", ("i", 5))))
    assert listener.events == ["touch 5 began: x 0.25 y 0.75 pressure 0.5 radius 0.08",
                               "touch 5 ended: x 0.25 y 0.75"]
    assert any("of user 2, type 5" in line for line in listener.lines) and not listener.refusals


def test_oscsend_sends_a_socket_a_message(tmp_path):
    with Listener(tmp_path) as listener:
        for word, x in (("down", "0.25"), ("xy", "0.5"), ("up", "0.5")):
            run("oscsend", "127.0.0.1", listener.port, "/pdparty/touch", "siff", word, "0", x, "0.25")
        run("oscsend", "127.0.0.1", listener.port, "/1/multixy1/2", "ff", "0.25", "0.75")
        run("oscsend", "127.0.0.1", listener.port, "/no/such/thing", "f", "1")
    assert listener.events == ["touch 0 began: x 0.25 y 0.75", "touch 0 moved: x 0.5 y 0.75",
                               "touch 0 ended: x 0.5 y 0.75", "touch 1 began: x 0.25 y 0.75"]
    assert listener.refusals == ["    refused: unknown_address"]


def test_python_tuio_sends_cursors_objects_and_blobs(tmp_path):
    """It puts three profiles into one bundle and numbers the frames of only one of them."""
    from pythontuio import Blob, Cursor, Object, TuioServer
    with Listener(tmp_path) as listener:
        server = TuioServer("127.0.0.1", listener.port)
        cursor, thing, blob = Cursor(7), Object(8), Blob(9)
        cursor.position, thing.position, blob.position = (0.25, 0.25), (0.5, 0.25), (0.75, 0.25)
        thing.angle, blob.dimension = 1.5707964, (0.1, 0.1)
        server.cursors.append(cursor)
        server.objects.append(thing)
        server.blobs.append(blob)
        server.send_bundle()
        server.cursors.clear()
        server.objects.clear()
        server.blobs.clear()
        server.send_bundle()
    events = sorted(listener.events)
    assert "touch 7 began: x 0.25 y 0.75" in events and "touch 7 ended: x 0.25 y 0.75" in events
    assert any(line.startswith("token 8: x 0.5 y 0.75 angle 0.75")
               for line in events) and "token 8 lifted" in events
    assert any(line.startswith("touch 9 began: x 0.75 y 0.75") for line in events), events
    assert "touch 9 ended: x 0.75 y 0.75" in events and not listener.refusals


def test_easytuio_reads_what_we_read(tmp_path):
    """EasyTUIO only receives, so it and our reader get the same bytes."""
    from easytuio.messages import TUIOParser
    frame = bytes.fromhex(
        "2362756e646c650000000000000000010000001c2f7475696f2f3244637572002c737300736f757263650000744078000000"
        "001c"
        "2f7475696f2f3244637572002c736900616c69766500000000000007000000342f7475696f2f3244637572002c7369666666"
        "666600000000"
        "73657400000000073e8000003f0000000000000000000000000000000000001c2f7475696f2f3244637572002c7369006673"
        "657100000000"
        "00000001")
    assert len(frame) == 168
    (kind, cursor), = TUIOParser().parse_tuio_message(frame)
    with Listener(tmp_path) as listener, osc.Sender(listener.port) as sender:
        sender.send(frame)
    assert kind == "2Dcur"
    assert listener.events == [f"touch {cursor.session_id} began: x {cursor.x} y {1 - cursor.y}"]


def test_pure_data_plays_pdparty(tmp_path):
    tool("pd")
    with Listener(tmp_path) as listener:
        pd = subprocess.Popen(["pd", "-nogui", "-nosound", "-noprefs", "-nrt", "-stderr", "-send",
                               f"port {listener.port}; start bang",
                               ROOT / "Tests" / "HostTests" / "surfaces" / "pd" / "sender.pd"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        listener.until("> touch 0 ended")  # the last that the patch sends
        pd.terminate()
        pd.wait(60)
    assert listener.events == ["acceleration: x 0 y 0.5 z -1", "touch 0 began: x 0.25 y 0.75",
                               "touch 0 moved: x 0.5 y 0.75",
                               "touch 0 ended: x 0.5 y 0.75"]
    assert any("/pdparty/key/65 1.0" in line for line in listener.lines) and not listener.refusals
