"""Twenty-four senders of ten fingers at 120 Hz in six languages send, through a relay that loses 5 % of the
packets, doubles 5 % and changes their order, to six instances of the built bundle. SOAK_SECONDS is the
duration."""
import os
import re
import subprocess
import sys
import time

import osc
from conftest import ROOT, figure
from lv2host import Plugin
from test_soak import LANGUAGES, stats

SECONDS = float(os.environ.get("SOAK_SECONDS", "60"))


BLOCK, RATE = 1024, 48000


# These languages send the end of a finger once. If it is lost, the touch stays for the two seconds of
# /tactus/timeout.
FORGETFUL = ["pdparty", "touchosc"]


def resident():
    text = open("/proc/self/status").read()
    return int(re.search(r"VmRSS:\s+(\d+)", text)[1])


class Watched:
    """An instance, and what a subscriber gets of its touches."""

    def __init__(self, language, port):
        self.language, self.port = language, port
        self.plugin = Plugin(longest_block=BLOCK, osc_listen=1, osc_port=port, polyphony=8)
        self.sender = osc.Sender(port)
        self.began = self.ended = 0

    def listen(self):
        self.sender.socket.setblocking(False)
        try:
            while True:
                for found in osc.messages(self.sender.socket.recv(65536)):
                    if found[0] == "/tactus/live/trigger":
                        self.began += found[1] == "on_touch_began"
                        self.ended += found[1] == "on_touch_ended"
        except BlockingIOError:
            pass


def test_a_bad_network():
    ports = {language: osc.free_port() for language in LANGUAGES}
    instances = [Watched(language, port) for language, port in ports.items()]

    def run_until(isOver):
        due = time.monotonic()
        while not isOver():
            for each in instances:
                each.plugin.run(BLOCK)
                each.listen()
            due = max(due + BLOCK / RATE, time.monotonic() - 0.2)
            time.sleep(max(due - time.monotonic(), 0))

    def run_for(seconds):
        end = time.monotonic() + seconds
        run_until(lambda: time.monotonic() > end)

    run_for(0.5)
    for each in instances:
        each.sender.send(osc.message("/tactus/subscribe", "triggers"))
    instances[0].sender.send(osc.message("/tactus/timeout", 2.0))
    run_for(0.5)
    began = time.monotonic()
    hands = subprocess.Popen([sys.executable, ROOT / "Tests" / "HostTests" / "support" / "hands.py",
                              str(SECONDS), *(f"{language}={port}" for language, port in ports.items())],
                             stdout=subprocess.PIPE, text=True)
    sizes, renewed = [], time.monotonic()

    def is_over():
        nonlocal renewed
        if time.monotonic() - renewed > 1:
            renewed = time.monotonic()
            sizes.append(resident())
            if len(sizes) % 20 == 0:
                for each in instances:
                    each.sender.send(osc.message("/tactus/subscribe", "triggers"))
        return hands.poll() is not None

    run_until(is_over)
    said = hands.stdout.read()
    run_for(4)  # for packets that wait, and for the silent touches of forgetful languages
    truth = {line.split()[0]: int(line.split()[1]) for line in said.splitlines() if line.split()[0] in ports}
    settled = sizes[min(10, len(sizes) // 3)]
    figure(
        f"a bad network: {said.splitlines()[0]}, RSS {settled} kB after {min(10, len(sizes) // 3)} s, "
        f"{sizes[-1]} kB "
           f"after {time.monotonic() - began:.0f} s")
    for each in instances:
        counted = stats(each.sender)
        refused = {name: value for name, value in counted.items() if value
                   and name in ("late_frame", "queue_full", "not_live")}
        figure(
            f"a bad network, {each.language}: {truth[each.language]} touches, {each.began} began, "
            f"{each.ended} ended, "
               f"{counted['live_touches']} left, {counted['packets']} packets, {refused}")
        assert counted["live_touches"] == 0 and each.began == each.ended, each.language
        assert counted["queue_full"] == 0
        # With touches that stay there may be more than 64.
        assert counted["refused_by_voices"] == 0 or each.language in FORGETFUL
        assert each.began > truth[each.language] / 2, each.language
        if each.language in ("tuio", "tuio2"):
            assert each.began == truth[each.language], "none is lost, and none begins twice"
        elif each.language in ("tactus", "json"):
            assert each.began >= truth[
                each.language], "none is lost; without numbers a late packet may begin one again"
    assert sizes[-1] - settled < 2048, sizes
    for each in instances:
        each.plugin.__exit__()
