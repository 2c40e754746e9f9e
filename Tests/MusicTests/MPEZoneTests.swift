// Zones of MPE: sizes, ranges, roles, and refused messages.
import Testing

@testable import Music

private func detecting() -> MPEZones {
  var zones = MPEZones()
  _ = zones.choose(.detect)
  return zones
}

private func sizes(_ zones: MPEZones) -> [Int] { [zones.lower.members, zones.upper.members] }

@Test func aZoneTakesChannelsFromTheOther() {
  // (channel, members) in order, and the sizes of both zones after each.
  let table: [[(channel: UInt8, members: UInt8, sizes: [Int])]] = [
    [(0, 7, [7, 0]), (15, 7, [7, 7]), (0, 10, [10, 4]), (15, 10, [4, 10])],
    [(15, 5, [0, 5]), (0, 15, [15, 0])],
    [(15, 5, [0, 5]), (0, 14, [14, 0])],
    [(15, 5, [0, 5]), (0, 9, [9, 5]), (0, 10, [10, 4]), (0, 3, [3, 4])],
    [(0, 15, [15, 0]), (15, 1, [13, 1]), (15, 15, [0, 15])],
    [(0, 7, [7, 0]), (15, 7, [7, 7]), (0, 0, [0, 7]), (15, 0, [0, 0])],
    [(0, 3, [3, 0]), (0, 16, [3, 0]), (0, 127, [3, 0]), (4, 6, [3, 0]), (14, 2, [3, 0])],
  ]
  for row in table {
    var zones = detecting()
    for (channel, members, expected) in row {
      _ = zones.configure(channel: channel, members: members)
      #expect(sizes(zones) == expected, "\(channel) \(members)")
    }
  }
}

@Test func channelsThatChangeTheirZoneAreReported() {
  var zones = detecting()
  #expect(zones.configure(channel: 0, members: 3) == 0b1111)
  #expect(zones.configure(channel: 0, members: 3) == 0, "the same size again")
  #expect(zones.configure(channel: 15, members: 2) == 0xE000)
  #expect(zones.configure(channel: 0, members: 13) == 0xFFFF, "the upper zone lost a member")
  #expect(sizes(zones) == [13, 1])
  #expect(zones.configure(channel: 0, members: 0) == 0x3FFF)
  #expect(zones.configure(channel: 3, members: 5) == 0)
}

@Test func eachChannelHasItsRoleAndRange() {
  var zones = detecting()
  _ = zones.configure(channel: 0, members: 3)
  _ = zones.configure(channel: 15, members: 2)
  let roles: [MPEZones.Role] = (0..<16).map { zones.role(of: $0) }
  #expect(roles[0] == .manager && roles[15] == .manager)
  #expect(roles[1...3].allSatisfy { $0 == .member(manager: 0) })
  #expect(roles[4...12].allSatisfy { $0 == .plain })
  #expect(roles[13...14].allSatisfy { $0 == .member(manager: 15) })
  #expect(
    (0..<16).map { zones.range(of: $0) } == [2, 48, 48, 48] + Array(repeating: nil, count: 9) + [48, 48, 2])
  #expect(zones.reach(of: 0) == 0b1111 && zones.reach(of: 15) == 0xE000 && zones.reach(of: 2) == 0b100)

  zones.setRange(24, channel: 2)
  zones.setRange(12, channel: 1)
  zones.setRange(7, channel: 0)
  zones.setRange(120, channel: 14)
  zones.setRange(5, channel: 8)
  #expect((0..<4).map { zones.range(of: $0) } == [7, 12, 12, 12], "the last one counts, for all members")
  #expect(zones.range(of: 13) == 96 && zones.range(of: 15) == 2 && zones.range(of: 8) == nil)
  _ = zones.configure(channel: 0, members: 3)
  #expect(zones.range(of: 0) == 2 && zones.range(of: 1) == 48 && zones.range(of: 13) == 96)
}

@Test func thePortDecidesWhereZonesMayBe() {
  var zones = MPEZones()
  #expect(zones.configure(channel: 0, members: 7) == 0 && sizes(zones) == [0, 0], "off")
  #expect(zones.choose(.lower) == 0xFFFF && sizes(zones) == [15, 0])
  #expect(zones.configure(channel: 15, members: 7) == 0 && sizes(zones) == [15, 0])
  #expect(zones.configure(channel: 0, members: 0) == 0 && sizes(zones) == [15, 0])
  _ = zones.configure(channel: 0, members: 4)
  #expect(sizes(zones) == [4, 0])
  _ = zones.choose(.upper)
  #expect(sizes(zones) == [0, 15] && zones.role(of: 0) == .member(manager: 15))
  _ = zones.configure(channel: 15, members: 9)
  #expect(sizes(zones) == [0, 9])
  _ = zones.choose(.detect)
  #expect(sizes(zones) == [0, 0] && zones.role(of: 0) == .plain)
}

@Test func registeredParametersAreSelectedByBothHalves() {
  func last(_ messages: [(MIDIController, UInt8)]) -> RegisteredParameterChange? {
    var selection = ParameterSelection()
    return messages.map { selection.apply($0.0, $0.1) }.last!
  }
  #expect(last([(.parameter, 0), (.parameterFine, 6), (.dataEntry, 15)]) == .coarse(.zone, 15))
  #expect(last([(.parameterFine, 6), (.parameter, 0), (.dataEntry, 15)]) == .coarse(.zone, 15))
  #expect(last([(.parameter, 0), (.parameterFine, 0), (.dataEntry, 24)]) == .coarse(.bendRange, 24))
  #expect(last([(.parameter, 0), (.parameterFine, 0), (.dataEntryFine, 50)]) == .fine(.bendRange, 50))
  #expect(last([(.parameter, 0), (.parameterFine, 0), (.dataDecrement, 0)]) == .step(.bendRange, -1))
  for nothing: [(MIDIController, UInt8)] in [
    [(.dataEntry, 15)], [(.parameter, 0), (.dataEntry, 15)], [(.parameterFine, 6), (.dataEntry, 15)],
    [(.parameter, 0), (.parameterFine, 6), (.parameter, 127), (.parameterFine, 127), (.dataEntry, 15)],
    [(.parameter, 0), (.parameterFine, 6), (.otherParameter, 0), (.otherParameterFine, 6), (.dataEntry, 15)],
    [(.parameter, 0), (.parameterFine, 5), (.dataEntry, 15)], [(.parameter, 0), (.parameterFine, 6)],
    [(.otherParameterFine, 6), (.parameter, 0), (.dataEntry, 3)],
  ] {
    #expect(last(nothing) == nil, "\(nothing)")
  }
}

@Test func keyPressureAndReleaseVelocityAreDecoded() {
  func decode(_ bytes: [UInt8]) -> MIDIMessage? { bytes.withUnsafeBytes { MIDIMessage($0) } }
  #expect(decode([0xA4, 60, 90]) == .keyPressure(channel: 4, note: 60, value: 90))
  #expect(decode([0x84, 60, 3]) == .noteOff(channel: 4, note: 60, velocity: 3))
  #expect(decode([0x94, 60, 0]) == .noteOff(channel: 4, note: 60, velocity: 64))
}

@Test func aNoteIsPlayedWithTheValuesOfItsManager() {
  var (note, manager) = (NoteState(), NoteState())
  (note.bendSemitones, manager.bendSemitones) = (0.5, -2)
  (note.modulation, manager.modulation) = (0.25, 0.75)
  (note.expression, manager.expression) = (0.5, 0.25)
  (note.timbre, manager.timbre) = (0.25, 0.625)
  (note.pressure, manager.pressure) = (0.75, 0.25)
  let both = note.with(manager: manager)
  #expect(both.bendSemitones == -1.5 && both.modulation == 0.75 && both.expression == 0.125)
  #expect(both.timbre == 0.375 && both.pressure == 0.75)
  // Without values on the manager channel, the note keeps its own.
  let alone = note.with(manager: NoteState())
  #expect(alone.bendSemitones == 0.5 && alone.modulation == 0.25 && alone.expression == 0.5)
  #expect(alone.timbre == 0.25 && alone.pressure == 0.75)
}
