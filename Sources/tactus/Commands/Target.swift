// The options -o and --force of commands that write a file. Main thread.
import ArgumentParser
import Console
import Foundation

/// The option without which no file is replaced.
struct Replacing: ParsableArguments {
  @Flag(help: "Replace a file that is there.")
  var force = false

  /// - Throws: `CommandError` if there is a file and it is not to be replaced.
  func check(_ path: String) throws {
    if !force, FileManager.default.fileExists(atPath: path) {
      throw CommandError("\(path) already exists; --force replaces it")
    }
  }
}

/// The option -o of a share text, which is printed without it.
struct Sharing: ParsableArguments {
  @Option(name: .shortAndLong, help: "The file to write instead of printing it.", completion: .file())
  var output: String?
  @OptionGroup var replacing: Replacing

  func pass(on text: [UInt8], _ kind: OutputKind, named name: String) throws {
    guard let output else { return printLine(string(text)) }
    try replacing.check(output)
    let file = try PendingFile(output, kind)
    try file.write(string(text) + "\n")
    try file.commit()
    report("\(output): “\(name)” as \(counted(text.count, "letter"))")
  }
}

/// A file that appears only when it is complete, and replaces another only with --force.
struct Target: ParsableArguments {
  @Option(name: .shortAndLong, help: "The file to write.", completion: .file())
  var output: String
  @OptionGroup var replacing: Replacing

  /// Writes a document and says what it is.
  func write(_ text: [UInt8], _ kind: OutputKind, saying what: String) throws {
    try replacing.check(output)
    let file = try PendingFile(output, kind)
    try file.write(string(text))
    try file.commit()
    report("\(output): \(what)")
  }
}
