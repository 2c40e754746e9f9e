"""Reads live frames as docs/live-frame.md describes them, and says hello: a second reader, of its own."""
import pathlib
import struct

GOLDEN = pathlib.Path(__file__).resolve().parents[2] / "Golden"
HELLO, FRAME = "urn:tactus:vocabulary#Hello", "urn:tactus:vocabulary#LiveFrame"
(TOUCHES, CONTROLLERS, PARAMETERS, ROUTES, VOICES, GRID, LEVELS, NAMED, BODIES, ACTIONS,
 SOLIDS, OUTPUT) = range(1, 13)


def numbers(name):
    """The raw values of symbols, from the pinned lists."""
    lines = [line.split() for line in (GOLDEN / f"{name}.txt").read_text().splitlines()]
    return {symbol: int(number) for number, symbol in lines}


CONTROLLER, PARAMETER = numbers("controllers"), numbers("parameters")


def hello(*sections, source=7, stays=True, named=()):
    mask = sum(1 << section for section in sections)
    controllers = [CONTROLLER[symbol] + 1 for symbol in named]
    return struct.pack("<12I", 1, source, stays, mask, *(controllers + [0] * (8 - len(controllers))))


ELEMENTS = {TOUCHES: "<iIi4fHHI", CONTROLLERS: "<f", PARAMETERS: "<f", ROUTES: "<3f", VOICES: "<i2f",
            GRID: "<2iI2f", LEVELS: "<2f", NAMED: "<8f", BODIES: "<4f", ACTIONS: "<i3f",
            SOLIDS: "<i6f", OUTPUT: "<I"}


def read(body):
    """A frame as a dictionary: the head's values by name, and the elements of each section by its number."""
    assert body[:4] == b"TLF\x01" and len(body) % 4 == 0 and len(body) <= 4 * (1184 + 1027)
    (words, mask, sequence, clock, frame, position, tempo, speed, rate, revision, left_out,
     last) = struct.unpack("<3I2qd3f3I", body[4:64])
    assert words * 4 == len(body) and last in (0, 1)
    found = dict(mask=mask, sequence=sequence, clock=clock, frame=frame, position=position, tempo=tempo,
                 speed=speed, rate=rate, revision=revision, left_out=left_out, own_clock=last)
    at = 64
    while at < len(body):
        head, = struct.unpack_from("<I", body, at)
        section, stride, count = head & 255, 4 * (head >> 8 & 255), head >> 16
        form = ELEMENTS[section]
        assert stride == struct.calcsize(form) and section not in found
        found[section] = [struct.unpack_from(form, body, at + 4 + index * stride) for index in range(count)]
        at += 4 + count * stride
    assert at == len(body) and sum(1 << key for key in found if isinstance(key, int)) == mask
    return found


def frames(plugin):
    """The live frames that the plugin sent in the last block."""
    return [read(body) for _, body in plugin.sent() if body[:4] == b"TLF\x01"]
