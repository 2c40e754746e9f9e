// Reads and writes the sequencers and the drawn LFO curves of a patch. Not for the audio thread.
import Controls
import Instrument
import Signal
import Text

extension PatchReader {
  /// `"sequences": {"1": {"order": "forward", "steps": [0.5, {"value": 1, "probability": 0.5}]}}`.
  mutating func sequences(_ node: JSONNode) throws(Fault) {
    for (key, node) in try node.members() {
      guard let index = module(key) else {
        try leaveOut(node)
        continue
      }
      for (key, node) in try node.members() {
        switch PatchKey.Sequence(key) {
        case .order:
          result.sequences[index].order = try node.symbol(of: "order") { UTF8Text($0.symbol).bytes }
        case .steps:
          try steps(node, of: index)
        case nil:
          try leaveOut(node)
        }
      }
    }
  }

  /// Reads a step: a number is its value, an object may have its other properties.
  private mutating func steps(_ node: JSONNode, of index: Int) throws(Fault) {
    let nodes = try node.elements()
    guard 1...32 ~= nodes.count else { throw node.fault("has \(nodes.count) steps; 1 to 32 are possible") }
    var steps = InlineArray<32, SequenceStep>(repeating: SequenceStep())
    for (place, node) in nodes.enumerated() {
      guard case .object = node.value else {
        steps[place].value = try number(node, -1, 1)
        continue
      }
      for (key, node) in try node.members() {
        switch PatchKey.Step(key) {
        case .value:
          steps[place].value = try number(node, -1, 1)
        case .on:
          steps[place].isOn = try node.bool()
        case .probability:
          steps[place].probability = try number(node, 0, 1)
        case .tie:
          steps[place].isTied = try node.bool()
        case .glide:
          steps[place].glide = try number(node, 0, 1)
        case nil:
          try leaveOut(node)
        }
      }
    }
    result.sequences[index].count = nodes.count
    result.sequences[index].steps = steps
  }

  /// `"drawn": {"1": [32 numbers of −1…1]}`.
  mutating func drawn(_ node: JSONNode) throws(Fault) {
    for (key, node) in try node.members() {
      guard let index = module(key) else {
        try leaveOut(node)
        continue
      }
      let nodes = try node.elements()
      guard nodes.count == 32 else { throw node.fault("has \(nodes.count) points; 32 are needed") }
      var points: [Float] = []
      for node in nodes { points.append(try number(node, -1, 1)) }
      result.drawn[index] = points
    }
  }

  private func module(_ key: [UInt8]) -> Int? {
    guard key.count == 1, case 1...4 = Int(key[0]) - 48 else { return nil }
    return Int(key[0]) - 49
  }

  private mutating func leaveOut(_ node: JSONNode) throws(Fault) {
    if isEdit { throw node.fault("is not known") }
    warnings.append(node.fault("is not known and is left out"))
  }
}

extension PatchDocument {
  /// The sequences that differ from the default; nil when there is none.
  var sequenceWords: [UTF8Text] {
    sequences.indices.filter { sequences[$0] != StepSequence() }.map { index in
      let sequence = sequences[index]
      let steps = (0..<sequence.count).map { sequence.steps[$0].words }
      let members = JSON.members { (key: PatchKey.Sequence) -> UTF8Text? in
        switch key {
        case .order: "\"\(sequence.order.symbol)\""
        case .steps: JSON.list("[", steps, "]")
        }
      }
      return "\"\(index + 1)\": \(JSON.list("{", members, "}"))"
    }
  }

  var drawnWords: [UTF8Text] {
    drawn.indices.filter { !drawn[$0].isEmpty }.map { index in
      "\"\(index + 1)\": \(JSON.list("[", drawn[index].map { "\($0)" }, "]"))"
    }
  }

  /// Into what the audio thread plays.
  func compileModules(into patch: inout CompiledPatch) {
    for index in 0..<4 {
      patch.sequences[index] = sequences[index]
      if drawn[index].count != 32 { continue }
      for point in 0...32 { patch.drawn[index][point] = drawn[index][point % 32] }
    }
  }
}

extension SequenceStep {
  fileprivate var words: UTF8Text {
    let plain = SequenceStep()
    if isOn && probability == plain.probability && !isTied && glide == plain.glide { return "\(value)" }
    let members = JSON.members { (key: PatchKey.Step) -> UTF8Text? in
      switch key {
      case .value: "\(value)"
      case .on: isOn ? nil : "false"
      case .probability: probability == plain.probability ? nil : "\(probability)"
      case .tie: isTied ? "true" : nil
      case .glide: glide == plain.glide ? nil : "\(glide)"
      }
    }
    return JSON.list("{", members, "}")
  }
}
