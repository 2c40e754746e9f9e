// News after a long silence of the host, and a folder without a readable patch.
import Foundation
import Patches
import RealTime
import Testing
import Text

@testable import Stores

struct NotificationTests {
  /// All that the store says when it is served once.
  private func told(by store: PatchStore) -> [(kind: DocumentMessage?, text: String)] {
    let link = UnsafeMutablePointer<InstanceLink>.allocate(capacity: 1)
    link.initialize(to: InstanceLink())
    defer {
      link.deinitialize(count: 1)
      link.deallocate()
    }
    store.serve(link)
    var told: [(kind: DocumentMessage?, text: String)] = []
    while let (kind, text) = link.pointee.fromPatch.take() {
      told.append((kind, string(text)))
    }
    return told
  }

  private func store() -> PatchStore {
    let store = PatchStore(folders: DocumentFolders(.patch))
    _ = told(by: store)
    return store
  }

  @Test(arguments: [(64, false), (65, true)]) func manyEditsBecomeOneDocument(count: Int, isWhole: Bool)
    throws
  {
    let store = store()
    for number in 1...count { try store.apply(edit: Array(#"{"name": "\#(number)"}"#.utf8)) }
    let told = told(by: store)
    if isWhole {
      #expect(told.map(\.kind) == [.patch] && told.first?.text == string(store.text()))
    } else {
      #expect(told.map(\.kind) == Array(repeating: .edit, count: count))
      #expect(told.last?.text.contains("\"\(count)\"") == true)
    }
  }

  @Test func theNewestErrorsStay() {
    let store = store()
    for number in 1...70 {
      #expect(throws: DocumentError.self) { try store.apply(edit: Array(#"{"key_\#(number)": 1}"#.utf8)) }
    }
    let told = told(by: store)
    #expect(told.count == 64 && told.allSatisfy { $0.kind == .error })
    #expect(told.first?.text.contains("key_7:") == true && told.last?.text.contains("key_70:") == true)
  }

  /// The user's patch stands before the bundle's of the same name, even where it cannot be read.
  @Test func anUnreadablePatchIsNoMissingOne() throws {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "tactus-folders-\(UUID())")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let (user, factory) = (scratch.appending(path: "user"), scratch.appending(path: "factory"))
    for folder in [user.appending(path: "Air.json"), factory] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    for name in ["Air", "Bells"] {
      try "{}".write(to: factory.appending(path: "\(name).json"), atomically: true, encoding: .utf8)
    }
    let folders = DocumentFolders(.patch, user: Array(user.path.utf8), factory: Array(factory.path.utf8))
    #expect(try string(folders.text(of: Array("Bells".utf8))) == "{}")
    #expect(throws: DocumentError.self) { try folders.text(of: Array("Air".utf8)) }
    // A name of both folders is listed once.
    #expect(folders.names().map { string($0) } == ["Air", "Bells"])
  }
}
