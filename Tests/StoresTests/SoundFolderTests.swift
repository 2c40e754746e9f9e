// The sound files that windows choose from: lists, previews and their use in the patch.
import Foundation
import Patches
import Testing
import Text

@testable import Stores

/// One after the other, because all stores of the process share the sounds.
@Suite(.serialized) struct SoundFolderTests {
  let scratch: URL
  let store: PatchStore

  init() throws {
    scratch = FileManager.default.temporaryDirectory.appending(path: "tactus-folders-\(UUID().uuidString)")
    for folder in ["user/samples/drums", "bundle/samples", "elsewhere"] {
      try FileManager.default.createDirectory(
        at: scratch.appending(path: folder), withIntermediateDirectories: true)
    }
    store = PatchStore(
      folders: DocumentFolders(
        .patch, user: Array(scratch.appending(path: "user/patches").path.utf8),
        factory: Array(scratch.appending(path: "bundle/patches").path.utf8)))
  }

  /// Writes a file of 16 bits, with a long chunk of words before its frames.
  func put(_ path: String, frames: Int, channels: Int = 1, rate: Int = 48000, value: Int = 8000) throws {
    func low(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let bytes = 2 * frames * channels
    let file =
      [UInt8]("RIFF".utf8) + low(36 + bytes, 4) + [UInt8]("WAVEfmt ".utf8) + low(16, 4) + low(1, 2)
      + low(channels, 2) + low(rate, 4) + low(2 * channels * rate, 4) + low(2 * channels, 2) + low(16, 2)
      + [UInt8]("LIST".utf8) + low(300, 4) + [UInt8](repeating: 32, count: 300) + [UInt8]("data".utf8)
      + low(bytes, 4) + (0..<frames * channels).flatMap { low($0 % 64 < 32 ? value : -value, 2) }
    try Data(file).write(to: scratch.appending(path: path))
  }

  func window(_ question: String) throws -> String {
    String(decoding: try store.answer(window: Array(question.utf8)), as: UTF8.self)
  }
  func network(_ question: String) throws -> String {
    String(decoding: try store.answer(library: Array(question.utf8)), as: UTF8.self)
  }
  var text: String { String(decoding: store.text(), as: UTF8.self) }

  @Test func foldersAreListedWithSizes() throws {
    try put("user/samples/long.wav", frames: 96000, channels: 2, rate: 44100)
    try put("user/samples/drums/kick.WAV", frames: 480)
    try Data("words".utf8).write(to: scratch.appending(path: "user/samples/notes.txt"))
    try Data("RIFF".utf8).write(to: scratch.appending(path: "user/samples/broken.wav"))
    try put("user/samples/.hidden.wav", frames: 10)
    try put("bundle/samples/bell.wav", frames: 10)
    let listed = try network(#"{"sounds": ["user", 0]}"#)
    #expect(
      listed.contains(
        #""sounds": [{"file": "broken.wav"}, {"file": "long.wav", "frames": 96000, "rate": 44100, "channels": 2}, "#
          + #"{"file": "drums/kick.WAV", "frames": 480, "rate": 48000, "channels": 1}]"#), "\(listed)")
    #expect(listed.contains(#""count": 3"#))
    #expect(try network(#"{"sounds": ["user", 2]}"#).contains(#""sounds": [{"file": "drums/kick.WAV""#))
    #expect(try network(#"{"sounds": ["bundle", 0]}"#).contains(#"{"file": "bell.wav""#))
    #expect(!listed.contains(scratch.path), "the network is told no paths")
    #expect(try window(#"{"sounds": ["user", 0]}"#).contains(#""folder": "\#(scratch.path)/user/samples""#))
  }

  @Test func aLongFolderComesInPagesThatHostsCarry() throws {
    for index in 0..<300 {
      try put("user/samples/a rather long name of a sound \(1000 + index).wav", frames: 4)
    }
    var first = 0
    var pages = 0
    while first < 300 {
      let answer = try window("{\"sounds\": [\"user\", \(first)]}")
      #expect(answer.utf8.count < 17_000)
      let count = answer.components(separatedBy: "\"file\"").count - 1
      #expect(count > 0)
      (first, pages) = (first + count, pages + 1)
    }
    #expect(first == 300 && pages > 1)
  }

  @Test func theFolderOfTheLastFileIsForTheHostsWindowAlone() throws {
    try put("elsewhere/loop.wav", frames: 480)
    try put("elsewhere/other.wav", frames: 480)
    _ = try window("{\"open\": \"\(scratch.path)/elsewhere/loop.wav\"}")
    #expect(try window(#"{"sounds": ["user", 0]}"#).contains(#""last": "\#(scratch.path)/elsewhere""#))
    #expect(try window(#"{"sounds": ["last", 0]}"#).contains("other.wav"))
    for question in [
      #"{"sounds": ["last", 0]}"#, #"{"hear": ["last", "other.wav"]}"#,
      #"{"use": ["last", "other.wav", "new"]}"#,
    ] {
      #expect(throws: DocumentError.self) { try network(question) }
    }
    _ = try window(#"{"use": ["last", "other.wav", "new"]}"#)
    #expect(text.contains(#"{"file": "other.wav", "hash""#))
    #expect(FileManager.default.fileExists(atPath: scratch.appending(path: "user/samples/other.wav").path))
  }

  @Test func noNameLeadsOutOfAFolder() throws {
    try put("elsewhere/loop.wav", frames: 480)
    for name in ["../elsewhere/loop.wav", "\(scratch.path)/elsewhere/loop.wav", "", ".hidden.wav"] {
      #expect(throws: DocumentError.self) { try window("{\"hear\": [\"user\", \"\(name)\"]}") }
      #expect(throws: DocumentError.self) { try window("{\"use\": [\"user\", \"\(name)\", \"new\"]}") }
    }
  }

  @Test func aSoundIsUsedAsNewOrInPlaceOfAnother() throws {
    try put("user/samples/a.wav", frames: 480)
    try put("user/samples/b.wav", frames: 960)
    try put("bundle/samples/c.wav", frames: 960, value: 400)
    _ = try window(#"{"use": ["user", "a.wav", "new"]}"#)
    #expect(text.contains(#""sample_level": 0.6"#), "the first sample would be silent")
    try store.apply(
      edit: Array(#"{"samples": [{"file": "a.wav", "keys": [10, 20], "root": 15, "loop": [0, 479]}]}"#.utf8))
    _ = try window(#"{"use": ["user", "b.wav", "0"]}"#)
    #expect(text.contains(#"{"file": "b.wav", "hash""#) && text.contains(#""keys": [10, 20], "root": 15"#))
    #expect(!text.contains("loop") && !text.contains("a.wav"))
    _ = try window(#"{"use": ["bundle", "c.wav", "new"]}"#)
    #expect(text.contains(#"{"file": "c.wav""#))
    #expect(!FileManager.default.fileExists(atPath: scratch.appending(path: "user/samples/c.wav").path))
    #expect(throws: DocumentError.self) { try window(#"{"use": ["user", "a.wav", "7"]}"#) }
    try store.undo()
    #expect(!text.contains("c.wav"))
  }

  @Test func aWavetableGetsTheLengthThatDividesIt() throws {
    try put("user/samples/table.wav", frames: 3 * 1024)
    try put("user/samples/odd.wav", frames: 1001)
    let answer = try window(#"{"use": ["user", "table.wav", "wavetable"]}"#)
    #expect(answer.contains("3 cycles"))
    #expect(text.contains(#""length": 1024"#) && text.contains(#""file": "table.wav""#))
    #expect(throws: DocumentError.self) { try window(#"{"use": ["user", "odd.wav", "wavetable"]}"#) }
  }

  @Test func hearingChangesNothing() throws {
    try put("user/samples/a.wav", frames: 48000)
    store.previews.close()
    let (before, status) = (text, store.status())
    #expect(try network(#"{"hear": ["user", "a.wav"]}"#) == #"{"heard": ["user", "a.wav"]}"#)
    #expect(try network(#"{"hear": []}"#) == #"{"heard": []}"#)
    #expect(text == before && store.status().undo == status.undo && !store.isChanged)
    store.keepForTake(true)
    #expect(throws: DocumentError.self) { try network(#"{"hear": ["user", "a.wav"]}"#) }
  }
}
