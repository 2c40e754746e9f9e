"""What screen readers, the keyboard and telephones need of the page, in real browsers."""
import json
import re
import time

import numpy
import pytest

from chromium import browser  # noqa: F401
from conftest import ROOT
from solo import LINE, patch, site  # noqa: F401

ELEMENTS = "[...document.querySelectorAll('#mirror > *')]"
ACTIVE = "document.activeElement.ariaLabel"


def find(name):
    return f"{ELEMENTS}.find(e => e.ariaLabel === {json.dumps(name)})"


def there(name):
    return f"!!{find(name)}"


def opened(browser, site, screen, *size, query=""):
    page = browser.page(f"{site.address}?screen={screen}{query}", *size)
    page.until(f"{LINE}.isOpen")
    return page


def key(page, name, letter=None):
    words = {"key": name, "code": name} | ({"text": letter} if letter else {})
    page("Input.dispatchKeyEvent", type="keyDown", **words)
    page("Input.dispatchKeyEvent", type="keyUp", key=name, code=name)


def tab(page, times=1, back=False):
    for _ in range(times):
        page("Input.dispatchKeyEvent", type="keyDown", key="Tab", code="Tab", windowsVirtualKeyCode=9,
             modifiers=8 if back else 0)


@pytest.fixture()
def page(first_page):
    # A tab behind others draws nothing, and takes no fingers.
    first_page("Page.bringToFront")
    return first_page


@pytest.fixture(scope="module")
def first_page(browser, site):
    page = opened(browser, site, "library")
    page.until(there("Acid thread"))
    yield page
    assert not page.errors, page.errors
    page.close()


def test_elements_stay_while_their_controls_do(page):
    page.js("globalThis.before = new Map(" + ELEMENTS + ".map(e => [e, e.role + ' ' + e.ariaLabel]))")
    page.js(find("Search") + ".focus()")
    page.js("document.activeElement.blur()")
    for letter in "glass":
        key(page, letter, letter)
    page.until("!" + there("Acid thread"))
    page.until(find("Search") + ".getAttribute('aria-description') === 'glass'")
    # Each element that is left is the one it was, and no other control's.
    page.until(f"{ELEMENTS}.every(e => !before.has(e) || before.get(e) === e.role + ' ' + e.ariaLabel)")
    assert page.js(f"{ELEMENTS}.filter(e => before.has(e)).length") > 12
    for _ in range(5):
        key(page, "Backspace")
    page.until("!" + find("Search") + ".hasAttribute('aria-description')")


def test_the_focus_stays_and_keys_go_to_it(page):
    page.press("Modules")
    page.until(there("Envelope 1 attack"))
    page.js(find("Envelope 1 attack") + ".focus()")
    before = float(page.js("document.activeElement.ariaValueNow"))
    key(page, "ArrowLeft")
    page.until(f"+document.activeElement.ariaValueNow < {before}")
    assert page.js(ACTIVE) == "Envelope 1 attack"
    # What has gone gives the focus to what is there, not to the page's beginning.
    page.js(find("Matrix") + ".focus()")
    key(page, "Enter")
    page.until("!" + there("Envelope 1 attack"))
    assert page.js(ACTIVE) == "Matrix"
    # Arrows move the focus of the browser, which the screen follows.
    key(page, "ArrowRight")
    assert page.js(ACTIVE) == "Modules"
    key(page, "Enter")
    page.until(there("Envelope 1 attack"))
    assert page.js(ACTIVE) == "Modules"


def ring(page):
    """The count of points that the focus changes around its element."""
    x, y, width, height = page.js(
        "(b => [b.x, b.y, b.width, b.height])(document.activeElement.getBoundingClientRect())")
    with_focus = page.picture()
    page.js("globalThis.was = document.activeElement; was.blur()")
    time.sleep(0.3)
    without = page.picture()
    page.js("was.focus()")
    top, left = int(max(0, y - 6)), int(max(0, x - 6))
    part = numpy.s_[top:int(y + height + 6), left:int(x + width + 6)]
    return (numpy.abs(with_focus[part] - without[part]).max(axis=2) > 60).sum(), width + height


@pytest.mark.parametrize("look", ["dark", "light", "contrast"])
def test_the_focus_is_always_seen(browser, site, look):
    page = opened(browser, site, "modules", 1280, 500, query=f"&look={look}")
    page.until(there("Envelope 1 attack"))
    # By the keyboard, so that the browser shows it.
    tab(page, 2)
    names = page.js(f"{ELEMENTS}.filter(e => e.tabIndex === 0).map(e => e.ariaLabel)")
    assert len(names) > 20
    for name in names[::7]:
        page.js(find(name) + ".focus()")
        time.sleep(0.5)
        page.until(f"(b => b.left < innerWidth && b.top >= 0 && b.top < innerHeight)"
                   f"({find(name)}.getBoundingClientRect())")
        changed, length = ring(page)
        assert changed > length, (name, changed, length)
    page.close()


def test_what_has_closed_is_gone_with_its_picture(browser, site):
    """Else a press on an element that is no longer drawn would reach what lies there now."""
    page = browser.page(f"{site.address}?screen=sound", 1100, 700, is_mobile=False)
    page.until(f"{LINE}.isOpen")
    level = "Oscillator A level"
    reset = f"{ELEMENTS}.find(e => e.ariaLabel.startsWith('Reset to'))"

    def mouse(kind, place, button="none"):
        page("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button=button, clickCount=1)

    # Whether an element of the list is still there when the third picture after the choice is shown: two may have been
    # on their way, one with the worker and one drawn before the event came. The right button opens the list, and is no
    # choice.
    page.js("""document.getElementById('screen').addEventListener('pointerup', ({ button }) => {
        if (button) return
        const before = tactusFigures.pictures
        const look = () => tactusFigures.pictures > before + 2 ? globalThis.isLate = !!%s : setTimeout(look)
        look() })""" % reset)
    for _ in range(3):
        place = page.control(level)
        mouse("mousePressed", place, "right")
        mouse("mouseReleased", place, "right")
        page.until(f"!!{reset}")
        item = page.js(f"(b => [b.x + b.width / 2, b.y + b.height / 2])({reset}.getBoundingClientRect())")
        page.js("delete globalThis.isLate")
        mouse("mousePressed", item, "left")
        mouse("mouseReleased", item, "left")
        for step in range(40):
            if page.js("'isLate' in globalThis"):
                break
            mouse("mouseMoved", (600 + step, 300))
        page.until("'isLate' in globalThis")
        assert page.js("isLate") is False
        # The next press finds the bar again, not the list of its name.
        assert page.control(level) == place
    assert not page.errors, page.errors
    page.close()


def test_the_keyboard_reaches_what_is_scrolled_out_of_view(page):
    page.press("Modules")
    page.until(there("Envelope 1 attack"))
    hidden = "Envelope 1 attack curve"
    assert not page.js(there(hidden))
    page.js(find("Envelope 1 attack") + ".focus()")
    for _ in range(60):
        time.sleep(0.5)
        if page.js(ACTIVE) == hidden:
            break
        tab(page)
    assert page.js(ACTIVE) == hidden
    box = page.js("(b => [b.top, b.bottom])(document.activeElement.getBoundingClientRect())")
    assert 0 < box[0] < box[1] < 800


def test_the_page_keeps_to_the_safe_area(browser, site):
    page = opened(browser, site, "patch", 844, 390)
    insets = {"top": 10, "left": 47, "right": 20, "bottom": 21}
    page("Emulation.setSafeAreaInsetsOverride", insets=insets)
    page.js("dispatchEvent(new Event('resize'))")
    box = ("(b => [b.left, b.top, innerWidth - b.right, innerHeight - b.bottom])"
           "(document.querySelector('{}').getBoundingClientRect())")
    assert page.js(box.format("#screen")) == [47, 10, 20, 21]
    assert page.js(box.format("#mirror")) == [47, 10, 20, 21]
    # A tab is where it is drawn: a tap there opens it.
    time.sleep(0.5)
    page.press("Modules")
    page.until(there("Envelope 1 attack"))
    # Beside it the page has the look's color.
    assert page.js("getComputedStyle(document.body).backgroundColor") == "rgb(13, 16, 20)"
    page.press("Settings")
    page.press("light")
    page.until("getComputedStyle(document.body).backgroundColor === 'rgb(246, 247, 248)'")
    assert tuple(page.picture()[388, 5]) == (246, 247, 248)
    page.close()


def test_a_text_opens_one_keyboard(page):
    page.press("Library")
    page.press("Search")
    page.until(there("Return"))  # the page's own
    assert page.js("document.activeElement.id") == "typing"
    assert page.js("document.activeElement.inputMode") == "none"
    page.press("Hide")
    page.until("!" + there("Return"))


def test_save_as_gives_its_title(page):
    page.press("Library")
    page.press("Save as…")
    page.until("document.activeElement.id === 'typing'")
    time.sleep(0.3)
    page("Input.insertText", text=" of mine")
    time.sleep(0.3)
    key(page, "Enter")
    page.until("Object.keys(localStorage).some(k => k.includes('of mine'))")
    name = page.js("Object.keys(localStorage).find(k => k.includes('of mine'))").split("/")[-1][:-5]
    assert patch(page)["name"] == name


def test_a_slow_line_shows_how_much_has_come(browser, site):
    page = browser.page("about:blank", waits=False)
    page("Network.enable")
    page("Network.setCacheDisabled", cacheDisabled=True)
    page("Network.emulateNetworkConditions", offline=False, latency=50, downloadThroughput=200_000,
         uploadThroughput=200_000)
    # Every text that the page shows, however seldom it is asked.
    page("Page.addScriptToEvaluateOnNewDocument", source="""
        globalThis.shown = new Set()
        new MutationObserver(() => {
            shown.add(document.body?.innerText.trim() ?? '')
            shown.add(document.getElementById('state')?.textContent ?? '')
        }).observe(document, { subtree: true, childList: true, characterData: true })""")
    page("Page.navigate", url=site.address)
    page.until("document.documentElement?.dataset.ready === 'true'")
    texts = page.js("[...shown]")
    assert not any("too old" in text for text in texts), texts
    assert any("%" in text for text in texts), texts
    # The instrument, which is not smaller, says the same.
    page.until(f"{LINE}.isOpen")
    texts = page.js("[...shown]")
    assert any(text.startswith("Loading the instrument") for text in texts), texts
    page.close()


def test_an_icon_for_the_home_screen(page):
    size, corners = page.js("""(async () => {
        const image = new Image()
        image.src = document.querySelector('link[rel=apple-touch-icon]').href
        await image.decode()
        const canvas = Object.assign(document.createElement('canvas'), { width: 180, height: 180 })
        const context = canvas.getContext('2d')
        context.drawImage(image, 0, 0)
        const color = (x, y) => [...context.getImageData(x, y, 1, 1).data]
        const points = [color(0, 0), color(90, 90), color(31, 118)]
        return [image.naturalWidth, points]
    })()""")
    assert size == 180
    # Opaque, for the system rounds the corners itself; the line in the middle; the left ring.
    assert corners[0] == [13, 16, 20, 255]
    assert corners[1] != corners[0] and corners[2] != corners[0]




def test_borders_of_the_gallery_s_controls_are_seen():
    """At least 3:1, as WCAG 2 asks of controls."""
    text = (ROOT / "bundle" / "surface" / "gallery.css").read_text()
    color = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", text))
    assert "border: 1px solid var(--edge)" in text.split("button, .button, input {")[1].split("}")[0]

    def luminance(color):
        parts = [int(color[at:at + 2], 16) / 255 for at in (1, 3, 5)]
        parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] + 0.05
    for ground in ("#0d1014", color["pane"]):
        assert luminance(color["edge"]) / luminance(ground) >= 3, ground
