"""A commons from the command: what is published, its sound and loudness by independent means, changed files, and what
is refused."""
import base64
import hashlib
import html.parser
import io
import json
import os
import re
import struct
import subprocess
import zipfile

import numpy
import pytest
import soundfile

from commons_folder import BUNDLE, DEMOS, PATCHES, Folder, Server, commons, sha
from conftest import ROOT, figure, tool
from surface import COMMAND

HOSTILE = 'A"><script>alert(1)</script>&amp;\''


@pytest.fixture(scope="module")
def ours(tmp_path_factory):
    """Two patches, one made of the other, a grid, a take, a tuning and a sound; built."""
    work = tmp_path_factory.mktemp("documents")
    folder = Folder(tmp_path_factory.mktemp("commons") / "ours")
    names = {"marimba": folder.add(PATCHES / "glass_marimba.json", "--performance", DEMOS / "glass-marimba.tactus")}
    patch = json.loads((PATCHES / "glass_marimba.json").read_text())
    patch |= {"name": HOSTILE, "description": "<img src=x onerror=alert(1)>"}
    patch["map"]["root"] = 50
    (work / "fork.json").write_text(json.dumps(patch))
    names["fork"] = folder.add(work / "fork.json", "--parent", names["marimba"], "--tags", "<b>,wood",
                               "--performance", DEMOS / "glass-marimba.tactus", author="Eve <eve@example.org>")
    names["grid"] = folder.add(ROOT / "bundle" / "grids" / "rain.json", license="CC0-1.0")
    subprocess.run([COMMAND, "convert", DEMOS / "pluck.tactus", work / "evening.tactus", "--to", "take", "--patch",
                    PATCHES / "pluck.json"], check=True, capture_output=True, timeout=120)
    names["take"] = folder.add(work / "evening.tactus")
    (work / "thirds.scl").write_text("Thirds\n3\n 400.\n 800.\n 2/1\n")
    names["tuning"] = folder.add(work / "thirds.scl")
    names["scene"] = folder.add(BUNDLE / "scenes" / "fingers", author="Tactus")
    names["sample"] = folder.add(ROOT / "bundle" / "samples" / "small_bell.wav", license="CC-BY-SA-4.0")
    said = folder.build()
    assert "7 published, 7 rendered, 0 refused" in said, said
    folder.names = names
    return folder


def test_the_second_build_renders_and_writes_nothing(ours):
    assert "7 published, 0 rendered, 0 refused, 0 files written" in ours.build()


def test_renders_are_those_of_tactus_render(ours, tmp_path):
    """Hash and loudness, with the command outside of a box, Python's hash and ffmpeg's meter."""
    wave = tmp_path / "sound.wav"
    subprocess.run([COMMAND, "render", DEMOS / "glass-marimba.tactus", "--patch", PATCHES / "glass_marimba.json", "-o",
                    wave, "--rate", "48000", "--seconds", "20", "--bundle", BUNDLE], check=True, capture_output=True,
                   timeout=120)
    sound = soundfile.read(wave, dtype="float32", always_2d=True)[0]
    render, = ours.entry(ours.names["marimba"])["renders"]
    assert render["hash"] == hashlib.sha256(numpy.ascontiguousarray(sound, "<f4").tobytes()).hexdigest()
    said = subprocess.run([tool("ffmpeg"), "-hide_banner", "-nostats", "-i", wave, "-af", "ebur128", "-f", "null",
                           "-"], capture_output=True, text=True, timeout=120).stderr
    loudness = float(re.findall(r"I:\s+(-?[\d.]+) LUFS", said)[-1])
    assert abs(render["loudness"] - loudness) <= 0.15, (render, loudness)


def test_sounds_can_be_decoded_and_pictures_are_drawn(ours):
    sounds = sorted((ours.path / "site" / "sounds").glob("*.mp3"))
    assert len(sounds) == 6
    for path in sounds:
        sound, rate = soundfile.read(path)
        assert rate == 48000 and 0.5 < len(sound) / rate <= 20.2 and abs(sound).max() > 0.001
        picture = path.parent.parent / "pictures" / f"{path.stem}.svg"
        assert picture.read_text().count("stroke=") > 1 and picture.stat().st_size < 40_000
    figure(f"20 s of sound: {max(path.stat().st_size for path in sounds) // 1024} KiB at most")


def fingers(path):
    """The fingers of a performance: when each touches, where, and when it leaves; read from its packets."""
    rows, live = [], {}
    for line in path.read_text().splitlines():
        if line.startswith("#"):
            continue
        time, _, packet = line.split()
        packet = bytes.fromhex(packet)
        tags = packet[16:packet.index(b"\0", 16)].decode()
        place = 16 + (len(tags) // 4 + 1) * 4
        word = packet[place:packet.index(b"\0", place)].decode()
        place += (len(word) // 4 + 1) * 4
        finger = struct.unpack_from(">i", packet, place)[0]
        if word == "began":
            live[finger] = len(rows)
            rows.append([float(time), *struct.unpack_from(">2f", packet, place + 4), 20])
        elif word == "ended":
            rows[live.pop(finger)][3] = float(time)
    return [row for row in rows if row[0] <= 20][:200]


def test_hands_move_as_the_performance_says(ours):
    name = re.search(r'data-hands="[./]*(hands/\w+\.json)"', ours.page(ours.names["marimba"]))[1]
    hands = json.loads((ours.path / "site" / name).read_text())
    expected = fingers(DEMOS / "glass-marimba.tactus")
    assert len(hands) == len(expected) > 10
    for row, (began, x, y, ended) in zip(hands, expected):
        assert len(row) % 3 == 1
        found = [row[0] / 100, row[1] / 1000, row[2] / 1000, row[-1] / 100]
        assert numpy.allclose(found, [began, x, y, min(ended, 20)], atol=0.011), (row, began, x, y, ended)


class Elements(html.parser.HTMLParser):
    """The names of elements, and what each link and source leads to."""

    def __init__(self, text):
        super().__init__()
        self.names, self.links, self.handlers = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.names.append(tag)
        self.links += [value for key, value in attributes if key in ("href", "src")]
        self.handlers += [key for key, _ in attributes if key.startswith("on") or key == "style"]


def test_texts_of_others_stay_texts_and_every_link_leads_somewhere(ours):
    site = ours.path / "site"
    pages = [path for path in site.rglob("*.html") if "play" not in path.relative_to(site).parts]
    assert len(pages) > 15
    for page in pages:
        found = Elements(page.read_text())
        assert found.names.count("script") == 1 and not found.handlers, page
        assert "Content-Security-Policy" in page.read_text() and "'unsafe" not in page.read_text()
        for link in found.links:
            if re.match(r"https://(creativecommons|spdx)\.org/|#", link):
                continue
            assert not re.match(r"\w+:|/", link), link
            target = (page.parent / link.split("?")[0]).resolve()
            assert target.is_relative_to(site.resolve()) and (target / "index.html" if link.split("?")[0].endswith(
                "/") else target).exists(), (page, link)
    text = ours.page(ours.names["fork"])
    assert "<script>alert" not in text and "&lt;script&gt;alert(1)" in text
    assert "map.root" in text and ">48<" in text and ">50<" in text  # what has changed since the parent
    assert ours.names["fork"] in ours.page(ours.names["marimba"])


def test_the_index_finds_what_python_finds(ours):
    """The parts of the index, read by Python's own words."""
    index = ours.path / "site" / "index"
    found = {}
    for path in (index / "words").glob("*.json"):
        for word, steps in json.loads(path.read_text()).items():
            found[word] = {number >> 1 for number in numpy.cumsum(steps)}
    cards = json.loads((index / "cards" / "0.json").read_text())
    names = [card[4] for card in cards]
    assert sorted(names) == sorted(ours.names.values())
    assert {names[number] for number in found["evening"]} == {ours.names["take"]}
    assert {names[number] for number in found["wood"]} == {ours.names["fork"]}
    assert {names[number] for number in found["ada"]} == set(names) - {ours.names["fork"], ours.names["scene"]}
    figure(f"the index of {len(names)}: {(index / 'index.json').stat().st_size} bytes at first")


def test_changed_files_are_found(ours, tmp_path):
    """Each file is changed and put back: a document, the site's copy, a sound, and the stated hash."""
    assert "7 entries verified, 0 differ" in ours.verify()
    name = ours.names["marimba"]
    entry = ours.entry(name)
    document = f"files/{entry['file']}.json"
    sounds = {path: sha(path) for path in (ours.path / "site" / "sounds").glob("*.mp3")}
    key = re.search(r"sounds/(\w+)\.mp3", ours.page(name))[1]
    for path in (ours.path / document, ours.path / "site" / document, ours.path / "site" / "sounds" / f"{key}.mp3"):
        before = path.read_bytes()
        path.write_bytes(before[:-2] + b" \n")
        try:
            said = ours.verify(name, code=1)
            assert path.name in said and "has been changed" in said, said
        finally:
            path.write_bytes(before)
    facts = ours.path / "rendered" / f"{key}.facts"
    before = facts.read_bytes()
    facts.write_bytes(before.replace(entry["renders"][0]["hash"].encode(), b"0" * 64))
    try:
        assert facts.read_bytes() != before
        for said in (ours.build(code=1), ours.verify(name, code=1)):
            assert facts.name in said and "has been changed" in said, said
    finally:
        facts.write_bytes(before)
    assert "7 published, 1 rendered" in ours.build(), "what was refused had left the site"
    changed = json.loads(json.dumps(entry))
    changed["renders"][0]["hash"] = "0" * 64
    before = (ours.path / "entries" / f"{name}.json").read_bytes()
    ours.write(name, changed)
    try:
        assert "is not the stated one" in ours.verify(name, code=1)
        assert "is not the stated one" in ours.build(code=1)
        assert not (ours.path / "site" / "entries" / f"{name}.html").exists()
    finally:
        (ours.path / "entries" / f"{name}.json").write_bytes(before)
    ours.build()
    assert {path: sha(path) for path in sounds} == sounds or len(sounds) == 6


def base(folder, file, kind="patch", **more):
    return {"version": 1, "kind": kind, "name": "x", "author": "y", "license": "CC0-1.0", "file": file} | more


def wave(frames):
    data = struct.pack(f"<{len(frames)}h", *frames)
    return (b"RIFF" + struct.pack("<I", 36 + len(data)) + b"WAVEfmt " + struct.pack("<IHHIIHH", 16, 1, 1, 48000, 96000,
            2, 16) + b"data" + struct.pack("<I", len(data)) + data)


def test_hostile_entries_are_refused_with_a_sentence(tmp_path):
    """One folder with everything that a stranger may try; the good entry among them is published."""
    folder = Folder(tmp_path / "hostile")
    good = folder.add(PATCHES / "pluck.json")
    patch = (PATCHES / "pluck.json").read_text()
    file = folder.file(patch, ".json")
    cases = {}

    def hostile(name, sentence, entry):
        folder.write(name, entry)
        cases[name] = sentence

    hostile("license", "license", base(folder, file) | {"license": "all rights reserved"})
    hostile("missing", "No such file", base(folder, "0" * 64))
    hostile("path", "SHA-256", base(folder, "../../../etc/passwd"))
    hostile("newer", "version 9", base(folder, file) | {"version": 9})
    hostile("direction", "can't be shown", base(folder, file, name="abc\u202ecba"))
    hostile("escape", "can't be shown", base(folder, file, author="\x1b[31mred"))
    hostile("wrong", "is not the stated one",
            base(folder, file, renders=[{"engine": "0.1.0", "hash": "a" * 64, "loudness": -20}]))
    hostile("nopatch", ":1:", base(folder, folder.file('{"version": 1, "connections": 5}', ".json")))
    hostile("deep", "error", base(folder, folder.file("[" * 100_000, ".json")))
    hostile("sound", "neither in sounds nor", base(folder, folder.file(json.dumps(
        json.loads(patch) | {"samples": [{"file": "nowhere.wav"}]}), ".json")))
    hostile("outside", "cannot be the path", base(folder, file, sounds=[{"name": "../../x.wav", "file": file}]))
    hostile("silent", "nothing is heard", base(folder, folder.file(wave([0] * 48000), ".wav"), "sample"))
    hostile("short", "truncated", base(folder, folder.file(wave([1] * 4800)[:-100], ".wav"), "sample"))
    hostile("nogrid", "no cell is on", base(folder, folder.file('{"version": 1, "layers": []}', ".json"), "grid"))
    hostile("packets", "packets, not a take",
            base(folder, folder.file((DEMOS / "pluck.tactus").read_text(), ".tactus"), "take"))
    hostile("scale", ".scl:2:1", base(folder, folder.file("x\nmany\n", ".scl"), "tuning"))
    hostile("big", "the most that is read", base(folder, folder.file(b" " * ((1 << 20) + 1), ".json")))
    hostile("nozip", "no zip", base(folder, folder.file("text", ".zip"), "scene"))
    stored = io.BytesIO()
    with zipfile.ZipFile(stored, "w") as archive:
        archive.writestr("../../outside.pd", "#N canvas;")
    hostile("zipout", "lie elsewhere", base(folder, folder.file(stored.getvalue(), ".zip"), "scene"))
    stored = io.BytesIO()
    with zipfile.ZipFile(stored, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("_main.pd", b" " * (300 << 20))
    hostile("bomb", "more than 256 MiB", base(folder, folder.file(stored.getvalue(), ".zip"), "scene"))
    changed = folder.file("{}", ".json")
    (folder.path / "files" / f"{changed}.json").write_text(patch)
    hostile("changed", "has been changed", base(folder, changed))
    link = "1" * 64
    os.symlink("/etc/passwd", folder.path / "files" / f"{link}.json")
    hostile("link", "this is a link", base(folder, link))
    pipe = "2" * 64
    os.mkfifo(folder.path / "files" / f"{pipe}.json")
    hostile("pipe", "not a regular file", base(folder, pipe))
    (folder.path / "entries" / "text.json").write_text("not JSON")
    cases["text"] = "error"
    (folder.path / "entries" / "huge.json").write_text(" " * 100_000)
    cases["huge"] = "the most that is read"
    os.symlink("/etc/passwd", folder.path / "entries" / "away.json")
    cases["away"] = "this is a link"
    (folder.path / "entries" / "A b<script>.json").write_text(json.dumps(base(folder, file)))
    cases["A b<script>"] = "lowercase letters"
    said = folder.build(code=1)
    lines = [line for line in said.splitlines() if line.startswith("refused: ")]
    for name, sentence in cases.items():
        own = [line for line in lines if line.startswith(f"refused: {name}: ")]
        assert len(own) == 1 and sentence in own[0], (name, sentence, own, said)
    assert len(lines) == len(cases), said
    assert "1 published, 1 rendered" in said
    assert [path.stem for path in (folder.path / "site" / "entries").glob("*.html")] == [good]
    figure(f"{len(cases)} hostile entries refused, each with a sentence")


def test_a_folder_that_is_a_link_is_no_commons(tmp_path):
    folder = Folder(tmp_path / "folder")
    (folder.path / "files").rmdir()
    os.symlink("/etc", folder.path / "files")
    assert "has no links" in folder.build(code=1)


def test_the_box_has_the_filter_of_scenes(tmp_path):
    """In place of the renderer, the box tells its mode: 2 is a seccomp filter."""
    looking = tmp_path / "looking"
    looking.write_text("""#!/bin/bash
words=()
for word in "$@"; do
  if [ "$word" = -- ]; then
    exec /usr/bin/bwrap "${words[@]}" -- /usr/bin/sh -c '/usr/bin/grep Seccomp: /proc/self/status >&2; exit 1'
  fi
  words+=("$word")
done
exec /usr/bin/bwrap "$@"
""")
    looking.chmod(0o755)
    folder = Folder(tmp_path / "ours")
    folder.add(PATCHES / "pluck.json")
    said = commons("build", folder.path, "--bundle", BUNDLE, code=1, TACTUS_BWRAP=str(looking))
    assert re.search(r"Seccomp:\D+2\b", said.replace("u{9}", " ")), said


def test_an_endless_render_ends(tmp_path):
    """A renderer that never ends, in place of the box's program: the build goes on without it."""
    endless = tmp_path / "endless"
    endless.write_text("#!/bin/sh\nwhile :; do :; done\n")
    endless.chmod(0o755)
    folder = Folder(tmp_path / "slow")
    folder.add(PATCHES / "pluck.json")
    said = commons("build", folder.path, "--bundle", BUNDLE, code=1, TACTUS_BWRAP=str(endless),
                   TACTUS_RENDER_SECONDS="1")
    assert re.search(r"20 s of sound take more than \d s", said), said


def test_contributions_travel_as_one_file(tmp_path):
    packed = tmp_path / "pluck.tactuscommons"
    said = commons("pack", PATCHES / "pluck.json", "--author", "Ada", "--license", "CC0-1.0", "--performance",
                   DEMOS / "pluck.tactus", "-o", packed, "--bundle", BUNDLE)
    assert "1 document" in said
    folder = Folder(tmp_path / "theirs")
    assert "entries/pluck.json" in commons("add", folder.path, packed)
    entry = folder.entry("pluck")
    assert entry["renders"] and entry["license"] == "CC0-1.0"
    assert "1 published, 1 rendered, 0 refused" in folder.build()
    # What was changed on its way is refused before anything is written.
    content = json.loads(packed.read_text())
    name = next(name for name in content["files"] if name.endswith(".json"))
    for change, sentence in [
            (lambda c: c["files"].update({name: base64.b64encode(b"{}").decode()}), "another SHA-256"),
            (lambda c: c["files"].pop(name), "is missing"),
            (lambda c: c["files"].update({"../x.json": ""}), "no entry has the file"),
            (lambda c: c["entries"].update(pluck="{}"), "error"), (lambda c: c.update(version=2), "no contribution")]:
        changed = json.loads(packed.read_text())
        change(changed)
        (tmp_path / "changed.tactuscommons").write_text(json.dumps(changed))
        empty = Folder(tmp_path / f"empty-{hashlib.sha256(sentence.encode()).hexdigest()[:8]}")
        assert sentence in commons("add", empty.path, tmp_path / "changed.tactuscommons", code=1)
        assert not list((empty.path / "entries").iterdir()) and not list((empty.path / "files").iterdir())


def test_searching_and_getting(ours, tmp_path):
    """From a server, then from the cache when the server is gone."""
    server = Server(ours.path / "site")
    try:
        said = commons("search", server.address, "glass", home=tmp_path)
        assert ours.names["marimba"] in said and ours.names["take"] not in said
        hits = json.loads(commons("search", server.address, "ada", "even", "--json", home=tmp_path))
        assert [hit["name"] for hit in hits] == [ours.names["take"]]
        got = tmp_path / "got.json"
        assert "CC-BY-4.0" in commons("get", server.address, ours.names["marimba"], "-o", got, home=tmp_path)
        assert sha(got) == ours.entry(ours.names["marimba"])["file"]
        said = commons("get", server.address, ours.names["marimba"], home=tmp_path)
        assert (tmp_path / "data" / "tactus" / "patches" / "glass_marimba.json").exists(), said
        link = server.address.replace("http://", "tactus://") + f"files/{sha(got)}.json"
        opened = subprocess.run([COMMAND, "open", "--silent", link], capture_output=True, text=True, timeout=120,
                                env=dict(os.environ, HOME=str(tmp_path), XDG_DATA_HOME=f"{tmp_path}/data"))
        assert opened.returncode == 0 and "glass_marimba.json" in opened.stderr, opened
    finally:
        server.stop()
    said = commons("search", server.address, "glass", home=tmp_path)
    assert ours.names["marimba"] in said and "loaded before" in said
    assert "glass" in commons("get", server.address, ours.names["marimba"], "-o", got, home=tmp_path).lower()
    # What windows ask, with the same cache.
    home = dict(os.environ, HOME=str(tmp_path), XDG_DATA_HOME=f"{tmp_path}/data", XDG_CACHE_HOME=f"{tmp_path}/cache")

    def window(*words):
        done = subprocess.run([COMMAND, "commons", "answer", "--", server.address, "patch", *words], capture_output=True,
                              text=True, timeout=120, env=home)
        assert done.returncode == 0, done
        return json.loads(done.stdout)

    answer = window("search", "glass")
    assert [each["file"] for each in answer["commons"]["found"]] == [f"commons/{ours.names['marimba']}"]
    assert "loaded before" in answer["said"] and answer["commons"]["searched"] == "glass"
    answer = window("preview", ours.names["marimba"])
    assert answer["folder"].startswith(f"{tmp_path}/cache/") and "by Ada, CC-BY-4.0" in answer["said"]
    assert sha(f"{answer['folder']}/{answer['name']}.json") == sha(got)
    answer = window("load", ours.names["marimba"])
    assert answer["folder"] == f"{tmp_path}/data/tactus/patches"
    assert "no name of an entry" in window("load", "../x")["error"]
    for address, sentence in [("http://example.org", "only https"), ("file:///etc/", "not the address"),
                              ("https://user:secret@example.org", "not the address")]:
        assert sentence in commons("search", address, "glass", home=tmp_path, code=64)
