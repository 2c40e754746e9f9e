"""A patch of a newer engine is refused with its file, its line and its column, and what sounds goes on."""
import json
import subprocess
import time

import osc
from conftest import ROOT, figure
from lv2host import Plugin
from sound import peak

FUTURE = json.dumps({"version": 2, "name": "Future", "parameters": {"osc_a_wave": "thought"}})
WORDS = "this patch is of version 2, and this Tactus reads up to 1: it needs a newer one"


def test_the_command_names_the_file_and_the_place(tmp_path):
    path = tmp_path / "future.json"
    path.write_text(FUTURE)
    tactus = ROOT / ".build" / "release" / "tactus"
    for words in (["patch", "check", path],
                  ["render", ROOT / "bundle" / "demos" / "pluck.tactus", "--patch", path, "--bundle",
                   ROOT / "build" / "tactus.lv2", "-o", tmp_path / "sound.wav"]):
        done = subprocess.run([tactus, *map(str, words)], capture_output=True, text=True, timeout=60)
        assert done.returncode == 1
        assert f"{path}:1:13: error: version: {WORDS}" in done.stdout + done.stderr
    assert not (tmp_path / "sound.wav").exists()


def test_the_instrument_names_it_and_plays_on(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    patches = tmp_path / "tactus" / "patches"
    patches.mkdir(parents=True)
    (patches / "future.json").write_text(FUTURE)
    port, told, softest, blocks = osc.free_port(), [], 1.0, 0
    with Plugin(osc_listen=1, osc_port=port) as plugin, osc.Sender(port) as sender:
        sender.socket.setblocking(False)
        plugin.event([0x90, 48, 100])
        for _ in range(20):
            plugin.run(1024)
        end = time.monotonic() + 20
        while not told and time.monotonic() < end:
            if blocks % 100 == 0:
                sender.send(osc.message("/tactus/patch/load", "future"))
            softest = min(softest, peak(plugin.run(1024)))
            blocks += 1
            time.sleep(0.005)
            try:
                told += [message for message in osc.messages(sender.socket.recv(65536))
                         if message[0] == "/tactus/answer/patch/error"]
            except BlockingIOError:
                pass
    figure(f"a patch of a newer engine: {told[:1]}; the softest block meanwhile peaks at {softest:.2f}")
    answer = " ".join(map(str, told[0]))
    assert "future" in answer and WORDS in answer
    assert softest > 0.01
