// The bindings of sources to actions: in controls.json for all evenings, or in a concert. Not for the audio thread.
import Controls
import Text

/// A MIDI message that shows whether an action is on.
public struct ControlLight: Equatable, Sendable {
  /// Whether it is a controller and no note.
  public var isController = false
  /// The note or controller, or nil for a light that is not there.
  public var number: Int?
  /// The MIDI channel from 0.
  public var channel = 0
  /// The velocity or value while the action is on.
  public var on = 127
  /// The velocity or value while it is off.
  public var off = 0

  /// No light.
  public init() {}

  /// The bytes of the message.
  /// - Parameter value: 0 to 1; between them the value is between `off` and `on`.
  public func message(_ value: Float) -> (status: UInt8, number: UInt8, value: UInt8)? {
    guard let number else { return nil }
    let value = Float(off) + max(0, min(1, value)) * Float(on - off)
    return (UInt8((isController ? 0xB0 : 0x90) | channel), UInt8(number), UInt8(value.rounded()))
  }
}

extension ControlLight: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> ControlLight { ControlLight() }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside plain: ControlLight) throws(Fault) {
    for (key, isCC) in [("note", false), ("cc", true)] as [(StaticString, Bool)] {
      var value = isController == isCC ? number : nil
      let before = value
      try visitor.whole(key, &value, 0...127, usual: 0, isOptional: true)
      if value != before { (number, isController) = (value, isCC) }
    }
    try visitor.whole("channel", &channel, beside: plain.channel, 1...16, from: 1)
    try visitor.whole("on", &on, beside: plain.on, 0...127)
    try visitor.whole("off", &off, beside: plain.off, 0...127)
  }

  package mutating func complete(_: Int, at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    guard try (node.value(of: "note") == nil) != (node.value(of: "cc") == nil) else {
      throw node.fault("must have a \"note\" or a \"cc\", and not both")
    }
  }
}

/// A source that causes an action.
public struct ControlBinding: Equatable, Sendable {
  /// The action.
  public var action: NumberedAction
  /// Its source.
  public var source: ControlSource
  /// The message that shows its state.
  public var light = ControlLight()
  var unknown: [JSON.Member] = []
  /// Whether the source has been read.
  private var hasSource = false

  /// A binding without a light.
  public init(_ action: NumberedAction, _ source: ControlSource) {
    (self.action, self.source) = (action, source)
  }
}

extension ControlBinding: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> ControlBinding {
    ControlBinding(NumberedAction(.next), ControlSource(.note, 0))
  }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside plain: ControlBinding) throws(Fault) {
    try visitor.choice("action", &action.action, beside: nil, "action") { $0.symbol }
    var number = action.number > 0 ? action.number : nil
    try visitor.whole("number", &number, 1...Concert.songLimit, usual: 1, isOptional: true)
    action.number = number ?? 0
    for kind in ControlSource.Kind.allCases { try visit(kind, &visitor) }
    let kind = source.kind
    if visitor.task != .write || kind.hasChannel {
      try visitor.whole(
        "channel", &source.channel, beside: plain.source.channel, 1...16, from: 1, word: "all")
    }
    if visitor.task != .write || kind == .cc {
      try visitor.whole("threshold", &source.threshold, beside: plain.source.threshold, 1...127)
    }
    var pad = source.pad > 0 ? source.pad : nil
    try visitor.whole("pad", &pad, 1...4, usual: 1, isOptional: true)
    source.pad = pad ?? 0
    try visitor.object("light", &light, beside: ControlLight())
    try visitor.unknown(&unknown)
  }

  /// The key of a kind of source.
  private mutating func visit(
    _ kind: ControlSource.Kind, _ visitor: inout DocumentVisitor
  ) throws(Fault) {
    let isOwn = source.kind == kind
    let form: DocumentForm
    let words: UTF8Text
    if let numbers = kind.numbers {
      form = .number(DocumentNumber(whole: numbers.lowerBound, numbers.upperBound))
      words = "\(source.number)"
    } else {
      form =
        kind == .mmc ? .choice(MachineCommand.allCases.map { $0.symbol }) : .text(ControlSource.addressLimit)
      words = JSON.quoted(source.text)
    }
    guard let node = visitor.field(kind.symbol, words: isOwn ? words : nil, form: form, isOptional: true)
    else {
      return
    }
    if hasSource { throw node.fault("there is already a \"\(source.kind.symbol)\"") }
    (source.kind, hasSource) = (kind, true)
    if let numbers = kind.numbers {
      source.number = try visitor.whole(node, in: numbers)
    } else {
      source.text = try node.text(limit: ControlSource.addressLimit)
      if let fault = ControlSource.fault(of: source.text, kind) { throw node.fault(fault) }
    }
  }

  package mutating func complete(_: Int, at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    let name = try node.required("action")
    guard hasSource else {
      throw node.fault(
        "has no source: \"note\", \"cc\", \"program\", \"mmc\", \"osc\", \"key\", \"button\", \"axis\" or \"gesture\""
      )
    }
    hasSource = false
    if let fault = NumberedAction.fault(action.action, action.number == 0 ? nil : action.number) {
      throw (try node.value(of: "number") ?? name).fault(fault)
    }
    let kind = source.kind
    if !kind.hasChannel, let found = try node.value(of: "channel") {
      throw found.fault("is only for \"note\", \"cc\" and \"program\"")
    }
    if kind != .cc, let found = try node.value(of: "threshold") { throw found.fault("is only for \"cc\"") }
    if !kind.isOfPad, let found = try node.value(of: "pad") {
      throw found.fault("is only for \"button\" and \"axis\"")
    }
    if light.number != nil, !action.action.hasState {
      throw node.member("light").fault("\(action.action.symbol) has nothing that a light could show")
    }
  }
}

/// The bindings of a concert or of a user.
public struct StageControls: Equatable, Sendable {
  /// The most bindings.
  public static var limit: Int { 128 }

  /// The MIDI channel from 0 on which CC 7 is the master level, or nil.
  public var channel: Int?
  /// The bindings.
  public var bindings: [ControlBinding] = []
  var unknown: [JSON.Member] = []

  /// No bindings.
  public init() {}

  /// All bindings, with that of the control channel.
  public var all: [ControlBinding] {
    guard let channel else { return bindings }
    return bindings + [ControlBinding(NumberedAction(.level), ControlSource(.cc, 7, channel: channel))]
  }
}

extension StageControls: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> StageControls { StageControls() }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside plain: StageControls) throws(Fault) {
    try visit(&visitor, indent: 6)
  }

  /// - Parameter indent: The spaces before each binding.
  fileprivate mutating func visit(_ visitor: inout DocumentVisitor, indent: Int) throws(Fault) {
    var shown = channel.map { $0 + 1 }
    try visitor.whole("channel", &shown, 1...16, usual: 16, isOptional: true)
    channel = shown.map { $0 - 1 }
    try visitor.list(
      "bindings", &bindings, most: Self.limit, "bindings", new: "{}", indent: indent)
    try visitor.unknown(&unknown)
  }

  package mutating func complete(_: Int, at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    let nodes = try node.value(of: "bindings")?.elements() ?? []
    for index in nodes.indices {
      for other in bindings[..<index]
      where other.action == bindings[index].action && other.source.overlaps(bindings[index].source) {
        throw nodes[index].fault("is there twice")
      }
    }
  }
}

/// The bindings of a user: the file `controls.json`.
public struct ControlsDocument: Equatable, Sendable {
  /// The version of the format.
  public static var version: Int { 1 }
  /// The name of the file in the user's settings.
  public static var fileName: StaticString { "controls.json" }

  /// The bindings.
  public var controls = StageControls()

  /// No bindings.
  public init() {}

  /// Reads a document. Numbers that were clamped and unknown keys are added to `warnings`.
  public static func read(
    _ text: [UInt8], warnings: inout [DocumentError]
  ) throws(DocumentError) -> ControlsDocument {
    try DocumentVisitor.document(text, from: ControlsDocument(), warnings: &warnings)
  }

  /// Returns the canonical JSON, which ends in a line end.
  public func write() -> [UInt8] { DocumentVisitor.text(of: self, beside: ControlsDocument()) }

  /// The form of the document.
  public static var form: DocumentObject { DocumentVisitor.object(of: ControlsDocument()) }
}

extension ControlsDocument: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> ControlsDocument { ControlsDocument() }

  package mutating func begin(at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    guard case .object = node.value else { throw node.fault("the controls are a JSON object") }
    try node.mustHaveVersion()
  }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside plain: ControlsDocument) throws(Fault)
  {
    try visitor.version(Self.version)
    try controls.visit(&visitor, indent: 4)
  }

  package mutating func complete(
    _ turn: Int, at node: JSONNode, _ visitor: inout DocumentVisitor
  ) throws(Fault) {
    try controls.complete(turn, at: node, &visitor)
  }
}
