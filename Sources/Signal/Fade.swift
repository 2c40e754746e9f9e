// How much of an effect is heard: what all effects share.
import Lanes

/// The amount of an effect, faded between control steps. At 0 the effect is off and costs nothing.
public struct Fade {
  private var amount = Ramp(0)

  @_noLocks public init() {}

  public var isOff: Bool { @_noLocks get { amount.value == 0 && amount.step == 0 } }

  /// At `target` at once; only where nothing is heard.
  @_noLocks public mutating func jump(_ target: Float) { amount.set(target) }

  /// - Parameter target: 0 (off once faded) … 1.
  /// - Returns: whether the effect wakes now and is to forget what it heard before.
  @_noLocks public mutating func aim(_ target: Float, approach: Float, reciprocalFrames: Float) -> Bool {
    let wakes = isOff && target > 0
    amount.aim(target, approach: approach, reciprocalFrames: reciprocalFrames)
    return wakes
  }

  @_transparent @_noLocks mutating func next() -> Float { amount.next() }
}
