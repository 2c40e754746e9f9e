// The gestures and their thresholds. Audio thread.

/// A gesture that is recognized.
public enum Gesture: Int, CaseIterable, Sendable {
  // Of one touch.
  case press = 0, tap, doubleTap, hold, swipe
  // Of the group.
  case pan, pinch, rotate
}

/// The state of a gesture's recognition. The next touch makes the gesture possible again.
public enum GesturePhase: UInt8, Sendable {
  case possible = 0
  case began
  case changed
  /// It was recognized and has ended.
  case ended
  /// It had begun, and a panic ended it.
  case cancelled
  /// The present touches do not form this gesture.
  case failed
}

/// Thresholds, in seconds and diagonals unless said otherwise.
enum GestureLimit {
  static var press: Float { @_noLocks get { 0.03 } }
  static var tap: Float { @_noLocks get { 0.25 } }
  static var slop: Float { @_noLocks get { 0.03 } }
  static var doubleTapGap: Float { @_noLocks get { 0.3 } }
  static var doubleTapDistance: Float { @_noLocks get { 0.06 } }
  /// A finger that holds moves less than one that begins a slow gesture.
  static var holdSlop: Float { @_noLocks get { 0.01 } }
  static var hold: Float { @_noLocks get { 0.5 } }
  static var swipe: Float { @_noLocks get { 0.4 } }
  static var swipeDistance: Float { @_noLocks get { 0.12 } }
  /// The greatest distance from the straight line, as a part of the way.
  static var swipeBend: Float { @_noLocks get { 0.2 } }
  /// The least speed at the end of a swipe: diagonals/s over its last 60 ms.
  static var swipeEndSpeed: Float { @_noLocks get { 0.15 } }
  static var pan: Float { @_noLocks get { 0.04 } }
  /// Octaves.
  static var pinch: Float { @_noLocks get { 0.2 } }
  /// Turns.
  static var rotate: Float { @_noLocks get { 0.035 } }
  /// The shortest line that is a drawing, and the smallest.
  static var shapeLength: Float { @_noLocks get { 0.1 } }
  static var shapeSize: Float { @_noLocks get { 0.05 } }
  /// The greatest distance of a drawing from its example, as an angle in turns: 0.44 radians; and 0.38 where
  /// any rotation is accepted, because more lines are near then.
  static var shapeDistance: Float { @_noLocks get { 0.07 } }
  static var shapeDistanceTurned: Float { @_noLocks get { 0.06 } }
  /// By how much a shape may be turned that is not drawn in any rotation, in turns.
  static var shapeRotation: Float { @_noLocks get { 1 / 12 } }
  /// The greatest ratio of sizes for a shape that must be drawn in its own size.
  static var shapeRatio: Float { @_noLocks get { 1.5 } }
  /// Diagonals/s.
  static var moving: Float { @_noLocks get { 0.05 } }
  static var still: Float { @_noLocks get { 0.02 } }
  /// Coordinate units beyond the middle.
  static var centre: Float { @_noLocks get { 0.01 } }
}
