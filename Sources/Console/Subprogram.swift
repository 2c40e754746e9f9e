// The programs that `tactus` runs for some of its commands. Main thread.
import Foundation

/// Replaces this process by a program of ours, as git does for its subcommands. The program gets the arguments that
/// follow the name of the command. It's looked for beside this program, then in `../lib/tactus`, where packages install
/// it.
/// - Throws: `CommandError` if the program is missing or can't be run.
package func runProgram(_ name: String) throws -> Never {
  let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  let places = [own, own.deletingLastPathComponent().appending(path: "lib/tactus")].map {
    $0.appending(path: name).path
  }
  guard let program = places.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
    throw CommandError(
      "\(name) is missing: it belongs in \(places.joined(separator: " or ")); install Tactus again")
  }
  var arguments = ([program] + CommandLine.arguments.dropFirst(2)).map { strdup($0) } + [nil]
  execv(program, &arguments)
  throw CommandError(system: program)
}
