"""The recorded sounds of the bundle, computed: bells by their partials, a wavetable by its harmonics.
`python3 gallery/sounds.py` writes bundle/samples."""
import pathlib
import struct

import numpy

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "bundle" / "samples"
CYCLE = 2048


def wave(rate, frames):
    """A WAV file of 16 bits, one channel, with its peak at -1 dBFS."""
    peak = 10 ** (-1 / 20) * 32767
    data = numpy.round(frames / abs(frames).max() * peak).astype("<i2").tobytes()
    head = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(data), b"WAVE", b"fmt ", 16, 1, 1, rate,
                       2 * rate, 2, 16, b"data", len(data))
    return head + data


# Of a bell with a minor third: partial, level, seconds to a thousandth, and how far its two forms beat, in
# hertz. Founders call the first five hum, prime, tierce, quint and nominal.
BELL = [(0.5, 0.3, 6.0, 0.2), (1.0, 0.5, 4.0, 0.5), (1.2, 0.9, 3.4, 0.7), (1.5, 0.4, 2.4, 0.9),
        (2.0, 1.2, 3.2, 1.1), (2.51, 0.5, 1.8, 1.5), (2.66, 0.45, 1.7, 1.3), (3.01, 0.9, 2.0, 1.9),
        (4.17, 0.8, 1.6, 2.3), (5.43, 0.7, 1.2, 2.9), (6.8, 0.55, 0.9, 3.1), (8.21, 0.45, 0.7, 3.7),
        (9.7, 0.4, 0.6, 4.1), (11.3, 0.35, 0.5, 4.3), (13.0, 0.3, 0.42, 4.7), (14.9, 0.25, 0.36, 5.1),
        (17.1, 0.2, 0.3, 5.3), (19.5, 0.16, 0.26, 5.9), (22.2, 0.13, 0.22, 6.1), (25.3, 0.1, 0.18, 6.7)]


def bell(hertz, seconds, rate, slower, seed):
    """A bell that is struck once; `slower` stretches its decay."""
    random = numpy.random.Generator(numpy.random.PCG64(seed))
    time = numpy.arange(int(seconds * rate)) / rate
    sound = numpy.zeros(len(time))
    for partial, level, thousandth, beat in BELL:
        decay = numpy.exp(-6.9078 / (thousandth * slower) * time)
        for side in (-0.5, 0.5):
            frequency = hertz * partial + side * beat
            if frequency < 0.45 * rate:
                turns = frequency * time + random.random()
                sound += level * (0.7 if side < 0 else 1.0) * decay * numpy.sin(2 * numpy.pi * turns)
    # The clapper: a short noise.
    sound += 0.8 * random.standard_normal(len(time)) * numpy.exp(-time / 0.004)
    sound *= numpy.minimum(1, time / 0.0006)
    return sound * numpy.minimum(1, (seconds - time) / 0.4)


def sieve():
    """Eight cycles: all harmonics, then without the multiples of 2, of 3, of 5 … but for the primes
    themselves, and at last the fundamental with the primes above it alone."""
    generator = numpy.random.Generator(numpy.random.PCG64(11))
    count = 200
    phases = generator.random(count + 1)
    primes = [2, 3, 5, 7, 11, 13]
    cycles = []
    place = numpy.arange(CYCLE) / CYCLE
    for step in range(8):
        left = [number for number in range(1, count + 1)
                if all(number % prime or number == prime for prime in primes[:step])]
        cycle = numpy.zeros(CYCLE)
        for number in left:
            # The last cycle strikes out the fundamental's neighbours as well: its octave and fifth.
            if step == 7 and number in (2, 3):
                continue
            cycle += number ** -0.8 * numpy.sin(2 * numpy.pi * (number * place + phases[number]))
        # Each as loud as the others.
        cycles.append(cycle / numpy.sqrt((cycle ** 2).mean()))
    return numpy.concatenate(cycles)


FILES = {
    "great_bell.wav": lambda: wave(24000, bell(130.81, 4.0, 24000, 1.3, 3)),
    "small_bell.wav": lambda: wave(32000, bell(523.25, 2.2, 32000, 0.75, 5)),
    "sieve.wav": lambda: wave(48000, sieve()),
}


def main():
    FOLDER.mkdir(exist_ok=True)
    for name, make in FILES.items():
        (FOLDER / name).write_bytes(make())


if __name__ == "__main__":
    main()
