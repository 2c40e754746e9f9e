// `tactus surface`: serves the page that plays the instrument in any browser. Main thread.
import ArgumentParser
import Console
import Performances

/// Runs `tactus-surface`, the server, which has the same arguments.
struct SurfaceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "surface",
    abstract: "Lets any browser play: a tablet, a telephone, another computer.",
    discussion: """
      Prints an address, and a code to scan. The browser that opens it may play, see, find and edit; nothing \
      is installed on it. The page comes over https with a certificate of its own, of which the browser asks \
      once; with --plain over http, which everybody in the network can read, and without sensors. The plugin \
      is found by itself, and again after its host has started again. Ends with Ctrl-C.
      """)

  @OptionGroup var arguments: SurfaceArguments

  func run() throws { try runProgram("tactus-surface") }
}
