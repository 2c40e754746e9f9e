// The name and the source of a macro: a MIDI control change or an OSC address. Not for the audio thread.
import Text

/// The name of one macro and what moves it beside its port; neither at first.
public struct MacroSource: Equatable, Sendable {
  /// The number of macros.
  public static var count: Int { 8 }
  /// At most so many bytes of an address.
  static var addressLimit: Int { 255 }
  /// At most so many bytes of a name.
  static var nameLimit: Int { 64 }

  /// The name in the patch; it stays when the macro learns another source.
  public var name: [UInt8] = []

  /// The number of a MIDI control change of any channel, 0…127.
  public var control: Int?
  /// An OSC address; its first argument, 0…1, moves the macro. Empty: none.
  public var address: [UInt8] = []
  var unknown: [JSON.Member] = []

  /// A macro without a name that has learnt nothing.
  public init() {}

  /// Whether it has neither name nor source.
  package var isEmpty: Bool { self == MacroSource() }
}

extension MacroSource: DocumentFields {
  package static var isWhole: Bool { true }
  package static func element(at index: Int, like json: JSON) -> MacroSource { MacroSource() }

  /// A macro that is named is replaced, but for its name.
  package mutating func begin(at node: JSONNode, _ visitor: inout DocumentVisitor) {
    let name = name
    self = MacroSource()
    self.name = name
  }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside plain: MacroSource) throws(Fault) {
    try visitor.text("name", &name, limit: Self.nameLimit)
    try visitor.whole("cc", &control, 0...127, usual: 0, isOptional: true)
    if let node = try visitor.text("osc", &address, limit: Self.addressLimit, isOptional: true),
      address.first != UInt8(ascii: "/")
    {
      throw node.fault("must begin with “/”")
    }
    try visitor.unknown(&unknown)
  }

  /// The JSON of an edit.
  package var words: UTF8Text {
    var visitor = DocumentVisitor(.write)
    return JSON.list("{", visitor.words(of: self, beside: self), "}")
  }
}
