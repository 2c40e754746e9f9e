// Touches and keys that are down in mono mode, in the order of their beginnings. Audio thread.

/// Remembers up to 32 owners; the last is the one that sounds.
public struct HeldStack {
  private var owners = InlineArray<32, VoiceOwner>(repeating: .none)
  private var velocities = InlineArray<32, Float>(repeating: 0)
  public private(set) var count = 0

  @_noLocks public init() {}

  /// Appends an owner; removes the oldest when there are 32.
  @_noLocks public mutating func push(_ owner: VoiceOwner, velocity: Float) {
    _ = remove(owner)
    if count == 32 { removeFirst() }
    owners[count] = owner
    velocities[count] = velocity
    count += 1
  }

  /// - Returns: whether the removed owner was the one that sounds.
  @_noLocks public mutating func remove(_ owner: VoiceOwner) -> Bool {
    for index in 0..<count where owners[index] == owner {
      let wasLast = index == count - 1
      for next in (index + 1)..<max(count, index + 1) {
        owners[next - 1] = owners[next]
        velocities[next - 1] = velocities[next]
      }
      count -= 1
      return wasLast
    }
    return false
  }

  /// Removes the notes of a channel.
  @_noLocks public mutating func removeNotes(of channel: UInt8) {
    var kept = 0
    for index in 0..<count {
      if case .note(channel, _) = owners[index] { continue }
      owners[kept] = owners[index]
      velocities[kept] = velocities[index]
      kept += 1
    }
    count = kept
  }

  /// The owner that sounds, or nil.
  public var last: (owner: VoiceOwner, velocity: Float)? {
    @_noLocks get { count == 0 ? nil : (owners[count - 1], velocities[count - 1]) }
  }

  @_noLocks private mutating func removeFirst() {
    for next in 1..<count {
      owners[next - 1] = owners[next]
      velocities[next - 1] = velocities[next]
    }
    count -= 1
  }
}
