// The command `tactus` and its subcommands. Main thread.
import ArgumentParser
import Console
import Foundation
import Hosting

@main
struct Tactus: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tactus",
    abstract: "Plays, records and shows touch performances; reads and checks patches, grids and profiles.",
    discussion: """
      Wherever a patch, a set list, a grid or a performance is expected, its name or its file can be given.
      """,
    version: Version.text,
    subcommands: [
      Render.self, Record.self, Send.self, Do.self, Watch.self, Convert.self, ScreenCommand.self,
      Patch.self, SetListCommand.self, Grid.self, Open.self, Listen.self, Profile.self, Network.self,
      Sample.self, SurfaceCommand.self, SiteCommand.self, Play.self, Tangible.self,
      SceneCommand.self,
    ])

  static func main() {
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      if let complaint = complaint(about: arguments) { throw ValidationError(complaint) }
      var command = try parseAsRoot(arguments)
      try command.run()
    } catch let error as HostingError {
      exit(withError: CommandError("\(error)"))  // its text is of a bundle
    } catch {
      exit(withError: error)
    }
  }

  /// What is wrong with the words that choose a command; nil if they choose one.
  static func complaint(about arguments: [String]) -> String? {
    var command: ParsableCommand.Type = Tactus.self
    for word in arguments.first == "help" ? arguments.dropFirst() : arguments[...] {
      let choices = command.configuration.subcommands
      if choices.isEmpty || word.hasPrefix("-") { return nil }
      guard let next = choices.first(where: { $0._commandName == word }) else {
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

/// All bytes of a file.
func contents(of path: String) throws -> [UInt8] {
  guard let file = fopen(path, "rb") else { throw CommandError(system: path) }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65_536)
  while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
  if ferror(file) != 0 { throw CommandError(system: path) }
  return bytes
}

/// The lines of a text file, with any kind of line end.
func lines(of path: String) throws -> [Substring] {
  guard let text = String(validating: try contents(of: path), as: UTF8.self) else {
    throw CommandError("\(path): this is no text (UTF-8)")
  }
  return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
}
