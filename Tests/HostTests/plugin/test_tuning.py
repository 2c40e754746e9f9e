"""Tunings through the built bundle: a patch's Scala texts, the MIDI Tuning Standard, and a master of all
tunings. The master is a stand-in (Tests/MiniHost/tuning_master.c) that is loaded at run time, because we
cannot ship the real one."""
import ctypes
import json

import pytest

from conftest import HOST, figure
from lv2host import Plugin, state_file
from sound import cents_from, hertz

PLAIN = {"version": 1, "map": {"axis": "none", "low": 60}, "parameters": {"osc_b_level": 0, "voice_width": 0},
         "connections": []}
EQUAL_19 = "19 equal\n19\n" + "".join(f"{1200 * n / 19:.5f}\n" for n in range(1, 19)) + "2/1\n"


def heard(plugin, note, channel=0):
    """Half a second of a note's sound."""
    plugin.event([0x90 | channel, note, 100])
    plugin.run(2400)
    sound = plugin.run(8192)[0].copy()
    for _ in range(3):
        sound = [*sound, *plugin.run(8192)[0]]
    plugin.event([0x80 | channel, note, 0])
    plugin.run(8192)
    return sound


@pytest.fixture
def plain(tmp_path):
    return state_file(tmp_path / "plain", json.dumps(PLAIN))


@pytest.fixture
def master(monkeypatch):
    path = HOST / "libtuning_master.so"
    monkeypatch.setenv("TACTUS_MTS", str(path))
    library = ctypes.CDLL(str(path))
    library.test_tune.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_double]
    yield library
    library.test_master(False)
    for note in range(128):
        for channel in range(-1, 16):
            library.test_tune(channel, note, hertz(note))
            library.test_filter(channel, note, False)
    for channel in range(16):
        library.test_channel(channel, False)


def test_a_session_brings_its_tuning_back(tmp_path):
    """The state contains the texts, not the path of a file."""
    patch = PLAIN | {"tuning": {"scl": EQUAL_19, "kbm": "0\n0\n127\n69\n69\n442.0\n0\n"}}
    with Plugin(state=state_file(tmp_path / "tuned", json.dumps(patch))) as plugin:
        for note in (50, 69, 70, 88):
            off = cents_from(heard(plugin, note), 442 * 2 ** ((note - 69) / 19))
            figure(f"19 equal steps, key {note}: {off:+.3f} cents off")
            assert abs(off) < 0.3


def test_a_dump_of_408_bytes_arrives(plain):
    data = [byte for key in range(128) for byte in (key, 32, 0)]  # all keys a quarter of a semitone higher
    body = [0x7E, 0x7F, 8, 1, 0, *b"a quarter higher", *data]
    checksum = 0
    for byte in body:
        checksum ^= byte
    with Plugin(state=plain) as plugin:
        plugin.event([0xF0, *body, checksum ^ 1, 0xF7])
        assert abs(cents_from(heard(plugin, 60), hertz(60))) < 0.3, "a wrong checksum was believed"
        plugin.event([0xF0, *body, checksum, 0xF7])
        assert abs(cents_from(heard(plugin, 60), hertz(60.25))) < 0.3


@pytest.mark.parametrize("path", ["", "/nowhere/libMTS.so", "/etc/passwd"])
def test_it_plays_where_no_master_is(monkeypatch, plain, path):
    monkeypatch.setenv("TACTUS_MTS", path)
    with Plugin(state=plain) as plugin:
        assert abs(cents_from(heard(plugin, 69), 440)) < 0.3


def test_a_master_tunes_what_sounds_and_what_comes(master, plain):
    before = master.test_clients()
    with Plugin(state=plain) as plugin:
        assert master.test_clients() == before + 1
        assert abs(cents_from(heard(plugin, 69), 440)) < 0.3, "the library without a master changes nothing"
        master.test_tune(-1, 69, 450.0)
        assert abs(cents_from(heard(plugin, 69), 440)) < 0.3
        master.test_master(True)
        assert abs(cents_from(heard(plugin, 69), 450)) < 0.3
        # While a note sounds.
        plugin.event([0x90, 69, 100])
        plugin.run(4800)
        master.test_tune(-1, 69, 430.0)
        plugin.run(4800)
        sound = [sample for _ in range(4) for sample in plugin.run(8192)[0]]
        off = cents_from(sound, 430)
        figure(f"a master's change while a note sounds: {off:+.3f} cents off")
        assert abs(off) < 0.3
        # The reference port moves this tuning like every other.
        plugin["tuning_reference"] = 415
        plugin.run(4800)
        assert abs(cents_from([s for _ in range(4) for s in plugin.run(8192)[0]], 430 * 415 / 440)) < 0.3
        plugin["tuning_reference"] = 440
        plugin.event([0x80, 69, 0])
        plugin.run(8192)
        # The master ends, and its tuning with it.
        master.test_master(False)
        assert abs(cents_from(heard(plugin, 69), 440)) < 0.3
    assert master.test_clients() == before


def test_a_master_speaks_to_channels_and_silences_keys(master, plain):
    master.test_master(True)
    master.test_channel(3, True)
    master.test_tune(3, 60, 300.0)
    master.test_tune(-1, 60, 280.0)
    master.test_filter(-1, 61, True)
    with Plugin(state=plain) as plugin:
        assert abs(cents_from(heard(plugin, 60, channel=3), 300)) < 0.3
        assert abs(cents_from(heard(plugin, 60, channel=2), 280)) < 0.3
        for _ in range(8):
            plugin.run(8192)  # until nothing sounds
        plugin.event([0x90, 61, 100])
        plugin.run(4096)
        assert plugin["live_voices"] == 0, "a key that the master silences sounds"
        plugin.event([0x93, 61, 100])
        plugin.run(4096)
        assert plugin["live_voices"] == 1, "on its own channel it is not silenced"
