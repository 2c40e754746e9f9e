// Requests wait for touches, senders take turns, and answers are bounded.
import CPosix
import Dialects
import Foundation
import InputTestSupport
import Patches
import RealTime
import Stores
import Testing

@testable import Broker

/// A clock that moves on by the same step at each reading.
final class SteppingClock {
  private var time: Int64 = 0
  var step: Int64
  init(step: Int64) { self.step = step }
  func read() -> Int64 {
    time += step
    return time
  }
}

/// Real loopback sockets, driven step by step.
@Suite(.serialized) final class RequestTests {
  let scratch = FileManager.default.temporaryDirectory.appending(path: "requests-\(UUID().uuidString)")
  let clock = SteppingClock(step: 0)
  let switchboard: Switchboard
  let instance = TestInstance()
  let store: PatchStore

  init() throws {
    try FileManager.default.createDirectory(
      at: scratch.appending(path: "user"), withIntermediateDirectories: true)
    switchboard = Switchboard(clock: clock.read)
    store = PatchStore(folders: DocumentFolders(.patch, user: Array((scratch.path + "/user").utf8)))
    switchboard.add(instance.pointer, store)
    instance.wish(.thisMachine, port: Peer.freePort())
    switchboard.applyWishes(at: tactus_monotonic())
    switchboard.servePatches(at: tactus_monotonic())
  }

  deinit { try? FileManager.default.removeItem(at: scratch) }

  func put(_ count: Int) throws {
    for index in 0..<count {
      try Data(PatchDocument().write()).write(to: scratch.appending(path: "user/Patch \(index).json"))
    }
  }

  /// One turn as under the broker's mutex, at a time of the test.
  func turn(at now: Int64 = tactus_monotonic()) {
    switchboard.applyWork(at: now)
    switchboard.receive(at: now, offset: tactus_realtime() - tactus_monotonic())
    switchboard.collect(at: now)
    switchboard.show(at: now)
  }

  var counters: Counters { switchboard.endpoints[0].counters }
  var library: DocumentLibrary { switchboard.listings.library(of: store.folders) }

  /// The number of datagrams that wait at a peer.
  func received(at peer: Peer) -> Int {
    var count = 0
    while true {
      var polled = pollfd(fd: peer.descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 0) == 1, peer.receive() != nil else { return count }
      count += 1
    }
  }

  @Test func listsReadNoFileInATurnAndOneAtATimeOutsideOfIt() throws {
    try put(40)
    turn()
    let (asking, playing) = (Peer(), Peer())
    for _ in 0..<100 { asking.send(OSCEncoder.message("/tactus/patch/list"), to: instance.port) }
    playing.send(OSCEncoder.touch("began", 1, 0.5, 0.5), to: instance.port)
    turn()
    #expect(instance.drain().map(\.kind) == [.began], "touches come first")
    #expect(library.reads == 0 && received(at: asking) == 0, "under the mutex, no file is read")
    for step in 0... {
      let before = library.reads
      guard switchboard.work() else { break }
      #expect(library.reads - before <= 1)
      playing.send(OSCEncoder.touch("moved", 1, Float(step % 100) / 100, 0.5), to: instance.port)
      turn()
      #expect(instance.drain().map(\.kind) == [.moved], "and a touch is heard after each")
    }
    // 64 callers wait for the list; the others came while it was complete.
    #expect(library.reads == 40)
    #expect(received(at: asking) + Int(counters[.tooManyRequests]) == 100)
    asking.send(OSCEncoder.message("/tactus/patch/list"), to: instance.port)
    turn()
    while switchboard.work() {}
    #expect(library.reads == 40 && received(at: asking) == 1, "the names are kept")
    try put(1)
    turn()
    asking.send(OSCEncoder.message("/tactus/patch/list"), to: instance.port)
    turn()
    while switchboard.work() {}
    #expect(library.reads == 41 && received(at: asking) == 1, "one file has changed")
  }

  /// 600 packets of one sender come before the touches of three others.
  @Test func aSenderThatSendsMoreWaits() {
    let flooding = Peer()
    for _ in 0..<450 { flooding.send([1, 2, 3, 4], to: instance.port) }
    let others = (0..<3).map { _ in Peer() }
    for each in others { each.send(OSCEncoder.touch("began", 1, 0.5, 0.5), to: instance.port) }
    clock.step = 5000  // 400 readings in a turn
    var turns = 0
    var events: [SurfaceEvent] = []
    while events.count < 3, turns < 10 {
      turn()
      events += instance.drain()
      turns += 1
    }
    #expect(events.count == 3 && turns <= 2, "\(turns)")
    #expect(counters[.badAddress] < 450, "the touches did not wait for all of them")
    for _ in 0..<20 { turn() }
    #expect(counters[.badAddress] == 450 && !switchboard.isBusy, "but none was lost")
  }

  @Test func aTurnEndsInTime() {
    let peers = (0..<20).map { _ in Peer() }
    for each in peers {
      for _ in 0..<20 { each.send(OSCEncoder.touch("moved", 1, 0.5, 0.5), to: instance.port) }
    }
    clock.step = 50_000  // 40 readings in a turn
    turn()
    #expect(counters.packets <= 40)
    for _ in 0..<40 { turn() }
    #expect(counters.packets == 400)
  }

  /// An assignment compiles the patch, so it waits; then the message that was learnt moves the macro.
  @Test func whatAMacroLearnsMovesItOutsideOfTheTurn() {
    let peer = Peer()
    peer.send(OSCEncoder.message("/tactus/macro/learn", [.i(3)]), to: instance.port)
    for value in [0.25, 0.5] as [Float] {
      peer.send(OSCEncoder.message("/fader/1", [.f(value)]), to: instance.port)
    }
    turn()
    #expect(instance.drain().isEmpty && store.status().revision == 0, "under the mutex nothing is compiled")
    while switchboard.work() {}
    turn()
    turn()
    // Two moves within half a millisecond are one.
    let moved = instance.drain()
    #expect(1...2 ~= moved.count && moved.allSatisfy { $0.id == 3 } && moved.last?.amount == 0.5)
    #expect(store.status().revision == 1 && !store.isLearning && counters[.unknownAddress] == 0)
    peer.send(OSCEncoder.message("/fader/1", [.f(0.75)]), to: instance.port)
    turn()
    #expect(instance.drain().map(\.amount) == [0.75])
  }

  @Test func aControlMovesTheMacrosThatHaveLearntIt() throws {
    let store = PatchStore(folders: DocumentFolders(.patch))
    let listening = ListeningInstance(instance.pointer, store)
    store.learn(macro: 4)
    var source = MacroSource()
    source.control = 74
    store.learn(source)
    listening.moveMacros(ofControl: 74, 0.25, at: 0, counting: Counters())
    listening.moveMacros(ofControl: 75, 0.5, at: 0, counting: Counters())
    listening.deliver()
    #expect(instance.drain().map { [Float($0.id), $0.amount] } == [[4, 0.25]])
  }

  @Test func aMacroFollowsTheAddressThatItHasLearnt() throws {
    let store = PatchStore(folders: DocumentFolders(.patch))
    let listening = ListeningInstance(instance.pointer, store)
    let counters = Counters()
    let (fader, other) = ([UInt8]("/fader/1".utf8), [UInt8]("/fader/2".utf8))
    #expect(!listening.moveMacros(of: fader, 0.5, at: 0, counting: counters))
    store.learn(macro: 3)
    var source = MacroSource()
    source.address = fader
    store.learn(source)
    #expect(listening.moveMacros(of: fader, 0.25, at: 0, counting: counters))
    #expect(!listening.moveMacros(of: other, 0.5, at: 0, counting: counters))
    listening.deliver()
    let event = instance.drain().first
    #expect(event?.kind == .macro && event?.id == 3 && event?.amount == 0.25)
    #expect(String(decoding: store.text(), as: UTF8.self).contains(#""3": {"osc": "/fader/1"}"#))
  }

  @Test func waitingRequestsOfASenderAreBounded() {
    let peer = Peer()
    for _ in 0..<300 { peer.send(OSCEncoder.message("/tactus/stats"), to: instance.port) }
    turn()
    #expect(switchboard.requests.count == 256 && counters[.tooManyRequests] == 44)
    while switchboard.work() {}
    #expect(switchboard.requests.count == 0)
    // Each is answered by two messages.
    #expect(received(at: peer) == 512)
  }

  /// Before, two instances, or one with itself, answered each other without end.
  @Test func aForgedRequestIsAnsweredOnce() {
    for address in ["/tactus/stats", "/tactus/patch/list", "/tactus/patch/get", "/tactus/patch/setlist"] {
      let before = counters.packets
      OSCEncoder.message(address).withUnsafeBytes {
        switchboard.handle(
          $0, on: switchboard.endpoints[0],
          from: tactus_datagram(
            stamp: 0, address: Peer.loopback, port: instance.port, truncated: 0, is_stream: 0),
          at: tactus_monotonic())
      }
      for _ in 0..<50 {
        turn()
        while switchboard.work() {}
      }
      #expect(counters.packets - before <= 3, "\(address)")
    }
    #expect(counters[.unknownAddress] >= 4)
  }

  @Test func aProvedAddressIsNotForgottenForOthers() {
    let budget = AnswerBudget()
    budget.trust(1, until: 1_000_000_000)
    for address in 2...65 as ClosedRange<UInt32> {
      #expect(budget.spend(9000, for: address, isLocal: false))
    }
    #expect(!budget.spend(100, for: 66, isLocal: false), "all 64 accounts are in use")
    #expect(budget.spend(AnswerBudget.burst * 2, for: 1, isLocal: false))
    #expect(budget.spend(100, for: 1, isLocal: false), "a trusted address has a larger budget")
    budget.now = 1_000_000_000
    #expect(!budget.spend(100, for: 1, isLocal: false), "the trust has expired")
  }

  @Test func strangersTakeNoAccountOfOurUserOrOfAnAddressThatIsProved() {
    let budget = AnswerBudget()
    for address in 1...1000 as ClosedRange<UInt32> { _ = budget.spend(9000, for: address, isLocal: false) }
    #expect(budget.spend(9000, for: Peer.loopback, isLocal: true))
    budget.trust(5000, until: 1_000_000_000)
    #expect(budget.spend(9000, for: 5000, isLocal: false))
    // Another user's program shares our address, but not our account.
    while budget.spend(9000, for: 1, isLocal: false) {}
    #expect(budget.spend(9000, for: 1, isLocal: true) && !budget.hasRoom(for: 1, isLocal: false))
    #expect(!budget.hasRoom(for: 5001, isLocal: false), "all accounts of strangers are in use")
  }

  @Test func answersToOneAddressAreBounded() {
    let budget = AnswerBudget()
    let (victim, other): (UInt32, UInt32) = (0xc0a8_0709, 0xc0a8_070a)
    func sent(to address: UInt32, _ bytes: Int, isLocal: Bool = false) -> Int {
      var sent = 0
      while sent < 1_000_000, budget.spend(bytes, for: address, isLocal: isLocal) { sent += 1 }
      return sent
    }
    #expect(sent(to: victim, 1024) == 64 && sent(to: victim, 1024) == 0)
    #expect(sent(to: other, 65_507) == 2, "one whole patch, and the last one over")
    #expect(!budget.hasRoom(for: victim, isLocal: false))
    budget.now += 60_000_000_000
    let minute = sent(to: victim, 1024)
    #expect(minute == 64, "never more than a burst at once")
    var inAMinute = 0
    for _ in 0..<600 {
      budget.now += 100_000_000
      inAMinute += sent(to: victim, 1024)
    }
    #expect(475...485 ~= inAMinute, "8 kB a second: \(inAMinute)")
    #expect(sent(to: Peer.loopback, 1024, isLocal: true) == 2048)
    budget.trust(other, until: budget.now + 1_000_000_000)
    budget.now += 900_000_000
    #expect(sent(to: other, 1024) > 800, "an address that is proved may ask more")
    // Further addresses get nothing while all that are known have had a part of their burst.
    var granted = 0
    for address in 1...200 as ClosedRange<UInt32> where budget.spend(9000, for: address, isLocal: false) {
      granted += 1
    }
    #expect(granted == AnswerBudget.addressLimit - 1)
    budget.now += 60_000_000_000
    #expect(budget.spend(9000, for: 1000, isLocal: false))
  }

  @Test func queuesTakeOneOfEachSender() {
    var queue = FairQueue<Int>(limitOfSender: 3, limit: 6)
    func key(_ port: UInt32) -> SenderKey { SenderKey(address: 1, socket: port) }
    let added = [(1, 10), (1, 11), (1, 12), (1, 13), (2, 20), (3, 30), (3, 31), (4, 40)].map {
      queue.append($0.1, of: key($0.0))
    }
    #expect(added == [true, true, true, false, true, true, true, false])
    #expect(queue.waits(key(1)) && !queue.waits(key(4)))
    var taken: [Int] = []
    while let next = queue.pop() { taken.append(next) }
    #expect(taken == [10, 20, 30, 11, 31, 12] || taken == [10, 20, 30, 11, 12, 31], "\(taken)")
    #expect(queue.count == 0)
    // Long traffic keeps its order.
    for number in 0..<1000 {
      _ = queue.append(number, of: key(1))
      if number > 0 { #expect(queue.pop() == number - 1) }
    }
  }

  /// Other local users also send from loopback addresses, so these must not starve the network.
  @Test func aFloodOfThisMachineLeavesTurnsForOthers() {
    var queue = RankedQueue<Int>(limitOfSender: 8, limit: 32)
    func key(_ address: UInt32, _ port: UInt32) -> SenderKey { SenderKey(address: address, socket: port) }
    for port in 1...4 as ClosedRange<UInt32> {
      for number in 0..<4 { _ = queue.append(number, of: key(0x7f00_0001, port)) }
    }
    for number in 100..<103 { _ = queue.append(number, of: key(0x0a00_0001, 1)) }
    let taken = (0..<6).compactMap { _ in queue.pop() }
    #expect(taken.filter { $0 >= 100 } == [100, 101, 102], "\(taken)")
    #expect(queue.count == 13)
  }
}
