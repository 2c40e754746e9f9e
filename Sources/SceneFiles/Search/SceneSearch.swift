// The other files that a scene needs, found as Pd finds them. Not for the audio thread.
import Text

/// The files of a scene: abstractions, externals and libraries, and what is missing of them.
public struct SceneSearch: Sendable {
  /// The most files that are read of a scene.
  public static let fileLimit = 2_000
  /// The most abstractions within each other.
  public static let depthLimit = 64

  /// A sentence about a line of a file.
  public struct Note: Equatable, Sendable {
    /// The path of the file.
    public var path: [UInt8]
    /// The sentence with its line.
    public var error: DocumentError
  }

  /// The paths of all patches that were read; the main one is the first.
  public private(set) var patches: [[UInt8]] = []
  /// The paths of native code that the scene loads.
  public private(set) var externals: [[UInt8]] = []
  /// Missing parts of the scene: objects, libraries and abstractions.
  public private(set) var errors: [Note] = []
  /// Possibly missing parts.
  public private(set) var warnings: [Note] = []
  /// The main patch; nil if it could not be read.
  public private(set) var main: PdFile?

  private let folders: [[UInt8]]
  private var isFull = false
  /// The paths of the files that are being read, from the main patch inwards, each with its search folders.
  private var stack: [(path: [UInt8], folders: [[UInt8]])] = []

  /// The endings of native code on this system, in Pd's order.
  private static let externalEndings: [StaticString] = [".pd_linux", ".l_amd64", ".l_arm64", ".so"]
  /// The endings of files that messages name.
  private static let fileEndings: [StaticString] = [
    ".wav", ".aif", ".aiff", ".au", ".snd", ".caf", ".txt", ".mid",
  ]

  /// Reads a patch and all that it needs.
  /// - Parameters:
  ///   - main: The path of the patch.
  ///   - folders: Where Pd searches beside the folder of each file (`-path`), in their order.
  ///   - load: The text of a path; nil: there is no such file.
  ///   - exists: Whether there is a file of a path.
  public init(
    _ main: [UInt8], folders: [[UInt8]], load: ([UInt8]) -> [UInt8]?, exists: ([UInt8]) -> Bool
  ) {
    self.folders = folders
    read(main, load: load, exists: exists)
  }

  // MARK: Reading

  private mutating func read(_ path: [UInt8], load: ([UInt8]) -> [UInt8]?, exists: ([UInt8]) -> Bool) {
    guard patches.count < Self.fileLimit else {
      if !isFull {
        fail(path, "is one file more than the \(Self.fileLimit) that are read of a scene", line: 1)
      }
      isFull = true
      return
    }
    patches.append(path)
    guard let text = load(path) else { return fail(path, "cannot be read", line: 1) }
    do throws(DocumentError) {
      let file = try text.span.bytes.withUnsafeBytes { text throws(DocumentError) in try PdFile(text) }
      if stack.isEmpty { main = file }
      warnings += file.warnings.map { Note(path: path, error: $0) }
      let folder = Self.folder(of: path)
      stack.append((path, [folder] + file.paths.map { Self.join(folder, $0) }))
      resolve(file, at: path, load: load, exists: exists)
      stack.removeLast()
    } catch {
      errors.append(Note(path: path, error: error))
    }
  }

  private mutating func resolve(
    _ file: PdFile, at path: [UInt8], load: ([UInt8]) -> [UInt8]?, exists: ([UInt8]) -> Bool
  ) {
    var hasLibrary = false
    for library in file.libraries {
      if let found = external(library.name, exists) {
        hasLibrary = true
        note(found)
      } else {
        fail(path, "the library “\(library.name)” is not found", line: library.line)
      }
    }
    for object in file.objects {
      guard let name = Self.needed(object), !PdClasses.has(name), !name.contains(UInt8(ascii: "$")) else {
        continue
      }
      if let found = external(name, exists) {
        note(found)
      } else if let found = abstraction(name, exists) {
        if stack.contains(where: { $0.path == found }) {
          fail(path, "\(name) contains itself, in \(found)", line: object.line)
        } else if stack.count >= Self.depthLimit {
          fail(path, "more than \(Self.depthLimit) abstractions stand within each other", line: object.line)
        } else if !patches.contains(found) {
          read(found, load: load, exists: exists)
        }
      } else if hasLibrary {
        warn(path, "“\(name)” is in no file: perhaps it is in a library that is declared", line: object.line)
      } else {
        fail(
          path, "the object “\(name)” is missing: there is neither \(name).pd nor an external",
          line: object.line)
      }
    }
    for message in file.messages { checkFiles(message, at: path, exists) }
  }

  /// The name of what an object needs; nil: nothing. `[clone 8 voice]` needs `voice`.
  private static func needed(_ object: PdObject) -> [UInt8]? {
    guard object.name == "clone" else { return object.name }
    var words = object.words.dropFirst()
    while let word = words.first, word.first == UInt8(ascii: "-"), word.count > 1,
      PdWord(bytes: word).number == nil
    {
      words.removeFirst()
      if word == "-s" { words = words.dropFirst() }
    }
    return words.first { PdWord(bytes: $0).number == nil }
  }

  /// Notes the files that a message opens and that are not there.
  private mutating func checkFiles(_ message: PdObject, at path: [UInt8], _ exists: ([UInt8]) -> Bool) {
    for part in message.words.split(whereSeparator: { $0 == "," || $0 == ";" }) {
      guard part.contains(where: { $0 == "open" || $0 == "read" || $0 == "load" }) else { continue }
      for word in part where !word.contains(UInt8(ascii: "$")) {
        guard Self.fileEndings.contains(where: { Self.ends(word, $0) }), find([word], exists) == nil else {
          continue
        }
        warn(path, "the file “\(word)” is not there, unless the patch itself writes it", line: message.line)
      }
    }
  }

  // MARK: Finding

  private func external(_ name: [UInt8], _ exists: ([UInt8]) -> Bool) -> [UInt8]? {
    let last = Self.last(of: name)
    return find(
      Self.externalEndings.flatMap { ending in
        let ending = UTF8Text(ending).bytes
        return [name + ending, name + [UInt8(ascii: "/")] + last + ending]
      }, exists)
  }

  private func abstraction(_ name: [UInt8], _ exists: ([UInt8]) -> Bool) -> [UInt8]? {
    let ending = Array(".pd".utf8)
    return find([name + ending, name + [UInt8(ascii: "/")] + Self.last(of: name) + ending], exists)
  }

  /// The first file of these names: in the folders of the file that is read, in those that files around it
  /// declare, then in the folders of the search.
  private func find(_ names: [[UInt8]], _ exists: ([UInt8]) -> Bool) -> [UInt8]? {
    let own = stack.last?.folders ?? []
    let declared = stack.dropLast().reversed().flatMap { $0.folders.dropFirst() }
    for folder in own + declared + folders {
      for name in names {
        let path = Self.join(folder, name)
        if exists(path) { return path }
      }
    }
    return nil
  }

  static func folder(of path: [UInt8]) -> [UInt8] {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return [UInt8(ascii: ".")] }
    return slash == 0 ? [UInt8(ascii: "/")] : Array(path[..<slash])
  }

  static func last(of path: [UInt8]) -> [UInt8] {
    path.lastIndex(of: UInt8(ascii: "/")).map { Array(path[($0 + 1)...]) } ?? path
  }

  static func join(_ folder: [UInt8], _ name: [UInt8]) -> [UInt8] {
    name.first == UInt8(ascii: "/") ? name : folder + [UInt8(ascii: "/")] + name
  }

  private static func ends(_ name: [UInt8], _ ending: StaticString) -> Bool {
    ending.withUTF8Buffer { name.suffix($0.count).elementsEqual($0) }
  }

  // MARK: Notes

  private mutating func note(_ external: [UInt8]) {
    if !externals.contains(external) { externals.append(external) }
  }

  private mutating func fail(_ path: [UInt8], _ message: UTF8Text, line: Int) {
    errors.append(Note(path: path, error: DocumentError(message.bytes, line: line, column: 1)))
  }

  private mutating func warn(_ path: [UInt8], _ message: UTF8Text, line: Int) {
    warnings.append(Note(path: path, error: DocumentError(message.bytes, line: line, column: 1)))
  }
}
