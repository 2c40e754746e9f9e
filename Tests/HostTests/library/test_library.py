"""The library keeps its figures: each patch's loudness, peak, offset, rest, neighbours, and the effect of
each connection, by an EBU R128 meter and spectra (gallery/measure.py)."""
import json
import os
import random
import re

import numpy
import pytest

from conftest import ROOT, figure, run, tool
from factory_patches import FILES, PATCHES, tagged

import claims
import gallery
import keyboards
import measure
import performances
import sounds

TAGS = {"keyboard", "mpe", "drone", "motion", "tokens"}
# From the generated table: for each parameter its least value and its default.
PARAMETERS = {row[1].strip("` "): (row[4].split("…")[0].strip(), row[5].strip("` ")) for line in
              (ROOT / "docs" / "parameters.md").read_text().splitlines() if line.startswith("| `")
              for row in [line.split("|")]}


class Guarded:
    """Work of a process pool; an error with one patch does not stop the others."""

    def __init__(self, work):
        self.work = work

    def __call__(self, path):
        try:
            return self.work(path)
        except Exception as error:
            return error


def each(found, name):
    if isinstance(found[name], Exception):
        raise found[name]
    return found[name]


class Measured:
    """The measurements of a patch with a part of its connections, chosen at random by a seed."""

    def __init__(self, part, seed):
        self.part, self.seed = part, seed

    def __call__(self, path):
        chance = random.Random(f"{self.seed} {path.stem}")
        return measure.measure(path, lambda: chance.random() < self.part)


@pytest.fixture(scope="module")
def found():
    """The measurements of every patch. All connections are about 1500 renders, so without LIBRARY_PART=1 they
    are a quarter."""
    tool("ffmpeg")
    part = float(os.environ.get("LIBRARY_PART", 0.25))
    seed = int(os.environ.get("LIBRARY_SEED", random.randrange(1 << 32)))
    print(f"LIBRARY_PART={part} LIBRARY_SEED={seed}")
    everything = measure.every(FILES, Guarded(Measured(part, seed)))
    good = [one for one in everything.values() if not isinstance(one, Exception)]
    alone = [row[1] for one in good for row in one["moves"]]
    figure(
        f"library: {len(good)} patches, {len(alone)} connections, the least moves its sound by "
        f"{min(alone):.2f} dB when it sweeps, "
           f"the median by {numpy.median(alone):.1f} dB; loudness {min(one['loudness'] for one in good):.1f} "
           f"to "
           f"{max(one['loudness'] for one in good):.1f} LUFS")
    return everything


def test_there_are_enough_and_each_says_how():
    full = [name for name, patch in PATCHES.items() if len(patch["connections"]) >= 4]
    assert len(full) >= 48
    assert {patch["category"] for patch in PATCHES.values()} == set(measure.CATEGORIES)
    assert len({patch["name"] for patch in PATCHES.values()}) == len(PATCHES)
    for name, patch in PATCHES.items():
        assert patch["description"] and patch["how_to_play"] and set(patch.get("tags", [])) <= TAGS, name
        assert measure.demo_of(name).exists(), name
    assert len(tagged("keyboard")) >= 8 and len(tagged("mpe")) >= 8 and len(tagged("motion")) >= 4 and len(
        tagged("tokens")) >= 4


def test_the_demos_are_what_their_scripts_write():
    assert set(performances.PERFORMANCES) == set(PATCHES) - {"first_touch"}
    for name in performances.PERFORMANCES:
        assert measure.demo_of(name).read_text() == performances.written(name), f"{name}: run `make generate`"
    for name, data in keyboards.files():
        assert (measure.DEMOS / name).read_bytes() == data, f"{name}: run `make generate`"


def test_the_recorded_sounds_are_what_their_script_computes():
    """Within the last bit: numpy's sines differ between machines."""
    assert {path.name for path in sounds.FOLDER.iterdir()} == set(sounds.FILES)
    for name, make in sounds.FILES.items():
        file, made = (sounds.FOLDER / name).read_bytes(), make()
        assert file[:44] == made[:44], name
        frames = [numpy.frombuffer(data[44:], "<i2").astype(int) for data in (file, made)]
        assert abs(frames[0] - frames[1]).max() <= 1, f"{name}: run gallery/sounds.py"


@pytest.mark.parametrize("name", PATCHES)
def test_a_patch_keeps_to_its_figures(found, name):
    assert measure.faults(name, each(found, name)) == []


def test_no_two_patches_are_alike(found):
    near = measure.neighbours({name: each(found, name) for name in found})
    close = {name: other for name, other in near.items() if other[1] < measure.APART}
    figure("library: the two nearest patches are {} and {}, {:.1f} dB apart".format(
        *min(((name, *other) for name, other in near.items()), key=lambda three: three[2])))
    assert not close


def test_the_measures_measure():
    """The measures, on a tone with known changes, without Tactus."""
    time = numpy.arange(3 * measure.RATE) / measure.RATE
    tone = numpy.stack([0.1 * numpy.sin(2 * numpy.pi * 997 * time)] * 2, axis=1).astype(numpy.float32)
    loudness, peak = measure.ebur128(tone)
    assert abs(loudness - -20.0) < 0.2 and abs(peak - -20.0) < 0.2  # EBU Tech 3341: a stereo sine of -20 dBFS
    noise = numpy.random.default_rng(1).normal(0, 0.1, tone.shape).astype(numpy.float32)
    assert measure.difference(noise, noise) == 0
    assert abs(measure.difference(noise, noise * 10 ** (-3 / 20)) - 3) < 0.01
    assert measure.distance(measure.portrait(noise), measure.portrait(0.5 * noise)) < 0.01
    assert measure.distance(measure.portrait(tone), measure.portrait(noise)) > 20
    low, high = measure.centroids(tone)
    assert abs(low - 997) < 20 and abs(high - 997) < 20


@pytest.fixture(scope="module")
def told():
    """What the patches' lines claim, played little and much."""
    return measure.every(FILES, Guarded(claims.work))


@pytest.mark.parametrize("name", PATCHES)
def test_a_patch_does_what_its_line_says(told, name):
    rows = each(told, name)
    assert rows, "nothing is claimed"
    assert [row for row in rows if not row[-1]] == []


def test_the_library_uses_what_the_instrument_has():
    """Each feature of the instrument is used by a patch, and several patches follow a session's tempo."""
    def uses(sign):
        return {name for name, patch in PATCHES.items() if sign in json.dumps(patch)}

    for sign in ('"osc_b_sync": "on"', "phase_modulation", '_loop": "on"', '"drawn"', '"osc_b_unison"',
                 '"osc_c_unison"', '"delay_mode"',
                 '"gesture_', "recall", '"sample_level"', '"grain_source": "sample"', '"wavetable"'):
        assert uses(sign), sign
    beats = uses('_beats"')
    assert len(beats) >= 6 and len(beats & {name for name, patch in PATCHES.items()
                                            if patch["category"] == "sequence"}) >= 2, beats
    morphs = {name for name, patch in PATCHES.items() if patch.get("snapshots")
              and any(connection["destination"] == "morph" for connection in patch["connections"])}
    assert len(morphs) >= 4, morphs
    named = [name for name, patch in PATCHES.items()
             if sum("name" in macro for macro in patch.get("macros", {}).values()) == 4]
    assert len(named) >= 32, named


@pytest.mark.parametrize("name", PATCHES)
def test_a_macro_at_rest_changes_nothing(name):
    """The connection of a macro at 0 leaves the patch as it is tuned, and its name fits a connection."""
    patch = PATCHES[name]
    moved = {connection["source"][6:] for connection in patch["connections"]
             if connection["source"].startswith("macro_")}
    assert moved == {place for place, macro in patch.get("macros", {}).items() if "name" in macro}
    for connection in patch["connections"]:
        if connection["source"].startswith("macro_"):
            least, default = PARAMETERS[connection["destination"]]
            tuned = patch.get("parameters", {}).get(connection["destination"], default)
            assert float(connection.get("low", least)) == float(tuned), connection


@pytest.mark.parametrize("name", PATCHES)
def test_macros_at_rest_change_no_sound(name, tmp_path):
    """The demo sounds as without the macros' connections, also where snapshots and parts move values."""
    patch, demo = PATCHES[name], tmp_path / "demo.tactus"
    # Two demos move a macro themselves.
    demo.write_text("".join(line for line in measure.demo_of(name).read_text().splitlines(keepends=True)
                            if b"/tactus/macro".hex() not in line))
    kept = [connection for connection in patch["connections"]
            if not connection["source"].startswith("macro_")]
    (tmp_path / "kept.json").write_text(json.dumps(patch | {"connections": kept}))
    whole, without = (measure.render(path, demo, seconds=8)
                      for path in (measure.PATCHES / f"{name}.json", tmp_path / "kept.json"))
    # A frequency that passes through its logarithm is rounded otherwise than one that does not.
    assert measure.decibels(abs(whole - without).max() / abs(whole).max()) < -60


def test_each_value_of_the_guides_second_mood_is_heard(tmp_path):
    """The patch that the guide makes: all that its step 5 says of the snapshot “rough” is heard by the morph,
    also where a connection reaches the parameter."""
    text = (ROOT / "docs" / "guide" / "making-a-patch.md").read_text()
    patch = json.loads(re.search(r"```json file=\S+\n(.*?)```", text, re.S)[1])
    for source, destination, low, high in re.findall(r"patch/connect (\S+) (\S+) (\S+) (\S+)", text):
        patch["connections"].append({"source": source, "destination": destination, "low": float(low),
                                     "high": float(high)})
    moods = re.search(r"^## 5\..*?(?=^## )", text, re.S | re.M)[0]
    rough = {symbol: float(value) for symbol, value in re.findall(r"patch/set (\S+) (\S+)", moods)}
    assert len(rough) == 3 and patch["connections"][-1]["destination"] == "morph"
    for symbol, value in rough.items():
        patch["snapshots"] = [{"name": "calm", "values": {}}, {"name": "rough", "values": {symbol: value}}]
        (tmp_path / "night.json").write_text(json.dumps(patch))
        calm, changed = (measure.render(tmp_path / "night.json", measure.SAME_FOR_ALL, seconds=12, macro_1=at)
                         for at in (0, 1))
        moved = measure.difference(calm, changed)
        figure(f"guide: {symbol} in the second mood moves the sound by {moved:.1f} dB")
        assert moved > measure.PLAYED, symbol


def test_hosts_list_them_all():
    _, listed = run("lv2info", "urn:tactus:touch")
    missing = [patch["name"] for patch in PATCHES.values()
               if not re.search(rf"\s{re.escape(patch['name'])}\s", listed)]
    assert not missing


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """The page of a few patches and a grid, among them all special kinds of cards."""
    out = tmp_path_factory.mktemp("gallery")
    assert gallery.main(["--out", str(out), "first_touch", "tine_piano", "four_stones", "seed_shaker",
                         "tug_of_war", "grid:koto"]) == 0
    return out


@pytest.fixture(scope="module")
def whole(found, tmp_path_factory):
    """The page of everything, from the measurements that are done already."""
    out = tmp_path_factory.mktemp("whole")
    for folder in ("sounds", "pictures"):
        (out / folder).mkdir()
    cards = {name: gallery.shown_patch(path, out, each(found, name)) for path in FILES
             for name in [path.stem]}
    grids = measure.every(sorted(gallery.GRIDS.glob("*.json")), gallery.Work(gallery.shown_grid, out))
    assert not [card for card in (*cards.values(), *grids.values()) if isinstance(card, str)]
    (out / "index.html").write_text(gallery.page(cards, list(grids.values())))
    return out


def chromium(*words):
    return run("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
               "--enable-logging=stderr",
               "--virtual-time-budget=4000", *words, timeout=120)[1]


def look(page, folder, widths):
    """Screenshots of a page at some widths: the console is silent, nothing is loaded from elsewhere, nothing
    is wider than the window, every picture has loaded. Returns the page's height at the last width."""
    text = (page / "index.html").read_text()
    assert not re.search(r"""(?:src|href|url)\s*[=(]\s*["']?(?:https?:)?//""", text), "it needs the network"
    for source in re.findall(r'src="([^"]+)"', text):
        assert (page / source).stat().st_size > 1000, source
    (page / "asked.html").write_text(text.replace("</html>", """<script>addEventListener("load", () => {
      document.querySelectorAll("img").forEach(each => each.loading = "eager")
      setTimeout(() => {
        const broken = [...document.images].filter(each => !each.complete || !each.naturalWidth).length
        const tall = document.documentElement.scrollHeight
        document.body.textContent = `asked ${document.documentElement.scrollWidth} ${innerWidth} ${broken} \
${tall}`
      }, 1500) })</script></html>"""))
    (page / "eager.html").write_text(text.replace('loading="lazy"', ""))
    from PIL import Image
    for width in widths:
        answer = re.search(r"asked (\d+) (\d+) (\d+) (\d+)",
                           chromium("--dump-dom", f"--window-size={width},900", f"file://{page}/asked.html"))
        assert answer and int(answer[1]) <= int(answer[2]) and int(answer[3]) == 0, answer
        shot = folder / f"{width}.png"
        scale = 0.5 if int(answer[4]) > 16000 else 1  # half the size is enough to see an empty part
        said = chromium(f"--screenshot={shot}", f"--window-size={width},{answer[4]}",
                        f"--force-device-scale-factor={scale}",
                        f"file://{page}/eager.html")
        # On a busy machine the browser's own pages complain of a slow network.
        assert not [line for line in said.splitlines() if "CONSOLE" in line and "chrome://" not in line], said
        picture = numpy.asarray(Image.open(shot).convert("L"), float)
        assert picture.shape[1] == width * scale and abs(picture.shape[0] - int(answer[4]) * scale) <= 1
        # No part of it is empty; a part is as high as a card.
        assert all(part.std() > 4
                   for part in numpy.array_split(picture,
                                                 max(1,
                                                     int(len(picture)
                                                         / scale) // 700))), "a part of the page is empty"
    return int(answer[4])


def test_the_gallery_in_a_browser(page, tmp_path):
    look(page, tmp_path, (500, 1280))


def test_the_whole_gallery_in_a_browser(whole, tmp_path):
    assert (whole / "index.html").read_text().count("<article") == len(FILES) + len(
        list(gallery.GRIDS.glob("*.json")))
    assert look(whole, tmp_path, (1280,)) > 8000
