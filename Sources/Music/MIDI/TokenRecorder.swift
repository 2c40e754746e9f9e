// Sends tokens as MIDI controllers, each when it has changed (docs/mpe.md). Audio thread.

/// A token, and what was sent of it last.
public struct RecordedToken: BitwiseCopyable {
  /// Whether it lies there, where, and what of it is solid.
  var isHere = false
  var lies = TokenMessage.lifted(0)
  var outline: TokenMessage?
  /// Whether it was sent that it lies there, and whether it was taken away since, which was not sent yet.
  var isSent = false
  var isGone = false
  var sentLies = TokenMessage.lifted(0)
  var sentAt: Int64 = 0
  var sentOutline: TokenMessage?
  var outlineSentAt: Int64 = 0

  @_noLocks public init() {}
}

/// The tokens of sixteen slots.
///
/// They share eight controllers, of which Ardour keeps one value in a tick. So a message comes `spacing`
/// frames after the one before it: what was taken away first, then what was put down, outlines, and what
/// moves, of which the one comes first that has waited for longest.
public struct TokenRecorder {
  static var slots: Int { @_noLocks get { 16 } }
  /// Seconds from one message to the next: longer than a tick of Ardour down to 24 beats a minute.
  public static var spacing: Float { @_noLocks get { 0.0013 } }
  /// Seconds after which all of a token is sent again, for a recording that is played from its middle.
  public static var again: Float { @_noLocks get { 1 } }

  private let tokens: UnsafeMutablePointer<RecordedToken>
  /// Frames between two messages about a token's movement, between any two, and until all is sent again.
  private let least: Int64
  private let spacing: Int64
  private let again: Int64
  private var sentAt = Int64.min / 2
  private var turn: UInt8 = 0
  /// The second half of an outline, which is sent next.
  private var middle: TokenMessage?
  /// The number of tokens that were sent and not yet removed.
  public private(set) var count = 0

  /// Sixteen tokens, in memory that its owner frees.
  public init(memory: UnsafeMutablePointer<RecordedToken>, sampleRate: Float) {
    tokens = memory
    least = Int64(PerformanceRecorder.seconds * sampleRate)
    spacing = Int64(Self.spacing * sampleRate)
    again = Int64(Self.again * sampleRate)
  }

  /// A token lies there.
  @_noLocks public mutating func see(_ lies: TokenMessage, outline: TokenMessage?) {
    let token = tokens + Int(lies.slot)
    (token.pointee.isHere, token.pointee.lies, token.pointee.outline) = (true, lies, outline)
  }

  /// No token lies in a slot.
  @_noLocks public mutating func lift(_ slot: Int) {
    tokens[slot].isHere = false
    if tokens[slot].isSent { tokens[slot].isGone = true }
  }

  /// Sends a message, if one is due: on the frame on which a token comes or goes, unless another was sent
  /// just before.
  @_noLocks public mutating func send(at frame: Int64, into out: inout Outgoing) {
    guard frame - sentAt >= spacing, out.hasRoom(8) else { return }
    if sendLifted(at: frame, into: &out) { return }
    if let middle {
      self.middle = nil
      if tokens[Int(middle.slot)].isSent { return send(.middle, middle, at: frame, into: &out) }
    }
    for slot in 0..<Self.slots where tokens[slot].isHere && !tokens[slot].isSent {
      return send(new: slot, at: frame, into: &out)
    }
    var next: Int?
    for slot in 0..<Self.slots where tokens[slot].isHere {
      if let outline = tokens[slot].outline,
        outline != tokens[slot].sentOutline || frame - tokens[slot].outlineSentAt >= again
      {
        (tokens[slot].sentOutline, tokens[slot].outlineSentAt, middle) = (outline, frame, outline)
        return send(.size, outline, at: frame, into: &out)
      }
      let isDue = tokens[slot].lies != tokens[slot].sentLies
      guard frame - tokens[slot].sentAt >= (isDue ? least : again) else { continue }
      if let other = next, tokens[other].sentAt <= tokens[slot].sentAt { continue }
      next = slot
    }
    if let next { send(place: next, at: frame, into: &out) }
  }

  /// Lifts all tokens, resets the time, and sends at frame 0.
  @_noLocks public mutating func restart(into out: inout Outgoing) {
    for slot in 0..<Self.slots { lift(slot) }
    sentAt = .min / 2
    _ = sendLifted(at: 0, into: &out)
  }

  /// - Returns: whether tokens were taken away.
  @_noLocks private mutating func sendLifted(at frame: Int64, into out: inout Outgoing) -> Bool {
    if count == 0 { return false }
    var slots: UInt16 = 0
    for slot in 0..<Self.slots where tokens[slot].isGone {
      (tokens[slot].isGone, tokens[slot].isSent) = (false, false)
      slots |= 1 << UInt16(slot)
      count -= 1
    }
    if slots == 0 { return false }
    send(.lifted, .lifted(slots), at: frame, into: &out)
    return true
  }

  @_noLocks private mutating func send(new slot: Int, at frame: Int64, into out: inout Outgoing) {
    count += 1
    (tokens[slot].isSent, tokens[slot].sentOutline) = (true, nil)
    send(place: slot, at: frame, into: &out)
  }

  @_noLocks private mutating func send(place slot: Int, at frame: Int64, into out: inout Outgoing) {
    (tokens[slot].sentLies, tokens[slot].sentAt) = (tokens[slot].lies, frame)
    send(.lies, tokens[slot].lies, at: frame, into: &out)
  }

  @_noLocks private mutating func send(
    _ topic: TokenControllers.Topic, _ message: TokenMessage, at frame: Int64, into out: inout Outgoing
  ) {
    sentAt = frame
    turn ^= TokenControllers.turn
    let from = topic == .middle ? 2 : 0
    var whole: UInt64 = 0
    for index in 0..<3 {
      let isOfIt = topic == .lies || index < 2
      whole = whole << 14 | (isOfIt ? UInt64(message.numbers[from + index]) : 0)
    }
    let numbers = TokenControllers.numbers
    let status = 0xB0 | TokenControllers.channel
    out.midi(status, numbers[0], turn | topic.rawValue << 4 | message.slot, at: frame)
    for index in 1..<8 {
      let part = UInt8(truncatingIfNeeded: whole >> UInt64(42 - 6 * index) & 63)
      out.midi(status, numbers[index], turn | part, at: frame)
    }
  }
}
