"""Requests without number, and the finger that comes behind them, through the built bundle."""
import time

import osc
from conftest import ROOT, figure
from lv2host import Plugin

BLOCK, LISTS = 256, 500


def test_a_finger_behind_lists_is_heard_and_the_host_quits(tmp_path, monkeypatch):
    """Each of the lists was made anew, of all patches, before the finger was heard; and a host that removed
    the instance waited for all of them."""
    folder = tmp_path / "tactus" / "patches"
    folder.mkdir(parents=True)
    texts = [path.read_text() for path in sorted((ROOT / "bundle" / "patches").glob("*.json"))]
    for index in range(300):
        (folder / f"user {index:03}.json").write_text(texts[index % len(texts)])
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    port = osc.free_port()
    with Plugin(longest_block=BLOCK, osc_listen=1, osc_port=port) as plugin, osc.Sender(port) as asking, \
            osc.Sender(port) as playing:

        def run_until(is_over):
            began = time.monotonic()
            while not is_over():
                plugin.run(BLOCK)
                time.sleep(BLOCK / 48000)
                assert time.monotonic() - began < 60, "it hangs"
            return time.monotonic() - began

        run_until(lambda: int(plugin["live_osc_port"]) == port)
        for _ in range(LISTS):
            asking.send(osc.message("/tactus/patch/list"))
        playing.send(osc.touch("began", 1, 0.5, 0.5))
        delay = run_until(lambda: plugin["live_count"] == 1)
        # The first list needs all 300 patches. The finger comes before it.
        asking.socket.setblocking(False)
        # Those that wait behind too many others are refused at once, which is no list.
        first = []
        try:
            while True:
                first += [message for message in osc.messages(asking.socket.recv(65536))
                          if message[0].endswith("/list")]
        except BlockingIOError:
            pass
        leaving = time.monotonic()
    figure(f"{LISTS} lists of 300 patches: the finger is heard after {delay * 1000:.0f} ms, "
           f"{'after' if first else 'before'} the first list; the instance is removed within "
           f"{(time.monotonic() - leaving) * 1000:.0f} ms")
    assert not first, "the finger waited for the list"
