// Scales of twelve equal semitones: which pitches a playing map may fall on.
import Lanes

/// A set of the twelve semitones above a root. Raw values are saved: append only.
public enum Scale: UInt8, CaseIterable, Sendable {
  case chromatic = 0, major, minor, majorPentatonic, minorPentatonic

  /// The scale with this raw value; any other number is chromatic.
  @_noLocks public init(number: Float) {
    self = Scale(rawValue: UInt8(min(max(number, 0), 255))) ?? .chromatic
  }

  public var symbol: StaticString {
    switch self {
    case .chromatic: "chromatic"
    case .major: "major"
    case .minor: "minor"
    case .majorPentatonic: "major_pentatonic"
    case .minorPentatonic: "minor_pentatonic"
    }
  }

  /// Bit n stands for n semitones above the root.
  public var semitones: UInt16 {
    @_noLocks get {
      switch self {
      case .chromatic: 0b1111_1111_1111
      case .major: 0b1010_1011_0101
      case .minor: 0b0101_1010_1101
      case .majorPentatonic: 0b0010_1001_0101
      case .minorPentatonic: 0b0100_1010_1001
      }
    }
  }

  /// The pitch of the scale nearest to `pitch`; of two equally near the lower one.
  /// - Parameters:
  ///   - pitch: in semitones, 60 = middle C.
  ///   - root: the scale's first note in semitones; its octave does not matter.
  @_noLocks public func nearest(to pitch: Float, root: Float) -> Float {
    let above = pitch - root
    let octave = Scalar.floor(above / 12)
    let within = above - 12 * octave
    var best: Float = 0
    var least = Float.infinity
    // From the octave's root to the next one, so that both neighbours are seen.
    for semitone in 0...12 where semitones & (1 << UInt16(semitone % 12)) != 0 {
      let distance = (Float(semitone) - within).magnitude
      if distance < least {
        least = distance
        best = Float(semitone)
      }
    }
    return root + 12 * octave + best
  }
}
