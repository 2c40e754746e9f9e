// Spots below the light sensors of objects, at a subscriber over loopback.
import Controls
import Dialects
import Foundation
import InputTestSupport
import Patches
import Profiles
import RealTime
import Tangibles
import Testing

@testable import Broker

extension PatchOSCTests {
  private var names: [String] {
    let definitions = switchboard.instances[0].tracker?.library.definitions ?? []
    return definitions.map { String(decoding: $0.name, as: UTF8.self) }
  }

  @Test func aPatchGetsOnlyTheObjectsThatItNames() throws {
    var library = TangibleLibrary()
    try library.add(TangibleDefinition(name: Array("card".utf8), pads: [[0, 0], [60, 0], [20, 32]]))
    try library.add(TangibleDefinition(name: Array("stone".utf8), pads: [[0, 0], [75, 0], [22, 40]]))
    switchboard.use(library, at: 0)
    turn()
    #expect(names == ["card", "stone"])
    var patch = PatchDocument()
    patch.tangibles = [Array("stone".utf8), Array("ghost".utf8)]
    request("patch/set", [.s(String(decoding: patch.write(), as: UTF8.self))])
    turn()
    #expect(names == ["stone"])
    request("patch/undo")
    turn()
    #expect(names == ["card", "stone"])
  }

  @Test func aSurfaceReceivesTheSpotsToShow() throws {
    var definition = TangibleDefinition(name: Array("card".utf8), pads: [[0, 0], [60, 0], [20, 32]])
    definition.perc = TangibleDefinition.Perc(id: Array("a4".utf8), light: [20, 10])
    var library = TangibleLibrary()
    try library.add(definition)
    switchboard.use(library, at: 0)
    var source = NetworkSource(from: AddressRange(Array("127.0.0.1".utf8))!)
    var table = TangibleSurface(size: [597, 336])
    // Long enough for a busy machine.
    (table.timing.window, table.timing.light) = (1_000_000_000, 5_000_000_000)
    source.table = table
    switchboard.policy.network.sources = [source]
    let surface = Peer()
    request("subscribe", [.i(Int32(surface.port)), .s("tangibles")])
    #expect(packets(at: surface).isEmpty)
    request("tangible/near", [.s("a4"), .i(1)])
    request("tangible/field", [.s("a4"), .i(1)])
    for (id, pad) in zip(Int32(0)..., definition.pads + definition.pads.map { $0 + [250, 0] }) {
      request(
        "touch", [.s("began"), .i(id), .f((pad.x + 100) / 597), .f((pad.y + 100) / 336)])
    }
    turn(after: 1.05)
    turn(after: 0.05)
    let shown = packets(at: surface).flatMap { $0 }
    #expect(shown.map { $0[0] } == Array(repeating: "/tactus/tangible/show", count: 3))
    #expect(shown.map { $0[1] } == ["a4", "a4", "a4"] && shown.map { $0[5] } == ["0", "1", "0"])
    // The first one ends what was shown; the sensor lies where the definition says.
    #expect(shown[0][4] == "0.0" && abs(Double(shown[1][4])! - 12 / 685.06) < 1e-4)
    #expect(abs(Double(shown[1][2])! * 597 - 120) < 0.1 && abs(Double(shown[2][2])! * 597 - 370) < 0.1)
    #expect(shown.dropFirst().allSatisfy { abs(Double($0[3])! * 336 - 110) < 0.1 })
    request("tangible/light", [.s("a4"), .i(1)])
    turn(after: 0.05)
    // It has been found, and nothing is shown any more.
    #expect(
      packets(at: surface).flatMap { $0 } == [["/tactus/tangible/show", "a4", "0.0", "0.0", "0.0", "0"]])
  }

  /// A library of a card and a stone with radios, and a disc without.
  private func useRadios() throws {
    var library = TangibleLibrary()
    let sides: [(name: String, x: Float, y: Float)] = [("card", 60, 32), ("stone", 75, 40), ("disc", 45, 26)]
    for (name, x, y) in sides {
      var definition = TangibleDefinition(name: Array(name.utf8), pads: [[0, 0], [x, 0], [x / 3, y]])
      if name != "disc" {
        definition.perc = TangibleDefinition.Perc(id: Array("radio of \(name)".utf8), light: [20, 10])
      }
      try library.add(definition)
    }
    switchboard.use(library, at: 0)
    turn()
  }

  private func play(_ back: String) {
    var warnings = 0
    for answer in request("patch/set", [.s(#"{"version": 1, "back": "# + back + "}")]) {
      if answer[0].hasSuffix("error") { warnings += 1 }
    }
    #expect(warnings == 0)
  }

  private func sent(_ listening: Peer) -> [[String]] {
    packets(at: listening).flatMap { $0 }.filter { $0[0] == "/tactus/tangible/send" }
      .map { Array($0.dropFirst()) }.sorted { $0.joined() < $1.joined() }
  }

  @Test func aPatchSendsItsValuesBackToObjects() throws {
    try useRadios()
    play(
      """
      [{"object": "card", "shows": "group_spread", "out": [0, 200]}, {"shows": "token_2_turns"},
       {"object": "stone", "shows": "on_token_placed", "number": 3}, {"object": "disc", "shows": "on_bar"}]
      """)
    let (listening, other) = (Peer(), Peer())
    request("subscribe", [.i(Int32(listening.port)), .s("tangibles")])
    request("subscribe", [.i(Int32(other.port)), .s("triggers")])
    let spec = Controller.groupSpread.spec
    func spread(_ part: Float) -> Float { spec.minimum + part * (spec.fullScale - spec.minimum) }
    show(controllers: [.groupSpread: spread(0.25), .token2Turns: -2.5])
    turn(after: 0.1)
    #expect(
      sent(listening) == [
        ["radio of card", "group_spread", "50.0"], ["radio of card", "token_2_turns", "-2.5"],
        ["radio of stone", "on_token_placed", "0.0"], ["radio of stone", "token_2_turns", "-2.5"],
      ])
    // Only what has changed.
    turn(after: 0.1)
    #expect(sent(listening).isEmpty)
    show(controllers: [.groupSpread: spread(0.25), .token2Turns: 1])
    for number in [1, 3] as [Int32] {
      _ = instance.pointer.pointee.triggerEvents.push(
        LiveMoment(trigger: UInt32(Trigger.tokenPlaced.index), number: number, frame: 9))
    }
    turn(after: 0.1)
    #expect(
      sent(listening) == [
        ["radio of card", "token_2_turns", "1.0"], ["radio of stone", "on_token_placed", "1.0"],
        ["radio of stone", "token_2_turns", "1.0"],
      ])
    // A trigger ends after a tenth of a second; the others are of another number, or of an object without
    // a radio.
    turn(after: 0.12)
    #expect(sent(listening) == [["radio of stone", "on_token_placed", "0.0"]])
    #expect(sent(other).isEmpty)
    // Another patch sends what it sends, and nothing else.
    play(#"[{"object": "stone", "shows": "group_spread"}]"#)
    turn(after: 0.1)
    #expect(sent(listening) == [["radio of stone", "group_spread", "\(spread(0.25))"]])
  }

  @Test func whatGoesBackIsBounded() throws {
    try useRadios()
    play(#"[{"object": "card", "shows": "group_spread"}]"#)
    let listening = Peer()
    request("subscribe", [.i(Int32(listening.port)), .s("tangibles")])
    turn(after: 0.1)
    _ = sent(listening)
    // A value that always changes, looked at a hundred times in a second.
    var count = 0
    for step in 1...100 {
      show(controllers: [.groupSpread: Float(step) / 1000])
      turn(after: 0.01)
      count += sent(listening).count
    }
    #expect((15...21).contains(count), "\(count)")
    turn(after: 0.1)
    let last = sent(listening)
    #expect(last.isEmpty || last[0][2] == "0.1", "the newest value is the last")
  }

  @Test func manyValuesAreSentInTurn() {
    var diff = ObjectDiff()
    let back = [PatchBack](repeating: PatchBack(.trigger(.bar)), count: 32)
    let radios = (0..<4).map { ObjectDiff.Radio(name: [], id: [UInt8($0)]) }
    var all: [[UInt8]] = []
    for step in 0..<3 {
      let messages = diff.messages(back, radios, nil, at: Int64(step) * 16_666_667)
      #expect(messages.count == [64, 64, 0][step])
      all += messages
    }
    #expect(all.count == 128)
  }
}
