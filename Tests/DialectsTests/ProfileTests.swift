import Foundation
import InputTestSupport
import Profiles
import RealTime
import Stores
import Testing
import Text

@testable import Dialects

/// Input profiles: the messages that they read and refuse, and the profiles of the bundle.
struct ProfileTests {
  static func profile(_ rules: String) throws -> InputProfile {
    var warnings: [DocumentError] = []
    let text = #"{"version": 1, "name": "test", "rules": ["# + rules + "]}"
    let profile = try InputProfile.read([UInt8](text.utf8), warnings: &warnings)
    #expect(warnings.isEmpty)
    return profile
  }

  static func listening(_ rules: String) throws -> Listening { Listening(profiles: [try profile(rules)]) }

  static let multi = #"""
    {"address": "/*/multixy#/#", "gives": "touch", "arguments": ["x", "y"], "group": "multi"},
    {"address": "/*/multixy#/#/z", "gives": "touch", "arguments": ["state"], "group": "multi"}
    """#

  @Test func aTouchHasTheNumberOfItsAddressAndEndsByItsState() throws {
    var surface = try Self.listening(Self.multi)
    func z(_ finger: Int, _ state: Int32, at time: Double) -> [SurfaceEvent] {
      surface.receive(OSCEncoder.message("/1/multixy1/\(finger)/z", [.i(state)]), at: time)
    }
    func xy(_ finger: Int, _ x: Float, at time: Double, page: Int = 1) -> [SurfaceEvent] {
      surface.receive(OSCEncoder.message("/\(page)/multixy1/\(finger)", [.f(x), .f(0.25)]), at: time)
    }
    #expect(z(1, 1, at: 0).isEmpty, "the state is first")
    #expect(xy(1, 0.5, at: 0.01).map(\.brief) == ["began 1 0.5 0.25"])
    #expect(xy(2, 0.75, at: 0.02).map(\.kind) == [.began] && z(2, 1, at: 0.03).map(\.kind) == [.moved])
    #expect(xy(1, 0.5, at: 0.04, page: 2).map(\.kind) == [.began], "another page's finger is another")
    #expect(z(1, 0, at: 1).map(\.brief) == ["ended 1 0.5 0.25"])
    #expect(xy(1, 0.9, at: 1.01).isEmpty, "a straggler begins nothing")
    #expect(z(1, 1, at: 1.02).map(\.brief) == ["began 1 0.9 0.25"], "unless its state follows at once")
    #expect(z(1, 0, at: 2).map(\.kind) == [.ended])
    #expect(xy(1, 0.1, at: 2.2).map(\.kind) == [.began], "a state that was lost")
    #expect(z(1, 0, at: 3).map(\.kind) == [.ended] && z(1, 1, at: 4).isEmpty)
    #expect(surface.expire(at: 4.05).isEmpty, "it waits for a place")
    #expect(surface.expire(at: 4.2).map(\.brief) == ["began 1 0.1 0.25"], "and then is where it was")
    #expect(surface.refusals.isEmpty)
  }

  @Test func scaleInvertSwapAndLists() throws {
    var surface = try Self.listening(
      #"""
      {"address": "/pad", "gives": "touch", "arguments": ["_", "x", "y", "pressure"],
       "swap": true, "invert": ["y"],
       "scale": {"x": {"in": [-1, 1]}, "pressure": {"in": [0, 127]}}},
      {"address": "/list", "gives": "touch", "arguments": ["x", "y"], "repeat": true, "id": "place"},
      {"address": "/ids", "gives": "token", "arguments": ["id", "x", "y", "angle", "class", "state"],
       "id": "argument",
       "scale": {"angle": {"in": [0, 360], "out": [0, -1]}}}
      """#)
    surface.receive(OSCEncoder.message("/pad", [.s("name"), .f(0.25), .f(0), .f(63.5), .f(9)]))
    #expect(surface.events.map(\.brief) == ["began 1 0.5 0.75"] && surface.events[0].pressure == 0.5)
    surface.receive(OSCEncoder.message("/list", [0.1, 0.2, 0.3, 0.4].map { .f($0) }))
    #expect(surface.events.suffix(2).map(\.brief) == ["began 2 0.1 0.2", "began 3 0.3 0.4"])
    surface.receive(OSCEncoder.message("/list", [.f(0.1), .f(0.2), .f(0.3)]))
    #expect(surface.refusals == [.wrongArguments: 1])
    surface.receive(OSCEncoder.message("/ids", [.i(77), .f(0.5), .f(0.5), .f(90), .i(4), .tag("T")]))
    #expect(surface.events.last?.kind == .token && surface.events.last?.pressure == -0.25)
    #expect(surface.events.last?.radius == 4)
    surface.receive(OSCEncoder.message("/ids", [.i(77), .f(0.5), .f(0.5), .f(90), .i(4), .tag("F")]))
    #expect(surface.events.last?.kind == .tokenLifted)
    surface.receive(OSCEncoder.message("/pad", [.s("name"), .f(0.25), .f(1.2), .f(0)]))
    surface.receive(OSCEncoder.message("/pad", [.s("name"), .f(.nan), .f(1), .f(0)]))
    surface.receive(OSCEncoder.message("/pad", [.s("name"), .s("a"), .f(1), .f(0)]))
    surface.receive(OSCEncoder.message("/pad"))
    #expect(surface.refusals == [.wrongArguments: 3, .outOfRange: 1, .notFinite: 1])
  }

  @Test func sensorsMacrosPadsAndControls() throws {
    var surface = try Self.listening(
      #"""
      {"address": "/tilt", "gives": "attitude", "arguments": ["x", "y"], "scale": {"x": {"in": [0, 360]}}},
      {"address": "/north", "gives": "heading", "arguments": ["value"], "scale": {"value": {"in": [0, 360]}}},
      {"address": "/fader#", "gives": "macro", "arguments": ["value"]},
      {"address": "/stick", "gives": "axis", "arguments": ["number", "value"]},
      {"address": "/button/[a-c]", "gives": "button", "number": 16, "arguments": ["value"]},
      {"address": "/cc/#", "gives": "control", "arguments": ["value"], "scale": {"value": {"in": [0, 127]}}}
      """#)
    for packet in [
      OSCEncoder.message("/tilt", [.f(90), .f(0.5)]), OSCEncoder.message("/north", [.f(90)]),
      OSCEncoder.message("/fader3", [.f(0.5)]),
      OSCEncoder.message("/stick", [.i(2), .f(-1)]), OSCEncoder.message("/button/b", [.i(1)]),
      OSCEncoder.message("/cc/74", [.i(127)]),
    ] { surface.receive(packet) }
    #expect(
      surface.events.map { [Float($0.kind.rawValue), Float($0.id), $0.x] } == [
        [8, 1, 0.25], [8, 6, 0.25], [10, 3, 0.5], [9, 2, -1], [9, 116, 1],
      ])
    #expect(surface.events[0].pressure.isNaN && surface.refusals.isEmpty)
    surface.receive(OSCEncoder.message("/fader9", [.f(0.5)]))
    surface.receive(OSCEncoder.message("/stick", [.i(7), .f(0)]))
    #expect(surface.refusals == [.outOfRange: 2])
    surface.receive(OSCEncoder.message("/button/d", [.i(1)]))
    #expect(surface.refusals == [.outOfRange: 2, .unknownAddress: 1])
  }

  @Test func oneTouchOfASenderEndsByItsSilence() throws {
    var surface = try Self.listening(
      #"{"address": "/{a,b}/xy", "gives": "touch", "arguments": ["x", "y"], "id": "sender", "timeout": 0.5}"#)
    surface.receive(OSCEncoder.message("/a/xy", [.f(0.25), .f(0)]))
    surface.receive(OSCEncoder.message("/b/xy", [.f(0.5), .f(0)]))
    #expect(surface.events.map(\.brief) == ["began 1 0.25 0.0", "moved 1 0.5 0.0"])
    #expect(surface.expire(at: 0.4).isEmpty && surface.expire(at: 0.6).map(\.kind) == [.ended])
    surface.receive(OSCEncoder.message("/a/xy", [.f(0.25), .f(0)]), from: 2, at: 1)
    surface.receive(OSCEncoder.message("/a/xy", [.f(0.25), .f(0)]), from: 3, at: 1)
    #expect(surface.decoder.liveCount == 2)
  }

  @Test func aFingerRestsAsLongAsItsStateSays() throws {
    var surface = try Self.listening(
      #"""
      {"address": "/xy#", "gives": "touch", "arguments": ["x", "y"], "group": "xy", "timeout": 1},
      {"address": "/xy#/z", "gives": "touch", "arguments": ["state"], "group": "xy", "timeout": 20}
      """#)
    func z(_ state: Int32, at time: Double) {
      surface.receive(OSCEncoder.message("/xy1/z", [.i(state)]), at: time)
    }
    func xy(at time: Double) { surface.receive(OSCEncoder.message("/xy1", [.f(0.5), .f(0.5)]), at: time) }
    xy(at: 0)
    #expect(surface.expire(at: 0.9).isEmpty && surface.expire(at: 1.1).map(\.kind) == [.ended], "a tap")
    z(1, at: 2)
    xy(at: 2)
    #expect(surface.expire(at: 21).isEmpty && surface.expire(at: 22.1).map(\.kind) == [.ended])
    xy(at: 30)
    #expect(surface.expire(at: 31.1).map(\.kind) == [.ended], "its state is not known any more")
    z(1, at: 40)
    xy(at: 40)
    z(0, at: 40.2)
    xy(at: 41)
    #expect(surface.expire(at: 42.1).map(\.kind) == [.ended])
  }

  @Test func whatGivesNothingIsKnownAndDoesNothing() throws {
    var surface = try Self.listening(
      #"""
      {"address": "/quat", "gives": "nothing"},
      {"address": "/place", "gives": "nothing", "arguments": ["_", "_"]}
      """#)
    for address in ["/quat", "/place"] { surface.receive(OSCEncoder.message(address, [.f(1)])) }
    surface.receive(OSCEncoder.message("/quat"))
    #expect(surface.events.isEmpty && surface.refusals.isEmpty)
  }

  @Test func theFirstProfileThatHasTheAddressReadsIt() throws {
    let first = try Self.profile(#"{"address": "/x", "gives": "macro", "number": 1, "arguments": ["value"]}"#)
    let second = try Self.profile(
      #"{"address": "/*", "gives": "macro", "number": 2, "arguments": ["value"]}"#)
    var surface = Listening(profiles: [first, second])
    for address in ["/x", "/y", "/tactus/macro/learn"] {
      surface.receive(OSCEncoder.message(address, [.i(1)]))
    }
    #expect(surface.events.map(\.id) == [1, 2])
  }

  // MARK: Faults

  @Test(arguments: [
    (#"{}"#, "version", 1), (#"{"version": 2, "rules": []}"#, "must be 1", 1),
    (#"{"version": 1}"#, "must have \"rules\"", 1), (#"{"version": 1, "rules": []}"#, "0 rules", 1),
    ("{\"version\": 1, \"rules\": [\n{\"gives\": \"touch\"}]}", "rules[0]: must have an \"address\"", 2),
    ("{\"version\": 1, \"rules\": [\n\n{\"address\": \"x\", \"gives\": \"touch\"}]}", "must begin with", 3),
    (rule(#""address": "/[x", "gives": "touch", "arguments": ["x"]"#), "not closed", 1),
    (rule(#""address": "/x", "gives": "tuch", "arguments": ["x"]"#), "no thing to give \"tuch\"", 1),
    (rule(#""address": "/x", "gives": "touch", "arguments": ["z"]"#), "a touch has no z", 1),
    (rule(#""address": "/x", "gives": "touch", "arguments": ["x", "x"]"#), "comes twice", 1),
    (rule(#""address": "/x", "gives": "touch", "arguments": []"#), "1 to 64", 1),
    (rule(#""address": "/x", "gives": "touch""#), "must have \"arguments\"", 1),
    (rule(#""address": "/x", "gives": "nothing", "arguments": ["x"]"#), "a nothing has no x", 1),
    (rule(#""address": "/x", "gives": "macro", "arguments": ["value"]"#), "needs one \"number\"", 1),
    (rule(#""address": "/x", "gives": "macro", "number": 9, "arguments": ["value"]"#), "from 1 to 8", 1),
    (rule(#""address": "/x", "gives": "touch", "number": 1, "arguments": ["x"]"#), "has no number", 1),
    (rule(#""address": "/x", "gives": "touch", "id": "argument", "arguments": ["x"]"#), "needs an \"id\"", 1),
    (rule(#""address": "/x", "gives": "touch", "arguments": ["id", "x"]"#), "is not \"argument\"", 1),
    (rule(#""address": "/x", "gives": "touch", "repeat": true, "arguments": ["x"]"#), "must be \"place\"", 1),
    (
      rule(#""address": "/x", "gives": "macro", "number": 1, "repeat": true, "arguments": ["value"]"#),
      "only touches", 1
    ),
    (rule(#""address": "/x", "gives": "touch", "swap": true, "arguments": ["x"]"#), "an x and a y", 1),
    (
      rule(#""address": "/x", "gives": "touch", "invert": ["y"], "arguments": ["x"]"#), "among the arguments",
      1
    ),
    (
      rule(#""address": "/x", "gives": "touch", "scale": {"x": {"in": [1, 1]}}, "arguments": ["x"]"#),
      "different", 1
    ),
    (rule(#""address": "/x", "gives": "touch", "scale": {"id": {}}, "arguments": ["x"]"#), "to scale", 1),
    (rule(#""address": "/x#", "gives": "touch", "pads": 16, "arguments": ["x", "y"]"#), "has \"pads\"", 1),
    (rule(#""address": "/x", "gives": "touch", "pads": 16, "arguments": ["state"]"#), "has a number", 1),
    (rule(#""address": "/x", "gives": "touch", "up": -1, "arguments": ["state"]"#), "needs an x or a y", 1),
    ("{\"version\": 1,\n \"rules\": [", "no JSON", 2),
  ]) func aFaultHasItsPlace(_ text: String, _ reason: String, _ line: Int) {
    var warnings: [DocumentError] = []
    do throws(DocumentError) {
      _ = try InputProfile.read([UInt8](text.utf8), warnings: &warnings)
      Issue.record("\(text) was taken")
    } catch {
      #expect(
        String(decoding: error.message, as: UTF8.self).contains(reason),
        "\(String(decoding: error.message, as: UTF8.self))")
      #expect(error.line == line && error.column >= 1)
    }
  }

  static func rule(_ members: String) -> String { #"{"version": 1, "rules": [{"# + members + "}]}" }

  @Test func keysThatAreNotKnownAreWarnings() throws {
    var warnings: [DocumentError] = []
    let text =
      #"{"version": 1, "_note": 1, "colour": 1, "rules": [{"address": "/x", "gives": "touch", "#
      + #""arguments": ["x", "y"], "speed": 1}]}"#
    _ = try InputProfile.read([UInt8](text.utf8), warnings: &warnings)
    #expect(warnings.count == 2)
  }

  // MARK: Profiles of the bundle

  @Test func allThatShipAreSound() {
    let folders = ProfileFolders(
      user: [UInt8]((profilesFolder + "/variants").utf8), factory: [UInt8](profilesFolder.utf8))
    let profiles = folders.read { path, error in
      Issue.record("\(String(decoding: path, as: UTF8.self)) \(error)")
    }
    #expect(
      profiles.map { String(decoding: $0.name, as: UTF8.self) } == [
        "TouchOSC, turned", "GyrOSC", "Lemur", "Open Stage Control", "Sensors2OSC", "ZIG SIM",
      ], "the variant stands for its namesake")
    #expect(profiles.allSatisfy { !$0.examples.isEmpty })
  }

  /// One worked vector for each: the point 0.25 from the left and 0.75 up.
  @Test func theirCoordinates() {
    let profiles = ProfileFolders(user: [], factory: [UInt8](profilesFolder.utf8)).read { _, _ in }
    var surface = Listening(profiles: profiles)
    surface.receive(OSCEncoder.message("/1/xy1", [.f(0.25), .f(0.75)]))
    surface.receive(OSCEncoder.message("/2/multixy1/3", [.f(0.25), .f(0.75)]))
    surface.receive(OSCEncoder.message("/FreeBall/z", [.f(0), .f(1)]))
    surface.receive(OSCEncoder.message("/FreeBall/x", [.f(0.9), .f(0.25)]))
    surface.receive(OSCEncoder.message("/FreeBall/y", [.f(0.9), .f(0.75)]))
    surface.receive(OSCEncoder.message("/xy_1", [.f(0.25), .f(0.75)]))
    #expect(surface.events.map(\.kind) == [.began, .began, .began, .began])
    #expect(surface.events.allSatisfy { $0.x == 0.25 && $0.y == 0.75 })
    surface.receive(OSCEncoder.message("/accxyz", [.f(0), .f(0.5), .f(-1), .f(7)]))
    #expect(surface.events.last?.pressure == -1)
    surface.receive(OSCEncoder.message("/gyrosc/gyro", [.f(.pi / 2), .f(-.pi), .f(0)]))
    #expect(
      abs((surface.events.last?.x ?? 0) - 0.25) < 1e-6 && abs((surface.events.last?.y ?? 0) + 0.5) < 1e-6)
    surface.receive(OSCEncoder.message("/gyrosc/comp", [.f(90)]))
    #expect(surface.events.last?.x == 0.25 && surface.refusals.isEmpty)
    let turned = ProfileFolders(user: [], factory: [UInt8]((profilesFolder + "/variants").utf8)).read {
      _, _ in
    }
    var other = Listening(profiles: turned)
    other.receive(OSCEncoder.message("/1/xy1", [.f(0.75), .f(0.25)]))
    #expect(other.events.map(\.brief) == ["began 1 0.25 0.75"])
  }

  static func shipped() -> Listening {
    Listening(profiles: ProfileFolders(user: [], factory: [UInt8](profilesFolder.utf8)).read { _, _ in })
  }

  /// The default addresses of TouchOSC mk1 have a page; later ones have none.
  @Test(arguments: ["/1", ""]) func bothKindsOfTouchOSC(page: String) {
    var surface = Self.shipped()
    surface.receive(OSCEncoder.message(page + "/xy1", [.f(0.25), .f(0.75)]))
    surface.receive(OSCEncoder.message(page + "/multixy1/2", [.f(0.25), .f(0.75)]))
    #expect(surface.events.map(\.brief) == ["began 1 0.25 0.75", "began 2 0.25 0.75"])
    #expect(surface.expire(at: 1.1).map(\.kind) == [.ended, .ended], "without its state a tap is short")
    surface.receive(OSCEncoder.message(page + "/xy1" + (page.isEmpty ? "/touch" : "/z"), [.f(1)]), at: 2)
    surface.receive(OSCEncoder.message(page + "/xy1", [.f(0.5), .f(0.75)]), at: 2)
    #expect(surface.events.last?.brief == "began 1 0.5 0.75" && surface.expire(at: 20).isEmpty)
    surface.receive(OSCEncoder.message(page + "/xy1/z", [.f(0)]), at: 21)
    #expect(surface.events.last?.kind == .ended)
    surface.receive(OSCEncoder.message(page + "/fader3", [.f(0.5)]), at: 22)
    #expect(surface.events.last?.kind == .macro && surface.events.last?.id == 3)
    #expect(surface.refusals.isEmpty)
  }

  @Test func otherControlsOfTouchOSC() {
    var surface = Self.shipped()
    for (address, value) in [("/radial2", 0.25), ("/encoder4", 0.5), ("/button16", 1)] as [(String, Float)] {
      surface.receive(OSCEncoder.message(address, [.f(value)]))
    }
    #expect(
      surface.events.map { [Float($0.kind.rawValue), Float($0.id), $0.x] } == [
        [10, 2, 0.25], [10, 4, 0.5], [9, 116, 1],
      ])
    for address in [
      "/1/fader1/z", "/2/push3/z", "/1/multifader1/4/z", "/1/multitoggle1/2/3/z", "/fader1/touch", "/ping",
    ] {
      surface.receive(OSCEncoder.message(address, [.f(1)]))
    }
    #expect(surface.events.count == 3 && surface.refusals.isEmpty)
  }

  /// The message of the widget's source (multixy.js): the point's number from 0, then 1 or 0.
  @Test func pointsOfOpenStageControlBeginByTheirState() {
    var surface = Self.shipped()
    func touch(_ point: Int32, _ state: Int32, at time: Double) {
      surface.receive(OSCEncoder.message("/multixy_1/touch", [.i(point), .i(state)]), at: time)
    }
    func places(at time: Double) {
      surface.receive(OSCEncoder.message("/multixy_1", [.f(0.1), .f(0.2), .f(0.3), .f(0.4)]), at: time)
    }
    places(at: 0)
    touch(1, 1, at: 1)
    places(at: 1.01)
    #expect(surface.events.map(\.brief) == ["began 2 0.3 0.4"])
    touch(0, 1, at: 2)
    places(at: 2.01)
    touch(1, 0, at: 3)
    #expect(
      surface.events.suffix(3).map(\.brief) == ["began 1 0.1 0.2", "moved 2 0.3 0.4", "ended 2 0.3 0.4"])
    #expect(surface.refusals.isEmpty)
  }

  @Test func whatGyrOSCSendsBesideIsKnown() {
    var surface = Self.shipped()
    surface.receive(OSCEncoder.message("/gyrosc/button", [.i(4), .f(1)]))
    #expect(surface.events.map { [Float($0.kind.rawValue), Float($0.id), $0.x] } == [[9, 104, 1]])
    for address in ["quat", "gps", "alti", "motion"] {
      surface.receive(OSCEncoder.message("/gyrosc/" + address, [.f(0.5), .f(0), .f(0), .f(0)]))
    }
    #expect(surface.events.count == 1 && surface.refusals.isEmpty)
  }

  /// Reports of `tactus listen` about messages that are read and give no command yet.

  // MARK: Patterns

  @Test(arguments: [
    ("/a/b", "/a/b", true), ("/a/b", "/a/c", false), ("/a/?", "/a/b", true), ("/a?b", "/a/b", false),
    ("/*", "/abc", true), ("/*", "/a/b", false), ("/*/b", "/a/b", true), ("/a*c*e", "/abcde", true),
    ("/[a-c]", "/b", true), ("/[a-c]", "/d", false), ("/[!a-c]", "/d", true), ("/[!a-c]", "/b", false),
    ("/[!a]", "//", false), ("/{foo,bar}s", "/bars", true), ("/{foo,bar}s", "/foos", true),
    ("/{foo,bar}", "/baz", false), ("/{a,ab}c", "/abc", true), ("/#", "/123", true), ("/#", "/x", false),
    ("/x#/#", "/x12/3", true), ("", "", true), ("/*a*", "/bbabb", true),
  ]) func patterns(_ pattern: String, _ address: String, _ matches: Bool) throws {
    let pattern = try #require(AddressPattern([UInt8](pattern.utf8)))
    #expect([UInt8](address.utf8).withUnsafeBytes { pattern.matches($0) } == matches)
  }

  @Test func aPatternThatTakesForeverIsGivenUp() throws {
    let pattern = try #require(AddressPattern([UInt8](String(repeating: "*a", count: 100).utf8)))
    let address = [UInt8](String(repeating: "a", count: 200).utf8) + [UInt8(ascii: "b")]
    #expect(address.withUnsafeBytes { pattern.match($0) } == nil)
  }

  @Test func aPatternMeansAllThatItMatches() {
    var surface = Listening()
    surface.receive(OSCEncoder.message("/tactus/t*ch", [.s("began"), .i(1), .f(0.5), .f(0.5)]))
    surface.receive(OSCEncoder.message("/tactus/motion/{gravity,magnet}", [.f(1), .f(2), .f(3)]))
    surface.receive(OSCEncoder.message("/tactus/surface/[12]/macro", [.i(1), .f(0.5)]))
    #expect(surface.events.map(\.kind) == [.began, .motion, .motion, .macro, .macro])
    #expect(surface.events.suffix(2).map { $0.source >> 24 } == [1, 2] && surface.refusals.isEmpty)
    surface.receive(OSCEncoder.message("/tactus/t*ch", [.s("began")]))
    surface.receive(OSCEncoder.message("/tactus/nothing*"))
    surface.receive(OSCEncoder.message("/tactus/[x"))
    #expect(surface.refusals == [.wrongArguments: 1, .unknownAddress: 1, .badAddress: 1])
  }
}
