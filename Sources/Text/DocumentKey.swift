// The keys of a JSON object, as an enum that reader, writer and schema switch over. Not for the audio thread.

/// The keys of one kind of object, in the order in which they are written. A reader, a writer or a schema
/// that forgets one of them does not compile.
public protocol DocumentKey: CaseIterable, Equatable, Sendable {
  /// The key in documents.
  var symbol: StaticString { get }
}

extension DocumentKey {
  /// The key as UTF-8.
  public var bytes: [UInt8] { UTF8Text(symbol).bytes }

  /// The key with this text, or nil.
  public init?(_ text: [UInt8]) {
    for key in Self.allCases where text == key.symbol {
      self = key
      return
    }
    return nil
  }
}

extension JSON {
  /// The members of an object, `"key": value`, in the order of the keys.
  /// - Parameter value: The text of a key's value; nil if the key is left out.
  package static func members<Key: DocumentKey>(_ value: (Key) -> UTF8Text?) -> [UTF8Text] {
    Key.allCases.compactMap { key in value(key).map { "\"\(key.symbol)\": \($0)" } }
  }
}
