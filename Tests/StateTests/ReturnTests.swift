// The saved state of an instance gives the same bytes of sound in a new instance, in blocks of another length.
import Controls
import Foundation
import Hosting
import RealTime
import TestSupport
import Testing

extension SeededGenerator {
  mutating func between(_ low: Float, _ high: Float) -> Float {
    low + (high - low) * Float(below(10_001)) / 10_000
  }
}

/// A patch with random content, as JSON.
private func randomPatch(_ random: inout SeededGenerator) throws -> String {
  var parameters: [String: Any] = [:]
  for parameter in Parameter.allCases where random.below(3) == 0 {
    let spec = parameter.spec
    // Long attacks would leave nothing to compare.
    let high = spec.unit == .seconds ? min(spec.maximum, 0.6) : spec.maximum
    parameters[spec.symbol.string] =
      spec.travel == .choice ? Double(random.below(4)) : Double(random.between(spec.minimum, high))
  }
  var connections: [[String: Any]] = []
  for _ in 0..<random.below(24) {
    let target = random.pick(Parameter.allCases).spec
    var connection: [String: Any] = [
      "source": random.pick(Controller.allCases).spec.symbol.string, "destination": target.symbol.string,
      "low": Double(random.between(target.minimum, target.maximum)),
      "high": Double(random.between(target.minimum, target.maximum)),
      "combine": String(describing: random.pick(Combine.allCases).symbol),
      "gate": String(describing: random.pick(Gate.allCases).symbol),
      "mode": String(describing: random.pick(Mode.allCases).symbol),
      "amount": Double(random.between(-2, 2)), "sensitivity": Double(random.between(0, 4)),
      "smooth": [Double(random.between(0, 0.3)), Double(random.between(0, 0.3))],
      "direction": random.pick(["up", "down"]),
    ]
    connection["slope"] =
      target.unit == .semitones && random.below(2) == 0 ? "major_pentatonic" : Double(random.between(-1, 1))
    connections.append(connection)
  }
  let routes = (0..<random.below(5)).map { _ -> [String: Any] in
    let trigger = random.pick(Trigger.allCases)
    var route: [String: Any] = [
      "trigger": String(describing: trigger.symbol),
      "action": String(
        describing: random.pick(Action.allCases.filter { $0 != .nextPatch && $0 != .previousPatch }).symbol),
    ]
    if trigger == .level {
      route["of"] = "group_spread"
      route["level"] = Double(random.between(0, 0.5))
    }
    return route
  }
  let snapshots = (0..<random.below(9)).map { _ -> [String: Any] in
    var values: [String: Any] = [:]
    for parameter in Parameter.allCases where parameter != .morph && random.below(4) == 0 {
      let spec = parameter.spec
      let high = spec.unit == .seconds ? min(spec.maximum, 0.6) : spec.maximum
      values[spec.symbol.string] =
        spec.travel == .choice ? Double(random.below(2)) : Double(random.between(spec.minimum, high))
    }
    return ["name": "Snapshot", "values": values]
  }
  let patch: [String: Any] = [
    "version": 1, "name": "Random ü \"\\ 🎹", "seed": random.below(1_000_000),
    "voices": [
      "polyphony": 1 + random.below(16), "mono": random.below(4) == 0, "legato": random.below(2) == 0,
    ],
    "map": [
      "axis": random.pick(["x", "y"]), "low": random.below(60), "high": 61 + random.below(60),
      "quantise": random.pick(["off", "at_begin", "always", "magnetic"]),
      "glide": Double(random.between(0, 0.3)),
    ],
    "snapshots": snapshots, "parameters": parameters, "connections": connections, "routes": routes,
    "user": [
      "1": "clamp(touch_x * 2 - group_spread, 0, 1)", "3": "if(touch_pressure > 0.5, user_1, touch_y)",
    ],
  ]
  return String(decoding: try JSONSerialization.data(withJSONObject: patch), as: UTF8.self)
}

/// Renders the present sound from its first frame, and again in a new instance with its saved state, in blocks
/// whose length divides nothing. Returns the sound.
@discardableResult
private func comesBack(_ first: Instance, _ what: String) throws -> [Float] {
  let state = try first.saveState()
  first.deactivate()
  first.activate()
  let before = phrase(first)
  let second = try touch()
  try second.restoreState(state)
  let after = phrase(second, block: 233)
  #expect(before.allSatisfy { $0.isFinite }, "\(what): not finite")
  let different = zip(before, after).filter { $0 != $1 }.count
  #expect(different == 0, "\(what): \(different) samples differ")
  #expect(try second.saveState() == state, "\(what): the state itself")
  return before
}

@Suite(.serialized) struct ReturnTests {
  @Test func everyFactoryPatchComesBackToTheBit() throws {
    let folder = root.appending(path: "bundle/patches")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "json" }
    #expect(files.count >= 48)
    for file in files {
      let instance = try touch()
      let answers = answer(
        instance, to: patchSet(instance, "patch", try String(contentsOf: file, encoding: .utf8)))
      #expect(answers.map(\.property) == ["patch"], "\(file.lastPathComponent): \(answers)")
      let sound = try comesBack(instance, file.lastPathComponent)
      #expect(peak(sound) > 0.01, "\(file.lastPathComponent) is not heard")
    }
  }

  @Test func randomPatchesComeBackToTheBit() throws {
    var random = SeededGenerator("STATE_SEED", default: 20_261_121)
    for number in 0..<testCases(16, inCampaign: 1000) {
      let instance = try touch()
      let text = try randomPatch(&random)
      let answers = answer(instance, to: patchSet(instance, "patch", text))
      #expect(answers.first?.property == "patch", "patch \(number): \(answers.first?.text.prefix(200) ?? "")")
      try comesBack(instance, "patch \(number)")
    }
  }

  @Test func anEmptyStateIsTheDefaultPatch() throws {
    let fresh = try touch()
    let state = try fresh.saveState()
    let changed = try touch()
    _ = answer(changed, to: patchSet(changed, "edit", #"{"set": {"filter_1_cutoff": 200}}"#))
    let lines = state.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.contains { $0.contains("vocabulary#patch") })
    // A state without our property, as from a host that never saved one.
    let empty = """
      @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
      @prefix pset: <http://lv2plug.in/ns/ext/presets#> .
      @prefix state: <http://lv2plug.in/ns/ext/state#> .
      <urn:tactus:state> a pset:Preset ; lv2:appliesTo <urn:tactus:touch> ; state:state [] .
      """
    try changed.restoreState(empty)
    #expect(try changed.saveState() == state)
  }
}
