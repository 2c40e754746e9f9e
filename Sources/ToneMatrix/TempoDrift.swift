// Follows a tempo that the host does not report. Audio thread.

/// Notices that the reported positions keep moving at another tempo than the reported one, as in Ardour's
/// tempo ramps, where each position has the ramp's first tempo.
///
/// A position that disagrees once is only corrected. From the second one in the same direction on, the tempo
/// is that of the last positions, and the line stays within half a tick of each, which is how far hosts
/// round. It ends when the reported tempo has explained the positions for a quarter note.
struct TempoDrift {
  /// The tempo that is followed is at most this many times the reported one, and at least its inverse.
  static var bound: Double { @_noLocks get { 8 } }
  /// Rounding moves two positions apart by up to one tick.
  static var width: Double { @_noLocks get { 1.125 * Timeline.hostTick } }
  /// A disagreement above this is no tempo. Quarter notes.
  static var limit: Double { @_noLocks get { 0.5 } }
  /// The tempo is measured over this many quarter notes, or over two blocks if they are longer.
  static var span: Double { @_noLocks get { 1.0 / 16 } }

  /// A reported position.
  private struct Place {
    var position = 0.0
    var frame: Int64 = 0
  }

  /// The last positions, the newest at `newest`.
  private var places = InlineArray<32, Place>(repeating: Place())
  private var newest = 0
  private var count = 0
  /// The most frames from one position to the next.
  private var longest: Int64 = 0
  /// The least and the greatest deviation of a position since the line's last change.
  private var least = 0.0
  private var greatest = 0.0
  /// The direction of the last disagreement, 1 or −1; 0 for none.
  private var direction = 0.0
  private var isFollowing = false
  /// While the tempo is followed: since when the reported tempo explains the positions.
  private var explained = Place()

  @_noLocks init() {}

  /// Takes note of a position.
  /// - Parameters:
  ///   - position: the reported one, in quarter notes; `here` is the line's at the same frame.
  ///   - slope: quarter notes a frame by the reported tempo.
  /// - Returns: the line's new position at this frame and its slope; nil when it goes on as it is.
  @_noLocks mutating func update(_ position: Double, from here: Double, slope: Double, at frame: Int64)
    -> (position: Double, perFrame: Double)?
  {
    let deviation = position - here
    if count > 0 && frame <= places[newest].frame { return nil }
    if deviation.magnitude > Self.limit { self = TempoDrift() }
    remember(Place(position: position, frame: frame))
    if deviation.magnitude > Self.limit { return nil }
    if isFollowing {
      let half = 0.5 * Timeline.hostTick
      let line = min(max(here, position - half), position + half)
      let way = Double(frame - explained.frame) * slope
      if (position - explained.position - way).magnitude > Self.width {
        explained = places[newest]
      } else if way > 1 {
        isFollowing = false
        (least, greatest, direction) = (position - line, position - line, 0)
        return (line, slope)
      }
      return (line, measured(slope))
    }
    least = min(least, deviation)
    greatest = max(greatest, deviation)
    guard greatest - least > Self.width || deviation.magnitude > 2 * Timeline.hostTick else { return nil }
    let isAgain = direction * deviation > 0
    (least, greatest, direction) = (0, 0, deviation > 0 ? 1 : -1)
    guard isAgain else { return (position, slope) }
    isFollowing = true
    explained = places[newest]
    return (position, measured(slope))
  }

  @_noLocks private mutating func remember(_ place: Place) {
    if count > 0 { longest = max(longest, place.frame - places[newest].frame) }
    newest = (newest + 1) % 32
    places[newest] = place
    count = min(count + 1, 32)
  }

  /// The slope of the last positions, within its bounds.
  @_noLocks private func measured(_ slope: Double) -> Double {
    let now = places[newest]
    var from = now
    for back in 1..<max(count, 1) {
      from = places[(newest + 32 - back) % 32]
      if now.frame - from.frame >= 2 * longest && now.position - from.position >= Self.span { break }
    }
    guard now.frame > from.frame else { return slope }
    let found = (now.position - from.position) / Double(now.frame - from.frame)
    return min(max(found, slope / Self.bound), slope * Self.bound)
  }
}
