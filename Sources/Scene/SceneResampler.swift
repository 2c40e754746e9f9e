// A scene at a sample rate of its own: the host's frames to those of Pd, and back. Audio thread, but `init`.
import Lanes

/// Band-limited interpolation both ways, by a windowed sinc of 32 zero crossings on each side (Kaiser,
/// β = 9; J. O. Smith, "Digital Audio Resampling"). Frame q of Pd lies at q · host rate / Pd's rate of the
/// host, so the same sound comes at every block size.
///
/// It passes up to 0.42 of the lower rate, and what is mirrored lies 85 dB below.
struct SceneResampler {
  private static var crossings: Int { @_noLocks get { 32 } }
  /// The most positions between two frames that have coefficients of their own.
  private static let mostPhases = 4096

  /// Whether the two rates differ.
  let isNeeded: Bool
  /// The rates without their common divisor: Pd's, and the host's.
  private let up: Int
  private let down: Int
  /// Frames of the host on each side of a frame of Pd, and frames of Pd on each side of one of the host.
  private let half: Int
  private let reach: Int
  private let toPd: UnsafeMutablePointer<Float>
  private let toHost: UnsafeMutablePointer<Float>
  private let phasesToPd: Int
  private let phasesToHost: Int
  /// The last frames of the host, and of Pd's answers, the right ones behind the left ones.
  private let heard: UnsafeMutablePointer<Float>
  private let heardMask: Int
  private let answers: UnsafeMutablePointer<Float>
  private let answersMask: Int
  /// One tick for Pd.
  let tick: UnsafeMutablePointer<Float>
  /// The next tick that Pd gets; and the last of its answers that was kept. −1: none yet.
  private(set) var next = -1
  private var kept = -1
  /// The latency of both directions, in frames of the host.
  let latency: Int

  /// - Parameters:
  ///   - host: Hz.
  ///   - own: Pd's, Hz; both are at least 1.
  init(host: Int, own: Int) {
    isNeeded = host != own
    var (a, b) = (host, own)
    while b != 0 { (a, b) = (b, a % b) }
    (up, down) = (own / a, host / a)
    let low = Double(min(host, own))
    half = Int(Double(Self.crossings * host) / low) + 1
    reach = Int(Double(Self.crossings * own) / low) + 1
    latency = isNeeded ? ((reach + PdTick.frames) * down + up - 1) / up + half + 2 : 0
    (phasesToPd, phasesToHost) = (min(up, Self.mostPhases), min(down, Self.mostPhases))
    let isNeeded = isNeeded
    func size(_ least: Int) -> Int {
      var size = 1024
      while size < least { size *= 2 }
      return isNeeded ? size : 1
    }
    let heardSize = size(2 * half + (PdTick.frames * down) / up + 4 * PdTick.frames)
    let answersSize = size(2 * reach + 4 * PdTick.frames)
    (heardMask, answersMask) = (heardSize - 1, answersSize - 1)
    heard = Pages.allocate(2 * heardSize)
    heard.initialize(repeating: 0, count: 2 * heardSize)
    answers = Pages.allocate(2 * answersSize)
    answers.initialize(repeating: 0, count: 2 * answersSize)
    tick = .allocate(capacity: 2 * PdTick.frames)
    tick.initialize(repeating: 0, count: 2 * PdTick.frames)
    toPd = Pages.allocate(isNeeded ? phasesToPd * 2 * half : 1)
    toHost = Pages.allocate(isNeeded ? phasesToHost * 2 * reach : 1)
    if isNeeded {
      let width = 0.93 * low
      Self.fill(toPd, phases: phasesToPd, half: half, bandwidth: width / Double(host))
      Self.fill(toHost, phases: phasesToHost, half: reach, bandwidth: width / Double(own))
    }
  }

  func deallocate() {
    Pages.free(heard, 2 * (heardMask + 1))
    Pages.free(answers, 2 * (answersMask + 1))
    tick.deallocate()
    Pages.free(toPd, isNeeded ? phasesToPd * 2 * half : 1)
    Pages.free(toHost, isNeeded ? phasesToHost * 2 * reach : 1)
  }

  /// The coefficients of each phase; those of one have the sum 1.
  private static func fill(
    _ table: UnsafeMutablePointer<Float>, phases: Int, half: Int, bandwidth: Double
  ) {
    for phase in 0..<phases {
      let row = table + phase * 2 * half
      var sum = 0.0
      for tap in 0..<2 * half {
        let x = Double(tap - half + 1) - Double(phase) / Double(phases)
        let value = sinc(x * bandwidth) * window(x / Double(half))
        row[tap] = Float(value)
        sum += value
      }
      for tap in 0..<2 * half { row[tap] = Float(Double(row[tap]) / sum) }
    }
  }

  /// sin(πx) / (πx).
  private static func sinc(_ x: Double) -> Double {
    if x.magnitude < 1e-9 { return 1 }
    let turns = x / 2 - (x / 2).rounded()
    return Double(Scalar.sine(turns: Float(turns))) / (Double.pi * x)
  }

  /// Kaiser's window from −1 to 1.
  private static func window(_ x: Double) -> Double {
    x.magnitude >= 1 ? 0 : bessel(ofRoot: 81 * (1 - x * x)) / bessel(ofRoot: 81)
  }

  /// The modified Bessel function of order 0 of the root of a number, by its series, which has even powers
  /// alone.
  private static func bessel(ofRoot square: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for index in 1...40 {
      term *= square / Double(4 * index * index)
      sum += term
    }
    return sum
  }

  /// The whole number not above a / b.
  @_noLocks private static func floor(_ a: Int, _ b: Int) -> Int { a >= 0 ? a / b : -((-a + b - 1) / b) }

  // MARK: To Pd

  /// Keeps a tick of the host: 64 of the left, then 64 of the right.
  @_noLocks mutating func hear(_ number: Int, _ frames: UnsafePointer<Float>) {
    let first = number * PdTick.frames
    if next < 0 { next = (first * up + down * PdTick.frames - 1) / (down * PdTick.frames) }
    for index in 0..<PdTick.frames {
      heard[(first + index) & heardMask] = frames[index]
      heard[heardMask + 1 + (first + index) & heardMask] = frames[PdTick.frames + index]
    }
  }

  /// Makes the next tick for Pd in `tick`, if the host's frames before `end` are enough. Its number.
  @_noLocks mutating func makeTick(before end: Int) -> Int? {
    let last = next * PdTick.frames + PdTick.frames - 1
    guard last * down / up + half < end else { return nil }
    for index in 0..<PdTick.frames {
      let place = (next * PdTick.frames + index) * down
      let middle = place / up
      let row = toPd + (place % up) * phasesToPd / up * 2 * half
      var (left, right) = (Float(0), Float(0))
      for tap in 0..<2 * half {
        let at = (middle - half + 1 + tap) & heardMask
        left += heard[at] * row[tap]
        right += heard[heardMask + 1 + at] * row[tap]
      }
      (tick[index], tick[PdTick.frames + index]) = (left, right)
    }
    next += 1
    return next - 1
  }

  // MARK: From Pd

  /// The last tick of Pd that a frame of the host needs.
  @_noLocks func tick(of frame: Int) -> Int {
    Self.floor(Self.floor(frame * up, down) + reach, PdTick.frames)
  }

  /// The first tick that it needs.
  @_noLocks func firstTick(of frame: Int) -> Int {
    Self.floor(Self.floor(frame * up, down) - reach + 1, PdTick.frames)
  }

  /// The frame of the host at which a tick begins.
  @_noLocks func frame(ofTick number: Int) -> Int { (number * PdTick.frames * down + up - 1) / up }

  /// Whether a tick was kept already.
  @_noLocks func isKept(_ number: Int) -> Bool { number <= kept }

  /// Keeps what Pd has made of a tick; nil: nothing, which is silent.
  @_noLocks mutating func keep(_ number: Int, _ sound: UnsafePointer<Float>?) {
    for index in 0..<PdTick.frames {
      let at = (number * PdTick.frames + index) & answersMask
      answers[at] = sound?[index] ?? 0
      answers[answersMask + 1 + at] = sound?[PdTick.frames + index] ?? 0
    }
    kept = number
  }

  /// The number of the next tick to keep before this one: ticks that are longer ago than the memory are left
  /// out.
  @_noLocks func nextToKeep(before number: Int) -> Int {
    max(kept + 1, number - (answersMask + 1) / PdTick.frames + 1)
  }

  /// A frame of the host.
  @_noLocks func sound(at frame: Int) -> (left: Float, right: Float) {
    let middle = Self.floor(frame * up, down)
    let row = toHost + (frame * up - middle * down) * phasesToHost / down * 2 * reach
    var (left, right) = (Float(0), Float(0))
    for tap in 0..<2 * reach {
      let at = (middle - reach + 1 + tap) & answersMask
      left += answers[at] * row[tap]
      right += answers[answersMask + 1 + at] * row[tap]
    }
    return (left, right)
  }
}
