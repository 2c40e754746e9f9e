"""`tactus play --scene` plays what it is connected to, and nothing else."""
import subprocess

import numpy

from graph import jackd
from sound import peak
from stage import play, probe
from test_play_scene import playing, scene  # noqa: F401

RATE = 48000


def test_it_hears_what_it_is_given_and_nothing_else(scene):
    """jack_metro ticks; only a pattern connects it, to both sides."""
    def take(*words):
        with jackd() as graph:
            metro = subprocess.Popen(["jack_metro", "-b", "240", "-n", "metro"], env=graph.environment,
                                     stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
            try:
                with play(graph, "--scene", scene, *words) as stage:
                    stage.wait(playing)
                    if words:
                        stage.wait(lambda stage: len([text for text in stage.said("connected")
                                                      if text.startswith("metro:")]) == 2)
                    return probe(graph, 3, [])
            finally:
                metro.kill()
                metro.wait(60)

    def ticks(sound):
        """How much each side changes: the patch's own constant does not."""
        return [peak(numpy.diff(numpy.nan_to_num(side))) for side in sound[:, RATE:]]

    assert min(ticks(take("--from", "metro*"))) > 0.01
    # A busy machine makes the scene late: its constant of 0.2 fades within 10 ms, by 0.0004 a frame.
    assert max(ticks(take())) < 0.001
