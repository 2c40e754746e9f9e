// `tactus convert`: performances from and to what `oscdump -L` prints.
import ArgumentParser
import Foundation

struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Converts between performances and what liblo's oscdump prints.")

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case performance, oscdump

    init(path: String) { self = path.hasSuffix(".tactus") ? .performance : .oscdump }
  }

  @Argument(help: "The file to read.")
  var input: String
  @Argument(help: "The file to write.")
  var output: String
  @Option(help: "What the input is; otherwise a performance if its name ends in .tactus.")
  var from: Format?
  @Option(help: "What the output is; otherwise a performance if its name ends in .tactus.")
  var to: Format?

  func run() throws {
    let performance =
      switch from ?? Format(path: input) {
      case .performance: try Performance(contentsOf: input)
      case .oscdump: try Performance(oscdump: lines(of: input), name: input)
      }
    let text =
      switch to ?? Format(path: output) {
      case .performance: performance.text
      case .oscdump: try performance.oscdump(name: input)
      }
    let file = try PendingFile(output)
    try file.write(text)
    try file.commit()
  }
}
