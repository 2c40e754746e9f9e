"""Each patch, keyboard's take and grid sounds as Tests/Golden/sounds.txt pins it. A sound that differs is measured,
so that the failure says whether the new one keeps to the library's figures; `make sounds` pins it."""
import pytest

from conftest import figure
import factory_patches  # noqa: F401 finds the folder gallery
import pins

# Measuring a patch takes some seconds, and a change of the engine changes all of them: `make sounds` measures the
# others.
MEASURED = 8


def test_every_sound_is_as_it_is_pinned():
    hashes = pins.present()
    changed, gone = pins.changes(hashes)
    figure(f"pinned sounds: {len(hashes)} rendered, {len(changed)} differ, {len(gone)} are gone")
    if not changed and not gone:
        return
    faults = pins.faults(changed[:MEASURED])
    pytest.fail("\n".join([
        f"These sounds differ from Tests/Golden/sounds.txt: {', '.join(changed) or 'none'}. Pinned, but gone: "
        f"{', '.join(gone) or 'none'}. If you meant to change them, run `make sounds`.", *faults,
        f"{len(faults)} faults in the {len(changed[:MEASURED])} that were measured."]), pytrace=False)
