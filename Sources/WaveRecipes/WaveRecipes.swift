// The harmonics of each wave. Any thread but the audio thread.
import Signal

/// Harmonic n of a cycle: sine·sin(2πnx) + cosine·cos(2πnx).
struct Harmonic: Equatable {
  var sine = 0.0
  var cosine = 0.0
}

/// The harmonics of a wave from the first to the 512th at most.
/// - Parameter position: 0…1, for morphing waves.
func harmonics(of wave: Wave, position t: Double) -> [Harmonic] {
  let most = WaveTables.harmonics(level: 0)
  switch wave {
  case .sine, .triangle, .saw, .square:
    // These four are not normalised: they keep the level that they have always had.
    return (1...most).map { Harmonic(sine: strength(wave, $0, t)) }
  case .morphSync, .morphFold, .morphFM: return evened(analysed(most) { formula(of: wave, t, $0) })
  default:
    return evened((1...most).map { Harmonic(sine: strength(wave, $0, t)) })
  }
}

/// The value of an analytic wave at a position in its cycle, 0…1.
func formula(of wave: Wave, _ t: Double, _ x: Double) -> Double {
  switch wave {
  case .morphSync:
    // A saw at 1 to 4 times the frequency that restarts with each cycle.
    let ratio = 1 + 3 * t
    return 2 * (x * ratio + 0.5 - (x * ratio + 0.5).rounded(.down)) - 1
  case .morphFold:
    // A sine of 1 to 6 quarter turns as the phase of another sine.
    return Exact.sine(turns: (1 + 5 * t) / 4 * Exact.sine(turns: x))
  default: return Exact.sine(turns: x + 5 * t / (2 * Double.pi) * Exact.sine(turns: x))
  }
}

/// The strength of harmonic n (from 1) as a sine, so that the wave begins at zero.
func strength(_ wave: Wave, _ n: Int, _ t: Double) -> Double {
  let x = Double(n)
  let isOdd = n % 2 == 1
  switch wave {
  case .sine: return n == 1 ? 1 : 0
  case .triangle: return isOdd ? 8 / (Double.pi * Double.pi) * (n % 4 == 1 ? 1 : -1) / (x * x) : 0
  case .saw: return 0.9 * 2 / Double.pi * (isOdd ? 1 : -1) / x
  case .square: return isOdd ? 0.6 * 4 / Double.pi / x : 0
  case .quarterPulse: return Exact.sine(turns: x / 8) / x
  case .eighthPulse: return Exact.sine(turns: x / 16) / x
  case .halfSine: return n == 1 ? 0.5 : isOdd ? 0 : 2 / Double.pi / (x * x - 1)
  case .softSaw: return Exact.power(x, -1.5)
  case .softSquare: return isOdd ? Exact.power(x, -1.5) : 0
  case .hollow: return isOdd ? Exact.power(0.8, x) : 0
  case .octaves: return n & (n - 1) == 0 ? 1 / (1 + Exact.binaryLogarithm(x)) : 0
  case .fifths: return isProduct(n, of: [2, 3]) ? Exact.power(x, -0.7) : 0
  case .primes: return n == 1 || isPrime(n) ? 1 / x : 0
  case .organFlute: return bars([1, 0.5, 0, 0.3, 0, 0, 0, 0.1], n)
  case .organFull: return bars([0.8, 1, 0.6, 0.8, 0, 0.5, 0, 0.6, 0, 0.2, 0, 0.2, 0, 0, 0, 0.2], n)
  case .organReed: return Exact.power(x, -0.8) * Exact.exponential(-x / 24) * (isOdd ? 1 : 0.6)
  case .brass: return (1 / x + 0.6 * bump(x, at: 6, width: 3)) * Exact.exponential(-x / 30)
  case .oboe:
    return (0.3 / x + bump(x, at: 4, width: 1.2) + 0.4 * bump(x, at: 10, width: 2))
      * Exact.exponential(-x / 40)
  case .clarinet: return (isOdd ? 1 : 0.12) * Exact.power(x, -0.9) * Exact.exponential(-x / 20)
  case .flute: return bars([1, 0.42, 0.12, 0.06, 0.02, 0.01], n)
  case .string: return Exact.sine(turns: x / 14) / x
  case .plectrum:
    return Exact.sine(turns: x / 26) * Exact.power(x, -0.7) * Exact.exponential(-x / 100)
  case .bell: return bars([0.7, 1, 0.8, 0.1, 0.6, 0, 0.5, 0, 0.3, 0, 0.35, 0, 0, 0.2, 0, 0, 0.2], n)
  case .voiceA: return vowel(x, 0)
  case .voiceE: return vowel(x, 1)
  case .voiceI: return vowel(x, 2)
  case .voiceO: return vowel(x, 3)
  case .voiceU: return vowel(x, 4)
  case .morphSweep: return Exact.exponential(-x / (1 + 255 * t * t * t)) / x
  case .morphWidth: return Exact.sine(turns: x * (0.5 - 0.46 * t) / 2) / x
  case .morphVowels: return vowel(x, t * 4)
  case .morphDrawbars:
    let place = Exact.binaryLogarithm(x)
    let isBar = n & (n - 1) == 0 || n % 3 == 0
    return isBar ? Exact.exponential(-squared(place - 4 * t)) + (n == 1 ? 0.4 : 0) : 0
  case .morphComb: return Exact.power(x, -0.8) * squared(Exact.cosine(turns: x * t / 4 * 0.9))
  case .morphSync, .morphFold, .morphFM, .user: return 0
  }
}

private func bars(_ levels: [Double], _ n: Int) -> Double { n <= levels.count ? levels[n - 1] : 0 }

private func bump(_ x: Double, at centre: Double, width: Double) -> Double {
  Exact.exponential(-squared((x - centre) / width))
}

private func squared(_ x: Double) -> Double { x * x }

private func isPrime(_ n: Int) -> Bool { n > 1 && !(2..<n).contains { $0 * $0 <= n && n % $0 == 0 } }

private func isProduct(_ n: Int, of factors: [Int]) -> Bool {
  factors.reduce(n) { rest, factor in
    var rest = rest
    while rest % factor == 0 { rest /= factor }
    return rest
  } == 1
}

/// Formants of a, e, i, o, u in hertz for a voice at 130.8 Hz (G. Peterson,
/// H. Barney, "Control methods used in a study of the vowels", JASA 1952,
/// men's averages for the first two). Between two whole `place`s they glide.
private func vowel(_ x: Double, _ place: Double) -> Double {
  let formants: [[Double]] = [
    [730, 1090, 2440], [530, 1840, 2480], [270, 2290, 3010], [570, 840, 2410], [300, 870, 2240],
  ]
  let lower = min(Int(place), 3)
  let t = place - Double(lower)
  let hertz = x * 130.8
  return zip(zip(formants[lower], formants[lower + 1]), [1, 0.5, 0.25]).reduce(0.02 / x) { sum, item in
    let ((from, to), level) = item
    let centre = from * Exact.power(to / from, t)
    return sum + level * Exact.exponential(-squared((hertz - centre) / (60 + centre * 0.12)))
  }
}

/// The harmonics of one cycle of a function of 0…1, computed from 8192 samples.
private func analysed(_ most: Int, _ wave: (Double) -> Double) -> [Harmonic] {
  let count = 8192
  // Sampled half a sample late, so that a jump at 0 lies between two samples; the phases are turned back
  // by as much.
  var spectrum = ComplexNumbers(
    real: (0..<count).map { wave((Double($0) + 0.5) / Double(count)) },
    imaginary: [Double](repeating: 0, count: count))
  spectrum.transform()
  return (1...most).map { n in
    let sine = -spectrum.imaginary[n] * 2 / Double(count), cosine = spectrum.real[n] * 2 / Double(count)
    let turns = Double(n) / Double(2 * count)
    let (s, c) = (Exact.sine(turns: turns), Exact.cosine(turns: turns))
    return Harmonic(sine: sine * c + cosine * s, cosine: cosine * c - sine * s)
  }
}

/// Scales the harmonics to a root mean square of 0.55, so that all waves are equally loud.
private func evened(_ harmonics: [Harmonic]) -> [Harmonic] {
  let power = harmonics.reduce(0) { $0 + ($1.sine * $1.sine + $1.cosine * $1.cosine) / 2 }
  let factor = 0.55 / power.squareRoot()
  return harmonics.map { Harmonic(sine: $0.sine * factor, cosine: $0.cosine * factor) }
}
