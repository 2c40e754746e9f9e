import Foundation
import Instrument
import Patches
import Synchronization
import Testing
import Text

@testable import Stores

/// The store without its ring and sockets: threads, names, files.
struct PatchStoreTests {
  let scratch: URL
  let store: PatchStore

  init() throws {
    scratch = FileManager.default.temporaryDirectory.appending(path: "tactus-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: scratch.appending(path: "factory"), withIntermediateDirectories: true)
    store = PatchStore(
      folders: DocumentFolders(
        .patch,
        user: Array(scratch.appending(path: "a/user").path.utf8),
        factory: Array(scratch.appending(path: "factory").path.utf8)))
  }

  func patch(_ name: String) -> [UInt8] {
    var document = PatchDocument()
    document.name = Array(name.utf8)
    return document.write()
  }

  func put(_ text: [UInt8], _ path: String) throws {
    let file = scratch.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text).write(to: file)
  }

  var name: String { String(decoding: store.status().name, as: UTF8.self) }
  var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: scratch.appending(path: "a/user").path)) ?? [])
      .sorted()
  }

  /// A new instance starts with the patch `first_touch` of the bundle, or with the user's of that name; if
  /// it can't be read, with the plain saw. A session without a patch is a new instance.
  @Test func aNewInstanceStartsWithFirstTouch() throws {
    func start() -> [UInt8] { PatchStore(folders: store.folders).text() }
    #expect(start() == PatchDocument().write())
    try put(patch("Bundle's"), "factory/first_touch.json")
    #expect(start() == patch("Bundle's"))
    let new = PatchStore(folders: store.folders)
    #expect(new.status().revision == 0 && new.status().undo == 0 && new.loadedName.isEmpty)
    try new.replace(patch("Another"))
    new.restoreDefault()
    #expect(new.text() == patch("Bundle's"))
    try put(patch("Mine"), "a/user/first_touch.json")
    #expect(start() == patch("Mine"))
    try put(Array("{".utf8), "a/user/first_touch.json")
    #expect(start() == PatchDocument().write())
  }

  /// Two threads restore, two edit, one plays, and each text that is saved meanwhile is one that was made:
  /// a name that was restored with a value that was set, each read again to the same bytes.
  @Test func eachSavedTextIsOneThatSomebodyMade() throws {
    let store = store
    let rounds = 500
    let texts = (0..<8).map { patch("Patch \($0)") }
    let counts = Counts()
    let finished = DispatchGroup()
    let work = { @Sendable (thread: Int) in
      switch thread {
      case 0, 1:
        for round in 0..<rounds { try? store.replace(texts[(round + thread) % 8]) }
        counts.running.subtract(1, ordering: .relaxed)
      case 2, 3:
        for round in 0..<rounds {
          try? store.apply(.set(symbol: Array("filter_1_cutoff".utf8), to: Float(100 + round % 10)))
        }
        counts.running.subtract(1, ordering: .relaxed)
      case 4:  // the audio thread
        var current: UnsafeMutablePointer<CompiledPatch>?
        while counts.running.load(ordering: .relaxed) > 0 {
          guard store.mailbox.pointee.hasRoomToRetire, let next = store.mailbox.pointee.pop() else {
            continue
          }
          if let current { store.mailbox.pointee.retire(current) }
          current = next
          counts.played.add(1, ordering: .relaxed)
        }
        if let current { store.mailbox.pointee.retire(current) }
      default:
        while counts.running.load(ordering: .relaxed) > 0 {
          let text = store.text()
          var warnings: [DocumentError] = []
          let document = text.withUnsafeBytes { try? PatchDocument.read($0, warnings: &warnings) }
          guard let document else {
            Issue.record("a saved text that cannot be read")
            continue
          }
          let name = String(decoding: document.name, as: UTF8.self)
          let cutoff = document[.filterCutoff].base
          let isFresh = document == PatchDocument() || texts.contains(text)
          if document.write() != text || !warnings.isEmpty
            || !(isFresh || name.hasPrefix("Patch ") || name == "Init")
            || !(isFresh || 100...109 ~= cutoff)
          {
            Issue.record("\(name) with a cutoff of \(cutoff) was never submitted")
          }
        }
      }
    }
    for thread in 0..<6 {
      finished.enter()
      Thread.detachNewThread {
        work(thread)
        finished.leave()
      }
    }
    finished.wait()
    #expect(store.status().revision == Int32(4 * rounds) && store.status().errors == 0)
    #expect(counts.played.load(ordering: .relaxed) > 0)
  }

  private final class Counts: Sendable {
    let running = Atomic<Int>(4)
    let played = Atomic<Int>(0)
  }

  static let hostile = [
    "", "../x", "..", ".", "/etc/passwd", "a/b", "x\0y", "\0", ".hidden", String(repeating: "a", count: 65),
    "ä", "a\nb", "a*", "bank", "~", "$HOME",
  ]

  @Test(arguments: hostile) func aHostileNameIsRefusedAndWritesNothing(_ name: String) {
    let name = Array(name.utf8)
    #expect(throws: DocumentError.self) { try store.save(name: name) }
    #expect(throws: DocumentError.self) { try store.load(name: name) }
    #expect(store.status().errors == 2 && store.status().revision == 0 && files.isEmpty)
    #expect((try? FileManager.default.contentsOfDirectory(atPath: scratch.path)) == ["factory"])
  }

  @Test(arguments: ["a", "Glass bells 2", "a.b", "-_", String(repeating: "a", count: 64)])
  func aGoodNameIsSavedAndLoaded(_ name: String) throws {
    try store.replace(patch("One"))
    let text = store.text()
    try store.save(name: Array(name.utf8))
    #expect(files == ["\(name).json"], "and nothing is left beside it")
    try store.replace(patch("Two"))
    try store.load(name: Array(name.utf8))
    #expect(store.text() == text && self.name == "One")
  }

  @Test func savingReplacesALinkAndDoesNotFollowIt() throws {
    let target = scratch.appending(path: "precious")
    try Data("precious".utf8).write(to: target)
    try put([], "a/user/other.json")
    try FileManager.default.createSymbolicLink(
      at: scratch.appending(path: "a/user/link.json"), withDestinationURL: target)
    try store.save(name: Array("link".utf8))
    #expect(try Data(contentsOf: target) == Data("precious".utf8))
    #expect(try Data(contentsOf: scratch.appending(path: "a/user/link.json")) == Data(store.text()))
  }

  @Test func theListHasTheUsersFirstAndNamesWhatIsBroken() throws {
    try put(patch("Mine"), "a/user/Zither.json")
    try put(patch("Mine"), "a/user/Bells.json")
    try put(Array("{\n  oh".utf8), "a/user/Broken.json")
    try put(patch("Theirs"), "factory/Bells.json")
    try put(patch("Theirs"), "factory/Air.json")
    try put([], "factory/.hidden.json")
    try put([], "factory/readme.txt")
    #expect(mkfifo(scratch.appending(path: "factory/Pipe.json").path, 0o600) == 0)
    let library = DocumentLibrary(folders: store.folders)
    while library.update() {}
    let (names, broken) = (library.names, library.broken)
    #expect(names.map { String(decoding: $0, as: UTF8.self) } == ["Bells", "Zither", "Air"])
    let sentences = broken.map { String(decoding: $0, as: UTF8.self) }
    #expect(sentences.count == 2 && sentences[0].hasPrefix("Broken: line 2 column "), "\(sentences)")
    #expect(sentences[1].hasPrefix("Pipe: cannot be read"))

    var order: [String] = []
    for _ in 0..<4 {
      try store.next()
      order.append(name)
    }
    #expect(order == ["Mine", "Mine", "Theirs", "Mine"])
    #expect(store.status().errors == 2, "the broken ones were named and passed over")
    try store.previous()
    #expect(name == "Theirs")
  }

  @Test func programsAreChosenOnlyWhenTheBankAllowsIt() throws {
    try put(patch("Zero"), "factory/0.json")
    try put(patch("One"), "factory/1.json")
    for refusing in [nil, "{}", "{\"program_change\": false}", "{\"program_change\": 1}", "oh"] {
      if let refusing { try put(Array(refusing.utf8), "a/user/bank.json") }
      try store.program(1)
      #expect(store.status().revision == 0)
    }
    try put(Array("{\"program_change\": true}".utf8), "a/user/bank.json")
    try store.program(0)
    #expect(name == "Zero")
    try store.program(1)
    #expect(name == "One")
    // Sent again, as hosts do after a session's load, it leaves what has been made of the patch since.
    try store.apply(edit: Array("{\"name\": \"Mine\"}".utf8))
    try store.program(1)
    #expect(name != "One" && store.selectedProgram == 1)
    try store.load(name: Array("1".utf8))
    #expect(throws: DocumentError.self) { try store.program(2) }
    #expect(throws: DocumentError.self) { try store.program(-1) }
    #expect(name == "One")
  }

  @Test func whatIsRefusedChangesNothing() throws {
    try store.replace(patch("Good"))
    let (before, revision) = (store.text(), store.status().revision)
    for bad in ["", "[]", "{", "{\"version\": 99}", "{\"name\": 1}"] {
      #expect(throws: DocumentError.self) { try store.replace(Array(bad.utf8)) }
      #expect(throws: DocumentError.self) { try store.apply(edit: Array(bad.utf8)) }
    }
    try put([UInt8](repeating: 32, count: 10 << 20), "a/user/Huge.json")
    #expect(throws: DocumentError.self) { try store.load(name: Array("Huge".utf8)) }
    #expect(String(decoding: store.status().error, as: UTF8.self) == "Huge: cannot be read: File too large")
    #expect(store.text() == before && store.status().revision == revision && store.status().errors == 11)
  }

  /// A file saved here is no news for the watch, or it would undo a later edit.
  @Test func aFileThatIsKnownDoesNotUndoAnEdit() throws {
    try store.save(name: Array("Mine".utf8))
    try store.apply(.set(symbol: Array("filter_1_cutoff".utf8), to: 321))
    let text = store.text()
    store.fileChanged(Array("Mine".utf8))
    store.fileChanged(nil)
    #expect(store.text() == text)
    try put(patch("Edited"), "a/user/Mine.json")
    store.fileChanged(Array("Other".utf8))
    #expect(store.text() == text)
    store.fileChanged(Array("Mine".utf8))
    #expect(name == "Edited")
  }

  @Test func theStandardFolderFollowsXDG() {
    // Read by the process that runs the tests only: no other test changes it.
    setenv("XDG_DATA_HOME", "/somewhere", 1)
    #expect(DocumentFolders.standard(.patch, bundle: []).user == Array("/somewhere/tactus/patches".utf8))
    setenv("XDG_DATA_HOME", "relative", 1)
    let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
    let found = DocumentFolders.standard(.patch, bundle: []).user
    #expect(found == Array("\(home)/.local/share/tactus/patches".utf8))
    unsetenv("XDG_DATA_HOME")
  }
}
