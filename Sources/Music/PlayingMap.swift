// The conversion of a finger's position on the surface to a pitch. Audio thread.
import Controls
import Lanes

/// A patch's map from a surface coordinate to pitch.
public struct PlayingMap: Sendable, Equatable {
  /// The coordinate that determines the pitch. Symbols are saved.
  public enum Axis: StaticString, NamedCase {
    case x, y
    /// Every touch has the pitch `low`.
    case none
  }

  /// When the pitch is moved to the scale.
  public enum Quantise: StaticString, NamedCase {
    case off
    /// At the beginning of the touch; from there the pitch follows the finger continuously.
    case atBegin = "at_begin"
    /// Always.
    case always
    /// The nearest note attracts the pitch: the distance d to the note (in half the step between its
    /// neighbours) becomes d³.
    case magnetic
  }

  public var axis: Axis
  /// Pitch at 0 and at 1, in keys, 0…127.
  public var low: Float
  public var high: Float
  public var scale: Scale
  /// The scale's first note in semitones, 0…127; its octave does not matter.
  public var root: Float
  public var quantise: Quantise
  /// The time in which the pitch follows the finger, 0…2 seconds.
  public var glide: Float

  @_noLocks public init(
    axis: Axis = .x, low: Float = 48, high: Float = 72, scale: Scale = .majorPentatonic, root: Float = 48,
    quantise: Quantise = .atBegin, glide: Float = 0
  ) {
    self.axis = axis
    self.low = low
    self.high = high
    self.scale = scale
    self.root = root
    self.quantise = quantise
    self.glide = glide
  }

  /// The position on the keyboard of a touch that began at `start` and is now at `now`, points of 0…1. The
  /// unit is keys, which are semitones in equal temperament.
  /// - Parameter keys: the tuning, which determines which keys sound and whether the scale applies; nil: all
  ///   keys sound, and the scale applies.
  @_noLocks public func pitch(
    start: (x: Float, y: Float), now: (x: Float, y: Float), keys: UnsafePointer<KeyTuning>? = nil
  ) -> Float {
    let (from, to): (Float, Float)
    switch axis {
    case .x: (from, to) = (start.x, now.x)
    case .y: (from, to) = (start.y, now.y)
    case .none: return low
    }
    let range = high - low
    let free = low + to * range
    switch quantise {
    case .off: return free
    case .atBegin: return nearest(to: low + from * range, keys) + (to - from) * range
    case .always: return nearest(to: free, keys)
    case .magnetic: return drawn(free, keys)
    }
  }

  /// The coordinate on the map's axis, 0…1, at which a touch has this pitch without a scale. It is the middle
  /// if the axis is `none` or has no extent.
  @_noLocks public func position(of pitch: Float) -> Float {
    axis == .none || high == low ? 0.5 : min(max((pitch - low) / (high - low), 0), 1)
  }

  @_noLocks private func nearest(to pitch: Float, _ keys: UnsafePointer<KeyTuning>?) -> Float {
    guard let keys else { return scale.nearest(to: pitch, root: root) }
    return KeyTuning.nearest(to: pitch, scale: scale, root: root, in: keys)
  }

  @_noLocks private func drawn(_ pitch: Float, _ keys: UnsafePointer<KeyTuning>?) -> Float {
    let note = nearest(to: pitch, keys)
    let distance = pitch - note
    if distance == 0 { return note }
    // Half the distance to the neighbour on the pitch's side; beyond it the neighbour is nearer.
    var neighbour = note
    var step: Float = 1
    while neighbour == note && step <= 12 {
      neighbour = nearest(to: note + (distance < 0 ? -step : step), keys)
      step += 1
    }
    // Beyond the last note that sounds there is no neighbour.
    if neighbour == note { return note }
    let half = (neighbour - note).magnitude / 2
    let share = distance / half
    return note + share * share * share * half
  }
}
