// How long a block may wait for Pd although the host does not say that it renders. Audio thread.

/// The lead of the sound that a host has requested over the time that has passed.
///
/// A host that plays requests a block when the one before has passed. One that renders does not wait, so its
/// sound leads more and more. A block may wait as long as it leads: a render is never slower than playing.
struct RenderLead {
  /// The pause after which the lead is reset, in nanoseconds, or eight blocks if that is longer.
  private static var pause: Int64 { @_noLocks get { 100_000_000 } }
  /// The blocks that a host makes up for after an xrun, at most: those that a device keeps.
  private static var keptBlocks: Int64 { @_noLocks get { 4 } }
  /// Shorter waits are not worth a call of the system.
  private static var shortest: Int64 { @_noLocks get { 50_000 } }

  private let sampleRate: Double
  private let announced: Int64
  /// Nanoseconds; below 0, the host is behind.
  private var lead: Int64 = 0
  /// The block before: its length, and when it began and ended. The length is 0 before the first one.
  private var (length, begun, ended): (Int64, Int64, Int64) = (0, 0, 0)
  /// The frames of the block before, of the longest one, and of the blocks since then that may be parts of one:
  /// some hosts divide a block at events.
  private var (frames, longest, parts) = (0, 0, 0)

  /// - Parameter longestBlock: The most frames of a block that the host has announced.
  init(sampleRate: Double, longestBlock: Int) {
    self.sampleRate = sampleRate
    announced = Int64(Double(longestBlock) * 1e9 / sampleRate)
  }

  /// The next block is the first one.
  @_noLocks mutating func begin() { length = 0 }

  /// A block begins.
  /// - Returns: The nanoseconds that it may wait.
  @_noLocks mutating func begin(block frames: Int, at now: Int64) -> Int64 {
    guard frames > 0 else { return 0 }
    let (previous, previousFrames) = (length, self.frames)
    let (elapsed, idle) = (now - begun, now - ended)
    (self.frames, length, begun) = (frames, nanoseconds(frames), now)
    // Hosts play blocks as long as they have announced; a bounce may have longer ones.
    let isLonger = length > announced && previous <= announced
    if previous == 0 || isLonger || elapsed > max(Self.pause, 8 * previous) {
      (lead, longest, parts) = (0, frames, 0)
      return length
    }
    lead = max(lead + previous - elapsed, -Self.keptBlocks * previous)
    // What is left of a pause, or of a first block that was late, is forgotten in time, but not while the host
    // makes up for it.
    let isPaced = elapsed > previous / 2 && elapsed < 2 * previous
    let forgotten = lead > 0 || isPaced ? min(lead > 0 ? lead : -lead, elapsed / 32) : 0
    lead += lead > 0 ? -forgotten : forgotten
    // After a render, a host may play again.
    if idle > previous / 2 { lead = min(lead, length) }
    parts += previousFrames
    if parts >= longest { parts = 0 }
    longest = max(longest, frames)
    let left = lead - nanoseconds(parts)
    return left < Self.shortest ? 0 : left
  }

  @_noLocks private func nanoseconds(_ frames: Int) -> Int64 { Int64(Double(frames) * 1e9 / sampleRate) }

  /// The block has ended.
  @_noLocks mutating func end(at now: Int64) { ended = now }
}
