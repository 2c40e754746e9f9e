"""The share text of patches, read by another program: PackedText of Sources/Text and PatchShare of
Sources/Patches as their comments describe them, written anew. Only the dictionary's example is taken from
the source."""
import base64
import math
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
ORDERS = (1, 2, 3, 4, 6, 8)
LOGISTIC = [min(4095, max(1, round(4096 / (1 + math.exp(-(place - 16) / 2))))) for place in range(33)]
WORD = (1 << 32) - 1


def squash(value):
    place = max(-2047, min(2047, value)) + 2048
    index, part = place >> 7, place & 127
    return (LOGISTIC[index] * (128 - part) + LOGISTIC[index + 1] * part + 64) >> 7


def inverse():
    """For each probability the least place on the curve that is not below it."""
    places, place = [], -2047
    for probability in range(4096):
        while place < 2047 and squash(place) < probability:
            place += 1
        places.append(place)
    return places


STRETCH = inverse()


class Model:
    """The probability of the next bit."""

    def __init__(self):
        self.slots = [{} for _ in ORDERS]
        self.weights = [[19660] * len(ORDERS) for _ in range(len(ORDERS) + 1)]
        self.text, self.node, self.hashes = b"", 1, [0] * len(ORDERS)

    def predict(self):
        self.found = []
        for slots, value in zip(self.slots, self.hashes):
            place = (value + self.node * 0x9E3779B1) & WORD
            place ^= place >> 15
            self.found.append(slots.setdefault((place * 0x85EBCA6B & WORD) >> 13, [32768, 0]))
        self.inputs = [STRETCH[probability >> 4] for probability, _ in self.found]
        self.row = self.weights[sum(count > 0 for _, count in self.found)]
        self.chance = squash(sum(map(int.__mul__, self.inputs, self.row)) >> 16)
        return self.chance

    def learn(self, bit):
        error = ((bit << 12) - self.chance) * 14
        for index, value in enumerate(self.inputs):
            self.row[index] += (value * error + 0x8000) >> 16
        for slot in self.found:
            way = 65535 * bit - slot[0]
            step = 2 * abs(way) // (2 * slot[1] + 3)
            slot[0] += step if way > 0 else -step
            slot[1] = min(slot[1] + 1, 30)
        self.node = self.node << 1 | bit
        if self.node < 256:
            return
        self.text += bytes([self.node & 255])
        self.node = 1
        for index, order in enumerate(ORDERS):
            value = order
            for byte in self.text[-order:]:
                value = (value + byte + 1) * 0x2F0B4C47 & WORD
                value ^= value >> 15
            self.hashes[index] = value


def dictionary():
    symbols = [line.split()[1] for name, count in (("controllers", 330), ("parameters", 175))
               for line in (ROOT / "Tests" / "Golden" / f"{name}.txt").read_text().splitlines()[:count]]
    source = (ROOT / "Sources" / "Patches" / "PatchShare.swift").read_text()
    [example] = re.findall(r'example: StaticString \{\n    """\n(.*?)    """\n', source, re.S)
    lines = [line[4:] for line in example.splitlines()]
    return (" ".join(symbols) + " " + "\n".join(lines)).encode()


def unpack(text):
    """The JSON in a share text."""
    assert text.startswith("tp1.")
    raw = base64.urlsafe_b64decode(text[4:] + "=" * (-len(text[4:]) % 4))
    count = shift = at = 0
    while True:
        count |= (raw[at] & 127) << shift
        shift, at = shift + 7, at + 1
        if raw[at - 1] < 128:
            break
    check, at = int.from_bytes(raw[at:at + 3], "little"), at + 3
    model = Model()
    for byte in dictionary():
        for place in range(7, -1, -1):
            model.predict()
            model.learn(byte >> place & 1)
    low, high, code = 0, WORD, int.from_bytes((raw[at:] + bytes(4))[:4], "big")
    at += 4
    text = bytearray()
    while len(text) < count:
        byte = 0
        for _ in range(8):
            middle = low + (high - low >> 12) * model.predict()
            bit = int(code <= middle)
            low, high = (low, middle) if bit else (middle + 1, high)
            while low >> 24 == high >> 24:
                low, high = low << 8 & WORD, (high << 8 & WORD) | 255
                code = (code << 8 & WORD) | (raw[at] if at < len(raw) else 0)
                at += 1
            model.learn(bit)
            byte = byte << 1 | bit
        text.append(byte)
    value = 2166136261
    for byte in text:
        value = (value ^ byte) * 16777619 & WORD
    assert value & 0xFFFFFF == check, "damaged"
    return bytes(text)
