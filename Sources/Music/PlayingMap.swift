// How a finger's place on the surface becomes a pitch.
import Lanes

/// A patch's map from a surface coordinate to pitch.
public struct PlayingMap: Sendable, Equatable {
  /// Which coordinate is pitch. Raw values are indices of the saved symbols: append only.
  public enum Axis: UInt8, CaseIterable, Sendable {
    case x = 0, y
    /// Every touch has the pitch `low`.
    case none

    public var symbol: StaticString {
      switch self {
      case .x: "x"
      case .y: "y"
      case .none: "none"
      }
    }
  }

  /// When the pitch falls on the scale.
  public enum Quantise: UInt8, CaseIterable, Sendable {
    case off = 0
    /// Where the touch begins; from there it follows the finger without steps.
    case atBegin
    /// At every moment.
    case always
    /// Near a note it is drawn to the note: the distance d to it (in half the step between its neighbours)
    /// becomes d³.
    case magnetic

    public var symbol: StaticString {
      switch self {
      case .off: "off"
      case .atBegin: "at_begin"
      case .always: "always"
      case .magnetic: "magnetic"
      }
    }
  }

  public var axis: Axis
  /// Pitch at 0 and at 1, in keys, 0…127.
  public var low: Float
  public var high: Float
  public var scale: Scale
  /// The scale's first note in semitones, 0…127; its octave does not matter.
  public var root: Float
  public var quantise: Quantise
  /// Seconds in which the pitch follows the finger, 0…2.
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

  /// Where on the keyboard a touch is that began at `start` and is now at `now`, points of 0…1: in keys, which are
  /// semitones where nothing is tuned otherwise.
  /// - Parameter keys: which of them sound, and whether the scale means anything to them; nil: all, and it does.
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

  /// Where on its axis, 0…1, a touch has this pitch without a scale; the middle where the axis is `none` or has no
  /// extent.
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
    // Half the way to the neighbour on the pitch's side: beyond it the neighbour is nearer.
    var neighbour = note
    var step: Float = 1
    while neighbour == note && step <= 12 {
      neighbour = nearest(to: note + (distance < 0 ? -step : step), keys)
      step += 1
    }
    // Beyond the last note that sounds there is none.
    if neighbour == note { return note }
    let half = (neighbour - note).magnitude / 2
    let share = distance / half
    return note + share * share * share * half
  }
}
