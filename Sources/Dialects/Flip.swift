// Converts angles and sizes of surfaces on which y grows downwards. Any thread.

/// Converts from surfaces on which y grows downwards.
enum Flip {
  /// Converts radians clockwise to turns anticlockwise, 0…1.
  static func turns(radians: Float) -> Float {
    let turns = -radians / (2 * .pi)
    let wrapped = turns - turns.rounded(.down)
    return wrapped < 1 ? wrapped : 0
  }
}

extension TouchReport {
  /// Sets radius, aspect and orientation. The longer side of the contact is its major axis. A surface of 4:3
  /// is 0.8 diagonals wide and 0.6 high.
  /// - Parameters:
  ///   - width: A share of the surface's width.
  ///   - height: A share of the surface's height.
  ///   - angle: The direction of the width in turns; NaN: none.
  mutating func setSize(width: Float, height: Float, angle: Float) {
    let (along, across) = (width * 0.4, height * 0.3)
    radius = max(along, across)
    guard radius > 0 else { return }
    aspect = min(along, across) / radius
    let turned = (angle.isFinite ? angle : 0) + (across > along ? 0.25 : 0)
    orientation = turned < 1 ? turned : turned - 1
  }
}
