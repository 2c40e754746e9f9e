// Texts that are not UTF-8.
import Foundation
import Testing
import Text

@Suite struct UTF8Tests {
  @Test func whatIsNoUTF8IsLatin1() {
    let rows: [([UInt8], String)] = [
      (Array("größe – 日本 ♯ 🎛".utf8), "größe – 日本 ♯ 🎛"),
      ([0x48, 0xf6, 0x68, 0x65], "Höhe"),
      // Both in one text.
      ([0xf6] + Array("ö".utf8), "öö"),
      ([0xc3], "Ã"), ([0xe2, 0x80], "â\u{80}"), ([0xff, 0xfe], "ÿþ"), ([], ""),
      ([0xed, 0xa0, 0x80], "í\u{a0}\u{80}"),
    ]
    for (bytes, text) in rows {
      #expect(UTF8Text.repaired(bytes) == Array(text.utf8), "\(text)")
      #expect(String(data: Data(JSON.quoted(bytes).bytes), encoding: .utf8) == "\"\(text)\"")
    }
    for byte in UInt8(0x80)...0xff {
      let text = String(data: Data([byte]), encoding: .isoLatin1)!
      #expect(UTF8Text.repaired([byte]) == Array(text.utf8))
    }
  }
}
