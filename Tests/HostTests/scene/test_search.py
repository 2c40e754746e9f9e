"""`tactus scene check` finds what Pd finds: in the patches of the installed packages of Pd, the objects that it
misses are those that Pd says it cannot create."""
import os
import pathlib
import random
import re
import subprocess

from conftest import BUILD, ROOT, tool
from scenes import PD
from seeds import seed

BUNDLE = BUILD / "tactus.lv2"
FOLDERS = [pathlib.Path("/usr/lib/pd/extra"), pathlib.Path("/usr/lib/puredata/extra")]


def patches():
    """As many patches of the packages as SCENE_SEARCH_PATCHES says."""
    found = sorted(path for folder in FOLDERS for path in folder.rglob("*.pd") if path.is_file())
    random.Random(seed("SCENE_SEARCH_SEED", 7)).shuffle(found)
    return found[:int(os.environ.get("SCENE_SEARCH_PATCHES", 100))]


def uncreated(patch):
    """The first words of what Pd cannot create, without files of the user; of a clone the name of its patch."""
    libraries = sorted(path for path in (BUNDLE / "scenes" / "libs").iterdir())
    folders = [FOLDERS[0] / "ggee", FOLDERS[0] / "mrpeach", *libraries]
    done = subprocess.run(
        ["env", "-i", PD, "-batch", "-noprefs", "-nrt", "-nomidi", "-noaudio", "-stderr",
         *(word for folder in folders for word in ("-path", folder)), "-open", patch, "-send", "pd quit"],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=120)
    lines = [re.sub(r"^(verbose\(\d\)|error): ?", "", line)
             for line in done.stderr.decode(errors="replace").splitlines()]
    return {named(line.split()) for line, next_line in zip(lines, lines[1:])
            if next_line.strip() == "... couldn't create"}, lines


def named(words):
    if words[0] == "clone":
        words = [word for word in words[1:] if not re.fullmatch(r"-?[\d.]+(e[+-]?\d+)?|-[a-z]+", word)] or words
    return words[0]


def missing(patch):
    done = subprocess.run([ROOT / ".build" / "release" / "tactus", "scene", "check", patch, "--bundle", BUNDLE],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120)
    return set(re.findall("the object “(.*?)” is ", done.stdout.decode(errors="replace")))


def test_the_check_misses_what_pd_misses():
    tool("pd")
    asked = patches()
    assert len(asked) >= 100, "pd-ggee and pd-mrpeach have more"
    differences = []
    for patch in asked:
        (said, lines), found = uncreated(patch), missing(patch)
        if any("cannot open shared object" in line for line in lines):
            continue  # a package without one that it depends on
        if found != said:
            differences.append((str(patch), sorted(found ^ said)))
    assert not differences, differences
