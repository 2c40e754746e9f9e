// Converts semitones to hertz. Any thread.
import Lanes

/// Twelve equal semitones an octave, tuned from a reference A.
public struct Tuning: Sendable {
  /// Hertz of the A above middle C (MIDI note 69).
  public var reference: Float

  @_noLocks public init(reference: Float = 440) { self.reference = reference }

  /// Hertz of pitches in semitones (60 = middle C).
  @_noLocks public func hertz(_ pitch: Lanes) -> Lanes { ((pitch - 69) * (1 / 12)).exp2 * reference }

  /// Hertz of one pitch.
  @_noLocks public func hertz(_ pitch: Float) -> Float { Scalar.exp2((pitch - 69) / 12) * reference }
}
