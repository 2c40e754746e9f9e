// What a surface shows below the light sensors of objects, at a subscriber over loopback.
import Dialects
import Foundation
import InputTestSupport
import Patches
import Profiles
import Tangibles
import Testing

@testable import Broker

extension PatchOSCTests {
  private var names: [String] {
    let definitions = switchboard.instances[0].tracker?.library.definitions ?? []
    return definitions.map { String(decoding: $0.name, as: UTF8.self) }
  }

  @Test func aPatchIsToldOfTheObjectsThatItWants() throws {
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

  @Test func aSurfaceIsToldWhatToShow() throws {
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
}
