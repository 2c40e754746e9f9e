"""Native code in the box that tries to outlive its scene, to exceed its limits unnoticed, and to reach the user's
programs."""
import os
import shutil
import signal
import socket
import time

import pytest

import scenes
from test_bounds import FULL, greedy, told
from test_faults import TONE, boxes, reports, sounds, write
from test_links import SECRET, heard, home, reader  # noqa: F401: `home` is a fixture

HEAD = FULL[:FULL.index("void hoarder_setup")].replace("#include <unistd.h>", """#include <pthread.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/un.h>
#include <unistd.h>""") + """
static void hang(int s) { for (;;) pause(); }
static int nameless;
static int part(int number) {
  char name[32];
  snprintf(name, sizeof name, "data/part%d", number);
  return open(name, O_CREAT | O_RDWR, 0600);
}
static int filled(int number) {
  char name[32];
  int file = part(number);
  if (nameless) snprintf(name, sizeof name, "data/part%d", number), unlink(name);
  for (int each = 0; each < 600; each++) write(file, megabyte, sizeof megabyte);
  return file;
}
static int hoard(void *a) {
  filled(0), filled(1);
  hang(0);
  return 0;
}
static void *renames(void *a) {
  char old[64], new[64];
  snprintf(old, sizeof old, "data/part%ld", (long)a);
  for (long each = 1;; each++) {
    snprintf(new, sizeof new, "data/big%ld-%ld", (long)a, each), rename(old, new), strcpy(old, new);
  }
}
"""


def native(folder, body):
    return greedy(folder, HEAD + "void hostile_setup(void) {\n" + body + '  say("done", 1);\n  flush();\n'
                  '  class_new(gensym("hostile"), NULL, NULL, sizeof(anything), 0, 0, 0);\n}\n', "hostile")


@pytest.fixture(autouse=True)
def share(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    return tmp_path / "share"


def test_a_scene_does_not_outlive_its_end(tmp_path):
    """The box ends with bubblewrap, its parent. This native code cancels that signal, then hangs."""
    folder = native(tmp_path / "scene", '''  call("forgets", prctl(PR_SET_PDEATHSIG, 0));
  signal(SIGALRM, hang), alarm(2);
''')
    with scenes.scene(folder, tmp_path / "state", block=256) as plugin:
        got = told(plugin)
        assert sounds(plugin)
        inside = boxes()
        assert inside and reports(plugin, b"Pd hung")
    end = time.monotonic() + 3
    while time.monotonic() < end and any(is_alive(each) for each in inside):
        time.sleep(0.05)
    alive = [each for each in inside if is_alive(each)]
    for each in alive:
        os.kill(each, signal.SIGKILL)
    assert not alive and not got["forgets"]


def is_alive(process):
    return os.path.exists(f"/proc/{process}")


HOARDS = {
    "a thread with open files of its own": """  nameless = 1;
  static char stack[1 << 16];
  clone(hoard, stack + sizeof stack, CLONE_VM | CLONE_FS | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM, NULL);
""",
    "more open files than are looked at": """  nameless = 1;
  struct rlimit most;
  getrlimit(RLIMIT_NOFILE, &most), most.rlim_cur = most.rlim_max, setrlimit(RLIMIT_NOFILE, &most);
  for (int each = 0; each < 4200; each++) open("/dev/null", O_RDONLY);
  filled(0), filled(1);
""",
    "a file that is always renamed": """  pthread_t thread;
  for (long each = 0; each < 2; each++) close(filled(each)), pthread_create(&thread, NULL, renames, (void *)each);
""",
    "while the patch loads": """  filled(0), filled(1);
  hang(0);
""",
    "without a name, beyond the file's end": """  int file = part(0);
  if (fallocate(file, FALLOC_FL_KEEP_SIZE, 0, 3L << 30) == 0) hang(0);
  filled(0), filled(1);
""",
}


@pytest.mark.parametrize("how", HOARDS)
def test_a_data_folder_is_counted_whatever_hides_it(tmp_path, how):
    folder = native(tmp_path / "scene", HOARDS[how])
    try:
        with scenes.scene(folder, tmp_path / "state", block=256) as plugin:
            assert reports(plugin, b"the scene has filled its data folder")
    finally:
        shutil.rmtree(tmp_path / "share")


@pytest.mark.parametrize("place", ["/tmp", "/dev/shm"])
def test_empty_files_in_memory_are_counted(tmp_path, place):
    """Each takes about a kibibyte of kernel memory, which the size of the file system does not limit."""
    folder = native(tmp_path / "scene", f"""  for (int each = 0; each < 20000; each++) {{
    char name[64];
    snprintf(name, sizeof name, "{place}/%d", each), close(open(name, O_CREAT | O_WRONLY, 0600));
  }}
""")
    with scenes.scene(folder, tmp_path / "state", block=256) as plugin:
        assert reports(plugin, b"10,000 files in /tmp or /dev/shm", 20)


def test_a_socket_in_the_folder_of_a_scene_is_not_reached(tmp_path, monkeypatch):
    """A read-only mount does not prevent connecting to a socket in it."""
    folder = native(tmp_path / "scene", """  struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "/scene/sub/desk"};
  int file = socket(AF_UNIX, SOCK_STREAM, 0), pair[2];
  call("reached", connect(file, (void *)&name, sizeof name));
  call("pair", socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
""")
    (folder / "sub").mkdir()
    monkeypatch.chdir(folder / "sub")
    with socket.socket(socket.AF_UNIX) as desk:
        desk.bind("desk")
        desk.listen()
        with scenes.scene(folder, tmp_path / "state", block=256) as plugin:
            got = told(plugin)
    assert (got["reached"], got["pair"]) == (0, 0)


def test_a_patch_in_a_folder_of_all_programs_shows_itself_alone(home):
    """/tmp contains sockets and files of all users."""
    reader(home / "made", "secret.txt")
    shared = home / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    (shared / "secret.txt").write_text(f"{SECRET};\n")
    (shared / "tone.pd").write_text((home / "made" / "_main.pd").read_text())
    said = heard(shared / "tone.pd", home / "state")
    assert SECRET not in said and "can't open" in said
    write(shared, *TONE)
    with scenes.scene(shared, home / "state", block=256) as plugin:
        assert reports(plugin, b"move the scene into its own folder")
