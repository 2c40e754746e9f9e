"""Counts the escapes from the real-time and concurrency marks: each has its reason on its line, and there are
no more of them than Tests/Golden/escapes.txt says (lower that number when one goes). No pointer leaves the
closure of `withUnsafe…`: no reason excuses that.

    escapes.py [FOLDER]    # another tree than this one, as selftest.py does"""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parents[2]
ROOT = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else HERE
ESCAPE = re.compile(r"_unsafePerformance|nonisolated\(unsafe\)|@unchecked\b")
# The head of `withUnsafeMutablePointer(to: &x) { … }`, up to the brace that opens the closure.
LENT = re.compile(r"\bwithUnsafe(?:Mutable)?(?:Pointer|Bytes)\(\s*(?:to|of):[^{}]*?\)\s*\{")
# What a closure may hold and still do nothing but hand its pointer on: conversions of it.
CONVERSION = re.compile(
    r"\$0|\b\w+ in\b|\bUnsafe\w*Pointer(?:<\w+>)?\b|\bassumingMemoryBound\b|\bbindMemory\b|\bbaseAddress\b"
    r"|\bto:|\bcapacity:|\bstart:|\bcount:|[\w.]+\.self\b|\breturn\b|[+*] *\w+|[().,!?\s]")


def code(line):
    """The line without its comment; `//` in a string does not matter here."""
    return line.split("//", 1)[0]


def body(text, start):
    """What stands between the brace before `start` and the one that closes it."""
    depth = 1
    for end in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        if depth == 0:
            return text[start:end]
    return text[start:]


def outliving(text):
    """The lines on which a pointer leaves the closure that it is lent to."""
    for match in LENT.finditer(text):
        inside = body(text, match.end())
        name = re.match(r"\s*(\w+) in\b", inside)
        rest = CONVERSION.sub("", inside)
        if name:
            rest = re.sub(rf"\b{name[1]}\b", "", rest)
        if not rest:
            yield text.count("\n", 0, match.start()) + 1


def main():
    count, lent, faults = 0, 0, []
    for path in sorted(ROOT.glob("Sources/**/*.swift")):
        text = path.read_text()
        for number, line in enumerate(text.splitlines(), 1):
            found = len(ESCAPE.findall(code(line)))
            count += found
            if found and len(line.split("//", 1)[1:] and line.split("//", 1)[1].split()) < 3:
                faults.append(f"{path.relative_to(ROOT)}:{number}: an escape without its reason on the line")
        for number in outliving("\n".join(map(code, text.split("\n")))):
            lent += 1
            where = f"{path.relative_to(ROOT)}:{number}"
            faults.append(f"{where}: a pointer outlives the closure that it is lent to")
    allowed = int((HERE / "Tests/Golden/escapes.txt").read_text().split()[0])
    print(f"- {count} escapes from the marks, {allowed} allowed; {lent} pointers that outlive their closure")
    if count > allowed:
        faults.append(f"{count} escapes, but Tests/Golden/escapes.txt allows {allowed}")
    sys.exit("\n".join(faults) or 0)


main()
