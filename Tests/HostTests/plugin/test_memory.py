"""Fifty instances in one process (Tests/Bench/instances.c): they share the wavetables, and what they had goes
back to the system when they are closed."""
import os
import subprocess

import pytest

from conftest import HOST, PLUGIN, figure

MATRIX = "urn:tactus:tonematrix"


def figures(uri):
    done = subprocess.run([HOST / "instances", uri], capture_output=True, text=True, timeout=300,
                          env=dict(os.environ))
    assert done.returncode == 0, done.stderr
    return {name: int(value) for name, value in (line.split() for line in done.stdout.splitlines())}


@pytest.mark.parametrize("uri, tables, most", [(PLUGIN, 1, 5150), (MATRIX, 0, 500)])
def test_fifty_instances_share_and_give_back(uri, tables, most):
    found = figures(uri)
    figure(f"fifty instances of {uri}: {found['open_each']} KiB each, "
           f"{found['open_mappings_of_wavetables']} mappings of the wavetables; "
           f"{found['round_2_left']} KiB left after two rounds, {found['round_4_left']} after four")
    assert found["open_mappings_of_wavetables"] == tables and found["mappings_of_wavetables_left"] == 0
    assert found["open_each"] <= most
    # What the last instance leaves goes back at once, so nothing adds up.
    assert found["round_4_left"] <= 4096 and found["round_4_left"] - found["round_2_left"] <= 1024
    assert found["round_4_left_in_use_bytes"] - found["round_2_left_in_use_bytes"] <= 16_384
