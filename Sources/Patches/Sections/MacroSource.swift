// The name and the source of a macro: a MIDI control change or an OSC address. Not for the audio thread.
import Text

/// The name of one macro and what moves it beside its port; neither at first.
public struct MacroSource: Equatable, Sendable {
  /// How many macros there are.
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

extension PatchReader {
  /// Reads `{"3": {"cc": 74}, "4": {"osc": "/fader/1"}}`. The macros that are named are replaced, but for
  /// their names; the others stay.
  mutating func macros(_ node: JSONNode) throws(Fault) {
    for (key, node) in try node.members() {
      if key.count == 1, case 1...MacroSource.count = Int(key[0]) - 48 {
        result.macros[Int(key[0]) - 49] = try macro(node, named: result.macros[Int(key[0]) - 49].name)
      } else {
        result.unknown.macros.append(try kept(key, node))
      }
    }
  }

  private mutating func macro(_ node: JSONNode, named name: [UInt8]) throws(Fault) -> MacroSource {
    var macro = MacroSource()
    macro.name = name
    for (key, node) in try node.members() {
      switch PatchKey.Macro(key) {
      case .name:
        macro.name = try node.text(limit: MacroSource.nameLimit)
      case .cc:
        macro.control = Int(try whole(node, 0...127))
      case .osc:
        macro.address = try node.text(limit: MacroSource.addressLimit)
        guard macro.address.first == UInt8(ascii: "/") else { throw node.fault("must begin with “/”") }
      case nil:
        macro.unknown.append(try kept(key, node))
      }
    }
    return macro
  }
}

extension MacroSource {
  /// As a patch has it; nil when it is empty.
  package var words: UTF8Text? {
    let known = JSON.members { (key: PatchKey.Macro) -> UTF8Text? in
      switch key {
      case .name: name.isEmpty ? nil : JSON.quoted(name)
      case .cc: control.map { "\($0)" }
      case .osc: address.isEmpty ? nil : JSON.quoted(address)
      }
    }
    let members = known + unknown.map { $0.words }
    return members.isEmpty ? nil : JSON.list("{", members, "}")
  }
}
