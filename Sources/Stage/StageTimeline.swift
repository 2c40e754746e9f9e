// Where the music is: a line of beats over time, from whatever keeps the time. Any thread; values.
import Hosting

/// Beats along a straight line, from the frame or the moment at which one of them was known.
public struct StageTimeline: BitwiseCopyable, Sendable {
  /// Quarter notes a minute.
  public var tempo = 120.0
  /// The beat at the anchor.
  public var beat = 0.0
  public var beatsPerBar = 4.0
  public var isRolling = false
  /// The unit of the anchor: frames of the audio thread, or microseconds of CLOCK_MONOTONIC.
  public var countsTime = false
  public var anchor: Int64 = 0

  @_noLocks public init() {}

  /// The beat at a frame and its moment.
  @_noLocks public func beat(at frame: Int64, _ microseconds: Int64, rate: Double) -> Double {
    guard isRolling else { return beat }
    let seconds = countsTime ? Double(microseconds - anchor) / 1e6 : Double(frame - anchor) / rate
    return beat + seconds * tempo / 60
  }

  /// The greatest whole number that is not above `value`, without the library's rounding, which may lock.
  @_noLocks static func floor(_ value: Double) -> Double {
    let whole = Double(Int64(value))
    return whole > value ? whole - 1 : whole
  }

  /// The position that a plugin gets for a frame.
  @_noLocks func position(at frame: Int64, _ microseconds: Int64, rate: Double) -> Position {
    let beat = beat(at: frame, microseconds, rate: rate)
    let bar = Self.floor(beat / beatsPerBar)
    return Position(
      frame: Int64(beat * 60 / tempo * rate), speed: isRolling ? 1 : 0, beatsPerMinute: Float(tempo),
      bar: Int64(bar), barBeat: Float(beat - bar * beatsPerBar), beatsPerBar: Float(beatsPerBar))
  }
}
