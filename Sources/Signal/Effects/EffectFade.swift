// Fades an effect that has a memory in and out; used by chorus, echo and reverb. Audio thread.

/// The gain of an effect's output, and of what enters its memory.
///
/// An effect that is switched on begins with an empty memory. What enters the memory fades in too: otherwise
/// the first echo would begin in the middle of a tone, with a click.
public struct EffectFade {
  private var wet = Ramp(0)
  private var fed = Ramp(0)

  @_noLocks public init() {}

  /// Whether the effect is off and its sound has faded out.
  public var isOff: Bool { @_noLocks get { wet.value == 0 && wet.step == 0 } }

  /// Sets the gain to `target` without a ramp. It clicks unless the sound is silent.
  @_noLocks public mutating func jump(_ target: Float) {
    wet.set(target)
    fed.set(1)
  }

  /// - Returns: whether the effect was off and now begins; the caller then clears the effect's memory.
  @_noLocks public mutating func aim(_ target: Float, approach: Float, reciprocalFrames: Float) -> Bool {
    let wakes = isOff && target > 0
    if wakes { fed.set(0) }
    wet.aim(target, approach: approach, reciprocalFrames: reciprocalFrames)
    fed.aim(1, approach: approach, reciprocalFrames: reciprocalFrames)
    return wakes
  }

  /// The gains of the next frame, for the output and for what enters the memory.
  @_transparent @_noLocks mutating func next() -> (wet: Float, fed: Float) { (wet.next(), fed.next()) }

  /// Writes the gains of `count` frames, up to 32, for the output and for what enters the memory.
  @_noLocks public mutating func write(
    wet wets: UnsafeMutablePointer<Float>, fed feds: UnsafeMutablePointer<Float>, count: Int
  ) {
    wet.write(to: wets, count: count)
    fed.write(to: feds, count: count)
  }
}
