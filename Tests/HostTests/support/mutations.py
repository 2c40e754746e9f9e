"""Mutates bytes in the manner of AFL: flipped bits, extreme numbers, blocks moved, duplicated or removed, pieces of
other inputs."""
import os
import struct
import time

EDGES = [0, 1, 0x0D, 0x0A, 0x20, 0x7F, 0x80, 0xFF]
NUMBERS = [0, 1, 127, 128, 255, 256, 32767, 32768, 65507, 65535, 65536, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF]


def mutated(data, corpus, source, words=()):
    """Returns an input after one to sixteen mutations.

    - corpus: other inputs, from which pieces are copied
    - words: tokens of the format, inserted now and then"""
    data = bytearray(data)
    for _ in range(1 << source.randrange(5)):
        kind = source.randrange(11 if words else 10)
        at = source.randrange(len(data) + 1)
        end = min(len(data), at + (1 << source.randrange(8)))
        if kind == 0 and at < len(data):
            data[at] ^= 1 << source.randrange(8)
        elif kind == 1 and at < len(data):
            data[at] = source.choice(EDGES)
        elif kind == 2 and at < len(data):
            data[at] = (data[at] + source.randrange(-35, 36)) & 255
        elif kind == 3:
            form = source.choice([">B", ">H", "<H", ">I", "<I"])
            size = struct.calcsize(form)
            number = source.choice(NUMBERS) & ((1 << 8 * size) - 1)
            data[at:at + size] = struct.pack(form, number)
        elif kind == 4:
            del data[at:end]
        elif kind == 5:
            data[at:at] = data[at:end] * source.choice([1, 1, 2, 30])
        elif kind == 6:
            data[at:end] = source.randbytes(end - at)
        elif kind == 7:
            data[at:at] = str(source.choice(NUMBERS)).encode()
        elif kind == 8:
            other = source.choice(corpus)
            cut = source.randrange(len(other) + 1)
            data[at:] = other[cut:]
        elif kind == 9:
            other = source.choice(corpus)
            cut = source.randrange(len(other) + 1)
            data[at:end] = other[cut:cut + end - at]
        elif words:
            data[at:at] = source.choice(words)
        del data[1 << 17:]
    return bytes(data)


def rounds(few, variable="FUZZ_SECONDS"):
    """Yields numbers from 0: `few` of them, or in a campaign as many as fit into FUZZ_SECONDS."""
    seconds = float(os.environ.get(variable, 0))
    end, number = time.monotonic() + seconds, 0
    while time.monotonic() < end if seconds else number < few:
        yield number
        number += 1
