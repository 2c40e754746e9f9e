// The list of waves: names, numbers and positions in the table file. Any thread.

/// A wave of an oscillator. Raw values are saved and are indices in the list of choices: append only.
public enum Wave: Int32, CaseIterable, Sendable {
  // Single cycles.
  case sine = 0, triangle, saw, square
  case quarterPulse, eighthPulse, halfSine, softSaw, softSquare, hollow, octaves, fifths, primes
  case organFlute, organFull, organReed, brass, oboe, clarinet, flute, string, plectrum, bell
  case voiceA, voiceE, voiceI, voiceO, voiceU
  // Morphing: `frames` cycles in a row, from the first (position 0) to the last (1).
  case morphSweep, morphWidth, morphSync, morphFold, morphVowels, morphDrawbars, morphFM, morphComb
  // The cycles of a patch's own file, of which there may be more.
  case user

  public static var count: Int { @_noLocks get { Int(Wave.user.rawValue) + 1 } }
  /// Cycles of a morphing wave.
  public static var morphFrames: Int32 { @_noLocks get { 8 } }
  static var firstMorph: Int32 { @_noLocks get { Wave.morphSweep.rawValue } }

  /// The wave with this raw value; a number beyond the list gives the nearest wave.
  @_noLocks public init(number: Float) {
    let limited = number > 0 ? (number < Float(Wave.count - 1) ? number : Float(Wave.count - 1)) : 0
    self = Wave(rawValue: Int32(limited + 0.5)) ?? .sine
  }

  public var isMorphing: Bool { @_noLocks get { rawValue >= Wave.firstMorph } }
  public var frames: Int32 { @_noLocks get { isMorphing ? Wave.morphFrames : 1 } }

  /// The index of its first cycle in its file.
  public var firstCycle: Int32 {
    @_noLocks get {
      if self == .user { return 0 }
      return isMorphing ? Wave.firstMorph + (rawValue - Wave.firstMorph) * Wave.morphFrames : rawValue
    }
  }

  /// Cycles of all waves together, without the patch's own.
  public static var cycleCount: Int {
    @_noLocks get {
      Int(Wave.firstMorph) + Int(Wave.user.rawValue - Wave.firstMorph) * Int(Wave.morphFrames)
    }
  }
}
