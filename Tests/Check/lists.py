"""Checks that no room shares the constant lists of its functions with another room.

Swift 6.3 makes each list literal of a function a constant, named after the function and a number. Several
rooms may compile one function and number its lists differently. The linker keeps one constant of each name,
so that a parameter had the choices of another. The Makefile makes these names local to each room. This check
proves that no such name is visible to another room."""
import pathlib
import re
import subprocess
import sys

ROOMS = pathlib.Path(".build/lv2/rooms")


def main():
    rooms, lists, shared = sorted(ROOMS.glob("*.o")), 0, []
    for room in rooms:
        names = subprocess.run(["nm", room], capture_output=True, text=True, check=True).stdout
        for line in names.splitlines():
            found = re.search(r" (\w) (\S*Tv\d*_r?)$", line)
            if found:
                lists += 1
                if found.group(1).isupper():
                    shared.append(f"{room.name}: {found.group(2)} is visible to other rooms")
    print(f"- {lists} constant lists in {len(rooms)} rooms, {len(shared)} of them visible to other rooms")
    if not lists:
        shared.append("there are no lists: was the library built by the Makefile?")
    sys.exit("\n".join(shared) or 0)


main()
