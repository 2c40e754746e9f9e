"""Scala scales and keyboard mappings from their descriptions (huygens-fokker.org/scala), in exact fractions
and Python's own numbers. Reads lines of JSON, {"scl", "kbm", "pitches", "silent", "error"}, with the answers
of Tactus; the exit code is an error if one is wrong. `error` is null, or the text and the line of the
fault."""
import json
import math
import re
import sys
from fractions import Fraction


class Wrong(Exception):
    pass


def lines(text):
    """Number and text of each line that is not a comment; the end of the text does not begin a line."""
    parts = re.split(r"\r\n|\r|\n", text)
    if parts and parts[-1] == "":
        parts.pop()
    return [(number, part) for number, part in enumerate(parts, 1) if not part.startswith("!")], len(parts)


def first_word(line):
    """The first word; blanks around a fraction line or before a decimal point do not end it."""
    line = re.sub(r"[ \t]+(?=\.[0-9])", "", re.sub(r"[ \t]*/[ \t]*", "/", line))
    found = re.match(r"[ \t]*([^ \t]*)", line)
    return found[1]


def scale(text):
    rows, last = lines(text)
    if not rows:
        raise Wrong("scl", last)
    if len(rows) < 2:
        raise Wrong("scl", last)
    number, line = rows[1]
    if not re.fullmatch(r"\d{1,9}", first_word(line)) or not 1 <= int(first_word(line)) <= 1024:
        raise Wrong("scl", number)
    count, cents = int(first_word(line)), []
    for number, line in rows[2:2 + count]:
        word = first_word(line)
        if re.fullmatch(r"[+-]?(\d+\.\d*|\.\d+)", word):
            value = float(word)
        elif re.fullmatch(r"\+?\d+(/\+?\d+)?", word):
            parts = [int(part) for part in word.split("/")]
            if 0 in parts:
                raise Wrong("scl", number)
            ratio = Fraction(parts[0], parts[1] if len(parts) == 2 else 1)
            value = 1200 * (math.log2(ratio.numerator) - math.log2(ratio.denominator))
        else:
            raise Wrong("scl", number)
        if abs(value) > 120_000:
            raise Wrong("scl", number)
        cents.append(value)
    if len(cents) < count:
        raise Wrong("scl", last)
    if cents[-1] <= 0:
        raise Wrong("scl", rows[1 + count][0])
    return cents


def mapping(text):
    rows, last = lines(text)
    rows = iter(rows)

    def value(pattern, low, high):
        try:
            number, line = next(rows)
        except StopIteration:
            raise Wrong("kbm", last) from None
        word = first_word(line)
        if not re.fullmatch(pattern, word) or not low <= float(word) <= high:
            raise Wrong("kbm", number)
        return float(word) if "." in pattern else int(word), number

    whole = r"\d{1,9}"
    size = value(whole, 0, 128)[0]
    first = value(whole, 0, 127)[0]
    end, number = value(whole, 0, 127)
    if end < first:
        raise Wrong("kbm", number)
    middle, (reference, named) = value(whole, 0, 127)[0], value(whole, 0, 127)
    hertz = value(r"\+?(\d+\.?\d*|\.\d+)", 0.001, 100_000)[0]
    octave = value(whole, 0, 1024)[0]
    entries, blank = [], None
    for number, line in rows:
        if len(entries) == size:
            break
        word = first_word(line)
        if word == "":
            blank = blank or number
        elif blank:
            raise Wrong("kbm", blank)
        elif word in ("x", "X"):
            entries.append(None)
        elif re.fullmatch(whole, word) and int(word) <= 1024:
            entries.append(int(word))
        else:
            raise Wrong("kbm", number)
    return size, first, end, middle, reference, hertz, octave, entries, named


def pitches(scl, kbm):
    """128 pitches in semitones (69 at 440 Hz), None for silent keys."""
    cents = scale(scl) if scl else [100.0 * n for n in range(1, 13)]
    size, first, end, middle, reference, hertz, octave, entries, named = (
        mapping(kbm) if kbm else (0, 0, 127, 60, 60, 440 * 2 ** -0.75, 0, [], 0))
    notes = [0.0] + cents[:-1]

    def degree(number):
        return (number // len(notes)) * cents[-1] + notes[number % len(notes)]

    def place(key):
        if size == 0:
            return degree(key - middle)
        turn, entry = divmod(key - middle, size)
        if entry >= len(entries) or entries[entry] is None:
            return None
        return turn * degree(octave or len(notes)) + degree(entries[entry])

    if place(reference) is None:
        raise Wrong("kbm", named)
    base = 69 + 12 * math.log2(hertz / 440)
    result = []
    for key in range(128):
        if not first <= key <= end:
            result.append(float(key))
        elif place(key) is None:
            result.append(None)
        else:
            result.append(min(max(base + (place(key) - place(reference)) / 100, -1000), 1000))
    return result


def main():
    worst = compared = refused = 0
    for line in open(sys.argv[1], encoding="utf-8"):
        case = json.loads(line)
        try:
            expected, error = pitches(case["scl"], case["kbm"]), None
        except Wrong as wrong:
            expected, error = None, list(wrong.args)
        if error != case["error"]:
            sys.exit(f"error {case['error']}, but the model says {error}:\n{case}")
        if error:
            refused += 1
            continue
        silent = [key for key in range(128) if expected[key] is None]
        if silent != case["silent"]:
            sys.exit(f"silent {case['silent']}, but the model says {silent}:\n{case}")
        for key in range(128):
            if expected[key] is not None:
                # A Float near 1000 semitones has steps of 0.006 cent.
                off = 100 * abs(expected[key] - case["pitches"][key]) / max(1, abs(expected[key]) / 128)
                worst = max(worst, off)
                if off > 0.001:
                    sys.exit(
                        f"key {key} is {case['pitches'][key]}, but the model says {expected[key]}:\n{case}")
                compared += 1
    print(f"{compared} pitches compared, furthest {worst:.6f} cent; {refused} texts refused in the same line")
    if compared < 1000 or refused < 100:
        sys.exit("too few cases")


main()
