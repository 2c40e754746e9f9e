// MIDI input by itself, without voices or sound: messages in, typed events and pitches out.
import Music
import RealTime
import Testing

@testable import Instrument

/// MIDI input with memory of its own, in equal temperament.
private struct Line: ~Copyable {
  private var memory = Arena(bytes: MIDIInput.bytes)
  var input: MIDIInput
  var frame: Int64 = 0

  init(_ mode: MPEMode = .off, bendRange: Float = 2) {
    input = MIDIInput(
      sampleRate: 48_000, memory: &memory, tuning: KeyTuning(), plainBendRange: bendRange)
    _ = input.choose(mode)
  }

  /// The events of messages that come on one frame.
  mutating func send(_ messages: [UInt8]...) -> [MIDIEvent] { send(messages) }

  mutating func send(_ messages: [[UInt8]]) -> [MIDIEvent] {
    var events: [MIDIEvent] = []
    for bytes in messages {
      guard let message = bytes.withUnsafeBytes({ MIDIMessage($0) }) else { continue }
      input.handle(message, at: frame)
      while let event = input.popEvent() { events.append(event) }
    }
    return events
  }

  mutating func endFrame() -> [MIDIEvent] {
    input.endLifted()
    frame += 1
    var events: [MIDIEvent] = []
    while let event = input.popEvent() { events.append(event) }
    return events
  }
}

/// Whether an event ends the recorded touch of a channel. Its numbers are not sent: they are no numbers, and
/// unequal.
private func isEnd(_ event: MIDIEvent?, of channel: UInt8) -> Bool {
  guard case .touch(let touch) = event else { return false }
  return touch.kind == .ended && touch.source == MIDIInput.recordedSource | UInt32(channel)
    && touch.id == Int32(channel)
}

@Suite("MIDI input without sound")
struct MIDIInputTests {
  @Test func aPlainNoteBeginsAndEnds() {
    var line = Line()
    #expect(line.send([0x93, 60, 127]) == [.noteOn(channel: 3, key: 60, velocity: 1)])
    #expect(line.send([0x83, 60, 0]) == [.noteOff(channel: 3, key: 60, velocity: 0)])
    // A note-on with velocity 0 is a note-off of middle velocity.
    #expect(line.send([0x93, 60, 0]) == [.noteOff(channel: 3, key: 60, velocity: 64 / 127)])
  }

  @Test func theFineHalfOfAVelocityIsForOneNote() {
    var line = Line()
    _ = line.send([0xB0, 88, 64])
    let fine = Float(100 << 7 | 64) / 16_383
    #expect(line.send([0x90, 60, 100]) == [.noteOn(channel: 0, key: 60, velocity: fine)])
    #expect(line.send([0x90, 61, 100]) == [.noteOn(channel: 0, key: 61, velocity: 100 / 127)])
  }

  @Test func aBendMovesThePitchByThePortsRange() {
    var line = Line(bendRange: 12)
    #expect(line.send([0xE1, 0, 0x60]) == [.channelMoved(channel: 1)])
    let state = line.input.state(of: 1)
    #expect(state.bend == 0.5 && state.bendSemitones == 6)
    #expect(line.input.state(of: 0).bendSemitones == 0, "other channels stay")
    let pitch = line.input.pitch(ofKey: 60, channel: 1)
    #expect(abs(pitch - 60) < 1e-4)
    #expect(abs(line.input.bend(ofKey: 60, channel: 1, by: state.bendSemitones) - 6) < 1e-4)
  }

  @Test func pedalsAreEventsAndState() {
    var line = Line()
    let down = line.send([0xB2, 64, 127])
    #expect(
      down == [.controller(number: 64, amount: 1), .sustainPedal, .channelMoved(channel: 2)])
    #expect(line.input.isSustained(2) && line.input.isAnySustained && !line.input.isSustained(3))
    #expect(line.send([0xB2, 66, 127]).contains(.sostenutoPedal(channel: 2, isDown: true)))
    #expect(line.send([0xB2, 69, 0]).contains(.latchPedal(isDown: false)))
    _ = line.send([0xB2, 64, 0])
    let isSustained = line.input.isAnySustained
    #expect(!isSustained)
  }

  @Test func aNonRegisteredParameterIsAnEvent() {
    var line = Line()
    func parameters(_ events: [MIDIEvent]) -> [MIDIEvent] {
      events.filter { if case .parameter = $0 { true } else { false } }
    }
    #expect(parameters(line.send([0xB0, 99, 1], [0xB0, 98, 2])).isEmpty)
    let coarse: UInt16 = 64 << 7
    #expect(parameters(line.send([0xB0, 6, 64])) == [.parameter(number: 130, value: coarse)])
    #expect(parameters(line.send([0xB0, 38, 5])) == [.parameter(number: 130, value: coarse + 5)])
    #expect(parameters(line.send([0xB1, 6, 64])).isEmpty, "another channel has selected nothing")
    #expect(parameters(line.send([0xB0, 101, 0], [0xB0, 100, 0], [0xB0, 6, 12])).isEmpty)
  }

  @Test func bothHalvesOfAControllerAreOneAmount() {
    var line = Line()
    #expect(
      line.send([0xB0, 1, 64]) == [.controller(number: 1, amount: 64 / 127), .channelMoved(channel: 0)])
    let fine: [MIDIEvent] = line.send([0xB0, 33, 32])
    let amount = Float(64 << 7 | 32) / 16_383
    let expected: [MIDIEvent] = [
      .controller(number: 33, amount: 32 / 127), .controller(number: 1, amount: amount),
      .channelMoved(channel: 0),
    ]
    #expect(fine == expected)
    #expect(line.input.state(of: 0).modulation == amount)
  }

  @Test func aManagerReachesItsZone() {
    var line = Line(.lower)
    #expect(line.input.isMember(1) && !line.input.isMember(0))
    _ = line.send([0xE0, 0, 0x60], [0xD1, 64])
    // Half of the manager's two semitones; the member has pressure of its own.
    #expect(line.input.state(of: 1).bendSemitones == 1)
    #expect(line.input.state(of: 1).pressure == Float(64) / 127)
    #expect(line.input.state(of: 2).pressure == nil)
    // Members press by their channel: key pressure is for plain channels.
    #expect(line.send([0xA1, 60, 64]).isEmpty)
    _ = line.send([0xB0, 64, 127])
    let isMemberSustained = line.input.isSustained(5)
    #expect(isMemberSustained, "the manager's pedal is its members'")
    let off = line.send([0xB0, 123, 0])
    #expect(off.contains(.notesOff(channels: 0xFFFF, isCut: false)))
  }

  @Test func aConfigurationChangesZones() {
    var line = Line(.detect)
    let events = line.send(parameter(6, 3, on: 0))
    #expect(events.contains(.zonesChanged(channels: 0b1111)))
    #expect(events.contains(.bendRangesChanged))
    #expect(line.input.isMember(3) && !line.input.isMember(4))
    #expect(line.send(parameter(0, 24, on: 2)).contains(.bendRangesChanged))
    #expect(line.input.zones.range(of: 1) == 24, "all members of the zone")
  }

  @Test func stepsOfABendRangeAreWholeHundredths() {
    // 63.98 and two hundredths are 64 in binary floating point, too, so that a fine half begins from there.
    var line = Line(.lower)
    _ = line.send(parameter(0, 63, on: 2))
    _ = line.send([0xB2, 38, 98])
    _ = line.send([0xB2, 96, 0])
    _ = line.send([0xB2, 96, 0])
    #expect(line.input.zones.range(of: 2) == 64)
    _ = line.send([0xB2, 38, 50])
    #expect(line.input.zones.range(of: 2) == 64.5)
  }

  @Test func aRecordedTouchBeginsMovesAndEnds() throws {
    var line = Line(.lower)
    let place = pairs([8192, 4096, 1000, 12_000], on: 4)
    #expect(line.send(place).allSatisfy { if case .controller = $0 { true } else { false } })
    let began = line.send([0x94, 60, 100])
    guard case .touch(let first) = began.first, began.count == 1 else {
      Issue.record("no touch but \(began)")
      return
    }
    #expect(first.kind == .began && first.source == MIDIInput.recordedSource | 4 && first.id == 4)
    #expect(first.touch.x == 8192 / 16_383 && first.touch.y == 4096 / 16_383)
    #expect(first.touch.radius == 1000 / 16_383 && first.touch.pressure == 12_000 / 16_383)

    line.frame = 100
    let moved = line.send(pairs([0, 4096, 1000, 12_000], on: 4)).last
    guard case .touch(let second) = moved else {
      Issue.record("no move but \(String(describing: moved))")
      return
    }
    #expect(second.kind == .moved && second.touch.x == 0)

    // Its note goes up on a later frame: it ends when that frame is over.
    line.frame = 200
    #expect(line.send([0x84, 60, 0]).isEmpty)
    let ended = line.endFrame()
    #expect(ended.count == 1 && isEnd(ended.first, of: 4))
    #expect(line.endFrame().isEmpty)
  }

  @Test func aLiftedTouchEndsBeforeTheNextNote() {
    var line = Line(.lower)
    _ = line.send(pairs([8192, 4096, 0, 0], on: 4))
    _ = line.send([0x94, 60, 100])
    line.frame = 50
    let events = line.send([0x84, 60, 0], [0x95, 62, 127])
    #expect(events.count == 2 && isEnd(events.first, of: 4))
    #expect(events.last == .noteOn(channel: 5, key: 62, velocity: 1))
  }

  @Test func numbersThatAreOldAreNoTouch() {
    var line = Line(.lower)
    _ = line.send(pairs([8192, 4096, 0, 0], on: 4))
    // A hundredth of a second is 480 frames.
    line.frame = 481
    #expect(line.send([0x94, 60, 127]) == [.noteOn(channel: 4, key: 60, velocity: 1)])
  }

  @Test func sixteenLiftedTouchesAndANoteFit() {
    var line = Line(.lower)
    for channel in UInt8(0)..<16 {
      _ = line.send(pairs([100, 100, 0, 0], on: channel))
      _ = line.send([0x90 | channel, 60, 100])
    }
    line.frame = 10
    for channel in UInt8(0)..<16 { #expect(line.send([0x80 | channel, 60, 0]).isEmpty) }
    let events = line.send([0x91, 70, 127])
    #expect(events.count == 17 && events.last == .noteOn(channel: 1, key: 70, velocity: 1))
  }

  @Test func aTunedKeyHasItsPitch() {
    var line = Line()
    // A real-time single-note change: key 60 sounds 60.5.
    let bytes: [UInt8] = [0xF0, 0x7F, 0x7F, 0x08, 0x02, 0, 1, 60, 60, 64, 0, 0xF7]
    let isHeard = bytes.withUnsafeBytes { line.input.handle(exclusive: $0) }
    #expect(isHeard && abs(line.input.pitch(ofKey: 60, channel: 0) - 60.5) < 1e-3)
    let cut = Array(bytes.dropLast(2))
    #expect(!cut.withUnsafeBytes { line.input.handle(exclusive: $0) })
    #expect(line.input.refusedTunings == 1)
  }

  @Test func aKeyIsATouchAlongTheMap() {
    var line = Line(.lower)
    _ = line.send([0xB1, 74, 96])
    let map = PlayingMap(axis: .x, low: 48, high: 72, quantise: .off)
    let touch = line.input.touch(
      .began, ofKey: 60, channel: 1, source: MIDIInput.noteSource, on: map
    )
    #expect(touch.source == MIDIInput.noteSource | 1 && touch.id == 60)
    #expect(abs(touch.touch.x - 0.5) < 1e-6 && touch.touch.y == 0.75)
  }

  @Test func systemResetIsOneEvent() {
    var line = Line()
    _ = line.send([0xB0, 1, 127])
    #expect(line.send([0xFF]) == [.systemReset])
    line.input.resetChannels()
    #expect(line.input.state(of: 0).modulation == 0)
  }
}
