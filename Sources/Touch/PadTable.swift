// The game controllers: four sets of axes and buttons, and the one that the patch listens to. Audio thread.

/// The values of four game controllers. They are kept apart, so that one that is disconnected lets go of its
/// own axes and buttons only.
struct PadTable {
  /// Six axes, then sixteen buttons.
  static var controls: Int { @_noLocks get { 22 } }
  static var pads: Int { @_noLocks get { 4 } }

  /// Which one the patch listens to, 1…4; 0: all.
  private(set) var chosen = 0
  private var values = InlineArray<88, Float>(repeating: 0)

  @_noLocks init() {}

  @_noLocks mutating func listen(to pad: Int) { chosen = 0...4 ~= pad ? pad : 0 }

  /// Lets go of all axes and buttons.
  @_noLocks mutating func reset() { values = InlineArray(repeating: 0) }

  /// Whether the patch listens to a pad, 1…4.
  @_noLocks func hears(_ pad: Int) -> Bool { chosen == 0 || chosen == pad }

  /// Sets the value of a control, and returns the one before.
  /// - Parameters:
  ///   - control: 0…21.
  ///   - pad: 1…4.
  @_noLocks mutating func set(_ control: Int, of pad: Int, to value: Float) -> Float {
    let index = (pad - 1) * Self.controls + control
    let before = values[index]
    values[index] = value
    return before
  }

  /// The value of a control for the patch: that of the pad that it listens to. Of all pads, the one counts
  /// that is farthest from rest, and of equal ones the first.
  @_noLocks func value(of control: Int) -> Float {
    if chosen > 0 { return values[(chosen - 1) * Self.controls + control] }
    var farthest: Float = 0
    for pad in 0..<Self.pads {
      let value = values[pad * Self.controls + control]
      if value.magnitude > farthest.magnitude { farthest = value }
    }
    return farthest
  }
}
