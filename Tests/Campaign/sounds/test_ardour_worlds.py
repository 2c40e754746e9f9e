"""Three exports by Ardour, each of a session that is opened again, are the same to the last bit. Two of these worlds
sound without a note: what was heard before the start is not in an export."""
import numpy
import pytest

from ardour_session import Session
from conftest import PLUGIN
from sound import peak

WORLDS = ("Bouncing board", "Bumper table", "Seesaw")


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    made = Session(tmp_path_factory.mktemp("world"), PLUGIN, *WORLDS, script="patches.lua")
    for name in WORLDS:
        made.add_notes([(0.5, 1, 60, 110), (2, 1, 67, 90)], 6, name)
    return made


@pytest.mark.parametrize("name", WORLDS)
def test_three_exports_are_the_same(session, name):
    one, *others = (session.export(f"{name} {number}", 4, only=name)[0] for number in range(3))
    assert peak(one) > 0.01
    for other in others:
        assert numpy.array_equal(one, other), f"they differ by {abs(one - other).max()}"
