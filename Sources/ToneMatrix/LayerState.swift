// The playing state of one layer. Audio thread.
import Controls

/// A strike that is due later.
struct Strike: BitwiseCopyable {
  /// The position in quarter notes.
  var position: Double
  /// The position of its step, without swing.
  var place: Double
  /// Whether its cell is early, and whether it ends what earlier steps still have to strike in its row.
  var isEarly: Bool
  var overtakes: Bool
  /// The length of the note in 1/1200 of a step.
  var length: Int64
  /// The length of the step in 96ths of a quarter note.
  var stepLength: Int64
  var row: UInt8
  var column: UInt8
  var pattern: UInt8
  var velocity: UInt8
  /// The number of its cell in an arpeggio.
  var number: Int64 = 0
}

struct LayerState {
  static var strikeLimit: Int { @_noLocks get { 512 } }
  /// The parts of a step: delays, swing and ratchets are whole numbers of them.
  static var parts: Int64 { @_noLocks get { 1200 } }

  // The settings of the grid and the ports together.
  var stepLength: Int64 = 24  // in 96ths of a quarter note
  /// Whether patterns have step lengths of their own, restart, or start with keys, and the longest step in quarter notes.
  var hasSpans = false
  var longestStep = 0.25
  var direction = Direction.forward
  var channel: UInt8 = 0
  var transpose = 0
  var swing: Int64 = 0
  var gate: Float = 1
  var velocity: Float = 1
  var probability: Float = 1
  var plays = true
  /// Whether keys act until the next ones.
  var latches = false
  /// Whether a key has started the pattern, the position at which it did, and the factor of its velocity.
  var isStarted = false
  var startedAt = 0.0
  var keyVelocity: Float = 1

  /// The present stretch of the timeline, and the length of a bar for which it was found.
  var span = PatternSpan() { didSet { nextPosition = span.position(nextStep) } }
  var spanBar = 0.0
  /// The position from which steps were sought last.
  var sought = -Double.infinity
  /// The position of the next step whose early cells have been struck.
  var ahead = -Double.infinity
  /// The next step of the stretch; all steps before it have been played.
  var nextStep: Int64 = 0 { didSet { nextPosition = span.position(nextStep) } }
  /// The position of the next step.
  private(set) var nextPosition = 0.0
  /// The pattern that plays now: the grid's, or a requested one.
  var pattern = 0
  /// The requested pattern that is in force; −1: none, the grid determines the pattern. From `GridLimit.patterns` on the
  /// layer is stopped, and the pattern that it would play follows by taking `GridLimit.patterns` away.
  var chosen = -1
  /// The request that is not in force yet: −2 none, −1 back to the grid's pattern, otherwise as `chosen`.
  var requested = -2
  var switchAt = 0.0
  /// The column that plays (−1: none), and the rows that were struck in it.
  var column = -1
  var lit: UInt32 = 0

  /// The lines of lanes within the present step.
  var ticks = LaneTicks()

  let strikes: UnsafeMutablePointer<Strike>
  var strikeCount = 0
  var firstStrike = Double.infinity

  /// Allocates; `free` releases the memory.
  init() { strikes = .allocate(capacity: Self.strikeLimit) }

  func free() { strikes.deallocate() }

  /// Whether the layer is stopped until a pattern is launched.
  var isStopped: Bool { @_noLocks get { chosen >= GridLimit.patterns } }

  /// Whether the layer is stopped, or is going to be.
  var hasStop: Bool { @_noLocks get { isStopped || requested >= GridLimit.patterns } }

  /// Whether the stretch has no more steps.
  var isSpanOver: Bool { @_noLocks get { nextPosition >= span.switchPosition } }

  /// The position of the next step, or of the next stretch.
  var nextAction: Double { @_noLocks get { min(nextPosition, span.switchPosition) } }

  /// Whether the request is in force at `position`.
  @_noLocks func isRequestDue(at position: Double) -> Bool {
    requested != -2 && position >= switchAt - Timeline.hostTick
  }

  /// Forgets the strikes and the lines that are still to come.
  @_noLocks mutating func forgetStrikes() {
    ticks = LaneTicks()
    strikeCount = 0
    firstStrike = .infinity
  }

  /// A bit for each row with strikes that are due later.
  var waitingRows: UInt32 {
    @_noLocks get {
      var rows: UInt32 = 0
      for index in 0..<strikeCount { rows |= 1 << UInt32(strikes[index].row) }
      return rows
    }
  }

  /// Forgets the strikes of a row by steps before `place` that are due after `position`.
  @_noLocks mutating func forget(row: UInt8, before place: Double, after position: Double) {
    var kept = 0
    firstStrike = .infinity
    for index in 0..<strikeCount {
      let strike = strikes[index]
      if strike.row == row && strike.place < place && strike.position > position { continue }
      strikes[kept] = strike
      kept += 1
      firstStrike = min(firstStrike, strike.position)
    }
    strikeCount = kept
  }

  /// Forgets the early strikes of steps at `place` or later.
  @_noLocks mutating func forgetEarly(from place: Double) {
    var kept = 0
    firstStrike = .infinity
    for index in 0..<strikeCount {
      let strike = strikes[index]
      if strike.isEarly && strike.place >= place { continue }
      strikes[kept] = strike
      kept += 1
      firstStrike = min(firstStrike, strike.position)
    }
    strikeCount = kept
  }

  @_noLocks mutating func remember(_ strike: Strike) {
    guard strikeCount < Self.strikeLimit else { return }
    strikes[strikeCount] = strike
    strikeCount += 1
    firstStrike = min(firstStrike, strike.position)
  }

  /// Removes and returns the earliest strike at `position` or before; nil when there is none.
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
    // Strikes at the same position keep their order.
    for index in found..<strikeCount { strikes[index] = strikes[index + 1] }
    firstStrike = next
    return strike
  }
}
