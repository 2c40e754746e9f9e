"""jalv under jackd: a MIDI note sounds on its frame and in tune."""
from conftest import figure
from graph import FREE, jackd
from sound import cents_from, first_sound, hertz, peak

RATE = 48000


def test_a_note_sounds_on_its_frame_in_tune_and_ends():
    on, off, note = 30011, 90017, 69
    with jackd() as graph, graph.plugin(osc_listen=0):
        sound = graph.record(6, [FREE, f"midi {on} 90{note:02x}64", f"midi {off} 80{note:02x}40"])[0]
    assert peak(sound[:, :on]) == 0, "it sounds before the note"
    start = first_sound(sound[0])
    figure(f"jalv: note at frame {on}, heard at {start}")
    assert on <= start <= on + 8, "the first frames of an attack are soft, but not more than a few"
    cents = cents_from(sound[0, on + 24000:off], hertz(note))
    figure(f"jalv: off pitch by {cents:.2f} cents")
    assert abs(cents) < 3
    assert peak(sound[:, -RATE // 2:]) < 1e-4, "it goes on after its end"
