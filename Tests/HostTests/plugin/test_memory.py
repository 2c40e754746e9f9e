"""Fifty instances in one process (Tests/Bench/instances.c): they share the wavetables, and what they had goes
back to the system when they are closed."""
import subprocess

import pytest

from conftest import HOST, PLUGIN, figure

MATRIX = "urn:tactus:tonematrix"


@pytest.fixture(scope="module")
def programs():
    """Both at once: they mostly wait for the plugin's thread, which ends five seconds behind the last instance."""
    started = {uri: subprocess.Popen([HOST / "instances", uri], stdout=subprocess.PIPE, text=True)
               for uri in (PLUGIN, MATRIX)}
    yield started
    for program in started.values():
        program.kill()
        program.communicate()


@pytest.mark.parametrize("uri, tables, most", [(PLUGIN, 1, 5150), (MATRIX, 0, 500)])
def test_fifty_instances_share_and_give_back(programs, uri, tables, most):
    text, _ = programs[uri].communicate(timeout=300)
    assert programs[uri].returncode == 0
    found = {name: int(value) for name, value in (line.split() for line in text.splitlines())}
    figure(f"fifty instances of {uri}: {found['open_each']} KiB each, "
           f"{found['open_mappings_of_wavetables']} mappings of the wavetables; "
           f"{found['round_2_left']} KiB left after two rounds, {found['round_3_left']} after three")
    assert found["open_mappings_of_wavetables"] == tables and found["mappings_of_wavetables_left"] == 0
    assert found["open_each"] <= most
    # What the last instance leaves goes back at once, so nothing adds up.
    assert found["round_3_left"] <= 4096 and found["round_3_left"] - found["round_2_left"] <= 1024
    assert found["round_3_left_in_use_bytes"] - found["round_2_left_in_use_bytes"] <= 16_384
