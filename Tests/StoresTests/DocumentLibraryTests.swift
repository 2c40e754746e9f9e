import Foundation
import Patches
import Testing

@testable import Stores

/// The lists of patches: each file is read once, and again when it has changed.
@Suite struct DocumentLibraryTests {
  let scratch = FileManager.default.temporaryDirectory.appending(path: "library-\(UUID().uuidString)")
  let library: DocumentLibrary

  init() throws {
    for folder in ["user", "factory"] {
      try FileManager.default.createDirectory(
        at: scratch.appending(path: folder), withIntermediateDirectories: true)
    }
    library = DocumentLibrary(
      folders: DocumentFolders(
        .patch,
        user: Array((scratch.path + "/user").utf8), factory: Array((scratch.path + "/factory").utf8)))
    for name in ["Air", "Bells", "Cello"] { try put(name, "factory") }
    for name in ["Bells", "Zither"] { try put(name, "user") }
  }

  func put(_ name: String, _ folder: String, _ text: [UInt8] = PatchDocument().write()) throws {
    try Data(text).write(to: scratch.appending(path: "\(folder)/\(name).json"))
  }

  /// Updates the library, and returns how many patches were read for it.
  func update() -> Int {
    let before = library.reads
    while library.update() {}
    return library.reads - before
  }

  var names: [String] { library.names.map { String(decoding: $0, as: UTF8.self) } }

  @Test func whatIsKnownIsNotReadAgain() throws {
    #expect(names.isEmpty)
    #expect(update() == 4 && names == ["Bells", "Zither", "Air", "Cello"])
    #expect(update() == 0)
    try put("Zither", "user", Array("{".utf8))
    library.hasChanged(Array("Zither".utf8))
    #expect(update() == 1 && names == ["Bells", "Air", "Cello"] && library.broken.count == 1)
    try FileManager.default.removeItem(at: scratch.appending(path: "user/Bells.json"))
    library.hasChanged(Array("Bells".utf8))
    // The bundle's patch of that name has not been read before.
    #expect(update() == 1 && names == ["Air", "Bells", "Cello"])
    try put("Drum", "user")
    library.hasChanged(Array("Drum".utf8))
    #expect(update() == 1 && names == ["Drum", "Air", "Bells", "Cello"])
    library.namesHaveChanged()
    #expect(update() == 0 && names.count == 4)
    library.hasChanged()
    #expect(update() == 5)
  }

  @Test func oneStepReadsOneFile() {
    while true {
      let before = library.reads
      guard library.update() else { break }
      #expect(library.reads - before <= 1)
    }
    #expect(library.reads == 4)
  }

  /// The bundle's patch does not describe the user's patch of that name.
  @Test func aNamesakeIsReadSeparately() throws {
    for name in ["Bells", "Zither"] {
      try FileManager.default.removeItem(at: scratch.appending(path: "user/\(name).json"))
    }
    #expect(update() == 3 && names == ["Air", "Bells", "Cello"])
    try put("Air", "user", Array("{".utf8))
    library.namesHaveChanged()
    #expect(update() == 1 && names == ["Bells", "Cello"])
  }

  /// An entry of a window's list is read once, and again when its file has changed.
  @Test func entriesAreKeptUntilTheirFilesChange() throws {
    let store = PatchStore(folders: library.folders)
    func list() -> [UInt8] { store.entries(from: 0) }
    let first = list()
    #expect(store.libraryEntries.reads == 4 && list() == first && store.libraryEntries.reads == 4)
    var patch = PatchDocument()
    patch.howToPlay = Array("softly".utf8)
    try put("Zither", "user", patch.write())
    try FileManager.default.removeItem(at: scratch.appending(path: "user/Bells.json"))
    let second = list()
    #expect(
      store.libraryEntries.reads == 6 && second == PatchStore(folders: library.folders).entries(from: 0))
    #expect(String(decoding: second, as: UTF8.self).contains("softly"))
  }
}
