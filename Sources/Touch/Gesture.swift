// The words of gestures and their thresholds. Audio thread.

/// A gesture that is recognised.
public enum Gesture: Int, CaseIterable, Sendable {
  // Of one touch.
  case press = 0, tap, doubleTap, hold, swipe
  // Of the group.
  case pan, pinch, rotate
}

/// Where a gesture's recognition stands. What it was is possible again with the next touch.
public enum GesturePhase: UInt8, Sendable {
  case possible = 0
  case began
  case changed
  /// It was recognised and is over.
  case ended
  /// It had begun, and something took it away: a panic.
  case cancelled
  /// These touches are no such gesture.
  case failed
}

/// Thresholds, in seconds and diagonals unless said otherwise.
enum GestureLimit {
  static var press: Float { @_noLocks get { 0.03 } }
  static var tap: Float { @_noLocks get { 0.25 } }
  static var slop: Float { @_noLocks get { 0.03 } }
  static var doubleTapGap: Float { @_noLocks get { 0.3 } }
  static var doubleTapDistance: Float { @_noLocks get { 0.06 } }
  /// A finger that rests moves less than one that begins a slow gesture.
  static var holdSlop: Float { @_noLocks get { 0.01 } }
  static var hold: Float { @_noLocks get { 0.5 } }
  static var swipe: Float { @_noLocks get { 0.4 } }
  static var swipeDistance: Float { @_noLocks get { 0.12 } }
  /// Of the way, how far it may be off the straight line.
  static var swipeBend: Float { @_noLocks get { 0.2 } }
  /// A stroke must still be moving as it ends: diagonals/s over its last 60 ms.
  static var swipeEndSpeed: Float { @_noLocks get { 0.15 } }
  static var pan: Float { @_noLocks get { 0.04 } }
  /// Octaves.
  static var pinch: Float { @_noLocks get { 0.2 } }
  /// Turns.
  static var rotate: Float { @_noLocks get { 0.035 } }
  /// Diagonals/s.
  static var moving: Float { @_noLocks get { 0.05 } }
  static var still: Float { @_noLocks get { 0.02 } }
  /// Coordinate units beyond the middle.
  static var centre: Float { @_noLocks get { 0.01 } }
}
