"""Prints the size of the library and holds it against Tests/Golden/size.txt: thousands of bytes without
the names of functions, as packages ship it. The number rises only in a commit that says by what."""
import pathlib
import subprocess
import sys

LIBRARY = pathlib.Path("build/tactus.lv2/tactus-plain.so")
# What it is to come down to, in thousands.
AIM = 1500


def main():
    stripped = pathlib.Path(".build/stripped.so")
    subprocess.run(["strip", "-o", stripped, LIBRARY], check=True)
    allowed = int(pathlib.Path("Tests/Golden/size.txt").read_text())
    size = stripped.stat().st_size
    print(f"- the library has {size:,} bytes ({LIBRARY.stat().st_size:,} with names), "
          f"{allowed * 1000:,} allowed, the aim is {AIM * 1000:,}")
    if size > allowed * 1000:
        sys.exit(f"the library has grown beyond {allowed},000 bytes: shrink it, or raise "
                 "Tests/Golden/size.txt and say by what")
    if size < (allowed - 20) * 1000:
        sys.exit(f"the library is smaller: lower Tests/Golden/size.txt to {-(-size // 1000)}")


main()
