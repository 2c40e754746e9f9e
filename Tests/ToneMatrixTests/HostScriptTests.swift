// Random hosts that leave something unsaid, compared with what can be known.
import TestSupport
import Testing

@testable import ToneMatrix

struct HostScriptTests {
  /// A quarter of the scripts of each kind.
  static let scripts = max(TimingTests.scripts / 4, 10)

  private func check(_ kind: HostScript.Kind, _ seed: UInt64, _ worst: inout Double) -> (notes: Int, String?)
  {
    let script = HostScript(kind, seed: seed)
    let player = script.play()
    let from = script.settled
    let played = player.notes.filter { $0.frame >= from }
    let model = (kind == .ramp ? script.rampModel : script.model).filter { $0.frame >= from }
    guard player.faults.isEmpty else { return (0, "faults \(player.faults.prefix(2))") }
    if kind != .ramp && !script.isRounding {
      let both = Set(played).symmetricDifference(model).sorted()
      return (model.count, played == model ? nil : "\(played.count), not \(model.count): \(both.prefix(4))")
    }
    let tick = 1 / 1920 / script.perFrame.number
    var frames = tick + 1
    if kind == .ramp {
      // The change of tempo in a block, for the length of a block.
      let least = min(script.perFrame.number, script.perFrame.number + script.ramp * Double(script.end))
      frames = (script.noticed / 1920 + script.errorInABlock) / least + 1
    }
    let edges =
      [from, script.end] + script.stretches.map(\.start)
      + [script.surprise?.told, script.leaving?.wrap, script.leaving?.told].compactMap { $0 }
    let fault = TimingTests.unmatched(
      played, model, within: frames, edges: edges, uncertain: script.uncertain, &worst)
    return (model.count, fault)
  }

  @Test(arguments: HostScript.Kind.allCases) func whatCanBeKnownIsPlayed(_ kind: HostScript.Kind) {
    let first = testSeed("HOST_SEED", default: 17)
    var (notes, worst, wrong) = (0, 0.0, 0)
    for number in 0..<Self.scripts {
      let seed = first &+ UInt64(number) &* 1_000_003
      let (count, fault) = check(kind, seed, &worst)
      notes += count
      if let fault {
        wrong += 1
        if wrong <= 3 { Issue.record("\(kind), seed \(seed): \(fault)") }
      }
    }
    #expect(wrong == 0 && notes > 100)
    print("\(kind): \(notes) notes of \(Self.scripts) scripts, the worst \(worst) of what is allowed")
  }
}

extension HostScript {
  /// The ticks by which a ramp has moved the place when it is noticed. A host that rounds, half a tick up or
  /// down, reports the same places at a steady tempo until the way differs by more than one tick. Half a tick
  /// is the error of the line's own beginning, an eighth the tolerance of `TempoDrift`, and up to 0.4 the
  /// difference of the tempo, which has grown until then, in the block before the report.
  var noticed: Double { isRounding ? 2 : 1.5 }
  /// The ramp's own error: what the tempo changes in two blocks, for the length of a block. Quarter notes.
  var errorInABlock: Double { 2 * abs(ramp) * Double(longest) * Double(longest) }
}
