// The part of the keyboard that an instrument of a rig plays. Any thread; values.

/// Channels, keys and velocities that an instrument plays, and its transposition.
public struct KeyZone: Equatable, Sendable, BitwiseCopyable {
  /// The MIDI channels, a bit each.
  public var channels: UInt16 = 0xFFFF
  /// The lowest key.
  public var lowKey: UInt8 = 0
  /// The highest key.
  public var highKey: UInt8 = 127
  /// The least velocity.
  public var lowVelocity: UInt8 = 1
  /// The greatest velocity.
  public var highVelocity: UInt8 = 127
  /// Semitones that are added to each key.
  public var transpose: Int8 = 0

  /// All keys of all channels.
  @_noLocks public init() {}

  /// The zone in one word, so that another thread sees all of it change at once.
  var bits: UInt64 {
    UInt64(channels) | UInt64(lowKey) << 16 | UInt64(highKey) << 24 | UInt64(lowVelocity) << 32
      | UInt64(highVelocity) << 40 | UInt64(UInt8(bitPattern: transpose)) << 48
  }

  @_noLocks init(bits: UInt64) {
    channels = UInt16(truncatingIfNeeded: bits)
    lowKey = UInt8(truncatingIfNeeded: bits >> 16)
    highKey = UInt8(truncatingIfNeeded: bits >> 24)
    lowVelocity = UInt8(truncatingIfNeeded: bits >> 32)
    highVelocity = UInt8(truncatingIfNeeded: bits >> 40)
    transpose = Int8(bitPattern: UInt8(truncatingIfNeeded: bits >> 48))
  }

  @_noLocks func hears(_ channel: Int) -> Bool { channels & (1 << UInt16(channel & 15)) != 0 }

  /// The key that is sent for a note that begins, or -1 if the instrument does not play it.
  @_noLocks func key(of key: Int, _ velocity: Int, _ channel: Int) -> Int {
    guard hears(channel), key >= Int(lowKey), key <= Int(highKey), velocity >= Int(lowVelocity),
      velocity <= Int(highVelocity)
    else { return -1 }
    let sent = key + Int(transpose)
    return sent >= 0 && sent < 128 ? sent : -1
  }
}
