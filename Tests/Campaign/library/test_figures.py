"""The figures of the whole library: each patch's loudness, peak, offset, rest and neighbors, the effect of each of
its connections and macros, what its line claims, and the page of everything. `make test` measures only the patches
whose pinned sound has changed."""
import json

import numpy
import pytest

from conftest import figure
from factory_patches import FILES, PATCHES

import claims
import gallery
import measure
from gallery_page import look


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


@pytest.fixture(scope="module")
def found():
    """The measurements of every patch with all its connections, about 1500 renders."""
    everything = measure.every(FILES, Guarded(measure.measure))
    good = [one for one in everything.values() if not isinstance(one, Exception)]
    alone = [row[1] for one in good for row in one["moves"]]
    figure(f"library: {len(good)} patches, {len(alone)} connections, the least moves its sound by "
           f"{min(alone):.2f} dB when it sweeps, the median by {numpy.median(alone):.1f} dB; loudness "
           f"{min(one['loudness'] for one in good):.1f} to {max(one['loudness'] for one in good):.1f} LUFS")
    return everything


@pytest.mark.parametrize("name", PATCHES)
def test_a_patch_keeps_to_its_figures(found, name):
    assert measure.faults(name, each(found, name)) == []


def test_no_two_patches_are_alike(found):
    near = measure.neighbours({name: each(found, name) for name in found})
    close = {name: other for name, other in near.items() if other[1] < measure.APART}
    figure("library: the two nearest patches are {} and {}, {:.1f} dB apart".format(
        *min(((name, *other) for name, other in near.items()), key=lambda three: three[2])))
    assert not close


@pytest.fixture(scope="module")
def claimed():
    """What the patches' lines claim, played little and much."""
    return measure.every(FILES, Guarded(claims.work))


@pytest.mark.parametrize("name", PATCHES)
def test_a_patch_does_what_its_line_says(claimed, name):
    assert [row for row in each(claimed, name) if not row[-1]] == []


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


def test_the_whole_gallery_in_a_browser(found, tmp_path):
    """The page of everything, from the measurements that are done already."""
    for folder in ("page/sounds", "page/pictures"):
        (tmp_path / folder).mkdir(parents=True)
    out = tmp_path / "page"
    cards = {path.stem: gallery.shown_patch(path, out, each(found, path.stem)) for path in FILES}
    grids = measure.every(sorted(gallery.GRIDS.glob("*.json")), gallery.Work(gallery.shown_grid, out))
    assert not [card for card in (*cards.values(), *grids.values()) if isinstance(card, str)]
    (out / "index.html").write_text(gallery.page(cards, list(grids.values())))
    assert (out / "index.html").read_text().count("<article") == len(cards) + len(grids)
    assert look(out, tmp_path, (1280,)) > 8000
