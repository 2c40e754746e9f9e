// Scales of twelve equal semitones, to which a playing map may restrict its pitches. Any thread.
import Controls
import Lanes

/// A set of the twelve semitones above a root. Places are saved: append only.
public enum Scale: StaticString, NamedCase {
  case chromatic, major, minor, majorPentatonic = "major_pentatonic", minorPentatonic = "minor_pentatonic"
  case dorian, phrygian, lydian, mixolydian, locrian, harmonicMinor = "harmonic_minor"
  case melodicMinor = "melodic_minor", harmonicMajor = "harmonic_major"
  case doubleHarmonic = "double_harmonic", hungarianMinor = "hungarian_minor"
  case phrygianDominant = "phrygian_dominant", ukrainianDorian = "ukrainian_dorian"
  case neapolitanMinor = "neapolitan_minor"
  case neapolitanMajor = "neapolitan_major", lydianDominant = "lydian_dominant", altered, enigmatic, persian
  case wholeTone = "whole_tone", augmented, wholeHalf = "whole_half"
  case halfWhole = "half_whole", blues, majorBlues = "major_blues", ritusen, egyptian, hirajoshi
  case inSen = "in_sen", iwato, miyakoBushi = "miyako_bushi", pelog
  case kumoi, prometheus, bebop, fifths, octaves

  /// The scale at this place; any other number is chromatic.
  @_noLocks public init(number: Float) {
    self = Scale(index: Int(min(max(number, 0), 255))) ?? .chromatic
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
      case .dorian: 0b0110_1010_1101
      case .phrygian: 0b0101_1010_1011
      case .lydian: 0b1010_1101_0101
      case .mixolydian: 0b0110_1011_0101
      case .locrian: 0b0101_0110_1011
      case .harmonicMinor: 0b1001_1010_1101
      case .melodicMinor: 0b1010_1010_1101
      case .harmonicMajor: 0b1001_1011_0101
      case .doubleHarmonic: 0b1001_1011_0011
      case .hungarianMinor: 0b1001_1100_1101
      case .phrygianDominant: 0b0101_1011_0011
      case .ukrainianDorian: 0b0110_1100_1101
      case .neapolitanMinor: 0b1001_1010_1011
      case .neapolitanMajor: 0b1010_1010_1011
      case .lydianDominant: 0b0110_1101_0101
      case .altered: 0b0101_0101_1011
      case .enigmatic: 0b1101_0101_0011
      case .persian: 0b1001_0111_0011
      case .wholeTone: 0b0101_0101_0101
      case .augmented: 0b1001_1001_1001
      case .wholeHalf: 0b1011_0110_1101
      case .halfWhole: 0b0110_1101_1011
      case .blues: 0b0100_1110_1001
      case .majorBlues: 0b0010_1001_1101
      case .ritusen: 0b0010_1010_0101
      case .egyptian: 0b0100_1010_0101
      case .hirajoshi: 0b0001_1000_1101
      case .inSen: 0b0100_1010_0011
      case .iwato: 0b0100_0110_0011
      case .miyakoBushi: 0b0001_1010_0011
      case .pelog: 0b0001_1000_1011
      case .kumoi: 0b0010_1000_1101
      case .prometheus: 0b0110_0101_0101
      case .bebop: 0b1110_1011_0101
      case .fifths: 0b0000_1000_0001
      case .octaves: 0b0000_0000_0001
      }
    }
  }

  /// The number of notes in an octave of the scale.
  public var noteCount: Int { @_noLocks get { semitones.nonzeroBitCount } }

  /// Semitones from the root to the scale's `degree`th note. Degree 0 is the root; degrees below it are
  /// negative.
  public func semitones(degree: Int) -> Int {
    let octave = degree >= 0 ? degree / noteCount : (degree + 1) / noteCount - 1
    var left = degree - octave * noteCount
    var semitone = 0
    while true {
      if semitones & (1 << UInt16(semitone)) != 0 {
        if left == 0 { return 12 * octave + semitone }
        left -= 1
      }
      semitone += 1
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
    // Includes the next octave's root, so that both neighbours are compared.
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
