// The command `tactus` and its subcommands. Main thread.
import ArgumentParser
import Console
import Foundation
import Performances

@main
struct Tactus: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tactus",
    abstract: "Plays, records and shows touch performances; reads and checks patches, grids and profiles.",
    discussion: """
      Wherever a patch, a set list, a concert, a grid or a performance is expected, its name or its file can be given. \
      Data goes to standard output, sentences to standard error. Exit codes: 0 it is done, 1 it is not (one \
      line says why), 64 the words of the command are wrong.
      """,
    version: Version.text,
    subcommands: [
      Render.self, Record.self, Send.self, Do.self, Watch.self, Teach.self, LessonCommand.self,
      Convert.self, ScreenCommand.self,
      Patch.self, SetListCommand.self, ConcertCommand.self, Grid.self, Open.self, Listen.self, Profile.self,
      Pads.self, Network.self, Sample.self, SurfaceCommand.self, PasswordCommand.self, SiteCommand.self,
      Play.self, ControlsCommand.self, CommonsCommand.self,
      Tangible.self,
      SceneCommand.self,
    ])

  static func main() {
    do {
      var arguments = Array(CommandLine.arguments.dropFirst())
      // A session manager starts programs without arguments.
      if arguments.isEmpty, ProcessInfo.processInfo.environment["NSM_URL"] != nil { arguments = ["play"] }
      if let argument = argumentThatIsNoUTF8() {
        throw ValidationError("“\(argument)” is not UTF-8. Rename the file, and give the new name.")
      }
      if let complaint = complaint(about: arguments) { throw ValidationError(complaint) }
      var command = try parseAsRoot(arguments)
      try reportingErrors { try command.run() }
    } catch let error where exitCode(for: error).isSuccess {
      // Help, completions and the version, which ArgumentParser would print into a buffer whose errors are
      // lost.
      let message = fullMessage(for: error)
      if !message.isEmpty { printText(message + "\n") }
      exit(withError: hasOutputFailed ? ExitCode.failure : nil)
    } catch {
      exit(withError: error)
    }
  }

  /// The error in the words that choose a command; nil if they choose one.
  static func complaint(about arguments: [String]) -> String? {
    var command: ParsableCommand.Type = Tactus.self
    for word in arguments.first == "help" ? arguments.dropFirst() : arguments[...] {
      let choices = command.configuration.subcommands
      if choices.isEmpty || word.hasPrefix("-") { return nil }
      guard
        let next = choices.first(where: { $0._commandName == word || $0.configuration.aliases.contains(word) }
        )
      else {
        let names = choices.map { $0._commandName }
        let path = command == Tactus.self ? "tactus" : "tactus \(command._commandName)"
        return "`\(path)` has no command “\(word)”\(Suggestion.hint(for: word, among: names)). "
          + "It has \(names.joined(separator: ", "))."
      }
      command = next
    }
    return nil
  }
}
