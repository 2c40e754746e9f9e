"""The world Bouncing board as it sounds: a key's bounce is the loudness, the turning square the
vibrato."""
import csv
import io
import json
import re
import subprocess
import sys

import numpy
import soundfile

import osc as messages
from conftest import BUILD, PLUGIN, ROOT, figure
from lv2host import Plugin, state_file
from test_bypass import listen
from test_realtime import trap
from test_samples import frequency, note
from test_soak import stats

sys.path.insert(0, str(ROOT / "gallery"))
from gestures import osc  # noqa: E402

RATE, TICK = 48000, 32
TACTUS = ROOT / ".build" / "release" / "tactus"
PATCH = ROOT / "bundle" / "patches" / "bouncing_board.json"


def played(folder, touches, seconds, without=(), change=lambda patch: None, **parameters):
    """A performance of (begin, end, x, y) on the patch, changed, without the connections to some parameters;
    its sound, and the controllers of the bodies by millisecond."""
    performance, wave, patch = folder / "play.tactus", folder / "play.wav", folder / "board.json"
    text = json.loads(PATCH.read_text())
    text["parameters"] |= parameters
    text["connections"] = [each for each in text["connections"] if each["destination"] not in without]
    change(text)
    patch.write_text(json.dumps(text))
    lines = ["# tactus performance 1"]
    for number, (begin, end, x, y) in enumerate(touches, 1):
        lines.append((begin, osc("/tactus/touch", "began", number, x, y, 0.9)))
        lines.append((end, osc("/tactus/touch", "ended", number)))
    text = [lines[0]] + [f"{time:.3f} a:1 {data.hex()}" for time, data in sorted(lines[1:])]
    performance.write_text("\n".join(text) + "\n")
    subprocess.run([TACTUS, "render", performance, "-o", wave, "--patch", patch, "--rate", str(RATE),
                    "--bundle", BUILD / "tactus.lv2", "--seconds", str(seconds)],
                   check=True, capture_output=True)
    done = subprocess.run([TACTUS, "watch", performance, "--patch", patch, "--csv", "--step", "0.001",
                           "--tail", str(seconds), "--controllers", "body_1_y,body_3_x,body_3_spin,user_1"],
                          check=True, capture_output=True, text=True)
    rows = list(csv.reader(io.StringIO(done.stdout)))
    columns = {name.split(".")[0]: numpy.array([float(row[place] or "nan") for row in rows[1:]])
               for place, name in enumerate(rows[0])}
    return soundfile.read(wave)[0], columns


PLAIN = {"limiter_on": "off", "reverb_mix": 0}


def bounce(folder):
    """A key's bounce: the seconds of each tick with the level that the ball gives the tone, which is the tone
    divided by the same tone without the connection; and the height of the ball, by milliseconds."""
    sound, columns = played(folder, [(0.2, 4.0, 0.5, 0.2)], 4.2, **PLAIN)
    even, _ = played(folder, [(0.2, 4.0, 0.5, 0.2)], 4.2, without=["amp_level"], **PLAIN)
    ticks = len(sound) // TICK
    sound, even = (each[:ticks * TICK, 0].reshape(ticks, TICK) for each in (sound, even))
    level = (sound * even).sum(axis=1) / ((even ** 2).sum(axis=1) + 1e-12)
    return (numpy.arange(ticks) + 0.5) * TICK / RATE, level, columns["body_1_y"]


def vibrato(folder):
    """By milliseconds: how far a held sine lies from its pitch without vibrato, in semitones, by its phase;
    how far the turning square puts it; and the depth that the square's spin and place allow. The square
    begins beside its place, so that it swings, and its spin falls to a fifth."""
    def swings(patch):
        world = patch["world"]
        world["spin_damping"], world["bodies"][2]["at"] = 0.4, [1.6, 1.6]
        world["springs"][0]["to"] = [2.5, 1.6]

    sine = PLAIN | {"fm_level": 0, "osc_a_level": 0.5, "osc_a_wave": "sine"}
    others, pitches = ["amp_level", "osc_c_level"], []
    for without in (others, others + ["voice_pitch"]):
        sound, columns = played(folder, [(0.2, 5.0, 0.5, 0.2)], 5.2, without=without, change=swings, **sine)
        spectrum = numpy.fft.fft(sound[:, 0])
        spectrum[len(spectrum) // 2:] = 0
        turns = numpy.unwrap(numpy.angle(numpy.fft.ifft(spectrum))) / (2 * numpy.pi)
        step = RATE // 1000
        # The slope of the phase around each millisecond, over eight of them.
        places = numpy.clip(numpy.arange(5000) * step, 4 * step, None)
        # Before the key there is no phase.
        rises = numpy.maximum(turns[places + 4 * step] - turns[places - 4 * step], 1e-3)
        pitches.append(12 * numpy.log2(rises * RATE / (8 * step)))
    depth = numpy.clip(abs(columns["body_3_spin"]), 0, 1) * columns["body_3_x"]
    return pitches[0] - numpy.median(pitches[1][500:4500]), 2 * columns["user_1"][:5000] - 1, depth[:5000]


def test_a_keys_bounce_is_heard_as_loudness(tmp_path):
    """The level has the curve of the ball's height, and lies within a tick of it."""
    times, level, heights = bounce(tmp_path)
    kept = (times > 0.5) & (times < 3.8)
    likeness = {}
    for shift in range(-3, 4):
        height = numpy.interp(times - shift * TICK / RATE, numpy.arange(len(heights)) * 0.001, heights)
        likeness[shift] = numpy.corrcoef(level[kept], height[kept])[0, 1]
    best = max(likeness, key=likeness.get)
    figure(f"world: loudness and height of the ball: correlation {likeness[0]:.6f}, "
           f"{likeness[best]:.6f} at a shift of {best} ticks")
    assert likeness[0] > 0.99 and abs(best) <= 1


def test_the_depth_of_the_vibrato_follows_spin_and_place(tmp_path):
    """The pitch that is heard is where the formula of the square puts it, no deeper than spin and place
    allow, and as deep as that at its turning points."""
    heard, wanted, depth = (each[500:4500] for each in vibrato(tmp_path))
    likeness = numpy.corrcoef(heard, wanted)[0, 1]
    away, halves = abs(heard), [slice(begin, begin + 500) for begin in range(0, 4000, 500)]
    figure(f"world: vibrato as it is heard and as the square turns: correlation {likeness:.6f}, greatest "
           f"difference {abs(heard - wanted).max():.3f} semitones; its depth in the first and the last half "
           f"second {away[halves[0]].max():.2f} and {away[halves[-1]].max():.2f}, allowed "
           f"{depth[halves[0]].max():.2f} and {depth[halves[-1]].max():.2f}")
    assert likeness > 0.99
    assert (away <= depth + 0.03).all(), "deeper than spin and place allow"
    for half in halves:
        assert away[half].max() > 0.9 * depth[half].min(), "the depth is used"
    assert depth[halves[-1]].max() < 0.5 * depth[halves[0]].max(), "the depth falls with the spin"


def crowded(edit):
    """A crowded world that only hits make sound: keys kick and begin no voices, all fingers act on it. Each
    edit moves, adds and takes away bodies, springs, fields and zones, and changes what fingers do."""
    bodies = [{"number": index + 1, "shape": ("circle", "box")[index % 2], "size": 0.1, "bounce": 0.6,
               "at": [0.3 + 0.45 * index, 1 + 0.1 * (edit * (index == edit % 8))]} for index in range(8)]
    bodies += [{"shape": "box", "size": 0.08, "at": [0.2 + 0.17 * index, 2.4]} for index in range(5 * edit)]
    return json.dumps({
        "version": 1, "parameters": {"amp_sustain": 1, "osc_a_level": 0.8},
        "parts": [{"plays": "world"}, {"keys": list(range(128)), "silent": True}],
        "world": {"touch": ("grab", "push", "attract", "repel")[edit % 4],
                  "walls": ("closed", "round", "rain")[edit % 3], "bodies": bodies,
                  "springs": [{"from": index + 1, "to": index + 2, "hertz": 3} for index in range(edit)],
                  "fields": [{"kind": kind, "at": [2, 1], "strength": 2}
                             for kind in ("orbit", "wind", "flock", "gravity")[:edit % 5]],
                  "zones": [{"region": [0, 0, 1, 1]}] * (edit % 3)},
        "connections": [{"source": "lfo_1", "destination": "world_gravity_angle"},
                        {"source": "body_1_y", "destination": "filter_1_cutoff"},
                        {"source": "midi_cc_1", "destination": "world_speed", "low": 0.2, "high": 4}],
        "routes": [{"trigger": "on_note", "action": f"body_{number}.kick"} for number in range(1, 9)]
        + [{"trigger": trigger, "action": "world.play"} for trigger in ("on_body_hit", "on_body_wall")]
        + [{"trigger": "on_body_entered", "action": "body_2.home"},
           {"trigger": "on_body_grabbed", "action": "world.shake"}]})


def test_a_world_that_moves_is_grabbed_kicked_and_edited_allocates_nothing(tmp_path):
    """Under the trap, while another thread edits the world all the time. What sounds are hits, so that sound
    shows that the world has moved."""
    states = [state_file(tmp_path / f"edit{edit}", crowded(edit)) for edit in range(8)]
    code, text = trap(PLUGIN, 10000, *states, restores=300)
    assert code == 0, text
    figure("world under the trap: " + "; ".join(text.splitlines()))
    assert int(re.search(r"restores=(\d+)", text)[1]) >= 300, text
    assert float(re.search(r"peak=(\S+)", text)[1]) > 0.01, "no body was hit: " + text


def test_what_is_held_at_a_limit_is_counted(tmp_path):
    """Forces turn a body 40 times a second at most; 20 turns/s² would make 60 in three seconds, 5 make 15."""
    for turning, held in ((20, True), (5, False)):
        world = {"bodies": [{"at": [2, 1.5], "pin": "turn", "number": 1}], "spin_damping": 0}
        patch = {"version": 1, "world": world, "parameters": {"world_spin": turning},
                 "connections": [{"source": "body_1_y", "destination": "amp_level"}]}
        port = messages.free_port()
        state = state_file(tmp_path / f"turning{turning}", json.dumps(patch), osc_listen=1, osc_port=port)
        with Plugin(state=state) as plugin, messages.Sender(port) as sender:
            listen(plugin)
            for _ in range(3 * RATE // 256):
                plugin.run(256)
            assert (stats(sender)["world_clamps"] > 0) == held, turning


def test_the_score_of_air_hockey_chooses_the_scale(tmp_path):
    """The sequence of goals to the left, held at each of its steps: what keys of the first scale sound, a
    sine in place of the patch's sound."""
    scales = {0: [0, 2, 4, 7, 9], 0.5: [0, 3, 5, 7, 10], 1: [0, 1, 5, 7, 8]}
    patch = json.loads((ROOT / "bundle" / "patches" / "air_hockey.json").read_text())
    assert patch["sequences"]["2"]["steps"] == list(scales)
    patch["parameters"] = {"osc_a_level": 0.5, "osc_b_level": 0, "osc_a_wave": "sine", "amp_sustain": 1,
                           "filter_1_kind": "none", "seq_2_rate": 0.05}
    patch["connections"] = [each for each in patch["connections"] if each["source"] == "user_2"]
    assert len(patch["connections"]) == 1
    for score, scale in scales.items():
        patch["sequences"]["2"]["steps"] = [score, score]
        state = state_file(tmp_path / f"score{score}", json.dumps(patch))
        for octave in (0, 12):
            for first, wanted in zip(scales[0], scale):
                with Plugin(state=state) as plugin:
                    sound = plugin.play([note(55 + octave + first)], 24000, 64)[0][4800:].astype(float)
                semitones = 69 + 12 * numpy.log2(frequency(sound, 48000) / 440)
                assert abs(semitones - 55 - octave - wanted) < 0.05, (score, first, semitones)
