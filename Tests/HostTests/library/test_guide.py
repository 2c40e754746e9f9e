"""The guide is true: its commands run in a fresh copy and print what it says, its patches can be played, each
of their connections is audible, the names in it exist, and its links lead to a file. The commands of
docs/profiles.md and README.md run too.

A fenced block `console` holds commands (`$ …`) and their output: `…` stands for anything within a line, a
line with it alone for any lines. A block `json` is a part of a patch, or with `file=PATH` the text to be
saved there (network.json, controls.json and grids are no patches). Where a page says `<!-- a plugin runs -->`, the test
runs one. Blocks `sh` take minutes or never end (make, record): with TACTUS_GUIDE_BUILD=1 the `make`
commands among them run first and build the copy; otherwise the copy gets the present build."""
import json
import math
import os
import re
import struct
import subprocess
import threading
import time

import numpy
import pytest

import osc
from conftest import BUILD, ROOT, figure
from guide_shell import Shell, matches, sessions
from lv2host import BEGAN, ENDED, MIDI, MOVED, TOUCH, Plugin, state_file

GUIDE = ROOT / "docs" / "guide"
PAGES = sorted(GUIDE.rglob("*.md"))
PROFILES = ROOT / "docs" / "profiles.md"
ALL = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
BLOCK = re.compile(r"^```(\w*)(?: file=(\S+))?\n(.*?)^```$", re.M | re.S)


def in_process(room, script):
    """Runs Python with the settings of `room`, which the broker reads once, when a process begins; answers
    what it prints."""
    code = "import sys; sys.path.insert(0, 'Tests/HostTests'); import conftest\n" + script
    done = subprocess.run(["/usr/bin/python3", "-c", code], cwd=ROOT, text=True, capture_output=True,
                          timeout=60, env=dict(os.environ, XDG_CONFIG_HOME=str(room)))
    assert done.returncode == 0, done.stderr
    return done.stdout


def name_of(page):
    return os.path.relpath(page, GUIDE)


def blocks(page, *kinds):
    return [(kind, file, text) for kind, file, text in BLOCK.findall(page.read_text()) if kind in kinds]


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A fresh clone of the present commit with the uncommitted changes copied over it, and a home of its
    own."""
    folder = tmp_path_factory.mktemp("guide") / "tactus"
    subprocess.run(["git", "clone", "-q", "--no-hardlinks", ROOT, folder], check=True)
    changed = subprocess.run(["git", "ls-files", "-mo", "--exclude-standard"], cwd=ROOT, check=True,
                             capture_output=True,
                             text=True).stdout.splitlines()
    for name in changed:
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes((ROOT / name).read_bytes())
    if os.environ.get("TACTUS_GUIDE_BUILD"):
        makes = [line.split("#")[0].strip() for page in PAGES for _, _, text in blocks(page, "sh")
                 for line in text.splitlines() if line.startswith("make ")]
        assert makes
        environment = os.environ | {"PREFIX": str(folder.parent / "installed")}
        for command in makes:
            subprocess.run(command, shell=True, cwd=folder, check=True, env=environment)
        figure(f"guide: built in the copy by {', '.join(makes)}")
    else:
        (folder / "build").symlink_to(BUILD)
        (folder / ".build").mkdir()
        (folder / ".build" / "release").symlink_to(ROOT / ".build" / "release")
        figure("guide: the copy runs what is built here (TACTUS_GUIDE_BUILD=1 builds it from the clone)")
    return folder


class Running:
    """A plugin that runs in real time while a page's commands run."""

    def __init__(self, port):
        self.plugin = Plugin(longest_block=512, osc_listen=1, osc_port=port)
        self.loud = 0
        self.isOver = False
        self.thread = threading.Thread(target=self.go)

    def go(self):
        while not self.isOver:
            self.loud = max(self.loud, abs(self.plugin.run(512)).max())
            time.sleep(512 / 48000)

    def __enter__(self):
        self.plugin.__enter__()
        self.thread.start()
        time.sleep(0.5)  # the socket is bound within 50 ms of the first run
        return self

    def __exit__(self, *_):
        self.isOver = True
        self.thread.join()
        self.plugin.__exit__()


def answers(port, *message):
    with osc.Sender(port) as sender:
        return osc.messages(sender.ask(osc.message(*message)))[0]


@pytest.mark.parametrize("page", [page for page in [*PAGES, PROFILES, ROOT / "README.md"]
                                  if blocks(page, "console")],
                         ids=name_of)
def test_commands_print_what_the_guide_says(page, copy, monkeypatch):
    steps = blocks(page, "console", "json")
    home = copy.parent / ("home-" + name_of(page).replace("/", "-"))
    home.mkdir(exist_ok=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    port = osc.free_port()
    ran = 0

    def go_through():
        nonlocal ran
        with Shell(copy) as shell:
            for kind, file, text in steps:
                if kind == "json":
                    if file:
                        path = copy / file.replace("~", str(home), 1)
                        path.parent.mkdir(parents=True, exist_ok=True)
                        path.write_text(text)
                        time.sleep(1)  # a person types no faster; meanwhile the plugin reads the file
                    continue
                for command, expected in sessions(text):
                    elsewhere = command.replace("tactus do ", f"tactus do --port {port} ")
                    said, status = shell.run(elsewhere.replace(" 3333 ", f" {port} "))
                    assert status == 0, f"{command}: {said}"
                    assert matches(said, expected), "\n".join([command, "said", *said, "not", *expected])
                    ran += 1

    if "<!-- a plugin runs -->" in page.read_text():
        with Running(port) as running:
            before = refusals(port)
            go_through()
            time.sleep(0.3)
            after = refusals(port)
            assert after == before, {name: count for name, count in after.items() if count != before[name]}
        if any("/tactus/touch" in text for kind, _, text in steps if kind == "console"):
            assert running.loud > 0.001, "fingers sounded"
    else:
        go_through()
    assert ran
    figure(f"guide: {name_of(page)}: {ran} commands")


def refusals(port):
    """The counts of all refusals."""
    _, *words = answers(port, "/tactus/stats")
    counts = dict(zip(words[::2], words[1::2]))
    usual = {"packets", "messages", "events", "merged_moves", "senders", "instances", "live_touches",
             "voices", "taken"}
    return {name: count for name, count in counts.items() if name not in usual}


def patches(page):
    return [text for _, file, text in blocks(page, "json")
            if not re.search("network.json|controls.json|/grids/", file or "")]


@pytest.mark.parametrize("page", [page for page in PAGES if patches(page)], ids=name_of)
def test_its_patches_can_be_played(page, tmp_path):
    files = []
    for number, text in enumerate(patches(page)):
        patch = json.loads(text)
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps({"version": 1} | patch))
        files.append(path)
    done = subprocess.run([ROOT / ".build/release/tactus", "patch", "check", *files], capture_output=True,
                          text=True)
    assert done.returncode == 0 and not done.stdout, done.stdout + done.stderr
    assert done.stderr.endswith("checked: no mistake\n"), done.stderr


def event(kind, identifier, *numbers):
    return struct.pack("=IIiffff", kind, 7, identifier, *(list(numbers) + [math.nan] * 4)[:4])


def moment(block):
    """The events of one block in a performance of everything: three fingers that circle and open, two
    objects, a device, a stick, a macro, a key, and at the end a swipe."""
    t = block / 600
    events = []
    for finger in range(3):
        turn = 6.28 * t * (1 + 0.2 * finger) + 2 * finger
        x, y = (0.5 + 0.3 * wave(turn) * (0.4 + t) for wave in (math.cos, math.sin))
        if block == 20 * finger:
            events.append((TOUCH, event(BEGAN, finger, x, y, 0.5, 0.02)))
        elif 20 * finger < block < 500 + 5 * finger:
            events.append((TOUCH, event(MOVED, finger, x, y, 0.3 + 0.6 * min(t, 1), 0.02)))
        elif block == 500 + 5 * finger:
            events.append((TOUCH, event(ENDED, finger)))
    if block % 3 == 0 and block < 600:
        events += [(TOUCH, event(6, 1, 0.3 + 0.3 * t, 0.3, 2 * t, 1)),
                   (TOUCH, event(6, 2, 0.7, 0.6 - 0.2 * t, 3 * t, 2)),
                   (TOUCH, event(8, 1, 0.2 * math.sin(9 * t), 0.2 * math.cos(9 * t), t)),
                   (TOUCH, event(8, 2, 2 * math.sin(60 * t), 0, 1)), (TOUCH, event(9, 1, math.sin(7 * t))),
                   (TOUCH, event(9, 2, math.cos(7 * t))), (TOUCH, event(10, 1, t))]
    if block in (300, 420):
        events.append((MIDI, bytes([0x90 if block == 300 else 0x80, 60, 100])))
    if 530 <= block <= 544:
        kind = {530: BEGAN, 544: ENDED}.get(block, MOVED)
        events.append((TOUCH, event(kind, 9, 0.8 - 0.04 * (block - 530), 0.9, 0.8, 0.02)))
    return events


def heard(patch, folder):
    parts = []
    with Plugin(longest_block=256, state=state_file(folder, json.dumps({"version": 1} | patch))) as plugin:
        for block in range(900):
            for kind, body in moment(block):
                plugin.event(body, 0, kind)
            parts.append(plugin.run(256))
    return numpy.concatenate(parts, axis=1)


@pytest.mark.parametrize("page", [page for page in PAGES if '"connections": [\n' in page.read_text()],
                         ids=name_of)
def test_every_connection_is_heard(page, tmp_path):
    quietest = (math.inf, "")
    for number, text in enumerate(patches(page)):
        patch = json.loads(text)
        connections = patch.get("connections", [])
        whole = heard(patch, tmp_path / f"{number}") if connections else None
        for place, connection in enumerate(connections):
            without = patch | {"connections": connections[:place] + connections[place + 1:]}
            other = heard(without, tmp_path / f"{number}-{place}")
            ratio = 20 * math.log10(numpy.std(whole - other) / numpy.std(whole) + 1e-9)
            name = f"{connection['source']} → {connection['destination']}"
            assert ratio > -40, f"{name} changes the sound by {ratio:.0f} dB of it"
            quietest = min(quietest, (ratio, name))
    figure(f"guide: {name_of(page)}: the quietest connection is {quietest[1]}, {quietest[0]:.0f} dB")


def lying(x, y, source):
    """The place of a source's point on the surface of 4:3 by network.json, as docs/osc.md describes it."""
    left, bottom, right, top = source.get("crop", [0, 0, 1, 1])
    x, y = (x - left) / (right - left), (y - bottom) / (top - bottom)
    if source.get("mirror") in ("x", "both"):
        x = 1 - x
    if source.get("mirror") in ("y", "both"):
        y = 1 - y
    for _ in range(source.get("quarters", 0)):
        x, y = 1 - y, x
    if "aspect" in source:
        wide = source["aspect"] * (right - left) / (top - bottom)
        wide = 1 / wide if source.get("quarters", 0) % 2 else wide
        x = 0.5 + (x - 0.5) * min(wide / (4 / 3), 1)
        y = 0.5 + (y - 0.5) * min((4 / 3) / wide, 1)
    return x, y


# A finger in each of two languages; prints the first places that a subscriber gets. It runs in its own
# process, because the file is looked for when a process begins.
FINGERS = """
import hands, json, osc, test_guide, time
with test_guide.Running(port := osc.free_port()), osc.Sender(port) as sender:
    sender.send(osc.message("/tactus/subscribe", "touches"))
    sender.send(osc.touch("began", 1, {x}, {y}))
    sender.send(hands.bundle([osc.message("/tuio/2Dcur", *each) for each in (
        ("source", "camera@table"), ("alive", 2), ("set", 2, {x}, 1 - {y}, 0.0, 0.0, 0.0), ("fseq", 1))]))
    placed, end = {{}}, time.monotonic() + 5
    while len(placed) < 2 and time.monotonic() < end:
        for found in osc.messages(sender.socket.recv(65536)):
            if found[0] == "/tactus/live/touch":
                placed.setdefault(found[2], found[3:5])
print(json.dumps(placed))
"""


@pytest.mark.parametrize("page", ["apps.md", "touch-table.md"])
def test_network_json_places_what_a_source_sends(page, tmp_path):
    """The page's file, with the address of this machine."""
    [text] = [text for _, file, text in blocks(GUIDE / page, "json") if file
              and file.endswith("network.json")]
    [source] = json.loads(text)["sources"]
    (tmp_path / "tactus").mkdir()
    (tmp_path / "tactus" / "network.json").write_text(
        json.dumps({"sources": [source | {"from": "127.0.0.1"}]}))
    x, y = 0.3, 0.4
    expected = lying(x, y, source)
    assert not numpy.allclose(expected, (x, y), atol=0.1)
    placed = json.loads(in_process(tmp_path, FINGERS.format(x=x, y=y)))
    assert sorted(placed) == ["1", "2"]
    for finger, place in placed.items():
        assert numpy.allclose(place, expected, atol=1e-6), (finger, place, expected)
    figure(f"guide: {page}: ({x}, {y}) lies at ({expected[0]:.3f}, {expected[1]:.3f})")


@pytest.mark.parametrize("page", ALL, ids=name_of)
def test_no_table_is_torn(page):
    """The second line of each table is a line of dashes; otherwise Markdown shows the table as plain text.
    Lines that are indented by four are code."""
    lines = [""] + ["" if line.startswith("    ") else line for line in page.read_text().splitlines()]
    for number, line in enumerate(lines):
        if line.lstrip().startswith("|") and not lines[number - 1].lstrip().startswith("|"):
            after = lines[number + 1] if number + 1 < len(lines) else ""
            assert re.fullmatch(r"\s*\|(\s*:?-+:?\s*\|)+\s*", after), f"{page.name}:{number}: {line}"


@pytest.mark.parametrize("page", ALL, ids=name_of)
def test_its_links_lead_somewhere(page):
    text = page.read_text()
    for target, anchor in re.findall(r"\]\(([^)#\s]*)(?:#([^)]*))?\)", text):
        if target.startswith(("http", "mailto")):
            continue
        other = page.parent / target if target else page
        assert other.exists(), f"a link to {target}"
        if anchor:
            titles = re.findall(r"^#+ (.*)$", other.read_text(), re.M)
            anchors = [re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles]
            assert anchor in anchors, f"no title #{anchor} in {target}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_what_it_names_is_there(page):
    text = page.read_text()
    schema = json.loads((ROOT / "docs" / "patch.schema.json").read_text())
    known = {*schema["$defs"]["controller"]["enum"], *schema["properties"]["parameters"]["properties"]}
    known |= {*schema["properties"]["routes"]["items"]["properties"]["trigger"]["enum"]}
    family = r"`((?:touch|group|gesture|motion|pad|token|midi|host|macro|env|lfo|seq|user|on)_[a-z0-9_]+)`"
    for symbol in re.findall(family, text):
        assert symbol in known, symbol


def numbered(symbol):
    """The parts of a symbol: words, and numbers or the letters of oscillators."""
    return [int(part) if part.isdigit() else part
            for part in re.split(r"(\d+|(?<=osc_)[abc](?=_))", symbol)]


def is_in(symbol, cell):
    """Whether the first cell of a row names a symbol: by itself, or between the first and last of a family."""
    named = re.findall(r"`(\w+)`", cell)
    if "…" not in cell:
        return symbol in named
    parts = list(zip(*map(numbered, (symbol, *named))))
    return (len({len(numbered(each)) for each in (symbol, *named)}) == 1
            and all(type(a) is type(low) and low <= a <= high for a, low, high in parts))


@pytest.mark.parametrize("name", ["controllers", "parameters"])
def test_a_row_of_the_reference_names_each(name):
    schema = json.loads((ROOT / "docs" / "patch.schema.json").read_text())
    symbols = {"controllers": schema["$defs"]["controller"]["enum"],
               "parameters": schema["properties"]["parameters"]["properties"]}[name]
    cells = re.findall(r"^\| (`[^|]*) \|", (ROOT / "docs" / f"{name}.md").read_text(), re.M)
    assert len(symbols) > 200
    for symbol in symbols:
        assert [is_in(symbol, cell) for cell in cells].count(True) == 1, symbol


def test_every_kind_of_controller_has_a_page():
    kinds = re.findall(r"^## (.*)$", (ROOT / "docs" / "controllers.md").read_text(), re.M)
    pages = "".join((GUIDE / "controllers" / name).read_text() for name in os.listdir(GUIDE / "controllers"))
    for kind in kinds:
        anchor = re.sub(r"[^\w\- ]", "", kind.lower()).replace(" ", "-")
        assert f"controllers.md#{anchor})" in pages, kind
    index = (GUIDE / "README.md").read_text()
    for page in PAGES:
        assert page.name == "README.md" or f"({name_of(page)})" in index, (f"{name_of(page)} is not in the "
                                                                           f"index")
