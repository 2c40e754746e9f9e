"""Reads JSON texts and decimal numbers with Python and compares what Tactus made of them.

A line of the file named on the command line is a letter, a text and an answer, with tabs between them:
`j`, a JSON text in hexadecimal, its value as `canonical` writes it or `refused`;
`d`, a decimal number, the 16 hexadecimal digits of its double or `refused`;
`w`, the 16 hexadecimal digits of a double, the decimal number that was written for it.
"""
import json
import struct
import sys

TEXT_LIMIT, DEPTH_LIMIT = 1 << 20, 32


class Refused(Exception):
    """What Python's reader accepts and RFC 8259, or Tactus, does not."""


def bits(number):
    return struct.pack(">d", number).hex()


def refuse(_):
    raise Refused


def integer(text):
    if len(text) > 20 or not -(1 << 63) <= int(text) < 1 << 63:
        raise Refused
    return int(text)


def real(text):
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise Refused
    return number


def members(pairs):
    if len({key for key, _ in pairs}) < len(pairs):
        raise Refused
    return dict(pairs)


def text_bytes(text):
    if "\0" in text:
        raise Refused
    # Halves of surrogate pairs are an error here.
    return text.encode("utf-8").hex()


def canonical(value, depth=0):
    if isinstance(value, (dict, list)) and depth == DEPTH_LIMIT:
        raise Refused
    if value is None:
        return "n"
    if isinstance(value, bool):
        return "t" if value else "f"
    if isinstance(value, int):
        return f"i{value}"
    if isinstance(value, float):
        return f"r{bits(value)}"
    if isinstance(value, str):
        return "s" + text_bytes(value)
    if isinstance(value, list):
        return "[" + "".join(canonical(each, depth + 1) + "," for each in value) + "]"
    return "{" + "".join(
        text_bytes(key) + ":" + canonical(each, depth + 1) + "," for key, each in value.items()) + "}"


def read(text):
    if len(text) > TEXT_LIMIT:
        return "refused"
    try:
        value = json.loads(
            text.decode("utf-8"), parse_constant=refuse, parse_int=integer, parse_float=real,
            object_pairs_hook=members)
        return canonical(value) if isinstance(value, (dict, list)) else "refused"
    except (Refused, ValueError, RecursionError):
        return "refused"


def digits(number):
    """The digits that count of a decimal number."""
    return number.lower().split("e")[0].replace("-", "").replace(".", "").strip("0")


def expected(kind, text, answer):
    if kind == "j":
        return read(bytes.fromhex(text))
    if kind == "d":
        number = float(text)
        return "refused" if number in (float("inf"), float("-inf")) else bits(number)
    # Any form of the number, but no more digits than necessary, and the nearest of them.
    number = struct.unpack(">d", bytes.fromhex(text))[0]
    is_same = bits(float(answer)) == text and digits(answer) == digits(repr(number))
    return answer if is_same else repr(number)


def main():
    faults, counts = 0, {}
    for line in open(sys.argv[1], encoding="ascii"):
        kind, text, answer = line.rstrip("\n").split("\t")
        wanted = expected(kind, text, answer)
        word = kind + (" refused" if wanted == "refused" else " read")
        counts[word] = counts.get(word, 0) + 1
        if wanted != answer:
            faults += 1
            if faults <= 10:
                shown = bytes.fromhex(text) if kind == "j" else text
                print(f"{shown!r}\n  Python: {wanted}\n  Tactus: {answer}", file=sys.stderr)
    print("json_oracle.py:", ", ".join(f"{count} {word}" for word, count in sorted(counts.items())),
          f"{faults} differ")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
