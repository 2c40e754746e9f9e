import CPosix
import Dialects
import Foundation
import Grids
import InputTestSupport
import RealTime
import Stores
import Testing
import Text
import ToneMatrix

@testable import Broker

/// Grids over real loopback sockets, driven step by step with a clock of the test's own.
@Suite(.serialized) final class GridOSCTests {
  let store = GridStore()
  let instance = TestInstance()
  let switchboard = Switchboard()
  let peer = Peer()
  var seconds = 0.0

  init() {
    switchboard.add(instance.pointer, nil, store)
    instance.wish(.thisMachine, port: Peer.freePort())
    turn()
  }

  func turn(after seconds: Double = 0) {
    self.seconds += seconds
    let now = tactus_monotonic() + Int64(self.seconds * 1e9)
    switchboard.applyWishes(at: now)
    switchboard.receive(at: now, offset: tactus_realtime() - tactus_monotonic())
    switchboard.servePatches(at: now)
    switchboard.serveGrids(at: now)
  }

  /// The messages that wait at the peer, a list for each packet.
  func packets() -> [[[String]]] {
    var packets: [[[String]]] = []
    while true {
      var polled = pollfd(fd: peer.descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 0) == 1, let packet = peer.receive() else { return packets }
      packets.append(PatchOSCTests.messages(packet.bytes[...]))
    }
  }

  @discardableResult
  func request(_ address: String, _ arguments: [OSCEncoder.Argument] = []) -> [[String]] {
    peer.send(OSCEncoder.message("/tactus/" + address, arguments), to: instance.port)
    turn()
    return packets().flatMap { $0 }
  }

  var counters: Counters { switchboard.endpoints[0].counters }

  /// Rows of a layer's first pattern from the lowest, as far as there are cells.
  func rows(_ layer: Int = 1) -> [String] {
    var warnings: [DocumentError] = []
    let grid = try! GridDocument.read(store.text(), warnings: &warnings)
    return (0..<4).map { row in
      String((0..<8).map { grid.layers[layer - 1].patterns[0][row, $0].isOn ? "x" : "." })
    }
  }

  @Test func everyEditHasItsMessage() {
    #expect(request("grid/cell", [.i(1), .i(1), .i(2), .i(1)])[0].first == "/tactus/answer/grid/changed")
    #expect(rows()[0] == ".x......")
    request("grid/cell", [.i(1), .i(1), .i(2), .i(1), .i(0)])
    #expect(rows()[0] == "........")
    request("grid/row", [.i(1), .i(1), .i(2), .s("xx..x")])
    #expect(rows()[1] == "xx..x...")
    request("grid/column", [.i(1), .i(1), .i(8), .s("x..x")])
    #expect(rows() == [".......x", "xx..x...", "........", ".......x"])
    request("grid/rotate", [.i(1), .i(1), .i(1)])
    #expect(rows()[1] == ".xx..x..")
    request("grid/undo")
    #expect(rows()[1] == "xx..x...")
    request("grid/redo")
    #expect(rows()[1] == ".xx..x..")
    request("grid/clear", [.i(1), .i(1)])
    #expect(rows() == [String](repeating: "........", count: 4))
    request("grid/fill", [.i(1), .i(1), .i(3), .i(4)])
    #expect(rows()[2] == "x...x...")
    request("grid/euclid", [.i(1), .i(1), .i(1), .i(6)])
    #expect(rows()[0] == "x..x..x.")
    request("grid/shift", [.i(1), .i(1), .i(1), .i(1)])
    #expect(rows()[1] == ".x..x..x")
    for word in ["reverse", "mirror", "life"] { #expect(request("grid/" + word, [.i(1), .i(1)]).count == 1) }
    request("grid/random", [.i(2), .i(1), .f(0.5), .i(3)])
    #expect(rows(2) != [String](repeating: "........", count: 4))
    #expect(
      request("grid/edit", [.s(#"{"layer": {"layer": 1, "steps": 8}}"#)])[0].first
        == "/tactus/answer/grid/changed")
    #expect(request("grid/get")[0] == ["/tactus/answer/grid", String(decoding: store.text(), as: UTF8.self)])
    #expect(request("grid/set", [.s(#"{"version": 1, "name": "Other"}"#)])[0].contains("Other"))
  }

  @Test func patternNoughtIsTheOneThatPlays() {
    store.playing.pointee.store(GridPlaying.Layer(column: 3, pattern: 6, lit: 0), 0)
    request("grid/cell", [.i(1), .i(0), .i(1), .i(1)])
    #expect(String(decoding: store.text(), as: UTF8.self).contains(#""7": {"cells": [[1, 1]]}"#))
  }

  @Test func whatIsWrongIsAnsweredAndCounted() {
    let before = store.text()
    for (address, arguments) in [
      ("cell", [.i(17), .i(1), .i(1), .i(1)]), ("cell", [.i(1), .i(1), .i(1_000_000_000), .i(1)]),
      ("set", [.s("{")]), ("edit", [.s(#"{"fly": 1}"#)]), ("euclid", [.i(1), .i(1), .i(99), .i(3)]),
      ("redo", []),
    ] as [(String, [OSCEncoder.Argument])] {
      #expect(request("grid/" + address, arguments).first?.first == "/tactus/answer/grid/error", "\(address)")
    }
    #expect(counters[.gridRefused] == 6)
    for (address, arguments) in [
      ("cell", [.i(1)]), ("row", [.i(1), .i(1), .i(1), .i(1)]), ("random", [.i(1), .i(1)]), ("get/x", []),
      ("layer", []),
    ] as [(String, [OSCEncoder.Argument])] {
      let answers = request("grid/" + address, arguments)
      #expect(answers.map(\.first) == ["/tactus/answer/grid/error"], "\(address)")
    }
    #expect(counters[.wrongArguments] == 3 && counters[.unknownAddress] == 2)
    #expect(store.text() == before)
  }

  @Test func subscribersHearWhatPlaysSixtyTimesASecondAtMost() {
    let first = request("subscribe")
    #expect(first.contains { $0.first == "/tactus/answer/grid/changed" })
    #expect(first.filter { $0.first == "/tactus/answer/grid/playing" }.count == 16)
    var heard = 0
    let begin = tactus_monotonic()
    // More columns than turns between two updates, so that each update has another one.
    for column in 0..<1000 {
      store.playing.pointee.store(GridPlaying.Layer(column: column % 61, pattern: 0, lit: 5), 0)
      turn(after: 0.001)
      heard += packets().count
    }
    let seconds = 1 + Double(tactus_monotonic() - begin) / 1e9
    #expect(heard >= 50 && heard <= Int(60 * seconds) + 1, "\(heard) in \(seconds) s")
    store.playing.pointee.store(GridPlaying.Layer(column: 9, pattern: 2, lit: 0x8000_0001), 3)
    turn(after: 0.02)
    let last = packets().flatMap { $0 }
    #expect(last.contains(["/tactus/answer/grid/playing", "4", "3", "10", "-2147483647"]), "\(last)")
    turn(after: 0.02)
    #expect(packets().isEmpty, "nothing new, nothing said")
  }

  @Test func touchesDoNotFillTheRingOfAGrid() {
    for id in 0..<5000 {
      peer.send(OSCEncoder.touch("began", Int32(id), 0.5, 0.5), to: instance.port);
      if id % 100 == 0 { turn() }
    }
    turn()
    #expect(instance.pointer.pointee.events.count == 0)
  }
}
