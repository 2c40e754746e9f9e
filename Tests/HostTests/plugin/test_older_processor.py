"""`make` builds its libraries for this machine's processor. An older one, which qemu emulates, reads a sentence, and
hosts find no plugin and no window there."""
import pathlib

import pytest

from conftest import BUILD, run, tool

BUNDLE = BUILD / "tactus.lv2"
HAS_AVX2 = "avx2" in pathlib.Path("/proc/cpuinfo").read_text().split()


@pytest.mark.skipif(not HAS_AVX2, reason="this machine's own build needs no AVX2")
@pytest.mark.parametrize("library, function", [("tactus.so", "lv2_descriptor"), ("tactus_ui.so", "lv2ui_descriptor")])
def test_an_older_processor_reads_what_is_wrong(library, function):
    script = (f"import ctypes; f = ctypes.CDLL({str(BUNDLE / library)!r}).{function}; "
              "f.restype = ctypes.c_void_p; print([bool(f(index)) for index in range(3)])")
    status, text = run("/usr/bin/python3", "-c", script)
    assert status == 0 and text == "[True, True, True]\n"
    status, text = run(tool("qemu-x86_64"), "-cpu", "Nehalem", "/usr/bin/python3", "-c", script)
    assert status == 0 and "[False, False, False]" in text, text
    assert "needs a processor with AVX2" in text
