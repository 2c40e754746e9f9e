"""Hosts call a plugin on threads of their own, which may have a stack of 512 KiB, as Ardour's have."""
import pathlib
import subprocess
import sys

import pytest

from conftest import figure

PROGRAM = """
import sys, threading
sys.path[:0] = sys.argv[2:]
from lv2host import Plugin
plugin = Plugin(sys.argv[1])
def work():
    plugin.restart()
    for _ in range(8):
        plugin.event([0x90, 60, 100])
        plugin.run(256)
    print("played")
threading.stack_size(512 * 1024)
thread = threading.Thread(target=work)
thread.start()
thread.join()
"""


@pytest.mark.parametrize("uri", ["urn:tactus:touch", "urn:tactus:tonematrix", "urn:tactus:tonematrix-multi",
                                 "urn:tactus:scene"])
def test_a_stack_of_512_kibibytes_is_enough(uri):
    tests = pathlib.Path(__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", PROGRAM, uri, str(tests), str(tests / "support")],
                          capture_output=True, text=True, timeout=60)
    figure(f"{uri} on a stack of 512 KiB: exit {done.returncode}")
    assert done.stdout == "played\n", done.stderr
