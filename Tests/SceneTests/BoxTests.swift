// The files that a box shows and the folders that a scene may write to, with hostile names and links.
import CPosix
import Foundation
import TestSupport
import Testing
import Text

@testable import Scene

/// A temporary folder with a file, a folder, and links of all kinds.
private final class Folder {
  let path: String

  init() throws {
    path = "\(NSTemporaryDirectory())/tactus-\(UUID().uuidString)"
    let files = FileManager.default
    try files.createDirectory(atPath: "\(path)/scene/sub", withIntermediateDirectories: true)
    try Data("outside".utf8).write(to: URL(fileURLWithPath: "\(path)/secret"))
    for name in ["file", "sub/file"] {
      try Data(name.utf8).write(to: URL(fileURLWithPath: "\(path)/scene/\(name)"))
    }
    for (name, text) in [
      ("out", ".."), ("far", "/"), ("secret", "../secret"), ("within", "sub/file"), ("gone", "nothing"),
      ("folder", "sub"),
      ("sub/up", "../../secret"), ("loop", "loop"),
    ] { try files.createSymbolicLink(atPath: "\(path)/scene/\(name)", withDestinationPath: text) }
    mkfifo("\(path)/scene/pipe", 0o600)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func opened() throws -> OpenFolder { try #require(OpenFolder(Array("\(path)/scene".utf8))) }
}

/// A path, and whether it can be opened.
private let paths: [(path: String, isThere: Bool)] = [
  ("file", true), ("sub", true), ("sub/file", true), ("sub/", true), ("./file", true), ("sub//file", true),
  ("", false), ("/", false), ("/etc/passwd", false), ("..", false), ("../secret", false),
  ("sub/../../secret", false),
  ("out", false), ("out/secret", false), ("far/etc/passwd", false), ("secret", false), ("within", false),
  ("gone", false), ("folder", false), ("folder/file", false), ("sub/up", false), ("loop", false),
  ("missing", false),
  ("file/x", false), (String(repeating: "x", count: 300), false),
]

@Test func nothingOutsideIsOpenedAndNoLinkIsFollowed() throws {
  let folder = try Folder()
  let opened = try folder.opened()
  for (path, isThere) in paths {
    // With openat2, and part by part for kernels without it.
    for open in [tactus_open_beneath, tactus_walk_beneath] {
      for flags in [O_RDONLY, 0x200000 /* O_PATH */] {
        let file = open(opened.descriptor, path, flags)
        #expect((file >= 0) == isThere, "\(path)")
        if file >= 0 { close(file) }
      }
    }
  }
  #expect(opened.read(Array("sub/file".utf8), limit: 100) == Array("sub/file".utf8))
  #expect(
    opened.read(Array("secret".utf8), limit: 100) == nil && opened.read(Array("pipe".utf8), limit: 100) == nil
  )
}

@Test func aNewFileReplacesAndFollowsNothing() throws {
  let folder = try Folder()
  let opened = try folder.opened()
  for name in ["file", "secret", "gone", "loop", "sub", "pipe"] {
    #expect(opened.makeFile(Array(name.utf8)) == nil, "\(name)")
  }
  let made = try #require(opened.makeFile(Array("new".utf8)))
  fclose(made)
  #expect(try String(contentsOfFile: "\(folder.path)/secret", encoding: .utf8) == "outside")
  #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/scene/nothing"))
  for name in ["file", "folder", "out", "gone"] {
    #expect(opened.makeFolder(Array(name.utf8)) == nil, "\(name)")
  }
  #expect(
    opened.makeFolder(Array("sub".utf8))?.isNew == false
      && opened.makeFolder(Array("made".utf8))?.isNew == true)
}

@Test func aLinkOutOfTheFolderIsReported() {
  for (path, text, leadsOut) in [
    ("a", "b", false), ("a", "b/c", false), ("a", "./b", false), ("a", "b/..", false), ("a", "..", true),
    ("a", "/b", true), ("a", "b/../../c", true), ("a/b", "../c", false), ("a/b", "../../c", true),
    ("a/b/c", "../../d", false), ("a", "", true), ("a", "b//../..", true), ("a", "...", false),
    ("a", "..b", false),
  ] {
    #expect(SceneFile.leadsOut(Array(text.utf8), from: Array(path.utf8)) == leadsOut, "\(path) -> \(text)")
  }
}

@Test func namesOfDataFoldersAreIdentifiers() {
  var random = SeededGenerator("BOX_NAMES_SEED", default: 1)
  for _ in 0..<2000 {
    let name = (0..<random.below(80)).map { _ in UInt8(random.below(256)) }
    let found = SceneDataFolders.name(of: Array("/x".utf8), called: name)
    let text = String(decoding: found, as: UTF8.self)
    #expect(text.wholeMatch(of: /[A-Za-z0-9_-]{1,40}-[0-9a-f]{16}/) != nil, "\(name)")
  }
  // The output of `printf /x | sha256sum` begins with these digits.
  #expect(SceneDataFolders.name(of: Array("/x".utf8), called: []).starts(with: Array("scene-".utf8)))
  #expect(
    SceneDataFolders.name(of: Array("/x".utf8), called: Array("a b".utf8))
      == Array("a_b-\(slashX)".utf8))
}

/// The first 16 digits of the SHA-256 of `/x`.
private let slashX = "b3d1db318671a024"

@Test func aGroupIsMadeWhereTheUsersSessionCountsMemory() throws {
  let folder = try Folder()
  let files = FileManager.default
  let place = "\(folder.path)/groups/user.slice"
  try files.createDirectory(atPath: "\(place)/app.scope", withIntermediateDirectories: true)
  func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(place)/\(name)"))
  }
  func found(_ own: String) -> [UInt8]? {
    MemoryGroup.place(in: Array("\(folder.path)/groups".utf8), own: Array(own.utf8))
  }
  let own = "4:memory:/old\n0::/user.slice/app.scope\n"
  #expect(found(own) == nil)
  try write("", "cgroup.procs")
  try write("cpu pids\n", "cgroup.subtree_control")
  #expect(found(own) == nil)
  try write("cpu memory pids\n", "cgroup.subtree_control")
  #expect(found(own) == Array(place.utf8))
  #expect(found("0::/\n") == nil && found("4:memory:/user.slice/app.scope\n") == nil && found("") == nil)
}

@Test func anAddressHasFourNumbers() {
  #expect(SceneGrant.bytes(of: Array("192.168.1.20".utf8)) == [192, 168, 1, 20])
  for text in ["", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1.2.3.x", "1..2.3", " 1.2.3.4", "1.2.3.0004"] {
    #expect(SceneGrant.bytes(of: Array(text.utf8)) == nil, "\(text)")
  }
  #expect(SceneGrant(destinations: [Array("1.2.3.4".utf8)]).reach == (.listed, [1, 2, 3, 4]))
  #expect(SceneGrant(hasNetwork: true).reach == (.everywhere, []) && SceneGrant().reach == (.listed, []))
}
