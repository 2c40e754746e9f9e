"""Writes bundle/demos: a short performance for each factory patch, as a player who has read its line would
play it.

Always the same files: the human unevenness comes from a generator seeded with the patch's name.
`first-touch.tactus` has a script of its own. Run it in the project's folder: `python3 gallery/performances.py
[PATCH …]`."""
import json
import pathlib
import sys

import performances_learned  # noqa: F401 registers itself
import performances_new  # noqa: F401 registers itself
import performances_others  # noqa: F401 registers itself
import performances_percussion  # noqa: F401 registers itself
import performances_pitched  # noqa: F401 registers itself
import performances_relations  # noqa: F401 registers itself
import performances_worlds  # noqa: F401 registers itself
from gestures import Player
from repertoire import PERFORMANCES

ROOT = pathlib.Path(__file__).resolve().parents[1]


def written(name):
    """The text of a demo."""
    patch = json.loads((ROOT / "bundle" / "patches" / f"{name}.json").read_text())
    player = Player(name, patch["map"])
    PERFORMANCES[name](player)
    return player.text(patch["name"])


def main():
    for name in sys.argv[1:] or PERFORMANCES:
        (ROOT / "bundle" / "demos" / f"{name.replace('_', '-')}.tactus").write_text(written(name))


if __name__ == "__main__":
    main()
