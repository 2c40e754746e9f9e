"""What every host test shares: the plugin's name, the environment of a host, tools that must be there, and
where the other files are: after this module is imported, the modules of all folders beside it can be."""
import os
import pathlib
import shutil
import subprocess
import sys

import pytest
from _pytest.runner import runtestprotocol

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
HOST = ROOT / ".build" / "host"  # not in build, because lilv takes each folder there for a bundle
PLUGIN = "urn:tactus:touch"
sys.path[:0] = [str(folder) for folder in pathlib.Path(__file__).parent.iterdir() if folder.is_dir()]

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


# Folders of tests that live in real time, beside programs that do so, too.
REAL_TIME = {"ardour", "browsers", "jalv", "scene", "stage", "surfaces", "timeline", "window"}
# How many tests of a run may fail once.
SECOND_TRIES = 3
failed_once = []


def pytest_runtest_protocol(item, nextitem):
    """A test in real time that fails runs a second time, with all its fixtures made anew: the machine may
    have stood still for a moment. What fails twice has failed. The figures name each test that needed it."""
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, nextitem=nextitem, log=False)
    failed = [report for report in reports if report.failed]
    if failed and item.path.parent.name in REAL_TIME and len(failed_once) < SECOND_TRIES:
        failed_once.append(item.nodeid)
        crash = getattr(failed[0].longrepr, "reprcrash", None)
        words = (crash.message if crash else str(failed[0].longrepr)).splitlines()
        figure(f"tried twice: {item.nodeid}: {words[0] if words else ''}")
        item.session._setupstate.teardown_exact(None)
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_terminal_summary(terminalreporter):
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
