// The pitches from which new voices glide: from chord to chord, each from the nearest. Audio thread.

/// The notes of the chord that is being struck, and those of the chord before it.
///
/// Notes that begin within 30 ms are one chord. Each glides from the nearest note of the chord before that no
/// other has glided from yet. A melody is chords of one note.
public struct GlideOrigins {
  private static var limit: Int { @_noLocks get { 16 } }

  private var before = InlineArray<16, Float>(repeating: 60)
  private var beforeCount = 0
  /// One bit for each note of the chord before: another note has glided from it.
  private var used: UInt32 = 0
  private var now = InlineArray<16, Float>(repeating: 60)
  private var nowCount = 0
  private var beganAt = Int64.min / 2
  private let chord: Int64

  /// - Parameter sampleRate: frames a second.
  @_noLocks public init(sampleRate: Float) { chord = Int64(0.03 * sampleRate) }

  /// The state before the first note.
  public var renewed: GlideOrigins {
    @_noLocks get {
      var new = self
      (new.nowCount, new.beforeCount, new.beganAt) = (0, 0, Int64.min / 2)
      return new
    }
  }

  /// The pitch from which a voice glides that begins at `frame`.
  /// - Parameter last: the present pitch of the voice that was moved last, which counts after a single note.
  @_noLocks public mutating func origin(of pitch: Float, at frame: Int64, last: Float) -> Float {
    if frame - beganAt > chord {
      before = now
      beforeCount = nowCount
      nowCount = 0
      used = 0
      beganAt = frame
      if beforeCount < 2 { before[0] = last }
    }
    if nowCount < Self.limit {
      now[nowCount] = pitch
      nowCount += 1
    }
    var (best, isFree) = (-1, false)
    for index in 0..<beforeCount {
      let free = used & (1 << UInt32(index)) == 0
      if isFree && !free { continue }
      let isNearer = best < 0 || (before[index] - pitch).magnitude < (before[best] - pitch).magnitude
      if isNearer || free && !isFree { (best, isFree) = (index, free) }
    }
    if best < 0 { return last }
    used |= 1 << UInt32(best)
    return before[best]
  }
}
