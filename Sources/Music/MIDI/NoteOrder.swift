// The order of notes on one frame. Audio thread.

/// Puts the note messages that a host sends for one frame in one order, because hosts send them in any: ends
/// first, then beginnings, each by channel and key.
///
/// An end that follows a beginning of its own key stays behind it, unless the key was down before: so a note
/// without length does not hang. Other messages are not moved, so the caller takes the notes out before it
/// handles one of them.
public struct NoteOrder {
  /// The most notes that are put in order together.
  public static var capacity: Int { @_noLocks get { 64 } }

  /// From the highest bit: phase, channel and key, number of the message, the message. Sorted while it grows.
  private var waiting = InlineArray<64, UInt64>(repeating: 0)
  private var count = 0
  private var taken = 0
  /// A bit for each key of each channel: whether it was down before these notes, is down after them, and
  /// ended among them.
  private var wasDown = InlineArray<32, UInt64>(repeating: 0)
  private var isDown = InlineArray<32, UInt64>(repeating: 0)
  private var hasEnded = InlineArray<32, UInt64>(repeating: 0)

  /// Makes an order in which no key is down.
  @_noLocks public init() {}

  /// Whether notes must be taken out before another one is added.
  public var isFull: Bool { @_noLocks get { count == Self.capacity } }

  /// Adds a message; false if it is no note or there is no room.
  @_noLocks public mutating func add(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count == 3, bytes[0] & 0xE0 == 0x80, bytes[1] < 0x80, bytes[2] < 0x80, !isFull else {
      return false
    }
    let key = Int(bytes[0] & 15) << 7 | Int(bytes[1])
    let begins = bytes[0] & 0x10 != 0 && bytes[2] > 0
    let (word, bit) = (key >> 6, UInt64(1) << UInt64(key & 63))
    // After an end of a key that began on this frame, its next messages keep their order.
    let last = lastPhase(of: key)
    var phase: UInt64 = last & 1 == 1 ? last : last + 1
    if begins {
      isDown[word] |= bit
    } else {
      let endsOlder = wasDown[word] & bit != 0 && hasEnded[word] & bit == 0
      phase = endsOlder || last == 0 ? 0 : last & 1 == 1 ? last + 1 : last
      if endsOlder { hasEnded[word] |= bit }
      if !endsOlder || last == 0 { isDown[word] &= ~bit }
    }
    let message = UInt64(bytes[0]) << 16 | UInt64(bytes[1]) << 8 | UInt64(bytes[2])
    let entry = phase << 56 | UInt64(key) << 40 | UInt64(count) << 24 | message
    var place = count
    while place > 0, waiting[place - 1] > entry {
      waiting[place] = waiting[place - 1]
      place -= 1
    }
    waiting[place] = entry
    count += 1
    return true
  }

  /// Takes out the next note; nil when there is none left.
  @_noLocks public mutating func next() -> (UInt8, UInt8, UInt8)? {
    guard taken < count else {
      if count > 0 {
        wasDown = isDown
        hasEnded = InlineArray(repeating: 0)
        (count, taken) = (0, 0)
      }
      return nil
    }
    let entry = waiting[taken]
    taken += 1
    return (
      UInt8(truncatingIfNeeded: entry >> 16), UInt8(truncatingIfNeeded: entry >> 8),
      UInt8(truncatingIfNeeded: entry)
    )
  }

  /// Forgets which keys are down, because all notes ended. Only between `next` and `add`.
  @_noLocks public mutating func forget() {
    wasDown = InlineArray(repeating: 0)
    isDown = wasDown
  }

  /// The phase of the last waiting message of `key`: 0 for ends of older notes or none, odd for beginnings,
  /// even for ends of notes that began on this frame.
  @_noLocks private func lastPhase(of key: Int) -> UInt64 {
    var last: UInt64 = 0
    for index in 0..<count where waiting[index] >> 40 & 0x7FF == UInt64(key) {
      last = max(last, waiting[index] >> 56)
    }
    return last
  }
}
