"""Every patch of the library in the page of Chromium: it replays the patch's take, and the first four seconds
are compared with what `tactus render` makes of the same take through the plugin. `make campaign` calls it.

It prints the patches that differ, when they part, and by how much; it fails if there is one."""
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


def here(browser, site, name):
    """What the page sounds until four seconds of the take must have played: the shape is (frames, 2). What
    sounded before the take may ring at its beginning."""
    page = begun(browser.page(site.address))
    page.until(f"{LINE}.hasSounds")
    page.js(f"{LINE}.recording = []; {LINE}.post('record', true); 1")
    page.js(f"{LINE}.fetchTake('takes/{name}.tactus'); 1")
    page.until(f"{LINE}.isReplaying")
    page.js(f"globalThis.end = {LINE}.context.currentTime + {SECONDS + 3}")
    page.until(f"!{LINE}.isReplaying || {LINE}.context.currentTime > end")
    sides = page.js(f"[0, 1].map(side => {LINE}.recording.flatMap(sides => [...sides[side]]))")
    page.close()
    return numpy.array(sides, numpy.float32).T


def common(page, plugin):
    """How many frames are the same from the first sound of the plugin on, at the best place of the page."""
    best = 0
    for at in (page == plugin[0]).all(axis=1).nonzero()[0]:
        count = min(len(page) - at, len(plugin))
        apart = (page[at:at + count] != plugin[:count]).any(axis=1).nonzero()[0]
        best = max(best, apart[0] if len(apart) else count)
    return best


def there(site, name, folder):
    wave = folder / f"{name}.wav"
    subprocess.run([COMMAND, "render", site.folder / "takes" / f"{name}.tactus", "-o", wave, "--bundle",
                    BUILD / "tactus.lv2"], check=True, capture_output=True)
    sound, rate = soundfile.read(wave, dtype="float32", always_2d=True)
    return from_first(sound)[:SECONDS * rate]


def from_first(sound):
    return sound[abs(sound).max(axis=1).nonzero()[0][0]:]


def main():
    names = sys.argv[1:] or sorted(path.stem for path in (ROOT / "bundle" / "patches").glob("*.json"))
    parted = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        site = Site(folder / "site", folder)
        try:
            with Chromium(folder / "profile") as browser:
                for name in names:
                    page = here(browser, site, name)
                    plugin = there(site, name, folder)
                    same = common(page, plugin)
                    if same < len(plugin):
                        parted.append(name)
                        print(f"{name}: parts after {same} of {len(plugin)} frames", flush=True)
        finally:
            site.stop()
    same = len(names) - len(parted)
    print(f"page: {same} of {len(names)} patches sound the same samples in Chromium as in the plugin")
    sys.exit(bool(parted))


if __name__ == "__main__":
    main()
