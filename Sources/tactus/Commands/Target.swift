// The options -o and --force of commands that write a document. Main thread.
import ArgumentParser
import Foundation

/// A file that appears only when it is complete, and replaces another only with --force.
struct Target: ParsableArguments {
  @Option(name: .shortAndLong, help: "The file to write.")
  var output: String
  @Flag(help: "Replace a file that is there.")
  var force = false

  func write(_ text: [UInt8]) throws {
    if !force, FileManager.default.fileExists(atPath: output) {
      throw CommandError("\(output) is there already; --force replaces it")
    }
    let file = try PendingFile(output)
    try file.write(string(text))
    try file.commit()
  }
}
