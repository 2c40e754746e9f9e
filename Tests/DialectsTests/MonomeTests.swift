// Monome grids: what Tactus asks serialosc, which keys it takes, and which lights it sends. Packets are encoded by the
// second encoder.
import InputTestSupport
import OSC
import RealTime
import TestSupport
import Testing

@testable import Dialects

/// The grids of a serialosc that exists only as packets.
private final class Rig {
  static let own: UInt16 = 9000
  static let server: UInt16 = 12002
  var devices = MonomeDevices(port: own)
  let counters = Counters()

  struct Packet: Equatable {
    let port: UInt16
    let bytes: [UInt8]

    init(_ port: UInt16, _ address: String, _ arguments: [OSCEncoder.Argument] = []) {
      (self.port, bytes) = (port, OSCEncoder.message(address, arguments))
    }

    init(_ packet: MonomePacket) { (port, bytes) = (packet.port, packet.bytes) }
  }

  /// A packet as it comes; returns what is sent then.
  @discardableResult
  func receive(
    _ address: String, _ arguments: [OSCEncoder.Argument] = [], from port: UInt16 = server,
    at seconds: Double = 0
  ) -> [Packet] {
    receive(OSCEncoder.message(address, arguments), from: port, at: seconds)
  }

  @discardableResult
  func receive(_ bytes: [UInt8], from port: UInt16, at seconds: Double = 0) -> [Packet] {
    bytes.withUnsafeBytes {
      devices.receive($0, from: port, at: Int64(seconds * 1e9), counting: counters)
    }
    return sent()
  }

  func advance(to seconds: Double) -> [Packet] {
    devices.advance(to: Int64(seconds * 1e9))
    return sent()
  }

  func show(_ lights: MonomeLights) -> [Packet] {
    devices.show(lights)
    return sent()
  }

  /// The keys since the last time.
  @discardableResult
  func keys() -> [MonomeKey] { devices.takeKeys() }

  func sent() -> [Packet] { devices.takePackets().map { Packet($0) } }

  /// Connects a grid as serialosc does it.
  func connect(
    _ id: String = "m0000045", port: UInt16 = 7001, columns: Int32 = 16, rows: Int32 = 8,
    at seconds: Double = 0
  ) {
    receive("/serialosc/device", [.s(id), .s("monome"), .i(Int32(port))], at: seconds)
    answer(port: port, columns: columns, rows: rows, at: seconds)
  }

  /// A grid's answer to `/sys/info`.
  func answer(
    port: UInt16 = 7001, columns: Int32 = 16, rows: Int32 = 8, to destination: Int32 = Int32(own),
    at seconds: Double = 0
  ) {
    receive("/sys/id", [.s("m0000045")], from: port, at: seconds)
    receive("/sys/size", [.i(columns), .i(rows)], from: port, at: seconds)
    receive("/sys/host", [.s("127.0.0.1")], from: port, at: seconds)
    receive("/sys/port", [.i(destination)], from: port, at: seconds)
    receive("/sys/prefix", [.s("/tactus")], from: port, at: seconds)
    receive("/sys/rotation", [.i(0)], from: port, at: seconds)
  }

  @discardableResult
  func key(_ x: Int32, _ y: Int32, _ state: Int32, from port: UInt16 = 7001) -> [Packet] {
    receive("/tactus/grid/key", [.i(x), .i(y), .i(state)], from: port)
  }

  /// The message of a quarter with levels.
  static func quarter(_ left: Int32, _ top: Int32, port: UInt16 = 7001, _ level: (Int, Int) -> Int32)
    -> Packet
  {
    var arguments: [OSCEncoder.Argument] = [.i(left), .i(top)]
    for y in 0..<8 { for x in 0..<8 { arguments.append(.i(level(x + Int(left), y + Int(top)))) } }
    return Packet(port, "/tactus/grid/led/level/map", arguments)
  }

  /// The refusals that have been counted.
  var refusals: [Refusal: UInt64] {
    var counts: [Refusal: UInt64] = [:]
    for reason in Refusal.allCases where counters[reason] > 0 { counts[reason] = counters[reason] }
    return counts
  }
}

@Suite struct MonomeTests {
  private let host: OSCEncoder.Argument = .s("127.0.0.1")

  @Test func aGridIsFoundAndToldWhereToSend() {
    let rig = Rig()
    #expect(
      rig.advance(to: 0) == [
        Rig.Packet(12002, "/serialosc/notify", [host, .i(9000)]),
        Rig.Packet(12002, "/serialosc/list", [host, .i(9000)]),
      ])
    #expect(rig.advance(to: 1.9).isEmpty, "it asks every two seconds")
    #expect(
      rig.receive("/serialosc/device", [.s("m0000045"), .s("monome 128"), .i(7001)]) == [
        Rig.Packet(7001, "/sys/host", [host]), Rig.Packet(7001, "/sys/port", [.i(9000)]),
        Rig.Packet(7001, "/sys/prefix", [.s("/tactus")]), Rig.Packet(7001, "/sys/info", [host, .i(9000)]),
      ])
    #expect(rig.devices.size == nil, "its size is not known yet")
    rig.receive("/sys/size", [.i(16), .i(8)], from: 7001)
    #expect(
      rig.receive("/sys/port", [.i(9000)], from: 7001) == [
        Rig.Packet(7001, "/tactus/grid/led/all", [.i(0)])
      ])
    #expect(rig.devices.size! == (16, 7), "the lowest row has the buttons")
    #expect(
      rig.advance(to: 2.5) == [
        Rig.Packet(12002, "/serialosc/notify", [host, .i(9000)]),
        Rig.Packet(12002, "/serialosc/list", [host, .i(9000)]),
        Rig.Packet(7001, "/sys/info", [host, .i(9000)]),
      ])
    #expect(rig.refusals.isEmpty)
  }

  @Test func arcsAreNoGrids() {
    let rig = Rig()
    #expect(rig.receive("/serialosc/device", [.s("m0000174"), .s("monome arc 4"), .i(7001)]).isEmpty)
    #expect(rig.devices.devices.isEmpty)
  }

  @Test func keysArePadsFromBelowAndButtonsInTheLowestRow() {
    let rig = Rig()
    rig.connect()
    for (x, y, state) in [(0, 7, 1), (0, 6, 1), (0, 6, 1), (15, 0, 1), (0, 6, 0), (0, 7, 0), (5, 5, 0)] {
      rig.key(Int32(x), Int32(y), Int32(state))
    }
    #expect(
      rig.keys() == [
        MonomeKey(column: 0, row: nil, isDown: true), MonomeKey(column: 0, row: 0, isDown: true),
        MonomeKey(column: 15, row: 6, isDown: true), MonomeKey(column: 0, row: 0, isDown: false),
        MonomeKey(column: 0, row: nil, isDown: false),
      ], "a key that repeats its state does nothing")
    #expect(rig.refusals.isEmpty)
  }

  @Test func onlyQuartersThatDifferAreSent() {
    let rig = Rig()
    rig.connect()
    var lights = MonomeLights()
    var random = SeededGenerator(seed: 4)
    func expected(_ x: Int, _ y: Int) -> Int32 {
      Int32(y == 7 ? lights.buttons[x] : lights.pads[(6 - y) * 16 + x])
    }
    for index in 0..<240 { lights.pads[index] = UInt8(random.below(16)) }
    for index in 0..<16 { lights.buttons[index] = UInt8(random.below(16)) }
    #expect(rig.show(lights) == [Rig.quarter(0, 0, expected), Rig.quarter(8, 0, expected)])
    #expect(rig.show(lights).isEmpty)
    lights.pads[16 * 3 + 9] ^= 1
    #expect(rig.show(lights) == [Rig.quarter(8, 0, expected)])
    lights.pads[16 * 9] ^= 1
    #expect(rig.show(lights).isEmpty, "a row that this grid has not")
    rig.receive("/sys/rotation", [.i(180)], from: 7001)
    #expect(rig.show(lights).count == 2, "serialosc turns the grid, and forgets its lights")
    lights.buttons[0] = 200
    #expect(rig.show(lights) == [Rig.quarter(0, 0) { $0 == 0 && $1 == 7 ? 15 : expected($0, $1) }])
  }

  @Test func aLargeGridHasFourQuarters() {
    let rig = Rig()
    rig.connect(columns: 16, rows: 16)
    #expect(rig.devices.size! == (16, 15))
    var lights = MonomeLights()
    for index in 0..<240 { lights.pads[index] = UInt8(index % 16) }
    #expect(
      Set(rig.show(lights).map(\.bytes))
        == Set(
          [(0, 0), (8, 0), (0, 8), (8, 8)].map { left, top in
            Rig.quarter(left, top) { x, y in y == 15 ? 0 : Int32(((14 - y) * 16 + x) % 16) }.bytes
          }))
    rig.key(3, 0, 1)
    #expect(rig.keys() == [MonomeKey(column: 3, row: 14, isDown: true)])
  }

  @Test(arguments: ["m64-0175", "m128_007", "m256-203", "m40h0020", "a40h-003", "mk000002"])
  func anOldGridHasBits(id: String) {
    let rig = Rig()
    rig.connect(id, columns: 8, rows: 8)
    var lights = MonomeLights()
    lights.pads[6 * 16 + 0] = 8  // above left
    lights.pads[6 * 16 + 7] = 15  // above right
    lights.pads[0 * 16 + 1] = 7  // too dim
    lights.buttons[2] = 12
    #expect(
      rig.show(lights) == [
        Rig.Packet(
          7001, "/tactus/grid/led/map",
          [.i(0), .i(0), .i(0b1000_0001)] + [OSCEncoder.Argument](repeating: .i(0), count: 6) + [.i(0b100)])
      ])
    lights.pads[1] = 3
    #expect(rig.show(lights).isEmpty, "both are dark")
  }

  @Test func aNewerGridWithALikeIdHasLevels() {
    let rig = Rig()
    rig.connect("m64000017", columns: 8, rows: 8)
    #expect(rig.show(MonomeLights()) == [Rig.quarter(0, 0) { _, _ in 0 }])
  }

  @Test func severalGridsShowTheSameCells() {
    let rig = Rig()
    rig.connect("m0000001", port: 7001, columns: 8, rows: 8)
    rig.connect("m0000002", port: 7002, columns: 16, rows: 8)
    #expect(rig.devices.readyCount == 2 && rig.devices.size! == (16, 7), "the largest sets the page")
    var lights = MonomeLights()
    lights.pads[0] = 9
    let level: (Int, Int) -> Int32 = { $0 == 0 && $1 == 6 ? 9 : 0 }
    #expect(
      rig.show(lights) == [
        Rig.quarter(0, 0, port: 7001, level), Rig.quarter(0, 0, port: 7002, level),
        Rig.quarter(8, 0, port: 7002, level),
      ])
    rig.key(2, 6, 1, from: 7001)
    rig.key(2, 6, 1, from: 7002)
    #expect(rig.keys().count == 2, "each has keys of its own")
  }

  @Test func aGridIsUnpluggedAndPluggedInAgain() {
    let rig = Rig()
    _ = rig.advance(to: 0)
    rig.connect()
    _ = rig.advance(to: 1)
    rig.key(4, 6, 1)
    rig.keys()
    rig.receive("/serialosc/remove", [.s("m0000045"), .s("monome 128"), .i(7001)], at: 1.5)
    #expect(rig.devices.devices.isEmpty)
    #expect(rig.keys() == [MonomeKey(column: 4, row: 0, isDown: false)], "its keys are released")
    #expect(rig.advance(to: 1.52).isEmpty, "serialosc forgets its receivers after it has told them")
    #expect(rig.advance(to: 1.6) == [Rig.Packet(12002, "/serialosc/notify", [host, .i(9000)])])
    #expect(rig.show(MonomeLights()).isEmpty)
    // Older versions of serialosc send only the id; newer ones everything.
    rig.receive("/serialosc/add", [.s("m0000045")], at: 1.7)
    #expect(rig.advance(to: 1.8).contains(Rig.Packet(12002, "/serialosc/list", [host, .i(9000)])))
    #expect(rig.receive("/serialosc/add", [.s("m0000045"), .s("monome 128"), .i(7009)], at: 1.9).count == 4)
    rig.answer(port: 7009, at: 1.9)
    #expect(rig.show(MonomeLights()).map(\.port) == [7009, 7009])
    #expect(rig.refusals.isEmpty)
  }

  @Test func aGridWhoseProcessHasDiedIsNoticed() {
    let rig = Rig()
    rig.connect("m0000001", port: 7001)
    rig.connect("m0000002", port: 7002)
    rig.key(4, 6, 1)
    rig.keys()
    for seconds in stride(from: 2.0, through: 8, by: 2) {
      _ = rig.advance(to: seconds)
      rig.answer(port: 7002, at: seconds)
    }
    #expect(rig.devices.devices.map(\.port) == [7002])
    #expect(rig.keys() == [MonomeKey(column: 4, row: 0, isDown: false)])
  }

  @Test func aPortThatBelongsToAnotherGridNowIsThatOne() {
    let rig = Rig()
    rig.connect("m0000001", port: 7001)
    rig.connect("m0000002", port: 7001, columns: 8)
    #expect(rig.devices.devices.map(\.id) == [Array("m0000002".utf8)])
    #expect(rig.devices.size! == (8, 7))
  }

  @Test func anotherProgramMayTakeAGrid() {
    let rig = Rig()
    rig.connect()
    rig.key(4, 6, 1)
    rig.receive("/sys/port", [.i(8080)], from: 7001)
    #expect(rig.devices.readyCount == 0)
    #expect(rig.keys().last == MonomeKey(column: 4, row: 0, isDown: false))
    var lights = MonomeLights()
    lights.pads[0] = 1
    #expect(rig.show(lights).isEmpty)
    #expect(
      !rig.advance(to: 3).contains { $0.bytes.starts(with: Array("/sys/port".utf8)) },
      "it is not taken back")
    rig.devices.claim()
    #expect(
      rig.advance(to: 3.1).contains(Rig.Packet(7001, "/sys/port", [.i(9000)])), "unless it is asked for")
    rig.answer(at: 3.2)
    #expect(rig.show(lights).count == 2)
    rig.receive("/sys/prefix", [.s("/other")], from: 7001)
    #expect(rig.devices.readyCount == 0)
  }

  @Test func aLostMessageIsSentAgain() {
    let rig = Rig()
    rig.receive("/serialosc/device", [.s("m0000045"), .s("monome 128"), .i(7001)])
    rig.answer(to: 8080)  // Its message `/sys/port` has been lost.
    #expect(rig.devices.readyCount == 0)
    #expect(rig.advance(to: 2).contains(Rig.Packet(7001, "/sys/port", [.i(9000)])))
    rig.answer()
    #expect(rig.devices.readyCount == 1)
  }

  @Test func whoLeavesTurnsTheLightsOff() {
    let rig = Rig()
    rig.connect()
    rig.key(4, 6, 1)
    rig.keys()
    rig.devices.leave()
    #expect(rig.sent() == [Rig.Packet(7001, "/tactus/grid/led/all", [.i(0)])])
    #expect(rig.keys() == [MonomeKey(column: 4, row: 0, isDown: false)])
  }

  @Test func whatIsWrongIsRefusedAndCounted() {
    let rig = Rig()
    rig.connect()
    func refuse(
      _ reason: Refusal, _ address: String, _ arguments: [OSCEncoder.Argument] = [], from port: UInt16 = 7001
    ) {
      let before = rig.counters[reason]
      let sent = rig.receive(address, arguments, from: port)
      #expect(rig.counters[reason] == before + 1, "\(address) \(arguments)")
      #expect(sent.isEmpty && rig.keys().isEmpty && rig.devices.size! == (16, 7))
    }
    refuse(.senderNotAllowed, "/tactus/grid/key", [.i(0), .i(0), .i(1)], from: 7002)
    refuse(.senderNotAllowed, "/serialosc/device", [.s("m2"), .s("monome"), .i(7003)], from: 7002)
    refuse(.unknownAddress, "/serialosc/device", [.s("m2"), .s("monome"), .i(7003)], from: 7001)
    refuse(.unknownAddress, "/tactus/grid/key", [.i(0), .i(0), .i(1)], from: 12002)
    refuse(.unknownAddress, "/monome/grid/key", [.i(0), .i(0), .i(1)])
    refuse(.unknownAddress, "/tactus/panic")
    refuse(.outOfRange, "/tactus/grid/key", [.i(16), .i(0), .i(1)])
    refuse(.outOfRange, "/tactus/grid/key", [.i(0), .i(8), .i(1)])
    refuse(.outOfRange, "/tactus/grid/key", [.i(-1), .i(0), .i(1)])
    refuse(.outOfRange, "/tactus/grid/key", [.i(0), .i(0), .i(2)])
    refuse(.wrongArguments, "/tactus/grid/key", [.i(0), .i(0)])
    refuse(.wrongArguments, "/tactus/grid/key", [.s("0"), .i(0), .i(1)])
    refuse(.badID, "/tactus/grid/key", [.f(.nan), .i(0), .i(1)])
    refuse(.badID, "/tactus/grid/key", [.f(0.5), .i(0), .i(1)])
    refuse(.wrongArguments, "/sys/size", [.i(16)])
    for (columns, rows) in [(0, 8), (16, 1), (-1, 8), (Int32.max, 8), (16, Int32.min)] as [(Int32, Int32)] {
      refuse(.outOfRange, "/sys/size", [.i(columns), .i(rows)])
    }
    refuse(.wrongArguments, "/sys/port", [.s("9000")])
    refuse(.wrongArguments, "/sys/prefix", [.i(1)])
    refuse(.outOfRange, "/sys/prefix", [.s(String(repeating: "x", count: 65))])
    refuse(.wrongArguments, "/serialosc/device", [.s("m2"), .s("monome")], from: 12002)
    refuse(.wrongArguments, "/serialosc/device", [.i(1), .s("monome"), .i(7003)], from: 12002)
    for port in [0, -1, 65_536, 9000, 12002] as [Int32] {
      refuse(.outOfRange, "/serialosc/device", [.s("m2"), .s("monome"), .i(port)], from: 12002)
    }
    refuse(.outOfRange, "/serialosc/device", [.s(""), .s("monome"), .i(7003)], from: 12002)
    refuse(.wrongArguments, "/serialosc/remove", from: 12002)
    rig.receive([1, 2, 3], from: 7001)
    rig.receive([0, 0, 0, 0], from: 7001)
    #expect(rig.counters[.unaligned] == 1 && rig.counters[.badAddress] == 1)
  }

  @Test func thereIsRoomForEightGrids() {
    let rig = Rig()
    for index in 0..<20 {
      rig.receive("/serialosc/device", [.s("m\(index)"), .s("monome"), .i(Int32(7000 + index))])
    }
    #expect(rig.devices.devices.count == MonomeDevices.limit)
    #expect(rig.counters[.tooManySenders] == 12)
  }

  @Test func brokenPacketsBreakNothing() {
    var random = SeededGenerator(seed: 12)
    let packets = [
      OSCEncoder.message("/serialosc/device", [.s("m0000045"), .s("monome 128"), .i(7001)]),
      OSCEncoder.message("/serialosc/add", [.s("m0000046"), .s("monome 128"), .i(7002)]),
      OSCEncoder.message("/serialosc/remove", [.s("m0000045")]),
      OSCEncoder.message("/sys/size", [.i(16), .i(8)]), OSCEncoder.message("/sys/port", [.i(9000)]),
      OSCEncoder.message("/tactus/grid/key", [.i(3), .i(4), .i(1)]),
    ]
    let rig = Rig()
    var lights = MonomeLights()
    for round in 0..<20_000 {
      var packet = packets[random.below(packets.count)]
      if round % 3 > 0 { mutate(&packet, &random) }
      rig.receive(packet, from: [12002, 7001, 7002, 7003][random.below(4)], at: Double(round) / 1000)
      for key in rig.keys() { #expect(key.column < 16 && key.row ?? 0 < 15) }
      if round % 16 == 0 {
        lights.pads[random.below(240)] = UInt8(random.below(256))
        #expect(rig.show(lights).count <= 4 * MonomeDevices.limit)
        _ = rig.advance(to: Double(round) / 1000)
      }
      #expect(rig.devices.devices.count <= MonomeDevices.limit)
    }
    #expect(rig.counters.packets == 20_000 && rig.counters[.senderNotAllowed] > 1000)
  }
}
