"""A host that deactivates and activates, as Ardour does for bypass and after an export, loses no touch.

test_realtime shows that both return without a system call, so without waiting."""
import time

import pytest

import osc
from lv2host import Plugin
from sound import peak


@pytest.fixture
def instance():
    """A plugin that listens, run in real time, which the broker's clock needs; and a sender to it."""
    port = osc.free_port()
    with Plugin(longest_block=256, osc_listen=1, osc_port=port) as plugin, osc.Sender(port) as sender:
        listen(plugin)
        yield plugin, sender


def listen(plugin, seconds=20.0, until=lambda plugin, loudest: plugin["live_osc_port"] > 0):
    """Runs blocks at their own pace until something is so; answers the loudest sample meanwhile."""
    loudest, deadline = 0.0, time.monotonic() + seconds
    while time.monotonic() < deadline:
        loudest = max(loudest, peak(plugin.run(256)))
        if until(plugin, loudest):
            return loudest
        time.sleep(256 / 48000)
    raise AssertionError(f"did not happen within {seconds} s (loudest {loudest})")


def sounds(plugin, loudest):
    return loudest > 1e-3


def test_a_touch_sent_while_deactivated_sounds_afterwards(instance):
    plugin, sender = instance
    port = plugin["live_osc_port"]
    plugin.calls.host_deactivate(plugin.host)
    sender.send(osc.touch("began", 1, 0.5, 0.5))
    time.sleep(0.1)
    plugin.calls.host_activate(plugin.host)
    listen(plugin, until=sounds)
    assert plugin["live_osc_port"] == port, "the socket moved"
    sender.send(osc.touch("ended", 1))
    listen(plugin, until=lambda plugin, _: plugin["live_count"] == 0 and plugin["live_voices"] == 0)


def test_a_hundred_restarts_under_touches(instance):
    plugin, sender = instance
    for turn in range(100):
        sender.send(osc.touch("began", turn % 5, 0.3, 0.6))
        plugin.run(256)
        plugin.restart()
        sender.send(osc.touch("ended", turn % 5))
        plugin.run(256)
        time.sleep(0.001)
    listen(plugin, until=lambda plugin, _: plugin["live_count"] == 0 and plugin["live_voices"] == 0)
    sender.send(osc.touch("began", 9, 0.5, 0.5))
    listen(plugin, until=sounds)
    sender.send(osc.message("/tactus/panic"))
    listen(plugin, until=lambda plugin, _: plugin["live_count"] == 0 and plugin["live_voices"] == 0)


def test_stats_answer_from_the_listening_socket(instance):
    plugin, sender = instance
    for _ in range(3):
        sender.send(osc.touch("began", 1, 5.0, 0.5))  # far out of range: refused and counted
    answer = sender.ask(osc.message("/tactus/stats"))
    assert answer.startswith(b"/tactus/answer/stats"), answer
