"""Objects on a simulated table have the same tokens live as in a render."""
import signal
import subprocess

from conftest import ROOT
from osc import free_port
from test_tangibles import TACTUS, room, table, tactus  # noqa: F401


PLAY = """
import signal, sys, time
sys.path.insert(0, 'Tests/HostTests')
import conftest
from lv2host import Plugin
is_over = []
signal.signal(signal.SIGTERM, lambda *_: is_over.append(True))
with Plugin(longest_block=256, osc_listen=1, osc_port={port}) as plugin:
    told, due = False, time.monotonic()
    while not is_over:
        plugin.run(256)
        if plugin["live_osc_port"] and not told:
            told = True
            print(int(plugin["live_osc_port"]), flush=True)
        due = max(due + 256 / 48000, time.monotonic() - 0.1)
        time.sleep(max(due - time.monotonic(), 0))
"""


def tokens(take):
    """What came and went: the id of each object that is put down, its negative when lifted; and where it was
    put down, in mm."""
    steps, places, down = [], [], set()
    for line in take.read_text().splitlines():
        words = line.split()
        if len(words) > 3 and words[1] == "token" and words[3] not in down:
            down.add(words[3])
            steps.append(("down", words[3]))
            places.append((float(words[4]) * 597, float(words[5]) * 336))
        elif len(words) > 3 and words[1] == "token_lifted":
            down.remove(words[3])
            steps.append(("up", words[3]))
    return steps, places


def test_the_same_tokens_live_and_rendered(room):
    folder, environment = room
    path = table(room, 8)
    port = free_port()
    live = folder / "live.tactus"
    host = subprocess.Popen(["/usr/bin/python3", "-c", PLAY.format(port=port)], cwd=ROOT, text=True,
                            stdout=subprocess.PIPE, env=environment)
    try:
        assert int(host.stdout.readline()) == port
        recorder = subprocess.Popen([TACTUS, "record", "--take", "--port", str(port), "-o", live], text=True,
                                    stderr=subprocess.PIPE, env=environment)
        while "has begun" not in recorder.stderr.readline():
            assert recorder.poll() is None
        tactus(environment, "send", path, "--port", port)
        recorder.send_signal(signal.SIGINT)
        recorder.communicate(timeout=30)
    finally:
        host.terminate()
        host.wait(30)
    rendered = folder / "rendered.tactus"
    tactus(environment, "convert", path, rendered, "--to", "take")
    (steps, places), (wanted, where) = tokens(live), tokens(rendered)
    assert steps == wanted and len({step[1] for step in steps}) == 3, (steps, wanted)
    for (x, y), (u, v) in zip(places, where):
        assert abs(x - u) < 3 and abs(y - v) < 3
    # Each card begins as three fingers that leave as pads.
    for each in live, rendered:
        withdrawn = sum(line.split()[1:2] == ["withdrawn"] for line in each.read_text().splitlines())
        assert withdrawn >= 3 * sum(step[0] == "down" for step in steps)
    # Played back, the take has the tokens that it recorded.
    again = folder / "again.tactus"
    tactus(environment, "convert", live, again)
    assert tokens(again) == (steps, places)
