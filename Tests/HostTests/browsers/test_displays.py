"""What pages show: the code for the next tablet, a grid that plays, and a sentence on old browsers."""
import os
import struct
import subprocess
import time

import numpy
import pytest

from chromium import browser  # noqa: F401
from conftest import ROOT, run
from surface import Server

HOST = """
import sys, time
sys.path.insert(0, 'Tests/HostTests')
import conftest
from surface import PlayingPlugin
with PlayingPlugin({uri}) as plugin:
    for symbol, value in {ports}.items():
        plugin.plugin[symbol] = value
    print(plugin.port, flush=True)
    sys.stdin.read()
"""


class OtherHost:
    """A plugin in a process with settings of its own, for use with `with`."""

    def __init__(self, home, uri="", **ports):
        script = HOST.format(uri=f"uri={uri!r}" if uri else "", ports=ports)
        self.process = subprocess.Popen(
            ["/usr/bin/python3", "-c", script], cwd=ROOT, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=dict(os.environ, XDG_CONFIG_HOME=str(home)))
        self.port = int(self.process.stdout.readline())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.communicate("", timeout=30)


def test_set_up_shows_the_code_for_the_next_tablet(browser, tmp_path):
    with OtherHost(tmp_path) as plugin, Server(tmp_path, plugin=plugin.port) as server:
        page = browser.page(server.address)
        page.until("document.getElementById('state').textContent.includes('port')")
        page.press("Settings")
        end = time.monotonic() + 60
        while True:
            page.picture(tmp_path / "set-up.png")
            status, said = run("zbarimg", "-q", "--raw", tmp_path / "set-up.png")
            if status == 0 or time.monotonic() > end:
                break
            time.sleep(0.5)
        assert said.split()[-1] == server.address
        page.close()


def test_the_column_of_a_grid_moves_on_the_page(browser, tmp_path):
    with OtherHost(tmp_path, "urn:tactus:tonematrix", clock=1) as plugin, \
            Server(tmp_path, plugin=plugin.port) as server:
        with server.socket() as line:
            line.line.settimeout(60)
            frames = 0
            while frames < 20:
                kind, data = line.receive()
                frames += kind == 2 and data[0] == 1 and struct.unpack_from("<I", data, 4 + 8)[0] == 1 << 6
        page = browser.page(server.address + "?screen=grid")
        page.until("[...document.querySelectorAll('#mirror > [role=button]')].length > 100")
        page.control("Tempo")
        end, pictures, places = time.monotonic() + 60, [], set()
        while len(places) < 4:
            assert time.monotonic() < end, places
            pictures.append(page.picture(tmp_path / f"column-{len(pictures)}.png"))
            # Of most pictures together each place is without the column.
            changed = numpy.abs(pictures[-1] - numpy.median(pictures[-9:], axis=0)).max(axis=2) > 6
            # A column is higher than whatever else lights up.
            places |= {x // 32 for x in numpy.flatnonzero(changed.sum(axis=0) > 300)}
        assert not page.errors, page.errors
        page.close()


@pytest.mark.parametrize("lacks", ["WebAssembly", "scripts"])
def test_an_old_browser_shows_a_sentence(browser, tmp_path, lacks):
    with Server(tmp_path) as server:
        page = browser.page("about:blank", waits=False)
        if lacks == "scripts":
            page("Emulation.setScriptExecutionDisabled", value=True)
        else:
            page("Page.addScriptToEvaluateOnNewDocument", source="delete window.WebAssembly")
        page("Page.navigate", url=server.address)
        page.until("location.pathname === '/' && document.readyState === 'complete'")
        end = time.monotonic() + 60
        while page.picture(tmp_path / "old.png")[100:400].max() < 200:
            assert time.monotonic() < end, "the page stays blank"
            time.sleep(0.2)
        page("Accessibility.enable")
        words = [node.get("name", {}).get("value", "")
                 for node in page("Accessibility.getFullAXTree")["nodes"]]
        sentence = "too old for Tactus" if lacks == "scripts" else "WebAssembly is switched off"
        assert any(sentence in text for text in words), words
        assert not any("is loading" in text for text in words), words
        page.close()
