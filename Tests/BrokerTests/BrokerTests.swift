import CPosix
import Dialects
import Foundation
import InputTestSupport
import RealTime
import Stores
import Synchronization
import TestSupport
import Testing
import Text

@testable import Broker

/// The broker as plugins use it: real thread, real sockets, loopback only.
@Suite(.serialized) struct BrokerTests {
  /// An instance that is registered for as long as `body` runs.
  func registered(_ body: (TestInstance) throws -> Void) rethrows {
    let instance = TestInstance()
    instance.wish(.thisMachine, port: Peer.freePort())
    Broker.register(link: instance.pointer)
    defer { Broker.unregister(link: instance.pointer) }
    #expect(eventually { instance.port != 0 })
    try body(instance)
  }

  @Test func aPacketBecomesAnEvent() {
    registered { instance in
      Peer().send(OSCEncoder.touch("began", 3, 0.25, 0.75, 0.5, 0.01), to: instance.port)
      var events: [SurfaceEvent] = []
      #expect(
        eventually {
          events += instance.drain()
          return !events.isEmpty
        })
      #expect(events.map(\.brief) == ["began 3 0.25 0.75"])
    }
  }

  @Test func instancesShareASocketAndComeAndGo() {
    registered { first in
      let port = first.port
      for _ in 0..<50 {
        let second = TestInstance()
        second.wish(.thisMachine, port: port)
        Broker.register(link: second.pointer)
        Broker.register(link: second.pointer)  // twice is once
        #expect(eventually { second.port == port })
        Broker.unregister(link: second.pointer)  // and is freed at once
      }
      let peer = Peer()
      peer.send(OSCEncoder.touch("began", 1, 0.5, 0.5), to: port)
      #expect(eventually { !first.drain().isEmpty })
    }
  }

  /// A host that deactivates and activates: no instance runs for a while.
  @Test func nothingIsLostWhileNoInstanceReads() {
    registered { instance in
      let peer = Peer()
      var expected: [String] = []
      for round in 0..<50 as Range<Int32> {
        for id in 0..<10 as Range<Int32> {
          peer.send(OSCEncoder.touch("began", round * 10 + id, 0.5, 0.5), to: instance.port)
          peer.send(OSCEncoder.touch("ended", round * 10 + id), to: instance.port)
          expected += ["began \(round * 10 + id) 0.5 0.5", "ended \(round * 10 + id) 0.5 0.5"]
        }
        usleep(5000)
      }
      var events: [String] = []
      #expect(
        eventually {
          events += instance.drain().map(\.brief)
          return events.count >= expected.count
        })
      #expect(events == expected)
    }
  }

  @Test func statsComeFromTheListeningPortAndNameEverything() throws {
    try registered { instance in
      instance.pointer.pointee.taken.store(41, ordering: .relaxed)
      instance.pointer.pointee.lostLoopEvents.store(7, ordering: .relaxed)
      let peer = Peer()
      peer.send(OSCEncoder.touch("began", 1, 0.5, .nan), to: instance.port)
      peer.send(OSCEncoder.touch("began", 1, 0.5, 0.5), to: instance.port)
      peer.send(OSCEncoder.message("/tactus/stats"), to: instance.port)
      let answer = try #require(peer.receive())
      #expect(answer.port == instance.port && answer.bytes.count < 1400)
      print("stats: \(answer.bytes.count) bytes")
      let stats = try #require(Self.values(answer.bytes))
      for reason in Refusal.allCases {
        #expect(stats["\(reason.symbol)"] == (reason == .notFinite ? 1 : 0), "\(reason)")
      }
      for (name, value) in [
        "packets": 3, "messages": 3, "events": 1, "merged_moves": 0, "instances": 1, "scenes": 0,
        "live_touches": 1,
        "taken": 41,
        "ignored_in_free_wheel": 0, "refused_by_voices": 0, "refused_tunings": 0, "not_numbers": 0,
        "world_clamps": 0, "lost_loop_events": 7, "voices": 0, "monomes": 0, "monome_packets": 0,
        "monome_refused": 0,
      ] as [String: Int64] {
        #expect(stats[name] == value, "\(name)")
      }
      #expect(stats.count == Refusal.allCases.count + 20)
    }
  }

  /// Names and values of an answer, read without liblo.
  static func values(_ bytes: [UInt8]) -> [String: Int64]? {
    var position = 0
    func text() -> String {
      let end = bytes[position...].firstIndex(of: 0)!
      defer { position = end / 4 * 4 + 4 }
      return String(decoding: bytes[position..<end], as: UTF8.self)
    }
    guard text() == "/tactus/answer/stats" else { return nil }
    let tags = text()
    var values: [String: Int64] = [:]
    guard tags == "," + String(repeating: "sh", count: tags.count / 2) else { return nil }
    for _ in 0..<tags.count / 2 {
      let name = text()
      values[name] = bytes[position..<position + 8].reduce(0) { $0 << 8 | Int64($1) }
      position += 8
    }
    return position == bytes.count ? values : nil
  }

  /// Packets as fast as the kernel accepts them, from four senders. Some are lost.
  @Test func afterAFloodNothingIsStuck() {
    registered { instance in
      let port = instance.port
      var live: Set<[Int64]> = []
      var begun = 0
      func collect() {
        for event in instance.drain() where event.kind != .moved {
          let key = [Int64(event.source), Int64(event.id)]
          if event.kind == .began {
            begun += 1
            #expect(live.insert(key).inserted)
          } else {
            #expect(live.remove(key) != nil)
          }
        }
      }
      let start = tactus_monotonic()
      let peers = (0..<4).map { _ in Peer() }
      let count = testCases(5000, inCampaign: 25_000)
      for number in 0..<Int32(count) {
        let word = ["began", "moved", "moved", "moved", "ended"][Int(number) % 5]
        let packet = OSCEncoder.touch(word, number / 5 % 80, 0.5, 0.5)
        for peer in peers { peer.send(packet, to: port) }
        if number % 1000 == 0 { collect() }
      }
      let sent = tactus_monotonic()
      // During and after the flood, `unregister` and `register` get the mutex.
      let other = TestInstance()
      Broker.register(link: other.pointer)
      Broker.unregister(link: other.pointer)
      for peer in peers {
        for _ in 0..<20 {  // the socket may still be full
          peer.send(OSCEncoder.alive(), to: port)
          usleep(2000)
        }
      }
      #expect(
        eventually {
          collect()
          return live.isEmpty
        })
      peers[0].send(OSCEncoder.message("/tactus/stats"), to: port)
      let stats = peers[0].receive().flatMap { Self.values($0.bytes) } ?? [:]
      print(
        "flood: \(4 * count) packets sent in \((sent - start) / 1_000_000) ms, "
          + "received \(stats["packets"] ?? -1), touches \(begun)"
      )
      #expect(begun > 0 && stats["live_touches"] == 0)
    }
  }

  private static let another = BrokerThread()  // never freed: its thread may outlive the test

  /// The thread ends some seconds after its last user, and starts again for the next one.
  @Test func theThreadEndsAndStartsAgain() {
    let thread = Self.another
    func isRunning() -> Bool {
      var answer = false
      thread.withSwitchboard { _ in answer = thread.isRunning }
      return answer
    }
    for round in 1...2 {
      let instance = TestInstance()
      instance.wish(.thisMachine, port: Peer.freePort())
      thread.withSwitchboard { $0.add(instance.pointer) }
      #expect(isRunning() && eventually { instance.port != 0 })
      Peer().send(OSCEncoder.touch("began", 1, 0.5, 0.5), to: instance.port)
      #expect(eventually { !instance.drain().isEmpty })
      thread.withSwitchboard { $0.remove(instance.pointer) }
      if round == 1 { #expect(eventually { !isRunning() }) }
    }
  }

  /// The command of liblo as an independent peer.
  @Test func oscsendIsUnderstood() throws {
    try registered { instance in
      let command = Process()
      command.executableURL = URL(fileURLWithPath: "/usr/bin/oscsend")
      command.arguments = [
        "127.0.0.1", "\(instance.port)", "/tactus/touch", "siff", "began", "1", "0.5", "0.25",
      ]
      try command.run()
      command.waitUntilExit()
      var events: [SurfaceEvent] = []
      #expect(
        eventually {
          events += instance.drain()
          return !events.isEmpty
        })
      #expect(events.map(\.brief) == ["began 1 0.5 0.25"])
    }
  }

  /// liblo as a peer that subscribes, changes a patch and receives the update, in real time.
  @Test func libloSubscribesAndReceives() throws {
    let instance = TestInstance()
    let folder = FileManager.default.temporaryDirectory.appending(path: "tactus-liblo-\(UUID().uuidString)")
      .path
    let store = PatchStore(folders: DocumentFolders(.patch, user: Array(folder.utf8), factory: []))
    instance.wish(.thisMachine, port: Peer.freePort())
    Broker.register(link: instance.pointer, store: store)
    defer { Broker.unregister(link: instance.pointer) }
    #expect(eventually { instance.port != 0 })
    let command = Process()
    command.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    command.arguments = [
      "-c",
      """
      import liblo, time
      server = liblo.Server()
      server.add_method(None, None, lambda path, arguments: print(path, *arguments))
      broker = liblo.Address("127.0.0.1", \(instance.port))
      server.send(broker, "/tactus/subscribe")
      for cutoff in range(100, 300):
          server.send(broker, "/tactus/patch/set", "filter_1_cutoff", float(cutoff))
          server.recv(1)
      server.send(broker, "/tactus/patch/save", "Peer")
      end = time.time() + 1
      while time.time() < end: server.recv(20)
      """,
    ]
    let pipe = Pipe()
    command.standardOutput = pipe
    try command.run()
    let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    command.waitUntilExit()
    let lines = said.split(separator: "\n")
    // The number of changes in the first update depends on time.
    #expect(lines.contains { $0.hasPrefix("/tactus/answer/patch/name Init ") })
    // Two messages of the last change: the answer and the update.
    #expect(lines.count { $0 == "/tactus/answer/patch/changed Init 200" } >= 3, "\(lines.suffix(5))")
    #expect(FileManager.default.fileExists(atPath: folder + "/Peer.json") && store.status().revision == 200)
  }

  /// Two frames at 48 kHz are 41 µs. The kernel stamps a packet within `send`, so the arrival must lie in it.
  @Test func aKilohertzBurstKeepsItsSpacing() {
    registered { instance in
      let peer = Peer()
      var sent: [ClosedRange<Int64>] = []
      peer.send(OSCEncoder.touch("began", 1, 0, 0), to: instance.port)
      for step in 1...200 {
        usleep(900)
        let before = tactus_monotonic()
        peer.send(OSCEncoder.touch("moved", 1, Float(step) / 200, 0), to: instance.port)
        sent.append(before...tactus_monotonic())
      }
      var moves: [SurfaceMessage] = []
      #expect(
        eventually {
          moves += instance.drainMessages()
          return moves.last?.event.touch.x == 1
        })
      moves.removeFirst()
      #expect(moves.count == sent.count)
      let errors = zip(moves, sent).map { move, sent in
        max(sent.lowerBound - move.arrival, move.arrival - sent.upperBound, 0)
      }.sorted()
      print("burst: arrival outside of send, ns: median \(errors[100]) max \(errors[199])")
      // A pause of the machine moves a few of them, not the median.
      #expect(errors[100] < 20_000)
    }
  }
}
