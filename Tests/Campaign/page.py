"""The instrument in a page of Chromium for a minute, with ten fingers that move: `make campaign` calls it.

Prints how many blocks came too late, by the browser's own count, and how long the first sound took after the
page was asked for."""
import pathlib
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "HostTests"))
import conftest  # noqa: E402, F401 (the folders of the other modules)
import chromium  # noqa: E402
from conftest import ROOT  # noqa: E402
from solo import LINE, Site  # noqa: E402

SECONDS = 60
STATS = f"{LINE}.context.playbackStats"


def first_sound(browser, site):
    """Seconds from asking for the page to a sounding block, with a tap and a finger as soon as there is
    something to touch: a browser lets a page sound when a first touch has ended."""
    page = browser.page("about:blank", waits=False)
    began = time.monotonic()
    page.navigate(site.address)
    page.until("globalThis.tactusFigures?.line.isOpen")
    page.tap(640, 300)
    page.touch("start", [(0, 640, 300)])
    page.js(f"{LINE}.recording = []; {LINE}.post('record', true); 1")
    page.until(f"{LINE}.recording.some(([left]) => left.some(each => Math.abs(each) > 0.001))")
    page.touch("end", [])
    took = time.monotonic() - began
    page.close()
    return took


def minute(browser, site, patch):
    page = browser.page(f"{site.address}?patch={patch}")
    page.until(f"{LINE}.isOpen")
    fingers = [[number, 100 + 110 * number, 200 + 50 * (number % 4)] for number in range(10)]
    page.tap(640, 300)
    page.touch("start", fingers)
    page.until(f"{LINE}.context.state === 'running'")
    time.sleep(2)
    before = page.js(f"[{STATS}.underrunEvents, {STATS}.underrunDuration]")
    end = time.monotonic() + SECONDS
    step = 0
    while time.monotonic() < end:
        step += 1
        page.touch("move", [[number, x + step % 60, y + (step + 7 * number) % 200]
                            for number, x, y in fingers])
        time.sleep(0.02)
    after = page.js(f"[{STATS}.underrunEvents, {STATS}.underrunDuration]")
    page.touch("end", [])
    page.close()
    gaps, lost = after[0] - before[0], 1000 * (after[1] - before[1])
    print(f"page: {patch}, ten fingers, {SECONDS} s: {gaps} gaps, {lost:.1f} ms")


def swaps(browser, site):
    """Fifty patches of the library, ten a second, under a chord."""
    page = browser.page(site.address)
    page.until(f"{LINE}.isOpen && {LINE}.hasSounds")
    page.tap(640, 300)
    page.touch("start", [(0, 400, 300), (1, 640, 400), (2, 900, 500)])
    page.until(f"{LINE}.context.state === 'running'")
    time.sleep(1)
    names = [path.stem for path in sorted((ROOT / "bundle" / "patches").glob("*.json"))][:50]
    before = page.js(f"[{STATS}.underrunEvents, {STATS}.underrunDuration]")
    for name in names:
        page.js(f"{LINE}.ask('/tactus/patch/load', 's', '{name}')")
        time.sleep(0.1)
    after = page.js(f"[{STATS}.underrunEvents, {STATS}.underrunDuration]")
    page.touch("end", [])
    page.close()
    print(f"page: fifty patches under a chord: {after[0] - before[0]} gaps, "
          f"{1000 * (after[1] - before[1]):.1f} ms")


def main():
    chromium.FLAGS.append("--enable-blink-features=AudioContextPlaybackStats")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        site = Site(folder / "site", folder)
        try:
            with chromium.Chromium(folder / "profile") as browser:
                times = sorted(first_sound(browser, site) for _ in range(5))
                print(f"page: from asking to the first sound, {times[0]:.2f} to {times[-1]:.2f} s, 5 times")
                swaps(browser, site)
                for patch in ("first_touch", "pinch_nebula"):
                    minute(browser, site, patch)
        finally:
            site.stop()


if __name__ == "__main__":
    main()
