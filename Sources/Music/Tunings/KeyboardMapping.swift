// Applies a scale of any size to the 128 keys, as Scala's keyboard mappings define it.
// Not for the audio thread.
import Lanes

/// Assigns the notes of a scale to keys (huygens-fokker.org/scala/help.htm, "Keyboard mappings").
public struct KeyboardMapping: Sendable, Equatable {
  /// The number of keys after which the pattern repeats; 0: each key is the next note of the scale.
  public var size = 0
  /// Only these keys are tuned; the others keep equal temperament.
  public var keys = 0...127
  /// The key of the pattern's first entry.
  public var middle = 60
  /// The key that sounds at `hertz`.
  public var reference = 60
  /// The frequency of the reference key; by default that of middle C in equal temperament.
  public var hertz = 261.625_565_300_598_6
  /// The degree of the scale by which the pattern rises at each repetition; 0: the scale's last degree.
  public var octaveDegree = 0
  /// The pattern: a degree of the scale for each key. Nil, and a missing entry, is a key that makes no sound.
  public var degrees: [Int?] = []
  /// The line of the text that names the reference key, from 1; 0 if the mapping was not read from a text.
  public var referenceLine = 0

  public init() {}
}

extension KeyTuning {
  /// - Parameters:
  ///   - cents: the scale's notes above its first, the last one being the period; empty is twelve equal
  ///     semitones.
  /// - Returns: nil when the mapping gives its reference key no note.
  public init?(cents: [Double], _ mapping: KeyboardMapping) {
    self.init()
    let cents = cents.isEmpty ? (1...12).map { 100 * Double($0) } : cents
    let keyCents = (0..<128).map { mapping.cents($0, cents) }
    guard let reference = keyCents[mapping.reference] else { return nil }
    let pitch = 69 + 12 * Scalar.log2(mapping.hertz / 440)
    for key in mapping.keys {
      if let ownCents = keyCents[key] {
        // Limits the pitch far outside the audible range, because a scale may have huge steps.
        pitches[key] = Float(min(max(pitch + (ownCents - reference) / 100, -1000), 1000))
      } else {
        silent[key >> 6] |= 1 << UInt64(key & 63)
      }
    }
    bridge()
    repeatsAfterTwelve = (mapping.size == 0 ? cents.count : mapping.size) == 12
  }

  /// Gives silent keys pitches between those of their neighbours.
  private mutating func bridge() {
    func sounds(_ key: Int) -> Bool { silent[key >> 6] & (1 << UInt64(key & 63)) == 0 }
    for key in 0..<128 where !sounds(key) {
      let below = (0..<key).last(where: sounds)
      let above = (key + 1..<128).first(where: sounds)
      switch (below, above) {
      case (let below?, let above?):
        let share = Float(key - below) / Float(above - below)
        pitches[key] = pitches[below] + (pitches[above] - pitches[below]) * share
      case (let below?, nil): pitches[key] = pitches[below] + Float(key - below)
      case (nil, let above?): pitches[key] = pitches[above] - Float(above - key)
      case (nil, nil): break
      }
    }
  }
}

extension KeyboardMapping {
  /// Cents of a key above the middle key; nil for a key that makes no sound.
  fileprivate func cents(_ key: Int, _ scale: [Double]) -> Double? {
    let (turn, index) = Self.divided(key - middle, by: size == 0 ? scale.count : size)
    if size == 0 { return Self.cents(ofDegree: index, scale) + Double(turn) * scale[scale.count - 1] }
    guard index < degrees.count, let degree = degrees[index] else { return nil }
    return Self.cents(ofDegree: degree, scale)
      + Double(turn) * Self.cents(ofDegree: octaveDegree == 0 ? scale.count : octaveDegree, scale)
  }

  private static func cents(ofDegree degree: Int, _ scale: [Double]) -> Double {
    let (turn, index) = divided(degree, by: scale.count)
    return Double(turn) * scale[scale.count - 1] + (index == 0 ? 0 : scale[index - 1])
  }

  private static func divided(_ number: Int, by count: Int) -> (turn: Int, index: Int) {
    let turn = number >= 0 ? number / count : (number + 1) / count - 1
    return (turn, number - turn * count)
  }
}
