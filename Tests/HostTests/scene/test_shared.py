"""The memory that a scene's Pd shares with Tactus: a scene that writes garbage into every word of it gets noise,
and nothing else; a Pd that is gone takes nothing with it."""
import re
import subprocess
import time

import numpy

import pages
import scenes
from conftest import tool
from test_faults import TONE, write

# An external that writes random words into all of the shared memory, without end.
EXTERNAL = r"""
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
typedef struct { void *a[8]; } anything;
void *class_new(void *, void *, void *, unsigned long, int, int, ...);
void *gensym(const char *);
static void *scribble(void *unused) {
  unsigned long from = 0, to = 0;
  while (!from) {
    char line[512];
    FILE *maps = fopen("/proc/self/maps", "r");
    while (fgets(line, sizeof line, maps)) {
      if (strstr(line, "memfd:tactus") && strstr(line, "rw-s")) sscanf(line, "%lx-%lx", &from, &to);
    }
    fclose(maps);
    usleep(1000);
  }
  fprintf(stderr, "\nscribbler: %lu words\n", (to - from) / 4);
  volatile uint32_t *word = (volatile uint32_t *)from;
  for (uint32_t random = 1;;) {
    for (unsigned long index = 0; index < (to - from) / 4; index++) {
      random = random * 1664525 + 1013904223;
      word[index] = random;
    }
  }
}
void scribbler_setup(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, scribble, NULL);
  class_new(gensym("scribbler"), NULL, NULL, sizeof(anything), 0, 0, 0);
}
"""


def scribbler(folder):
    tool("gcc")
    (folder / "scribbler.c").write_text(EXTERNAL)
    subprocess.run(["gcc", "-shared", "-fPIC", "-pthread", "-o", folder / "scribbler.pd_linux",
                    folder / "scribbler.c"], check=True)


def test_garbage_in_the_shared_memory_is_noise(tmp_path):
    folder = write(tmp_path / "scene", *TONE, "#X obj 200 10 scribbler;")
    scribbler(folder)
    with scenes.scene(folder, tmp_path / "state", block=256) as plugin:
        scenes.reach(plugin, ["playing"])
        pages.ask(plugin)
        end, lines, sounds = time.monotonic() + 60, [], []
        while (not lines or len(sounds) < 1000) and time.monotonic() < end:
            sound = plugin.run(256)
            lines += [int(words) for _, body in plugin.sent()
                      for words in re.findall(rb"scribbler: (\d+) ", body)]
            if lines:
                sounds.append(sound.copy())
            time.sleep(0.001)
    assert lines and lines[0] >= 64 * 4 * 64, lines
    sound = numpy.concatenate(sounds, axis=1)
    assert numpy.isfinite(sound).all() and abs(sound).max() <= 8
    # The garbage was there to be heard.
    assert len(numpy.unique(sound)) > 1000
