"""The gallery of a site, in a real Chromium: the library's patches and what others have given."""
import json
import subprocess

import pytest

from chromium import Chromium
from conftest import BUILD, ROOT, figure
from solo import Site
from surface import COMMAND

STAGE = "document.querySelector('iframe').contentWindow.tactusFigures.line"
SHOWN = "[...document.querySelectorAll('article:not([hidden]) h2')].map(each => each.textContent)"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Given by others: a take with its patch in it, a patch with a take of packets, and what is wrong."""
    given = tmp_path_factory.mktemp("given")
    demos = ROOT / "bundle" / "demos"
    subprocess.run([COMMAND, "convert", demos / "aurora.tactus", given / "dawn.tactus", "--to", "take",
                    "--patch", ROOT / "bundle" / "patches" / "aurora.json"], check=True, capture_output=True,
                   timeout=60)
    patch = json.loads((ROOT / "bundle" / "patches" / "pluck.json").read_text())
    patch |= {"name": "Plucked <b>rain</b>", "author": "Ada"}
    (given / "rain.json").write_text(json.dumps(patch))
    (given / "rain.tactus").write_bytes((demos / "pluck.tactus").read_bytes())
    (given / "broken.json").write_text('{"version": 1')
    (given / "alone.json").write_text(json.dumps(patch))
    (given / "packets.tactus").write_bytes((demos / "pluck.tactus").read_bytes())
    (given / "newer.tactus").write_text("# tactus performance 3\n")
    (given / "a name.json").write_text(json.dumps(patch))
    site = Site(tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("keys"), "--gallery", given)
    yield site
    site.stop()


def test_what_cannot_be_shown_is_named(site):
    for name, sentence in {
            "broken.json": "the text ends", "alone.json": "no take with it",
            "packets.tactus": "no patch with it", "newer.tactus": "another version",
            "a name.json": "letters"}.items():
        lines = [line for line in site.said.splitlines() if name in line]
        assert len(lines) == 1 and sentence in lines[0] and "skipped" in lines[0], (name, site.said)
    entries = json.loads((site.folder / "gallery.json").read_text())
    assert {entry["file"] for entry in entries if entry["file"].startswith("by-")} == {"by-dawn", "by-rain"}
    assert len(entries) == len(list((ROOT / "bundle" / "patches").glob("*.json"))) + 2
    for entry in entries:
        assert (site.folder / "takes" / f"{entry['file']}.tactus").exists()
        assert (site.folder / "patches" / f"{entry['file']}.json").exists()
        assert (site.folder / "patches" / f"{entry['file']}.txt").read_text().startswith("tp1.")
    figure(f"the gallery: {len(entries)} patches with takes")


def test_takes_play_in_turn_on_the_stage(site, tmp_path):
    with Chromium(tmp_path) as browser:
        page = browser.page(f"{site.address}gallery.html")
        page.until("document.documentElement.dataset.ready"
                   " && document.querySelectorAll('article').length > 70")
        # What others have written is shown as text.
        page.js("document.getElementById('search').value = 'ada rain'; "
                "document.getElementById('search').dispatchEvent(new Event('input'))")
        assert page.js(SHOWN) == ["Plucked <b>rain</b>"]
        page.js("document.getElementById('search').value = 'glass'; "
                "document.getElementById('search').dispatchEvent(new Event('input'))")
        names = page.js(SHOWN)
        assert len(names) > 1
        page.until(f"{STAGE.replace('.line', '?.line?')}.isOpen")
        # A real click: a browser lets the page sound for it.
        page.tap(*page.js("(box => [box.x + 20, box.y + 20])"
                          "(document.getElementById('all').getBoundingClientRect())"))
        page.until(f"{STAGE}.context.state === 'running' && {STAGE}.isReplaying")
        page.until(f"document.getElementById('name').textContent === {names[0]!r}")
        page.js(f"{STAGE}.recording = []; {STAGE}.post('record', true); 1")
        page.until(f"{STAGE}.recording.some(([left]) => left.some(each => Math.abs(each) > 0.003))")
        # As if it had ended: the next one begins.
        page.js(f"{STAGE}.recording = null; {STAGE}.post('record', false); {STAGE}.ask('/tactus/page/stop'); 1")
        page.until(f"document.getElementById('name').textContent === {names[1]!r}")
        page.until(f"{STAGE}.isReplaying")
        assert page.js("document.querySelectorAll('article.plays').length") == 1
        page.js("document.getElementById('stop').click()")
        page.until(f"!{STAGE}.isReplaying && !document.querySelector('article.plays')")
        assert not page.errors, page.errors


def test_a_given_patch_is_played_by_oneself(site, tmp_path):
    with Chromium(tmp_path) as browser:
        page = browser.page(f"{site.address}?patch=by-rain")
        page.until("tactusFigures.line.isOpen")
        page.js("""(heard => { tactusFigures.line.heard = text => {
            if (typeof text === 'string' && text.startsWith('document ')) {
                globalThis.found = JSON.parse(text.slice(9)).author
            }
            heard(text) } })(tactusFigures.line.heard)""")
        page.until("tactusFigures.line.ask('/tactus/patch/get'), globalThis.found === 'Ada'")
        page.go(f"{site.address}?patch=nothing-of-that-name")
        page.until("document.getElementById('state').textContent.includes('not on this site')")
