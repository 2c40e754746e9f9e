// Bound MIDI messages: which messages are taken, and what each reports. One thread.
import Foundation
import TestSupport
import Testing

@testable import Stage

/// The events of messages: the index, the phase and the value of each.
private func events(_ map: borrowing ControlMap, _ messages: [[UInt8]]) -> [[Int]] {
  for message in messages { _ = map.take(message, message.count) }
  var found: [[Int]] = []
  while let event = map.events.pop() {
    found.append([event.index, Int(event.phase.rawValue), Int(event.value)])
  }
  return found
}

struct ControlMapTests {
  private static let pressed = Int(MIDIControlEvent.Phase.pressed.rawValue)
  private static let released = Int(MIDIControlEvent.Phase.released.rawValue)
  private static let moved = Int(MIDIControlEvent.Phase.moved.rawValue)

  @Test func aControllerIsPressedAtItsThreshold() {
    let map = ControlMap([MIDIControl(.controller, 80, channels: 1 << 2, threshold: 100)], learns: false)
    let steps = events(
      map, [[0xB2, 80, 99], [0xB2, 80, 100], [0xB2, 80, 127], [0xB2, 80, 99], [0xB2, 80, 0]])
    #expect(steps == [[0, Self.pressed, 100], [0, Self.released, 99]])
    let others = events(map, [[0xB1, 80, 127], [0xB2, 81, 127], [0x92, 80, 127]])
    #expect(others.isEmpty)
  }

  @Test func aControllerWithValuesReportsEach() {
    let map = ControlMap([MIDIControl(.controller, 7, hasValues: true)], learns: false)
    let values = events(map, [[0xB0, 7, 1], [0xB0, 7, 64], [0xB0, 7, 65], [0xB0, 7, 3]])
    #expect(
      values == [[0, Self.moved, 1], [0, Self.pressed, 64], [0, Self.moved, 65], [0, Self.released, 3]])
  }

  @Test func notesProgramsAndMachineControl() {
    let map = ControlMap(
      [MIDIControl(.note, 60), MIDIControl(.program, 3), MIDIControl(.machine, 2), MIDIControl(.note, 60)],
      learns: false)
    let notes = events(map, [[0x95, 60, 90], [0x85, 60, 40], [0x95, 60, 0]])
    #expect(
      notes == [
        [0, Self.pressed, 90], [3, Self.pressed, 90], [0, Self.released, 0], [3, Self.released, 0],
        [0, Self.released, 0], [3, Self.released, 0],
      ])
    let programs = events(map, [[0xC0, 3], [0xC0, 4]])
    #expect(programs == [[1, Self.pressed, 127]])
    let commands = events(
      map, [[0xF0, 0x7F, 0x7F, 6, 2, 0xF7], [0xF0, 0x7F, 1, 6, 1, 0xF7], [0xF0, 0x7F, 1, 5, 2, 0xF7]])
    #expect(commands == [[2, Self.pressed, 127]])
  }

  /// Random messages against a model: those of bound notes and controllers are held, also pressure, and nothing else.
  @Test func whatIsBoundPlaysNothing() {
    let map = ControlMap(
      [MIDIControl(.note, 60, channels: 1), MIDIControl(.controller, 64, channels: 0xFF)], learns: false)
    let learns = ControlMap([], learns: true)
    let empty = ControlMap([], learns: false)
    var random = SeededGenerator("CONTROL_SEED", default: 5)
    for _ in 0..<20_000 {
      var bytes = [UInt8.random(in: 0x80...0xFF, using: &random)]
      let length = Int.random(in: 0...5, using: &random)
      for _ in 0..<length { bytes.append(UInt8.random(in: 58...66, using: &random)) }
      let (kind, channel) = (bytes[0] >> 4, bytes[0] & 15)
      let isNote = [8, 9, 10].contains(kind) && length >= 2 && bytes[1] == 60 && channel == 0
      let isController = kind == 11 && length >= 2 && bytes[1] == 64 && channel < 8
      let holds = (
        map.holds(bytes, bytes.count), learns.holds(bytes, bytes.count), empty.holds(bytes, bytes.count)
      )
      #expect(holds.0 == (isNote || isController), "\(bytes)")
      let canBeBound = [8, 9, 10, 11].contains(kind) && length >= 2 || kind == 12 && length >= 1
      #expect(holds.1 == canBeBound, "\(bytes)")
      #expect(!holds.2)
    }
  }

  @Test func learningReportsEverything() {
    let map = ControlMap([MIDIControl(.note, 1)], learns: true)
    for message: [UInt8] in [[0x93, 60, 9], [0x83, 60, 9], [0xB1, 4, 1]] {
      _ = map.take(message, message.count)
    }
    var words: [String] = []
    while let event = map.events.pop() {
      words.append("\(event.index) \(event.kind) \(event.channel) \(event.number) \(event.phase)")
    }
    #expect(words == ["-1 note 3 60 pressed", "-1 note 3 60 released", "-1 controller 1 4 pressed"])
  }
}
