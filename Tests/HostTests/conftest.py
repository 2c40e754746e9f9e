"""What every host test shares: the plugin's name, the environment of a host, tools that must be there, and
where the other files are: after this module is imported, the modules of all folders beside it can be."""
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
HOST = ROOT / ".build" / "host"  # not in build, because lilv takes each folder there for a bundle
PLUGIN = "urn:tactus:touch"
sys.path[:0] = [str(ROOT / "Tests"),
                *(str(folder) for folder in pathlib.Path(__file__).parent.iterdir() if folder.is_dir())]
from report import record_test  # noqa: E402

# The bundle under test and the system's bundles (lilv needs their specifications); a Qt plugin needs no
# screen.
os.environ["LV2_PATH"] = f"{BUILD}:{HOST / 'lv2'}:/usr/lib/lv2"
os.environ["QT_QPA_PLATFORM"] = "offscreen"


def pytest_sessionstart(session):
    if not (BUILD / "tactus.lv2" / "tactus.so").exists():
        pytest.exit("build/tactus.lv2 is not built: run `make` first", 3)
    made = subprocess.run(["make", "-s", "-C", str(ROOT / "Tests" / "MiniHost")], capture_output=True,
                          text=True)
    if made.returncode:
        pytest.exit("the C pieces do not build (is everything of `make deps` there?)\n" + made.stderr, 3)


FIGURES = []


def figure(text):
    """Keeps a measured figure; all figures are printed after the tests, whether they passed or not."""
    FIGURES.append(text)


DURATIONS = {}


def pytest_runtest_logreport(report):
    """Adds up the seconds of a test and its fixtures."""
    DURATIONS[report.nodeid] = DURATIONS.get(report.nodeid, 0) + report.duration


def pytest_runtest_logfinish(nodeid):
    record_test(nodeid.removeprefix("Tests/"), DURATIONS.pop(nodeid, 0))


def pytest_terminal_summary(terminalreporter):
    if FIGURES:
        terminalreporter.section("measured")
    for text in FIGURES:
        terminalreporter.write_line(text)


def tool(name):
    """The path of a program; a missing one fails the test with the command that installs it."""
    path = shutil.which(name)
    if not path:
        pytest.fail(f"{name} is not installed: run `make deps`")
    return path


def run(*command, timeout=60, **options):
    """Runs a program to its end; returns what it printed, both streams together."""
    tool(str(command[0]))
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL, text=True, timeout=timeout, **options)
    return done.returncode, done.stdout
