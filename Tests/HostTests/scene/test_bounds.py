"""The limits of a scene's box: native code tries to exceed them, and prints what it got."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import pytest

import scenes
from conftest import BUILD, ROOT, figure, tool
from test_data import name_of
from test_faults import TONE, reports, sounds, write
from test_trust import trust

TACTUS = ROOT / ".build" / "release" / "tactus"
GREEDY = r"""
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
typedef struct { void *a[8]; } anything;
void *class_new(void *, void *, void *, unsigned long, int, int, ...);
void *gensym(const char *);
static char megabyte[1 << 20];
// Prints several words per line, because the state keeps only the last 20 lines of Pd.
static char line[200];
static void flush(void) {
  if (*line) fprintf(stderr, "\ngreedy:%s\n", line);
  *line = 0;
}
static void say(const char *what, long much) {
  if (strlen(line) > 120) flush();
  sprintf(line + strlen(line), " %s %ld", what, much);
}
static long fill(const char *path, long most) {
  int file = open(path, O_CREAT | O_WRONLY, 0600);
  long done = 0;
  while (file >= 0 && done < most && write(file, megabyte, sizeof megabyte) == sizeof megabyte) done++;
  close(file), unlink(path);
  return done;
}
static long processes(long most) {
  long count = 0;
  pid_t made[1000];
  while (count < most) {
    pid_t process = fork();
    if (process == 0) { pause(); _exit(0); }
    if (process < 0) break;
    made[count++] = process;
  }
  for (long each = 0; each < count; each++) kill(made[each], SIGKILL), waitpid(made[each], NULL, 0);
  return count;
}
static long files(void) {
  // All open descriptors except this folder.
  DIR *opened = opendir("/proc/self/fd");
  long count = 0;
  for (struct dirent *each; (each = readdir(opened));) count += each->d_name[0] != '.' && atoi(each->d_name) > 2;
  closedir(opened);
  return count - 1;
}
static void call(const char *name, long answer) { say(name, answer >= 0); }
void greedy_setup(void) {
  memset(megabyte, 1, sizeof megabyte);
  say("files", files());
  say("root", mkdir("/made", 0700) == 0);
  say("dev", mkdir("/dev/made", 0700) == 0);
  say("scene", mkdir("/scene/made", 0700) == 0);
  say("shm", fill("/dev/shm/a", 200));
  say("tmp", fill("/tmp/a", 200));
  int file = open("data/big", O_CREAT | O_WRONLY, 0600);
  say("file", file >= 0 && pwrite(file, "x", 1, 1100L << 20) == 1);
  close(file), unlink("data/big");
  say("processes", processes(200));
  call("clone_user", syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, NULL, NULL, NULL, NULL));
  call("unshare_user", unshare(CLONE_NEWUSER));
  call("unshare_mounts", unshare(CLONE_NEWNS));
  call("memfd_create", syscall(SYS_memfd_create, "x", 0));
  call("userfaultfd", syscall(SYS_userfaultfd, 1));
  call("io_uring", syscall(425, 1, memset(megabyte, 0, 200)));
  call("keyctl", syscall(SYS_keyctl, 0, -1, 0));
  call("add_key", syscall(SYS_add_key, "user", "a", "b", 1, -3));
  call("perf", syscall(SYS_perf_event_open, memset(megabyte, 0, 200), 0, -1, -1, 0));
  call("shmget", syscall(SYS_shmget, 0, 4096, 0600 | 01000));
  call("personality", syscall(SYS_personality, 0xffffffff));
  call("netlink", socket(AF_NETLINK, SOCK_RAW, 0));
  call("packet", socket(AF_PACKET, SOCK_RAW, 0));
  call("unix", socket(AF_UNIX, SOCK_STREAM, 0));
  call("inet", socket(AF_INET, SOCK_DGRAM, 0));
  say("done", 1);
  flush();
  class_new(gensym("greedy"), NULL, NULL, sizeof(anything), 0, 0, 0);
}
"""
# Access that every scene has, and access that none has.
ALLOWED = {"inet": 1}
REFUSED = ["root", "dev", "scene", "file", "clone_user", "unshare_user", "unshare_mounts", "memfd_create",
           "userfaultfd", "io_uring", "keyctl", "add_key", "perf", "shmget", "personality", "netlink", "packet",
           "unix"]


def greedy(folder, code=GREEDY, name="greedy"):
    tool("gcc")
    write(folder, *TONE, f"#X obj 200 10 {name};")
    (folder / f"{name}.c").write_text(code)
    subprocess.run(["gcc", "-shared", "-fPIC", "-w", "-o", folder / f"{name}.pd_linux", folder / f"{name}.c"],
                   check=True)
    return folder


def told(plugin, seconds=60):
    """Returns the words and numbers that the native code printed."""
    end, text = time.monotonic() + seconds, ""
    while time.monotonic() < end:
        plugin.run(256)
        text += "".join(body.decode(errors="replace") + "\n" for _, body in plugin.sent())
        if " done 1" in text:
            words = [line.split() for line in re.findall(r"greedy: ([^\n\0]*)", text)]
            return {word: int(number) for line in words for word, number in zip(line[::2], line[1::2])}
        time.sleep(0.002)
    raise AssertionError(text[-500:])


def test_native_code_gets_no_more_than_the_bounds(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    folder = greedy(tmp_path / "scene")
    with scenes.scene(folder, tmp_path / "state", block=256) as plugin:
        got = told(plugin)
        assert sounds(plugin)
    figure(f"in the box: /tmp {got['tmp']} MiB, /dev/shm {got['shm']} MiB, {got['processes']} processes")
    assert 0 < got["tmp"] <= 64 and 0 < got["shm"] <= 16
    assert {word: got[word] for word in REFUSED} == dict.fromkeys(REFUSED, 0)
    assert {word: got[word] for word in ALLOWED} == ALLOWED
    # Only Pd's streams are open. A descriptor of an outside folder would let the code escape the box.
    assert got["files"] == 0


def test_another_user_has_64_processes():
    """Root is exempt from the limit, so another user plays the scene."""
    if os.getuid() != 0:
        pytest.fail("the test changes the user: run it as root")
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        greedy(place / "scene")
        (place / "state").mkdir()
        scenes.state(place / "state", place / "scene")
        (place / "play.py").write_text(
            f"import sys; sys.path[:0] = {[str(ROOT / 'Tests/HostTests'), *sys.path]!r}\n"
            "import conftest, json, pathlib, scenes, test_bounds\n"
            "from lv2host import Plugin\n"
            f"place = pathlib.Path({str(place)!r})\n"
            "with Plugin(scenes.SCENE, rate=scenes.RATE, longest_block=256, state=place / 'state/state.ttl') as p:\n"
            "    print('got ' + json.dumps(test_bounds.told(p)))\n")
        subprocess.run(["chmod", "-R", "a+rwX", place], check=True)
        done = subprocess.run(
            [sys.executable, "-B", place / "play.py"], text=True, capture_output=True, timeout=120, user=12345,
            group=12345, extra_groups=[], cwd=place,
            env=dict(os.environ, HOME=str(place), XDG_DATA_HOME=str(place / "share")))
        assert "got " in done.stdout, done.stdout + done.stderr
        got = json.loads(done.stdout.split("got ", 1)[1].splitlines()[0])
    figure(f"another user's scene makes {got['processes']} processes")
    assert 0 < got["processes"] < 64


FULL = GREEDY[:GREEDY.index("void greedy_setup")] + r"""
void hoarder_setup(void) {
  for (int each = 0; each < 3; each++) {
    char name[32];
    snprintf(name, sizeof name, "data/part%d", each);
    int file = open(name, O_CREAT | O_WRONLY, 0600);
    say(name, file >= 0 && FILL);
  }
  flush();
  class_new(gensym("hoarder"), NULL, NULL, sizeof(anything), 0, 0, 0);
}
"""


@pytest.mark.parametrize("fill, refill", [
    ("posix_fallocate(file, 0, 600L << 20) == 0", "read"),
    ("posix_fallocate(file, 0, 600L << 20) == 0 && unlink(name) == 0", "fail"),
])
def test_a_full_data_folder_ends_the_scene(tmp_path, monkeypatch, fill, refill):
    """Files of 600 MiB, also deleted ones. A folder that is still full afterwards is read-only."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    folder = greedy(tmp_path / "scene", FULL.replace("FILL", fill), "hoarder")
    place = tmp_path / "share/tactus/scenes-data" / name_of(folder, "scene")
    with scenes.scene(folder, tmp_path / "state", block=256) as plugin:
        # A block waits for the restart, so both may come in one.
        again = [b"it is read-only until you delete some"] if refill == "read" else []
        assert reports(plugin, b"the scene has filled its data folder", *again)
        if refill == "fail":
            return
        assert sounds(plugin)
        (place / "part1").unlink()
        plugin["restart"] = 1
        scenes.play(plugin, 1024, 256)
        assert sounds(plugin)
    assert (place / "part0").exists()


def test_a_recording_that_goes_on_is_no_hoard(tmp_path, monkeypatch):
    """The file that the host records into may exceed the scene's limit."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    folder = write(tmp_path / "scene", *TONE)
    place = tmp_path / "share/tactus/scenes-data" / name_of(folder, "scene")
    with scenes.scene(folder, tmp_path / "state", block=256) as plugin:
        assert sounds(plugin)
        plugin["record"] = 1
        end = time.monotonic() + 30
        while not list(place.glob("recording-*")) and time.monotonic() < end:
            plugin.run(256)
            time.sleep(0.002)
        file = os.open(next(place.glob("recording-*")), os.O_WRONLY)
        os.posix_fallocate(file, 0, 1100 << 20)
        os.close(file)
        before = time.monotonic()
        while time.monotonic() - before < 1:
            plugin.run(256)
            assert not any(b"filled" in body for _, body in plugin.sent())
            time.sleep(0.005)
        plugin["record"] = 0
        assert reports(plugin, b"the scene has filled its data folder")


OLD = """#!/bin/sh
# A bubblewrap that lacks the options of newer versions.
for word; do case $word in LACKS) echo "bwrap: Unknown option $word" >&2; exit 1;; esac; done
exec /usr/bin/bwrap "$@"
"""


@pytest.mark.parametrize("word, sentence", [
    ("--size", "/tmp and /dev/shm are not limited"),
    ("--disable-userns", "can't prevent namespaces"),
    ("--seccomp", "a scene may make any system call"),
])
def test_what_does_not_bound_is_named(tmp_path, monkeypatch, word, sentence):
    """Shown in the window while the scene plays, and by `tactus scene check`."""
    old = tmp_path / "bwrap"
    old.write_text(OLD.replace("LACKS", word))
    old.chmod(0o755)
    monkeypatch.setenv("TACTUS_BWRAP", str(old))
    folder = write(tmp_path / "scene", *TONE)
    with scenes.scene(folder, tmp_path / "state", block=256) as plugin:
        assert reports(plugin, b"Playing: this bubblewrap") and sounds(plugin)
    done = subprocess.run([TACTUS, "scene", "check", folder, "--bundle", BUILD / "tactus.lv2"], text=True,
                          capture_output=True, timeout=60)
    assert done.returncode == 0 and sentence in done.stderr, done.stderr


def test_nothing_is_missing_here():
    """Debian 12 has everything except a cgroup for the user."""
    done = subprocess.run([TACTUS, "scene", "check", "--bundle", BUILD / "tactus.lv2"], text=True,
                          capture_output=True, timeout=60)
    assert "this bubblewrap" not in done.stderr and "this kernel" not in done.stderr, done.stderr
