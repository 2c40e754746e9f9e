"""A loop in a rendered performance: the pass that the looper plays is as loud as the one that was played."""
import subprocess
import sys

import numpy
import soundfile

from conftest import ROOT, figure

sys.path.append(str(ROOT / "gallery"))
from gestures import Player  # noqa: E402

TACTUS = ROOT / ".build" / "release" / "tactus"


def rendered(folder, loops):
    player = Player("loops", {"low": 0, "high": 1})
    player.tap(0.3, 0.5, 0.5, 0.7)
    if loops:
        for time in (0.1, 2.1):
            player.send(time, "a", "/tactus/loop", "record", 1)
    performance, sound = folder / "loops.tactus", folder / "loops.wav"
    performance.write_text(player.text("loops"))
    subprocess.run([TACTUS, "render", performance, "--patch", "pluck", "--bundle", ROOT / "build/tactus.lv2", "--seconds", "6",
                    "-o", sound], check=True, capture_output=True, timeout=120)
    samples, rate = soundfile.read(sound, always_2d=True)
    assert rate == 48000
    return [20 * numpy.log10(abs(samples[int(begin * rate):int((begin + 0.5) * rate)]).max() + 1e-9)
            for begin in (0.3, 2.3, 4.3)]


def test_a_render_plays_the_loop(tmp_path):
    first, *passes = rendered(tmp_path, loops=True)
    _, *rest = rendered(tmp_path, loops=False)
    figure(f"loops: played {first:.1f} dBFS, looped {passes[0]:.1f} and {passes[1]:.1f} dBFS, without a loop {rest[0]:.1f}")
    assert all(abs(each - first) < 3 for each in passes) and all(each < first - 12 for each in rest)
