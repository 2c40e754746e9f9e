// The rules of JSON one by one: values, their positions, and refusals with their positions.
import Foundation
import TestSupport
import Testing

@testable import Text

/// Reads in a block of its own exact size, so that AddressSanitizer sees the first byte beyond.
func readJSON(_ text: [UInt8]) throws(DocumentError) -> JSON {
  let block = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count, alignment: 1)
  defer { block.deallocate() }
  block.copyBytes(from: text)
  return try JSON(UnsafeRawBufferPointer(block))
}

func readJSON(_ text: String) throws(DocumentError) -> JSON { try readJSON([UInt8](text.utf8)) }

private func list(_ values: JSON.Value...) -> JSON { JSON(.array(values.map { JSON($0) })) }
private func text(_ text: String) -> JSON { list(.string([UInt8](text.utf8))) }
private func object(_ members: (key: String, value: JSON.Value)...) -> JSON {
  JSON(.object(members.map { JSON.Member(key: [UInt8]($0.key.utf8), value: JSON($0.value)) }))
}

extension JSON {
  /// The values inside this one.
  fileprivate var inside: [JSON] {
    switch value {
    case .array(let elements): elements
    case .object(let members): members.map(\.value)
    default: []
    }
  }
}

struct JSONReaderTests {
  @Test(
    arguments: [
      ("[]", JSON(.array([]))), ("{}", JSON(.object([]))), (" \t\r\n[ \t\r\n] \t\r\n", JSON(.array([]))),
      ("[true,false,null]", list(.bool(true), .bool(false), .null)),
      ("[[ ],{ }]", list(.array([]), .object([]))),
      ("[0,-0,7,-12]", list(.integer(0), .integer(0), .integer(7), .integer(-12))),
      ("[9223372036854775807,-9223372036854775808]", list(.integer(.max), .integer(.min))),
      ("[0.5,-0.25e2,1E+2,1e-2]", list(.real(0.5), .real(-25), .real(100), .real(0.01))),
      ("[1e-40000000000000000000]", list(.real(0))),
      ("[1.7976931348623157e308,4.9e-324]", list(.real(.greatestFiniteMagnitude), .real(5e-324))),
      ("[\"\"]", text("")), ("[\"é→🎹\u{7f}\u{10ffff}\u{ffff}\"]", text("é→🎹\u{7f}\u{10ffff}\u{ffff}")),
      (#"["\"\\\/\b\f\n\r\t"]"#, text("\"\\/\u{8}\u{c}\n\r\t")),
      (#"["\u0041\u00e9\u20AC\uD83C\uDFB9\uffff"]"#, text("Aé€🎹\u{ffff}")),
      (#"["a\u0001b"]"#, text("a\u{1}b")),
      (#"{"":1,"b":2,"a":3}"#, object(("", .integer(1)), ("b", .integer(2)), ("a", .integer(3)))),
    ] as [(String, JSON)])
  func isRead(_ text: String, _ value: JSON) throws { #expect(try readJSON(text) == value) }

  @Test func zeroKeepsItsSign() throws {
    let signs = try readJSON("[0.0,-0e0]").inside.map { zero -> FloatingPointSign? in
      if case .real(let real) = zero.value { real.sign } else { nil }
    }
    #expect(signs == [.plus, .minus])
  }

  @Test(
    arguments: [
      ("", 1, "the text ends, expected { or ["), (" \n ", 2, "the text ends, expected { or ["),
      ("1", 1, "found 1, expected { or ["), ("\"a\"", 1, "found \", expected"),
      ("null", 1, "found n, expected"),
      ("\u{feff}[]", 1, "a character that JSON does not have here, expected { or ["),
      ("[] x", 4, "found x, expected the end of the text"), ("[]\0", 3, "a character that JSON"),
      ("[", 2, "the text ends, expected a value"), ("[1", 3, "the text ends, expected , or ]"),
      ("[1,]", 4, "found ], expected a value"), ("[,1]", 2, "found ,, expected a value"),
      ("[1 2]", 4, "found 2, expected , or ]"), ("[1}", 3, "found }, expected , or ]"),
      ("[1\u{c}]", 3, "a character that JSON"), ("[1\u{a0}]", 3, "a character that JSON"),
      ("[// a\n1]", 2, "found /, expected a value"),
      ("{", 2, "the text ends, expected a key"), ("{,}", 2, "found ,, expected a key"),
      ("{\"a\":1,}", 8, "found }, expected a key"), ("{'a':1}", 2, "found ', expected a key"),
      ("{a:1}", 2, "found a, expected a key"), ("{\"a\" 1}", 6, "found 1, expected :"),
      ("{\"a\":}", 6, "found }, expected a value"), ("{\"a\":1;}", 7, "found ;, expected , or }"),
      ("{\"a\":1]", 7, "found ], expected , or }"), ("{1:1}", 2, "found 1, expected a key"),
      ("{\"a\":1, \"b\":2, \"a\":3}", 16, "two keys of the same name"),
      (#"{"a":1,"\u0061":2}"#, 8, "two keys of the same name"),
      ("{\"\":1,\"\":2}", 7, "two keys of the same name"),
      (#"[{"a":1},{"a":{"b":1,"b":2}}]"#, 22, "two keys of the same name"),
      ("[tru]", 2, "found t, expected a value"), ("[True]", 2, "found T"), ("[nul", 2, "found n"),
      ("[truee]", 6, "found e, expected , or ]"), ("[NaN]", 2, "found N"), ("[Infinity]", 2, "found I"),
      ("[-Infinity]", 3, "a number lacks a digit"), ("[+1]", 2, "found +"), ("[.5]", 2, "found ."),
      ("[-]", 3, "a number lacks a digit"), ("[-.5]", 3, "a number lacks a digit"),
      ("[1.]", 4, "a number lacks a digit"), ("[1.e5]", 4, "a number lacks a digit"),
      ("[1e]", 4, "a number lacks a digit"), ("[1e+]", 5, "a number lacks a digit"),
      ("[01]", 2, "a number begins with a 0 too many"), ("[-00]", 2, "a number begins with a 0 too many"),
      ("[0x10]", 3, "found x, expected , or ]"), ("[1_000]", 3, "found _"), ("[1.5.2]", 5, "found ."),
      ("[9223372036854775808]", 2, "a number is too large"),
      ("[-9223372036854775809]", 2, "a number is too large"),
      ("[99999999999999999999999]", 2, "a number is too large"), ("[0, 1e309]", 5, "a number is too large"),
      ("[-1.7976931348623159e308]", 2, "a number is too large"), ("[1e99999999999999999999]", 2, "too large"),
      ("[\"a", 2, "no quotation mark at its end"), ("[\"a\\", 4, "\\ begins nothing that JSON has"),
      ("[\"a\nb\"]", 4, "control character"), ("[\"a\tb\"]", 4, "control character"),
      ("[\"\0\"]", 3, "control"),
      ("[\"\\x\"]", 3, "\\ begins nothing"), ("[\"\\'\"]", 3, "\\ begins nothing"),
      ("[\"\\U0041\"]", 3, "\\ begins"),
      ("[\"\\u12\"]", 3, "fewer than four hexadecimal digits"), ("[\"\\u12g4\"]", 3, "fewer than four"),
      ("[\"\\u+123\"]", 3, "fewer than four"), ("[\"\\u0000\"]", 3, "\\u0000 inside a text"),
      ("{\"\\u0000\":1}", 3, "\\u0000 inside a text"),
      ("[\"\\ud800\"]", 3, "one half of a pair"), ("[\"\\udc00\"]", 3, "one half of a pair"),
      ("[\"\\ud800\\u0041\"]", 3, "one half of a pair"), ("[\"\\ud800\\ud800\"]", 3, "one half of a pair"),
      ("[\"\\ud800\\ue000\"]", 3, "one half of a pair"), ("[\"\\ue000\\udc00\"]", 9, "one half of a pair"),
      ("[\"\\ud800\\udbff\"]", 3, "one half of a pair"),
      ("[\"\\ud83cx\"]", 3, "one half of a pair"), ("[\"\\ud83c\\", 3, "one half of a pair"),
      ("[\"é\", x]", 7, "found x"),
    ] as [(String, Int, String)])
  func isRefusedWithItsPlace(_ text: String, _ column: Int, _ reason: String) throws {
    let error = try #require(refusal { () throws(DocumentError) in try readJSON(text) }, "\(text) was read")
    #expect(error.text.hasPrefix("this is no JSON: ") && error.text.contains(reason), "\(error.text)")
    #expect(error.line == (text == " \n " ? 2 : 1) && error.column == column, "\(error.line):\(error.column)")
  }

  @Test(
    arguments: [
      [0x80], [0xbf], [0xc0, 0x80], [0xc1, 0xbf], [0xc3], [0xc3, 0x28], [0xe0, 0x9f, 0xbf], [0xe2, 0x82],
      [0xe2, 0x28, 0xa1],
      [0xed, 0xa0, 0x80], [0xed, 0xbf, 0xbf], [0xf0, 0x8f, 0xbf, 0xbf], [0xf0, 0x9f, 0x8e],
      [0xf4, 0x90, 0x80, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xff], [0xfe], [0xf8, 0x88, 0x80, 0x80, 0x80],
    ] as [[UInt8]])
  func otherBytesThanUTF8AreRefused(_ bytes: [UInt8]) throws {
    let open: [UInt8] = [0x5b, 0x22]
    let close: [UInt8] = [0x22, 0x5d]
    for text in [open + bytes + close, open + bytes] {
      let error = try #require(refusal { () throws(DocumentError) in try readJSON(text) })
      #expect(error.text == "this is no JSON: a text is not UTF-8" && error.column == 3)
    }
    #expect(refusal { () throws(DocumentError) in try readJSON(open.prefix(1) + bytes) }?.column == 2)
  }

  @Test func eachValueKnowsItsPlace() throws {
    let text = [UInt8]("\n {\"é\": [1,\n\t\"ü\", {} ], \"b\":null}\n".utf8)
    let root = try readJSON(text)
    let (first, last) = (root.inside[0], root.inside[1])
    let all = [root, first, first.inside[0], first.inside[1], first.inside[2], last]
    let places = text.withUnsafeBytes { text in all.map { TextPosition(ofByte: $0.offset, in: text) } }
    #expect(places.map(\.line) == [2, 2, 2, 3, 3, 3])
    #expect(places.map(\.column) == [2, 8, 9, 2, 7, 17])
    #expect(root == JSON(root.value, at: 99) && root != first)
  }

  @Test func bracketsMayBeThirtyTwoDeep() throws {
    func nested(_ levels: Int) -> String {
      let inside = (0..<levels).reduce("") { text, level in level % 2 == 0 ? "[\(text)]" : "{\"a\":\(text)}" }
      return "\n" + inside
    }
    #expect(throws: Never.self) { try readJSON(nested(32)) }
    let deep = try #require(refusal { () throws(DocumentError) in try readJSON(nested(33)) })
    #expect(deep.text == "more than 32 levels of brackets" && deep.line == 2 && deep.column == 16 * 6 + 1)
    let open = try #require(
      refusal { () throws(DocumentError) in try readJSON(String(repeating: "[", count: 1_000_000)) })
    #expect(open.column == 33)
    // Brackets side by side and inside strings are not nested.
    let flat = "[" + String(repeating: "[],", count: 1000) + "\"" + String(repeating: "[", count: 100) + "\"]"
    #expect(throws: Never.self) { try readJSON(flat) }
  }

  @Test func aKeyThatComesTwiceIsFoundAmongMany() throws {
    // If the time grew with the square of the number of keys, this test would run for hours.
    func keyed(_ keys: some Sequence<Int>) -> String {
      "{" + keys.map { "\"\($0)\":0" }.joined(separator: ",\n") + "}"
    }
    #expect(try readJSON(keyed(0..<80_000)).inside.count == 80_000)
    let twice = try #require(
      refusal { () throws(DocumentError) in try readJSON(keyed([Int](0..<80_000) + [41_234])) })
    #expect(twice.line == 80_001 && twice.column == 1)
  }
}
