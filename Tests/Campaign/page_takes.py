"""Every patch of the library in the page of Chromium: it replays the patch's take, and the first four seconds
are compared with what `tactus render` makes of the same take through the plugin. `make campaign` calls it.

It prints each patch that differs by -90 dB or more, and when the two part; it fails if there is one."""
import pathlib
import subprocess
import sys
import tempfile

import numpy
import soundfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "HostTests"))
from conftest import BUILD, ROOT  # noqa: E402 (the folders of the other modules)
from chromium import Chromium  # noqa: E402
from solo import LINE, RATE, Site, begun  # noqa: E402
from surface import COMMAND  # noqa: E402

SECONDS = 4
LEAST = 10 ** (-90 / 20)


def here(browser, site, name):
    """What the page sounds until four seconds of the take must have played, its shape is (frames, 2), and its
    frames a second. What sounded before the take may ring at its beginning."""
    page = begun(browser.page(site.address))
    page.until(f"{LINE}.hasSounds")
    page.js(f"{LINE}.recording = []; {LINE}.post('record', true); 1")
    page.js(f"{LINE}.fetchTake('takes/{name}.tactus'); 1")
    page.until(f"{LINE}.isReplaying")
    page.js(f"globalThis.end = {LINE}.context.currentTime + {SECONDS + 3}")
    page.until(f"!{LINE}.isReplaying || {LINE}.context.currentTime > end")
    sides = page.js(f"[0, 1].map(side => {LINE}.recording.flatMap(sides => [...sides[side]]))")
    rate = page.js(RATE)
    page.close()
    return numpy.array(sides, numpy.float32).T, rate


def difference(page, plugin):
    """The greatest difference from the first sound of the plugin on, frame by frame, at the place of the page
    where both are the same for longest."""
    best = (-1, None)
    for at in (page == plugin[0]).all(axis=1).nonzero()[0]:
        count = min(len(page) - at, len(plugin))
        apart = abs(page[at:at + count] - plugin[:count]).max(axis=1)
        best = max(best, (first(apart > 0), at), key=lambda each: each[0])
    if best[1] is None:
        return abs(plugin).max(axis=1)
    count = min(len(page) - best[1], len(plugin))
    assert count == len(plugin), "the page sounds for less than four seconds"
    return abs(page[best[1]:best[1] + count] - plugin).max(axis=1)


def first(marks):
    """The first place that is marked, else the length."""
    return marks.argmax() if marks.any() else len(marks)


def there(site, name, folder, rate):
    wave = folder / f"{name}.wav"
    subprocess.run([COMMAND, "render", site.folder / "takes" / f"{name}.tactus", "-o", wave, "--bundle",
                    BUILD / "tactus.lv2", "--rate", str(rate)], check=True, capture_output=True)
    sound, _ = soundfile.read(wave, dtype="float32", always_2d=True)
    return from_first(sound)[:SECONDS * rate]


def from_first(sound):
    return sound[abs(sound).max(axis=1).nonzero()[0][0]:]


def main():
    names = sys.argv[1:] or sorted(path.stem for path in (ROOT / "bundle" / "patches").glob("*.json"))
    same, near, parted = 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        site = Site(folder / "site", folder)
        try:
            with Chromium(folder / "profile") as browser:
                for name in names:
                    page, rate = here(browser, site, name)
                    apart = difference(page, there(site, name, folder, rate))
                    same += not apart.any()
                    near += 0 < apart.max() < LEAST
                    if apart.max() >= LEAST:
                        parted += 1
                        print(f"{name}: parts after {first(apart >= LEAST) / rate:.2f} s", flush=True)
        finally:
            site.stop()
    print(f"page: {same} of {len(names)} patches sound the same samples in Chromium as in the plugin, "
          f"{near} differ by less than -90 dB, {parted} part")
    sys.exit(parted > 0)


if __name__ == "__main__":
    main()
