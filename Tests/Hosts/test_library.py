"""The library keeps to its figures: each patch's loudness, peak, offset, rest, neighbours, and every connection's effect,
by an EBU R128 meter and spectra (gallery/measure.py), and the keyboards that its tags promise."""
import json
import os
import re
import shutil
import sys

import numpy
import pytest

from conftest import ROOT, figure, run, tool
from lv2host import Plugin, state_file

sys.path.insert(0, str(ROOT / "gallery"))
import gallery  # noqa: E402
import keyboards  # noqa: E402
import measure  # noqa: E402
import performances  # noqa: E402

FILES = sorted(measure.PATCHES.glob("*.json"))
PATCHES = {file.stem: json.loads(file.read_text()) for file in FILES}
TAGS = {"keyboard", "mpe", "drone", "motion", "tokens"}


def tagged(tag):
    return [name for name, patch in PATCHES.items() if tag in patch.get("tags", [])]


@pytest.fixture(scope="module")
def found():
    """Everything about every patch: about 450 renders."""
    tool("ffmpeg")
    everything = measure.every(FILES, measure.measure)
    moves = [move for each in everything.values() for move in each["moves"]]
    figure(f"library: {len(FILES)} patches, {len(moves)} connections, the least moves its sound by {min(moves):.2f} dB, the "
           f"median by {numpy.median(moves):.1f} dB; loudness {min(each['loudness'] for each in everything.values()):.1f} to "
           f"{max(each['loudness'] for each in everything.values()):.1f} LUFS")
    return everything


def test_there_are_enough_and_each_says_how():
    full = [name for name, patch in PATCHES.items() if len(patch["connections"]) >= 4]
    assert len(full) >= 48
    assert {patch["category"] for patch in PATCHES.values()} == set(measure.CATEGORIES)
    assert len({patch["name"] for patch in PATCHES.values()}) == len(PATCHES)
    for name, patch in PATCHES.items():
        assert patch["description"] and patch["how_to_play"] and set(patch.get("tags", [])) <= TAGS, name
        assert measure.demo_of(name).exists(), name
    assert len(tagged("keyboard")) >= 8 and len(tagged("mpe")) >= 8 and len(tagged("motion")) >= 4 and len(tagged("tokens")) >= 4


def test_the_demos_are_what_their_scripts_write():
    assert set(performances.PERFORMANCES) == set(PATCHES) - {"first_touch"}
    for name in performances.PERFORMANCES:
        assert measure.demo_of(name).read_text() == performances.written(name), f"{name}: run `make demos`"
    assert (measure.DEMOS / "keyboard.mid").read_bytes() == keyboards.plain()
    assert (measure.DEMOS / "mpe.mid").read_bytes() == keyboards.expressive()


@pytest.mark.parametrize("name", PATCHES)
def test_a_patch_keeps_to_its_figures(found, name):
    assert measure.faults(name, PATCHES[name], found[name]) == []


def test_no_two_patches_are_alike(found):
    near = measure.neighbours(found)
    close = {name: other for name, other in near.items() if other[1] < measure.APART}
    figure("library: the two nearest patches are {} and {}, {:.1f} dB apart".format(
        *min(((name, *other) for name, other in near.items()), key=lambda each: each[2])))
    assert not close


def test_the_measures_measure():
    """A tone and itself with known changes: what the figures mean does not hang on Tactus."""
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


def played(name, midi):
    sound = measure.render(measure.PATCHES / f"{name}.json", midi=midi)
    assert numpy.isfinite(sound).all()
    return sound


@pytest.mark.parametrize("name", tagged("keyboard"))
def test_it_plays_well_from_a_keyboard(name, tmp_path):
    sound = played(name, measure.DEMOS / "keyboard.mid")
    loudness, peak = measure.ebur128(sound)
    assert -32 < loudness < -14 and peak < -0.5, f"{loudness} LUFS, {peak} dBTP"
    # A key sounds at once, and the harder the louder.
    levels = []
    for velocity in (30, 120):
        (tmp_path / "note.mid").write_bytes(keyboards.file([
            (0.0, [0xB0, 1, 127]), (0.5, [0x90, 48, velocity]), (1.5, [0x80, 48, 64])]))
        note = played(name, tmp_path / "note.mid")[:, :].mean(axis=1)
        assert abs(note[:int(0.5 * measure.RATE)]).max() < 1e-4
        levels.append(abs(note).max())
        if velocity == 120:
            early = abs(note[int(0.5 * measure.RATE):int(0.75 * measure.RATE)]).max()
            assert early > 0.1 * levels[-1], "it begins too late"
    assert measure.decibels(levels[1]) - measure.decibels(levels[0]) > 3, levels


@pytest.mark.parametrize("name", tagged("mpe"))
def test_it_plays_well_from_an_mpe_keyboard(name, tmp_path):
    sound = played(name, measure.DEMOS / "mpe.mid")
    loudness, peak = measure.ebur128(sound)
    assert -32 < loudness < -14 and peak < -0.5, f"{loudness} LUFS, {peak} dBTP"
    for still in ("pressure", "timbre", "bend"):
        (tmp_path / "still.mid").write_bytes(keyboards.expressive(still=[still]))
        moved = measure.difference(sound, played(name, tmp_path / "still.mid"))
        assert moved > measure.AUDIBLE, f"{still} is not heard: {moved:.2f} dB"


def test_hosts_list_them_all():
    _, listed = run("lv2info", "urn:tactus:touch")
    missing = [patch["name"] for patch in PATCHES.values() if not re.search(rf"\s{re.escape(patch['name'])}\s", listed)]
    assert not missing


def broken_bundle(folder):
    """A copy of the bundle with one patch missing, one cut short, one that is no text."""
    bundle = folder / "tactus.lv2"
    shutil.copytree(ROOT / "build" / "tactus.lv2", bundle)
    patches = bundle / "patches"
    (patches / "nylon.json").unlink()
    (patches / "growl.json").write_bytes((patches / "growl.json").read_bytes()[:700])
    (patches / "swarm.json").write_bytes(bytes(range(256)))
    return bundle


def test_a_damaged_file_is_named_and_the_rest_load(tmp_path):
    status, listed = run(measure.tactus(), "patch", "list", "--bundle", broken_bundle(tmp_path))
    good = set(PATCHES) - {"nylon", "growl", "swarm"}
    for name in good:
        assert f"/{name}.json\t{PATCHES[name]['name']}\t" in listed
    assert "nylon" not in listed
    for name in ("growl", "swarm"):
        assert re.search(rf"/{name}\.json:\d+:\d+: error: ", listed), listed


ASK = """
import os, sys
sys.path.insert(0, sys.argv[1])
import conftest, osc
from lv2host import Plugin
from test_live import run_for
os.environ["LV2_PATH"] = f"{sys.argv[2]}:/usr/lib/lv2"
port = osc.free_port()
with Plugin(longest_block=256, osc_listen=1, osc_port=port) as plugin, osc.Sender(port) as sender:
    said = []
    run_for(plugin, 0.3, [], sender)
    for words in (["list"], ["load", "growl"], ["load", "fretless"], ["load", "nylon"]):
        sender.send(osc.message("/tactus/patch/" + words[0], *words[1:]))
        run_for(plugin, 0.4, said, sender)
    for _, packet in said:
        for message in packet:
            print(*message, sep="|")
"""


def test_the_instrument_names_a_damaged_file_and_loads_the_rest(tmp_path):
    broken_bundle(tmp_path)
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    status, said = run(sys.executable, "-c", ASK, ROOT / "Tests" / "Hosts", tmp_path, env=environment)
    lines = said.splitlines()
    assert status == 0, said
    listed = next(line for line in lines if line.startswith("/tactus/patch/list")).split("|")[1:]
    assert set(listed) == set(PATCHES) - {"nylon", "growl", "swarm"}
    errors = [line for line in lines if line.startswith("/tactus/patch/error")]
    for name in ("growl", "swarm"):
        assert any(name in line for line in errors), said
    changed = [line for line in lines if line.startswith("/tactus/patch/changed")]
    assert len(changed) == 1 and "|Fretless|" in changed[0], said
    assert "No such file" in errors[-1], said


def test_the_gallery_leaves_a_damaged_file_out(tmp_path, monkeypatch):
    shutil.copytree(measure.PATCHES, tmp_path / "patches")
    (tmp_path / "patches" / "growl.json").write_text('{"version": 1, "na')
    monkeypatch.setattr(gallery, "PATCHES", tmp_path / "patches")
    assert gallery.main(["--out", str(tmp_path), "growl", "nylon"]) == 1
    page = (tmp_path / "index.html").read_text()
    assert 'id="nylon"' in page and 'id="growl"' not in page


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """The page of a few patches and a grid: what is special in a card is among them."""
    out = tmp_path_factory.mktemp("gallery")
    assert gallery.main(["--out", str(out), "first_touch", "tine_piano", "four_stones", "seed_shaker", "tug_of_war", "grid:koto"]) == 0
    return out


def chromium(*words):
    return run("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--enable-logging=stderr",
               "--virtual-time-budget=4000", *words, timeout=120)[1]


def test_the_gallery_in_a_browser(page, tmp_path):
    text = (page / "index.html").read_text()
    assert not re.search(r"""(?:src|href|url)\s*[=(]\s*["']?(?:https?:)?//""", text), "it needs the network"
    for source in re.findall(r'src="([^"]+)"', text):
        assert (page / source).stat().st_size > 1000, source
    from PIL import Image
    for width in (390, 1280):
        shot = tmp_path / f"{width}.png"
        said = chromium(f"--screenshot={shot}", f"--window-size={width},3000", f"file://{page}/index.html")
        assert "CONSOLE" not in said, said
        picture = numpy.asarray(Image.open(shot).convert("L"), float)
        assert picture.shape[1] == width and picture.std() > 10, "the page is empty"
    # Nothing is wider than the window, and every picture has loaded.
    (page / "asked.html").write_text(text.replace("</html>", """<script>addEventListener("load", () => {
      document.querySelectorAll("img").forEach(each => each.loading = "eager")
      setTimeout(() => {
        const broken = [...document.images].filter(each => !each.complete || !each.naturalWidth).length
        document.body.textContent = `asked ${document.documentElement.scrollWidth} ${innerWidth} ${broken}`
      }, 1000) })</script></html>"""))
    answer = re.search(r"asked (\d+) (\d+) (\d+)", chromium("--dump-dom", "--window-size=500,900", f"file://{page}/asked.html"))
    assert answer and int(answer[1]) <= int(answer[2]) and int(answer[3]) == 0, answer
