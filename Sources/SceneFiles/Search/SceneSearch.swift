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
  /// The paths of native code in the scene's folder that the scene loads.
  public private(set) var externals: [[UInt8]] = []
  /// Missing parts of the scene: objects, libraries and abstractions.
  public private(set) var errors: [Note] = []
  /// Possibly missing parts.
  public private(set) var warnings: [Note] = []
  /// The main patch; nil if it could not be read.
  public private(set) var main: PdFile?

  /// The names of DroidParty's widgets that are other objects in the main patch, which has them beside it, or
  /// declares where they are.
  public private(set) var foreign: [[UInt8]] = []

  /// By the path of a file and the name of an object in it, the paths of the abstractions that show themselves
  /// there. Found only if the search is for a page.
  private var shownAround: [[UInt8]: [[UInt8]: [UInt8]]] = [:]
  /// By path, whether a patch shows itself where it is used.
  private var isShown: [[UInt8]: Bool] = [:]

  /// Where Pd searches: the folders of `-path`, and those of every Pd.
  private let folders: [[UInt8]]
  private let standard: [[UInt8]]
  private let content: PdFile.Content
  private var isFull = false
  /// The most searches, and how many there were.
  private static let searchLimit = 100_000
  private var searches = 0
  /// The files that are being read, from the main patch inwards, each with the folders that it has declared.
  private var stack: [(path: [UInt8], declared: [[UInt8]])] = []
  /// The words of the native code that is loaded; the names of its objects are among them.
  private var words: Set<[UInt8]> = []
  private var loaded: Set<[UInt8]> = []

  /// The endings of native code on this system, in Pd's order.
  private static var externalEndings: [StaticString] {
    #if arch(x86_64)
      [".l_amd64", ".l_ia64", ".pd_linux", ".so"]
    #elseif arch(arm64)
      [".l_arm64", ".pd_linux", ".so"]
    #else
      [".pd_linux", ".so"]
    #endif
  }
  /// The endings of files that messages name.
  private static let fileEndings: [StaticString] = [
    ".wav", ".aif", ".aiff", ".au", ".snd", ".caf", ".txt", ".mid",
  ]

  /// Reads a patch and all that it needs.
  /// - Parameters:
  ///   - main: The path of the patch.
  ///   - folders: Where Pd searches beside the folder of each file (`-path`), in their order.
  ///   - standard: Where every Pd searches behind them, in their order.
  ///   - content: For widgets, only the names of DroidParty's widgets are searched for (`foreign`); for a
  ///     page, also abstractions that show themselves.
  ///   - load: The text of a path, or nil if there is no such file.
  ///   - look: What is at a path.
  public init(
    _ main: [UInt8], folders: [[UInt8]], standard: [[UInt8]], content: PdFile.Content = .all,
    load: ([UInt8]) -> [UInt8]?, look: ([UInt8]) -> ScenePresence
  ) {
    (self.folders, self.standard, self.content) = (folders, standard, content)
    read(main, load: load, look: look)
  }

  // MARK: Reading

  private mutating func read(
    _ path: [UInt8], load: ([UInt8]) -> [UInt8]?, look: ([UInt8]) -> ScenePresence
  ) {
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
      func parsed(_ foreign: [[UInt8]]) throws(DocumentError) -> PdFile {
        try text.span.bytes.withUnsafeBytes { bytes throws(DocumentError) in
          try PdFile(bytes, foreign: foreign, content: content)
        }
      }
      var file = try parsed([])
      let place = warnings.count
      stack.append((path, []))
      let foreign = resolve(file, at: path, load: load, look: look)
      stack.removeLast()
      if !foreign.isEmpty { file = try parsed(foreign) }
      isShown[path] = file.isShownAround
      if stack.isEmpty { (main, self.foreign) = (file, foreign) }
      warnings.insert(contentsOf: file.warnings.map { Note(path: path, error: $0) }, at: place)
    } catch {
      errors.append(Note(path: path, error: error))
    }
  }

  /// Searches for all that a file needs, in the order in which Pd reads it.
  /// - Returns: The names of DroidParty's widgets that are other objects here.
  private mutating func resolve(
    _ file: PdFile, at path: [UInt8], load: ([UInt8]) -> [UInt8]?, look: ([UInt8]) -> ScenePresence
  ) -> [[UInt8]] {
    var foreign: [[UInt8]] = []
    // Names that were found since the last declaration.
    var found: Set<[UInt8]> = []
    for object in file.objects {
      if object.isDeclaration {
        declare(object, at: path, load: load, look: look)
        found = []
        continue
      }
      guard let name = Self.needed(object), !PdClasses.has(name), !name.contains(UInt8(ascii: "$")) else {
        continue
      }
      let isNew = object.isDroidParty && !foreign.contains(name)
      // A word of native code need not be an object: the arguments of DroidParty's widgets say more.
      let isWidget = object.isDroidParty && !object.isOther
      if loaded.contains(name) || words.contains(name) && !isWidget {
        if isNew { foreign.append(name) }
        continue
      }
      if found.contains(name), !object.isOther { continue }
      found.insert(name)
      guard searches < Self.searchLimit else {
        fail(path, "more than \(Self.searchLimit) objects are searched for", line: object.line)
        return foreign
      }
      searches += 1
      if content == .page, !object.isDroidParty {
        // Missing objects are no matter of a page.
        if case .abstraction(let found) = find(name, look) {
          show(found, as: name, in: path, load: load, look: look)
        }
        continue
      }
      switch find(name, look) {
      case .external(let path):
        if isNew { foreign.append(name) }
        take(external: path, name, load)
      case .abstraction(let found):
        let isOurs = isDroidParty(found)
        if isNew, !isOurs { foreign.append(name) }
        if content == .page, !isOurs { show(found, as: name, in: path, load: load, look: look) }
        if content != .all { continue }
        if isOurs, object.isOther {
          fail(
            path, "the object “\(name)” is missing: DroidParty's widget of this name has other arguments",
            line: object.line)
        } else if stack.contains(where: { $0.path == found }) {
          fail(path, "\(name) contains itself, in \(found)", line: object.line)
        } else if stack.count >= Self.depthLimit {
          fail(path, "more than \(Self.depthLimit) abstractions stand within each other", line: object.line)
        } else if !patches.contains(found) {
          read(found, load: load, look: look)
        }
      case .folder: break
      case .hidden(let hidden):
        found.remove(name)
        fail(
          path, "the object “\(name)” is outside the scene's folder, where its box hides it: \(hidden)",
          line: object.line)
      case nil:
        found.remove(name)
        fail(
          path, "the object “\(name)” is missing: there is neither \(name).pd nor an external",
          line: object.line)
      }
    }
    for message in file.messages { checkFiles(message, at: path, look) }
    return foreign
  }

  /// Notes an abstraction if it shows itself, and what shows itself in it.
  private mutating func show(
    _ found: [UInt8], as name: [UInt8], in path: [UInt8], load: ([UInt8]) -> [UInt8]?,
    look: ([UInt8]) -> ScenePresence
  ) {
    guard !stack.contains(where: { $0.path == found }), stack.count < Self.depthLimit else { return }
    if !patches.contains(found) { read(found, load: load, look: look) }
    if isShown[found] == true { shownAround[path, default: [:]][name] = found }
  }

  /// Returns the path of the abstraction of a name in a file, or nil if it does not show itself there.
  func shown(_ name: [UInt8], in path: [UInt8]) -> [UInt8]? { shownAround[path]?[name] }

  /// Whether a file is one of our stand-ins for DroidParty's widgets.
  private func isDroidParty(_ path: [UInt8]) -> Bool {
    let folder = PdPath.folder(of: path)
    return PdPath.last(of: folder) == "droidparty" && folders.contains(folder)
  }

  /// Obeys a declaration as Pd does.
  private mutating func declare(
    _ object: PdObject, at path: [UInt8], load: ([UInt8]) -> [UInt8]?, look: ([UInt8]) -> ScenePresence
  ) {
    let folder = PdPath.folder(of: path)
    var index = 1
    while index + 1 < object.words.count {
      let (flag, word) = (object.words[index], object.words[index + 1])
      index += 1
      let isStandard = flag == "-stdpath" || flag == "-stdlib"
      guard isStandard || flag == "-path" || flag == "-lib" else { continue }
      index += 1
      let name = isStandard && word.starts(with: Array("extra/".utf8)) ? Array(word.dropFirst(6)) : word
      if flag == "-path" || flag == "-stdpath" {
        let around = isStandard ? standard : [folder] + folders + standard
        // Without such a folder, Pd adds none. What the box hides is searched, too, to be named.
        if PdPath.isAbsolute(name) || !isStandard && Self.isExplicit(name) {
          stack[stack.count - 1].declared.append(PdPath.join(folder, name))
        } else if let found = around.map({ PdPath.join($0, name) }).first(where: { look($0) == .folder })
          ?? around.map({ PdPath.join($0, name) }).first(where: { look($0) == .hidden })
        {
          stack[stack.count - 1].declared.append(found)
        }
        continue
      }
      if loaded.contains(name) { continue }
      switch isStandard ? find(name, in: standard, look) : find(name, look) {
      case .external(let found): take(external: found, name, load)
      case .abstraction: break
      case .folder(let found): stack[stack.count - 1].declared.append(found)
      case .hidden(let found):
        fail(
          path, "the library “\(name)” is outside the scene's folder, where its box hides it: \(found)",
          line: object.line)
      case nil: fail(path, "the library “\(name)” is not found", line: object.line)
      }
    }
  }

  /// Whether a path says itself that it begins at the folder of its patch.
  private static func isExplicit(_ path: [UInt8]) -> Bool {
    path.starts(with: Array("./".utf8)) || path.starts(with: Array("../".utf8))
  }

  /// Loads native code: from now on its objects are known everywhere.
  private mutating func take(external path: [UInt8], _ name: [UInt8], _ load: ([UInt8]) -> [UInt8]?) {
    loaded.insert(name)
    loaded.insert(PdPath.last(of: name))
    let isBrought = patches.first.map { PdPath.isBeneath(path, PdPath.folder(of: $0)) } ?? false
    if isBrought, !externals.contains(path) { externals.append(path) }
    guard let code = load(path) else { return }
    for text in code.split(separator: 0) {
      let start = text.lastIndex { !(33...126 ~= $0) }.map { $0 + 1 } ?? text.startIndex
      let word = Array(text[start...])
      guard word.count < 64 else { continue }
      // Compilers keep `!-` only as the end of `cyclone/!-`. The last byte of a number may stand before a word.
      words.formUnion([word, Array(word.dropFirst()), PdPath.last(of: word)])
    }
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
  private mutating func checkFiles(
    _ message: PdObject, at path: [UInt8], _ look: ([UInt8]) -> ScenePresence
  ) {
    for part in message.words.split(whereSeparator: { $0 == "," || $0 == ";" }) {
      guard part.contains(where: { $0 == "open" || $0 == "read" || $0 == "load" }) else { continue }
      for word in part where !word.contains(UInt8(ascii: "$")) {
        guard Self.fileEndings.contains(where: { PdPath.ends(word, $0) }) else { continue }
        let places = searched(for: word).map { PdPath.join($0, word) }
        if places.contains(where: { look($0) == .file }) { continue }
        if let hidden = places.first(where: { look($0) == .hidden }) {
          warn(
            path, "the file “\(word)” is outside the scene's folder, where its box hides it: \(hidden)",
            line: message.line)
        } else {
          warn(
            path, "the file “\(word)” is not there, unless the patch itself writes it", line: message.line)
        }
      }
    }
  }

  // MARK: Finding

  private enum Found {
    case external([UInt8])
    case abstraction([UInt8])
    /// A folder of abstractions, which the library `libdir` adds to the search.
    case folder([UInt8])
    case hidden([UInt8])
  }

  /// The folders of a name: those that the file and the files around it declare, the file's own, `-path`, and
  /// those of every Pd.
  private func searched(for name: [UInt8]) -> [[UInt8]] {
    if PdPath.isAbsolute(name) { return [[UInt8(ascii: "/")]] }
    let own = stack.last.map { [PdPath.folder(of: $0.path)] } ?? []
    return stack.reversed().flatMap { $0.declared } + own + folders + standard
  }

  private func find(_ name: [UInt8], _ look: ([UInt8]) -> ScenePresence) -> Found? {
    find(name, in: searched(for: name), look)
  }

  /// The first file for an object of a name: in each folder native code, then abstractions. If there is none,
  /// the first one that the box hides.
  private func find(
    _ name: [UInt8], in folders: [[UInt8]], _ look: ([UInt8]) -> ScenePresence
  ) -> Found? {
    var hidden: [UInt8]?
    func isFile(_ path: [UInt8]) -> Bool {
      let presence = look(path)
      if presence == .hidden, hidden == nil { hidden = path }
      return presence == .file
    }
    let slash = [UInt8(ascii: "/")]
    let hasFolders = loaded.contains(UTF8Text("libdir").bytes)
    let abstractions: [[UInt8]] = [name, name, name + slash + name]
    let endings: [StaticString] = [".pd", ".pat", ".pd"]
    for folder in folders {
      for base in [name, name + slash + PdPath.last(of: name)] {
        for ending in Self.externalEndings {
          let path = PdPath.join(folder, base + UTF8Text(ending).bytes)
          if isFile(path) { return .external(path) }
        }
      }
      let place = PdPath.join(folder, name)
      if hasFolders, isFile(PdPath.join(place, PdPath.last(of: name) + UTF8Text("-meta.pd").bytes)) {
        return .folder(place)
      }
      for (base, ending) in zip(abstractions, endings) {
        let path = PdPath.join(folder, base + UTF8Text(ending).bytes)
        if isFile(path) { return .abstraction(path) }
      }
    }
    return hidden.map { .hidden($0) }
  }

  // MARK: Notes

  private mutating func fail(_ path: [UInt8], _ message: UTF8Text, line: Int) {
    errors.append(Note(path: path, error: DocumentError(message.bytes, line: line, column: 1)))
  }

  private mutating func warn(_ path: [UInt8], _ message: UTF8Text, line: Int) {
    warnings.append(Note(path: path, error: DocumentError(message.bytes, line: line, column: 1)))
  }
}
