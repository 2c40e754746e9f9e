// `tactus picture`: a screen as a PNG, and what it refuses.
import Foundation
import TestSupport
import Testing

@testable import tactus

/// Width and height of a PNG, from its header.
private func size(ofPNG path: String) throws -> [UInt32] {
  let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
  return [16, 20].map { at in bytes[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) } }
}

@Test func aScreenBecomesAPicture() throws {
  let folder = try TemporaryFolder()
  for (screen, scale, expected) in [("play", "2", [800, 400]), ("matrix", "1", [400, 200])]
    as [(String, String, [UInt32])]
  {
    let path = "\(folder.path)/\(screen).png"
    let program = try Program.tactus(
      "picture", screen, "-o", path, "--patch", "pluck", "--size", "400x200", "--scale", scale, "--look",
      "light")
    #expect(program.wait() == 0, "\(program.errors)")
    #expect(program.errors == "\(path): a picture of “\(screen)”\n")
    #expect(try size(ofPNG: path) == expected)
  }
}

@Test func aPictureThatCannotBeIsRefused() throws {
  let folder = try TemporaryFolder()
  let look = try folder.add("grey.json", Data(##"{"text": "#444444"}"##.utf8))
  let refused: [([String], String)] = [
    (["nowhere"], "there is no screen"), (["play", "--size", "10x10"], "--size must be"),
    (["play", "--scale", "9"], "--scale must be"), (["play", "--look", look], "contrast"),
    (["play", "--sizes", "tiny"], "--sizes must be"),
  ]
  for (arguments, words) in refused {
    let program = try Program(Program.command, ["picture", "-o", "\(folder.path)/no.png"] + arguments)
    #expect(program.wait() != 0)
    #expect(program.errors.contains(words), "\(arguments): \(program.errors)")
  }
  #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/no.png"))
}
