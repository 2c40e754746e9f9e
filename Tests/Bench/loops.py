"""The cost of the looper, beside that of one in which nothing is recorded: `make bench` calls it.

Sixteen layers of ten fingers, 120 messages a second each. Times are CPU times of the thread, and the median of the
turns counts."""
import pathlib
import statistics
import subprocess
import tempfile

HERE = pathlib.Path(__file__).parent
COSTS = HERE.parents[1] / ".build" / "release" / "costs"
TURNS, SECONDS = 9, 20
FULL, UNUSED = 0.02, 0.00005  # of a core


def main():
    with tempfile.TemporaryDirectory() as folder:
        counter = pathlib.Path(folder) / "allocations.so"
        subprocess.run(["cc", "-O2", "allocations.c", "-shared", "-fPIC", "-o", counter], check=True, cwd=HERE)
        turns = []
        for _ in range(TURNS):
            done = subprocess.run([COSTS, "loops", str(SECONDS)], check=True, text=True, capture_output=True,
                                  env={"LD_PRELOAD": str(counter)})
            turns.append([int(word) for word in done.stdout.split()[-4:]])
    full, unused = (statistics.median(turn[place] for turn in turns) / 1e9 for place in (0, 1))
    events, allocations = turns[0][2], max(turn[3] for turn in turns)
    print(f"loops: 16 layers of 10 fingers: {100 * full:.3f} % of a core, {events} events a second; unused: "
          f"{100 * unused:.5f} %; allocations in {SECONDS} s: {allocations}")
    assert events > 18_000, f"{events} events a second"
    assert allocations == 0, "the looper allocates"
    assert full <= FULL, f"sixteen layers cost {100 * full:.2f} % of a core"
    assert unused <= UNUSED, f"an unused looper costs {100 * unused:.4f} % of a core"


if __name__ == "__main__":
    main()
