"""Runs examples/own-surface, which sees what another package sees of our modules, and compares the printed controllers
of two fingers with those that the definitions in docs/controllers.md give. `make campaign PART=example` builds it as a
package of its own."""
import math
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLE_RATE = 48_000
# Width and height of a surface of 4:3 with a diagonal of 1.
WIDTH, HEIGHT = 0.8, 0.6


def expected(frame):
    """What the two fingers are to each other at that frame."""
    seconds = frame / SAMPLE_RATE
    across, up = 0.4 * (1 - 2 * seconds), 0.8 * (1 - (1 - 2 * seconds) ** 2)
    distance = math.hypot(WIDTH * across, HEIGHT * up)
    direction = math.atan2(HEIGHT * up, WIDTH * across) / (2 * math.pi) % 1
    return {"fingers": 2, "distance": distance, "direction": direction, "spread": distance / 2}


def main():
    run = subprocess.run([ROOT / ".build/release/own-surface"], capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"check: examples/own-surface does not run:\n{run.stdout}{run.stderr}")
    faults, frames, triggers, numbers = [], [], [], 0
    for line in run.stdout.splitlines():
        words = line.split()
        if words[0] == "frame":
            frames.append(int(words[1]))
            found = dict(zip(words[2::2], map(float, words[3::2])))
            for name, value in expected(frames[-1]).items():
                numbers += 1
                if abs(found[name] - value) > 1e-5:
                    faults.append(f"example: {name} is {found[name]} on frame {words[1]}, not {value:.6f}")
        elif words[0] == "trigger":
            triggers.append((words[1], int(words[3])))
    if frames != list(range(0, SAMPLE_RATE + 1, SAMPLE_RATE // 10)):
        faults.append(f"example: it printed the frames {frames}")
    end = SAMPLE_RATE + 32
    for trigger in [("touchBegan", 0), ("groupBegan", 0), ("touchEnded", end), ("groupEnded", end)]:
        if trigger not in triggers:
            faults.append(f"example: no {trigger[0]} on frame {trigger[1]}")
    print(f"- a package outside the tree runs: {numbers} numbers as defined, {len(triggers)} triggers")
    sys.exit("\n".join(faults) or 0)


main()
