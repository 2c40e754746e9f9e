// `tactus open`: adds patches, grids and performances that came from elsewhere, and plays them. Main thread.
import ArgumentParser
import Commons
import CommonsBuilder
import Console
import Foundation
import Grids
import OSC
import Patches
import Performances
import Stores
import Text

struct Open: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Adds patches, grids and performances to yours, and plays them.",
    discussion: """
      Each is a file, a share text or a link tactus://… of a commons. It goes into your folder of patches, grids or takes; none is replaced: \
      one of another content gets another name. Plugins that run on this machine load the patch or the grid, \
      or play the performance. Without one, the sound is rendered and played by the first of pw-play, paplay \
      and aplay that is installed. File managers call this for the types of files that Tactus has.
      """)

  @Argument(help: "Files, share texts or links.", completion: .file())
  var files: [String]
  @Option(help: "The port of the plugins.")
  var port: UInt16 = 3333
  @Flag(help: "Add, and do not play.")
  var silent = false

  func run() throws {
    for file in files {
      let found = try Received(file)
      let (name, path) = try found.add()
      report("\(path): \(found.noun) “\(found.title)”")
      if !silent { try play(found, name, path) }
    }
  }

  /// Plays what has been added: by the plugins that run, otherwise rendered.
  private func play(_ received: Received, _ name: String, _ path: String) throws {
    let plugins = try PluginPort(OSCAddress(host: "127.0.0.1", port: port))
    let runs = (try? plugins.counts()) != nil
    switch received.content {
    case .performance where runs:
      return try Send.parse([path, "--port", "\(port)"]).run()
    case .performance: break
    case .patch, .grid:
      if runs, try load(received.kind, name, plugins) { return }
    }
    try sound {
      switch received.content {
      case .performance: ["render", path, "-o", $0]
      case .patch: ["render", "first-touch", "--patch", path, "-o", $0]
      case .grid: ["grid", "play", path, "--quarters", "16", "-o", $0]
      }
    }
  }

  /// Lets the plugins load a document; whether any has loaded it.
  private func load(_ kind: NamedKind, _ name: String, _ plugins: PluginPort) throws -> Bool {
    let request = OSCMessage(address: "/tactus/\(kind.noun)/load", arguments: [.text(name)])
    let answers = try plugins.ask(request)
    for answer in answers { report(answer.outline) }
    return answers.contains { !string($0.address).hasSuffix("/error") }
  }

  /// Renders with another command to a file that is deleted afterwards, and plays it.
  /// - Parameter words: the command's words with the path of that file.
  private func sound(_ words: (String) -> [String]) throws {
    let folder = FileManager.default.temporaryDirectory.path
    let path = "\(folder)/tactus-\(getpid()).wav"
    defer { unlink(path) }
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let rendering = try Process.run(own, arguments: words(path))
    rendering.waitUntilExit()
    guard rendering.terminationStatus == 0 else { throw ExitCode(rendering.terminationStatus) }
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    for player in ["pw-play", "paplay", "aplay"] {
      let programs = folders.map { "\($0)/\(player)" }
      guard let program = programs.first(where: FileManager.default.isExecutableFile(atPath:)) else {
        continue
      }
      let process = try Process.run(URL(fileURLWithPath: program), arguments: [path])
      process.waitUntilExit()
      if process.terminationStatus == 0 { return }
    }
    throw CommandError("none of pw-play, paplay and aplay could play the sound")
  }
}

/// A document that came from elsewhere.
struct Received {
  enum Content {
    case patch(PatchDocument)
    case grid(GridDocument)
    /// Its file, as it came.
    case performance([UInt8])
  }

  let content: Content
  /// Its own name.
  private(set) var title: String
  /// The file, or the share text, as it was given.
  let given: String

  /// Reads a file, a share text or what a link of a commons leads to, by what it contains.
  init(_ file: String) throws {
    if file.hasPrefix("tactus:") {
      self = try Self.linked(file)
      return
    }
    // File managers may pass local files as URLs.
    let file = file.hasPrefix("file://") ? URL(string: file)?.path ?? file : file
    given = file
    let isText =
      file.hasPrefix(string(PatchDocument.sharePrefix))
      || file.hasPrefix(string(GridDocument.sharePrefix))
    let text = isText ? [UInt8](file.utf8) : try contents(of: file, limit: FileLimit.performance)
    if text.starts(with: "# tactus performance ".utf8) {
      _ = try Recording(contentsOf: file)
      content = .performance(text)
      title = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
    } else if text.starts(with: GridDocument.sharePrefix) || Self.hasLayers(text) {
      let grid = try GridFile(file).grid
      content = .grid(grid)
      title = string(grid.name)
    } else {
      let patch = try PatchFile(file, tryingExpressions: true).patch
      content = .patch(patch)
      title = string(patch.name)
    }
  }

  /// Loads the document of a link `tactus://…`, which a page of a commons has.
  private static func linked(_ link: String) throws -> Received {
    guard link.hasPrefix("tactus://") else { throw UsageError("“\(shown(link))” is no link of a commons") }
    let address = try CommonsClient.address(ofLink: link)
    let ending = (address as NSString).pathExtension
    guard ["json", "tactus"].contains(ending) else {
      throw CommandError("\(shown(address)): only patches, grids and takes open by a link")
    }
    return try temporary(CommonsClient.load(address, limit: CommonsKind.take.byteLimit), ending: ".\(ending)")
  }

  /// Reads a document that is no file yet.
  private static func temporary(_ bytes: [UInt8], ending: String) throws -> Received {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(
      "tactus-\(UUID().uuidString)\(ending)"
    ).path
    defer { unlink(path) }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return try Received(path)
  }

  /// Adds a document of a commons with its sounds to the user's folders, and returns its file.
  static func add(_ found: CommonsClient.Download) throws -> String {
    let ending = "\(found.entry.kind.ending)"
    guard [.patch, .grid, .take].contains(found.entry.kind) else {
      throw UsageError("a \(found.entry.kind.symbol) goes where you need it; give -o FILE\(ending)")
    }
    let folder = UserFolders.data()
    for (name, bytes) in found.sounds {
      let path = "\(string(folder))/samples/\(name)"
      if let old = try? contents(of: path, limit: CommonsKind.sample.byteLimit) {
        if old == bytes { continue }
        throw CommandError(
          "\(path): you have another sound of this name; rename it, or get the document with -o")
      }
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      let file = try PendingFile(path)
      try file.write(bytes: bytes)
      try file.commit()
    }
    var received = try temporary(found.document, ending: ending)
    if case .performance = received.content { received.title = string(found.entry.name) }
    return try received.add().path
  }

  /// Whether a JSON text is a grid: patches have no layers.
  private static func hasLayers(_ text: [UInt8]) -> Bool {
    let root = try? JSONSerialization.jsonObject(with: Data(text)) as? [String: Any]
    return root?["layers"] != nil
  }

  var kind: NamedKind {
    switch content {
    case .patch: .patch
    case .grid: .grid
    case .performance: .performance
    }
  }

  var noun: String { "the \(kind.noun)" }

  private var text: [UInt8] {
    switch content {
    case .patch(let patch): patch.write()
    case .grid(let grid): grid.write()
    case .performance(let text): text
    }
  }

  /// Writes it into the user's folder, unless it already exists; returns its name there, and the file.
  func add() throws -> (name: String, path: String) {
    let (folder, text) = (kind.userFolder, text)
    if folder.isEmpty { throw CommandError("HOME is not set, so there is no folder for \(noun)") }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let stem = Self.fileName(title)
    // Its file may have another name than its title makes.
    let source = URL(fileURLWithPath: given).resolvingSymlinksInPath()
    if let own = kind.files(in: folder).first(where: {
      URL(fileURLWithPath: $0.path).resolvingSymlinksInPath() == source
        || (try? contents(of: $0.path, limit: FileLimit.performance)) == text
    }) {
      return own
    }
    var (number, name) = (1, stem)
    var path: String { "\(folder)/\(name)\(kind.ending)" }
    // A link that leads nowhere is there, too. What cannot be read is an error: it may be another document.
    while (try? FileManager.default.attributesOfItem(atPath: path)) != nil {
      _ = try contents(of: path, limit: FileLimit.performance)
      (number, name) = (number + 1, "\(stem)_\(number + 1)")
    }
    let file = try PendingFile(path)
    try file.write(bytes: text)
    try file.commit()
    return (name, path)
  }

  /// A name of a file, with the letters that a patch's name may have.
  private static func fileName(_ title: String) -> String {
    let letters = title.lowercased().map { letter -> Character in
      letter.isASCII && (letter.isLetter || letter.isNumber || letter == "-") ? letter : "_"
    }
    let name = String(letters.prefix(56)).trimmingCharacters(in: CharacterSet(charactersIn: "_"))
    return name.isEmpty || name == "bank" ? "received" : name
  }
}
