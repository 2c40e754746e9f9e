"""Projective maps for the test of room `Profiles`: the solution of the eight equations of four corners.

    projective.py IN OUT

IN's lines are eight numbers, the corners that go to (0, 0), (1, 0), (1, 1) and (0, 1), and two, a point.
OUT gets the mapped point of each line as float64, without clamping."""
import sys

import numpy as np


def mapped(numbers):
    corners, point = np.array(numbers[:8]).reshape(4, 2), numbers[8:]
    rows, wanted = [], []
    for (x, y), (u, v) in zip(corners, [(0, 0), (1, 0), (1, 1), (0, 1)]):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        wanted += [u, v]
    matrix = np.append(np.linalg.solve(np.array(rows), np.array(wanted, float)), 1).reshape(3, 3)
    u, v, w = matrix @ np.array([*point, 1])
    return u / w, v / w


def main():
    lines = [[float(word) for word in line.split()] for line in open(sys.argv[1])]
    with open(sys.argv[2], "wb") as file:
        file.write(np.array([mapped(line) for line in lines]).astype("<f8").tobytes())


if __name__ == "__main__":
    main()
