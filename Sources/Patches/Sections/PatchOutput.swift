// The outputs of a patch, from JSON and back. Which keys there are depends on the destination. Not for the audio
// thread.
import Controls
import Instrument
import Matrix
import Music
import Text

/// An output in a patch.
public struct PatchOutput: Equatable, Sendable {
  /// The most bytes of a destination's name, of an address, and of an argument; the most arguments.
  public static var nameLimit: Int { 32 }
  /// See `nameLimit`.
  public static var addressLimit: Int { 128 }
  /// See `nameLimit`.
  public static var argumentLimit: Int { 8 }

  /// The output itself.
  public var output: Output
  /// Of OSC: the name of the destination in network.json, at most `nameLimit` bytes.
  public var destination: [UInt8] = []
  /// Of OSC: the address, at most `addressLimit` bytes.
  public var address = UTF8Text("/tactus/out").bytes
  /// Of OSC: the arguments, of which `value` and `voice` stand for themselves, and numbers are numbers.
  public var arguments: [[UInt8]] = []
  var unknown: [JSON.Member] = []

  /// An output without a destination of OSC.
  public init(_ output: Output) { self.output = output }

  /// The arguments of a message: the value alone if the patch names none.
  public var sentArguments: [[UInt8]] { arguments.isEmpty ? [UTF8Text("value").bytes] : arguments }

  /// An output after its destination or trigger has been changed: without the keys for which this one has no use, and
  /// with the source that it needs.
  public static func completed(_ json: JSON) -> JSON {
    let like = element(at: 0, like: json)
    guard case .object(let object) = DocumentVisitor.form(of: like) else { return json }
    let json = json.without(PatchKey.Output.allCases, beside: object)
    let needsSource = like.output.kind != .clock && like.output.kind != .machine
    guard needsSource, json.member(PatchKey.Output.source.bytes) == nil else { return json }
    return json.setting(
      [.key(PatchKey.Output.source.bytes)], to: JSON(.string(like.output.source.spec.symbol.bytes)))
  }
}

extension PatchOutput: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> PatchOutput {
    var kind = OutputDestination.control
    if case .string(let symbol)? = json.member(PatchKey.Output.to.bytes)?.value {
      kind = OutputDestination(symbol) ?? kind
    }
    var output = PatchOutput(Output(kind == .note ? .touchNote : .touchX, kind))
    if case .string(let symbol)? = json.member(PatchKey.Output.trigger.bytes)?.value {
      output.output.trigger = Trigger(symbol)
    }
    return output
  }

  package mutating func begin(at node: JSONNode, _ visitor: inout DocumentVisitor) throws(Fault) {
    let kind: OutputDestination = try node.required("to").symbol(of: "destination")
    let isSourceless = kind == .clock || kind == .machine
    self = PatchOutput(Output(isSourceless ? .constant : try node.required("source").controller(), kind))
    // Which keys there are depends on the trigger.
    guard kind != .clock, let found = try node.members().first(where: { $0.key == "trigger" }) else { return }
    output.trigger = try Self.trigger(found.node)
  }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside _: PatchOutput) throws(Fault) {
    let (kind, plain) = (output.kind, Output(output.source, output.kind))
    if kind != .clock && kind != .machine {
      _ = visitor.field("source", words: "\"\(output.source.spec.symbol)\"", form: .controller)
    }
    _ = visitor.field(
      "to", words: "\"\(kind.symbol)\"", form: .choice(OutputDestination.allCases.map { $0.symbol }))
    try visitor.toggle("on", &output.isOn, beside: true)
    if let numbers = kind.numbers { try visitor.whole("number", &output.number, beside: nil, numbers) }
    if kind.hasChannel { try visitor.whole("channel", &output.channel, beside: 1, 1...16) }
    if kind == .osc { try visitOSC(&visitor) }
    if kind == .machine {
      try visitor.choice("command", &output.command, beside: nil, "command") { $0.symbol }
    }
    if kind.isPerVoice {
      try visitor.choice("voices", &output.voices, beside: plain.voices, "way to send voices") { $0.symbol }
    }
    if kind != .clock { try visitTriggers(&visitor) }
    if kind != .clock && kind != .machine { try visitValue(&visitor, beside: plain) }
    if kind == .note { try visitNote(&visitor, beside: plain) }
    if kind != .clock {
      let rates = Double(Output.rates.lowerBound)...Double(Output.rates.upperBound)
      try visitor.number("rate", &output.rate, beside: plain.rate, rates, .hertz)
    }
    // An edit names the output that it replaces.
    visitor.ignoreInEdit("place")
    try visitor.unknown(&unknown)
  }

  private mutating func visitOSC(_ visitor: inout DocumentVisitor) throws(Fault) {
    try visitor.text("destination", &destination, beside: nil, limit: Self.nameLimit)
    if let node = try visitor.text("address", &address, beside: nil, limit: Self.addressLimit) {
      guard address.first == UInt8(ascii: "/"),
        address.allSatisfy({ $0 > 32 && $0 < 127 && !Self.isWild($0) })
      else { throw node.fault("must begin with “/” and have none of the characters of patterns") }
    }
    try visitor.texts("arguments", &arguments, most: Self.argumentLimit, "arguments", limit: Self.nameLimit)
  }

  /// Whether a character belongs to the patterns of OSC.
  private static func isWild(_ byte: UInt8) -> Bool {
    [UInt8](" #*,?[]{}".utf8).contains(byte)
  }

  private mutating func visitTriggers(_ visitor: inout DocumentVisitor) throws(Fault) {
    output.trigger = try trigger("trigger", output.trigger, &visitor)
    if let argument = output.trigger?.argument {
      switch argument {
      case .number(let most):
        try visitor.whole("which", &output.which, beside: 0, 1...most, isOptional: true)
      case .region:
        let node = visitor.field(
          "region", words: output.region == Region() ? nil : output.region.words, form: Region.form,
          isOptional: true)
        if let node { output.region = try visitor.region(node) }
      case .level, .none: break
      }
    }
    if output.kind == .machine { return }
    output.end = try trigger("end", output.end, &visitor)
  }

  private func trigger(
    _ key: StaticString, _ trigger: Trigger?, _ visitor: inout DocumentVisitor
  ) throws(Fault) -> Trigger? {
    let node = visitor.field(
      key, words: trigger.map { "\"\($0.symbol)\"" },
      form: .choice(Trigger.allCases.filter { Output.isPossible($0) }.map { $0.symbol }), isOptional: true)
    guard let node else { return trigger }
    return try Self.trigger(node)
  }

  private static func trigger(_ node: JSONNode) throws(Fault) -> Trigger {
    let trigger: Trigger = try node.symbol(of: "trigger")
    guard Output.isPossible(trigger) else { throw node.fault("can't begin or end an output") }
    return trigger
  }

  private mutating func visitValue(_ visitor: inout DocumentVisitor, beside plain: Output) throws(Fault) {
    let limits = output.kind.limits
    let range = Double(limits.lowerBound)...Double(limits.upperBound)
    let unit: Unit = output.kind == .note ? .semitones : .none
    try visitor.number("low", &output.low, beside: plain.low, range, unit)
    try visitor.number("high", &output.high, beside: plain.high, range, unit)
    try visitor.either("direction", &output.isInverted, off: "up", on: "down", namesOffFirst: true)
    try visitor.number("slope", &output.curve, beside: plain.curve, -1...1)
    if output.kind == .note { return }
    try visitor.smooth(up: &output.smoothUp, down: &output.smoothDown)
    try visitor.number("threshold", &output.threshold, beside: plain.threshold, 0...1)
  }

  private mutating func visitNote(_ visitor: inout DocumentVisitor, beside plain: Output) throws(Fault) {
    let isUsual = output.velocity == plain.velocity
    let node = visitor.field(
      "velocity", words: isUsual ? nil : "\"\(output.velocity.spec.symbol)\"", form: .controller,
      isOptional: true)
    if let node { output.velocity = try node.controller() }
    let lengths = 0...Double(Output.lengths.upperBound)
    try visitor.number("length", &output.length, beside: plain.length, lengths, .seconds, isOptional: true)
    if output.length > 0 { output.length = max(output.length, Output.lengths.lowerBound) }
  }

  /// The output as an edit has it, with its place (from 1) if it has one.
  func words(at place: Int?) -> UTF8Text {
    var (copy, visitor) = (self, DocumentVisitor(.write))
    let members = visitor.words { visitor throws(Fault) in
      try copy.visit(&visitor, beside: self)
      if let place { visitor.write("place", "\(place)") }
    }
    return JSON.list("{", members, "}")
  }
}
