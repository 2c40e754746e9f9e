// `tactus network`: checks network.json, and shows counts and
// refused senders of running instruments. Main thread.
import ArgumentParser
import Console
import Foundation
import OSC
import Performances
import Profiles
import Stores
import Text

struct Network: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks network.json; shows what arrives at a port and who is refused.",
    discussion: "network.json lies in $XDG_CONFIG_HOME/tactus (~/.config/tactus); docs/osc.md describes it.",
    subcommands: [Check.self, Status.self])

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Checks a network.json: the one in use, unless FILE is another.",
      discussion: "Prints FILE:LINE:COLUMN of each error and warning. Fails when there is an error.")

    @Argument(help: "The file; otherwise ~/.config/tactus/network.json.")
    var file: String?

    func run() throws {
      let usual = "\(string(UserFolders.configuration()))/\(string(NetworkDocument.fileName))"
      if file == nil, !FileManager.default.fileExists(atPath: usual) {
        return printLine("\(usual): it does not exist, so the defaults apply")
      }
      let file = file ?? usual
      var warnings: [DocumentError] = []
      do throws(DocumentError) {
        _ = try NetworkDocument.read(try bytes(of: file), warnings: &warnings)
      } catch {
        printLine(describe(error, in: file, as: "error"))
        throw ExitCode.failure
      }
      for warning in warnings { printLine(describe(warning, in: file, as: "warning")) }
      if warnings.isEmpty { report("\(file): no mistake") }
    }

    private func bytes(of file: String) throws(DocumentError) -> [UInt8] {
      do { return try contents(of: file) } catch { throw DocumentError([UInt8](sentence(of: error).utf8)) }
    }
  }

  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Asks the instruments at a port what they have counted.",
      discussion: "Prints what is not zero, who was refused, and what is wrong with network.json.")

    @OptionGroup var receiver: ReceiverOptions
    @OptionGroup var listing: Listing

    func run() throws {
      let address = try receiver.address()
      let client = try OSCClient(address)
      try client.send(OSCMessage(address: "/tactus/stats"))
      var list = ListReport(listing)
      guard try show(client, within: 1000, &list) else { throw CommandError("no answer from \(address)") }
      while try show(client, within: 100, &list) {}
      list.finish()
    }

    /// Lists one answer; false when there was none.
    private func show(_ client: OSCClient, within milliseconds: Int32, _ list: inout ListReport) throws
      -> Bool
    {
      guard let answer = try client.receive(within: milliseconds) else { return false }
      for message in answer {
        if string(message.address) == "/tactus/answer/stats/error",
          case .string(let text) = message.arguments.first
        {
          list.add("wrong", shown(text), fields: ["wrong": string(text)])
        }
        let isRefused = string(message.address) == "/tactus/answer/stats/refused"
        for index in stride(from: 0, to: message.arguments.count - 1, by: 2) {
          if case .string(let name) = message.arguments[index],
            case .int64(let count) = message.arguments[index + 1], count != 0
          {
            list.add(
              (isRefused ? "refused\t" : "") + shown(name), "\(count)",
              fields: [(isRefused ? "refused" : "name"): string(name), "count": count])
          }
        }
      }
      return true
    }
  }
}
