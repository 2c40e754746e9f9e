// `tactus do`: sends a message to the plugins that run, and prints what they answer. Main thread.
import ArgumentParser
import Console
import Dialects
import Foundation
import OSC

struct Do: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Sends a message to the plugins that run, and prints what they answer.",
    usage: "tactus do [--port <port>] [--host <host>] [URL] ADDRESS [ARGUMENT ...]",
    discussion: """
      For example `tactus do /tactus/patch/load pluck` or `tactus do osc.tcp://studio:3333/ /tactus/macro 1 \
      0.5`. URL stands for --host and --port, as in oscsend. docs/osc.md lists the addresses. Plugins of this \
      machine are asked through their control socket, others over UDP; a URL says otherwise. A word that is a number is sent as one, true and false as such, and anything else as a \
      text; a number between double quotes is a text, too. Options stand before the address. Fails when \
      nothing runs at the port, and when the message is refused.
      """)

  @OptionGroup var receiver: ReceiverOptions
  @Argument(
    parsing: .captureForPassthrough, help: "The address, which begins with /, and its arguments.",
    completion: .list(OSCWords.addresses))
  var message: [String]

  /// The arguments behind the options are passed on as they are, so a request for help is found here.
  private var asksForHelp: Bool { ["-h", "--help"].contains(message.first) }

  /// The words of the message, without the URL that may stand before them.
  private var words: [String] { isURLFirst ? Array(message.dropFirst()) : message }
  private var isURLFirst: Bool { message.first?.contains("://") == true && message.first?.first != "/" }

  private func address() throws -> OSCAddress {
    try isURLFirst ? ReceiverOptions.address(url: message[0]) : receiver.address()
  }

  func validate() throws {
    if asksForHelp { return }
    _ = try address()
    guard words.first?.hasPrefix("/") == true else {
      throw ValidationError("“\(words.first ?? "")” is no address: it begins with /, as /tactus/patch/next")
    }
  }

  func run() throws {
    if asksForHelp { throw CleanExit.helpRequest(self) }
    guard let message = OSCMessage(words: words) else { return }
    let plugins = try PluginPort(try address())
    let before = try plugins.counts()
    let answers = try plugins.ask(message)
    let after = try plugins.counts()
    var isRefused = false
    for answer in answers {
      if string(answer.address).hasSuffix("/error") {
        report(answer.outline)
        isRefused = true
      } else {
        printLine(answer.outline)
      }
    }
    if !isRefused {
      for refusal in Refusal.allCases.map({ "\($0.symbol)" })
      where after[refusal, default: 0] > before[refusal, default: 0] {
        report("refused: \(refusal)")
        isRefused = true
      }
    }
    if isRefused {
      if let port = plugins.otherPort(for: message) {
        let quoted = words.map { $0.contains(" ") ? "'\($0)'" : $0 }.joined(separator: " ")
        report("the plugin at port \(port) has it; try: tactus do --port \(port) \(quoted)")
      }
      throw ExitCode.failure
    }
    if answers.isEmpty { report("received by \(counted(Int(after["instances", default: 1]), "instance"))") }
  }
}
