"""The guide's way to a tablet that plays, walked by its own words."""
import os
import re
import subprocess

from chromium import Chromium
from conftest import ROOT
from surface import COMMAND, PlayingPlugin, free_port, port_of_ours


def test_four_steps_lead_to_a_tablet_that_plays(tmp_path):
    walk, _ = (ROOT / "docs" / "guide" / "tablet.md").read_text().split("\nPut fingers down anywhere")
    steps = re.findall(r"^\d\. ", walk, re.M)
    command, = re.findall(r"```sh\n *(.+)\n *```", walk)
    # To go on behind the browser's warning is one step more.
    assert 1 <= len(steps) <= 3
    assert f"\n    {command}\n\nand scan the code" in (ROOT / "README.md").read_text()
    # By itself a plugin hears programs of this machine, at one of these ports.
    assert re.search(r"`osc_listen` \| 0…3 \(1\) \|", (ROOT / "docs" / "ports.md").read_text())
    with PlayingPlugin(port=port_of_ours()) as plugin, Chromium(tmp_path / "profile") as tablet:
        environment = dict(os.environ, PATH=f"{COMMAND.parent}:{os.environ['PATH']}", LC_ALL="C",
                           XDG_CONFIG_HOME=str(tmp_path))
        # Not the words' own port: another test may run on this machine.
        server = subprocess.Popen([*command.split(), "--port", str(free_port())], cwd=ROOT,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment)
        try:
            page = tablet.page(server.stdout.readline().decode().strip())
            page.until("document.getElementById('state').textContent.includes('port')")
            silence = len(plugin.peaks)
            page.touch("start", [(0, 300, 400)])
            plugin.until(lambda: max(plugin.peaks[silence:], default=0) > 0.003)
            page.touch("end", [])
            plugin.until(lambda: plugin["live_count"] == 0)
            page.close()
        finally:
            server.terminate()
            assert server.wait(60) == 0
