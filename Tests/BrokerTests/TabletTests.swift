// Messages to a tablet that uses a profile: labels, faders and lights at the tablet's own addresses.
import Controls
import CPosix
import Foundation
import InputTestSupport
import Profiles
import RealTime
import Stores
import Testing
import Text

@testable import Broker

extension PatchOSCTests {
  /// A tablet that listens at a port of its own and sends from another.
  private func useProfile(
    _ back: String, port: UInt16?,
    rules: String = #"{"address": "/xy", "gives": "touch", "arguments": ["x", "y"], "id": "sender"}"#
  ) throws {
    let folder = scratch.appending(path: "profiles")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let port = port.map { #""port": \#($0), "# } ?? ""
    try """
    {"version": 1, "name": "Tablet", "rules": [\(rules)],
     "back": {\(port)"messages": [\(back)]}}
    """.write(to: folder.appending(path: "tablet.json"), atomically: true, encoding: .utf8)
    var broken: [String] = []
    switchboard.useProfiles(in: ProfileFolders(user: [UInt8](folder.path.utf8), factory: []))
    _ = ProfileFolders(user: [UInt8](folder.path.utf8), factory: []).read { broken.append("\($0) \($1)") }
    #expect(broken.isEmpty)
  }

  private func show(_ controllers: [Controller: Float]) {
    instance.show { writer in
      _ = writer.begin(.controllers, whole: Controller.count)
      for controller in Controller.allCases { writer.add(controllers[controller] ?? 0) }
    }
  }

  private func speak() {
    peer.send(OSCEncoder.message("/xy", [.f(0.5), .f(0.5)]), to: instance.port)
    turn(after: 0.02)
  }

  @Test func aTabletThatSpeaksIsAnsweredInItsOwnAddresses() throws {
    let tablet = Peer()
    try useProfile(
      """
      {"address": "/name", "shows": "patch_name"},
      {"address": "/spread", "shows": "group_spread", "out": [-10, 10]},
      {"address": "/spread/label", "shows": "group_spread", "as": "label"},
      {"address": "/full", "shows": "group_spread", "as": "led"},
      {"address": "/tap", "shows": "on_touch_began"}
      """, port: tablet.port)
    speak()
    // No live state has been shown yet.
    #expect(packets(at: tablet) == [[["/name", "Init"], ["/tap", "0.0"]]])
    let spec = Controller.groupSpread.spec
    let quarter = spec.minimum + (spec.fullScale - spec.minimum) / 4
    show([.groupSpread: quarter])
    turn(after: 0.02)
    #expect(
      packets(at: tablet) == [
        [["/spread", "-5.0"], ["/spread/label", "\((quarter * 100).rounded() / 100)"], ["/full", "0.0"]]
      ])
    turn(after: 0.02)
    #expect(packets(at: tablet).isEmpty, "what it knows is not told again")
    show([.groupSpread: spec.fullScale * 2])
    _ = instance.pointer.pointee.triggerEvents.push(
      LiveMoment(trigger: UInt32(Trigger.touchBegan.index), number: 0, frame: 1))
    turn(after: 0.02)
    let told = packets(at: tablet).flatMap { $0 }
    #expect(
      told.contains(["/spread", "10.0"]) && told.contains(["/full", "1.0"]) && told.contains(["/tap", "1.0"]))
    turn(after: 0.15)
    #expect(packets(at: tablet) == [[["/tap", "0.0"]]], "a light goes out")
    // A minute after its last message it receives nothing.
    turn(after: 61)
    show([.groupSpread: 0])
    turn(after: 0.02)
    #expect(packets(at: tablet).isEmpty)
  }

  /// The value that a finger sends does not move the fader under it.
  @Test func aFaderDoesNotReceiveItsOwnValue() throws {
    let tablet = Peer()
    try useProfile(
      """
      {"address": "/fader", "shows": "macro_1"}, {"address": "/other", "shows": "macro_1"}
      """, port: tablet.port,
      rules: #"{"address": "/fader", "gives": "macro", "number": 1, "arguments": ["value"]}"#)
    func move(_ value: Float, after seconds: Double = 0.02) {
      peer.send(OSCEncoder.message("/fader", [.f(value)]), to: instance.port)
      turn(after: seconds)
    }
    move(0)
    show([.macro1: 0])
    turn(after: 0.02)
    #expect(packets(at: tablet).flatMap { $0 } == [["/other", "0.0"]])
    var told: [[String]] = []
    for step in 1...100 {  // two seconds of a moving finger; the macro is a step behind
      move(Float(step) / 100)
      show([.macro1: Float(step - 1) / 100])
      told += packets(at: tablet).flatMap { $0 }
    }
    #expect(told.count > 50 && told.allSatisfy { $0[0] == "/other" }, "another fader follows")
    show([.macro1: 1])
    turn(after: 0.02)
    _ = packets(at: tablet)
    turn(after: 0.3)
    #expect(packets(at: tablet).isEmpty, "it is where it said")
    show([.macro1: 0.25])
    turn(after: 0.02)
    #expect(packets(at: tablet) == [[["/fader", "0.25"], ["/other", "0.25"]]], "another sender moved it")
    move(0.5)
    _ = packets(at: tablet)
    turn(after: 0.2)
    #expect(packets(at: tablet).isEmpty)
    turn(after: 0.1)
    #expect(packets(at: tablet) == [[["/fader", "0.25"]]], "it had no effect, and the finger is gone")
  }

  @Test func aRemovedProfileIsNotUsed() throws {
    let folder = scratch.appending(path: "profiles")
    let file = folder.appending(path: "tablet.json")
    let files = FileManager.default
    for takeAway in [
      { try files.removeItem(at: file) },
      { try files.moveItem(at: file, to: self.scratch.appending(path: "tablet.json")) },
      { try files.moveItem(at: folder, to: self.scratch.appending(path: "old")) },
    ] as [() throws -> Void] {
      try useProfile(#"{"address": "/name", "shows": "patch_name"}"#, port: nil)
      turn(after: 1.1)  // folders that are not there are looked for each second
      #expect(switchboard.reader.profiles.count == 1)
      try takeAway()
      turn()
      #expect(switchboard.reader.profiles.isEmpty)
    }
  }

  @Test func aMacroDoesNotLearnASensor() throws {
    switchboard.useProfiles(in: ProfileFolders(user: [], factory: [UInt8](profilesFolder.utf8)))
    request("macro/learn", [.i(2)])
    peer.send(OSCEncoder.message("/gyrosc/quat", [.f(0.5), .f(0), .f(0), .f(0)]), to: instance.port)
    peer.send(OSCEncoder.message("/fader/7", [.f(0.5)]), to: instance.port)
    turn()
    #expect(store.macros(of: [UInt8]("/fader/7".utf8)) == [2])
    #expect(store.macros(of: [UInt8]("/gyrosc/quat".utf8)).isEmpty)
  }

  /// TouchOSC's buttons are pads; one that a macro of the patch has learned moves that macro.
  @Test func aLearnedAddressIsTheMacrosNotTheIncludedProfiles() throws {
    request("macro/learn", [.i(2)])
    peer.send(OSCEncoder.message("/2/push1", [.f(0)]), to: instance.port)
    turn()
    switchboard.useProfiles(in: ProfileFolders(user: [], factory: [UInt8](profilesFolder.utf8)))
    _ = instance.drain()
    peer.send(OSCEncoder.message("/2/push1", [.f(1)]), to: instance.port)
    peer.send(OSCEncoder.message("/2/push2", [.f(1)]), to: instance.port)
    turn()
    let events = instance.drain().filter { $0.kind == .macro || $0.kind == .began }
    // The first one is that of the message that was learned.
    #expect(events.map(\.kind) == [.macro, .macro, .began], "\(events)")
    #expect(events[1].id == 2 && events[1].amount == 1)
  }

  @Test func aProfileWithoutAPortAnswersSubscribers() throws {
    try useProfile(#"{"address": "/name", "shows": "patch_name"}"#, port: nil)
    speak()
    #expect(packets(at: peer).isEmpty)
    #expect(
      request("subscribe", [.s("profile:Missing")]) == [
        ["/tactus/answer/patch/error", "there is no profile called Missing"]
      ])
    #expect(request("subscribe", [.s("profile:Tablet")]) == [["/name", "Init"]])
    #expect(
      request("unsubscribe", [.s("profile:Tablet")]) == [["/tactus/answer/done", "/tactus/unsubscribe"]])
  }

  @Test(arguments: [
    (#"{"shows": "patch_name"}"#, "back.messages[0]: address is missing"),
    (#"{"address": "/a"}"#, "back.messages[0]: shows is missing"),
    (#"{"address": "a", "shows": "patch_name"}"#, "back.messages[0].address: must begin"),
    (#"{"address": "/a", "shows": "touch_x"}"#, "back.messages[0].shows: each touch has its own touch_x"),
    (#"{"address": "/a", "shows": "nothing"}"#, "back.messages[0].shows: there is no controller"),
    (#"{"address": "/a", "shows": "patch_name", "as": "led"}"#, "back.messages[0]: only a controller"),
    (#"{"address": "/a", "shows": "group_count", "as": "lamp"}"#, "back.messages[0].as: there is no shape"),
  ])
  func whatCannotBeShownIsRefusedWithItsPlace(message: String, error: String) {
    let text =
      #"{"version": 1, "rules": [{"address": "/a", "gives": "heading", "arguments": ["value"]}], "#
      + #""back": {"messages": [\#(message)]}}"#
    var warnings: [DocumentError] = []
    #expect {
      _ = try InputProfile.read([UInt8](text.utf8), warnings: &warnings)
    } throws: {
      String(decoding: ($0 as? DocumentError)?.message ?? [], as: UTF8.self).hasPrefix(error)
    }
  }
}
