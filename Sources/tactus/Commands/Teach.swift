// `tactus teach`: connections from a demonstration that was recorded as a take. Main thread.
import ArgumentParser
import Console
import Demonstrations
import Foundation
import Patches
import Performances
import Text

struct Teach: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Proposes connections from a take in which a gesture was played while parameters were turned.",
    discussion: """
      Prints the proposals, one a line, the best explained parameter first. With -o it adds them to the patch: all, \
      or those of --keep. docs/guide/teaching.md explains how they are found, and how to record such a take.
      """)

  @Argument(help: "The take to learn from, or its name.", completion: NamedKind.performance.completion)
  var take: String
  @Argument(
    help: "The patch that gets the connections; by default, that of the take.",
    completion: NamedKind.patch.completion)
  var patch: String?
  @Option(help: "The most proposals, 1 to 16.")
  var most = 4
  @Option(help: "The proposals to keep, by number, separated by commas; by default, all.")
  var keep: String?
  @Option(
    name: .shortAndLong, help: "Write the patch with the connections to this file.", completion: .file())
  var output: String?
  @OptionGroup var replacing: Replacing

  func validate() throws {
    guard 1...16 ~= most else { throw ValidationError("--most is 1 to 16") }
    if keep != nil && output == nil { throw ValidationError("--keep needs -o, the file to write") }
    _ = try kept()
  }

  func run() throws {
    guard case .take(let recorded) = try Recording(contentsOf: take) else {
      throw CommandError(
        "\(take) has packets, which turn no parameters. Record a take: tactus record --take -o NAME.tactus")
    }
    var document = try patch.map { try PatchFile.patch($0) } ?? Recording.document(recorded.patch)
    let demonstration = try Demonstration(recorded)
    let result = demonstration.proposals(
      most: most, bases: document.bases, free: document.freeExpressions)
    for (index, proposal) in result.proposals.enumerated() {
      printLine("\(index + 1) \(string(proposal.sentence.bytes))")
    }
    for parameter in result.unexplained {
      report("\(parameter.spec.name): no controller moves with it more than by chance")
    }
    if demonstration.turned.isEmpty { report("no parameter was turned during the take") }
    guard let output else { return }
    let numbers = try kept() ?? Array(1...max(1, result.proposals.count))
    let chosen = try numbers.map { number in
      guard result.proposals.indices.contains(number - 1) else {
        throw CommandError("there is no proposal \(number): there are \(result.proposals.count)")
      }
      return result.proposals[number - 1]
    }
    do throws(DocumentError) {
      for proposal in chosen { try document.apply(proposal.edit) }
    } catch { throw CommandError("\(patch ?? take): \(shown(error.message))") }
    try replacing.check(output)
    let file = try PendingFile(output, .patch)
    try file.write(string(document.write()))
    try file.commit()
    report("\(output): \(counted(chosen.count, "new connection"))")
  }

  /// The numbers of --keep, or nil for all.
  private func kept() throws -> [Int]? {
    try keep?.split(separator: ",").map { word in
      guard let number = Int(word.trimmingCharacters(in: .whitespaces)), number > 0 else {
        throw ValidationError("--keep has numbers of proposals, such as 1,3; “\(word)” is none")
      }
      return number
    }
  }
}
