"""`tactus render --midi-out`: the outputs of a patch in a Standard MIDI File, read by mido and compared with an
independent model (Tests/Models/outputs.py) and with what a host receives; the same bytes at any block size."""
import json
import os
import pathlib
import random
import sys

import mido
import pytest

from conftest import ROOT, figure, run
from seeds import seed
from test_outputs import BASE, BEND, CC, COARSE, FRAMES, NOTE, RATE, SLOW, SMOOTH, play, script

sys.path[:0] = [str(ROOT / "Tests" / "Models"), str(ROOT / "gallery")]
import outputs as model  # noqa: E402
from gestures import osc  # noqa: E402

TACTUS = pathlib.Path(os.environ.get("TACTUS", ROOT / ".build" / "release" / "tactus"))
TICKS = 48000  # a second: 24,000 a quarter note at 120 a minute
OUTPUTS = [CC, BEND, SMOOTH, COARSE, SLOW, NOTE]


def performance(path, lines, rate=RATE):
    """The packets of touches at their frames."""
    text = "# tactus performance 1\n"
    for frame, kind, one, x, y, pressure in lines:
        text += f"{frame / rate:.6f} a {osc('/tactus/touch', kind, one, x, y, pressure).hex()}\n"
    path.write_text(text)
    return path


def take(path, lines, patch, frames=FRAMES, rate=RATE, between=()):
    """The same touches as a take."""
    text = f"# tactus performance 2\nrate {float(rate)}\n0 patch -\n"
    text += "".join(f"| {line}\n" for line in json.dumps(patch, indent=2).splitlines()) + "0 restart\n"
    events = [(frame, f"{kind} 0 {one} {x!r} {y!r} {pressure!r} -") for frame, kind, one, x, y, pressure in lines]
    for frame, words in sorted([*events, *between], key=lambda event: event[0]):
        text += f"{frame} {words}\n"
    path.write_text(text + f"{frames} end\n")
    return path


def document(folder, outputs, **keys):
    patch = {**BASE, "outputs": outputs, **keys}
    (folder / "sends.json").write_text(json.dumps(patch))
    return patch


def render(folder, performed, *options, name="out.mid", code=0):
    """What the command prints."""
    path = folder / name
    done, said = run(TACTUS, "render", performed, "--midi-out", path, "--bundle", ROOT / "build" / "tactus.lv2",
                     *options, timeout=300)
    assert done == code, said
    return said


def read(path):
    """The messages of a file with their ticks, and the tick of its end."""
    file = mido.MidiFile(path)
    assert (file.type, file.ticks_per_beat, len(file.tracks)) == (0, 24000, 1)
    found, tick = [], 0
    for message in file.tracks[0]:
        tick += message.time
        if message.type == "set_tempo":
            assert (tick, message.tempo) == (0, 500000)
        elif not message.is_meta:
            found.append((tick, bytes(message.bytes())))
    return found, tick


def of(found, channel, *kinds):
    return [(tick, tuple(body)) for tick, body in found
            if body[0] < 0xF0 and body[0] & 15 == channel - 1 and body[0] & 0xF0 in kinds]


def value(body, is_bend):
    return body[1] | body[2] << 7 if is_bend else body[-1]


def compare(found, lines):
    """Every message of the outputs with exact values on its frame, the number within one step."""
    count = 0
    for output, channel, kind in ((CC, 1, 0xB0), (BEND, 2, 0xE0), (COARSE, 4, 0xB0), (SLOW, 6, 0xD0)):
        wanted = [(frame, message) for frame, number in model.sent(output, lines, FRAMES)
                  for message in model.messages(output, number)]
        sent = of(found, channel, kind)
        assert len(wanted) > 10 and [at for at, _ in sent] == [at for at, _ in wanted], output
        for (_, one), (_, other) in zip(sent, wanted):
            if output is COARSE:
                assert one[:2] == other[:2] and (one[1] in (6, 38) or one == other)
            else:
                assert abs(value(one, output is BEND) - value(other, output is BEND)) <= 1
        count += len(sent)
    begun = [(at, body) for at, body in of(found, 5, 0x90)]
    assert begun == [(at, body) for at, body in model.notes(NOTE, lines) if body[0] & 0xF0 == 0x90]
    return count + len(begun)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rendered")
    lines = script(random.Random(seed("OUTPUTS_SEED", 7)))
    patch = document(folder, OUTPUTS)
    performance(folder / "hands.tactus", lines)
    take(folder / "take.tactus", lines, patch)
    return folder, lines


@pytest.mark.parametrize("name", ["hands", "take"])
def test_a_file_has_what_the_model_and_a_host_have_on_the_same_frames(played, name):
    folder, lines = played
    render(folder, folder / f"{name}.tactus", "--patch", folder / "sends.json", "--seconds", FRAMES / RATE)
    found, end = read(folder / "out.mid")
    assert end == FRAMES
    count = compare(found, lines)
    (folder / name).mkdir()
    host = play(folder / name, OUTPUTS, lines, free_wheel=1)[0]
    assert [message for message in found if message[0] < FRAMES] == host
    figure(f"render --midi-out: {len(found)} messages as in a host, {count} of them by the model, from {name}")


@pytest.mark.parametrize("name", ["hands", "take"])
def test_every_render_has_the_same_bytes_at_any_block_size(played, name):
    folder, _ = played
    files, sounds = set(), set()
    for number, block in enumerate((512, 512, 33, 1000, 8192)):
        sound = ("-o", folder / "out.wav") if number else ()
        render(folder, folder / f"{name}.tactus", "--patch", folder / "sends.json", "--seconds", 1, "--block", block,
               *sound)
        files.add((folder / "out.mid").read_bytes())
        if sound:
            sounds.add((folder / "out.wav").read_bytes())
    assert len(files) == 1 and len(sounds) == 1


@pytest.mark.parametrize("rate", [44100, 96000])
def test_at_other_rates_each_message_is_on_the_nearest_tick(tmp_path, rate):
    lines = [(frame * rate // RATE // 32 * 32, *rest) for frame, *rest in script(random.Random(3))]
    output = {**CC, "smooth": 0.05}
    document(tmp_path, [output])
    performance(tmp_path / "hands.tactus", lines, rate)
    render(tmp_path, tmp_path / "hands.tactus", "--patch", tmp_path / "sends.json", "--rate", rate, "--seconds", 1)
    wanted = [frame * TICKS / rate for frame, _ in model.sent(output, lines, rate, rate)]
    found = [tick for tick, _ in read(tmp_path / "out.mid")[0]]
    # A smoothed value may pass a step one evaluation earlier or later than in the model.
    same = [tick for tick in found if min(abs(tick - frame) for frame in wanted) <= 0.5]
    figure(f"render --midi-out: {len(same)} of {len(found)} messages of {rate} Hz on the model's frames")
    assert len(found) > 150 and len(same) > 0.95 * len(found)


@pytest.mark.parametrize("kind", ["performance", "take"])
def test_mmc_is_in_the_file_midi_clock_is_not_and_notes_end_with_it(tmp_path, kind):
    outputs = [{"to": "mmc", "command": "record", "trigger": "on_touch_began"}, {"to": "midi_clock"},
               {"source": "touch_note", "to": "note", "channel": 3, "voices": "each"}]
    lines = [(4800, "began", 1, 0.5, 0.5, 1.0)]  # and it never ends
    patch = document(tmp_path, outputs)
    if kind == "take":
        rolls = [(0, "position speed=1.0 tempo=120.0 bar=0 beat=0.0 beats=4.0")]
        options, path = [], take(tmp_path / "t.tactus", lines, patch, frames=24000, between=rolls)
    else:
        # An empty song, so that the timeline rolls.
        song = mido.MidiFile(type=0)
        song.tracks.append(mido.MidiTrack([mido.MetaMessage("end_of_track", time=480)]))
        song.save(tmp_path / "song.mid")
        options, path = ["--midi", tmp_path / "song.mid", "--seconds", 0.5], performance(tmp_path / "t.tactus", lines)
    said = render(tmp_path, path, "--patch", tmp_path / "sends.json", *options)
    found, end = read(tmp_path / "out.mid")
    assert "MIDI clock is omitted" in said
    assert [(tick, body) for tick, body in found if body[0] >= 0xF0] == [
        (4800, bytes([0xF0, 0x7F, 0x7F, 6, 6, 0xF7]))]
    assert [(tick, body[0]) for tick, body in of(found, 3, 0x80, 0x90)] == [(4800, 0x92), (24000, 0x82)]
    assert end == 24000


def test_a_restart_in_a_take_ends_notes_on_its_frame(tmp_path):
    outputs = [{"source": "touch_note", "to": "note", "channel": 3, "voices": "each"}]
    lines = [(1000, "began", 1, 0.5, 0.5, 1.0)]
    path = take(tmp_path / "t.tactus", lines, document(tmp_path, outputs), between=[(7777, "restart")])
    for block in (64, 4096):
        render(tmp_path, path, "--block", block)
        assert [(tick, body[0]) for tick, body in of(read(tmp_path / "out.mid")[0], 3, 0x80, 0x90)] == [
            (1000, 0x92), (7777, 0x82)]


@pytest.mark.parametrize("kind", ["performance", "take"])
def test_touches_and_tokens_are_not_in_the_file(tmp_path, kind):
    """As in an export of a host: `tactus convert` writes them."""
    patch = document(tmp_path, [CC], mpe_out=True)
    lines = script(random.Random(5))
    if kind == "take":
        path = take(tmp_path / "t.tactus", lines, patch, between=[(2000, "token 0 1 0.5 0.5 0.25 1.0")])
    else:
        path = performance(tmp_path / "t.tactus", lines)
        placed = osc("/tactus/token", "placed", 1, 0.5, 0.5, 0.25, 1).hex()
        path.write_text(path.read_text() + f"2.0 a {placed}\n")
    render(tmp_path, path, "--patch", tmp_path / "sends.json")
    found, _ = read(tmp_path / "out.mid")
    assert len(found) > 10 and {body[:2] for _, body in found} == {bytes([0xB0, 20])}


def test_a_patch_without_outputs_says_so(tmp_path):
    lines = script(random.Random(5))
    path = performance(tmp_path / "hands.tactus", lines)
    for outputs in ([], [{**CC, "on": False}, {"to": "midi_clock"}]):
        document(tmp_path, outputs, name="Mute")
        said = render(tmp_path, path, "--patch", tmp_path / "sends.json", "-o", tmp_path / "out.wav", code=1)
        assert "out.mid: the patch “Mute” has no outputs that send MIDI; add some, or" in said
    path = take(tmp_path / "take.tactus", lines, document(tmp_path, []))
    assert "has no outputs that send MIDI" in render(tmp_path, path, code=1)
    assert not [*tmp_path.glob("out.*")]
