"""`make demo` on a machine that lacks a package for building installs it before it calls the compiler.

The rule runs in a folder with nothing but the rules, on a copy of dpkg's status in which the package is
removed. Two programs stand first in PATH: a dpkg-query that reads this copy, and an apt-get that writes the
package into it. In place of the compiler stands a program that says whether the package was there by then."""
import os
import pathlib
import shutil
import subprocess

import pytest

from conftest import ROOT, run

STATUS = pathlib.Path("/var/lib/dpkg/status")
BUILD = [line.split()[0] for line in (ROOT / ".ci" / "packages.txt").read_text().split("[package]")[0]
         .splitlines() if line and line[0] not in "#["]

PROGRAMS = {
    "dpkg-query": 'exec /usr/bin/dpkg-query --admindir="$STATE" "$@"',
    # `install -q -y --no-install-recommends NAME …`: the names are the words without a dash.
    "apt-get": """echo "apt-get $*" >> "$STATE/log"
[ "$1" = install ] || exit 0
shift
for name; do case $name in -*) ;; *) cat "$STATE/removed-$name" >> "$STATE/status";; esac; done""",
    "swift": """dpkg-query -W -f '${binary:Package} ${db:Status-Status}\\n' "$LACKING" >> "$STATE/log" 2>&1
exit 3""",
    "clang": "exit 3",
}


def machine(folder, lacking):
    """A folder with the sources' rules, a state of packages without `lacking`, and the programs."""
    (folder / "bin").mkdir()
    for name, text in PROGRAMS.items():
        (folder / "bin" / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / "bin" / name).chmod(0o755)
    (folder / "bin" / "sudo").write_text('#!/bin/sh\nexec "$@"\n')
    (folder / "bin" / "sudo").chmod(0o755)
    paragraphs = STATUS.read_text().split("\n\n")
    kept = [text for text in paragraphs if not text.startswith(f"Package: {lacking}\n")]
    removed = [text for text in paragraphs if text.startswith(f"Package: {lacking}\n")]
    assert removed, f"{lacking} is not installed: run `make deps`"
    (folder / "state").mkdir()
    (folder / "state" / "status").write_text("\n\n".join(kept).rstrip("\n") + "\n\n")
    (folder / "state" / f"removed-{lacking}").write_text("\n\n".join(removed).rstrip("\n") + "\n\n")
    sources = folder / "sources"
    shutil.copytree(ROOT / ".ci", sources / ".ci")
    shutil.copytree(ROOT / "packaging", sources / "packaging")
    shutil.copytree(ROOT / "Sources" / "PdLibraries", sources / "Sources" / "PdLibraries")
    header = "Sources/CPosix/include/scene_memory.h"
    (sources / header).parent.mkdir(parents=True)
    shutil.copy(ROOT / header, sources / header)
    for name in ("Makefile", "Package.swift", ".swift-version"):
        shutil.copy(ROOT / name, sources)
    environment = dict(os.environ, PATH=f"{folder / 'bin'}:{os.environ['PATH']}", LACKING=lacking,
                       STATE=str(folder / "state"))
    return sources, environment


@pytest.mark.parametrize("rule", ["demo", "demo-matrix"])
@pytest.mark.parametrize("lacking", ["libcairo2-dev", "pkg-config"])
def test_a_rule_installs_what_building_lacks(rule, lacking, tmp_path):
    assert lacking in BUILD
    sources, environment = machine(tmp_path, lacking)
    status, said = run("make", "-C", sources, rule, env=environment)
    assert "missing Debian packages" not in said, said
    assert "installing with apt-get" in said and lacking in said, said
    log = (tmp_path / "state" / "log").read_text()
    assert f"--no-install-recommends {lacking}\n" in log, log
    assert f"{lacking} installed" in log.replace(":amd64", ""), f"the compiler was called before that: {log}"
    assert status != 0, "the stand-in for the compiler fails"


def test_nothing_is_installed_where_nothing_is_missing(tmp_path):
    sources, environment = machine(tmp_path, "libcairo2-dev")
    shutil.copy(STATUS, tmp_path / "state" / "status")
    run("make", "-C", sources, "demo", env=environment)
    assert "apt-get" not in (tmp_path / "state" / "log").read_text()


def test_a_check_names_it_and_installs_nothing(tmp_path):
    sources, environment = machine(tmp_path, "libcairo2-dev")
    done = subprocess.run([sources / ".ci" / "deps", "--check", "build"], env=environment, text=True,
                          capture_output=True)
    assert done.returncode == 1 and "missing Debian packages: libcairo2-dev\n" in done.stderr, done.stderr
    assert not (tmp_path / "state" / "log").exists()
