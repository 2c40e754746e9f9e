// Random hosts that leave something unsaid, compared with what can be known.
import TestSupport
import Testing

@testable import ToneMatrix

struct HostScriptTests {
  /// A quarter of the scripts of each kind.
  static let scripts = max(TimingTests.scripts / 4, 10)

  private static func check(
    _ kind: HostScript.Kind, _ seed: UInt64, _ worst: inout Double, hasLife: Bool = true
  ) -> (notes: Int, String?) {
    let script = HostScript(kind, seed: seed, hasLife: hasLife)
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
      let least = min(script.perFrame.number, script.perFrame.number + script.ramp * Double(script.end))
      frames = script.rampError / least + 1
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
      let (count, fault) = Self.check(kind, seed, &worst)
      notes += count
      if let fault {
        wrong += 1
        if wrong <= 3 { Issue.record("\(kind), seed \(seed): \(fault)") }
      }
    }
    #expect(wrong == 0 && notes > 100)
    print("\(kind): \(notes) notes of \(Self.scripts) scripts, the worst \(worst) of what is allowed")
  }

  /// Scripts that were played wrong once.
  static let found: [(HostScript.Kind, UInt64, Bool)] = [
    (.loop, 766_002_315, false), (.reading, 932_002_813, false), (.reading, 1_779_005_354, false),
    (.ramp, 900_001, false), (.loop, 1_780_005_357, true),
  ]

  @Test(arguments: found.indices) func foundSeedsArePlayed(_ index: Int) {
    let (kind, seed, hasLife) = Self.found[index]
    var worst = 0.0
    let (_, fault) = Self.check(kind, seed, &worst, hasLife: hasLife)
    #expect(fault == nil, "\(kind), seed \(seed)")
  }
}

extension HostScript {
  /// The greatest distance of a line from a ramp's true place, in quarter notes.
  ///
  /// A report is noticed whose distance from the line has changed by more than `TempoDrift.width`; rounding, half a tick
  /// up or down, hides one more tick. From the second one on the ramp's tempo is followed. So before the second report
  /// the line has an old tempo for a block, and the place is off by the width and by what the tempos differ.
  var rampError: Double {
    let hidden = isRounding ? 1.0 / 1920 : 0
    let (slope, width, block) = (abs(ramp), TempoDrift.width + hidden, Double(longest))
    // The ramp's way is slope · frames² / 2: the tempo's change until the first report, and from there on.
    let first = (2 * slope * width).squareRoot() + slope * block
    let difference = (first * first + 2 * slope * width).squareRoot()
    return TempoDrift.width + hidden / 2 + difference * block + slope * block * block / 2
  }
}
