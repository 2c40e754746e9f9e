"""Twenty exports of one Ardour session beside ten busy loops: each equals the first, sample by sample.

An export must not depend on what else the machine does. Ardour reports its beat on frames that depend on a
latency, and two loads of one session do not always find the same."""
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "HostTests"))
from conftest import PLUGIN  # noqa: E402  (makes the folder of ardour_session known)
from ardour_session import Session  # noqa: E402

EXPORTS, LOOPS, SECONDS = 20, 10, 3
PATCHES = ["Wobble", "Spread organ", "Cluster drone"]


def different(session, name):
    """The numbers of samples that differ from the first export, and the greatest difference."""
    first = session.export("first", SECONDS, only=name)[0]
    assert abs(first).max() > 0.01, f"{name} is silent"
    found = []
    for _ in range(EXPORTS - 1):
        again = session.export("again", SECONDS, only=name)[0]
        found.append((int((again != first).any(axis=0).sum()), float(abs(again - first).max())))
    return found


def main():
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(LOOPS)]
    try:
        with tempfile.TemporaryDirectory() as folder:
            session = Session(pathlib.Path(folder), PLUGIN, *PATCHES, script="patches.lua")
            for number, name in enumerate(PATCHES):
                session.add_notes([(1, 2, key + number, 100) for key in (48, 55, 64)], 12, name)
            failed = False
            for name in PATCHES:
                found = different(session, name)
                bad = [pair for pair in found if pair[0]]
                print(f"{name}: {len(bad)} of {EXPORTS} exports differ {bad[:3]}", flush=True)
                failed = failed or bool(bad)
    finally:
        for loop in loops:
            loop.kill()
    return failed


if __name__ == "__main__":
    sys.exit(main())
