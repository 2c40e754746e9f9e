"""The seeds of random tests, as `testSeed` of Tests/TestSupport: the same numbers in each run, and new ones in a
campaign."""
import os

MASK = (1 << 64) - 1


def seed(name, default):
    """Returns the seed of a test, and prints it in the form that repeats the run: `NAME=123`.

    Without environment variables it is `default`. The variable `name` replaces it. TACTUS_CAMPAIGN_SEED=N gives
    each name a new seed, computed from N and the name."""
    chosen = os.environ.get(name)
    if chosen is None and "TACTUS_CAMPAIGN_SEED" in os.environ:
        chosen = campaign_seed(int(os.environ["TACTUS_CAMPAIGN_SEED"]), name)
    chosen = int(default if chosen is None else chosen)
    print(f"{name}={chosen}")
    return chosen


def campaign_seed(number, name):
    """The hash FNV-1a of the name, mixed with the number of the campaign by SplitMix64; its upper 32 bits."""
    state = 0xCBF29CE484222325
    for byte in name.encode():
        state = (state ^ byte) * 0x100000001B3 & MASK
    state = ((state ^ number) + 0x9E3779B97F4A7C15) & MASK
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & MASK
    state = (state ^ state >> 27) * 0x94D049BB133111EB & MASK
    return (state ^ state >> 31) >> 32
