// Angles and sizes of surfaces whose y grows downwards. Any thread.

/// From surfaces whose y grows downwards.
enum Flip {
  /// Turns anticlockwise, 0…1, of radians clockwise.
  static func turns(radians: Float) -> Float {
    let turns = -radians / (2 * .pi)
    let wrapped = turns - turns.rounded(.down)
    return wrapped < 1 ? wrapped : 0
  }
}

extension TouchReport {
  /// The contact's size as shares of the surface's width and height, and the direction of its width in turns;
  /// NaN if it has none. The longer axis is the major one. A surface of 4:3 is 0.8 diagonals wide and 0.6
  /// high.
  mutating func setSize(width: Float, height: Float, angle: Float) {
    let (along, across) = (width * 0.4, height * 0.3)
    radius = max(along, across)
    guard radius > 0 else { return }
    aspect = min(along, across) / radius
    let turned = (angle.isFinite ? angle : 0) + (across > along ? 0.25 : 0)
    orientation = turned < 1 ? turned : turned - 1
  }
}
