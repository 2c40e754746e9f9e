"""Finds functions of the built library that could mix up their constant lists.

Swift 6.3 makes each list literal of a function a constant that is named after the function and a number. A
function that several rooms compile may be numbered otherwise in each of them, and the linker keeps one
constant of each name: a choice of parameters then has the names of another. So a function that more than one
room compiles has one list at most."""
import collections
import re
import subprocess
import sys

ARCHIVE = ".build/lv2/release/libTactusPlugins.a"


def main():
    rooms = collections.defaultdict(set)
    listed = subprocess.run(["nm", "-A", ARCHIVE], capture_output=True, text=True, check=True).stdout
    for line in listed.splitlines():
        # archive:room.o:address kind name
        if found := re.search(r":([^:]+\.o):[0-9a-f]+ [VvDdRrWw] (\S+?)Tv(\d+)_r?$", line):
            room, name, number = found.groups()
            rooms[name].add((int(number), room))
    shared = sorted(name for name, lists in rooms.items()
                    if len({number for number, _ in lists}) > 1 and len({room for _, room in lists}) > 1)
    print(f"- {len(rooms)} functions with constant lists, "
          f"{len(shared)} of them with several and in several rooms")
    sys.exit("\n".join(f"{name}: several lists; give each a function of its own" for name in shared) or 0)


main()
