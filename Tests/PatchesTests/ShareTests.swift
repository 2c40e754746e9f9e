// Share texts of patches: they come back, stay readable for ever, and are refused when damaged.
import TestSupport
import Testing
import Text

@testable import Patches

struct ShareTests {
  /// The plain saw, as version 1 writes it, by its name of then. It must be read for ever.
  static let firstTouch =
    "tp1.jQX-wO8N4zwtL5Fv8iYTXAMekKF_2FWm3_hSdNIlz8s63TKXrO_wYBmnfPB1xwnkTr"
    + "XbtOxiJrbvS0Q8ZMkFjydnpmaRnTzYHv2v1AnEKSg5z83fI8hRtqQU-JT3xgcLbAhUpqwH"

  @Test func whatWasSharedOnceIsReadForEver() throws {
    var warnings: [DocumentError] = []
    let patch = try PatchDocument.read(shareText: Array(Self.firstTouch.utf8), warnings: &warnings)
    var plain = PatchDocument()
    plain.name = Array("First touch".utf8)
    #expect(patch == plain && warnings.isEmpty)
  }

  @Test func randomPatchesComeBack() throws {
    var generator = SeededGenerator("SHARE_SEED", default: 15)
    for _ in 0..<20 {
      let patch = PatchDocument.random(&generator)
      var warnings: [DocumentError] = []
      let back = try PatchDocument.read(shareText: patch.shareText, warnings: &warnings)
      #expect(back.write() == patch.write())
    }
  }

  @Test func anyBytesComeBack() throws {
    var generator = SeededGenerator("SHARE_SEED", default: 16)
    for count in [0, 1, 2, 127, 128, 1000, 20_000] {
      let text = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let packed = PackedText.pack(text, dictionary: [])
      #expect(packed.count < count + count / 8 + 16)
      #expect(try PackedText.unpack(packed, dictionary: [], limit: count) == text)
      if count > 0 {
        #expect(throws: PackedText.Broken.tooLong) {
          try PackedText.unpack(packed, dictionary: [], limit: count - 1)
        }
      }
    }
  }

  @Test func aDamagedTextIsRefused() throws {
    let text = Array(Self.firstTouch.utf8)
    for place in stride(from: 4, to: text.count, by: 9) {
      var damaged = text
      damaged[place] = damaged[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      var warnings: [DocumentError] = []
      #expect(throws: DocumentError.self) { try PatchDocument.read(shareText: damaged, warnings: &warnings) }
      #expect(throws: DocumentError.self) {
        try PatchDocument.read(shareText: Array(text[..<place]), warnings: &warnings)
      }
    }
  }
}
