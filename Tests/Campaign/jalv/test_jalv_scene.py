"""jalv under jackd plays a Pure Data patch: a MIDI note is heard in tune, behind the latency."""
import shutil
import time

import numpy

import pages
import scenes
from conftest import figure
from graph import jackd
from sound import cents_from, first_sound, hertz, peak


def test_a_note_reaches_a_patch_and_is_heard_in_tune(tmp_path):
    on, note = 60011, 69
    path = scenes.patch(tmp_path / "scene", "keys")
    scenes.state(tmp_path / "state", path)

    with jackd() as graph, graph.plugin(load=tmp_path / "state"):
        sound = graph.record(4, [f"midi {on} 90{note:02x}64"], events="control")[0]
        block = graph.block
    assert peak(sound[:, :on]) == 0, "it sounds before the note"
    start = first_sound(sound[0])
    figure(f"jalv, a scene: note at frame {on}, heard at {start}, blocks of {block}")
    # The note acts at the begin of its tick.
    assert on - 64 <= start - block <= on + 256
    cents = cents_from(sound[0, on + 24000:on + 96000], hertz(note))
    figure(f"jalv, a scene: off pitch by {cents:.2f} cents")
    assert abs(cents) < 3


def test_a_session_that_was_moved_has_its_scene_and_its_values(tmp_path):
    """Saved by our own host as lilv does it, with a slider that a window has moved; then the session lies
    elsewhere, and the scene is gone. jalv loads it: what it sounds is the slider's number, bit by bit."""
    folder = pages.write(tmp_path / "my scene", *pages.heard("level"))
    session = tmp_path / "session"
    session.mkdir()
    with scenes.scene(folder, tmp_path / "state", block=256) as plugin:
        scenes.reach(plugin, ["playing"])
        pages.put(plugin, {"level": 0.3})
        pages.level(plugin, 0.3)
        assert plugin.calls.host_save(plugin.host, str(session).encode())
    shutil.rmtree(folder)
    moved = session.rename(tmp_path / "another place")

    with jackd() as graph, graph.plugin(load=moved):
        for _ in range(3):
            sound = graph.record(4, ["midi 1000 903c40"], events="control")[0]
            if sound[0, -1] != 0:
                break
            time.sleep(1)
        sound = sound[:, -48000:]
    figure(f"jalv, a session that was moved: the slider has {sound[0, -1]}")
    assert (sound[0] == numpy.float32(0.3)).all()
