// A quiet sound that says how far something is from where it should be. Audio thread.
import Lanes

/// Two sines, one of them fixed. The other one is a fifth above it at the distance 1, comes nearer with the distance, and
/// beats against the first ever more slowly, until both are one tone at the distance 0: as strings are tuned.
public struct GuideTone: BitwiseCopyable, Sendable {
  /// The fixed tone in Hz.
  public static var hertz: Float { @_noLocks get { 330 } }
  /// The semitones between both at the distance 1.
  public static var widest: Float { @_noLocks get { 7 } }
  /// The greatest amplitude of each tone: −30 dB.
  static var amplitude: Float { @_noLocks get { 0.032 } }
  /// The seconds after which it ends if no distance comes any more.
  static var patience: Float { @_noLocks get { 1 } }

  private let sampleRate: Float
  private let fade: Float
  /// The wanted and the present level, 0 or `amplitude`, and the wanted and the present ratio of both tones.
  private var wanted: Float = 0
  private var level: Float = 0
  private var ratio: Float = 1
  private var presentRatio: Float = 1
  /// Turns of both tones.
  private var phase: Float = 0
  private var otherPhase: Float = 0
  /// Frames until it ends.
  private var rest = 0

  /// - Parameter sampleRate: 8,000 to 192,000.
  @_noLocks public init(sampleRate: Float) {
    self.sampleRate = sampleRate
    fade = 1 / (0.02 * sampleRate)
  }

  /// Whether anything is to be heard.
  public var isActive: Bool { @_noLocks get { level > 0 || wanted > 0 } }

  /// Ends at once.
  @_noLocks public mutating func reset() { self = GuideTone(sampleRate: sampleRate) }

  /// Sounds with a distance, 0…1; a negative one, or one that is no number, ends it.
  @_noLocks public mutating func set(distance: Float) {
    guard distance >= 0 else {
      wanted = 0
      return
    }
    let isNew = !isActive
    wanted = Self.amplitude
    ratio = Scalar.exp2(distance.limited(0, 1) * Self.widest / 12)
    if isNew { presentRatio = ratio }
    rest = Int(Self.patience * sampleRate)
  }

  /// Adds the sound to both sides.
  @_noLocks public mutating func add(
    to left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    guard isActive else { return }
    if rest <= 0 { wanted = 0 }
    rest -= count
    let step = Self.hertz / sampleRate
    for index in 0..<count {
      let way = (wanted - level).limited(-Self.amplitude * fade, Self.amplitude * fade)
      level += way
      presentRatio += (ratio - presentRatio) * fade
      phase += step
      otherPhase += step * presentRatio
      phase -= Scalar.floor(phase)
      otherPhase -= Scalar.floor(otherPhase)
      let sample = level * (Scalar.sine(turns: phase) + Scalar.sine(turns: otherPhase))
      left[index] += sample
      right[index] += sample
    }
    if level <= 0 && wanted <= 0 { reset() }
  }
}
