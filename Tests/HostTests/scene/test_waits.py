"""How long `run` waits for Pd: never in the pipelined mode, at most for the deadline in the direct one,
whatever becomes of Pd, and in a render as long as its sound leads the clock. The host has a clock of its own. What is
asserted is how long each wait may last by what it asks for; how long it did is a figure."""
import json
import os
import pathlib
import subprocess
import sys

import pytest

from conftest import figure
from scenes import RATE

HERE = pathlib.Path(__file__).parent / "waits"
PIPELINED, DIRECT = 0, 1


def noted(tmp_path, mode, block, pace="live", **environment):
    library = tmp_path / "waits.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-Wall", "-Werror", "-o", library, HERE / "waits.c"],
                   check=True)
    done = subprocess.run([sys.executable, HERE / "waiting.py", tmp_path, pace, str(mode), str(block)],
                          text=True, capture_output=True, timeout=300,
                          env=os.environ | {"LD_PRELOAD": str(library)} | environment)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert all(found["steps"]), found
    return found


def histogram(found):
    names = ["below 1 µs"] + [f"below {2 ** place} µs" for place in range(1, 32)]
    return ", ".join(f"{count} {name}" for name, count in zip(names, found["lasted"]) if count)


def test_the_pipelined_mode_never_waits(tmp_path):
    found = noted(tmp_path, PIPELINED, 256)
    figure(f"a scene, pipelined, killed and hung: {found['count']} waits in {found['blocks']} blocks")
    assert found["count"] == 0


@pytest.mark.parametrize("block", [256, 1024])
def test_the_direct_mode_waits_for_a_part_of_the_block(tmp_path, block):
    found = noted(tmp_path, DIRECT, block)
    deadline = 0.3 * block / RATE
    figure(f"a scene, direct, blocks of {block}, killed and hung: {found['count']} waits in "
           f"{found['blocks']} blocks, "
           f"the deadline is {deadline * 1e6:.0f} µs; they lasted: {histogram(found)}")
    assert found["count"] > 0
    # 32-bit floats: a millionth.
    assert found["longest"] <= deadline * 1e9 * (1 + 1e-6)
    # A wait that goes on asks for what is left.
    assert found["rising"] == 0


def test_the_deadline_of_tests_is_kept(tmp_path):
    found = noted(tmp_path, PIPELINED, 256, TACTUS_SCENE_DEADLINE="7")
    figure(f"a scene, a deadline of 7 ms, killed and hung: they lasted: {histogram(found)}")
    assert found["count"] > 0 and found["longest"] <= 7_000_000 and found["rising"] == 0


@pytest.mark.parametrize("block", [64, 1024])
def test_blocks_that_make_up_for_an_xrun_do_not_wait(tmp_path, block):
    assert noted(tmp_path, PIPELINED, block, "xrun")["count"] == 0


@pytest.mark.parametrize("block", [64, 256, 4096])
@pytest.mark.parametrize("mode", [PIPELINED, DIRECT])
def test_a_render_that_no_host_announces_misses_no_tick(tmp_path, mode, block):
    found = noted(tmp_path, mode, block, "render")
    figure(f"a render without free wheel, blocks of {block}: {found['count']} waits in "
           f"{found['blocks']} blocks")
    assert found["late"] == 0


def test_a_block_waits_at_most_as_long_as_the_sound_leads(tmp_path):
    """Twelve blocks of 256 frames were asked for when no time had passed."""
    found = noted(tmp_path, PIPELINED, 256, "behind")
    assert found["count"] > 0 and found["longest"] <= 12 * 256 / RATE * 1e9
    # The first wait uses the lead up, and each block gives its own length.
    assert found["rising"] == 0
