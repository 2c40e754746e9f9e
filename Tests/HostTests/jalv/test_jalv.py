"""jalv under jackd: a MIDI note on its frame and in tune, and a touch sent by the real oscsend. Servers that
were killed do not stop later ones."""
import time

import numpy

import osc
from conftest import figure, run
from graph import again_once, jackd
from sound import cents_from, first_sound, hertz, peak

RATE = 48000


def test_a_note_sounds_on_its_frame_in_tune_and_ends():
    on, off, note = 30011, 90017, 69

    def take():
        with jackd() as graph, graph.plugin(osc_listen=0):
            return graph.record(5, [f"midi {on} 90{note:02x}64", f"midi {off} 80{note:02x}40"])[0]

    sound = again_once(take)
    assert peak(sound[:, :on]) == 0, "it sounds before the note"
    start = first_sound(sound[0])
    figure(f"jalv: note at frame {on}, heard at {start}")
    assert on <= start <= on + 8, "the first frames of an attack are soft, but not more than a few"
    cents = cents_from(sound[0, on + 24000:off], hertz(note))
    figure(f"jalv: off pitch by {cents:.2f} cents")
    assert abs(cents) < 3
    assert peak(sound[:, -RATE // 2:]) < 1e-4, "it goes on after its end"


def test_a_touch_from_oscsend_sounds_and_ends():
    def take():
        port = osc.free_port()

        def send(*words):
            code, text = run("oscsend", "localhost", port, "/tactus/touch", *words)
            assert code == 0, text
            return time.monotonic()

        with jackd() as graph, graph.plugin(osc_port=port):
            time.sleep(0.5)  # the broker opens the port within 50 ms of the first run
            probe = graph.start_probe(6, [])
            zero = time.monotonic()
            time.sleep(1)
            began = send("siff", "began", "1", "0.5", "0.5") - zero
            time.sleep(1)
            ended = send("si", "ended", "1") - zero
            return graph.finish_probe(probe, 6)[0], began, ended

    sound, began, ended = again_once(take)
    start, last = first_sound(sound[0]), len(sound[0]) - first_sound(sound[0, ::-1], 1e-4)
    figure(
        f"oscsend: began at {began:.3f} s, heard at {start / RATE:.3f}; ended at {ended:.3f} s, heard to "
        f"{last / RATE:.3f}")
    assert peak(sound) > 0.001
    assert 0.5 < start / RATE < began + 0.5, "not heard when it began"
    assert last - start > RATE // 2, "it ended before its end"
    assert peak(sound[:, -RATE // 2:]) < 1e-4, "it goes on after its end"


def test_killed_servers_take_no_places_from_later_ones():
    def take():
        with jackd() as graph:
            graph.server.kill()
            graph.server.wait()

    for _ in range(9):  # one more than a machine has places for servers
        again_once(take)
