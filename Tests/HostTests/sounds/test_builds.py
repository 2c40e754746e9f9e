"""Two builds of the plugins lie in the bundle: one for every processor, one for those with AVX2. They render
the same bytes, and a processor without AVX2, which qemu emulates, plays."""
import os
import platform
import re
import subprocess

import pytest

from conftest import BUILD, ROOT, run, tool
from stage import TACTUS

BUNDLE = BUILD / "tactus.lv2"
PATCHES = sorted(path.stem for path in (ROOT / "bundle" / "patches").glob("*.json"))
pytestmark = pytest.mark.skipif(platform.machine() != "x86_64", reason="AVX2 is a part of x86 processors")


def render(patch, sound, build, *before, seconds=2):
    status, text = run(*before, TACTUS, "render", patch.replace("_", "-"), "--patch", patch, "--bundle",
                       BUNDLE, "--seconds", seconds, "-o", sound, timeout=300,
                       env={**os.environ, "TACTUS_BUILD": build, "LD_DEBUG": "files"})
    # What the loader of the system says about itself stands before what the command says.
    opened = set(re.findall(r"calling init: \S*/tactus-(plain|avx2)\.so", text))
    assert status == 0, text[-2000:]
    return opened, sound.read_bytes()


def has_avx2():
    return "avx2" in (open("/proc/cpuinfo").read().split("flags", 1)[1].split("\n", 1)[0]).split()


@pytest.mark.parametrize("patch", PATCHES)
def test_both_builds_render_the_same_bytes(patch, tmp_path):
    # On a processor without AVX2 the other build runs in an emulated one.
    emulated = [] if has_avx2() else [tool("qemu-x86_64"), "-cpu", "Haswell"]
    plain, one = render(patch, tmp_path / "plain.wav", "plain")
    avx2, other = render(patch, tmp_path / "avx2.wav", "avx2", *emulated)
    assert (plain, avx2) == ({"plain"}, {"avx2"}), "each wish opens its own build and no other one"
    assert one == other and len(one) > 2 * 48000 * 8


def test_a_processor_without_avx2_plays(tmp_path):
    """qemu's Nehalem has SSE 4.2 and no AVX. The wish for the other build changes nothing there."""
    qemu = tool("qemu-x86_64")
    opened, sound = render("pluck", tmp_path / "old.wav", "avx2", qemu, "-cpu", "Nehalem", seconds=1)
    assert opened == {"plain"}
    assert sound == render("pluck", tmp_path / "new.wav", "plain", seconds=1)[1]


def test_the_front_needs_little_and_says_what_is_missing(tmp_path):
    """The front alone, without a build beside it: a sentence, no plugin, no crash."""
    front = tmp_path / "tactus.so"
    front.write_bytes((BUNDLE / "tactus.so").read_bytes())
    script = (f"import ctypes; c = ctypes.CDLL({str(front)!r}); c.lv2_descriptor.restype = ctypes.c_void_p; "
              "print(c.lv2_descriptor(0), c.lv2_descriptor(1))")
    done = subprocess.run(["/usr/bin/python3", "-c", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stdout == "None None\n", done
    assert "tactus-plain.so" in done.stderr
    assert front.stat().st_size < 20_000
