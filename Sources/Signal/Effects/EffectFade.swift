// How an effect with a memory comes and goes: the shell that chorus, echo and reverb share. Audio thread.

/// The loudness of an effect's sound, and of what enters its memory.
///
/// An effect that is switched on begins with an empty memory. What enters it fades in too: otherwise its first echo
/// would begin in the middle of a tone, with a click.
public struct EffectFade {
  private var wet = Ramp(0)
  private var fed = Ramp(0)

  @_noLocks public init() {}

  /// Off, and nothing to be heard of it.
  public var isOff: Bool { @_noLocks get { wet.value == 0 && wet.step == 0 } }

  /// At `target` at once; only where nothing is heard.
  @_noLocks public mutating func jump(_ target: Float) {
    wet.set(target)
    fed.set(1)
  }

  /// - Returns: whether the effect wakes: its memory is to be cleared.
  @_noLocks mutating func aim(_ target: Float, approach: Float, reciprocalFrames: Float) -> Bool {
    let wakes = isOff && target > 0
    if wakes { fed.set(0) }
    wet.aim(target, approach: approach, reciprocalFrames: reciprocalFrames)
    fed.aim(1, approach: approach, reciprocalFrames: reciprocalFrames)
    return wakes
  }

  /// The factors of the next frame: on what is heard, on what enters.
  @_transparent @_noLocks mutating func next() -> (wet: Float, fed: Float) { (wet.next(), fed.next()) }
}
