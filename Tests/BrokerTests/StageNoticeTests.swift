// A program on a stage: the names of its rig as addresses, and its song for subscribers.
import CPosix
import Dialects
import InputTestSupport
import RealTime
import Stores
import Testing

@testable import Broker

/// Two instruments of a rig at one port, the first and the second surface.
@Suite(.serialized) struct StageNoticeTests {
  let switchboard = Switchboard()
  let bass = TestInstance()
  let pad = TestInstance()
  let peer = Peer()
  let surface = Peer()

  init() {
    let port = Peer.freePort()
    for (place, instance) in [bass, pad].enumerated() {
      switchboard.add(instance.pointer, PatchStore(folders: DocumentFolders(.patch)))
      instance.wish(.thisMachine, port: port, surface: UInt8(place + 1))
    }
    switchboard.turn()
  }

  func send(_ address: String, _ arguments: [OSCEncoder.Argument] = [], by peer: Peer? = nil) -> [[String]] {
    (peer ?? self.peer).send(OSCEncoder.message(address, arguments), to: bass.port)
    switchboard.turn()
    return received(by: peer ?? self.peer)
  }

  func received(by peer: Peer) -> [[String]] {
    var messages: [[String]] = []
    while true {
      var polled = pollfd(fd: peer.descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 0) == 1, let packet = peer.receive() else { return messages }
      messages += PatchOSCTests.messages(packet.bytes[...])
    }
  }

  /// How many touches each of the two got.
  func touches(_ address: String, _ id: Int32) -> [Int] {
    _ = send(address, [.s("began"), .i(id), .f(0.5), .f(0.5)])
    return [bass, pad].map { $0.drain().count { $0.kind == .began } }
  }

  @Test func anInstrumentIsAddressedByItsPlaceOrName() {
    #expect(send("/tactus/rig", [.s("bass"), .s("Glass pad #2")]).map(\.first) == ["/tactus/answer/done"])
    #expect(touches("/tactus/touch", 1) == [1, 1])
    #expect(touches("/tactus/rig/1/touch", 2) == [1, 0])
    #expect(touches("/tactus/rig/2/touch", 3) == [0, 1])
    #expect(touches("/tactus/rig/bass/touch", 4) == [1, 0])
    #expect(touches("/tactus/rig/Glass_pad__2/touch", 5) == [0, 1])
    #expect(touches("/tactus/surface/2/touch", 6) == [0, 1])
  }

  @Test func anInstrumentThatIsNotThereIsRefused() {
    _ = send("/tactus/rig", [.s("bass"), .s("")])
    for address in [
      "/tactus/rig/drums/touch", "/tactus/rig//touch", "/tactus/rig/0/touch", "/tactus/rig/bass",
    ] {
      #expect(touches(address, 1) == [0, 0], "\(address)")
    }
    let answer = send("/tactus/rig/drums/patch/next")
    #expect(answer.count == 1 && answer[0][1].contains("there is no such address"), "\(answer)")
    // A request that exists is answered with what it wants.
    let wrong = send("/tactus/rig/bass/patch/load")
    #expect(wrong.count == 1 && wrong[0][0] == "/tactus/answer/patch/error" && wrong[0][1].contains("s name"))
    #expect(send("/tactus/rig", Array(repeating: .s("x"), count: 17)).first?.first == "/tactus/answer/error")
  }

  @Test func subscribersGetTheSongAtOnceAndEachChange() {
    let song: [OSCEncoder.Argument] = [
      .s("Rain"), .i(1), .i(2), .s("Sun"), .s("all notes end"), .s("capo 2"),
    ]
    #expect(send("/tactus/stage", song).map(\.first) == ["/tactus/answer/done"])
    let first = send("/tactus/subscribe", [.s("stage")], by: surface)
    #expect(first == [["/tactus/live/stage", "Rain", "1", "2", "Sun", "all notes end", "capo 2"]])
    _ = send("/tactus/stage", [.s("Sun"), .i(2), .i(2), .s("Rain"), .s("song 2 of 2"), .s("")])
    #expect(received(by: surface).map { Array($0.prefix(3)) } == [["/tactus/live/stage", "Sun", "2"]])
    let now: [OSCEncoder.Argument] = [
      .s("internal"), .f(97), .i(1), .i(2), .i(3), .f(-6), .f(10), .i(0), .f(-1), .s("bass"), .f(-12),
    ]
    #expect(send("/tactus/stage/now", now).map(\.last) == ["/tactus/stage/now"])
    #expect(received(by: surface).first?.first == "/tactus/live/stage/now")
  }

  @Test func framesSayOfWhichInstrumentTheyAre() {
    _ = send("/tactus/subscribe", [.s("frame")], by: surface)
    for instance in [pad, bass] { instance.show() }
    switchboard.turn(after: 0.1)
    let frames = received(by: surface).filter { $0.first == "/tactus/live/frame" }
    #expect(frames.map(\.last) == ["1", "2"], "\(frames)")
  }

  @Test func theMixIsKeptForSubscribersThatCome() {
    #expect(send("/tactus/stage/mix", [.f(-6), .i(0), .i(1)]).map(\.last) == ["/tactus/stage/mix"])
    let first = send("/tactus/subscribe", [.s("stage")], by: surface)
    #expect(first.map(\.first) == ["/tactus/live/stage/mix"] && first[0].count == 4, "\(first)")
    _ = send("/tactus/stage/mix", [.f(-120), .i(1), .i(1)])
    #expect(received(by: surface).map(\.first) == ["/tactus/live/stage/mix"])
    for wrong: [OSCEncoder.Argument] in [[], [.s("loud")], [.f(0), .s("bass")], [.f(.nan)]] {
      #expect(send("/tactus/stage/mix", wrong).first?.first == "/tactus/answer/error", "\(wrong)")
    }
    #expect(received(by: surface).isEmpty)
  }

  @Test func actionsReachTheProgramThatPlays() {
    // Nobody plays: an action that nobody does is no success.
    #expect(send("/tactus/stage/do", [.s("record")]).first?.first == "/tactus/answer/error")
    _ = send("/tactus/subscribe", [.s("stage")], by: surface)
    _ = send("/tactus/stage", [.s("Rain"), .i(1), .i(2), .s(""), .s(""), .s("")])
    _ = received(by: surface)
    #expect(send("/tactus/stage/do", [.s("record")]).map(\.last) == ["/tactus/stage/do"])
    #expect(received(by: surface) == [["/tactus/live/stage/do", "record"]])
    _ = send("/tactus/stage/do", [.s("mute:2"), .f(1)])
    #expect(received(by: surface).map { Array($0.prefix(2)) } == [["/tactus/live/stage/do", "mute:2"]])
    for wrong: [OSCEncoder.Argument] in [[], [.i(1)], [.s("next"), .s("now")], [.s("next"), .i(1), .i(1)]] {
      #expect(send("/tactus/stage/do", wrong).first?.first == "/tactus/answer/error", "\(wrong)")
    }
    #expect(received(by: surface).isEmpty)
  }

  @Test func wrongNoticesAreRefused() {
    _ = send("/tactus/subscribe", [.s("stage")], by: surface)
    for arguments: [OSCEncoder.Argument] in [
      [], [.s("Rain")], [.i(1), .i(1), .i(2), .s(""), .s(""), .s("")],
      [.s(""), .s(""), .i(2), .s(""), .s(""), .s("")],
    ] {
      #expect(send("/tactus/stage", arguments).first?.first == "/tactus/answer/error")
    }
    #expect(received(by: surface).isEmpty)
  }

  @Test func theNetworkTellsNothing() {
    let sender = tactus_datagram(
      stamp: 0, address: Peer.loopback, port: peer.port, truncated: 0, is_stream: 0)
    let caller = Caller(endpoint: switchboard.endpoints[0], sender: sender, origin: .allowed)
    switchboard.note(.rig([[98]]), from: caller)
    switchboard.note(.song([1]), from: caller)
    switchboard.note(.mix([1]), from: caller)
    #expect(switchboard.endpoints[0].rig.isEmpty && switchboard.endpoints[0].song.isEmpty)
    #expect(switchboard.endpoints[0].mix.isEmpty)
    // Not even while a program plays, and neither another user of this machine.
    _ = send("/tactus/stage", [.s("Rain"), .i(1), .i(2), .s(""), .s(""), .s("")], by: surface)
    _ = send("/tactus/subscribe", [.s("stage")], by: surface)
    switchboard.note(.action([1]), from: caller)
    switchboard.note(
      .action([1]), from: Caller(endpoint: caller.endpoint, sender: sender, origin: .otherUser))
    #expect(received(by: peer).map(\.first) == Array(repeating: "/tactus/answer/error", count: 5))
    #expect(received(by: surface).isEmpty)
  }
}
