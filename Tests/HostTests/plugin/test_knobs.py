"""A host that moves its knobs where a plugin asks for it (the extension control-input-port-change-request, as Carla and
MOD have it): they show what OSC, learned controllers and windows send, and what was sent holds until a hand moves one. Those
of the Tone Matrix show what buttons of pads have set."""
import json
import pathlib
import time

import pytest

import osc
from conftest import ROOT
from lv2host import MIDI, TOUCH, Plugin, library, state_file, touch
from test_pads import GRID, MULTI, PROFILES, SINGLE, Player

MACRO, BLOCK = 10, 256


@pytest.fixture
def host():
    library().host_move_knobs(True)
    yield library()
    library().host_move_knobs(False)


def patch(tmp_path):
    """Macro 2 follows control change 74."""
    text = json.loads((ROOT / "bundle" / "patches" / "first_touch.json").read_text())
    text.setdefault("macros", {}).setdefault("2", {})["cc"] = 74
    return state_file(tmp_path / "state", json.dumps(text))


def blocks(plugin, seconds):
    for _ in range(round(seconds * 48000 / BLOCK)):
        plugin.run(BLOCK)


def test_a_sent_macro_moves_its_knob_and_holds_until_a_hand_does(host, tmp_path):
    with Plugin(longest_block=BLOCK) as plugin:
        blocks(plugin, 0.2)
        assert host.host_asked(plugin.host) == 0
        plugin.event(touch(MACRO, 2, 0.75), kind=TOUCH)
        blocks(plugin, 0.2)
        assert plugin["macro_2"] == 0.75 and host.host_asked(plugin.host) == 1
        assert "macro_2" in saved(plugin, tmp_path), "the answer of the host is no move"
        # Many values in a short time are few requests, and the last one is shown.
        for step in range(100):
            plugin.event(touch(MACRO, 3, step / 100), kind=TOUCH)
            plugin.run(BLOCK)
        blocks(plugin, 0.2)
        assert plugin["macro_3"] == pytest.approx(0.99) and host.host_asked(plugin.host) <= 1 + 0.54 * 20 + 2
        plugin["macro_2"] = 0.1
        blocks(plugin, 0.2)
        assert plugin["macro_2"] == pytest.approx(0.1) and "macro_2" not in saved(plugin, tmp_path)


def test_a_learned_control_change_moves_the_knob(host, tmp_path):
    with Plugin(longest_block=BLOCK, state=patch(tmp_path)) as plugin:
        blocks(plugin, 0.2)
        plugin.event(bytes([0xb0, 74, 127]), kind=MIDI)
        blocks(plugin, 0.2)
        assert plugin["macro_2"] == 1 and host.host_asked(plugin.host) == 1


# A packet, and the port that follows it. Macro 1 has learned an address.
PACKETS = [(osc.message("/tactus/macro", 3, 0.25), "macro_3", 0.25), (osc.message("/tactus/trim", 7, 1.5), "trim_07", 1.5),
           (osc.message("/tactus/hold", 2.0), "hold", 2), (osc.message("/fader/1", 0.75), "macro_1", 0.75)]


@pytest.mark.parametrize("offers", [True, False])
def test_a_packet_moves_the_knob_of_a_host_that_offers_it(host, tmp_path, offers):
    """In another host, the value counts all the same and is saved."""
    host.host_move_knobs(offers)
    text = json.dumps({"version": 1, "macros": {"1": {"osc": "/fader/1"}}})
    port = osc.free_port()
    state = state_file(tmp_path / "state", text, osc_listen=1, osc_port=port)
    with Plugin(longest_block=BLOCK, state=state) as plugin, osc.Sender(port) as sender:
        end = time.monotonic() + 60

        def until(holds):
            while not holds():
                assert time.monotonic() < end, [plugin[symbol] for _, symbol, _ in PACKETS]
                plugin.run(BLOCK)
                time.sleep(0.001)
        until(lambda: plugin["live_osc_port"] == port)
        before = {symbol: plugin[symbol] for _, symbol, _ in PACKETS}
        assert all(before[symbol] != value for _, symbol, value in PACKETS)
        others = {index: host.host_get(plugin.host, index) for index in plugin.control_inputs()
                  if index not in [plugin.port(symbol) for symbol in before]}
        for packet, _, _ in PACKETS:
            sender.send(packet)

        def sent(number):
            folder = tmp_path / f"saved{number}"
            folder.mkdir()
            text = saved(plugin, folder)
            return all(symbol in text for symbol in before)
        if offers:
            until(lambda: all(plugin[symbol] == value for _, symbol, value in PACKETS))
            assert host.host_asked(plugin.host) == len(PACKETS)
            assert sent(0), "the answers of the host are no moves"
            # A value that is there already is no move either; a hand's is, and the next packet counts again.
            sender.send(PACKETS[0][0])
            sender.send(osc.message("/tactus/macro", 4, 0.5))
            until(lambda: plugin["macro_4"] == 0.5)
            assert host.host_asked(plugin.host) == len(PACKETS) + 1
            others.pop(plugin.port("macro_4"))
            plugin["macro_3"] = 0.9
            blocks(plugin, 0.2)
            assert plugin["macro_3"] == pytest.approx(0.9)
            sender.send(PACKETS[0][0])
            until(lambda: plugin["macro_3"] == 0.25)
        else:
            numbers = iter(range(1000))
            until(lambda: sent(next(numbers)))
            blocks(plugin, 0.2)
            assert host.host_asked(plugin.host) == 0 and before == {symbol: plugin[symbol] for symbol in before}
        assert others == {index: host.host_get(plugin.host, index) for index in others}


def test_nothing_is_asked_in_an_export(host):
    with Plugin(longest_block=BLOCK, free_wheel=1) as plugin:
        plugin.event(touch(MACRO, 2, 0.75), kind=TOUCH)
        blocks(plugin, 0.5)
        assert host.host_asked(plugin.host) == 0


def saved(plugin, folder):
    """The values in the saved state that were sent in place of ports."""
    folder = pathlib.Path(folder) / "saved"
    assert plugin.calls.host_save(plugin.host, str(folder).encode())
    return (folder / "state.ttl").read_text().split("#sent>")[-1][:200]


@pytest.mark.parametrize("uri, output", [(SINGLE, "midi_out"), (MULTI, "lights_out")])
def test_buttons_of_pads_move_the_knobs_of_the_grid(host, tmp_path, uri, output):
    """The shown track, the section of the song, and the own clock."""
    grid = GRID | {"songs": [{"sections": [{"bars": 1, "patterns": [1]}, {"bars": 1, "patterns": [2]}]}]}
    with Player(tmp_path, PROFILES["launchpad_pro_mk3"], grid, uri, output) as player:
        plugin = player.plugin
        others = {port: plugin.calls.host_get(plugin.host, port) for port in plugin.control_inputs()}
        player.run()
        assert host.host_asked(plugin.host) == 0, "nothing was pressed"
        for action, number, symbol, value in [("track", 2, "edit_layer", 2), ("section", 2, "section", 2),
                                              ("section", 2, "section", 2), ("play", None, "transport", 1),
                                              ("track", 1, "edit_layer", 1), ("play", None, "transport", 0)]:
            before = host.host_asked(plugin.host)
            isNew = plugin[symbol] != value
            player.press(action, number)
            assert plugin[symbol] == value and host.host_asked(plugin.host) == before + isNew, (action, number)
        # The host sets it to something else, and that counts.
        asked = host.host_asked(plugin.host)
        plugin["edit_layer"] = 2
        player.run()
        assert "on" in player.lit("track", 2) and host.host_asked(plugin.host) == asked
        plugin["edit_layer"] = 1
        plugin["section"] = 0
        assert others == {port: plugin.calls.host_get(plugin.host, port) for port in plugin.control_inputs()}


def test_buttons_of_pads_move_no_knob_of_another_host(tmp_path):
    with Player(tmp_path, PROFILES["launchpad_pro_mk3"], GRID) as player:
        player.press("track", 2)
        assert "on" in player.lit("track", 2) and player.plugin["edit_layer"] == 1
