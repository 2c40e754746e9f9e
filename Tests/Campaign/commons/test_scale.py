"""A commons of many documents: generated variations of the library. COMMONS_DOCUMENTS is the largest number (10,000); a
curve goes up to it. A hundred variations are rendered; the others get sound, picture and features of one of these, the
features slightly changed, as if they had been rendered. Measured: seconds for one new entry, bytes that a visitor
loads, and the time of a search in Chromium."""
import hashlib
import json
import os
import random
import time

import pytest

from chromium import Chromium
from commons_folder import BUNDLE, DEMOS, PATCHES, Folder, Quiet, Server, commons
from conftest import ROOT, figure

MOST = int(os.environ.get("COMMONS_DOCUMENTS", "10000"))
RENDERED = int(os.environ.get("COMMONS_RENDERED", "100"))
SEED = int(os.environ.get("TACTUS_CAMPAIGN_SEED", "48"))
WORDS = [line.strip() for line in """amber ash basin bell birch brass bronze cedar chalk cinder clay cloud coal copper coral
 crest dawn delta dune dusk ember fern field flint flood fog forge frost glade glass grain gravel grove harbor haze heath
 hollow ice iron ivory jade lake lamp lantern leaf lichen lime loam marble marsh meadow mist moss mud night oak ocean opal
 orchard path peak pearl pine plain pond quarry quartz rain reed ridge river root rust sand sea shade shell shore silver
 sky slate smoke snow spring spruce steam steel stone storm stream sun swamp thorn thunder tide timber valley vine water
 wave well wheat willow wind winter wood""".split()]


def variation(random, number, patches):
    """A patch of the library with another name, words and seed, and a few base values changed."""
    path = random.choice(patches)
    patch = json.loads(path.read_text())
    words = random.sample(WORDS, 8)
    patch |= {"name": f"{words[0].title()} {words[1]} {number}", "author": random.choice(WORDS).title(), "seed": number + 1,
              "description": f"{patch.get('description', '')} {' '.join(words[2:6])}.", "tags": words[6:]}
    if "map" in patch:
        patch["map"]["root"] = random.randrange(36, 72)
    return path.stem, patch


def key_of(entry, engine):
    """The name of a render (CommonsBuild.key)."""
    text = f"2 {engine} {entry['kind']} {entry['file']} {entry.get('performance', '')}"
    return hashlib.sha256(text.encode()).hexdigest()[:32]


class Grown:
    """A commons that grows to a number of documents."""

    def __init__(self, path):
        self.folder = Folder(path)
        self.random = random.Random(SEED)
        self.patches = sorted(PATCHES.glob("*.json"))
        self.demos = {}
        self.count = 0
        self.donors = []

    def add(self):
        """Writes the next entry with its file; returns its name and itself."""
        stem, patch = variation(self.random, self.count, self.patches)
        demo = DEMOS / f"{stem.replace('_', '-')}.tactus"
        if stem not in self.demos:
            self.demos[stem] = self.folder.file(demo.read_bytes(), ".tactus")
        file = self.folder.file(json.dumps(patch), ".json")
        entry = {"version": 1, "kind": "patch", "name": patch["name"], "author": patch["author"], "license": "CC0-1.0",
                 "date": f"2026-{self.count // 28000 % 12 + 1:02}-{self.count // 1000 % 28 + 1:02}",
                 "category": patch["category"], "tags": patch["tags"], "description": patch["description"], "file": file,
                 "performance": self.demos[stem]}
        name = f"v{self.count:06}"
        self.folder.write(name, entry)
        self.count += 1
        return name, entry

    def grow(self, count):
        """Adds entries as if they had been rendered."""
        path = self.folder.path
        while self.count < count:
            name, entry = self.add()
            key, donor = key_of(entry, self.engine), self.random.choice(self.donors)
            facts = json.loads((path / "rendered" / f"{donor}.facts").read_text().partition("\n")[2])
            facts["features"] = [min(255, max(0, value + self.random.randrange(-12, 13))) for value in facts["features"]]
            facts["hash"] = hashlib.sha256(key.encode()).hexdigest()
            entry["renders"] = [{"engine": self.engine, "hash": facts["hash"], "loudness": facts["loudness"]}]
            self.folder.write(name, entry)
            text = json.dumps(facts)
            seal = hashlib.sha256(f"{key}\n{text}".encode()).hexdigest()
            (path / "rendered" / f"{key}.facts").write_text(f"{seal}\n{text}")
            for kind, ending in (("sounds", ".mp3"), ("pictures", ".svg"), ("hands", ".json")):
                os.link(path / "site" / kind / f"{donor}{ending}", path / "site" / kind / f"{key}{ending}")

    def render(self, count):
        """Adds entries that are really rendered."""
        names = [self.add()[0] for _ in range(count)]
        began = time.monotonic()
        said = self.folder.build()
        seconds = time.monotonic() - began
        self.engine = self.folder.entry(names[0])["renders"][0]["engine"]
        for name in names:
            self.donors.append(key_of(self.folder.entry(name), self.engine))
        assert f"{count} published" in said
        return seconds


@pytest.fixture(scope="module")
def grown(tmp_path_factory):
    return Grown(tmp_path_factory.mktemp("large") / "commons")


def test_growth(grown, tmp_path):
    seconds = grown.render(RENDERED)
    figure(f"{RENDERED} variations rendered in {seconds:.0f} s: {seconds / RENDERED:.2f} s each")
    count = 1000
    while count <= MOST:
        grown.grow(count)
        began = time.monotonic()
        grown.folder.build()
        whole = time.monotonic() - began
        grown.add()
        began = time.monotonic()
        said = grown.folder.build()
        one = time.monotonic() - began
        assert f"{grown.count} published, 1 rendered" in said, said
        site = grown.folder.path / "site"
        index = (site / "index" / "index.json").stat().st_size
        sounds = sum(path.stat().st_size for path in (site / "index" / "sounds").iterdir())
        words = [path.stat().st_size for path in (site / "index" / "words").iterdir()]
        figure(f"{count} documents: site written in {whole:.1f} s, one new entry {one:.1f} s; index.html "
               f"{(site / 'index.html').stat().st_size // 1024} KiB, index.json {index} bytes, features {sounds} bytes in all, "
               f"words {len(words)} parts of at most {max(words)} bytes")
        assert index < 300_000 and max(words) < 300_000
        count *= 10
    look(grown, tmp_path)


def look(grown, tmp_path):
    """A visitor of the largest one: bytes and times."""
    server = Server(grown.folder.path / "site")
    try:
        with Chromium(tmp_path) as browser:
            Quiet.loaded.clear()
            page = browser.page(server.address + "index.html")
            first = sum(size for _, size in Quiet.loaded)
            times = {}
            for text in ("willow", "oak stone", "pad", "wi", "silver rain"):
                Quiet.loaded.clear()
                page.js(f"document.getElementById('words').value = {json.dumps(text)};"
                        "document.getElementById('words').dispatchEvent(new Event('input'))")
                page.until(f"document.querySelector('#results h2')?.textContent.includes({json.dumps(text)})")
                times[text] = page.js("Number(document.documentElement.dataset.searchTime)")
                loaded = sum(size for name, size in Quiet.loaded if name.startswith("/index/"))
                figure(f"“{text}” in {grown.count}: {times[text]:.1f} ms in the page, {loaded // 1024} KiB of the index loaded")
            Quiet.loaded.clear()
            page.js("location.hash = 'like=7'")
            page.until("document.querySelector('#results h2')?.textContent.startsWith('Sounds like')")
            near = page.js("Number(document.documentElement.dataset.searchTime)")
            loaded = sum(size for name, size in Quiet.loaded if name.startswith("/index/"))
            figure(f"by sound in {grown.count}: {near:.1f} ms in the page, {loaded // 1024} KiB of the index loaded")
            figure(f"first load: {first // 1024} KiB with the pictures in view")
            assert page.errors == []
    finally:
        server.stop()
