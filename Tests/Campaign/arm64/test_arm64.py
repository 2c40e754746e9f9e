"""The bundle for 64-bit ARM in an emulator: the same bits as here, the same window, no
allocation and no lock in `run`, and a package. Nothing here is about speed."""
import os
import subprocess

import pytest

from conftest import BUILD, HOST, ROOT, figure, run
from window import Screen

ARM = ROOT / ".build" / "arm64"
EMULATOR = "qemu-aarch64"
ENVIRONMENT = dict(os.environ, LV2_PATH=f"{ARM}:/usr/lib/lv2")
PYTHON = "/usr/bin/python3"


def sounds(renderer, bundle):
    """The lines of the pinned file as a renderer makes them of a bundle."""
    done = subprocess.run([PYTHON, ROOT / "gallery" / "pins.py", "--print"], text=True, capture_output=True, check=True,
                          env=dict(os.environ, LV2_PATH=f"{bundle}:/usr/lib/lv2", RENDERER=renderer))
    return done.stdout.splitlines()


def test_every_patch_grid_and_world_sounds_the_same():
    """The first two seconds of every sound, beside those of x86-64; ARM_WHOLE=1: all of it, beside the pinned file (75
    minutes on two cores)."""
    if os.environ.get("ARM_WHOLE"):
        wanted = (ROOT / "Tests" / "Golden" / "sounds.txt").read_text().splitlines()
        found = sounds(f"{EMULATOR} {HOST / 'arm64' / 'render'}", ARM)
    else:
        wanted = sounds(f"{HOST / 'render'} --most 2", BUILD)
        found = sounds(f"{EMULATOR} {HOST / 'arm64' / 'render'} --most 2", ARM)
    differing = sorted(set(wanted) ^ set(found))
    figure(f"arm64: {len(found) - 1} sounds, {len(differing)} lines differ from x86-64's")
    assert len(found) == len(wanted) > 200 and not differing, differing[:10]


def test_the_wavetables_are_the_same(tmp_path):
    subprocess.run([EMULATOR, ROOT / ".build" / "lv2-arm64" / "bundle" / "wavetables", tmp_path / "waves"], check=True)
    assert (tmp_path / "waves").read_bytes() == (BUILD / "tactus.lv2" / "wavetables.bin").read_bytes()


@pytest.mark.parametrize("plugin", ["touch", "tonematrix"])
def test_run_allocates_and_locks_nothing(plugin):
    """The emulator has no way to count the system calls of one thread; the trap does so on x86-64."""
    status, said = run(EMULATOR, HOST / "arm64" / "trap", f"urn:tactus:{plugin}", "300", env=ENVIRONMENT, timeout=1200)
    assert status == 0, said
    figure(f"arm64, {plugin}: {'; '.join(said.splitlines())}")


def test_the_window_is_the_same_picture():
    pictures = []
    for words, bundle in (([HOST / "window"], BUILD), ([EMULATOR, HOST / "arm64" / "window"], ARM)):
        with Screen("1300x900x24") as screen:
            parent = screen.parent(1100, 700)
            host = subprocess.Popen([*words, f"{bundle}/tactus.lv2/", str(parent.value)], text=True,
                                    stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                    env=dict(os.environ, LV2_PATH=f"{bundle}:/usr/lib/lv2", DISPLAY=screen.name))
            window = host.stdout.readline()
            assert window, "the window didn't open"
            pictures.append(screen.picture(int(window), (1100, 700)))
            host.stdin.close()
            assert host.wait(120) == 0
    differing = (pictures[0] != pictures[1]).any(axis=2).sum()
    colors = len(set(map(bytes, pictures[1].reshape(-1, 3))))
    figure(f"arm64: the window has {colors} colors, and {differing} pixels differ from x86-64's")
    assert colors > 50 and differing == 0


@pytest.mark.parametrize("program", ["lv2info", "lv2bench"])
def test_lilvs_own_programs_find_and_run_it(program, tmp_path):
    """lv2info and lv2bench of Debian's package for ARM."""
    for words in (["apt-get", "download", "-q", "lilv-utils:arm64"], ["sh", "-c", "dpkg -x lilv-utils_*.deb ."]):
        subprocess.run(words, cwd=tmp_path, check=True, capture_output=True)
    for plugin in ("touch", "tonematrix", "scene"):
        words = [f"urn:tactus:{plugin}"] if program == "lv2info" else ["-n", "4800", f"urn:tactus:{plugin}"]
        status, said = run(EMULATOR, tmp_path / "usr" / "bin" / program, *words, env=ENVIRONMENT, timeout=600)
        assert status == 0 and f"urn:tactus:{plugin}" in said and "error" not in said.lower(), said[-500:]


def test_the_package_installs_in_a_bare_debian(tmp_path):
    """Its programs don't run without an emulator in the kernel, and the package has no script that would need them."""
    package, = (ROOT / ".build" / "deb-arm64").glob("*_arm64.deb")
    root = tmp_path / "root"
    subprocess.run(["debootstrap", "--foreign", "--arch=arm64", "--variant=minbase", "bookworm", root], check=True,
                   stdout=subprocess.DEVNULL)
    subprocess.run(["sh", "-c", "for each in var/cache/apt/archives/*.deb; do dpkg-deb -x $each .; done"], cwd=root,
                   check=True)
    subprocess.run(["dpkg", f"--root={root}", "--force-architecture", "--force-depends", "-i", package], check=True,
                   capture_output=True, env=dict(os.environ, PATH="/usr/sbin:/usr/bin:/sbin:/bin"))
    said = subprocess.run(["dpkg", f"--root={root}", "-L", "tactus-lv2"], check=True, capture_output=True, text=True)
    library = root / "usr/lib/lv2/tactus.lv2/tactus.so"
    assert f"/usr/lib/lv2/tactus.lv2/{library.name}" in said.stdout
    # The C library of that Debian loads it.
    loader = root / "lib/ld-linux-aarch64.so.1"
    status, listed = run(EMULATOR, "-L", root, loader, "--list", library)
    assert status == 0 and "not found" not in listed, listed
    depends, = (line for line in subprocess.run(["dpkg-deb", "-I", package], capture_output=True, text=True,
                                                check=True).stdout.splitlines() if "Depends:" in line)
    figure(f"arm64: the package has {package.stat().st_size / 1e6:.1f} MB;{depends.rstrip()}")
