"""An object that is scanned on a simulated panel, for the test of room `Tangibles`, which knows the sides.

    scans.py IN OUT

IN's lines are FRAMES TURNS ASPECT RUNS SEED: OUT gets float64. Of each line there are RUNS scans of FRAMES
frames of three places in mm, for an object with pads at PADS, turned by TURNS. The panel has 1 mm of noise,
bends what it reports by 0.5 mm (root mean square of a coordinate's error) at a pitch of 8 mm, and reports x
too great by the share ASPECT."""
import sys

import numpy as np

PADS = np.array([[0, 0], [60, 0], [18, 42.0]])
NOISE, BEND, PITCH = 1.0, 0.5, 8.0


def scan(rng, frames, turns, aspect):
    shape = PADS - PADS.mean(0)
    start, phases = rng.random() * 2 * np.pi, rng.random(2) * 2 * np.pi
    middle = np.array([150, 120]) + rng.random(2) * 50
    angles = start + 2 * np.pi * turns * np.arange(frames) / frames
    turn = np.stack([np.stack([np.cos(angles), -np.sin(angles)], -1),
                     np.stack([np.sin(angles), np.cos(angles)], -1)], -2)
    places = np.einsum("fij,pj->fpi", turn, shape) + middle
    places += BEND * np.sqrt(2) * np.sin(2 * np.pi * places / PITCH + phases)
    places += NOISE * rng.standard_normal(places.shape)
    return places * np.array([1 + aspect, 1])


def main():
    parts = []
    for line in open(sys.argv[1]):
        frames, turns, aspect, runs, seed = line.split()
        rng = np.random.default_rng(int(seed))
        parts += [scan(rng, int(frames), float(turns), float(aspect)).ravel() for _ in range(int(runs))]
    with open(sys.argv[2], "wb") as file:
        file.write(np.concatenate(parts).astype("<f8").tobytes())


if __name__ == "__main__":
    main()
