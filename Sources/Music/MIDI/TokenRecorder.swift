// Sends tokens as System Exclusive messages, each when it has changed (docs/mpe.md). Audio thread.

/// What was sent of a token last.
public struct RecordedToken: BitwiseCopyable {
  var isSent = false
  var lies = TokenMessage.lifted(0)
  var outline = TokenMessage.lifted(0)
  var sentAt: Int64 = 0

  @_noLocks public init() {}
}

/// The tokens of sixteen slots.
public struct TokenRecorder {
  static var slots: Int { @_noLocks get { 16 } }

  private let tokens: UnsafeMutablePointer<RecordedToken>
  /// Frames between two messages about a token's movement.
  private let least: Int64
  /// How many were sent and lie there.
  public private(set) var count = 0

  /// Sixteen tokens, in memory that its owner frees.
  public init(memory: UnsafeMutablePointer<RecordedToken>, least: Int64) {
    tokens = memory
    self.least = least
  }

  /// Sends where a token lies, if that has changed: at once when it is put down, later at most every `least`
  /// frames.
  @_noLocks public mutating func send(_ lies: TokenMessage, at frame: Int64, into out: inout Outgoing) {
    let token = tokens + Int(lies.slot)
    let isNew = !token.pointee.isSent
    guard isNew || token.pointee.lies != lies && frame - token.pointee.sentAt >= least, out.hasRoom(1) else {
      return
    }
    if isNew {
      count += 1
      token.pointee.outline = TokenMessage.lifted(0)
    }
    (token.pointee.isSent, token.pointee.lies, token.pointee.sentAt) = (true, lies, frame)
    out.token(lies, at: frame)
  }

  /// Sends what of a token is solid, if that has changed. It was sent before that it lies there.
  @_noLocks public mutating func send(outline: TokenMessage, at frame: Int64, into out: inout Outgoing) {
    let token = tokens + Int(outline.slot)
    guard token.pointee.isSent, token.pointee.outline != outline, out.hasRoom(1) else { return }
    token.pointee.outline = outline
    out.token(outline, at: frame)
  }

  /// Sends that a token was taken away, if it lies there.
  @_noLocks public mutating func lift(_ slot: Int, at frame: Int64, into out: inout Outgoing) {
    guard count > 0, tokens[slot].isSent, out.hasRoom(1) else { return }
    tokens[slot].isSent = false
    count -= 1
    out.token(.lifted(slot), at: frame)
  }

  /// Lifts all tokens.
  @_noLocks public mutating func liftAll(at frame: Int64, into out: inout Outgoing) {
    for slot in 0..<Self.slots { lift(slot, at: frame, into: &out) }
  }
}
