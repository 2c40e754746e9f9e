// Detects senders that repeat their state, so that silence means that they are gone. Input thread.
import RealTime

/// Detects whether one sender repeats its state, in languages with `alive`.
///
/// A sender has a heartbeat once it has sent for a second without a change and without a pause. A tracker
/// that sends only changes never has one, because a resting finger is silent there.
struct Heartbeat {
  /// The silence in nanoseconds after which a sender with a heartbeat is gone, short enough that the sound
  /// ends within 2 s.
  static let patience: Int64 = 1_800_000_000
  /// The longest pause between two beats, and the minimum duration of a heartbeat, in nanoseconds.
  static let longestPause: Int64 = 1_250_000_000
  static let proof: Int64 = 1_000_000_000
  /// The number of packet kinds that are remembered.
  private static let kindLimit = 8

  private(set) var isKnown = false
  private var stillSince: Int64 = 0
  private var lastBeat: Int64?
  /// The hash of the last content of each kind of packet. A kind is its sequence of commands, without
  /// numbers.
  private var contents: [(kind: UInt64, content: UInt64)] = []
  /// The hashes of the packet being read.
  private var kind = UInt64.fnvOffset
  private var content = UInt64.fnvOffset
  private var isRelevant = false
  /// Whether the packet being read is in a language with `alive`.
  var isAlive = false

  /// Adds an event of the packet being read.
  mutating func add(_ event: PerformanceEvent, _ context: CommandContext) {
    func numbers(_ word: UInt64, _ id: Int32, _ floats: Float...) {
      isRelevant = true
      kind.add(word << 32 | UInt64(context.stream) << 8 | UInt64(context.surface))
      content.add(UInt64(UInt32(bitPattern: id)))
      for each in floats { content.add(UInt64(each.bitPattern)) }
    }
    switch event {
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
    case .event, .panic: break
    }
  }

  /// Finishes the packet being read.
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

  /// Resets the state of a sender that is gone. If it returns, it must show a heartbeat again.
  mutating func forget() { self = Heartbeat() }
}

extension UInt64 {
  /// FNV-1a over words instead of bytes.
  fileprivate static let fnvOffset: UInt64 = 0xcbf2_9ce4_8422_2325

  fileprivate mutating func add(_ word: UInt64) { self = (self ^ word) &* 0x100_0000_01b3 }
}

/// The time after which a silent sender counts as gone.
package struct SenderLifetime {
  /// The timeout that the sender set, in nanoseconds; 0: never; nil: none set.
  var timeout: Int64?
  /// Whether `CommandReader` ends the sender as a whole.
  var isWatched: Bool
}
