"""What a patch can reach: native code beside it runs in the box, sees no home, and reaches no network."""
import socket
import subprocess
import time

import scenes
from conftest import tool
from test_faults import TONE, reports, sounds, write

# An external that tries what an intruder would, and posts what it got.
EXTERNAL = r"""
#include <arpa/inet.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
typedef struct { void *a[8]; } anything;
void *class_new(void *, void *, void *, unsigned long, int, int, ...);
void *gensym(const char *);
static int folders(const char *path) {
  DIR *opened = opendir(path);
  int count = 0;
  while (opened && readdir(opened)) count++;
  return opened ? count : -1;
}
static int others(void) {
  int count = 0;
  char path[64];
  for (int i = 2; i < 40000; i++) {
    snprintf(path, sizeof path, "/proc/%d/cmdline", i);
    count += access(path, F_OK) == 0;
  }
  return count;
}
void intruder_setup(void) {
  struct sockaddr_in name = {.sin_family = AF_INET, .sin_port = htons(PORT)};
  inet_pton(AF_INET, "127.0.0.1", &name.sin_addr);
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  int reached = connect(fd, (struct sockaddr *)&name, sizeof name) == 0;
  FILE *secret = fopen("SECRET", "r"), *passwd = fopen("/etc/passwd", "r");
  FILE *written = fopen("/scene/written", "w"), *outside = fopen("OUTSIDE", "w");
  fprintf(stderr, "\nintruder: network %d secret %d passwd %d written %d outside %d home %d others %d\n",
          reached, secret != NULL, passwd != NULL, written != NULL, outside != NULL,
          folders("HOMEFOLDER") > 0, others());
  class_new(gensym("intruder"), NULL, NULL, sizeof(anything), 0, 0, 0);
}
"""


def intruder(folder, secret, port):
    tool("gcc")
    source = EXTERNAL.replace("SECRET", str(secret)).replace("OUTSIDE", str(secret.parent / "outside"))
    source = source.replace("HOMEFOLDER", str(secret.parent)).replace("PORT", str(port))
    (folder / "intruder.c").write_text(source)
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", folder / "intruder.pd_linux", folder / "intruder.c"],
                   check=True)


def test_native_code_reaches_neither_home_nor_network(tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    (home / "secret").write_text("mine")
    folder = write(tmp_path / "scene", *TONE, "#X obj 200 10 intruder;")
    with socket.create_server(("127.0.0.1", 0)) as server:
        intruder(folder, home / "secret", server.getsockname()[1])
        # The same external in a Pd without a box reaches all of it, so the test can fail.
        done = scenes.batch(folder / "_main.pd", "-send", "pd quit")
        free = [line for line in done.stderr.splitlines() if line.startswith("intruder:")]
        for word in ["network 1", "secret 1", "passwd 1", "outside 1", "home 1"]:
            assert word in free[0], free
        boxed = []
        with scenes.scene(folder, tmp_path / "state", block=256) as plugin:
            end = time.monotonic() + 60
            while not boxed and time.monotonic() < end:
                plugin.run(256)
                boxed = [line for _, body in plugin.sent() for line in body.split(b"\n")
                         if line.startswith(b"intruder:")]
                time.sleep(0.002)
    assert boxed and boxed[0].rstrip(b"\0").decode() == (
        "intruder: network 0 secret 0 passwd 0 written 0 outside 0 home 0 others 0"), boxed


def test_a_patch_in_the_home_folder_shows_itself_alone(tmp_path, monkeypatch):
    """`declare -path` and abstractions beside it would be the whole home."""
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "secret.txt").write_text("1 2 3;\n")
    path = write(tmp_path / "made", *TONE, "#X obj 200 10 text define -k words;", "#X obj 200 40 loadbang;",
                 "#X msg 200 60 read secret.txt;", "#X connect 4 0 5 0;", "#X connect 5 0 3 0;") / "_main.pd"
    plain = tmp_path / "tone.pd"
    plain.write_text(path.read_text())
    with scenes.scene(plain, tmp_path / "state", block=256) as plugin:
        assert reports(plugin, b"secret.txt: can't open")
        assert sounds(plugin)


def test_a_patch_writes_into_its_data_folder_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    folder = write(tmp_path / "my scene", *TONE, "#X obj 200 10 text define -k words;",
                   "#X obj 200 40 loadbang;",
                   "#X msg 200 60 write data/kept.txt;", "#X msg 200 80 write beside.txt;",
                   "#X connect 4 0 5 0;", "#X connect 4 0 6 0;", "#X connect 5 0 3 0;",
                   "#X connect 6 0 3 0;")
    (folder / "abstraction.pd").write_text("#N canvas 0 0 100 100 10;\n")
    with scenes.scene(folder, tmp_path / "state", block=256) as plugin:
        assert reports(plugin, b"beside.txt") and sounds(plugin)
    assert len(list((tmp_path / "share" / "tactus" / "scenes-data").glob("my_scene-*/kept.txt"))) == 1
    assert not (folder / "beside.txt").exists() and not (folder / "data").exists()
