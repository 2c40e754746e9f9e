"""A patch of the library that is missing or damaged is named, and the others load."""
import os
import re
import shutil
import sys

from conftest import ROOT, run
from factory_patches import PATCHES

import measure


def broken_bundle(folder):
    """A copy of the bundle with one patch missing, one cut short, one that is not a text."""
    bundle = folder / "tactus.lv2"
    shutil.copytree(ROOT / "build" / "tactus.lv2", bundle)
    patches = bundle / "patches"
    (patches / "nylon.json").unlink()
    (patches / "growl.json").write_bytes((patches / "growl.json").read_bytes()[:700])
    (patches / "swarm.json").write_bytes(bytes(range(256)))
    return bundle


def test_a_damaged_file_is_named_and_the_rest_load(tmp_path):
    status, listed = run(measure.tactus(), "patch", "list", "--bundle", broken_bundle(tmp_path))
    good = set(PATCHES) - {"nylon", "growl", "swarm"}
    for name in good:
        assert f"/{name}.json\t{PATCHES[name]['name']}\t" in listed
    assert "nylon" not in listed
    for name in ("growl", "swarm"):
        assert re.search(rf"/{name}\.json:\d+:\d+: error: ", listed), listed


ASK = """
import os, sys
sys.path.insert(0, sys.argv[1])
import conftest, osc
from lv2host import Plugin
from test_live import run_for
os.environ["LV2_PATH"] = f"{sys.argv[2]}:/usr/lib/lv2"
port = osc.free_port()
with Plugin(longest_block=256, osc_listen=1, osc_port=port) as plugin, osc.Sender(port) as sender:
    said = []
    for words, wanted in ((["list"], "list"), (["load", "growl"], "error"),
                          (["load", "fretless"], "changed"), (["load", "nylon"], "error")):
        # Until it is answered; asked again only if nothing came, as while the socket is not yet open.
        for attempt in range(50):
            if attempt % 10 == 0:
                sender.send(osc.message("/tactus/patch/" + words[0], *words[1:]))
            news = []
            run_for(plugin, 0.1, news, sender)
            said += news
            wanted_address = "/tactus/answer/patch/" + wanted
            if any(message[0] == wanted_address for _, packet in news for message in packet):
                break
    for _, packet in said:
        for message in packet:
            print(*message, sep="|")
"""


def test_the_instrument_names_a_damaged_file_and_loads_the_rest(tmp_path):
    broken_bundle(tmp_path)
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    status, said = run(sys.executable, "-c", ASK, ROOT / "Tests" / "HostTests", tmp_path, env=environment)
    lines = said.splitlines()
    assert status == 0, said
    answer = next(line for line in lines if line.startswith("/tactus/answer/patch/list"))
    listed = answer.split("|")[1:]
    assert set(listed) == set(PATCHES) - {"nylon", "growl", "swarm"}
    errors = [line for line in lines if line.startswith("/tactus/answer/patch/error")]
    for name in ("growl", "swarm"):
        assert any(name in line for line in errors), said
    changed = [line for line in lines if line.startswith("/tactus/answer/patch/changed")]
    assert changed and all("|Fretless|" in line for line in changed), said
    assert "there is no patch of this name" in errors[-1], said
