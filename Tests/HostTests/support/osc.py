"""OSC messages as bytes, and a socket to send and receive them: only what the tests need."""
import socket
import struct


def _text(word):
    raw = word.encode() + b"\0"
    return raw + b"\0" * (-len(raw) % 4)


def message(address, *arguments):
    """Arguments are str, int or float."""
    tags, body = ",", b""
    for argument in arguments:
        if isinstance(argument, str):
            tags, body = tags + "s", body + _text(argument)
        elif isinstance(argument, int):
            tags, body = tags + "i", body + struct.pack(">i", argument)
        else:
            tags, body = tags + "f", body + struct.pack(">f", argument)
    return _text(address) + _text(tags) + body


def messages(packet):
    """The messages of a packet, with bundles flattened, as lists of the address and the arguments."""
    if packet.startswith(b"#bundle\0"):
        found, at = [], 16
        while at < len(packet):
            size = struct.unpack_from(">i", packet, at)[0]
            found += messages(packet[at + 4:at + 4 + size])
            at += 4 + size
        return found
    at, words = 0, []

    def text():
        nonlocal at
        end = packet.index(b"\0", at)
        word, at = packet[at:end].decode(), end + 4 - end % 4
        return word

    address, tags = text(), text()[1:]
    for tag in tags:
        if tag == "s":
            words.append(text())
        else:
            kind = {"i": ">i", "f": ">f", "h": ">q"}[tag]
            words.append(struct.unpack_from(kind, packet, at)[0])
            at += struct.calcsize(kind)
    return [[address, *words]]


def touch(word, identifier, *numbers):
    return message("/tactus/touch", word, identifier, *map(float, numbers))


def free_port():
    """A UDP port that is free now."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Sender:
    def __init__(self, port):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.settimeout(2)
        self.to = ("127.0.0.1", port)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, packet):
        self.socket.sendto(packet, self.to)

    def ask(self, packet):
        self.send(packet)
        return self.socket.recv(65536)
