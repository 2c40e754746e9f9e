"""`make bench`: what a scene costs: `run` in the host's thread, and Pd beside it, compared with Pd that plays the
same patch by itself: in its batch mode, which computes without a pause, and live, where it wakes a thousand times a
second. Then ten scenes in one process. An empty scene shows what it costs to wake a process once a block.

The blocks come in the time of the host, because Pd works between them. All figures are shares of one core."""
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "HostTests"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "HostTests" / "scene"))
from conftest import ROOT  # noqa: E402
import scenes  # noqa: E402
from lv2host import Plugin  # noqa: E402
from scenes import PD, RATE, SCENE  # noqa: E402
from test_faults import boxes  # noqa: E402

SECONDS, BLOCK = 4, 256
BUNDLE = ROOT / "build/tactus.lv2/scenes"
NAMES = ["fingers", "grain_loop", "guitar_box", "step_grid"]


def processes():
    """Our processes of Pd, with the seconds of processor time that each has used."""
    return {number: int(pathlib.Path(f"/proc/{number}/schedstat").read_text().split()[0]) / 1e9
            for number in boxes()}


def paced(plugins, seconds):
    """Runs all in the time of the host; the seconds of `run` of each, and those of Pd together."""
    before = sum(processes().values())
    spent = [0] * len(plugins)
    start = time.monotonic()
    for block in range(int(seconds * RATE / BLOCK)):
        for number, plugin in enumerate(plugins):
            spent[number] += plugin.calls.host_time(plugin.host, 1, BLOCK) / 1e9
        time.sleep(max(0, start + (block + 1) * BLOCK / RATE - time.monotonic()))
    return spent, sum(processes().values()) - before


PATHS = [word for path in sorted((BUNDLE / "libs").iterdir()) for word in ("-path", str(path))]
COMMAND = [PD, "-noprefs", "-nrt", "-nomidi", "-r", str(RATE), *PATHS, "-open"]


def live(patch):
    """The share of a core of Pd with a patch and no device, by its own clock."""
    process = subprocess.Popen([*COMMAND, str(patch), "-nogui", "-send", "pd dsp 1"], stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(1.5)
    before = processes()[process.pid]
    time.sleep(SECONDS)
    cost = processes()[process.pid] - before
    process.kill()
    process.wait()
    return cost / SECONDS


def alone(patch):
    """The share of a core of Pd's batch mode with a patch, without its start."""
    def cost(frames):
        with tempfile.TemporaryDirectory() as folder:
            driver = pathlib.Path(folder) / "driver.pd"
            driver.write_text(
                "#N canvas 0 0 400 300 10;\n#X obj 10 10 loadbang;\n"
                rf"#X obj 10 40 delay {frames} 1 samp;" "\n" r"#X msg 10 60 \; pd quit;" "\n"
                r"#X msg 90 60 \; pd dsp 1;" "\n"
                "#X connect 0 0 1 0;\n#X connect 1 0 2 0;\n#X connect 0 0 3 0;\n")
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            # Without -noaudio, or there would be no channels to compute for.
            subprocess.run([*COMMAND, str(patch), "-batch", "-open", str(driver)], check=True, timeout=120,
                           capture_output=True)
            return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return (cost(60 * RATE) - cost(64)) / 60


def main():
    print(f"scenes in blocks of {BLOCK}: shares of a core")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        empty = folder / "empty.pd"
        empty.write_text("#N canvas 0 0 400 300 10;\n")
        for name, scene, patch in [("empty", empty, empty),
                                   *((name, BUNDLE / name, BUNDLE / name / "_main.pd") for name in NAMES)]:
            state = scenes.state(folder / name, scene)
            with Plugin(SCENE, rate=RATE, longest_block=BLOCK, state=state, osc_listen=0) as plugin:
                scenes.reach(plugin, ["playing"])
                (run,), pd = paced([plugin], SECONDS)
                late = int(plugin["live_late"])
            print(f"{name:12} run {run / SECONDS:7.2%}   Pd {pd / SECONDS:7.2%}   "
                  f"Pd alone {alone(patch):7.2%}, live {live(patch):7.2%}   late ticks {late}")
        plugins = [Plugin(SCENE, rate=RATE, longest_block=BLOCK, osc_listen=0,
                          state=scenes.state(folder / f"ten{n}", BUNDLE / NAMES[n % len(NAMES)]))
                   for n in range(10)]
        for plugin in plugins:
            scenes.reach(plugin, ["playing"])
        spent, pd = paced(plugins, SECONDS)
        late = sum(int(plugin["live_late"]) for plugin in plugins)
        print(f"ten scenes   run {sum(spent) / SECONDS:7.2%}   Pd {pd / SECONDS:7.2%}   late ticks {late}")
        for plugin in plugins:
            plugin.__exit__()


if __name__ == "__main__":
    main()
