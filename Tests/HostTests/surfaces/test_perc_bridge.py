"""docs/perc_bridge.py with a peripheral of the test's own: what the bridge says, and that it goes on."""
import asyncio
import importlib.util
import struct

from conftest import ROOT

SPEC = importlib.util.spec_from_file_location("perc_bridge", ROOT / "docs" / "perc_bridge.py")
bridge = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(bridge)


def decoded(packet):
    """Address and arguments of a message of a text and a number, by the rules of OSC 1.0."""
    assert len(packet) % 4 == 0
    address, rest = packet.split(b"\0", 1)
    rest = packet[(len(address) // 4 + 1) * 4:]
    assert rest[:4] == b",si\0"
    name = rest[4:].split(b"\0", 1)[0]
    return address.decode(), name.decode(), struct.unpack(">i", packet[-4:])[0]


def padded(words):
    words = words.encode() + b"\0"
    return words + b"\0" * (-len(words) % 4)


def packet(address, *arguments):
    """A message of texts and numbers, by the rules of OSC 1.0."""
    kinds = "," + "".join("s" if isinstance(each, str) else "f" for each in arguments)
    return padded(address) + padded(kinds) + b"".join(
        padded(each) if isinstance(each, str) else struct.pack(">f", each) for each in arguments)


def bundle(messages):
    return padded("#bundle") + struct.pack(">q", 1) + b"".join(
        struct.pack(">i", len(each)) + each for each in messages)


class Peripheral:
    """A client that reports field and light, and then is gone; the second time it fails at once."""
    made, written = 0, []

    def __init__(self, name):
        Peripheral.made += 1
        self.fails, self.looks = Peripheral.made > 1, 0

    async def __aenter__(self):
        if self.fails:
            raise OSError("out of reach")
        return self

    async def __aexit__(self, *_):
        return False

    async def start_notify(self, characteristic, heard):
        assert characteristic == bridge.CHARACTERISTIC
        for data in (b"\1\0", b"\1\0", b"\1\1", b"\0\1"):
            heard(None, data)

    async def write_gatt_char(self, characteristic, data, response):
        assert characteristic == bridge.CHARACTERISTIC and not response
        Peripheral.written.append(data)

    @property
    def is_connected(self):
        self.looks += 1
        if self.looks == 3:
            Peripheral.values.hear(*Peripheral.later)
        return self.looks <= 20  # of 50 ms


def test_the_bridge_says_what_the_object_feels(monkeypatch):
    sent, pauses = [], []

    async def pause(seconds):
        pauses.append(seconds)
        if pauses.count(1) == 2:
            raise KeyboardInterrupt

    answers = []
    Peripheral.values = values = bridge.Values()
    Peripheral.later = bundle([packet("/tactus/tangible/send", "a4:01", "token_1_turns", 0.5),
                               packet("/tactus/tangible/send", "a4:02", "token_1_turns", 9.0),
                               packet("/tactus/answer/subscribe", "0123")]), answers.append
    # What came before the radio was heard is not lost; of each name the newest value counts.
    values.hear(packet("/tactus/tangible/send", "a4:01", "on_bar", 1.0), answers.append)
    values.hear(packet("/tactus/tangible/send", "a4:01", "on_bar", 0.0), answers.append)
    for wrong in b"", b"/tactus", b"#bundle\0", packet("/tactus/tangible/send", "a4:01"), b"\xff" * 40:
        values.hear(wrong, answers.append)
    monkeypatch.setattr(bridge.asyncio, "sleep", pause)
    try:
        asyncio.run(bridge.follow(Peripheral, "a4:01", lambda packet: sent.append(decoded(packet)),
                                  values))
    except KeyboardInterrupt:
        pass
    near, field, light = (f"/tactus/tangible/{word}" for word in ("near", "field", "light"))
    assert sent == [(address, "a4:01", value) for address, value in [
        (near, 1), (field, 1), (light, 0), (light, 1), (field, 0), (near, 1),
        (near, 1), (near, 0), (near, 0)]]
    assert max(pauses[:20]) < 1  # well below the 2 s after which a radio is lost
    assert Peripheral.written == [b"on_bar 0\n", b"token_1_turns 0.5\n"]
    assert answers == [packet("/tactus/subscribe/confirm", "0123")]
