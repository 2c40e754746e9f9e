// JSON as a Swift value: what jansson read, and how it is written again. Not for the audio thread.
import CJansson

/// A JSON value; an object keeps the order of its keys.
public enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case real(Double)
  case string([UInt8])
  case array([JSON])
  case object([Member])

  public struct Member: Equatable, Sendable {
    public var key: [UInt8]
    public var value: JSON

    public init(key: [UInt8], value: JSON) {
      self.key = key
      self.value = value
    }
  }

  public static let textLimit = 1 << 20
  public static let depthLimit = 32

  /// Reads a text of at most `limit` bytes (1 MiB) and 32 levels. Keys that come twice are refused.
  public init(_ text: UnsafeRawBufferPointer, limit: Int = JSON.textLimit) throws(DocumentError) {
    guard text.count <= limit else {
      throw DocumentError(
        ("the text has \(text.count) bytes, more than the \(limit) that are read" as UTF8Text).bytes,
        line: 1, column: 1)
    }
    if let deep = Locator(text).firstOffset(deeperThan: Self.depthLimit) {
      let place = TextPlace(ofByte: deep, in: text)
      throw DocumentError(
        ("more than \(Self.depthLimit) levels of brackets" as UTF8Text).bytes, line: place.line,
        column: place.column)
    }
    var error = json_error_t()
    // An empty buffer has no address, and jansson wants one.
    var nothing: UInt8 = 0
    let root =
      text.baseAddress != nil
      ? json_loadb(text.baseAddress, text.count, Int(JSON_REJECT_DUPLICATES), &error)
      : json_loadb(&nothing, 0, 0, &error)
    guard let root else {
      var message: [UInt8] = []
      if let reason = tactus_json_error_text(&error) {
        var index = 0
        while reason[index] != 0 {
          message.append(UInt8(bitPattern: reason[index]))
          index += 1
        }
      }
      throw DocumentError(
        ("this is no JSON: \(message)" as UTF8Text).bytes, line: max(1, Int(error.line)),
        column: max(1, Int(error.column)))
    }
    self = JSON(root)
    tactus_json_release(root)
  }

  private init(_ value: UnsafeMutablePointer<json_t>) {
    switch tactus_json_type(value) {
    case JSON_TRUE: self = .bool(true)
    case JSON_FALSE: self = .bool(false)
    case JSON_INTEGER: self = .integer(Int64(json_integer_value(value)))
    case JSON_REAL: self = .real(json_real_value(value))
    case JSON_STRING:
      self = .string(Self.bytes(json_string_value(value), json_string_length(value)))
    case JSON_ARRAY:
      var elements: [JSON] = []
      for index in 0..<json_array_size(value) {
        if let element = json_array_get(value, index) { elements.append(JSON(element)) }
      }
      self = .array(elements)
    case JSON_OBJECT:
      var members: [Member] = []
      var place = json_object_iter(value)
      while let here = place {
        if let element = json_object_iter_value(here) {
          let key = Self.bytes(json_object_iter_key(here), json_object_iter_key_len(here))
          members.append(Member(key: key, value: JSON(element)))
        }
        place = json_object_iter_next(value, here)
      }
      self = .object(members)
    default: self = .null
    }
  }

  private static func bytes(_ start: UnsafePointer<CChar>?, _ count: Int) -> [UInt8] {
    guard let start else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }

  /// The value on one line.
  public var words: UTF8Text {
    switch self {
    case .null: return "null"
    case .bool(let isTrue): return isTrue ? "true" : "false"
    case .integer(let number):
      var words = UTF8Text()
      words.bytes += number.description.utf8
      return words
    case .real(let number):
      // With its `.0`, so that it is read as a real again.
      var words = UTF8Text()
      words.bytes += number.description.utf8
      return words
    case .string(let text): return Self.quoted(text)
    case .array(let elements): return Self.list("[", elements.map { $0.words }, "]")
    case .object(let members):
      return Self.list("{", members.map { "\(Self.quoted($0.key)): \($0.value.words)" }, "}")
    }
  }

  public static func list(_ open: UTF8Text, _ items: [UTF8Text], _ close: UTF8Text) -> UTF8Text {
    var words = open
    for index in items.indices {
      if index > 0 { words += ", " }
      words += items[index]
    }
    words += close
    return words
  }

  /// A text as a JSON string.
  public static func quoted(_ text: [UInt8]) -> UTF8Text {
    var words: UTF8Text = "\""
    for byte in text {
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
