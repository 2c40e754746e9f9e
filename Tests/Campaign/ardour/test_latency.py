"""Ardour knows the latency of the limiter."""
import json
import re

from ardour_session import Session
from conftest import PLUGIN, figure


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
