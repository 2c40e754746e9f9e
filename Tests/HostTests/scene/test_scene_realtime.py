"""`run` of a scene neither allocates nor locks, and calls the system only to wake Pd or wait for it, and for
messages to and from it."""
import re

from conftest import HOST, figure, run
import scenes
from test_faults import TONE, write

SENDTO, RECVFROM, FUTEX, NANOSLEEP = 44, 45, 202, 230


def test_run_makes_the_calls_that_are_meant(tmp_path, monkeypatch):
    """Ten thousand blocks under the load of the trap, while another thread restores two scenes in turn.
    Free wheel is kept out. The blocks come faster than their time, so they wait for Pd as in a render that no
    host announces: by `futex`, and by `clock_nanosleep` while a scene begins."""
    monkeypatch.setenv("TACTUS_TRAP_ALLOWS", f"{SENDTO} {RECVFROM} {FUTEX} {NANOSLEEP}")
    monkeypatch.setenv("TACTUS_TRAP_KEEPS", "free_wheel")
    states = [scenes.state(tmp_path / f"state{n}", write(tmp_path / f"scene{n}", *TONE)) for n in (1, 2)]
    code, text = run(HOST / "trap", scenes.SCENE, 10000, *states, timeout=300)
    figure("a scene under the trap: " + "; ".join(text.splitlines()))
    assert code == 0, text
    assert int(re.search(r"run: .*meant=(\d+)", text)[1]) > 1000, text
    assert float(re.search(r"peak=(\S+)", text)[1]) > 0.01, text
