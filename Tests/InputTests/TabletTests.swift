// What goes back to a tablet that speaks a profile: labels, faders and lights in the tablet's own addresses.
import CPosix
import Controls
import Documents
import Foundation
import RealTime
import Testing

@testable import Input

extension PatchOSCTests {
  /// A tablet that listens at a port of its own and sends from another.
  private func useProfile(_ back: String, port: UInt16?) throws {
    let folder = scratch.appending(path: "profiles")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let port = port.map { #""port": \#($0), "# } ?? ""
    try """
    {"version": 1, "name": "Tablet", "rules": [{"address": "/xy", "gives": "touch", "arguments": ["x", "y"], "id": "sender"}],
     "back": {\(port)"messages": [\(back)]}}
    """.write(to: folder.appending(path: "tablet.json"), atomically: true, encoding: .utf8)
    var broken: [String] = []
    switchboard.useProfiles(in: ProfileFolders(user: [UInt8](folder.path.utf8), factory: []))
    _ = ProfileFolders(user: [UInt8](folder.path.utf8), factory: []).read { broken.append("\($0) \($1)") }
    #expect(broken.isEmpty)
  }

  private func show(_ controllers: [Controller: Float]) {
    let next = feed.pointer.pointee.live.next
    next.pointee = LiveState()
    next.pointee.isShown = true
    for (controller, value) in controllers { next.pointee.shared[Int(controller.rawValue)] = value }
    feed.pointer.pointee.live.publish()
  }

  private func speak() {
    peer.send(OSC.message("/xy", [.f(0.5), .f(0.5)]), to: feed.port)
    turn(after: 0.02)
  }

  @Test func aTabletThatSpeaksIsAnsweredInItsOwnAddresses() throws {
    let tablet = Peer()
    try useProfile(
      """
      {"address": "/name", "shows": "patch_name"}, {"address": "/spread", "shows": "group_spread", "out": [-10, 10]},
      {"address": "/spread/label", "shows": "group_spread", "as": "label"},
      {"address": "/full", "shows": "group_spread", "as": "led"}, {"address": "/tap", "shows": "on_touch_began"}
      """, port: tablet.port)
    speak()
    // Nothing of the performance was shown yet.
    #expect(packets(at: tablet) == [[["/name", "First touch"], ["/tap", "0.0"]]])
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
    _ = feed.pointer.pointee.moments.push(
      LiveMoment(trigger: UInt32(Trigger.touchBegan.rawValue), number: 0, frame: 1))
    turn(after: 0.02)
    let told = packets(at: tablet).flatMap { $0 }
    #expect(
      told.contains(["/spread", "10.0"]) && told.contains(["/full", "1.0"]) && told.contains(["/tap", "1.0"]))
    turn(after: 0.15)
    #expect(packets(at: tablet) == [[["/tap", "0.0"]]], "a light goes out")
    // A minute after it last spoke, it is told nothing any more.
    turn(after: 61)
    show([.groupSpread: 0])
    turn(after: 0.02)
    #expect(packets(at: tablet).isEmpty)
  }

  @Test func aProfileWithoutAPortAnswersWhoAsks() throws {
    try useProfile(#"{"address": "/name", "shows": "patch_name"}"#, port: nil)
    speak()
    #expect(packets(at: peer).isEmpty)
    #expect(
      say("subscribe", [.s("profile:Nobody")]) == [
        ["/tactus/patch/error", "there is no profile of that name"]
      ])
    #expect(say("subscribe", [.s("profile:Tablet")]) == [["/name", "First touch"]])
    #expect(say("unsubscribe", [.s("profile:Tablet")]).isEmpty)
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
