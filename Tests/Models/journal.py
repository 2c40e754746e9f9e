"""A reader of the journals of `tactus play`, written from docs/journal.md alone."""
import struct
import zlib

HEAD = struct.Struct("<8sII")
RECORD = struct.Struct("<III")
SETTINGS = {1: "level", 2: "mute", 3: "master", 4: "tempo", 5: "bar", 6: "rolling"}


def records(data):
    """The whole records of a journal, each a list of (kind, body), and where each ends."""
    if len(data) < HEAD.size:
        return [], []
    magic, version, check = HEAD.unpack_from(data)
    if magic != b"TACTUSJ\n" or check != zlib.crc32(data[:12]) or version != 1:
        return [], []
    found, ends, at = [], [], HEAD.size
    while at + RECORD.size <= len(data):
        size, number, check = RECORD.unpack_from(data, at)
        content = data[at + RECORD.size:at + RECORD.size + size]
        if not size or len(content) < size or number != len(found) \
                or check != zlib.crc32(data[at:at + 8] + content):
            break
        at += RECORD.size + size
        entries, place = [], 0
        while place < size:
            kind, length = struct.unpack_from("<BI", content, place)
            entries.append((kind, content[place + 5:place + 5 + length]))
            place += 5 + length
        found.append(entries)
        ends.append(at)
    return found, ends


class Body:
    """The fields of an entry, one behind the other."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def number(self, form):
        value, = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return value

    def text(self):
        size = self.number("I")
        self.at += size
        return self.data[self.at - size:self.at].decode()

    def pairs(self):
        return [(self.text(), self.text()) for _ in range(self.number("I"))]


def session(data):
    """What a journal says of its session."""
    now = {"program": [], "states": {}, "settings": {}, "connections": [], "recording": None, "ended": False,
           "title": None, "number": 0, "edits": 0}
    for record in records(data)[0]:
        begins = any(kind == 2 for kind, _ in record)
        for kind, data in record:
            body = Body(data)
            if kind == 1:
                now["began"], now["program"] = body.number("d"), body.pairs()
            elif kind == 2:
                now["number"], now["count"], count, now["edits"] = (body.number("I") for _ in range(4))
                now["title"] = body.text()
                now["states"] = {place: text for place, text in now["states"].items() if place < count}
            elif kind == 3:
                place = body.number("H")
                now["states"][place] = body.text()
                now["edits"] += not begins
            elif kind == 4:
                setting, place = SETTINGS[body.number("B")], body.number("H")
                now["settings"][setting, place] = body.number("d")
            elif kind == 5:
                now["connections"] = body.pairs()
            elif kind == 6:
                now["recording"] = (body.text(), body.text())
            elif kind == 7:
                now["recording"] = None
            elif kind == 8:
                now["ended"] = True
    return now


def take(data):
    """The records of a take in its journal, each (frame, kind, body), as docs/osc.md describes them."""
    stream = b"".join(body[4:] for record in records(data)[0] for kind, body in record if kind == 9)
    found, at = [], 0
    while at + 16 <= len(stream):
        size, kind, frame = struct.unpack_from("<IIq", stream, at)
        if at + 8 + size > len(stream):
            break
        found.append((frame, kind, stream[at + 16:at + 8 + size]))
        at += 8 + size
    return found
