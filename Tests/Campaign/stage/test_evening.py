"""An evening of twelve songs with three rigs and two grids, played from a plan under each server in blocks of 256:
held notes and tails through each change, the first note of each song, dropouts, and memory over 200 changes.

Each rig has four patches of the bundle, which play to ports of their own, and two sines on the main ports: songs
with an even number are played on the left, the others on the right. So what rings on and what begins are apart."""
import contextlib
import json
import pathlib

import numpy
import pytest

import osc
from conftest import figure
from graph import jackd, pipewire
from sound import first_sound
from stage import play, probe
from test_callback import trapped
from test_concert_songs import TONE, begin_next, figure as value, level, pedal_delays, resident, written

RATE, BLOCK = 48_000, 256
SONGS, SWITCHES = 12, 200
# Frames of a song; of its note behind its begin; and of the release of this note behind the begin of the next song.
SONG, NOTE, RELEASE = 4 * RATE, RATE // 2, 2 * RATE
RIGS = {"north": ["glass_pad", "rubber_bass", "pluck", "kitchen_kit"],
        "east": ["warm_ensemble", "fretless", "glass_marimba", "circuit_kit"],
        "south": ["spread_organ", "sub_swell", "nylon", "whole_kit"]}
# More of the time than this share in which some task waits for a processor, the machine is not idle.
IDLE = 0.02
SERVERS = {"jackd": (lambda: jackd(BLOCK), "libjack.so.0"),
           "PipeWire": (lambda: pipewire(BLOCK), "pipewire-0.3/jack/libjack.so.0")}


def evening(graph):
    """The concert: the rigs in turn, and each third song begins one of the grids."""
    rigs = [{"name": name, "instruments": [
        *({"patch": patch, "channel": channel, "output": "band"} for channel, patch in enumerate(patches, 1)),
        {"patch": "ringing", "channel": 15, "pan": -1}, {"patch": "ringing", "channel": 16, "pan": 1}]}
        for name, patches in RIGS.items()]
    songs = [{"title": f"Song {number}", "rig": list(RIGS)[number % 3], "tempo": 100 + 5 * number,
              **({"grid": ("rain", "night_bus")[number % 2], "start": "grid"} if number % 3 == 0 else {})}
             for number in range(SONGS)]
    (graph.folder / "ringing.json").write_text(json.dumps(
        {"version": 1, "name": "Ringing", "parameters": {**TONE, "amp_release": 0.4}}))
    return written(graph, songs, rigs)


def begins(number):
    """The frame of a song's note, at another place of the block in each song."""
    return number * SONG + NOTE + 37 * number


def plan():
    """Songs begin by a Program Change. A message that falls into a missed cycle is lost, so these and releases are
    sent more than once."""
    midi = []
    for number in range(SONGS):
        channel, key = 14 + number % 2, 60 + number
        if number:
            midi += [(number * SONG + again, f"c0{number:02x}") for again in (0, 4800, 9600)]
        midi.append((begins(number), f"9{channel:x}{key:02x}64"))
        midi += [((number + 1) * SONG + RELEASE + again, f"8{channel:x}{key:02x}40") for again in (0, 480)]
        # The band plays a chord a half second long behind the note.
        midi += [(begins(number) + frame, f"{status}{channel}{key:02x}50") for channel in range(4)
                 for key in (48, 55, 64) for status, frame in ((9, RATE // 2), (8, RATE))]
    return [f"midi {frame} {message}" for frame, message in sorted(midi)]


def blocks(side, start, end):
    """The loudest sample of each block, without those of which a cycle was missed."""
    count = (end - start) // BLOCK
    loudest = numpy.abs(side[start:start + count * BLOCK]).reshape(-1, BLOCK).max(axis=1)
    return loudest[~numpy.isnan(loudest)]


def first_frame(sound, number):
    """The first frame of a song's note behind its key, or None if a cycle was missed there."""
    note, side = begins(number), sound[number % 2]
    if numpy.isnan(side[note - 4800:note + 4 * BLOCK]).any():
        return None
    assert level(side, note - 4800, note) < 1e-4, f"song {number + 1} sounds before its note"
    first = first_sound(side[note:note + SONG], 1e-3)
    assert first is not None, f"song {number + 1} is not heard"
    return first


def ringing(sound, number):
    """The quietest block of a song's note while it is held, as a part of the usual one, and what is left of the tail
    from one block to the next where it falls the most."""
    note, release = begins(number), (number + 1) * SONG + RELEASE
    held = blocks(sound[number % 2], note + 4800, release)
    tail = blocks(sound[number % 2], release, release + RATE)
    tail = tail[:numpy.argmax(tail < 1e-3)]
    assert len(tail) > 50, f"the tail of song {number + 1} is cut off"
    return held.min() / numpy.median(held), (tail[1:] / tail[:-1]).min()


def waited():
    """The seconds in which some task of the machine waited for a processor, since it began."""
    return int(pathlib.Path("/proc/pressure/cpu").read_text().split("total=")[1].split()[0]) / 1e6


@pytest.mark.parametrize("server", SERVERS)
def test_an_evening_of_twelve_songs(server, tmp_path):
    begin, library = SERVERS[server]
    counts, port = tmp_path / "counts.json", osc.free_port()
    seconds = (SONGS + 1) * SONG / RATE
    with begin() as graph, contextlib.ExitStack() as stack:
        stage = stack.enter_context(play(trapped(graph, counts, library), evening(graph), "--remote", port))
        remote = stack.enter_context(osc.Sender(port))
        stage.wait(lambda stage: value(stage, "rigs") == 3)
        before, xruns, busy = len(stage.figures()), value(stage, "xruns"), waited()
        sound = probe(graph, seconds, plan())
        busy = (waited() - busy) / seconds
        played, said = stage.figures()[before:], stage.said("patch")
        xruns = played[-1]["xruns"] - xruns
        # The memory: the songs again and again.
        sizes = [resident(stage)]
        for switch in range(SWITCHES):
            begin_next(stage, remote)
            if switch % SONGS == SONGS - 1:
                sizes.append(resident(stage))
        assert stage.end() == 0
    counts = json.loads(counts.read_text())
    firsts = {number: frame for number in range(SONGS) if (frame := first_frame(sound, number)) is not None}
    held, falls = zip(*(ringing(sound, number) for number in firsts))
    firsts = firsts.values()
    missed = numpy.isnan(sound[0]).mean()
    figure(f"an evening under {server}, blocks of {BLOCK}: {xruns} dropouts in {seconds:.0f} s, {missed:.2%} of the "
           f"recording is missing; tasks waited for a processor in {busy:.1%} of the time; a callback took "
           f"{counts['mean'] / 1000:.0f} µs, the longest {counts['worst'] / 1000:.0f} of {BLOCK / RATE * 1e6:.0f}; "
           f"{counts['allocations']} allocations, {counts['locks']} locks")
    assert [line for line in said if line.startswith("song ")] == [
        f"song {number + 1} of {SONGS}: “Song {number}”" for number in range(SONGS)]
    for number in range(0, SONGS, 3):
        lines = [line for line in played if line["patch"] == f"{number + 1}. Song {number}"]
        assert any(line["rolling"] and line["beat"] > 1 for line in lines), f"the grid of song {number + 1} stands"
    figure(f"an evening under {server}: {len(firsts)} first notes {min(firsts)} to {max(firsts)} frames behind their "
           f"keys; the quietest block of a held note is {min(held):.3f} of the usual one; a tail falls by at most "
           f"{1 - min(falls):.1%} from block to block")
    figure(f"an evening under {server}, MiB of memory after each {SONGS} of {SWITCHES} further changes: "
           + ", ".join(f"{size:.0f}" for size in sizes))
    assert max(firsts) <= BLOCK and len(firsts) >= SONGS // 2
    assert min(held) > 0.9 and min(falls) > 0.8
    # An instance takes 5 MiB; one that each round forgot would add 55. A size may have rigs that are being made or let go.
    assert min(sizes[-5:]) - min(sizes[1:6]) < 5
    assert (counts["allocations"], counts["locks"]) == (0, 0)
    if busy < IDLE:
        assert xruns == 0 and missed == 0


@pytest.mark.parametrize("server", SERVERS)
def test_how_soon_a_pedal_changes_the_song(server):
    """The rigs of the evening, each with a sine on the main ports, from song to song and back."""
    begin, _ = SERVERS[server]
    with begin() as graph:
        (graph.folder / "short.json").write_text(json.dumps({"version": 1, "name": "Short", "parameters": TONE}))
        songs = [{"title": f"Song {number}", "instruments": [
            *({"patch": patch, "output": "band"} for patch in list(RIGS.values())[number % 3]),
            {"patch": "short", "pan": 1 if number % 2 else -1}]} for number in range(SONGS)]
        with play(graph, written(graph, songs)) as stage:
            stage.wait(lambda stage: value(stage, "rigs") == 3)
            busy = waited()
            delays = pedal_delays(graph, list(range(SONGS)), seconds=4)
            busy = (waited() - busy) / (4 * SONGS)
            assert stage.end() == 0
    known = [delay for delay in delays if delay is not None]
    figure(f"{len(known)} songs changed by a pedal under {server}, blocks of {BLOCK}: the new song answers the note "
           f"{min(known)} to {max(known)} frames behind it, in the middle {numpy.median(known):.0f}; tasks waited for "
           f"a processor in {busy:.1%} of the time")
    assert len(known) >= SONGS // 2 and max(known) < RATE // 2
