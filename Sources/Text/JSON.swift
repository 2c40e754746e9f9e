// JSON as a Swift value with its offset in the text, and its writer. Not for the audio thread.

/// A JSON value and its offset. An object keeps the order of its keys. Offsets do not count for equality.
public struct JSON: Equatable, Sendable {
  /// The value without its place.
  public var value: Value
  /// The offset of the value in the text that it was read from, in bytes from 0; 0 for other values.
  public var offset: Int

  /// A JSON value.
  public enum Value: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    case string([UInt8])
    case array([JSON])
    case object([Member])
  }

  /// A key of an object with its value.
  public struct Member: Equatable, Sendable {
    /// The key, UTF-8 without escapes.
    public var key: [UInt8]
    /// The value of the key.
    public var value: JSON

    /// A key with a value.
    public init(key: [UInt8], value: JSON) {
      self.key = key
      self.value = value
    }
  }

  /// The most bytes of a text: 1 MiB.
  public static let textLimit = 1 << 20
  /// The most levels of brackets.
  public static let depthLimit = 32

  /// A value; `offset` is its first byte in its text.
  public init(_ value: Value, at offset: Int = 0) {
    self.value = value
    self.offset = offset
  }

  /// Reads a text of at most `limit` bytes (1 MiB) and 32 levels. The outermost value must be an object or a
  /// list. Repeated keys, NUL, and numbers beyond `Int64` or `Double` are refused.
  public init(_ text: UnsafeRawBufferPointer, limit: Int = JSON.textLimit) throws(DocumentError) {
    guard text.count <= limit else {
      throw DocumentError(
        ("the text has \(text.count) bytes, more than the \(limit) that are read" as UTF8Text).bytes,
        line: 1, column: 1)
    }
    var reader = JSONReader(text)
    self = try reader.document()
  }

  /// Whether the values are equal, wherever they stand.
  public static func == (left: JSON, right: JSON) -> Bool { left.value == right.value }

  /// The value on one line.
  public var words: UTF8Text {
    switch value {
    case .null: return "null"
    case .bool(let isTrue): return isTrue ? "true" : "false"
    case .integer(let number):
      var words = UTF8Text()
      words.bytes += number.description.utf8
      return words
    case .real(let number):
      // Keeps its `.0`, so that it is read as a real again.
      var words = UTF8Text()
      words.bytes += number.description.utf8
      return words
    case .string(let text): return Self.quoted(text)
    case .array(let elements): return Self.list("[", elements.map { $0.words }, "]")
    case .object(let members):
      return Self.list("{", members.map { "\(Self.quoted($0.key)): \($0.value.words)" }, "}")
    }
  }

  /// Items between two brackets, with commas.
  public static func list(_ open: UTF8Text, _ items: [UTF8Text], _ close: UTF8Text) -> UTF8Text {
    var words = open
    for index in items.indices {
      if index > 0 { words += ", " }
      words += items[index]
    }
    words += close
    return words
  }

  /// A text as a JSON string, which is UTF-8 even if the text is in Latin-1.
  public static func quoted(_ text: [UInt8]) -> UTF8Text {
    var words: UTF8Text = "\""
    for byte in UTF8Text.repaired(text) {
      switch byte {
      case UInt8(ascii: "\""): words += "\\\""
      case UInt8(ascii: "\\"): words += "\\\\"
      case UInt8(ascii: "\n"): words += "\\n"
      case UInt8(ascii: "\t"): words += "\\t"
      case UInt8(ascii: "\r"): words += "\\r"
      case 0..<32:
        words += "\\u00"
        for digit in [byte >> 4, byte & 15] {
          words.bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
      default: words.bytes.append(byte)
      }
    }
    words += "\""
    return words
  }
}
