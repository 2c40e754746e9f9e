"""What hands know from other instruments, on the page in Chromium: each habit of the table, by mouse and keyboard."""
import json
import time

import pytest

from chromium import browser  # noqa: F401
from habits import HABITS
from solo import LINE, patch, site  # noqa: F401

MODIFIERS = {None: 0, "ctrl": 2, "shift": 8}
NAMES = {"Prior": "PageUp", "Next": "PageDown", "Return": "Enter", "Left": "ArrowLeft", "Right": "ArrowRight",
         "Up": "ArrowUp", "Down": "ArrowDown"}


class Hand:
    """Mouse and keyboard on one page."""

    def __init__(self, page):
        self.page, self.count, self.at = page, 0, (0, 0)

    def begin(self):
        self.key("Escape")
        content = json.dumps({"version": 1, "name": "Init"})
        self.page.js(f"{LINE}.ask('/tactus/patch/set', 's', {json.dumps(content)})")
        self.until(lambda: self.patch()["name"] == "Init" and len(self.patch()["connections"]) == 3)
        self.show_sound()

    def show_sound(self):
        self.press("Sound")
        self.press("Oscillator A")
        self.rest(0.2)

    def rest(self, seconds):
        time.sleep(seconds)

    def until(self, condition):
        end = time.monotonic() + 15
        while not condition():
            assert time.monotonic() < end, "this never came to be"
            time.sleep(0.05)

    def patch(self):
        return patch(self.page)

    def mouse(self, kind, place, **words):
        self.at = place
        self.page("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], **words)

    @staticmethod
    def find(name):
        return f"[...document.querySelectorAll('#mirror > *')].find(e => e.ariaLabel === {json.dumps(name)})"

    @property
    def side(self):
        return "A" if self.page.js(f"!!{self.find('A')}") else "B"

    def press(self, name, button=1, count=1):
        if name == "A/B" and not self.page.js(f"!!{self.find(name)}"):
            name = self.side  # of the two documents that are compared
        place, button = self.page.control(name), "left" if button == 1 else "right"
        self.mouse("mouseMoved", place)
        for number in range(count):
            self.mouse("mousePressed", place, clickCount=number + 1, button=button, buttons=1 if button == "left" else 2)
            self.mouse("mouseReleased", place, clickCount=number + 1, button=button, buttons=0)
        self.rest(0.1)

    def press_beside(self):
        """Presses beside what lies above the screen."""
        self.mouse("mousePressed", (20, 690), clickCount=1, button="left", buttons=1)
        self.mouse("mouseReleased", (20, 690), clickCount=1, button="left", buttons=0)

    def item(self, _, name):
        self.press(name)

    def answer(self, name):
        self.press(name)

    def drag(self, name, way, held=None):
        self.count += 1
        x, y = self.page.control(name)
        x += 12 * (self.count % 3)
        words = {"button": "left", "buttons": 1, "modifiers": MODIFIERS[held]}
        self.mouse("mousePressed", (x, y), **words)
        self.mouse("mouseMoved", (x + way, y), **words)
        self.mouse("mouseReleased", (x + way, y), button="left", buttons=0)

    def carry(self, source, target, by=None, drops=True):
        place = self.page.control(source)
        words = {"button": "left", "buttons": 1}
        self.mouse("mousePressed", place, **words)
        self.mouse("mouseMoved", (place[0] - 30, place[1]), **words)
        if by:
            self.mouse("mouseMoved", self.page.control(by), **words)
        self.mouse("mouseMoved", self.page.control(target), **words)
        if drops:
            self.let_go()

    def let_go(self):
        self.mouse("mouseReleased", self.at, button="left", buttons=0)

    def wheel(self, name, turns, held=None):
        place = (985, 300) if name == "sources" else self.page.control(name)
        for _ in range(abs(turns)):
            self.mouse("mouseWheel", place, deltaX=0, deltaY=-53 if turns > 0 else 53, modifiers=MODIFIERS[held])
        self.rest(0.2)

    def key(self, name):
        name = NAMES.get(name, name)
        self.page("Input.dispatchKeyEvent", type="keyDown", key=name, code=name)
        self.page("Input.dispatchKeyEvent", type="keyUp", key=name, code=name)
        self.rest(0.1)

    def step(self, letter):
        for kind in ("keyDown", "keyUp"):
            self.page("Input.dispatchKeyEvent", type=kind, key=letter, code=f"Key{letter.upper()}", modifiers=MODIFIERS["ctrl"])

    def type(self, text):
        self.page.until("document.activeElement.id === 'typing'")
        self.rest(0.1)
        self.page("Input.insertText", text=text)
        self.rest(0.2)

    def focus(self, name):
        self.page.control(name)
        self.page.js(f"{self.find(name)}.focus()")
        self.rest(0.1)

    def play(self):
        words = {"button": "left", "buttons": 1}
        self.mouse("mousePressed", (300, 620), **words)
        for x in range(340, 720, 20):
            self.mouse("mouseMoved", (x, 640), **words)
            self.rest(0.03)
        self.mouse("mouseReleased", (700, 640), button="left", buttons=0)

    def candidate(self):
        """The first button beside *Clocks*."""
        find = ("[...document.querySelectorAll('#mirror > *')].find(e => e.role === 'button' && "
                "e.ariaLabel !== 'Out' && (b => b.y > 50 && b.y < 90 && b.x > 380)(e.getBoundingClientRect()))")
        self.page.until(f"!!{find}")
        self.press(self.page.js(f"{find}.ariaLabel"))

    def leave(self):
        self.mouse("mouseMoved", (550, 52))

    def hover(self, name):
        self.mouse("mouseMoved", self.page.control(name))

    def picture(self):
        return self.page.picture()

    def rows(self):
        return self.page.js("[...document.querySelectorAll('#mirror > *')].map(e => e.ariaLabel + e.style.top).join()")

    def title(self):
        return self.page.js(f"{self.find('Loaded')}.getAttribute('aria-description')")

    def help(self):
        self.key("F1")

    def find_in_library(self, words):
        self.press("Library")
        self.type(words)

    def is_favorite(self, name):
        text = self.page.js("(k => k ? localStorage[k] : '{}')(Object.keys(localStorage).find(k => k.endsWith('/library.json')))")
        return name in json.loads(text).get("patches", {}).get("favorites", [])

    def sounds(self):
        """Whether the instrument's output is not silent."""
        return self.page.js(f"""(() => {{
            if (!globalThis.meter) {{
                globalThis.meter = new AnalyserNode({LINE}.context, {{ fftSize: 2048 }})
                {LINE}.node.connect(globalThis.meter)
            }}
            const samples = new Float32Array(2048)
            globalThis.meter.getFloatTimeDomainData(samples)
            return samples.some(sample => Math.abs(sample) > 0.001) }})()""")

    def close_code(self):
        self.page.until("document.querySelector('dialog.shared')?.open")
        self.page.js("document.querySelector('dialog.shared button').click()")

    def clipboard(self):
        return self.page.js("globalThis.copied ?? ''")

    def drop(self, name, text):
        self.page.js(f"""(() => {{ const files = new DataTransfer()
            files.items.add(new File([{json.dumps(text)}], {json.dumps(name)}))
            dispatchEvent(new DragEvent('drop', {{ dataTransfer: files, cancelable: true }})) }})()""")

    def save_as(self, name):
        self.press("Library")
        self.press("Save as…")
        self.page.until("document.activeElement.id === 'typing'")
        self.rest(0.3)
        self.page("Input.insertText", text=name)
        self.rest(0.2)
        self.key("Return")

    def saved(self, name):
        """The level in what the browser keeps."""
        text = self.page.js(f"(k => k ? localStorage[k] : null)(Object.keys(localStorage).find("
                            f"k => k.endsWith({json.dumps(f'/{name}.json')})))")
        return json.loads(text).get("parameters", {}).get("osc_a_level", 0.6) if text else None


@pytest.fixture(scope="module")
def hand(browser, site):
    page = browser.page(f"{site.address}?screen=sound", 1100, 700, is_mobile=False)
    page.until(f"{LINE}.isOpen")
    # Chromium without a screen asks nobody whether a page may write to the clipboard.
    page.js("navigator.clipboard.writeText = async text => { globalThis.copied = text }")
    yield Hand(page)
    assert not page.errors, page.errors
    page.close()


# A page has no manual.
@pytest.mark.parametrize("habit", [each for each in HABITS if each.name != "F1"], ids=lambda habit: habit.name)
def test_habit(hand, habit):
    hand.begin()
    habit.test(hand)
