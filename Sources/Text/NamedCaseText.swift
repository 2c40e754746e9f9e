// Cases found by the names of documents. Not for the audio thread.
import Controls

extension NamedCase {
  /// The name as UTF-8.
  public var bytes: [UInt8] { UTF8Text(symbol).bytes }

  /// The case with this name, or nil.
  public init?(_ name: [UInt8]) {
    guard let found = Self.allCases.first(where: { name == $0.symbol }) else { return nil }
    self = found
  }
}

extension JSONNode {
  /// The case of an enum with the name that the value spells. An error names the `kind`.
  package func symbol<Symbols: NamedCase>(of kind: StaticString) throws(Fault) -> Symbols {
    try symbol(of: kind) { $0.bytes }
  }
}
