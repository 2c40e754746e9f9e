// Which messages of MIDI an instrument of a rig receives, and with which keys. The audio thread.

/// The notes that an instrument holds, each with the key that was sent when it began: its end goes there, whatever
/// has become of the zone and the song since. So no note hangs, and none is ended twice.
struct KeyRouter: ~Copyable {
  /// The players whose notes are kept apart: a keyboard that releases a key does not end the note of the grid.
  enum Source: Int { case keyboard, grid }

  /// The messages to an instrument that answer one message.
  struct Answer: Equatable {
    /// The key of a note to end first, because the same key begins anew, or -1 without one.
    var ended = -1
    /// The key in place of that of the message; -1: its bytes go as they are, if it passes.
    var key = -1
    var passes = false
    @_noLocks init() {}
  }

  /// Of each source, channel and key the key that was sent plus 1, or 0 for one that is not held.
  private let sent: UnsafeMutablePointer<UInt8>
  private static var count: Int { @_noLocks get { 2 * 16 * 128 } }
  /// The number of notes that are held.
  private(set) var held = 0

  init() {
    sent = .allocate(capacity: Self.count)
    sent.initialize(repeating: 0, count: Self.count)
  }

  deinit { sent.deallocate() }

  /// Decides about a message.
  /// - Parameters:
  ///   - isRetired: Whether the song has ended for the instrument: then notes and pedals only end.
  @_noLocks mutating func route(
    _ status: UInt8, _ first: UInt8, _ second: UInt8, from source: Source, _ zone: KeyZone, isRetired: Bool
  ) -> Answer {
    var answer = Answer()
    let channel = Int(status & 15)
    let (data, velocity) = (Int(first & 127), Int(second & 127))
    let index = (source.rawValue * 16 + channel) * 128 + data
    switch status & 0xF0 {
    case 0x90 where velocity > 0:
      if isRetired { break }
      answer.ended = release(index)
      answer.key = zone.key(of: data, velocity, channel)
      answer.passes = answer.key >= 0
      if answer.passes {
        sent[index] = UInt8(answer.key + 1)
        held += 1
      }
    case 0x80, 0x90:
      answer.key = release(index)
      answer.passes = answer.key >= 0
    case 0xA0:
      answer.key = Int(sent[index]) - 1
      answer.passes = answer.key >= 0
    case 0xB0:
      answer.passes = zone.hears(channel) || holds(channel, of: source)
      if data >= 120 {
        // All sound off, all notes off, and the modes that imply it.
        if data != 121, data != 122 { forget(channel, of: source) }
      } else if isRetired {
        let isPedal = data == 64 || data == 66 || data == 67 || data == 69
        answer.passes = answer.passes && isPedal && velocity < 64
      } else {
        answer.passes = zone.hears(channel)
      }
    case 0xF0: answer.passes = !isRetired
    default: answer.passes = !isRetired && zone.hears(channel)
    }
    return answer
  }

  /// Forgets a held note, and returns the key that was sent for it, or -1.
  @_noLocks private mutating func release(_ index: Int) -> Int {
    let key = Int(sent[index]) - 1
    if key >= 0 {
      sent[index] = 0
      held -= 1
    }
    return key
  }

  @_noLocks private func holds(_ channel: Int, of source: Source) -> Bool {
    let first = (source.rawValue * 16 + channel) * 128
    for index in first..<first + 128 where sent[index] > 0 { return true }
    return false
  }

  @_noLocks private mutating func forget(_ channel: Int, of source: Source) {
    let first = (source.rawValue * 16 + channel) * 128
    for index in first..<first + 128 { _ = release(index) }
  }
}
