// The controllers of a MIDI channel, and the values that a note gets from its channel and its zone's manager.
// Audio thread.

/// The controllers of one MIDI channel; nil before the first message.
public struct ChannelState {
  public var bend: Float = 0  // −1…1
  public var modulation: Float = 0
  public var expression: Float = 1
  /// The gain of CC 7: 1 before the first message.
  public var volume: Float = 1
  /// The place of CC 10, −1 (left)…1.
  public var pan: Float = 0
  public var timbre: Float?
  public var pressure: Float?
  public var sustain = false
  public var selection = ParameterSelection()
  public var otherSelection = OtherParameterSelection()
  /// The second half of the velocity for the next note.
  public var velocityFine: UInt8?
  /// The first halves of controllers 0 to 31, and one bit for each that has come.
  private var coarse = InlineArray<32, UInt8>(repeating: 0)
  private var known: UInt32 = 0
  /// The numbers of a recorded touch.
  public var pairs = TouchPairs()
  /// The key of the note that carries a recorded touch, while it is down.
  public var touchKey: UInt8?

  @_noLocks public init() {}

  /// Resets the controllers that RP-015 names. Volume and pan stay; so do CC 74 and the numbers of a touch,
  /// because they belong to a sound.
  @_noLocks public mutating func resetControllers() {
    var next = ChannelState()
    (next.volume, next.pan) = (volume, pan)
    next.timbre = timbre
    next.pairs = pairs
    next.touchKey = touchKey
    self = next
  }

  /// Applies one half of a controller. The first half of 0…31 counts as the whole of 0…127 until the second
  /// half (32…63) comes.
  /// - Returns: the controller (0…31) that changed, and its value, 0…1.
  @_noLocks public mutating func apply(_ number: UInt8, _ value: UInt8) -> (number: UInt8, amount: Float)? {
    if number < 32 {
      coarse[Int(number)] = value
      known |= 1 << UInt32(number)
      return (number, Float(value) / 127)
    }
    guard number < 64, known & (1 << UInt32(number - 32)) != 0 else { return nil }
    return (number - 32, Float(UInt16(coarse[Int(number - 32)]) << 7 | UInt16(value)) / 16_383)
  }
}

/// The values that a note gets from its channel. A note with a released key keeps them.
public struct NoteState: BitwiseCopyable {
  /// −1…1.
  public var bend: Float = 0
  /// Semitones.
  public var bendSemitones: Float = 0
  public var modulation: Float = 0
  public var expression: Float = 1
  /// A gain, and a place from −1 (left) to 1.
  public var volume: Float = 1
  public var pan: Float = 0
  public var timbre: Float?
  public var pressure: Float?

  @_noLocks public init() {}

  @_noLocks public init(_ channel: ChannelState, range: Float) {
    bend = channel.bend
    bendSemitones = channel.bend * range
    modulation = channel.modulation
    expression = channel.expression
    (volume, pan) = (channel.volume, channel.pan)
    timbre = channel.timbre
    pressure = channel.pressure
  }

  /// Combines the values with those of the zone's manager: bends add up, the greater pressure and modulation
  /// count, expressions and volumes multiply, pans add up, and the manager's CC 74 moves the note's value from
  /// the middle.
  @_noLocks public func with(manager: NoteState) -> NoteState {
    var both = self
    both.bendSemitones += manager.bendSemitones
    both.modulation = max(modulation, manager.modulation)
    both.expression *= manager.expression
    both.volume *= manager.volume
    both.pan = min(max(pan + manager.pan, -1), 1)
    if let offset = manager.timbre { both.timbre = min(max((timbre ?? 0.5) + offset - 0.5, 0), 1) }
    both.pressure = Self.greater(pressure, manager.pressure)
    return both
  }

  @_noLocks public static func greater(_ a: Float?, _ b: Float?) -> Float? {
    guard let a else { return b }
    guard let b else { return a }
    return max(a, b)
  }
}
