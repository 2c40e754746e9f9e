"""Avahi's own browser sees a plugin that is open to the network, and no other one."""
import time

from test_network import NETWORK, Playing, avahi, browse, room, wait_until  # noqa: F401


def test_avahi_announces_what_is_open_to_the_network(room, avahi):
    (room / "tactus" / "network.json").write_text('{"announce": "Tactus under test"}')

    def is_announced(port):
        return ("Tactus under test", str(port)) in {
            (line[3].replace("\\032", " "), line[8]) for line in browse(avahi)}

    with Playing(room, NETWORK, environment=avahi) as host:
        wait_until(lambda: is_announced(host.port), room / "tactus" / "network.json")
    with Playing(room, 1, environment=avahi) as host:
        time.sleep(3)
        assert not is_announced(host.port), "a port for this machine only must not be announced"
