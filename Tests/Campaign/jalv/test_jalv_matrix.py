"""jalv on a JACK transport: the Tone Matrix starts, stops and follows locates, and no note hangs."""
from conftest import HOST, ROOT, figure, run
from graph import jackd
from lv2host import state_file

TICK = 24000 / 1920  # frames per tick at 120, the precision of JACK's position


def matrix(graph):
    """jalv with the metronome grid: a click on each quarter note, a fifth of it long; for use with `with`."""
    text = (ROOT / "bundle" / "grids" / "metronome.json").read_text()
    state = state_file(graph.folder / "state", text, plugin="tonematrix", osc_listen=0)
    command = [*graph.prefix, "jalv", "-i", "-x", "-n", "matrix", "-l", str(state.parent),
               "urn:tactus:tonematrix"]
    return graph.started(command, "jalv.log", "matrix:midi_out")


def perform(plan, seconds):
    with jackd() as graph, matrix(graph):
        (graph.folder / "plan").write_text("\n".join(plan) + "\n")
        code, text = run(*graph.prefix, HOST / "jack_transport", seconds, 120, "matrix:midi_out",
                         graph.folder / "plan",
                         graph.folder / "log", env=graph.environment, timeout=60)
        assert code == 0, text
        lines = [line.split() for line in (graph.folder / "log").read_text().splitlines()]
        return [(int(frame), rolls == "1", bytes.fromhex(message)) for frame, rolls, message in lines]


def test_it_starts_stops_and_locates():
    messages = perform(["0 start", "3100 stop", "3600 locate 500000", "4000 start", "6050 locate 24000",
                        "8000 stop"], 9)
    sounding, begins = set(), []
    for frame, rolls, message in messages:
        if message[0] & 0xF0 == 0x90:
            assert rolls, f"a note at {frame} while the transport stands"
            assert message[1] not in sounding
            sounding.add(message[1])
            begins.append(frame)
        elif message[0] & 0xF0 == 0x80:
            assert message[1] in sounding, f"a note ends at {frame} that did not begin"
            sounding.discard(message[1])
    assert not sounding, f"these hang: {sounding}"
    off = [frame - round(frame / 24000) * 24000 for frame in begins]
    figure(f"jalv: {len(begins)} clicks on a JACK transport, {min(off)} to {max(off)} frames off the beat")
    assert len(begins) >= 12 and all(-1 <= error <= TICK + 1 for error in off), list(zip(begins, off))
    # From the start, from the first beat after frame 500,000, and from frame 24,000: each beat once.
    assert begins[0] <= TICK + 1
    jumps = [place for place in range(1, len(begins))
             if abs(begins[place] - begins[place - 1] - 24000) > TICK + 1]
    assert [round(begins[place] / 24000) for place in jumps] == [21, 1], begins
