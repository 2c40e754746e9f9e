// Messages of the instrument to its host. Audio thread.
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
}
