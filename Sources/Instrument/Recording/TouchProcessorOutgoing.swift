// Messages of the instrument to its host. Audio thread.
import Controls
import Music

extension TouchProcessor {
  /// The oldest event to send, with its frame counted from `blockStart`; nil when none is left.
  /// - Parameter length: the number of frames of the block that was rendered last.
  @_noLocks public func nextOutgoing(_ length: Int) -> (event: OutgoingEvent, frame: Int)? {
    guard let event = outgoing.first else { return nil }
    // Events without room in the previous block come first in this one.
    return (event, min(max(Int(event.frame - frame) + length, 0), max(length - 1, 0)))
  }

  /// Removes the oldest event.
  @_noLocks public mutating func popOutgoing() { outgoing.popFirst() }

  /// Drops all events, because nothing reads them.
  @_noLocks public mutating func dropOutgoing() { outgoing.clear() }

  /// Must be called when no more events are popped in this block.
  @_noLocks public mutating func closeOutgoing() { outgoing.close() }

  /// Touches that were not recorded, because fifteen others were being recorded, since `init`.
  public var unrecordedTouches: UInt64 { @_noLocks get { recorder.refused } }

  /// Tokens of which it was sent that they lie there, and not yet that they were taken away.
  public var recordedTokens: Int { @_noLocks get { tokenRecorder.count } }

  /// Sets whether values are reported for a host that records its automation from them.
  @_noLocks public mutating func reportAutomation(_ isWanted: Bool) { hostAutomation.isWanted = isWanted }

  /// Passes a message of the host on, if the port `midi_thru` says so. Channel mode messages stay: Carla's rack
  /// sends some in each block, and they would silence the next instrument. A key that has been passed on is
  /// always let go.
  @_noLocks public mutating func pass(_ message: MIDIMessage, _ bytes: (UInt8, UInt8, UInt8)) {
    guard let channel = message.channel else { return }
    let thru = Int(ports[.midiThru] + 0.5)
    let isWanted = thru == 2 || thru == 1 && !hears(message)
    switch message {
    case .noteOn(_, let key, _):
      guard isWanted, outgoing.hasRoom(1) else { return }
      passedKeys.insert(channel, key)
    case .noteOff(_, let key, _): guard passedKeys.remove(channel, key) else { return }
    case .controller(_, let number, _): guard isWanted, number < 120, outgoing.hasRoom(1) else { return }
    default: guard isWanted, outgoing.hasRoom(1) else { return }
    }
    outgoing.midi(bytes.0, bytes.1, bytes.2, at: frame)
  }
}

/// Keys of all channels, a bit each.
struct KeySet {
  private var words = InlineArray<32, UInt64>(repeating: 0)

  @_noLocks init() {}

  @_noLocks mutating func insert(_ channel: UInt8, _ key: UInt8) {
    words[Int(channel & 15) << 1 | Int(key >> 6 & 1)] |= 1 << UInt64(key & 63)
  }

  /// - Returns: whether the key was in it.
  @_noLocks mutating func remove(_ channel: UInt8, _ key: UInt8) -> Bool {
    let (word, bit) = (Int(channel & 15) << 1 | Int(key >> 6 & 1), UInt64(1) << UInt64(key & 63))
    let wasThere = words[word] & bit != 0
    words[word] &= ~bit
    return wasThere
  }
}
