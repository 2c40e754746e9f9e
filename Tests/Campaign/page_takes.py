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
    """What the page sounds, from its first sample on: the shape is (frames, 2)."""
    page = begun(browser.page(site.address))
    page.until(f"{LINE}.hasSounds")
    page.js(f"{LINE}.recording = []; {LINE}.post('record', true); {LINE}.fetchTake('takes/{name}.tactus'); 1")
    sounding = f"{LINE}.recording.findIndex(([left, right]) => left.some(Boolean) || right.some(Boolean))"
    page.until(f"{sounding} >= 0")
    frames = SECONDS * page.js(RATE)
    page.until(f"({LINE}.recording.length - {sounding} - 1) * 128 > {frames}")
    sides = [page.js(f"{LINE}.recording.flatMap(sides => [...sides[{side}]])") for side in (0, 1)]
    page.close()
    return from_first(numpy.array(sides, numpy.float32).T)[:frames]


def there(site, name, rate, folder):
    wave = folder / f"{name}.wav"
    subprocess.run([COMMAND, "render", site.folder / "takes" / f"{name}.tactus", "-o", wave, "--force",
                    "--rate", str(rate), "--bundle", BUILD / "tactus.lv2"], check=True, capture_output=True)
    return from_first(soundfile.read(wave, dtype="float32", always_2d=True)[0])[:SECONDS * rate]


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
                    plugin = there(site, name, 48000, folder)
                    count = min(len(page), len(plugin))
                    apart = abs(page[:count].astype(float) - plugin[:count]).max(axis=1)
                    if apart.any():
                        parted.append(name)
                        print(f"{name}: parts after {apart.nonzero()[0][0] / 48000:.4f} s, at most "
                              f"{20 * numpy.log10(apart.max() / abs(plugin).max()):.1f} dB", flush=True)
        finally:
            site.stop()
    same = len(names) - len(parted)
    print(f"page: {same} of {len(names)} patches sound the same samples in Chromium as in the plugin")
    sys.exit(bool(parted))


if __name__ == "__main__":
    main()
