// The sequencers and the drawn LFO curves of a patch. Not for the audio thread.
import Controls
import Instrument
import Signal
import Text

extension PatchDocument {
  /// `"sequences": {"1": {"order": "forward", "steps": [0.5, {"value": 1, "probability": 0.5}]}}`.
  mutating func visitSequences(_ visitor: inout DocumentVisitor) throws(Fault) {
    for index in sequences.indices {
      if visitor.task == .write && sequences[index] == StepSequence() { continue }
      try visitor.object(Self.digits[index]) { visitor throws(Fault) in
        try sequences[index].visit(&visitor)
      }
    }
    visitor.leaveOutUnknown()
  }

  /// `"drawn": {"1": [32 numbers of −1…1]}`.
  mutating func visitDrawn(_ visitor: inout DocumentVisitor) throws(Fault) {
    for index in drawn.indices {
      let node = visitor.field(
        Self.digits[index],
        words: drawn[index].isEmpty ? nil : JSON.list("[", drawn[index].map { "\($0)" }, "]"),
        form: .numbers(DocumentNumber(-1, 1, usual: 0), 32...32))
      guard let node else { continue }
      let nodes = try node.elements()
      guard nodes.count == 32 else { throw node.fault("has \(nodes.count) points; 32 are needed") }
      var points: [Float] = []
      for node in nodes { points.append(try visitor.number(node, -1, 1)) }
      drawn[index] = points
    }
    visitor.leaveOutUnknown()
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

extension StepSequence {
  fileprivate mutating func visit(_ visitor: inout DocumentVisitor) throws(Fault) {
    try visitor.choice("order", &order, beside: nil, "order") { $0.symbol }
    let node = visitor.field(
      "steps", words: stepWords, form: .list(most: 32, new: "0") { _, _ in SequenceStep.form })
    if let node { try read(steps: node, &visitor) }
    visitor.leaveOutUnknown()
  }

  private var stepWords: UTF8Text {
    var visitor = DocumentVisitor(.write)
    return JSON.list("[", (0..<count).map { steps[$0].words(&visitor) }, "]")
  }

  private mutating func read(steps node: JSONNode, _ visitor: inout DocumentVisitor) throws(Fault) {
    let nodes = try node.elements()
    guard 1...32 ~= nodes.count else { throw node.fault("has \(nodes.count) steps; 1 to 32 are possible") }
    var steps = InlineArray<32, SequenceStep>(repeating: SequenceStep())
    for (place, node) in nodes.enumerated() { steps[place] = try SequenceStep(node, &visitor) }
    count = nodes.count
    self.steps = steps
  }
}

extension SequenceStep {
  /// Reads a step: a number is its value, an object may have its other properties.
  fileprivate init(_ node: JSONNode, _ visitor: inout DocumentVisitor) throws(Fault) {
    self.init()
    guard case .object = node.value else {
      value = try visitor.number(node, -1, 1)
      return
    }
    try visitor.read(node) { visitor throws(Fault) in try visit(&visitor) }
  }

  private mutating func visit(_ visitor: inout DocumentVisitor) throws(Fault) {
    let plain = SequenceStep()
    try visitor.number("value", &value, beside: nil, -1...1, usual: 0)
    try visitor.toggle("on", &isOn, beside: true)
    try visitor.number("probability", &probability, beside: plain.probability, 0...1)
    try visitor.toggle("tie", &isTied, beside: false)
    try visitor.number("glide", &glide, beside: plain.glide, 0...1)
    visitor.leaveOutUnknown()
  }

  /// The value alone if all else is as usual.
  fileprivate func words(_ visitor: inout DocumentVisitor) -> UTF8Text {
    var copy = self
    let members = visitor.words { visitor throws(Fault) in try copy.visit(&visitor) }
    return members.count == 1 ? "\(value)" : JSON.list("{", members, "}")
  }

  fileprivate static var form: DocumentForm {
    var step = SequenceStep()
    var object = DocumentVisitor.object { visitor throws(Fault) in try step.visit(&visitor) }
    object.short = UTF8Text("value").bytes
    return .object(object)
  }
}
