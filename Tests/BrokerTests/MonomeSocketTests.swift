import CPosix
import Dialects
import InputTestSupport
import RealTime
import Stores
import Synchronization
import Testing

@testable import Broker

/// Monome grids over real loopback sockets: a test plays serialosc and one grid, with a clock of its own.
@Suite(.serialized) final class MonomeSocketTests {
  /// A Tone Matrix as the broker sees it.
  final class Matrix {
    let store = GridStore()
    let instance = TestInstance()
    var link: UnsafeMutablePointer<InstanceLink> { instance.pointer }

    func want(_ isWanted: Bool) { link.pointee.monome.isWanted.store(isWanted, ordering: .relaxed) }
    var size: UInt32 { link.pointee.monome.size.load(ordering: .relaxed) }

    func light(_ pad: Int, _ level: UInt8) {
      link.pointee.monome.lights.next.pointee = MonomeLights()
      link.pointee.monome.lights.next.pointee.pads[pad] = level
      link.pointee.monome.lights.publish()
    }

    func keys() -> [MonomeKey] {
      var keys: [MonomeKey] = []
      while let key = link.pointee.monome.keys.pop() { keys.append(key) }
      return keys
    }
  }

  let serialosc = Peer()
  let grid = Peer()
  let switchboard = Switchboard()
  let first = Matrix()
  let second = Matrix()
  var seconds = 0.0
  /// The port that the broker has told.
  var port: UInt16 = 0

  init() {
    switchboard.monomes.server = serialosc.port
    switchboard.add(first.link, nil, first.store)
    switchboard.add(second.link, nil, second.store)
  }

  func turn(after seconds: Double = 0) {
    self.seconds += seconds
    let now = tactus_monotonic() + Int64(self.seconds * 1e9)
    switchboard.applyWishes(at: now)
    switchboard.receive(at: now, offset: 0)
    switchboard.show(at: now)
    switchboard.serveMonomes(at: now)
  }

  /// The messages that wait at a socket.
  func messages(at peer: Peer) -> [[String]] {
    var found: [[String]] = []
    while true {
      var polled = pollfd(fd: peer.descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 0) == 1, let packet = peer.receive() else { return found }
      port = packet.port
      found += PatchOSCTests.messages(packet.bytes[...])
    }
  }

  /// Answers as serialosc and as the grid.
  func connect() {
    turn()
    #expect(messages(at: serialosc).contains(["/serialosc/list", "127.0.0.1", "\(port)"]))
    serialosc.send(
      OSCEncoder.message("/serialosc/device", [.s("m0000045"), .s("monome 128"), .i(Int32(grid.port))]),
      to: port)
    turn()
    #expect(
      messages(at: grid) == [
        ["/sys/host", "127.0.0.1"], ["/sys/port", "\(port)"], ["/sys/prefix", "/tactus"],
        ["/sys/info", "127.0.0.1", "\(port)"],
      ])
    answer()
  }

  func answer() {
    grid.send(OSCEncoder.message("/sys/size", [.i(16), .i(8)]), to: port)
    grid.send(OSCEncoder.message("/sys/port", [.i(Int32(port))]), to: port)
    turn()
  }

  func press(_ x: Int32, _ y: Int32, _ state: Int32, by peer: Peer? = nil) {
    (peer ?? grid).send(OSCEncoder.message("/tactus/grid/key", [.i(x), .i(y), .i(state)]), to: port)
    turn()
  }

  @Test func nothingIsSentUntilAGridAsks() {
    for _ in 0..<5 { turn(after: 3) }
    #expect(messages(at: serialosc).isEmpty && switchboard.monomes.descriptors.isEmpty)
    #expect(switchboard.isIdle == false && first.size == 0)
  }

  @Test func keysComeInAndLightsGoOut() {
    first.want(true)
    connect()
    #expect(first.size == 16 + 256 * 7 && second.size == 0)
    #expect(messages(at: grid).contains(["/tactus/grid/led/all", "0"]))
    press(3, 6, 1)
    press(0, 7, 1)
    #expect(
      first.keys() == [
        MonomeKey(column: 3, row: 0, isDown: true), MonomeKey(column: 0, row: nil, isDown: true),
      ])
    first.light(3, 8)
    turn(after: 0.02)
    let quarters = messages(at: grid).filter { $0.first == "/tactus/grid/led/level/map" }
    #expect(quarters.map { $0[1] } == ["0"], "the other quarter is dark as before")
    #expect(quarters[0].count == 67 && quarters[0][3 + 6 * 8 + 3] == "8")
    #expect(quarters[0].filter { $0 == "8" }.count == 1)
  }

  @Test func lightsAreSentSixtyTimesASecondAtMost() {
    first.want(true)
    connect()
    turn(after: 0.1)
    _ = messages(at: grid)
    var count = 0
    let began = tactus_monotonic()
    for step in 0..<1000 {
      first.light(0, UInt8(1 + step % 15))
      turn(after: 0.001)
      count += messages(at: grid).filter { $0.first == "/tactus/grid/led/level/map" }.count
    }
    // The turns themselves take time, too.
    let most = (1_000_000_000 + tactus_monotonic() - began) / MonomeSocket.period + 1
    #expect(count >= 50 && count <= Int(most), "\(count) of \(most)")
  }

  @Test func theLastThatAskedHasTheGrids() {
    first.want(true)
    connect()
    press(3, 6, 1)
    second.want(true)
    turn()
    #expect(first.size == 0 && second.size == 16 + 256 * 7)
    #expect(
      first.keys() == [
        MonomeKey(column: 3, row: 0, isDown: true), MonomeKey(column: 3, row: 0, isDown: false),
      ], "a key that is down is released")
    press(4, 6, 1)
    #expect(first.keys().isEmpty && second.keys().count == 1)
    second.light(5, 4)
    turn(after: 0.02)
    #expect(messages(at: grid).contains { $0.first == "/tactus/grid/led/level/map" && $0.contains("4") })
    switchboard.remove(second.link)
    turn()
    #expect(first.size == 16 + 256 * 7)
    press(4, 6, 0)
    press(5, 6, 1)
    #expect(first.keys().map(\.column) == [5])
  }

  @Test func whoNoLongerAsksTurnsTheLightsOff() {
    first.want(true)
    connect()
    _ = messages(at: grid)
    first.want(false)
    turn()
    #expect(messages(at: grid) == [["/tactus/grid/led/all", "0"]])
    #expect(switchboard.monomes.descriptors.isEmpty && first.size == 0)
  }

  @Test func anInstanceThatGoesTurnsTheLightsOffAtOnce() {
    first.want(true)
    connect()
    _ = messages(at: grid)
    switchboard.remove(first.link)
    #expect(messages(at: grid) == [["/tactus/grid/led/all", "0"]])
  }

  @Test func otherSendersAreRefusedAndCounted() {
    first.want(true)
    connect()
    let stranger = Peer()
    let before = switchboard.monomes.refusedCount
    press(3, 6, 1, by: stranger)
    stranger.send(
      OSCEncoder.message("/serialosc/device", [.s("m1"), .s("monome"), .i(Int32(stranger.port))]), to: port)
    grid.send([1, 2, 3], to: port)
    grid.send([UInt8](repeating: 255, count: 65_000), to: port)
    turn()
    #expect(first.keys().isEmpty && messages(at: stranger).isEmpty)
    #expect(switchboard.monomes.refusedCount == before + 4)
    #expect(switchboard.monomes.counters[.senderNotAllowed] == 2)
  }

  @Test func keysForAnInstanceThatDoesNotRunAreCounted() {
    first.want(true)
    connect()
    for index in 0..<400 { press(3, 6, index % 2 == 0 ? 1 : 0) }
    #expect(first.keys().count == 256 && switchboard.monomes.counters[.queueFull] == 144)
  }
}
