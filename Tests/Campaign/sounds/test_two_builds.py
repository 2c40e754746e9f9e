"""The Debian package, which `make deb` builds, has a library for every processor and one for those with AVX2. Both
play the pinned sounds, and the front library chooses one of them."""
import os
import platform
import shutil
import subprocess

import pytest

from conftest import ROOT, figure, tool
import factory_patches  # noqa: F401 finds the folder gallery
import pins

PACKAGED = ROOT / ".build" / "deb" / "root" / "usr" / "lib" / "lv2" / "tactus.lv2"
pytestmark = pytest.mark.skipif(platform.machine() != "x86_64", reason="AVX2 is a part of x86 processors")


def packaged(name):
    path = PACKAGED / name
    assert path.exists(), "run `make deb` first"
    return path


def has_avx2():
    return "avx2" in (open("/proc/cpuinfo").read().split("flags", 1)[1].split("\n", 1)[0]).split()


@pytest.mark.parametrize("build", ["plain", "avx2"])
def test_a_build_plays_the_pinned_sounds(build, tmp_path, monkeypatch):
    library = packaged(f"tactus-{build}.so")
    bundle = tmp_path / "lv2" / "tactus.lv2"
    shutil.copytree(PACKAGED, bundle, ignore=shutil.ignore_patterns("*.so"))
    shutil.copy(library, bundle / "tactus.so")
    monkeypatch.setenv("LV2_PATH", f"{bundle.parent}:/usr/lib/lv2")
    if build == "avx2" and not has_avx2():
        monkeypatch.setattr(pins, "RENDERER", [tool("qemu-x86_64"), "-cpu", "Haswell", *pins.RENDERER])
    hashes = pins.present()
    figure(f"{library.name}: {len(hashes)} sounds")
    assert hashes == pins.pinned()


@pytest.mark.parametrize("processor, opened, others", [("Nehalem", "plain", "avx2"), ("Haswell", "avx2", "plain")])
def test_the_front_opens_the_build_for_the_processor(processor, opened, others, tmp_path, monkeypatch):
    """qemu's Nehalem has SSE 4.2 and no AVX; its Haswell has AVX2."""
    packaged("tactus.so")
    pins.demo_song("pluck", tmp_path)
    done = subprocess.run([tool("qemu-x86_64"), "-cpu", processor, *pins.RENDERER, tmp_path / "pluck.tactus"],
                          capture_output=True, text=True, timeout=300,
                          env=os.environ | {"LV2_PATH": f"{PACKAGED.parent}:/usr/lib/lv2", "LD_DEBUG": "files"})
    assert done.stdout.split() == [pins.pinned()["pluck"], "pluck"], done.stderr[-2000:]
    assert f"tactus-{opened}.so" in done.stderr and f"tactus-{others}.so" not in done.stderr


def test_the_front_alone_says_what_is_missing(tmp_path):
    """Without a build beside it: a sentence, no plugin, no crash."""
    front = shutil.copy(packaged("tactus.so"), tmp_path / "tactus.so")
    script = (f"import ctypes; c = ctypes.CDLL({str(front)!r}); c.lv2_descriptor.restype = ctypes.c_void_p; "
              "print(c.lv2_descriptor(0), c.lv2_descriptor(1))")
    done = subprocess.run(["/usr/bin/python3", "-c", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stdout == "None None\n", done
    assert "tactus-plain.so" in done.stderr
    assert front.stat().st_size < 20_000
