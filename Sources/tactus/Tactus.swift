// The command `tactus` and its subcommands. Main thread.
import ArgumentParser
import Foundation
import Hosting

@main
struct Tactus: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tactus",
    abstract: "Plays, records and shows touch performances; reads and checks patches, grids and profiles.",
    subcommands: [
      Render.self, Record.self, Send.self, Watch.self, Convert.self, Patch.self, SetListCommand.self,
      Grid.self, Listen.self, Profile.self, Network.self,
    ])

  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let error as HostingError {
      exit(withError: CommandError("\(error)"))  // its text is of a bundle
    } catch {
      exit(withError: error)
    }
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
