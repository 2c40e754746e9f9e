"""Ten exports of one Ardour session with the grid and an instrument under a memory checker (valgrind): what
it finds in Ardour, and what in the library. Ardour's export has died of a damaged heap.

`EXPORTS` sets another number."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "HostTests"))
import conftest  # noqa: E402, F401  (makes the folder of ardour_session known)
from ardour_session import SCRIPTS, Session  # noqa: E402

EXPORTS, SECONDS = int(os.environ.get("EXPORTS", "10")), 2


def checked(session, number):
    """The errors that the checker counts, those with a frame of the library, and whether the export came."""
    log = session.folder / f"log{number}"
    began = time.monotonic()
    done = subprocess.run(
        ["valgrind", "--trace-children=yes", "--num-callers=30", "--undef-value-errors=no",
         f"--log-file={log}.%p", "ardour7-lua", SCRIPTS / "export.lua", session.path, session.folder,
         f"checked{number}", str(SECONDS), "-"],
        env=session.environment(), capture_output=True, text=True, timeout=900)
    texts = [path.read_text() for path in session.folder.glob(f"log{number}.*")]
    errors = sum(int(count) for text in texts for count in re.findall(r"ERROR SUMMARY: (\d+)", text))
    blocks = [block for text in texts for block in re.split(r"==\d+== \n", text)]
    ours = [block for block in blocks if "tactus.so" in block]
    came = f"exported checked{number} true" in done.stdout
    print(f"export {number}: {'came' if came else f'DIED with {done.returncode}'} in "
          f"{time.monotonic() - began:.0f} s, {errors} errors, {len(ours)} with the library", flush=True)
    for block in {re.sub(r"==\d+== |0x[0-9A-F]+: ", "", block) for block in blocks
                  if re.search(r"Invalid|free\(\)|overlap", block)}:
        print(block)
    return len(ours)


def main():
    with tempfile.TemporaryDirectory() as folder:
        session = Session(
            folder, "tempo:0=120 meter:0=4/4", "Metronome", "First touch", script="matrix.lua")
        return sum(checked(session, number) for number in range(EXPORTS)) > 0


if __name__ == "__main__":
    sys.exit(main())
