import CPosix
import Dialects
import Foundation
import InputTestSupport
import OSC
import Patches
import RealTime
import Stores
import Testing

@testable import Broker

/// Other local users may play, but their requests are refused unless the instance accepts all users. Uses
/// real sockets, driven step by step.
@Suite(.serialized) final class UserTests {
  let scratch = FileManager.default.temporaryDirectory.appending(path: "users-\(UUID().uuidString)")
  let switchboard = Switchboard(interfaces: interfacesOfTests())
  let instance = TestInstance()
  let port = Peer.freePort()
  let (own, stranger) = (Peer(), Peer())
  /// The number of times the kernel would have been queried.
  var questions = 0

  init() throws {
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    let store = PatchStore(folders: DocumentFolders(.patch, user: Array(scratch.path.utf8)))
    switchboard.add(instance.pointer, store)
    let other = stranger.port
    switchboard.isOwn = { [unowned self] endpoint, sender in
      questions += 1
      return sender.port != other && endpoint.isOwn(sender)
    }
  }

  deinit { try? FileManager.default.removeItem(at: scratch) }

  func listen(_ listen: ListenSettings.Listen) {
    instance.wish(listen, port: port)
    turn()
  }

  func turn(after seconds: Double = 0) {
    let now = tactus_monotonic() + Int64(seconds * 1e9)
    switchboard.applyWishes(at: now)
    switchboard.receive(at: now, offset: tactus_realtime() - tactus_monotonic())
    for _ in 0..<3 { switchboard.servePatches(at: now) }
  }

  /// Returns the addresses of the received answers.
  func answers(to peer: Peer) -> [String] {
    var found: [String] = []
    var polled = pollfd(fd: peer.descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&polled, 1, 0) == 1, let packet = peer.receive() {
      let messages = packet.bytes.withUnsafeBytes { try? OSCMessage.messages(in: $0) } ?? []
      found += messages.map { String(decoding: $0.address, as: UTF8.self) }
    }
    return found
  }

  var counters: Counters { switchboard.endpoints[0].counters }

  /// All requests that can be sent without arguments.
  static let requests: [[UInt8]] = RequestForm.all.filter { $0.counts.contains(0) }.map {
    OSCEncoder.message("/tactus/" + String(decoding: $0.address, as: UTF8.self))
  }

  @Test func anotherUserPlaysAndGetsNothing() {
    listen(.thisMachine)
    stranger.send(OSCEncoder.touch("began", 1, 0.5, 0.5), to: port)
    turn()
    #expect(instance.drain().map(\.kind) == [.began])
    let before = FileManager.default.subpaths(atPath: scratch.path)
    let save = OSCEncoder.message("/tactus/patch/save", [.s("stolen")])
    let room = OSCEncoder.message("/tactus/patch/library", [.s("{\"room\": true}")])
    for packet in Self.requests + [save, room] { stranger.send(packet, to: port) }
    turn()
    let said = answers(to: stranger)
    #expect(said.count == Self.requests.count + 2 && Set(said) == ["/tactus/answer/error"])
    #expect(counters[.otherUser] == UInt64(said.count))
    #expect(FileManager.default.subpaths(atPath: scratch.path) == before, "nothing was written")
    #expect(
      String(decoding: switchboard.policy.refusedWords.bytes, as: UTF8.self).contains("another local user"))
    #expect(switchboard.subscribers.all.isEmpty && switchboard.timeout == SurfaceDecoder.defaultTimeout)
  }

  @Test func ourUserIsAnsweredBesides() {
    listen(.thisMachine)
    for packet in Self.requests { stranger.send(packet, to: port) }
    own.send(OSCEncoder.message("/tactus/patch/get"), to: port)
    turn()
    #expect(answers(to: own) == ["/tactus/answer/patch"])
  }

  @Test func withAnyUserAllUsersAreAnswered() {
    listen(.anyUser)
    stranger.send(OSCEncoder.message("/tactus/patch/save", [.s("shared")]), to: port)
    turn()
    #expect(answers(to: stranger) == ["/tactus/answer/patch/changed"] && counters[.otherUser] == 0)
    #expect(FileManager.default.fileExists(atPath: scratch.path + "/shared.json"))
    #expect(switchboard.endpoints.map(\.isNetwork) == [false], "no remote sender may be accepted")
  }

  /// With *Network*, another user counts as a remote machine: it may change the patch, but neither save it
  /// nor see the room.
  @Test func withTheNetworkAnotherUserCountsAsARemoteSender() {
    listen(.network)
    stranger.send(OSCEncoder.message("/tactus/patch/get"), to: port)
    turn()
    #expect(answers(to: stranger) == ["/tactus/answer/patch"])
    stranger.send(OSCEncoder.message("/tactus/patch/save", [.s("stolen")]), to: port)
    stranger.send(OSCEncoder.message("/tactus/patch/library", [.s("{\"room\": true}")]), to: port)
    turn()
    #expect(answers(to: stranger) == ["/tactus/answer/patch/error", "/tactus/answer/patch/error"])
    #expect(counters[.notThisMachine] == 2)
  }

  @Test func aClosedSocketHasNoOwner() {
    listen(.thisMachine)
    var gone: Peer? = Peer()
    gone?.send(OSCEncoder.touch("began", 1, 0.5, 0.5), to: port)
    gone?.send(OSCEncoder.message("/tactus/patch/save", [.s("stolen")]), to: port)
    gone = nil
    turn()
    #expect(instance.drain().map(\.kind) == [.began] && counters[.otherUser] == 1)
  }

  @Test func aFloodQueriesTheKernelOnce() {
    listen(.thisMachine)
    for _ in 0..<1000 { stranger.send(OSCEncoder.message("/tactus/patch/get"), to: port) }
    own.send(OSCEncoder.message("/tactus/patch/get"), to: port)
    turn()
    turn()
    #expect(questions == 2 && answers(to: own) == ["/tactus/answer/patch"])
    // Later, another program may own that port.
    stranger.send(OSCEncoder.message("/tactus/patch/get"), to: port)
    turn(after: 2)
    #expect(questions == 3)
  }

  @Test func manySendersDoNotHoldUpATurn() {
    listen(.thisMachine)
    let peers = (0..<200).map { _ in Peer() }
    for each in peers { each.send(OSCEncoder.message("/tactus/patch/get"), to: port) }
    // A slow kernel.
    switchboard.isOwn = { [unowned self] _, _ in
      questions += 1
      let start = tactus_monotonic()
      while tactus_monotonic() - start < SenderVerification.timeOfTurn {}
      return true
    }
    switchboard.receive(at: tactus_monotonic(), offset: tactus_realtime() - tactus_monotonic())
    #expect(questions == 1, "the others wait until the turn is over")
    for _ in 0..<3 { turn() }
    #expect(peers.allSatisfy { answers(to: $0) == ["/tactus/answer/patch"] })
  }

  @Test func questionsToTheKernelDoNotHoldUpOurRequests() {
    listen(.thisMachine)
    let control = Control(port)
    let strangers = (0..<100).map { _ in Peer() }
    switchboard.isOwn = { _, _ in
      let start = tactus_monotonic()
      while tactus_monotonic() - start < SenderVerification.timeOfTurn {}
      return false
    }
    turn()
    for each in strangers { each.send(OSCEncoder.message("/tactus/patch/get"), to: port) }
    control.send(OSCEncoder.message("/tactus/patch/get"))
    switchboard.receive(at: tactus_monotonic(), offset: tactus_realtime() - tactus_monotonic())
    for _ in 0..<3 { _ = switchboard.work() }
    #expect(switchboard.verification.waiting.count > 90)
    #expect(control.answers() == ["/tactus/answer/patch"])
  }

  @Test func requestsThatWaitForTheKernelStayInOrder() {
    listen(.anyUser)
    let other = Peer()
    switchboard.isOwn = { _, _ in
      let start = tactus_monotonic()
      while tactus_monotonic() - start < SenderVerification.timeOfTurn {}
      return false
    }
    func receive() {
      switchboard.receive(at: tactus_monotonic(), offset: tactus_realtime() - tactus_monotonic())
    }
    other.send(OSCEncoder.message("/tactus/patch/get"), to: port)
    for word in ["patch/get", "stats"] { stranger.send(OSCEncoder.message("/tactus/" + word), to: port) }
    receive()
    // The first is known to come from another user; the second waits.
    _ = switchboard.work()
    switchboard.applyWork(at: tactus_monotonic())
    stranger.send(OSCEncoder.message("/tactus/patch/get"), to: port)
    receive()
    for _ in 0..<3 { turn() }
    let said = answers(to: stranger)
    #expect(said.first == "/tactus/answer/patch" && said.last == "/tactus/answer/patch", "\(said)")
    #expect(said.contains("/tactus/answer/stats"))
  }

  @Test func strangersOfThisMachineLeaveNumbersForOurUser() {
    listen(.thisMachine)
    let strangers = (0..<SenderRegistry.limit).map { _ in Peer() }
    let ports = Set(strangers.map(\.port))
    switchboard.isOwn = { _, sender in !ports.contains(sender.port) }
    for each in strangers {
      each.send(OSCEncoder.touch("began", 1, 0.1, 0.1), to: port)
      turn()
    }
    _ = instance.drain()
    own.send(OSCEncoder.touch("began", 1, 0.9, 0.9), to: port)
    turn()
    #expect(instance.drain().map(\.kind) == [.began])
    #expect(counters[.tooManySenders] == UInt64(SenderRegistry.reserved))
  }

  // MARK: The control socket

  /// A program of the current user, connected to the control socket.
  final class Control {
    let descriptor: Int32
    private var framing = StreamFraming(.sizes)

    init(_ port: UInt16) { descriptor = tactus_connect_control(port) }
    deinit { if descriptor >= 0 { close(descriptor) } }

    func send(_ packet: [UInt8]) {
      let bytes = framing.framed(packet)
      #expect(tactus_write_blocking(descriptor, bytes, bytes.count) == bytes.count)
    }

    func answers() -> [String] {
      var found: [String] = []
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      var bytes = [UInt8](repeating: 0, count: 65_536)
      while poll(&polled, 1, 0) == 1 {
        let count = tactus_read_stream(descriptor, &bytes, bytes.count)
        guard count > 0 else { return found + ["closed"] }
        _ = bytes.withUnsafeBytes { bytes in
          framing.append(UnsafeRawBufferPointer(rebasing: bytes[..<count]), refuse: { _ in }) { packet in
            for each in (try? OSCMessage.messages(in: packet)) ?? [] {
              found.append(String(decoding: each.address, as: UTF8.self))
            }
          }
        }
      }
      return found
    }
  }

  /// Returns the path of a control socket, or nil if there is no folder for it.
  func controlPath(of port: UInt16, in runtime: String? = nil) -> String? {
    var name = sockaddr_un()
    let isThere =
      runtime.map { tactus_control_path_in($0, port, true, &name) } ?? tactus_control_path(port, true, &name)
    guard isThere else { return nil }
    return withUnsafeBytes(of: &name.sun_path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  @Test func theControlSocketIsOnlyForItsUser() throws {
    listen(.thisMachine)
    let path = try #require(controlPath(of: port))
    let files = FileManager.default
    let mode = { (path: String) in
      try files.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try mode(path) == 0o600)
    #expect(try mode((path as NSString).deletingLastPathComponent) == 0o700)
    let control = Control(port)
    for _ in 0..<200 { control.send(OSCEncoder.message("/tactus/patch/get")) }
    for _ in 0..<5 { turn() }
    #expect(control.answers() == [String](repeating: "/tactus/answer/patch", count: 200))
    #expect(questions == 0, "the user of a connection is known")
    // Five seconds after its last instance, the port closes and the name is removed.
    instance.wish(.off, port: port)
    turn(after: 6)
    #expect(!files.fileExists(atPath: path) && control.answers() == ["closed"])
  }

  @Test func whatADeadProgramHasLeftIsReplaced() throws {
    listen(.thisMachine)
    let path = try #require(controlPath(of: port))
    instance.wish(.off, port: port)
    turn(after: 6)
    try Data().write(to: URL(fileURLWithPath: path))
    listen(.thisMachine)
    let control = Control(port)
    control.send(OSCEncoder.message("/tactus/stats"))
    turn()
    #expect(control.answers().first == "/tactus/answer/stats")
  }

  @Test func aFolderThatIsNotOurOwnIsNotUsed() throws {
    let folder = scratch.appending(path: "runtime")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    #expect(controlPath(of: 1, in: folder.path)?.hasPrefix(folder.path + "/tactus/") == true)
    // A folder that others may enter, or a link to a folder, is rejected.
    chmod(folder.path + "/tactus", 0o755)
    #expect(controlPath(of: 1, in: folder.path) == nil)
    try FileManager.default.moveItem(atPath: folder.path + "/tactus", toPath: folder.path + "/other")
    chmod(folder.path + "/other", 0o700)
    symlink(folder.path + "/other", folder.path + "/tactus")
    #expect(controlPath(of: 1, in: folder.path) == nil)
    // Without a session folder, another folder of the user is used.
    for runtime in ["", "relative", folder.path + "/nowhere", "/"] where getuid() != 0 || runtime != "/" {
      let other = try #require(controlPath(of: 1, in: runtime))
      #expect(
        other.hasPrefix("/run/user/\(geteuid())/tactus/") || other.hasPrefix("/tmp/tactus-\(geteuid())/"))
    }
    #expect(controlPath(of: 1, in: folder.path + "/" + String(repeating: "x", count: 100)) != nil)
  }
}
