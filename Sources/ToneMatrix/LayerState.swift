// One layer as it plays. Audio thread.
import Controls

/// A strike that is still to come.
struct Strike: BitwiseCopyable {
  /// In quarter notes.
  var position: Double
  /// Of the note, in 1/1200 of a step.
  var length: Int64
  var row: UInt8
  var column: UInt8
  var pattern: UInt8
  var velocity: UInt8
}

struct LayerState {
  static var strikeLimit: Int { @_noLocks get { 512 } }
  /// A step in parts: delays, swing and ratchets are whole numbers of them.
  static var parts: Int64 { @_noLocks get { 1200 } }

  // What the grid and the ports say together.
  var stepLength: Int64 = 24  // in 96ths of a quarter note
  var direction = Direction.forward
  var channel: UInt8 = 0
  var transpose = 0
  var swing: Int64 = 0
  var gate: Float = 1
  var velocity: Float = 1
  var probability: Float = 1
  var plays = true

  /// The next step of the timeline; all before it have been played.
  var nextStep: Int64 = 0
  /// The pattern that the grid says for now, or that was asked for.
  var pattern = 0
  /// Asked for by a port or MIDI and in force; −1: none, the grid says it.
  var chosen = -1
  /// Asked for and still to come: −2 nothing, −1 back to the grid.
  var requested = -2
  var switchAt = 0.0
  /// The column that plays, −1 while none does, and the rows struck in it.
  var column = -1
  var lit: UInt32 = 0

  let strikes: UnsafeMutablePointer<Strike>
  var strikeCount = 0
  var firstStrike = Double.infinity

  /// Allocates; `free` gives it back.
  init() { strikes = .allocate(capacity: Self.strikeLimit) }

  func free() { strikes.deallocate() }

  /// The place of a step's part, in quarter notes, rounded once.
  @_noLocks func position(_ step: Int64, part: Int64 = 0) -> Double {
    Double((step * Self.parts + part) * stepLength) / Double(96 * Self.parts)
  }

  /// The first step at `position` or after.
  @_noLocks func step(from position: Double) -> Int64 {
    let steps = position * 96 / Double(stepLength)
    var step = Int64(max(min(steps, 4e12), -4e12))
    while self.position(step) < position { step += 1 }
    while self.position(step - 1) >= position { step -= 1 }
    return step
  }

  @_noLocks mutating func forgetStrikes() {
    strikeCount = 0
    firstStrike = .infinity
  }

  @_noLocks mutating func remember(_ strike: Strike) {
    guard strikeCount < Self.strikeLimit else { return }
    strikes[strikeCount] = strike
    strikeCount += 1
    firstStrike = min(firstStrike, strike.position)
  }

  /// Takes one strike at `position` or before, the earliest first; nil when none is left.
  @_noLocks mutating func popStrike(upTo position: Double) -> Strike? {
    guard firstStrike <= position else { return nil }
    var found = -1
    var least = Double.infinity
    var next = Double.infinity
    for index in 0..<strikeCount {
      if strikes[index].position < least {
        next = least
        least = strikes[index].position
        found = index
      } else {
        next = min(next, strikes[index].position)
      }
    }
    guard found >= 0, least <= position else {
      firstStrike = least
      return nil
    }
    let strike = strikes[found]
    strikeCount -= 1
    // Those of one place keep their order.
    for index in found..<strikeCount { strikes[index] = strikes[index + 1] }
    firstStrike = next
    return strike
  }
}
