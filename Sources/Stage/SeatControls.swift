// The zone and the mix of an instrument, which other threads change while it plays.
import Foundation
import Synchronization

/// The place of an instrument in the mix.
public struct SeatMix: Equatable, Sendable {
  /// The level in decibels.
  public var level: Float
  /// The place between left, -1, and right, 1.
  public var pan: Float
  /// Whether it is silent.
  public var isMuted: Bool

  /// An instrument in the middle.
  public init(level: Float = 0, pan: Float = 0, isMuted: Bool = false) {
    (self.level, self.pan, self.isMuted) = (level, pan, isMuted)
  }

  /// The factors of the left and the right side. Their power is that of the level at each place, and in the middle
  /// both are the level: √2 · cos and √2 · sin of (1 + pan) · 45°.
  public var gains: (left: Float, right: Float) {
    if isMuted { return (0, 0) }
    let gain = pow(10, Double(level) / 20)
    if pan == 0 { return (Float(gain), Float(gain)) }
    let angle = (1 + Double(max(-1, min(1, pan)))) * .pi / 4
    return (
      Float(gain * 2.squareRoot() * max(0, cos(angle))), Float(gain * 2.squareRoot() * max(0, sin(angle)))
    )
  }
}

/// Written by other threads, read by the audio thread; it lives behind a pointer.
struct SeatControls: ~Copyable {
  private let zoneBits: Atomic<UInt64>
  private let gainBits: Atomic<UInt64>
  /// The greatest sample since the last look, as bits, which have the order of the samples.
  private let peak = Atomic<UInt32>(0)

  init(_ zone: KeyZone, _ gains: (left: Float, right: Float)) {
    zoneBits = Atomic(zone.bits)
    gainBits = Atomic(Self.bits(gains))
  }

  private static func bits(_ gains: (left: Float, right: Float)) -> UInt64 {
    UInt64(gains.left.bitPattern) | UInt64(gains.right.bitPattern) << 32
  }

  var zone: KeyZone { @_noLocks get { KeyZone(bits: zoneBits.load(ordering: .relaxed)) } }
  func set(_ zone: KeyZone) { zoneBits.store(zone.bits, ordering: .relaxed) }
  func set(_ gains: (left: Float, right: Float)) { gainBits.store(Self.bits(gains), ordering: .relaxed) }

  @_noLocks func note(_ level: Float) {
    peak.store(max(peak.load(ordering: .relaxed), level.bitPattern), ordering: .relaxed)
  }
  func takePeak() -> Float { Float(bitPattern: peak.exchange(0, ordering: .relaxed)) }

  var left: Float {
    @_noLocks get { Float(bitPattern: UInt32(truncatingIfNeeded: gainBits.load(ordering: .relaxed))) }
  }
  var right: Float {
    @_noLocks get { Float(bitPattern: UInt32(truncatingIfNeeded: gainBits.load(ordering: .relaxed) >> 32)) }
  }
}

/// A factor that goes to another one in a line, so that nothing clicks.
struct GainRamp: BitwiseCopyable {
  private(set) var gain: Float

  /// The time from silence to full level, in seconds.
  static var seconds: Double { @_noLocks get { 0.02 } }

  @_noLocks init(_ gain: Float) { self.gain = gain }

  /// The factor of the next frame.
  /// - Parameter step: The greatest difference between two frames.
  @_noLocks mutating func next(_ target: Float, _ step: Float) -> Float {
    if gain < target {
      gain = gain + step < target ? gain + step : target
    } else if gain > target {
      gain = gain - step > target ? gain - step : target
    }
    return gain
  }
}
