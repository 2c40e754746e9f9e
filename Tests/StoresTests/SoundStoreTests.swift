// The recorded sounds of a store: hashes that are filled in, files that are missing, memory that is given
// back.
import Foundation
import Patches
import Testing
import Text

@testable import Stores

/// One after the other, because all stores of the process share the sounds. Other suites use them at the same
/// time, so each test counts only those of its own files.
@Suite(.serialized) final class SoundStoreTests {
  let scratch: URL
  let store: PatchStore
  private var hashes: [[UInt8]] = []

  init() throws {
    scratch = FileManager.default.temporaryDirectory.appending(path: "tactus-sounds-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: scratch.appending(path: "samples"), withIntermediateDirectories: true)
    store = PatchStore(
      folders: DocumentFolders(.patch, user: Array(scratch.appending(path: "patches").path.utf8)))
  }

  /// Writes a file of bytes of 8 bits, one channel, and returns its hash.
  @discardableResult func put(_ name: String, _ bytes: Int, _ value: UInt8 = 200) throws -> String {
    func low(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let file =
      [UInt8]("RIFF".utf8) + low(36 + bytes, 4) + [UInt8]("WAVEfmt ".utf8) + low(16, 4) + low(1, 2)
      + low(1, 2)
      + low(8000, 4) + low(8000, 4) + low(1, 2) + low(8, 2) + [UInt8]("data".utf8) + low(bytes, 4)
      + [UInt8](repeating: value, count: bytes)
    try Data(file).write(to: scratch.appending(path: "samples/\(name)"))
    hashes.append(Digest.sha256(file))
    return String(decoding: hashes.last!, as: UTF8.self)
  }

  func load(_ samples: String) throws {
    try store.replace([UInt8]("{\"version\": 1, \"samples\": [\(samples)]}".utf8))
  }

  /// The sounds of this test's files that are in memory because something has them.
  var sounds: Int {
    SoundLibrary.shared.collect()
    return SoundLibrary.shared.count(hashes)
  }

  var error: String { String(decoding: store.status().error, as: UTF8.self) }
  var text: String { String(decoding: store.text(), as: UTF8.self) }

  @Test func theHashOfAFileIsKeptWithThePatch() throws {
    let hash = try put("a.wav", 1000)
    try load(#"{"file": "a.wav"}, {"file": "none.wav"}"#)
    #expect(text.contains(#"{"file": "a.wav", "hash": "\#(hash)"}"#))
    #expect(text.contains(#"{"file": "none.wav"}"#))
    #expect(error.contains("none.wav") && error.contains("is missing"))
  }

  @Test func anEditOfSomethingElseNamesWhatIsMissingNoMore() throws {
    try put("a.wav", 1000)
    try load(#"{"file": "a.wav"}, {"file": "none.wav"}"#)
    let before = store.status().errors
    try store.apply(edit: [UInt8](#"{"set": {"filter_1_cutoff": 900}}"#.utf8))
    #expect(store.status().errors == before && sounds == 1)
    try store.apply(edit: [UInt8](#"{"samples": [{"file": "gone.wav"}]}"#.utf8))
    #expect(store.status().errors == before + 1 && error.contains("gone.wav"))
    try store.undo()
    #expect(text.contains("a.wav") && sounds == 1)
  }

  @Test func anotherContentOfTheNameIsAnotherFile() throws {
    let hash = try put("a.wav", 1000)
    try put("a.wav", 1000, 100)
    try load(#"{"file": "a.wav", "hash": "\#(hash)"}"#)
    #expect(error.contains("another hash"))
    try put("b.wav", 1000)
    try load(#"{"file": "a.wav", "hash": "\#(hash)"}"#)
    #expect(sounds == 1 && text.contains(hash))
  }

  @Test func theFilesOfAPatchAreBounded() throws {
    for index in 0..<3 { try put("\(index).wav", 24 << 20, UInt8(index)) }
    try load((0..<3).map { "{\"file\": \"\($0).wav\"}" }.joined(separator: ", "))
    #expect(error.contains("2.wav") && error.contains("64 MiB together"))
    try load(#"{"file": "0.wav"}, {"file": "0.wav", "keys": [0, 5]}, {"file": "1.wav"}"#)
    #expect(!error.contains("1.wav"))
    try load("")
    #expect(sounds == 0)
  }

  @Test func aLoopEndsWithinItsFile() throws {
    try put("a.wav", 1000)
    try load(#"{"file": "a.wav", "loop": [10, 1001]}"#)
    #expect(error.contains("its loop ends at 1001"))
    try load(#"{"file": "a.wav", "loop": [10, 1000]}"#)
    #expect(sounds == 1)
  }

  @Test func memoryIsGivenBackWithTheLastPatch() throws {
    try put("a.wav", 1000)
    try load(#"{"file": "a.wav"}"#)
    do {
      let other = PatchStore(folders: store.folders)
      try other.replace(store.text())
      #expect(sounds == 1, "both have the same sound")
    }
    #expect(sounds == 1)
    try store.replace([UInt8](#"{"version": 1}"#.utf8))
    #expect(sounds == 0, "nothing plays, so the patch before is freed at once")
  }
}
