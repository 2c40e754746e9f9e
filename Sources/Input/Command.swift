// What every dialect is translated to. Input thread.
//
// A dialect (TactusDialect, TUIODialect and others) knows only addresses and arguments: it turns a message into
// commands. What a command does to a source's touches is decided once, in TouchTable.

import RealTime

/// A touch as one message tells it; numbers that were not sent are `NaN`.
struct TouchReport {
  enum Word { case began, moved, ended }

  var word: Word
  var id: Int32
  var x = Float.nan
  var y = Float.nan
  var pressure = Float.nan
  var radius = Float.nan
  /// Minor / major half-axis of the contact, and the direction of the major one in turns.
  var aspect = Float.nan
  var orientation = Float.nan
}

/// A message that a profile has read, beside what it commands.
struct Spoken {
  /// The profile's place and name.
  let profile: Int
  let name: [UInt8]
  let address: [UInt8]
  /// Its first argument; nil: no number.
  let value: Float?
  /// What the touch that it is about waits for; empty: for nothing.
  let awaited: [UInt8]
}

enum Command {
  case touch(TouchReport)
  /// All ids that are live; every other has ended.
  case alive([Int32])
  /// What is not of a touch: tokens, sensors, game controllers, macros. The source is still to be filled in.
  case thing(SurfaceEvent)
  /// The macro with this number (1…8) learns what is moved next; 0: none does.
  case learn(Int32)
  /// A number with an address that some macro may have learnt; `isKnown` when a dialect knows the address.
  case foreign(address: [UInt8], value: Float, isKnown: Bool = false)
  /// A value for the macros that have learnt this MIDI control change.
  case control(Int32, Float)
  /// Understood, and of no effect.
  case noted
  /// A source of TUIO has said its name on this stream for the first time.
  case named([UInt8])
  case spoke(Spoken)
  /// Every touch of every source ends.
  case panic
  /// Nanoseconds of silence after which touches end; 0: never.
  case timeout(Int64)
  case stats
  case patch(PatchCommand)
  case grid(GridCommand)
  /// News go to the sender's address and this port (0: the one it sends from); or no longer.
  case subscribe(port: UInt16, topics: Topics, isEnd: Bool)

  /// Whether nothing can begin by it.
  var isEnd: Bool {
    switch self {
    case .touch(let report): report.word == .ended
    case .thing(let event): event.kind == .tokenLifted
    case .alive, .panic: true
    default: false
    }
  }
}
