// Pitch and MIDI, compared with tables and brute force.
import Foundation
import Music
import Testing

/// The scales as musicians write them, in semitones.
private let written: [Scale: [Int]] = [
  .chromatic: Array(0..<12), .major: [0, 2, 4, 5, 7, 9, 11], .minor: [0, 2, 3, 5, 7, 8, 10],
  .majorPentatonic: [0, 2, 4, 7, 9], .minorPentatonic: [0, 3, 5, 7, 10],
  .dorian: [0, 2, 3, 5, 7, 9, 10], .phrygian: [0, 1, 3, 5, 7, 8, 10], .lydian: [0, 2, 4, 6, 7, 9, 11],
  .mixolydian: [0, 2, 4, 5, 7, 9, 10], .locrian: [0, 1, 3, 5, 6, 8, 10],
  .harmonicMinor: [0, 2, 3, 5, 7, 8, 11], .melodicMinor: [0, 2, 3, 5, 7, 9, 11],
  .harmonicMajor: [0, 2, 4, 5, 7, 8, 11], .doubleHarmonic: [0, 1, 4, 5, 7, 8, 11],
  .hungarianMinor: [0, 2, 3, 6, 7, 8, 11], .phrygianDominant: [0, 1, 4, 5, 7, 8, 10],
  .ukrainianDorian: [0, 2, 3, 6, 7, 9, 10], .neapolitanMinor: [0, 1, 3, 5, 7, 8, 11],
  .neapolitanMajor: [0, 1, 3, 5, 7, 9, 11], .lydianDominant: [0, 2, 4, 6, 7, 9, 10],
  .altered: [0, 1, 3, 4, 6, 8, 10], .enigmatic: [0, 1, 4, 6, 8, 10, 11], .persian: [0, 1, 4, 5, 6, 8, 11],
  .wholeTone: [0, 2, 4, 6, 8, 10], .augmented: [0, 3, 4, 7, 8, 11], .wholeHalf: [0, 2, 3, 5, 6, 8, 9, 11],
  .halfWhole: [0, 1, 3, 4, 6, 7, 9, 10], .blues: [0, 3, 5, 6, 7, 10], .majorBlues: [0, 2, 3, 4, 7, 9],
  .ritusen: [0, 2, 5, 7, 9], .egyptian: [0, 2, 5, 7, 10], .hirajoshi: [0, 2, 3, 7, 8],
  .inSen: [0, 1, 5, 7, 10], .iwato: [0, 1, 5, 6, 10], .miyakoBushi: [0, 1, 5, 7, 8],
  .pelog: [0, 1, 3, 7, 8], .kumoi: [0, 2, 3, 7, 9], .prometheus: [0, 2, 4, 6, 9, 10],
  .bebop: [0, 2, 4, 5, 7, 9, 10, 11], .fifths: [0, 7], .octaves: [0],
]

@Test(arguments: Scale.allCases) func degreesGoOnThroughTheOctaves(_ scale: Scale) throws {
  let notes = try #require(written[scale])
  #expect(scale.noteCount == notes.count)
  for octave in -2...3 {
    for (index, note) in notes.enumerated() {
      #expect(scale.semitones(degree: octave * notes.count + index) == 12 * octave + note)
    }
  }
}

@Test(arguments: Scale.allCases) func theNearestNoteIsTheNearest(_ scale: Scale) throws {
  let notes = try #require(written[scale])
  for root in [Float(48), 50, 61] {
    let all = (-3...12).flatMap { octave in notes.map { root + Float(12 * octave + $0) } }
    for tenth in stride(from: Float(30), to: 100, by: 0.09) {
      let nearest = scale.nearest(to: tenth, root: root)
      let best = try #require(all.map { abs($0 - tenth) }.min())
      #expect(all.contains(nearest))
      #expect(abs(abs(nearest - tenth) - best) < 1e-4)
    }
  }
}

@Test func everyPitchOfTheScaleStaysItself() throws {
  for scale in Scale.allCases {
    for note in try #require(written[scale]) {
      #expect(scale.nearest(to: 60 + Float(note), root: 48) == 60 + Float(note))
    }
  }
}

@Test func aFingerBeginsOnTheScaleAndThenFollows() {
  let map = PlayingMap(low: 48, high: 72, scale: .majorPentatonic)
  #expect(map.pitch(start: (0.51, 0), now: (0.51, 0)) == 60)
  #expect(map.pitch(start: (1, 0), now: (1, 0)) == 72)
  // A quarter of the surface is six semitones, wherever the touch began.
  #expect(abs(map.pitch(start: (0.51, 0), now: (0.76, 1)) - 66) < 1e-4)
}

@Test func tuningIsTwelveEqualStepsAboutItsReference() {
  for reference in [Float(380), 440, 442.5] {
    let tuning = Tuning(reference: reference)
    for note in 0...127 {
      let exact = Double(reference) * pow(2, (Double(note) - 69) / 12)
      #expect(abs(1200 * log2(Double(tuning.hertz(Float(note))) / exact)) < 0.002)
    }
  }
}

@Test func laneAndSingleTuningAgree() {
  let tuning = Tuning()
  let lanes = tuning.hertz(SIMD16<Float>(repeating: 61.37))
  #expect(abs(lanes[7] / tuning.hertz(61.37) - 1) < 1e-6)
}

private func decode(_ bytes: [UInt8]) -> MIDIMessage? { bytes.withUnsafeBytes { MIDIMessage($0) } }

@Test func channelMessagesAreDecoded() {
  #expect(decode([0x93, 60, 100]) == .noteOn(channel: 3, note: 60, velocity: 100))
  #expect(decode([0x93, 60, 0]) == .noteOff(channel: 3, note: 60))
  #expect(decode([0x8F, 127, 64]) == .noteOff(channel: 15, note: 127))
  #expect(decode([0xB0, 64, 127]) == .controller(channel: 0, number: 64, value: 127))
  #expect(decode([0xD1, 99]) == .channelPressure(channel: 1, value: 99))
  #expect(decode([0xC2, 5]) == .program(channel: 2, number: 5))
  #expect(decode([0xFF]) == .reset)
  #expect(decode([0xE0, 0, 64]) == .bend(channel: 0, amount: 0))
  #expect(decode([0xE0, 0, 0]) == .bend(channel: 0, amount: -1))
  #expect(decode([0xE0, 127, 127]) == .bend(channel: 0, amount: 8191.0 / 8192))
}

@Test func garbageIsNoMessage() {
  for bytes: [UInt8] in [
    [], [0x90], [0x90, 60], [0x90, 60, 100, 0], [0x90, 0x80, 100], [0x90, 60, 0x80], [60, 60, 60],
    [0xF0, 1, 0xF7], [0xD0, 1, 2], [0xFF, 0], [0xFE], [0xC0, 1, 2],
  ] {
    #expect(decode(bytes) == nil, "\(bytes)")
  }
}

@Test func everyByteTripleEitherDecodesOrNot() {
  // Each status byte with extreme data: no crash, and only channel messages that the instrument knows.
  for status in UInt8.min...UInt8.max {
    for first: UInt8 in [0, 1, 64, 127, 128, 255] {
      for second: UInt8 in [0, 64, 127, 128, 255] where decode([status, first, second]) != nil {
        #expect([0x80, 0x90, 0xA0, 0xB0, 0xE0].contains(status & 0xF0) && first < 128 && second < 128)
      }
    }
  }
}

@Test func notesHaveTheirUsualNames() {
  func name(_ note: Int) -> String { "\(NoteName.letter(of: note))\(NoteName.octave(of: note))" }
  #expect(name(60) == "C4")
  #expect(name(69) == "A4")
  #expect(name(0) == "C-1")
  #expect(name(127) == "G9")
  #expect(Set((0...127).map(name)).count == 128)
}

@Test func aMagneticNotePullsToItselfAndLetsGoHalfwayToTheNext() {
  let map = PlayingMap(low: 60, high: 72, scale: .majorPentatonic, root: 60, quantise: .magnetic)
  func played(_ free: Float) -> Float {
    map.pitch(start: (0.9, 0), now: ((free - 60) / 12, 0))
  }
  for note: Float in [60, 62, 64, 67, 69, 72] { #expect(abs(played(note) - note) < 1e-5, "\(note)") }
  // From 64 the next note is 67: halfway there it plays where the finger is, two thirds of that way 8/27 of
  // it.
  #expect(abs(played(65) - (64 + 1.5 * 8 / 27)) < 1e-4 && abs(played(66) - (67 - 1.5 * 8 / 27)) < 1e-4)
  #expect(abs(played(65.499) - 65.5) < 0.01 && abs(played(65.501) - 65.5) < 0.01)
}
