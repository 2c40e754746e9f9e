"""Touches over OSC in a live graph of 256 frames: their latency, and the rhythm of a burst.

Everything is measured on the audio timeline: from the frame of JACK's clock when a packet is sent to the
frame in the recording at which the sound changes. Delays of the sender's own thread do not count: it notes
the clock just before and just after each packet."""
import numpy

import osc
from conftest import figure
from graph import pipewire
from lv2host import BEGAN, TOUCH, Plugin, touch
from sound import first_sound

BLOCK, RATE = 256, 48000
# A touch ends well before the next one, and each sounds the same wherever its voice is placed.
PLAIN = {"attack": 0.0625, "release": 0.0625, "width": -1}
HEARD = APART = 1e-6  # with the right position in the grid of ticks the twin is bit-exact


def record(seconds, plan):
    """Plays (microseconds, packet) pairs to the plugin under PipeWire; returns samples and sends."""
    port = osc.free_port()
    lines = [f"udp {when} {port} {packet.hex()}" for when, packet in plan]
    with pipewire(BLOCK) as graph, graph.plugin(osc_port=port, **PLAIN):
        samples, sends = graph.record(seconds, lines)
        assert graph.block <= BLOCK
    figure(f"{numpy.isnan(samples[0]).sum() / len(samples[0]):.2%} of the recording is missing (late cycles)")
    return samples[0], sends


def test_a_touch_is_heard_within_two_blocks():
    touches, random, plan = 300, numpy.random.default_rng(3), []
    for k in range(touches):
        begin = 500_000 + k * 110_000 + int(random.integers(0, 10_000))
        plan += [(begin, osc.touch("began", k, 0.5, 0.5)), (begin + 15_000, osc.touch("ended", k))]
    sound, sends = record(0.8 + touches * 0.11, plan)

    latencies = []
    for sent in sends[0::2, 0]:
        window = sound[sent - 240:sent + 4 * BLOCK + 2400]
        if numpy.isnan(window).any():
            continue  # the graph itself dropped a cycle here
        # JACK's estimate of "now" may be wrong by a few frames, so the search begins a little earlier.
        assert first_sound(window[:200],
                           HEARD) is None, "the touch before still sounds: no latency can be told"
        heard = first_sound(window[200:], HEARD)
        assert heard is not None, f"the touch sent at frame {sent} is not heard"
        latencies.append(heard - 40)
    median, worst = numpy.percentile(latencies, [50, 99.9])
    figure(f"packet to first changed sample, {len(latencies)} touches, blocks of {BLOCK}: "
          f"median {median:.0f} frames ({median / 48:.2f} ms), 99.9 % {worst:.0f} ({worst / 48:.2f} ms)")
    assert len(latencies) >= touches / 3, "the graph dropped too many cycles to tell a median"
    assert median <= 2 * BLOCK


# --- the rhythm of a burst

VOICES, SPACING = 12, 1000  # touches a burst, microseconds
# Nanoseconds: the twin tells touches apart by the change that each one makes, and its window holds a burst.
CLOSEST, LONGEST = 4e5, 2e7


class Twin:
    """The same binary in this process. It plays a burst with the frames found so far; where the recording
    differs from its sound, the next touch began. So onsets are exact to the frame although all voices
    sound."""

    def __init__(self):
        self.plugin = Plugin(**PLAIN)
        # the positions in the control grid of 32 frames at which a burst may begin
        self.phases = list(range(32))
        self.delay = first_sound(self.play([0], 0, 100), APART)

    def play(self, frames, phase, length):
        self.plugin.restart()
        events = [(phase + frame, TOUCH, touch(BEGAN, k, 0.5, 0.5)) for k, frame in enumerate(frames)]
        return self.plugin.play(events, phase + length, 256)[0, phase:]

    def departure(self, sound, frames, phase):
        """The first frame of the recording that these beginnings do not explain; None: there is none."""
        return first_sound(sound - self.play(frames, phase, len(sound)), APART)

    def onsets(self, sound, wanted):
        """Frames at which the touches began, relative to the first one; None where no beginnings explain the
        sound.

        The grid's position in the recording is not known: with the right one everything is explained to the
        end."""
        sound = sound[first_sound(sound, APART) - self.delay:]
        for phase in self.phases:
            frames, away = [0], self.departure(sound, [0], phase)
            while away is not None and len(frames) < wanted:
                # A beginning also moves the other voices' next control step, so it may show a frame earlier
                # or later than its own sound: the right frame is the one that explains the most of what
                # follows.
                options = [frame for frame in range(away - self.delay - 1, away - self.delay + 3)
                           if frame > frames[-1]]
                ends = {frame: self.departure(sound, frames + [frame], phase) for frame in options}
                frame = max(options, key=lambda frame: len(sound) if ends[frame] is None else ends[frame],
                            default=0)
                if not options or ends[frame] is not None and ends[frame] <= away:
                    break
                frames, away = frames + [frame], ends[frame]
            if away is None and len(frames) == wanted:
                return frames
        return None


def test_a_burst_of_a_thousand_a_second_keeps_its_spacing():
    bursts, random, plan = 40, numpy.random.default_rng(4), []
    for k in range(bursts):
        begin = 500_000 + k * 200_000 + int(random.integers(0, 10_000))
        plan += [(begin + SPACING * v, osc.touch("began", v, 0.5, 0.5)) for v in range(VOICES)]
        plan += [(begin + 40_000 + 100 * v, osc.touch("ended", v)) for v in range(VOICES)]
    sound, sends = record(0.8 + bursts * 0.2, plan)

    twin, beyond, doubts, interrupted = Twin(), [], [], 0
    for burst in sends.reshape(bursts, 2 * VOICES, 3)[:, :VOICES]:
        first, middles, widths = burst[0, 0], burst[:, 1:].mean(axis=1), burst[:, 2] - burst[:, 1]
        window = sound[first:first + 4 * BLOCK + VOICES * 48]
        gaps = numpy.diff(middles)
        if numpy.isnan(window).any() or gaps.min() < CLOSEST or gaps.sum() > LONGEST:
            interrupted += 1  # the graph or the sender stood still: the twin cannot tell these touches apart
            continue
        frames = twin.onsets(window, VOICES)
        assert frames, f"no {VOICES} touches explain the sound of the burst at frame {first}"
        # A packet left between its two readings of the clock. The half widths of both packets are the pair's
        # doubt: a slow sender widens it. What is measured is the error beyond it.
        doubt = (widths[1:] + widths[:-1]) / 2 * RATE / 1e9
        error = abs(numpy.diff(frames) - numpy.diff(middles) * RATE / 1e9)
        doubts += list(doubt)
        beyond += list(numpy.maximum(error - doubt, 0))
    doubts, beyond = numpy.array(doubts), numpy.array(beyond)
    figure(f"spacing of {len(beyond)} pairs ({interrupted} bursts interrupted), known to "
           f"{numpy.median(doubts):.2f} frames (median): off beyond that by 99 % "
           f"{numpy.percentile(beyond, 99):.2f}, most {beyond.max():.2f} frames")
    assert len(beyond) >= bursts * VOICES / 4
    assert numpy.median(doubts) < SPACING / 8 * RATE / 1e6, "the sender is too slow to tell a rhythm by"
    assert numpy.percentile(beyond, 99) <= 2
