// What MIDI channels say, and what a note hears of its own channel and of its zone's manager. Audio thread.
import Music

/// What a MIDI channel's controllers say; nil: nothing yet.
struct ChannelState {
  var bend: Float = 0  // −1…1
  var modulation: Float = 0
  var expression: Float = 1
  var timbre: Float?
  var pressure: Float?
  var sustain = false
  var selection = ParameterSelection()
  /// The second half of the next note's velocity.
  var velocityFine: UInt8?
  /// The first halves of controllers 0 to 31, and which of them have come.
  private var coarse = InlineArray<32, UInt8>(repeating: 0)
  private var known: UInt32 = 0
  /// A recorded touch, as the pairs say it.
  var place = TouchPairs()
  /// The note that is such a touch, as long as it is down.
  var touchKey: UInt8?

  @_noLocks init() {}

  /// Controllers are reset (RP-015): what belongs to a sound stays, as CC 74 and the place of a touch.
  @_noLocks mutating func resetControllers() {
    var next = ChannelState()
    next.timbre = timbre
    next.place = place
    next.touchKey = touchKey
    self = next
  }

  /// Takes half of a controller over: the first half of 0…31 is worth the whole of 0…127 until the second one (32…63)
  /// comes.
  /// - Returns: the controller of which something is known now, and its value, 0…1.
  @_noLocks mutating func take(_ number: UInt8, _ value: UInt8) -> (number: UInt8, amount: Float)? {
    if number < 32 {
      coarse[Int(number)] = value
      known |= 1 << UInt32(number)
      return (number, Float(value) / 127)
    }
    guard number < 64, known & (1 << UInt32(number - 32)) != 0 else { return nil }
    return (number - 32, Float(UInt16(coarse[Int(number - 32)]) << 7 | UInt16(value)) / 16_383)
  }
}

/// The four numbers of a recorded touch on their way in: x, y, radius and pressure as controllers 16 to 19 with their
/// second halves, 48 to 51.
///
/// A number counts when both halves come on one frame, in either order: hosts that draw lines between recorded
/// values then change nothing.
struct TouchPairs: BitwiseCopyable {
  private var halves = InlineArray<8, UInt8>(repeating: 0)
  private var isHere: UInt8 = 0
  private var frame: Int64 = -1
  private var numbers = InlineArray<4, Float>(repeating: 0)
  /// Which of the four have come since the last note, and which since they were last looked at; a bit each.
  private(set) var known: UInt8 = 0
  private(set) var fresh: UInt8 = 0

  @_noLocks init() {}

  var isComplete: Bool { @_noLocks get { known == 0x0F } }

  /// Takes a controller over.
  /// - Returns: false when it is none of a touch.
  @_noLocks mutating func take(_ number: UInt8, _ value: UInt8, frame: Int64) -> Bool {
    let isFine = 48...51 ~= number
    guard isFine || 16...19 ~= number else { return false }
    if frame != self.frame { isHere = 0 }
    self.frame = frame
    let which = Int(number) & 3
    let place = which + (isFine ? 4 : 0)
    halves[place] = value
    isHere |= 1 << UInt8(place)
    let both: UInt8 = 0x11 << UInt8(which)
    guard isHere & both == both else { return true }
    isHere &= ~both
    numbers[which] = Float(UInt16(halves[which]) << 7 | UInt16(halves[which + 4])) / 16_383
    known |= 1 << UInt8(which)
    fresh |= 1 << UInt8(which)
    return true
  }

  /// What is known by now is nobody's.
  @_noLocks mutating func forget() {
    known = 0
    fresh = 0
  }

  /// x, y, radius and pressure as they are now.
  @_noLocks mutating func look() -> (x: Float, y: Float, radius: Float, pressure: Float) {
    fresh = 0
    return (numbers[0], numbers[1], numbers[2], numbers[3])
  }
}

/// What a note's own channel says. A note that is up keeps it.
struct NoteState: BitwiseCopyable {
  /// −1…1.
  var bend: Float = 0
  /// Semitones.
  var bendSemitones: Float = 0
  var modulation: Float = 0
  var expression: Float = 1
  var timbre: Float?
  var pressure: Float?

  @_noLocks init() {}

  @_noLocks init(_ channel: ChannelState, range: Float) {
    bend = channel.bend
    bendSemitones = channel.bend * range
    modulation = channel.modulation
    expression = channel.expression
    timbre = channel.timbre
    pressure = channel.pressure
  }

  /// With what the zone's manager says: bends add up, the greater pressure and modulation count, expressions multiply,
  /// and the manager's CC 74 moves the note's from the middle.
  @_noLocks func with(manager: NoteState) -> NoteState {
    var both = self
    both.bendSemitones += manager.bendSemitones
    both.modulation = max(modulation, manager.modulation)
    both.expression *= manager.expression
    if let offset = manager.timbre { both.timbre = min(max((timbre ?? 0.5) + offset - 0.5, 0), 1) }
    both.pressure = Self.greater(pressure, manager.pressure)
    return both
  }

  @_noLocks static func greater(_ a: Float?, _ b: Float?) -> Float? {
    guard let a else { return b }
    guard let b else { return a }
    return max(a, b)
  }
}
