"""Takes, recordings, files and the Tone Matrix of the page that plays by itself, in a real Chromium."""
import io
import subprocess
import time

import numpy
import pytest
import soundfile

from chromium import browser  # noqa: F401
from conftest import BUILD, figure
from solo import LINE, RATE, begun, patch, played, site, told  # noqa: F401
from surface import COMMAND


def until(condition):
    for _ in range(1200):
        if condition():
            return
        time.sleep(0.05)
    assert condition()


def passed(page, seconds):
    """Waits for so much sound."""
    end = page.js(f"{LINE}.context.currentTime") + seconds
    page.until(f"{LINE}.context.currentTime > {end}")


def catch(page):
    """Keeps the files that the page gives away, instead of saving them."""
    page.js(f"globalThis.given = {{}}; {LINE}.give = (name, bytes) => {{ given[name] = [...bytes] }}")


def given(page, name):
    page.until(f"given[{name!r}]")
    found = bytes(page.js(f"given[{name!r}]"))
    page.js(f"delete given[{name!r}]")
    return found


def test_a_take_is_the_same_here_and_there(browser, site, tmp_path):
    """A take that is written in the page: its sound is kept, then it is rendered by the command."""
    page = begun(browser.page(f"{site.address}?screen=set-up&patch=glass_pad"))
    catch(page)
    until(lambda: patch(page)["name"] == "Glass pad")
    page.press("Record audio")
    page.press("Record a take")
    until(lambda: told(page) == "The take has begun.")  # when the tap has died away
    page.js(f"{LINE}.playNow('/tactus/touch', 'sifff', 'began', 1, 0.3, 0.4, 0.7)")
    for step in range(20):
        page.js(f"{LINE}.playNow('/tactus/touch', 'sifff', 'moved', 1, {0.3 + 0.02 * step}, 0.4, 0.7)")
    page.js(f"{LINE}.playNow('/tactus/touch', 'siff', 'began', 2, 0.8, 0.9); {LINE}.ask('/tactus/page/port', 'if', 32, 0.5)")
    passed(page, 1)
    page.js(f"{LINE}.playNow('/tactus/touch', 'si', 'ended', 1); {LINE}.playNow('/tactus/touch', 'si', 'ended', 2)")
    passed(page, 1)
    page.press("Stop take")
    take = given(page, "take.tactus")
    page.press("Stop and save WAV")
    sound = given(page, "tactus.wav")
    kept, rate = soundfile.read(io.BytesIO(sound), dtype="float32", always_2d=True)
    assert rate == page.js(RATE) and told(page) in ("", "The take has begun.")
    (tmp_path / "take.tactus").write_bytes(take)
    subprocess.run([COMMAND, "render", tmp_path / "take.tactus", "-o", tmp_path / "take.wav", "--bundle",
                    BUILD / "tactus.lv2"], check=True, capture_output=True, timeout=120)
    rendered, _ = soundfile.read(tmp_path / "take.wav", dtype="float32", always_2d=True)
    assert abs(rendered).max() > 0.01
    first = abs(kept).max(axis=1).nonzero()[0][0] - abs(rendered).max(axis=1).nonzero()[0][0]
    count = min(len(rendered), len(kept) - first)
    differing = (kept[first:first + count] != rendered[:count]).any(axis=1).sum()
    figure(f"a take of the page: {differing} of {count} frames differ from its render, "
           f"peak {abs(kept).max():.3f}")
    assert differing == 0 and count > rate

    # It is played again, in another patch's place, with its touches, and gives the patch and the port back.
    page.js(f"{LINE}.ask('/tactus/patch/load', 's', 'pluck')")
    sound = played(page, 1.5, lambda: page.js(f"{LINE}.take([new File([{take.decode()!r}], 'x.tactus')])"))
    assert abs(sound).max() > 0.01 and patch(page)["name"] == "Glass pad"
    again = played(page, count / rate + 0.5, lambda: page.press("Play the take"))
    # What sounded before may ring until the take begins, with its restart.
    left = rendered[:, 0]
    sounding = left[abs(left).nonzero()[0][0]:][:count - 4800]
    starts = [at for at in (again == sounding[0]).nonzero()[0]
              if (again[at:at + len(sounding)] == sounding[:len(again) - at]).all()]
    assert len(starts) == 1 and len(again) - starts[0] > rate, "it sounds as it did"
    assert not page.errors, page.errors
    page.close()


@pytest.mark.parametrize("text, sentence", [
    ("# tactus performance 3\n", "the first line must be"),
    ("# tactus performance 2\nrate 48000\n0 nonsense\n", "line 3"),
    ("# tactus performance 2\nrate 48000\n0 patch -\n| [\n0 end\n", "expected"),
    ("# tactus performance 1\n0.0 x -\n", "the first line must be"),
])
def test_a_take_that_is_none_is_refused_in_words(browser, site, text, sentence):
    page = begun(browser.page(site.address))
    page.js(f"{LINE}.take([new File([{text!r}], 'bad.tactus')])")
    page.until(f"document.getElementById('state').textContent.includes({sentence!r})")
    page.until(f"!{LINE}.lastTake")  # it is not offered
    sound = played(page, 1, lambda: page.touch("start", [(0, 640, 300)]))
    page.touch("end", [])
    assert abs(sound).max() > 0.01, "the sound goes on"
    page.close()


@pytest.mark.parametrize("rate", [44100, 96000])
def test_the_device_decides_the_rate(browser, site, rate):
    page = begun(browser.page(f"{site.address}?rate={rate}"))
    assert page.js(RATE) == rate
    sound = played(page, 1, lambda: page.touch("start", [(0, 640, 300)]))
    page.touch("end", [])
    spectrum = abs(numpy.fft.rfft(sound[-rate // 2:] * numpy.hanning(rate // 2), 8 * rate))
    cents = 1200 * numpy.log2(spectrum.argmax() / 8 / 261.6256)
    assert min(abs(cents - 1200 * numpy.log2(n)) for n in (1, 2, 3, 4)) < 5, cents
    page.close()
