// How a finger's place on the surface becomes a pitch.
import Lanes

/// A patch's map from a surface coordinate to pitch: the touch begins on the nearest note of the scale and
/// from there follows the finger without steps.
public struct PlayingMap: Sendable {
  /// Pitch at 0 and at 1, in semitones.
  public var low: Float
  public var high: Float
  public var scale: Scale

  @_noLocks public init(low: Float, high: Float, scale: Scale) {
    self.low = low
    self.high = high
    self.scale = scale
  }

  /// The pitch of a touch that began at `start` and is now at `now` (both 0…1 along the map's axis).
  @_noLocks public func pitch(start: Float, now: Float) -> Float {
    let range = high - low
    return scale.nearest(to: low + start * range, root: low) + (now - start) * range
  }
}
