"""The memory that a scene's Pd shares with Tactus: whatever a scene does to it, Tactus plays on and hears at most
noise; and no scene can change its size or take its pages away."""
import time

import numpy
import pytest

import scenes
from test_bounds import GREEDY, greedy, told
from test_faults import TONE, boxes, reports, sounds, write

# Native code that finds the memory, and does something in a thread without end.
HEAD = GREEDY[:GREEDY.index("void greedy_setup")].replace("#include <unistd.h>", """#include <linux/futex.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>""") + r"""
// Words in cache lines of their own: asked, waits, done, sleeps, written; then places of 1088 bytes.
enum { LINE = 16, ASKED = 0, WAITS = 1, DONE = 2, SLEEPS = 3, WRITTEN = 4, FIRST = 80, PLACE = 272 };
static volatile uint32_t *words;
static unsigned long size, number;
static uint32_t any(void) { return number = (uint32_t)(number * 1664525 + 1013904223); }
static void wake(int word) { syscall(SYS_futex, words + LINE * word, FUTEX_WAKE, 1, NULL, NULL, 0); }
static void find(void) {
  unsigned long from = 0, to = 0;
  char line[512];
  FILE *maps = fopen("/proc/self/maps", "r");
  while (fgets(line, sizeof line, maps)) {
    if (strstr(line, "memfd:tactus") && strstr(line, "rw-s")) sscanf(line, "%lx-%lx", &from, &to);
  }
  fclose(maps);
  words = (uint32_t *)from, size = (to - from) / 4;
}
static void *work(void *unused) {
  sleep(1);
  for (;;) {
BODY
  }
}
void hostile_setup(void) {
  find();
  say("words", size);
FIRST_CODE
  say("done", 1);
  flush();
  pthread_t thread;
  if (THREAD) pthread_create(&thread, NULL, work, NULL);
  class_new(gensym("hostile"), NULL, NULL, sizeof(anything), 0, 0, 0);
}
"""


def hostile(folder, body="", first=""):
    code = HEAD.replace("BODY", body or "    pause();").replace("FIRST_CODE", first)
    return greedy(folder, code.replace("THREAD", "1" if body else "0"), "hostile")


@pytest.fixture(autouse=True)
def share(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))


def heard(plugin, count, seconds=60):
    """The sound of some blocks, in the time of a host. No block may hold more than can be heard."""
    end, blocks = time.monotonic() + seconds, []
    for _ in range(count):
        assert time.monotonic() < end, "the host does not go on"
        blocks.append(plugin.run(256).copy())
        time.sleep(0.002)
    sound = numpy.concatenate(blocks, axis=1)
    assert numpy.isfinite(sound).all() and abs(sound).max() <= 8
    return sound


def test_garbage_in_the_sound_is_noise(tmp_path):
    folder = hostile(tmp_path / "scene", """    for (unsigned long index = FIRST; index < size; index++) {
      if ((index - FIRST) % PLACE >= LINE) words[index] = any();
    }""")
    with scenes.scene(folder, tmp_path / "state", block=256) as plugin:
        assert told(plugin)["words"] >= 64 * 4 * 64
        scenes.reach(plugin, ["playing"])
        # The garbage is heard.
        assert len(numpy.unique(heard(plugin, 1500))) > 10000


ATTACKS = {
    "garbage in every word": "    for (unsigned long index = 0; index < size; index++) words[index] = any();",
    "it has done more than was asked for": "    words[LINE * DONE] = words[LINE * ASKED] + any() % 64, usleep(100);",
    "it has done less than before": "    words[LINE * DONE] = words[LINE * ASKED] - any() % 64, usleep(100);",
    "messages that it never sends": """    for (int place = 0; place < 256; place++) words[FIRST + PLACE * place + 1] = any();
    usleep(100);""",
    "it says that it writes": "    words[LINE * WRITTEN] = any(), usleep(100);",
}


@pytest.mark.parametrize("direct", [0, 1])
@pytest.mark.parametrize("what", ATTACKS)
def test_lies_end_the_scene(tmp_path, what, direct):
    """It restarts, or is late. The host goes on either way, and another scene plays beside it."""
    folder = hostile(tmp_path / "scene", ATTACKS[what])
    with scenes.scene(write(tmp_path / "tone", *TONE), tmp_path / "other", block=256) as other:
        assert sounds(other)
        with scenes.scene(folder, tmp_path / "state", block=256, latency_mode=direct) as plugin:
            told(plugin)
            heard(plugin, 1000)
            assert sounds(other)


def test_a_pd_that_is_never_woken_is_ended(tmp_path):
    """It says that it is awake while it sleeps."""
    folder = hostile(tmp_path / "scene", "    words[LINE * SLEEPS] = 0;")
    with scenes.scene(folder, tmp_path / "state", block=256) as plugin:
        told(plugin)
        assert sounds(plugin)
        before = boxes()
        assert reports(plugin, b"Pd hung, and was ended") and not set(before) & set(boxes())


@pytest.mark.parametrize("mode", [{"latency_mode": 1}, {"free_wheel": 1}, {}])
def test_wakes_without_a_reason_change_nothing(tmp_path, mode):
    """The host may wait for Pd, and is woken all the time."""
    folder = hostile(tmp_path / "scene", "    words[LINE * WAITS] = 1, wake(DONE), wake(ASKED);")
    with scenes.scene(folder, tmp_path / "state", block=256, **mode) as plugin:
        told(plugin)
        assert sounds(plugin)
        sound = heard(plugin, 1000)
        if mode.get("free_wheel"):
            # Not a tick is missing.
            spectrum = abs(numpy.fft.rfft(sound[0] * numpy.hanning(sound.shape[1])))
            assert plugin["live_late"] == 0 and spectrum.argmax() == round(440 * sound.shape[1] / scenes.RATE)


def test_its_size_and_pages_stay(tmp_path):
    """By its mapping, and by names in /proc that could give a descriptor."""
    folder = hostile(tmp_path / "scene", first=r"""  char name[99];
  sprintf(name, "/proc/self/map_files/%lx-%lx", (unsigned long)words, (unsigned long)words + size * 4);
  call("opened", open(name, O_RDWR));
  call("shrinks", truncate(name, 0));
  call("removes", madvise((void *)words, size * 4, MADV_REMOVE));
  int file = open("/tmp/shared", O_CREAT | O_RDWR, 0600);
  ftruncate(file, 1 << 20);
  void *own = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  call("removes_own", madvise(own, 1 << 20, MADV_REMOVE));
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  call("gives_back", madvise(page, 4096, MADV_DONTNEED));
  call("punches", fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 4096));
""")
    with scenes.scene(folder, tmp_path / "state", block=256) as plugin:
        got = told(plugin)
        assert sounds(plugin)
        # It is mapped as far as it was asked for, and its tone is heard.
        heard(plugin, 200)
    names = ["opened", "shrinks", "removes", "removes_own", "punches"]
    assert {name: got[name] for name in names} == dict.fromkeys(names, 0) and got["gives_back"], got


def test_a_patch_that_opens_the_sound_anew_goes_on(tmp_path):
    """Pd then allocates its buffers again, within a tick."""
    folder = write(tmp_path / "scene", *TONE, "#X obj 200 10 metro 1;", "#X obj 200 0 loadbang;",
                   r"#X msg 200 30 \; pd dsp 0 \; pd dsp 1;", "#X connect 4 0 3 0;", "#X connect 3 0 5 0;")
    with scenes.scene(folder, tmp_path / "state", block=256) as plugin:
        assert sounds(plugin)
        before = boxes()
        heard(plugin, 1000)
        assert sounds(plugin) and set(before) & set(boxes()), "Pd has ended"
