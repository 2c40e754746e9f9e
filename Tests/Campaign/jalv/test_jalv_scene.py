"""jalv under jackd plays a Pure Data patch: a MIDI note is heard in tune, behind the latency."""
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
