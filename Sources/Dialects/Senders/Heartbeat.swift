// Whether a sender goes on sending while nothing changes, so that its silence means that it is gone. Input
// thread.
import RealTime

/// Observes the packets of one sender in languages with `alive`.
///
/// A sender has a heartbeat once it has gone on for a second without a change and without a pause. A tracker
/// that sends changes alone never has one: a finger that rests is silent by right.
struct Heartbeat {
  /// A sender with a heartbeat is gone after this silence: it is noticed and heard within 2 s. Nanoseconds.
  static let patience: Int64 = 1_800_000_000
  /// The longest pause between two beats, and how long a sender must go on. Nanoseconds.
  static let longestPause: Int64 = 1_250_000_000
  static let proof: Int64 = 1_000_000_000
  /// The kinds of packets of which the last one is remembered.
  private static let kindLimit = 8

  private(set) var isKnown = false
  private var stillSince: Int64 = 0
  private var lastBeat: Int64?
  /// The last content of each kind of packet, as hashes. A kind is the sequence of commands without numbers.
  private var contents: [(kind: UInt64, content: UInt64)] = []
  /// The packet that is read now.
  private var kind = UInt64.fnvOffset
  private var content = UInt64.fnvOffset
  private var isRelevant = false
  /// Whether the packet now read is of a language with `alive`.
  var isAlive = false

  /// Adds a command of the packet that is read.
  mutating func add(_ command: Command, _ context: CommandContext) {
    func numbers(_ word: UInt64, _ id: Int32, _ floats: Float...) {
      isRelevant = true
      kind.add(word << 32 | UInt64(context.stream) << 8 | UInt64(context.surface))
      content.add(UInt64(UInt32(bitPattern: id)))
      for each in floats { content.add(UInt64(each.bitPattern)) }
    }
    switch command {
    case .touch(let report):
      numbers(
        1, report.id, report.word == .moved ? 0 : 1, report.x, report.y, report.pressure, report.radius,
        report.aspect, report.orientation)
    case .alive(let ids):
      isAlive = true
      numbers(2, Int32(ids.count))
      for id in ids { content.add(UInt64(UInt32(bitPattern: id))) }
    case .event(let event) where event.kind == .token || event.kind == .tokenLifted:
      numbers(2 + UInt64(event.kind.rawValue), event.id, event.x, event.y, event.pressure)
    default: break
    }
  }

  /// Ends the packet that was read.
  mutating func endPacket(at time: Int64) {
    defer { (kind, content, isRelevant, isAlive) = (.fnvOffset, .fnvOffset, false, false) }
    guard isRelevant || isAlive else { return }
    let known = contents.firstIndex { $0.kind == kind }
    let isSame = known.map { contents[$0].content == content } ?? false
    if let known { contents.remove(at: known) }
    contents = contents.suffix(Self.kindLimit - 1) + [(kind, content)]
    if !isSame || lastBeat.map({ time - $0 > Self.longestPause }) ?? true {
      stillSince = time
    } else if isAlive, time - stillSince >= Self.proof {
      isKnown = true
    }
    lastBeat = time
  }

  /// The sender is gone. If it comes back, it must show its heartbeat again: perhaps it was only silent.
  mutating func forget() { self = Heartbeat() }
}

extension UInt64 {
  /// FNV-1a by words.
  fileprivate static let fnvOffset: UInt64 = 0xcbf2_9ce4_8422_2325

  fileprivate mutating func add(_ word: UInt64) { self = (self ^ word) &* 0x100_0000_01b3 }
}

/// How long the silence of a sender may last.
package struct SenderLifetime {
  /// What the sender has asked for, nanoseconds; 0: for ever; nil: nothing.
  var timeout: Int64?
  /// Whether `CommandReader` ends the sender as a whole.
  var isWatched: Bool
}
