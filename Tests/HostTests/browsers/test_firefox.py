"""The page in Firefox: it starts, meets the plugin, and ten fingers play."""
import time

from conftest import figure
from firefox import Firefox
from surface import PlayingPlugin, Server


def test_ten_fingers_in_firefox(tmp_path):
    began = time.monotonic()
    with PlayingPlugin() as plugin, Server(tmp_path, plugin=plugin.port) as server, \
            Firefox(tmp_path / "profile") as firefox:
        server.until(lambda counts: counts["plugin"] == plugin.port)
        firefox.go(server.address + "?bare")
        firefox.until("document.getElementById('state').textContent.includes('port')")
        width, height = firefox.js("innerWidth"), firefox.js("innerHeight")
        silence = len(plugin.peaks)
        firefox.fingers(*(((50 + 90 * number, 200), (60 + 90 * number, 300)) for number in range(10)))
        assert max(plugin.touches[silence:]) == 10
        assert max(plugin.peaks[silence:]) > 0.01
        assert abs(plugin["live_last_y"] - (1 - 300 / height)) < 0.02, (plugin["live_last_y"], width, height)
        plugin.until(lambda: plugin["live_count"] == 0)
        assert firefox.js("tactusFigures.pictures") > 10
        assert firefox.js("document.querySelectorAll('#mirror > *').length") > 0
    figure(f"Firefox: started, ten fingers, ended in {time.monotonic() - began:.0f} s")
