"""The latency of the limiter: the port's value, the measured delay, and hosts' compensation."""
import json
import re

import numpy
import pytest

from ardour_session import Session
from conftest import PLUGIN, figure, run
from lv2host import Plugin, state_file


def limited(folder, is_on):
    return state_file(folder / f"limiter_{is_on}", json.dumps(
        {"version": 1, "parameters": {"limiter_on": "on" if is_on else "off", "limiter_ceiling": 0}}),
                      level=-24)


def impulse(plugin, rate):
    plugin.event([0x90, 60, 100], frame=100)
    return numpy.concatenate([plugin.run(256) for _ in range(40)], axis=1)[0]


@pytest.mark.parametrize("rate", [44100, 48000, 96000, 192000])
def test_the_reported_latency_is_the_measured_one(tmp_path, rate):
    with Plugin(rate=rate, state=limited(tmp_path, False)) as plugin:
        plugin.run(0)
        assert plugin["latency"] == 0
        straight = impulse(plugin, rate)
    with Plugin(rate=rate, state=limited(tmp_path, True)) as plugin:
        plugin.run(0)
        latency = int(plugin["latency"])
        late = impulse(plugin, rate)
    spectrum = numpy.fft.rfft(late, 2 * len(late)) * numpy.conj(numpy.fft.rfft(straight, 2 * len(late)))
    measured = int(numpy.fft.irfft(spectrum).argmax())
    figure(f"limiter at {rate} Hz: {latency} frames reported, {measured} measured")
    assert latency == measured == int(0.0015 * rate)
    assert numpy.array_equal(late[latency:], straight[:len(straight) - latency])


def test_lilv_and_lv2info_see_it():
    code, text = run("lv2info", PLUGIN)
    assert code == 0
    assert re.search(r"Has latency:\s+yes, reported by port \d+", text), text
    assert re.search(r'Symbol:\s+latency', text) and "lv2core#reportsLatency" in text


def test_ardour_aligns_by_it(tmp_path):
    """The same session twice; the second time the limiter is on in the saved patch."""
    made = Session(tmp_path, PLUGIN, "OSC listen=0")
    values = [re.search(r"^latency (\d+)", made.script("latency.lua", made.path), re.M)]
    patch = json.dumps({"version": 1, "parameters": {"limiter_on": "on"}})
    for path in made.path.glob("plugins/*/state*/state.ttl"):
        text, count = re.subn(r'(vocabulary#patch>\s+)""".*?"""', lambda found: f'{found[1]}"""{patch}"""',
                              path.read_text(), flags=re.S)
        assert count == 1, text
        path.write_text(text)
    values.append(re.search(r"^latency (\d+)", made.script("latency.lua", made.path), re.M))
    values = [int(found[1]) for found in values]
    figure(f"Ardour: {values[0]} frames of latency without the limiter, {values[1]} with it")
    assert values == [0, 72]
