// From scales of any number of notes to the 128 keys, worked out by going from key to key.
import Foundation
import Testing

@testable import Music

/// The cents of each key above that of `middle`, by walking up and down the degrees one at a time.
private func walked(_ cents: [Double], middle: Int) -> [Double] {
  var found = [Double](repeating: 0, count: 128)
  var steps = [cents[0]]
  for index in 1..<cents.count { steps.append(cents[index] - cents[index - 1]) }
  for key in (middle + 1)..<128 { found[key] = found[key - 1] + steps[(key - middle - 1) % cents.count] }
  for key in (0..<middle).reversed() {
    found[key] = found[key + 1] - steps[cents.count - 1 - (middle - 1 - key) % cents.count]
  }
  return found
}

@Test(arguments: [
  [100.0, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200], [240, 480, 720, 960, 1200],
  [63.2, 181, 333.3, 498, 702, 813.7, 1901.955], [386.3],
]) func withoutAMappingEachKeyIsADegree(_ cents: [Double]) throws {
  var mapping = KeyboardMapping()
  (mapping.middle, mapping.reference, mapping.hertz) = (57, 69, 432)
  let keys = try #require(KeyTuning(cents: cents, mapping))
  let expected = walked(cents, middle: 57)
  let pitch = 69 + 12 * log2(432.0 / 440)
  for key in 0..<128 {
    let exact = min(max(pitch + (expected[key] - expected[69]) / 100, -1000), 1000)
    #expect(abs(Double(keys.pitches[key]) - exact) < 1e-3, "key \(key)")
  }
  #expect(keys.silent[0] == 0 && keys.silent[1] == 0 && keys.repeatsAfterTwelve == (cents.count == 12))
}

@Test func aMappingRepeatsAtItsOctaveAndItsGapsAreSilent() throws {
  // White keys play the five notes of a scale but for one; the octave of the mapping is its fifth degree.
  var mapping = KeyboardMapping()
  mapping.size = 7
  mapping.degrees = [0, 1, nil, 2, 3, 4]
  mapping.octaveDegree = 5
  (mapping.middle, mapping.reference, mapping.hertz) = (60, 60, 220)
  let cents = [200.0, 450, 700, 950, 1200]
  let keys = try #require(KeyTuning(cents: cents, mapping))
  let degrees: [Double?] = [0, 200, nil, 450, 700, 950, nil]
  for key in 0..<128 {
    let turn = Int((Double(key - 60) / 7).rounded(.down))
    let isSilent = withUnsafePointer(to: keys) { KeyTuning.isSilent(key, in: $0) }
    guard let inside = degrees[key - 60 - 7 * turn] else {
      #expect(isSilent, "key \(key)")
      continue
    }
    let exact = 57 + 12 * Double(turn) + inside / 100
    #expect(!isSilent && abs(Double(keys.pitches[key]) - exact) < 1e-3, "key \(key)")
  }
  // A silent key is on the line between its neighbors.
  #expect(abs(keys.pitches[62] - (57 + 3.25)) < 1e-4 && abs(keys.pitches[66] - (57 + 10.75)) < 1e-4)
  mapping.reference = 62
  #expect(KeyTuning(cents: cents, mapping) == nil, "a silent key has no pitch to tune the others by")
}

@Test func ofTwoKeysEquallyNearTheLowerIsPlayed() throws {
  var keys = try #require(KeyTuning(cents: [240, 480, 720, 960, 1200], KeyboardMapping()))
  withUnsafePointer(to: &keys) {
    #expect(KeyTuning.nearest(to: 60.5, scale: .chromatic, root: 60, in: $0) == 60)
    #expect(KeyTuning.nearest(to: 60.51, scale: .chromatic, root: 60, in: $0) == 61)
  }
}

@Test func aMasterWithoutAPitchLeavesTheKey() {
  let memory = UnsafeMutablePointer<KeyTuning>.allocate(capacity: 2 * LiveTuning.count)
  memory.initialize(repeating: KeyTuning(), count: 2 * LiveTuning.count)
  defer { memory.deallocate() }
  var live = LiveTuning(memory: memory)
  var hertz = (0..<128).map { 440 * pow(2, (Double($0) - 69) / 12) * 1.01 }
  (hertz[3], hertz[4], hertz[5], hertz[6]) = (0, -1, .nan, .infinity)
  live.update(master: hertz, channel: 2)
  let keys = live.keys(channel: 2)
  for key in 3...6 { #expect(KeyTuning.pitch(of: Float(key), in: keys) == Float(key), "key \(key)") }
  #expect(abs(KeyTuning.pitch(of: 69, in: keys) - 69.172) < 1e-3)
  live.update(master: hertz.map { $0 / 1.01 * 1.02 }, channel: 0)
  #expect(abs(KeyTuning.pitch(of: 69, in: live.keys(channel: 0)) - 69.343) < 1e-3)
  #expect(KeyTuning.pitch(of: 69, in: live.keys(channel: 1)) == 69)
  let (wasMastered, isMastered) = (live.forgetMaster(), live.forgetMaster())
  #expect(wasMastered && !isMastered)
}

/// The map of the white keys with another scale than it was made for, as docs/tuning.md says it.
@Test func aRepetitionIsHigherByTheOctaveDegreeInAnyScale() throws {
  var mapping = KeyboardMapping()
  mapping.size = 12
  mapping.degrees = [0, nil, 1, nil, 2, 3, nil, 4, nil, 5, nil, 6]
  mapping.octaveDegree = 7
  (mapping.middle, mapping.reference, mapping.hertz) = (60, 69, 440)
  func hertz(_ key: Int, _ cents: [Double]) throws -> Double {
    440 * pow(2, (Double(try #require(KeyTuning(cents: cents, mapping)).pitches[key]) - 69) / 12)
  }
  let semitones = (1...12).map { Double($0) * 100 }
  #expect(abs(try hertz(60, semitones) - 329.63) < 0.005)
  #expect(abs(try hertz(72, semitones) - 329.63 * pow(2, 7 / 12.0)) < 0.01)
  // With seven notes the octave degree is the period.
  let major = [200.0, 400, 500, 700, 900, 1100, 1200]
  #expect(abs(try hertz(60, major) - 261.63) < 0.005)
  #expect(abs(try hertz(72, major) - 523.25) < 0.01)
}
