// JSON by jansson, as far as documents need it: values that know where they stand, and text. Never on the
// audio thread.
import CJansson
import Controls

/// A parsed document that frees its values.
final class JSONTree {
  let root: JSONValue
  private let pointer: UnsafeMutablePointer<json_t>

  /// - Throws: where and why the text is no JSON object, or nests deeper than 32.
  init(_ text: UnsafeRawBufferPointer, limit: Int) throws(DocumentError) {
    if text.count > limit {
      throw DocumentError(bytes("the text is longer than ") + bytes(decimal: limit) + bytes(" bytes"))
    }
    if let place = Self.tooDeep(text) {
      throw DocumentError(bytes("nested more than 32 deep"), at: place, in: text)
    }
    var error = json_error_t()
    let start = text.baseAddress?.assumingMemoryBound(to: CChar.self)
    guard let start, let value = json_loadb(start, text.count, size_t(JSON_REJECT_DUPLICATES), &error) else {
      let reason = withUnsafeBytes(of: &error.text) { [UInt8]($0.prefix { $0 != 0 }) }
      throw DocumentError(
        text.isEmpty ? bytes("the text is empty") : reason, line: max(Int(error.line), 1),
        column: max(Int(error.column), 1))
    }
    guard tactus_json_type(value) == Int32(JSON_OBJECT.rawValue) else {
      json_decref(value)
      throw DocumentError(bytes("a JSON object was expected"), line: 1, column: 1)
    }
    pointer = value
    root = JSONValue(pointer: value, path: [])
  }

  deinit { json_decref(pointer) }

  /// Where brackets outside of strings nest more than 32 deep, as an offset.
  private static func tooDeep(_ text: UnsafeRawBufferPointer) -> Int? {
    var depth = 0
    var isString = false
    var isEscaped = false
    for (index, byte) in text.enumerated() {
      if isEscaped {
        isEscaped = false
      } else if isString {
        if byte == UInt8(ascii: "\\") { isEscaped = true }
        if byte == UInt8(ascii: "\"") { isString = false }
      } else if byte == UInt8(ascii: "\"") {
        isString = true
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        depth += 1
        if depth > 32 { return index }
      } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        depth -= 1
      }
    }
    return nil
  }
}

/// One value of a tree and the path of keys that leads to it.
struct JSONValue {
  let pointer: UnsafeMutablePointer<json_t>
  let path: [UInt8]

  private func `is`(_ type: json_type) -> Bool { tactus_json_type(pointer) == Int32(type.rawValue) }

  func fail(_ reason: StaticString) -> DocumentError {
    DocumentError((path.isEmpty ? bytes("the document") : path) + bytes(": ") + bytes(reason))
  }

  /// The members of an object, in the text's order.
  func members() throws(DocumentError) -> [(key: [UInt8], value: JSONValue)] {
    guard self.is(JSON_OBJECT) else { throw fail("an object was expected") }
    var found: [(key: [UInt8], value: JSONValue)] = []
    var next = json_object_iter(pointer)
    while let member = next {
      if let name = json_object_iter_key(member), let value = json_object_iter_value(member) {
        let key = [UInt8](UnsafeRawBufferPointer(start: name, count: strlen(name)))
        found.append((key, JSONValue(pointer: value, path: path.isEmpty ? key : path + bytes(".") + key)))
      }
      next = json_object_iter_next(pointer, member)
    }
    return found
  }

  func elements() throws(DocumentError) -> [JSONValue] {
    guard self.is(JSON_ARRAY) else { throw fail("a list was expected") }
    return (0..<json_array_size(pointer)).compactMap { index in
      json_array_get(pointer, index).map {
        JSONValue(pointer: $0, path: path + bytes("[") + bytes(decimal: Int(index)) + bytes("]"))
      }
    }
  }

  var isObject: Bool { self.is(JSON_OBJECT) }
  var isArray: Bool { self.is(JSON_ARRAY) }
  var isString: Bool { self.is(JSON_STRING) }

  func number() throws(DocumentError) -> Double {
    guard self.is(JSON_INTEGER) || self.is(JSON_REAL) else { throw fail("a number was expected") }
    return json_number_value(pointer)
  }

  func bool() throws(DocumentError) -> Bool {
    guard self.is(JSON_TRUE) || self.is(JSON_FALSE) else { throw fail("true or false was expected") }
    return self.is(JSON_TRUE)
  }

  /// - Parameter limit: bytes.
  func text(limit: Int) throws(DocumentError) -> [UInt8] {
    guard self.is(JSON_STRING), let start = json_string_value(pointer) else {
      throw fail("a text was expected")
    }
    let count = json_string_length(pointer)
    guard count <= limit else { throw fail("the text is too long") }
    return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }

  /// The value as compact JSON, for keys that this version does not know.
  func compact() -> [UInt8] {
    guard let text = json_dumps(pointer, size_t(JSON_COMPACT | JSON_ENCODE_ANY)) else { return bytes("null") }
    defer { free(text) }
    return [UInt8](UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }
}

extension DocumentError {
  /// A fault at a byte of a text.
  init(_ message: [UInt8], at offset: Int, in text: UnsafeRawBufferPointer) {
    var line = 1
    var column = 1
    for byte in text.prefix(offset) {
      column += 1
      if byte == UInt8(ascii: "\n") { (line, column) = (line + 1, 1) }
    }
    self.init(message, line: line, column: column)
  }
}

/// The shortest decimal that reads back as the same number.
func shortest(_ value: Float) -> [UInt8] {
  var buffer = [CChar](repeating: 0, count: 32)
  let count = buffer.withUnsafeMutableBufferPointer { tactus_shortest_float($0.baseAddress, value) }
  return buffer.prefix(Int(count)).map { UInt8(bitPattern: $0) }
}

/// A text as a JSON string.
func quoted(_ text: [UInt8]) -> [UInt8] {
  let hex = bytes("0123456789abcdef")
  var result: [UInt8] = [UInt8(ascii: "\"")]
  for byte in text {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): result += [UInt8(ascii: "\\"), byte]
    case 10: result += bytes("\\n")
    case 9: result += bytes("\\t")
    case 0..<32: result += bytes("\\u00") + [hex[Int(byte >> 4)], hex[Int(byte & 15)]]
    default: result.append(byte)
    }
  }
  result.append(UInt8(ascii: "\""))
  return result
}
