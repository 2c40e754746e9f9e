"""The widgets of patches as Pd itself has them, for the test of room `SceneFiles`.

    widgets.py IN OUT

IN has a seed and a number of patches. This program writes patches at random, with much that Pd corrects:
sizes that are too small, ranges of a logarithm that cross 0, colours of old versions, arguments that are
missing. Pd opens each and saves it, which writes all fields as Pd has them. Then this program reads what Pd
has written, by rules of its own. OUT gets, for each patch, its text, the text of Pd and the widgets, as
JSON."""
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

EDGES = """#N canvas 100 50 480 266 12;
#X obj 10 10 bng;
#X obj 10 40 tgl;
#X obj 10 70 hsl;
#X obj 10 100 vsl;
#X obj 200 10 nbx;
#X obj 200 40 hradio;
#X obj 200 70 vradio;
#X obj 200 100 vu;
#X obj 200 130 cnv;
#X floatatom 300 10;
#X symbolatom 300 30;
#X listbox 300 50;
#X floatatom 300 70 5 0 10 1 lab \\$0-r \\$0-s 0;
#X floatatom 300 70 0 0 10 2 --lab - --minus 24;
#X symbolatom 300 90 12 0 0 3 a\\ b empty s 16;
#X obj 10 200 tgl 25 1 s1 r1 lab\\ el 17 7 1 12 -262144 -1 -33289 3 5;
#X obj 40 200 tgl 25 1 s1 r1 12 17 7 0 10 3 #abc 29 1 1;
#X obj 40 200 tgl 25 1 s1 r1 lab 17 7 0 10 3 #abc 29;
#X obj 40 200 toggle 25 1 s1 r1 lab 17 7 0 10 3 #abc 29 1 0 9 9;
#X obj 40 200 hslider 25 1 s1;
#X obj 60 280 radiobut 12;
#X obj 60 280 rdb;
#X obj 60 280 radiobutton;
#X obj 60 280 hdl 15 1 1 4 s r l 0 -8 0 10 0 0 0 3;
#X obj 60 280 vdl 15 1 1 4 s r l 0 -8 0 10 0 0 0 3;
#X obj 60 300 my_canvas 0 0 0 send recv lab 1 2 0 2 #123456 #000000 0;
#X text 10 300 hello \\, world \\; new \\$1 line, f 20;
#X text 10 320 a
b  c;
#X msg 5 5 \\; name 5;
#N canvas 0 0 450 300 inner 0;
#X obj 10 10 bng 15 250 50 0 hidden empty empty 17 7 0 10 #fcfcfc #000000 #000000;
#X restore 10 330 pd inner;
"""
HEIGHTS = {8: (5, 11), 10: (6, 13), 12: (7, 16), 16: (10, 19), 24: (14, 29), 36: (22, 44)}


def patch(dice):
    """A patch of widgets with fields that are partly wrong."""
    def name(end=""):
        # What is sent must not be received: with values that are sent at load, Pd would recurse to its end.
        known = ["vol", "\\$0-cut", "a/b", "two\\ words", "x-1", "12", "\\$0-\\$0"]
        return dice.choice(["empty", "empty", *(each + end for each in known)])

    def colour():
        return dice.choice([f"#{dice.randrange(1 << 24):06x}", str(dice.randrange(60)),
                            str(-1 - dice.randrange(1 << 18)), "#12f"])

    def number(*others):
        return dice.choice([*others, f"{dice.uniform(-99, 999):g}", str(dice.randrange(300))])

    def look():
        return [number("0", "-8"), number("17", "7"), dice.choice("0123"), number("10", "2", "24"),
                colour(), colour(), colour()]

    def span():
        return [number("0", "-1", "1e-3", ".5"), number("1", "127", "-5", "0", "2."), dice.choice("01"),
                dice.choice("01")]

    lines = [f"#N canvas 0 0 {dice.randrange(100, 900)} {dice.randrange(100, 900)} "
             f"{dice.choice([8, 10, 12, 16, 24, 36])};"]
    for _ in range(40):
        kind = dice.choice("bng tgl hsl vsl nbx hradio vradio vu cnv".split())
        names = [name("-s"), name(), name()]
        short = look()
        del short[5]
        fields = {
            "bng": [number("15", "3"), number("250", "1"), number("50"), dice.choice("01"), *names, *look()],
            "tgl": [number("15", "3"), dice.choice("01"), *names, *look(), number("0", "1"),
                    number("0", "1")],
            "hsl": [number("128", "1"), number("15", "2"), *span(), *names, *look(), number("0", "6300"),
                    "1"],
            "vsl": [number("15", "2"), number("128", "1"), *span(), *names, *look(), number("0", "6300"),
                    "0"],
            "nbx": [number("5", "0"), number("14", "2"), *span(), *names, *look(), number("0", "5"),
                    number("9")],
            "hradio": [number("15", "2"), "1", dice.choice("01"), number("8", "0"), *names, *look(),
                       number("0", "3")],
            "vu": [number("15", "2"), number("120", "9"), *names[1:], *short, dice.choice("01"), "0"],
            "cnv": [number("15"), number("100", "0"), number("60", "-3"), *names, *short, "0"],
        }
        fields["vradio"] = fields["hradio"]
        chosen = fields[kind]
        if dice.random() < 0.1:
            # A panel of 10 or 11 arguments is one of an old version, which Pd saves with other names.
            chosen = chosen[:dice.randrange(10 if kind == "cnv" else len(chosen))]
        if dice.random() < 0.05:
            chosen[dice.randrange(len(chosen)) if chosen else 0:0] = ["word"]
        lines.append(" ".join([f"#X obj {dice.randrange(900)} {dice.randrange(900)} {kind}", *chosen]) + ";")
    return "\n".join(lines) + "\n"


def saved_by_pd(folder, count):
    """Lets Pd open and save p0.pd …; returns what it has written."""
    command = ["pd", "-nogui", "-noaudio", "-nomidi", "-noprefs", "-nrt"]
    for index in range(count):
        command += ["-open", f"{folder}/p{index}.pd"]
    for index in range(count):
        command += ["-send", f"pd-p{index}.pd savetofile s{index}.pd {folder} 0"]
    answer = subprocess.run([*command, "-send", "pd quit"], capture_output=True, text=True, timeout=300)
    texts = [pathlib.Path(f"{folder}/s{index}.pd") for index in range(count)]
    missing = [path.name for path in texts if not path.exists()]
    if missing:
        sys.exit(f"Pd has not written {missing}: {answer.stderr[-2000:]}")
    return [path.read_text() for path in texts]


def records(text):
    for record in re.split(r"(?<!\\);", text.replace("\n", " ")):
        words = [word for word in re.split(r"(?<!\\) +", record.strip()) if word]
        if words:
            yield words


def plain(word):
    return re.sub(r"\\(.)", r"\1", word)


def name(word):
    word = plain(word)
    return None if word in ("empty", "-") else word


def logarithmic(low, high, k):
    return low * (high / low) ** k if low * high > 0 else None


def ends(low, high, is_logarithmic):
    """The ends of a range; none where Pd has no values between them: by ratios from a negative one to 0."""
    return dict(low=low, high=high) if low * high > 0 or not is_logarithmic else dict(low=None, high=None)


def iem(kind, f):
    """A widget of the fields that Pd writes."""
    def described(at, colours):
        send, receive, label = (name(word) for word in f[at:at + 3])
        codes = [word[1:] for word in f[at + 7:at + 7 + colours]]
        out = dict(send=send, receive=receive, label=label, colours=codes)
        if label is not None:
            out |= dict(label_at=[float(f[at + 3]), float(f[at + 4])])
            out |= dict(font=int(f[at + 5]), size=float(f[at + 6]))
        return out

    v = [float(word) if re.fullmatch(r"-?[\d.]+(e[+-]?\d+)?", word) else None for word in f]
    if kind == "bng":
        return dict(kind=f"bang {f[1]} {f[2]}", w=v[0], h=v[0], value=0, init=v[3]) | described(4, 3)
    if kind == "tgl":
        return dict(kind="toggle", w=v[0], h=v[0], value=v[12], init=v[1], on=v[13]) | described(2, 3)
    if kind in ("hsl", "vsl"):
        k = min(max(v[16] / 100 / ((v[0] if kind == "hsl" else v[1]) - 1), 0), 1)
        value = logarithmic(v[2], v[3], k) if v[4] else v[2] + k * (v[3] - v[2])
        return dict(kind=f"{kind} {f[4]} {f[17]}", w=v[0], h=v[1], value=value,
                    init=v[5]) | ends(*v[2:5]) | described(6, 3)
    if kind == "nbx":
        # Pd writes a number that it does not keep as 0, whatever it is.
        is_kept = v[5] and (v[2] * v[3] > 0 or not v[4])
        out = dict(kind=f"nbx {f[0]} {f[4]} {f[17]}", h=v[1], init=v[5],
                   value=v[16] if is_kept else None) | ends(*v[2:5])
        width = int(int(f[12]) * {0: 31, 1: 27, 2: 25}[int(f[11])] * v[0] / 36)
        return out | dict(w=width + v[1] // 2 + 4) | described(6, 3)
    if kind in ("hradio", "vradio"):
        w, h = (v[0] * v[3], v[0]) if kind == "hradio" else (v[0], v[0] * v[3])
        return dict(kind=f"{kind} {f[3]}", w=w, h=h, value=v[14], init=v[2]) | described(4, 3)
    if kind == "vu":
        return dict(kind=f"vu {f[10]}", w=v[0], h=v[1], value=0, init=0) | described(1, 2) | dict(send=None)
    return dict(kind="cnv", w=v[1], h=v[2], value=0, init=0) | described(3, 2)


def read(text):
    """The widgets of the top canvas of a file that Pd has written."""
    out, depth, letters = [], 0, None
    for words in records(text):
        if words[:2] == ["#N", "canvas"]:
            depth += 1
            letters = letters or HEIGHTS[int(words[6])]
        elif words[:2] == ["#X", "restore"]:
            depth -= 1
        elif depth != 1 or words[0] != "#X":
            continue
        elif words[1] == "obj" and words[4] in "bng tgl hsl vsl nbx hradio hdl vradio vdl vu cnv".split():
            kind = words[4].replace("dl", "radio")
            out.append(iem(kind, words[5:]) | dict(x=float(words[2]), y=float(words[3])))
        elif words[1] in ("floatatom", "symbolatom", "listbox"):
            own = HEIGHTS[int(words[11])] if int(words[11]) else letters
            names = [name(word[1:] if word[0] == "-" else word) or None for word in words[8:11]]
            label, receive, send = names
            kind = words[1] + (f" {words[4]} {words[5]} {words[6]}" if words[1] == "floatatom" else "")
            out.append(dict(kind=kind, x=float(words[2]), y=float(words[3]),
                            w=(int(words[4]) or 3) * own[0] + 4, h=own[1] + 5, value=0, init=0, send=send,
                            receive=receive, label=label))
        elif words[1] == "text":
            body = " ".join(words[4:])
            body = re.sub(r"(?<!\\), f \d+$", "", body)
            body = plain(body).replace(" ,", ",").replace(" ; ", ";\n")
            out.append(dict(kind="comment", x=float(words[2]), y=float(words[3]), text=body))
    return out


def main(seed, count):
    dice = random.Random(seed)
    patches = [EDGES] + [patch(dice) for _ in range(count)]
    with tempfile.TemporaryDirectory() as folder:
        for index, text in enumerate(patches):
            pathlib.Path(f"{folder}/p{index}.pd").write_text(text)
        saved = saved_by_pd(folder, len(patches))
    return [dict(text=text, saved=text_of_pd, widgets=read(text_of_pd))
            for text, text_of_pd in zip(patches, saved)]


if __name__ == "__main__":
    seed, count = map(int, pathlib.Path(sys.argv[1]).read_text().split())
    pathlib.Path(sys.argv[2]).write_text(json.dumps(main(seed, count)))
