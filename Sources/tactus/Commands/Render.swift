// `tactus render`: plays a performance through a plugin into a sound and a picture. Main thread.
import ArgumentParser
import Console
import Performances

/// Runs `tactus-render`, which has the same arguments and is built without the rest of the command.
struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Plays a performance, a MIDI file or both on a plugin and writes its sound or its MIDI.")

  @OptionGroup var arguments: RenderArguments

  func run() throws { try runProgram("tactus-render") }
}
