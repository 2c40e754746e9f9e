"""The cost of a world beside Chipmunk's, on the same scene in the same run: `make bench` calls it.

Both take turns, so that other load on the machine affects both alike; the median of the turns counts."""
import pathlib
import statistics
import subprocess
import tempfile

HERE = pathlib.Path(__file__).parent
COSTS = HERE.parents[1] / ".build" / "release" / "costs"
TURNS, SECONDS = 9, 20
BOUNDS = {8: 1.5, 64: 2.0}  # times Chipmunk's cost


def main():
    with tempfile.TemporaryDirectory() as folder:
        rival, counter = pathlib.Path(folder) / "chipmunk", pathlib.Path(folder) / "allocations.so"
        for words in (["chipmunk.c", "-o", rival, "-lchipmunk", "-lm", "-ldl"],
                      ["allocations.c", "-shared", "-fPIC", "-o", counter]):
            subprocess.run(["cc", "-O2", *map(str, words)], check=True, cwd=HERE)
        for count in (8, 16, 32, 64):
            turns = {"ours": [], "Chipmunk": []}
            for _ in range(TURNS):
                for name, command in (("ours", [COSTS, "world"]), ("Chipmunk", [rival])):
                    done = subprocess.run([*map(str, command), str(count), str(SECONDS)], check=True,
                                          text=True, capture_output=True,
                                          env={"LD_PRELOAD": str(counter)})
                    turns[name].append([float(word) for word in done.stdout.split()[-3:]])
            cost = {name: statistics.median(turn[0] for turn in each) for name, each in turns.items()}
            allocations = {name: max(turn[1] for turn in each) for name, each in turns.items()}
            ratio = cost["ours"] / cost["Chipmunk"]
            print(f"world: {count:2} bodies: {cost['ours'] / 1e7:.3f} % of a core, Chipmunk "
                  f"{cost['Chipmunk'] / 1e7:.3f} %: {ratio:.2f} times; allocations in {SECONDS} s: "
                  f"{allocations['ours']:.0f}, Chipmunk {allocations['Chipmunk']:.0f}; contacts at the end "
                  f"{turns['ours'][0][2]:.0f}, Chipmunk {turns['Chipmunk'][0][2]:.0f}")
            assert allocations["ours"] == 0, "a world allocates"
            assert ratio <= BOUNDS.get(count, 2.0), f"{count} bodies cost {ratio:.2f} times Chipmunk's"


if __name__ == "__main__":
    main()
