// The common subcommands of `tactus patch` and `tactus grid`: list, check, send, share, and where a new
// document goes. Main thread.
import ArgumentParser
import Console
import Foundation
import OSC
import Patches
import Performances
import Text

/// A patch or a grid, read from a file or a share text.
protocol NamedDocument {
  static var kind: NamedKind { get }
  /// - Parameters:
  ///   - name: a file, a share text or a name.
  ///   - isChecked: also finds what can only be known when the document is to play.
  ///   - bundle: where factory documents are; nil for what is built here or installed.
  /// - Throws: `CommandError` with path, line and column.
  init(_ name: String, isChecked: Bool, bundle: String?) throws
  /// The file, or the beginning of the share text.
  var path: String { get }
  var warnings: [DocumentError] { get }
  var title: [UInt8] { get }
  var category: [UInt8] { get }
  /// The whole document in the canonical form, and as the text to share.
  var text: [UInt8] { get }
  var shareText: [UInt8] { get }
  static var shared: OutputKind { get }
}

extension PatchFile: NamedDocument {
  static var kind: NamedKind { .patch }
  init(_ name: String, isChecked: Bool, bundle: String?) throws {
    try self.init(name, tryingExpressions: isChecked, bundle: bundle)
  }
  var title: [UInt8] { patch.name }
  var category: [UInt8] { patch.category }
  var text: [UInt8] { patch.write() }
  var shareText: [UInt8] { patch.shareText }
  static var shared: OutputKind { .sharedPatch }
}

extension GridFile: NamedDocument {
  static var kind: NamedKind { .grid }
  init(_ name: String, isChecked: Bool, bundle: String?) throws { try self.init(name, bundle: bundle) }
  var title: [UInt8] { grid.name }
  var category: [UInt8] { grid.category }
  var text: [UInt8] { grid.write() }
  var shareText: [UInt8] { grid.shareText }
  static var shared: OutputKind { .sharedGrid }
}

struct ListDocuments<File: NamedDocument>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list",
      abstract: "Lists your \(File.kind.plural) and those of the bundle: file, name, category.")
  }

  @OptionGroup var bundle: BundleOption
  @OptionGroup var listing: Listing

  func run() throws {
    var list = ListReport(listing)
    for (_, path) in File.kind.folders(bundle: try bundle.path()).flatMap(File.kind.files) {
      do {
        let file = try File(path, isChecked: false, bundle: nil)
        list.add(
          path, shown(file.title), shown(file.category),
          fields: ["file": path, "name": string(file.title), "category": string(file.category)])
      } catch {
        report(sentence(of: error))
      }
    }
    list.finish()
  }
}

struct CheckDocuments<File: NamedDocument>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "check", abstract: "Checks \(File.kind.plural).",
      discussion: "Prints FILE:LINE:COLUMN of each error and warning. Fails when there is an error.")
  }

  @Argument(help: "Files, names or share texts.", completion: File.kind.completion)
  var files: [String]
  @OptionGroup var strictness: Strictness

  func run() throws {
    var results = CheckReport(File.kind.noun)
    for name in files {
      results.check { results in
        let file = try File(name, isChecked: true, bundle: nil)
        for warning in file.warnings { results.warn(warning, in: file.path) }
      }
    }
    try results.finish(strictness)
  }
}

struct SendDocument<File: NamedDocument>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "send", abstract: "Sends a \(File.kind.noun) to the plugins that run, which then play it.",
      discussion: "Does not change your files. The plugins' sessions keep what was sent.")
  }

  @Argument(help: "A file, a name or a share text.", completion: File.kind.completion)
  var file: String
  @OptionGroup var bundle: BundleOption
  @OptionGroup var plugins: RunningPlugins

  func run() throws {
    let text = try File(file, isChecked: true, bundle: bundle.given).text
    try plugins.ask("\(File.kind.noun)/set", string(text))
  }
}

struct ShareDocument<File: NamedDocument>: ParsableCommand {
  static var configuration: CommandConfiguration {
    let noun = File.kind.noun
    return CommandConfiguration(
      commandName: "share",
      abstract: "Prints a \(noun) as a short text to pass on; every command reads it in place of a file.",
      discussion: "With -o it goes into a file NAME.tactus\(noun), which a desktop opens with `tactus open`.")
  }

  @Argument(help: "A file or a name.", completion: File.kind.completion)
  var file: String
  @OptionGroup var sharing: Sharing

  func run() throws {
    let file = try File(file, isChecked: true, bundle: nil)
    try sharing.pass(on: file.shareText, File.shared, named: string(file.title))
  }
}

/// The plugins that a command asks.
struct RunningPlugins: ParsableArguments {
  @OptionGroup var receiver: ReceiverOptions
  @Option(help: "Only instances with this *OSC surface*, 1 to 16.")
  var surface: Int?

  /// Asks for something, and prints the answers.
  /// - Parameter request: what follows `/tactus/`.
  /// - Throws: `CommandError` if nothing answers, or why the request is refused.
  func ask(_ request: String, _ text: String) throws {
    let address = try receiver.address()
    let plugins = try PluginPort(address)
    _ = try plugins.counts()
    let place = surface.map { "surface/\($0)/" } ?? ""
    let answers = try plugins.ask(OSCMessage(address: "/tactus/\(place)\(request)", arguments: [.text(text)]))
    if answers.isEmpty { throw CommandError("no plugin at \(address) has answered") }
    for answer in answers {
      if string(answer.address).hasSuffix("/error") { throw CommandError(answer.outline) }
      report(answer.outline)
    }
  }
}

/// The place of a new document: where plugins look for it, or the file of -o.
struct NewDocument: ParsableArguments {
  @Argument(help: "The name.", completion: .list([]))
  var name: String
  @Option(
    name: .shortAndLong, help: "The file to write, instead of one in the folder that plugins read.",
    completion: .file(extensions: ["json"]))
  var output: String?
  @OptionGroup var replacing: Replacing

  /// - Throws: `UsageError` if the name cannot be that of a file in the folder.
  func checkName() throws {
    guard PatchName.isValid([UInt8](name.utf8)) else {
      throw UsageError(
        "“\(name)”: a name is 1 to 64 letters, digits, spaces, _, . or -, not beginning with .")
    }
  }

  /// Returns the path of the file.
  func write(_ text: [UInt8], _ kind: NamedKind, _ form: OutputKind) throws -> String {
    if output == nil { try checkName() }
    let folder = kind.userFolder
    let path = output ?? "\(folder)/\(name)\(kind.ending)"
    if output == nil {
      if folder.isEmpty { throw CommandError("HOME is not set; give -o") }
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    try replacing.check(path)
    let file = try PendingFile(path, form)
    try file.write(string(text))
    try file.commit()
    return path
  }
}
