// MPE notes, pedals, modes and recorded touches, message by message.
import Controls
import Music
import RealTime
import Testing

@testable import Instrument

/// A number of fourteen bits as 0…1.
private func step(_ number: Float) -> Float { number / 16_383 }

private let lowerZone = parameter(6, 15, on: 0)

private func mpe(_ settings: [(TouchPort, Float)] = []) -> Rig {
  let rig = Rig(settings, patch: openPatch())
  rig.midi(lowerZone)
  return rig
}

@Test func aNoteOfAMemberIsATouch() {
  let rig = mpe()
  // CC 74 at three quarters and pressure before the note are its first values; a bend of 1/8 is 6 semitones.
  rig.midi([0xB1, 74, 96], [0xD1, 127], [0xE1, 0, 72], [0x91, 54, 100])
  rig.advance(64)
  #expect(rig.processor.liveTouches == 1 && rig.processor.soundingVoices == 1)
  let voice = rig.voice
  #expect(rig.pitch(voice) == 60)
  #expect(rig.value(.touchX, voice) == 0.5 && rig.value(.touchY, voice) == 0.75)
  #expect(rig.value(.touchPressure, voice) == 1 && rig.value(.touchTimbre, voice) == 0.75)
  #expect(rig.value(.touchBend, voice) == 0.125 && rig.value(.touchVelocity, voice) == 100 / 127)
  #expect(rig.processor.value(Controller.groupCentroidX) == 0.5)
  rig.midi([0xE1, 0, 80])
  rig.advance(64)
  #expect(rig.pitch(voice) == 66 && rig.value(.touchX, voice) == 0.75)
  #expect(rig.value(.touchStartX, voice) == 0.5, "it knows where it began")
  #expect(rig.sent.isEmpty, "MIDI that came in does not leave")
  // The nearest touch is a finger: relations see both.
  rig.touch(.began, x: 0.75, y: 0.25)
  rig.advance(64)
  #expect(abs(rig.value(.touchDistanceToNearest, voice) - 0.5 * 0.6) < 1e-5)
  rig.midi([0x81, 54, 127])
  rig.advance(64)
  #expect(rig.processor.liveTouches == 1, "it has left the group")
  #expect(rig.value(.touchReleaseVelocity, voice) == 1)
  // Messages on its channel are now for the next note.
  rig.midi([0xE1, 0, 64], [0xB1, 74, 0], [0xD1, 0])
  rig.advance(64)
  #expect(rig.pitch(voice) == 66 && rig.value(.touchY, voice) == 0.75)
}

@Test func theManagersNotesSoundAndItsMessagesReachTheZone() {
  let rig = mpe()
  rig.midi([0x90, 60, 100], [0x91, 62, 100], [0xE0, 0, 96])
  rig.advance(64)
  #expect(rig.notes.map { $0[2] } == [61, 63], "half of two semitones up")
  #expect(rig.processor.liveTouches == 1, "the manager's note is no touch")
  rig.midi([0xE1, 0, 96], [0xB0, 74, 96], [0xB1, 74, 32], [0xD0, 64], [0xD1, 32])
  rig.advance(64)
  let heard: [Float] = [1, 62, 87, 64 / 127, 0.5]
  #expect(rig.notes[1] == heard)
  rig.midi([0xB0, 64, 127], [0x81, 62, 64], [0x80, 60, 64])
  rig.advance(64)
  #expect(rig.held == 0 && rig.processor.soundingVoices == 2)
  rig.midi([0xB0, 64, 0])
  rig.advance(96_000)
  #expect(rig.processor.soundingVoices == 0)
}

@Test func aZoneThatChangesEndsItsNotes() {
  let rig = mpe()
  rig.midi([0x91, 60, 100], [0x9F, 64, 100])
  rig.midi(lowerZone)
  #expect(rig.held == 2, "the same zone again")
  rig.midi(parameter(6, 7, on: 0))
  #expect(rig.held == 0 && rig.processor.liveTouches == 0)
  rig.midi([0xE8, 0, 0], [0x98, 64, 100])
  let plain: [Float] = [8, 64, 62, -1, -1]
  #expect(rig.notes == [plain], "channel 9 is plain again")
  rig.midi(parameter(6, 5, on: 15))
  #expect(rig.held == 1, "it is in no zone")
  rig.midi(parameter(6, 10, on: 0))
  #expect(rig.held == 0)
  rig.processor.set(.mpe, 0)
  rig.midi(lowerZone)
  rig.midi([0x91, 60, 100])
  #expect(rig.processor.liveTouches == 0, "off is off")
}

@Test func modeMessagesEndNotesAndNotFingers() {
  for number: UInt8 in [120, 123, 124, 125, 126, 127] {
    let rig = mpe()
    rig.touch(.began, x: 0.5, y: 0.5)
    rig.midi([0x91, 60, 100], [0x9F, 64, 100], [0x90, 67, 100], [0xB1, number, 0])
    #expect(rig.held == 3, "\(number) on a member reaches its own notes")
    rig.midi([0xB0, number, 0])
    #expect(rig.held == 1 && rig.processor.liveTouches == 1, "\(number)")
  }
}

@Test func allNotesOffForgetsWhatMonoWouldComeBackTo() {
  var patch = openPatch()
  patch.voices.isMono = true
  let rig = Rig(patch: patch)
  rig.touch(.began, x: 0.5, y: 0.5)
  rig.midi([0x90, 60, 100], [0x90, 62, 100], [0xB0, 123, 0])
  #expect(rig.held == 1 && rig.pitch(0) == 60 && rig.notes.isEmpty, "back to the finger")
  rig.touch(.ended)
  #expect(rig.held == 0)
}

@Test func sostenutoDoesNotCatchWhatTheSustainPedalHolds() {
  let rig = Rig()
  // The sustain pedal alone holds the key when sostenuto is pressed.
  rig.midi([0xB0, 64, 127], [0x90, 60, 100], [0x80, 60, 64], [0xB0, 66, 127])
  #expect(rig.processor.voices.table[0].state == .sustained)
  rig.midi([0xB0, 64, 0])
  #expect(rig.processor.voices.table[0].state == .released)
}

@Test func sostenutoCatchesWhatIsDown() {
  let rig = Rig(patch: openPatch())
  rig.midi([0x90, 60, 100], [0xB0, 66, 127], [0x90, 62, 100], [0x80, 60, 64], [0x80, 62, 64])
  rig.advance(96_000)
  #expect(rig.processor.soundingVoices == 1, "the second one began after the pedal")
  rig.midi([0xB0, 66, 0])
  rig.advance(96_000)
  #expect(rig.processor.soundingVoices == 0)
}

@Test func pressureOfAKeyIsItsOwn() {
  let rig = Rig(patch: openPatch())
  rig.midi([0x90, 60, 100], [0x90, 62, 100], [0xA0, 60, 127])
  #expect(rig.notes.map { $0[3] } == [1, -1])
  rig.midi([0xD0, 64])
  #expect(rig.notes.map { $0[3] } == [1, 64 / 127])
  rig.midi([0xB0, 121, 0])
  #expect(rig.notes.map { $0[3] } == [-1, -1])
  let zone = mpe()
  zone.midi([0x91, 60, 100], [0xA1, 60, 127])
  #expect(zone.notes[0][3] == -1, "a member presses by its channel")
}

@Test func secondHalvesMakeFourteenBits() {
  let rig = Rig(patch: openPatch())
  rig.midi([0xB0, 88, 64], [0x90, 60, 100], [0xB0, 1, 64], [0xB0, 33, 1], [0x90, 62, 100])
  rig.advance(64)
  let strikes = [rig.value(.touchVelocity, 0), rig.value(.touchVelocity, 1)]
  let expected: [Float] = [step(12_864), 100 / 127]
  #expect(strikes == expected)
  #expect(rig.value(.midiModulation, 0) == step(8193))
  #expect(rig.processor.value(Controller.member(1, from: .midiControl0)) == step(8193))
  // The first half alone has the same meaning as a 7-bit controller.
  rig.midi([0xB0, 1, 127], [0xB2, 33, 90])
  rig.advance(64)
  #expect(rig.value(.midiModulation, 0) == 1)
}

@Test func plainBendStaysThePorts() {
  let rig = Rig([(.bendRange, 12)], patch: openPatch())
  rig.midi(parameter(0, 24, on: 3))
  rig.midi([0xE3, 0, 0], [0x93, 60, 100])
  #expect(rig.notes[0][2] == 48)
}

// MARK: Recorded touches

@Test func aNoteWithAPositionIsThatTouch() {
  let rig = Rig(patch: openPatch())  // no zone was said: pairs are enough
  rig.midi(pairs([8192, 4096, 1000, 12_000], on: 1))
  rig.midi([0x91, 99, 1])
  rig.advance(64)
  let voice = rig.voice
  #expect(rig.processor.liveTouches == 1 && rig.notes.isEmpty, "it is no note")
  #expect(rig.value(.touchX, voice) == step(8192) && rig.value(.touchY, voice) == step(4096))
  #expect(rig.value(.touchRadius, voice) == step(1000))
  #expect(rig.value(.touchPressure, voice) == step(12_000))
  #expect(abs(rig.pitch(voice) - (48 + 24 * step(8192))) < 1e-4, "not the note's 99")
  rig.midi(pairs([16_383], on: 1))
  rig.advance(64)
  #expect(rig.value(.touchX, voice) == 1 && rig.value(.touchY, voice) == step(4096))
  #expect(rig.sent.isEmpty, "it does not leave again")
  rig.midi([0x81, 99, 64], [0x91, 60, 100])
  rig.advance(64)
  #expect(rig.notes.count == 1, "the next one said nothing: a note")
}

@Test func aTouchMovesWhenItIsPlacedAndNotBefore() {
  let rig = Rig(patch: openPatch())
  rig.midi(pairs([100, 100, 0, 0], on: 2))
  rig.midi([0x92, 60, 100])
  rig.advance(10)
  // Lines that a host draws between two recorded second halves.
  for value: UInt8 in [20, 90, 127] {
    rig.midi([0xB2, 48, value])
    rig.advance(10)
  }
  #expect(rig.value(.touchX, rig.voice) == step(100))
  // The first half has not changed, so a host may leave it out.
  rig.midi([0xB2, 48, 3], [0xB2, 83, 7])
  rig.advance(64)
  #expect(rig.value(.touchX, rig.voice) == step(3))
  // A note that begins long afterwards is an ordinary note.
  rig.midi([0x82, 60, 64], [0xB2, 83, 8])
  rig.advance(1000)
  rig.midi([0x92, 60, 100])
  #expect(rig.notes.count == 1)
}

@Test func secondHalvesOnDiscreteControllersCountOnceTheyCame() {
  let rig = Rig(patch: openPatch())
  let numbers = [8201, 4099, 1005, 12_007]
  rig.midi(pairs(numbers, on: 1, discrete: true) + [[0x91, 60, 100]])
  rig.advance(64)
  func heard() -> [Float] {
    [.touchX, .touchY, .touchRadius, .touchPressure].map { rig.value($0, rig.voice) }
  }
  let began: [Float] = numbers.map { step(Float($0)) }
  #expect(heard() == began)
  // A host's automation lines skip second halves, and a host
  // plays the controllers of one tick in the order of numbers.
  rig.midi([[0xB1, 17, 64], [0xB1, 45, 1], [0xB1, 48, 99], [0xB1, 50, 1], [0xB1, 80, 7], [0xB1, 83, 2]])
  rig.advance(64)
  let moved: [Float] = [64 * 128 + 7, 64 * 128 + 3, 1005, 93 * 128 + 1].map { step($0) }
  #expect(heard() == moved)
}

@Test func aTouchEndsWhereItWasLastWhicheverComesFirst() {
  func played(_ events: [(Int, [UInt8])]) -> [[Float]] {
    let rig = Rig(patch: openPatch())
    for (frame, bytes) in events {
      rig.advance(frame - rig.frame)
      rig.midi(bytes)
    }
    rig.advance(64)
    #expect(rig.processor.liveTouches == 1 && rig.held == 1)
    return (0..<2).map { voice in [.touchX, .touchY].map { rig.value($0, voice) } }
  }
  let began = (pairs([100, 200, 0, 0], on: 1, discrete: true) + [[0x91, 60, 100]]).map { (1, $0) }
  let last = pairs([300, 400, 0, 0], on: 1, discrete: true).map { (101, $0) }
  let next = (pairs([500, 600, 0, 0], on: 2, discrete: true) + [[0x92, 60, 100]]).map { (101, $0) }
  let off: [(Int, [UInt8])] = [(101, [0x81, 60, 64])]
  let expected: [[Float]] = [[step(300), step(400)], [step(500), step(600)]]
  #expect(played(began + last + off + next) == expected)
  // In the order in which Ardour plays one tick: note-offs, controllers, note-ons.
  #expect(played(began + off + last + next) == expected)
  #expect(played(began + off + next.dropLast() + last + next.suffix(1)) == expected)
  // A frame later the last place belongs to no touch.
  let late = last.map { (102, $0.1) }
  #expect(played(began + off + next + late)[0] == [step(100), step(200)])
}

@Test func halvesThatNeverCameAreNothingButSomeMustHaveCome() {
  let some = Rig(patch: openPatch())
  some.midi([0xB1, 16, 64], [0xB1, 83, 1], [0x91, 60, 100])
  some.advance(64)
  #expect(some.notes.isEmpty && some.value(.touchX, some.voice) == step(8192))
  #expect(some.value(.touchY, some.voice) == 0)
  let none = Rig(patch: openPatch())
  none.midi([0xB1, 83, 1], [0x91, 60, 100])
  #expect(none.notes.count == 1)
  let off = Rig([(.mpe, 0)], patch: openPatch())
  off.midi(pairs([8192, 4096, 1000, 3], on: 1))
  off.midi([0x91, 60, 100])
  #expect(off.notes.count == 1)
  let ended = Rig(patch: openPatch())
  ended.midi(pairs([8192, 4096, 1000, 3], on: 1))
  ended.midi([0x91, 60, 100], [0xB1, 123, 0])
  #expect(ended.processor.liveTouches == 0 && ended.held == 0)
}

// MARK: Output

@Test func aTouchLeavesAsANoteOfALowerZone() {
  let rig = Rig(patch: openPatch())
  rig.advance(10)
  // x is 12.1 of 24 semitones above 48.
  rig.touch(.began, x: 12.1 / 24, y: 0.25, pressure: 0.5, radius: 0.1)
  rig.advance(500)
  rig.touch(.moved, x: 12.1 / 24, y: 0.75)
  rig.advance(500)
  rig.touch(.ended)
  rig.advance(10)
  let wheel = 8192 + Int((0.1 / 48 * 8192).rounded())
  func pair(_ number: UInt8, _ value: Double) -> [[UInt8]] {
    let step = Int((value * 16_383).rounded())
    let low = UInt8(step & 127)
    return [
      [0xB1, number, UInt8(step >> 7)], [0xB1, number + 32, low],
      [0xB1, [80, 81, 82, 45][Int(number) - 16], low],
    ]
  }
  var began: [[UInt8]] = [[0xB0, 101, 0], [0xB0, 100, 6], [0xB0, 6, 15]]
  began += pair(16, 12.1 / 24)
  began += pair(17, 0.25)
  began += pair(18, 0.1)
  began += pair(19, 0.5)
  began.append([0xB1, 83, 1])
  began.append([0xE1, UInt8(wheel & 127), UInt8(wheel >> 7)])
  began += [[0xB1, 74, 32], [0xD1, 64], [0x91, 60, 64]]
  let moved: [[UInt8]] = pair(17, 0.75) + [[0xB1, 83, 2], [0xB1, 74, 95]]
  let ended: [UInt8] = [0x81, 60, 64]
  #expect(rig.sent.map(\.bytes) == began + moved + [ended])
  let frames = began.map { _ in 10 } + moved.map { _ in 510 } + [1010]
  #expect(rig.sent.map(\.frame) == frames)
}

@Test func fifteenTouchesHaveChannelsAndTheRestIsCounted() {
  let rig = Rig(patch: openPatch())
  for finger in 0..<20 as Range<Int32> { rig.touch(.began, finger, x: Float(finger) / 20, y: 0.5) }
  rig.advance(64)
  let notes = rig.sent.map(\.bytes).filter { $0[0] & 0xF0 == 0x90 }
  #expect(notes.map { $0[0] & 15 } == Array(1...15))
  #expect(rig.processor.unrecordedTouches == 5)
  rig.touch(.ended, 6)
  rig.touch(.ended, 3)
  rig.touch(.began, 30, x: 0.9, y: 0.5)
  rig.advance(1)
  #expect(rig.sent.last!.bytes[0] == 0x94, "the lowest free one, though it has only just become free")
  rig.advance(150)
  rig.touch(.ended, 0)
  rig.advance(100)
  rig.touch(.began, 31, x: 0.9, y: 0.5)
  rig.advance(1)
  #expect(rig.sent.last!.bytes[0] == 0x97, "one that has been free for 4 ms before one that has not")
  rig.touch(.panic)
  rig.advance(64)
  #expect(rig.sent.count { $0.bytes[0] & 0xF0 == 0x80 } == rig.sent.count { $0.bytes[0] & 0xF0 == 0x90 })
}

@Test func movementIsSentEveryFourMilliseconds() {
  let rig = Rig(patch: openPatch())
  rig.touch(.began, x: 0, y: 0.5)
  for step in 1...1000 {
    rig.advance(8)
    rig.touch(.moved, x: Float(step) / 1000, y: 0.5)
  }
  rig.advance(400)
  let frames = Set(rig.sent.filter { $0.bytes[1] == 48 }.map(\.frame)).sorted()
  #expect(zip(frames, frames.dropFirst()).allSatisfy { $1 - $0 >= 192 })
  #expect(frames.count >= 8000 / 224 && frames.last! >= 8000)
  #expect(rig.sent.last { $0.bytes[1] == 16 }!.bytes[2] == 127, "where it came to rest is said")
}

@Test func nothingLeavesWhileTheHostRendersOrTheInstrumentIsOff() {
  for port in [TouchPort.freeWheel, .enabled] {
    let rig = Rig(patch: openPatch())
    rig.touch(.began, x: 0.5, y: 0.5)
    rig.advance(64)
    rig.processor.set(port, port == .enabled ? 0 : 1)
    rig.touch(.moved, x: 0.9)
    rig.touch(.began, 2, x: 0.5, y: 0.5)
    rig.advance(640)
    #expect(rig.sent.last!.bytes == [0x81, 60, 64] && rig.sent.last!.frame == 64, "\(port)")
  }
}

@Test func theHostReceivesTheTouches() {
  let rig = Rig(patch: openPatch())
  rig.processor.reportAutomation(true)
  rig.advance(1000)
  #expect(rig.out.isEmpty)
  rig.touch(.began, 1, x: 0.2, y: 0.5)
  rig.touch(.began, 2, x: 0.6, y: 0.5)
  for step in 0..<100 {
    rig.touch(.moved, 1, x: 0.2 - Float(step) / 1000)
    rig.advance(64)
  }
  func told(_ port: TouchPort) -> [OutgoingEvent] {
    rig.out.filter { $0.kind == .port && $0.port == port.rawValue }
  }
  let values = told(.groupSpread)
  #expect(values.first?.value == 0, "what the port was before the hand")
  #expect(values.count >= 6400 / 288)
  #expect(
    zip(values, values.dropFirst()).allSatisfy { $1.frame - $0.frame >= 256 && $1.value > $0.value })
  #expect(abs(values.last!.value - rig.processor.value(Controller.groupSpread)) < 0.01)
  rig.touch(.ended, 1)
  rig.touch(.ended, 2)
  rig.advance(640)
  #expect(told(.groupCount).map(\.value) == [0, 2, 0])
  #expect(Set(rig.out.filter { $0.kind == .port }.map(\.port)).count == 16, "the group's ports and no other")
  // The network moves a macro; the host then sets the port to the value that it was sent.
  rig.processor.handle(.macro(3, amount: 0.25))
  rig.advance(640)
  #expect(told(.macro3).map(\.value) == [0, 0.25])
  rig.processor.handle(.macro(3, amount: 0.5))
  rig.processor.set(.macro3, 0.25)
  rig.advance(640)
  #expect(told(.macro3).last!.value == 0.5, "its own echo takes nothing back")
  rig.processor.set(.macro3, 0.75)
  rig.advance(640)
  #expect(rig.processor.load.sent.value(2).isNaN, "a hand on the host's side does")
  #expect(told(.macro3).count == 3)
}
