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


# Things of a kitchen: the hertz, level and seconds to a thousandth of what rings, and how much of a short
# noise, with its seconds and the hertz below which it is dull.
KITCHEN = {
    "pot": ([(62, 1.0, 0.5), (94, 0.35, 0.3), (171, 0.25, 0.4), (263, 0.16, 0.5), (412, 0.1, 0.35),
             (688, 0.05, 0.25)], 0.35, 0.012, 900),
    "cork": ([(820, 1.0, 0.05), (1460, 0.5, 0.035), (2310, 0.2, 0.02)], 0.25, 0.004, 3000),
    "tin": ([(236, 0.7, 0.16), (391, 0.6, 0.12), (655, 0.5, 0.14), (1130, 0.4, 0.1), (1890, 0.4, 0.12),
             (3050, 0.3, 0.09)], 1.6, 0.16, 9000),
    "spoon": ([(2140, 0.6, 0.3), (3870, 1.0, 0.4), (5230, 0.6, 0.25), (7420, 0.7, 0.3), (9610, 0.5, 0.2)],
              0.9, 0.006, 15000),
    "bottle": ([(98, 1.0, 0.45), (197, 0.3, 0.2), (1410, 0.12, 0.2), (2630, 0.06, 0.15)], 0.2, 0.02, 1800),
    "lid": ([(523, 0.3, 1.4), (811, 0.5, 1.2), (1307, 0.5, 1.5), (1931, 0.6, 1.1), (2777, 0.6, 0.9),
             (3461, 0.6, 1.0), (4519, 0.5, 0.8), (5807, 0.5, 0.7), (7331, 0.4, 0.5), (9203, 0.3, 0.4)],
            0.8, 0.05, 15000),
    "glass": ([(831, 1.0, 1.6), (2176, 0.5, 0.9), (4060, 0.35, 0.5), (6398, 0.2, 0.3)], 0.15, 0.003, 12000),
    "salt": ([], 1.0, 0.07, 15000),
}


def struck(name, seconds, rate):
    """A thing of the kitchen that is struck once; every tone is two that beat a little."""
    ringing, share, length, dull = KITCHEN[name]
    random = numpy.random.Generator(numpy.random.PCG64(sum(map(ord, name))))
    time = numpy.arange(int(seconds * rate)) / rate
    sound = numpy.zeros(len(time))
    for hertz, level, thousandth in ringing:
        decay = numpy.exp(-6.9078 / thousandth * time)
        for side in (1.0, 1.004):
            # A stroke bends what is soft: the tone begins a little higher.
            turns = hertz * side * (time + 0.06 * 0.02 * (1 - numpy.exp(-time / 0.02)))
            sound += 0.5 * level * decay * numpy.sin(2 * numpy.pi * (turns + random.random()))
    noise = random.standard_normal(len(time))
    smooth, last = numpy.exp(-2 * numpy.pi * dull / rate), 0.0
    for place, value in enumerate(noise):
        last = value + smooth * (last - value)
        noise[place] = last
    # Salt is many grains in a short while.
    grains = random.random(len(time)) < 0.05 if name == "salt" else 1.0
    sound += share * noise * grains * numpy.exp(-time / length) * numpy.minimum(1, time / 0.0005)
    return sound * numpy.minimum(1, (seconds - time) / 0.02)


def overtones():
    """Seventeen cycles of a throat: a soft ground, and one overtone alone that is sung out loud, from the
    fourth to the twelfth; between two, half of each."""
    cycles = []
    place = numpy.arange(CYCLE) / CYCLE
    for step in range(17):
        sung = 4 + step / 2
        cycle = numpy.zeros(CYCLE)
        for number in range(1, 25):
            ground = number ** -1.6 * (0.6 if number > 3 else 1.0)
            loud = 1.1 * max(0.0, 1 - abs(number - sung)) ** 0.5
            cycle += max(ground, loud) * numpy.sin(2 * numpy.pi * (number * place + number * number / 48))
        cycles.append(cycle / numpy.sqrt((cycle ** 2).mean()))
    return numpy.concatenate(cycles)


FILES = {
    "great_bell.wav": lambda: wave(24000, bell(130.81, 4.0, 24000, 1.3, 3)),
    "small_bell.wav": lambda: wave(32000, bell(523.25, 2.2, 32000, 0.75, 5)),
    "sieve.wav": lambda: wave(48000, sieve()),
    "kitchen_pot.wav": lambda: wave(16000, struck("pot", 0.7, 16000)),
    "kitchen_cork.wav": lambda: wave(24000, struck("cork", 0.15, 24000)),
    "kitchen_tin.wav": lambda: wave(32000, struck("tin", 0.5, 32000)),
    "kitchen_spoon.wav": lambda: wave(44100, struck("spoon", 0.5, 44100)),
    "kitchen_bottle.wav": lambda: wave(16000, struck("bottle", 0.6, 16000)),
    "kitchen_lid.wav": lambda: wave(44100, struck("lid", 1.5, 44100)),
    "kitchen_glass.wav": lambda: wave(32000, struck("glass", 1.4, 32000)),
    "kitchen_salt.wav": lambda: wave(44100, struck("salt", 0.4, 44100)),
    "overtones.wav": lambda: wave(48000, overtones()),
}


def main():
    FOLDER.mkdir(exist_ok=True)
    for name, make in FILES.items():
        (FOLDER / name).write_bytes(make())


if __name__ == "__main__":
    main()
