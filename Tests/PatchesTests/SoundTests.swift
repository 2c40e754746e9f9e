// Sound files that are cut anywhere, and their hashes.
import Foundation
import TestSupport
import Testing
import Text

@testable import Patches

/// A file of 16 bits and one channel.
private func wave(_ samples: [Int16]) -> [UInt8] {
  func low(_ number: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
  let data = samples.flatMap { low(Int($0), 2) }
  return [UInt8]("RIFF".utf8) + low(36 + data.count, 4) + [UInt8]("WAVEfmt ".utf8) + low(16, 4) + low(1, 2)
    + low(1, 2) + low(48_000, 4) + low(96_000, 4) + low(2, 2) + low(16, 2) + [UInt8]("data".utf8)
    + low(data.count, 4) + data
}

@Test func aFileIsReadAndNoPartOfItIs() throws {
  let file = wave([0, 16_384, -32_768, 8192])
  #expect(try RecordedSound.read(file) == RecordedSound(rate: 48_000, frames: [0, 0.5, -1, 0.25]))
  for length in 0..<file.count {
    #expect(refusal { () throws(DocumentError) in try RecordedSound.read(Array(file.prefix(length))) } != nil)
  }
}

@Test func filesWithWrongBytesDoNoHarm() {
  var random = SeededGenerator("SOUND_FILE_SEED", default: 1)
  let file = wave([Int16](repeating: 1000, count: 50))
  let count = testCases(2000, inCampaign: 100_000, variable: "SOUND_FUZZ")
  for _ in 0..<count {
    var broken = file
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      broken[.random(in: 0..<(broken.count - 60), using: &random)] = [0, 1, 255, 128, 16, 32].randomElement(
        using: &random)!
    }
    if let sound = try? RecordedSound.read(broken) { #expect(sound.frames.allSatisfy { $0.isFinite }) }
  }
}

@Test func aHashIsThatOfTheStandard() {
  // FIPS 180-2, appendix B.
  #expect(
    String(decoding: Digest.sha256([UInt8]("abc".utf8)), as: UTF8.self)
      == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  #expect(
    String(decoding: Digest.sha256([UInt8](repeating: 97, count: 1_000_000)), as: UTF8.self)
      == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  #expect(
    String(decoding: Digest.sha256([]), as: UTF8.self)
      == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
}

@Test(arguments: [
  (#"{"file": "/etc/kick.wav"}"#, "inside the folder"), (#"{"file": "../kick.wav"}"#, "inside the folder"),
  (#"{"file": "a//b.wav"}"#, "inside the folder"), (#"{"file": ""}"#, "inside the folder"),
  (#"{"hash": ""}"#, "file is missing"), (#"{"file": "a.wav", "hash": "12"}"#, "SHA-256"),
  (#"{"file": "a.wav", "keys": [60]}"#, "two whole numbers"),
  (#"{"file": "a.wav", "keys": [61, 60]}"#, "lowest and the highest"),
  (#"{"file": "a.wav", "loop": [5, 5]}"#, "first frame"), (#"{"file": 5}"#, "must be a text"),
])
func aSampleThatMeansNothingIsRefused(_ text: String, words: String) throws {
  let patch = [UInt8]("{\"version\": 1, \"samples\": [\(text)]}".utf8)
  var warnings: [DocumentError] = []
  let error = try #require(
    refusal { () throws(DocumentError) in try PatchDocument.read(patch, warnings: &warnings) })
  #expect(String(decoding: error.message, as: UTF8.self).contains(words), "\(error)")
  #expect(error.line == 1 && error.column > 1)
}
