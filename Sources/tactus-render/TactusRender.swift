// `tactus-render`, which `tactus render` runs: a small LV2 host that plays a performance. Main thread.
import ArgumentParser
import Console
import Hosting
import Performances

@main
struct TactusRender: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "tactus render", version: Version.text)

  @OptionGroup var arguments: RenderArguments

  func run() throws { try reportingErrors { try arguments.run() } }
}
