"""The site of a commons in Chromium and Firefox: without scripts, searched by words and by sound, heard, compared,
played, by keyboard and by the accessibility tree."""
import json

import pytest

from chromium import Chromium
from commons_folder import DEMOS, PATCHES, Folder, Quiet, Server
from conftest import ROOT, figure
from firefox import Firefox
from solo import LINE

NAMES = ["glass_marimba", "glass_pad", "xylophone_rain", "rubber_bass", "sub_swell", "hand_drum", "pluck", "aurora"]
CARDS = "[...document.querySelectorAll('#results .card h3')].map(each => each.textContent)"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Eight patches with their demos, one made from another, and a grid."""
    folder = Folder(tmp_path_factory.mktemp("commons") / "ours")
    for name in NAMES:
        folder.add(PATCHES / f"{name}.json", "--performance", DEMOS / f"{name.replace('_', '-')}.tactus")
    patch = json.loads((PATCHES / "glass_marimba.json").read_text())
    patch |= {"name": "Glass <i>higher</i>"}
    patch["map"] |= {"low": 57, "high": 105}
    made = tmp_path_factory.mktemp("made") / "higher.json"
    made.write_text(json.dumps(patch))
    folder.fork = folder.add(made, "--parent", "glass_marimba", "--performance", DEMOS / "glass-marimba.tactus")
    folder.add(ROOT / "bundle" / "grids" / "rain.json")
    folder.build()
    server = Server(folder.path / "site")
    server.folder = folder
    yield server
    server.stop()


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with Chromium(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


def searched(page, text):
    page.js(f"document.getElementById('words').value = {json.dumps(text)};"
            "document.getElementById('words').dispatchEvent(new Event('input'))")
    page.until(f"document.querySelector('#results h2')?.textContent.includes({json.dumps(text)})")
    return page.js(CARDS)


def test_search_by_words(site, browser):
    page = browser.page(site.address + "index.html")
    page.until("document.documentElement.dataset.ready")
    assert not page.js("document.getElementById('search').hidden")
    found = searched(page, "gla")
    assert set(found) == {"Glass marimba", "Glass pad", "Glass <i>higher</i>"}
    assert searched(page, "glass pad")[0] == "Glass pad"
    assert searched(page, "zzzz") == []
    assert page.js("Number(document.documentElement.dataset.searchTime)") < 100
    page.js("document.getElementById('words').value = '';"
            "document.getElementById('words').dispatchEvent(new Event('input'))")
    page.until("!document.getElementById('list').hidden")
    assert page.errors == []
    page.close()


def test_search_by_sound(site, browser):
    """The nearest of the marimba is the same one higher up, as by the distance that Python computes."""
    page = browser.page(f"{site.address}entries/glass_marimba.html")
    page.until("document.documentElement.dataset.ready")
    number = page.js("Number(document.querySelector('.entry').dataset.number)")
    index = site.folder.path / "site" / "index"
    features = (index / "sounds" / "0.bin").read_bytes()
    cards = json.loads((index / "cards" / "0.json").read_text())
    rows = [features[24 * at:24 * at + 24] for at in range(len(cards))]
    apart = [sum((a - b) ** 2 for a, b in zip(row, rows[number])) for row in rows]
    order = sorted(range(len(rows)), key=lambda at: apart[at])
    page.go(f"{site.address}index.html#like={number}")
    page.until("document.querySelectorAll('#results .card').length > 5")
    shown = page.js(CARDS)
    assert shown[0] == "Glass marimba" and shown[1] == cards[order[1]][0]
    assert shown.index("Glass <i>higher</i>") < 4
    assert page.errors == []
    page.close()


def test_hearing_and_comparing(site, browser):
    page = browser.page(f"{site.address}entries/{site.folder.fork}.html", is_mobile=False)
    page.until("document.documentElement.dataset.ready")
    box = page.js("(b => [b.x + b.width / 2, b.y + b.height / 2])"
                  "(document.querySelector('.entry .listen').getBoundingClientRect())")
    for kind in ("mousePressed", "mouseReleased"):
        page("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)
    own, older = "document.querySelector('.entry > audio')", "document.querySelector('.compare audio')"
    page.until(f"{own}.currentTime > 0.2")
    assert page.js("document.querySelector('.entry .listen').getAttribute('aria-pressed')") == "true"
    page.until("document.querySelector('.entry .hands').getContext('2d').getImageData(0, 0, 640, 360).data"
               ".some(each => each)")
    page.js("document.querySelector('.compare button').click()")
    page.until(f"!{older}.paused && {older}.currentTime > 0.2 && {own}.paused")
    assert "map.low" in page.js("document.querySelector('.compare table').textContent")
    link = page.js("document.querySelector('[data-open]').href")
    assert link.startswith("tactus://127.0.0.1") and link.endswith(".json")
    assert page.errors == []
    page.close()


@pytest.mark.parametrize("width", [360, 768, 1440])
def test_nothing_is_wider_than_the_screen(site, browser, width, tmp_path):
    for name in ("index.html", f"entries/{site.folder.fork}.html", "kind/patch/index.html"):
        page = browser.page(site.address + name, width=width, height=900, is_mobile=width < 1000)
        page.until("document.documentElement.dataset.ready")
        assert page.js("document.documentElement.scrollWidth") <= width, name
        page.picture(tmp_path / f"{width}.png")
        page.close()


def test_without_scripts(site, browser):
    """Lists, entries, players and downloads are there."""
    page = browser.page("about:blank", waits=False)
    page("Emulation.setScriptExecutionDisabled", value=True)
    page.navigate(site.address + "index.html")
    page.until("document.querySelectorAll('.card').length === 10")
    assert page.js("document.querySelectorAll('.card audio[controls]').length") == 10
    assert page.js("getComputedStyle(document.querySelector('.card audio')).display") != "none"
    page.navigate(site.address + "entries/glass_pad.html")
    page.until("document.querySelector('h1')?.textContent === 'Glass pad'")
    assert page.js("document.querySelector('a[download]').getAttribute('href')").startswith("../files/")
    page.close()


def test_by_keyboard_and_for_screen_readers(site, browser):
    """Every control has a name, and Tab reaches the search and the first player."""
    page = browser.page(site.address + "index.html", is_mobile=False)
    page.until("document.documentElement.dataset.ready")
    page("Accessibility.enable")
    nodes = page("Accessibility.getFullAXTree")["nodes"]
    controls = [node for node in nodes if node.get("role", {}).get("value") in ("button", "link", "searchbox")]
    assert len(controls) > 30
    assert not [node for node in controls if not node.get("name", {}).get("value")]
    roles = {node.get("role", {}).get("value") for node in nodes}
    assert {"main", "banner", "search", "navigation", "list", "heading"} <= roles, roles
    names = []
    for _ in range(40):
        page("Input.dispatchKeyEvent", type="keyDown", key="Tab", code="Tab", windowsVirtualKeyCode=9)
        page("Input.dispatchKeyEvent", type="keyUp", key="Tab", code="Tab", windowsVirtualKeyCode=9)
        names.append(page.js("document.activeElement.ariaLabel || document.activeElement.textContent"))
    assert any("Search" in name for name in names) and any(name.startswith("Listen to") for name in names), names
    page.close()


def plays(page, link, name):
    """Goes by a link of the site, and waits until the instrument has the document."""
    page.go(link)
    page.until("globalThis.tactusFigures?.line.isOpen")
    page.js(f"globalThis.asked = '{{}}'; {LINE}.answerDocument = text => {{ asked = text }}; 1")
    page.until(f"({LINE}.ask('/tactus/page/document'), JSON.parse(asked).name === {json.dumps(name)})")


def test_play_in_the_page(site, browser):
    """The link of an entry opens the instrument with it, and the bar shows its name; a grid, the Tone Matrix."""
    page = browser.page(f"{site.address}entries/glass_pad.html", is_mobile=False)
    plays(page, page.js("document.querySelector('.first').href"), "Glass pad")
    page.until("[...document.querySelectorAll('#mirror > *')].some(e => e.ariaLabel === 'Loaded'"
               " && e.getAttribute('aria-description')?.startsWith('Glass pad'))")
    page.go(f"{site.address}entries/rain.html")
    plays(page, page.js("document.querySelector('.first').href"), "Rain")
    assert page.errors == []
    page.close()


def test_library_of_the_page_asks_the_commons(site, browser):
    """What the view asks, as the packets that it sends, and what it is told: nothing is loaded before a search."""
    Quiet.loaded.clear()
    page = browser.page(f"{site.address}play/", is_mobile=False)
    page.until("globalThis.tactusFigures?.line.isOpen")
    assert not [name for name, _ in Quiet.loaded if name.startswith(("/index/", "/entries", "/files", "/sounds"))]
    page.js("globalThis.told = []; tactusFigures.commons.tell = answer => { told.push(answer) }; 1")

    def ask(question):
        return page.js("import('./osc.js').then(({ message }) => tactusFigures.commons.takes("
                       f"message('/tactus/patch/library', 's', {json.dumps(json.dumps(question))})))")

    assert not ask({"load": "glass_pad"}) and not ask({"preview": "glass_pad"}) and not ask({"delete": ["mine"]})
    assert ask({"commons": "glass"})
    page.until("told.some(each => each.commons?.found?.length === 3)")
    found = json.loads(page.js("JSON.stringify(told.at(-1).commons.found)"))
    assert {each["name"] for each in found} == {"Glass marimba", "Glass pad", "Glass <i>higher</i>"}
    assert all(each["file"].startswith("commons/") and each["text"] == "by Ada" for each in found)
    # A browser lets it sound after a press.
    for kind in ("mousePressed", "mouseReleased"):
        page("Input.dispatchMouseEvent", type=kind, x=3, y=790, button="left", clickCount=1)
    assert ask({"preview": "commons/glass_pad"})
    page.until("tactusFigures.commons.audio.currentTime > 0.2")
    assert page.js("told.at(-1).preview") == "commons/glass_pad"
    assert ask({"load": "commons/glass_pad"})
    page.js(f"globalThis.asked = '{{}}'; {LINE}.answerDocument = text => {{ asked = text }}; 1")
    page.until(f"({LINE}.ask('/tactus/page/document'), JSON.parse(asked).name === 'Glass pad')")
    assert page.js("tactusFigures.commons.audio.paused")
    for address in ("http://example.org", "file:///etc", "https://user:secret@example.org", "nonsense"):
        assert ask({"commons": [address]})
        page.until("document.getElementById('state').textContent.includes('no address of a commons')")
        page.js("document.getElementById('state').textContent = ''; 1")
    assert page.js("tactusFigures.commons.address") == site.address
    assert page.errors == []
    page.close()


def test_an_entry_that_was_changed_is_not_played(site, browser):
    """Its file has another hash than the entry says."""
    entry = site.folder.entry("pluck")
    path = site.folder.path / "site" / "files" / f"{entry['file']}.json"
    text = path.read_bytes()
    path.write_bytes(text.replace(b"{", b"{ ", 1))
    try:
        page = browser.page(f"{site.address}play/?entry=pluck", is_mobile=False)
        page.until("document.getElementById('state').textContent.includes('another SHA-256')")
        page.js(f"globalThis.asked = '{{}}'; {LINE}.answerDocument = text => {{ asked = text }}; 1")
        page.until(f"({LINE}.ask('/tactus/page/document'), JSON.parse(asked).name)")
        assert page.js("JSON.parse(asked).name") != "Pluck"
        page.close()
    finally:
        path.write_bytes(text)


def test_the_first_load_is_small(site, browser):
    """Everything but pictures and sounds, with an empty cache."""
    Quiet.loaded.clear()
    page = browser.page(site.address + "index.html")
    page.until("document.documentElement.dataset.ready")
    searched(page, "glass")
    loaded = dict(Quiet.loaded)
    text = {name: size for name, size in loaded.items() if not name.startswith(("/pictures", "/sounds"))}
    index = sum(size for name, size in text.items() if name.startswith("/index/"))
    assert index < 300_000 and sum(text.values()) < 900_000, text
    figure(f"a visitor's first load with a search: {sum(text.values()) // 1024} KiB, of which the index {index} bytes")
    page.close()


def test_firefox(site, tmp_path):
    with Firefox(tmp_path / "profile") as firefox:
        firefox.go(site.address + "index.html")
        firefox.until("document.documentElement.dataset.ready")
        firefox.js("document.getElementById('words').value = 'glass';"
                   "document.getElementById('words').dispatchEvent(new Event('input'))")
        firefox.until("document.querySelectorAll('#results .card').length === 3")
        firefox.go(f"{site.address}entries/{site.folder.fork}.html")
        firefox.until("document.documentElement.dataset.ready")
        assert firefox.js("document.querySelectorAll('.frame .listen').length") >= 2
        assert firefox.js("document.querySelector('[data-open]').href").startswith("tactus://")
        firefox.go(f"{site.address}entries/glass_pad.html")
        plays(firefox, firefox.js("document.querySelector('.first').href"), "Glass pad")
        figure("Firefox: searched, opened, played")
