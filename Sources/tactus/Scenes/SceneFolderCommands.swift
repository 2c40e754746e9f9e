// `tactus scene rename`, `move`, `copy`, `delete`: what is done in the user's folder of scenes. Main thread.
import ArgumentParser
import Console
import Performances
import Scenes

/// The scene that one of these commands is about.
struct ChangedScene: ParsableArguments {
  @Argument(help: "The scene's name.", completion: SceneCommand.completion)
  var scene: String
  @OptionGroup var bundle: BundleOption

  /// Makes a change and reports it.
  func change(_ word: String, _ arguments: String...) throws {
    let library = try SceneCommand.library(bundle)
    report(try library.change(word, try library.scene(scene), arguments))
  }
}

extension SceneCommand {
  struct Rename: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Gives one of your scenes another name.")

    @OptionGroup var changed: ChangedScene
    @Argument(help: "Its new name.")
    var name: String

    func run() throws { try changed.change("rename", name) }
  }

  struct Move: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Moves one of your scenes to a folder within the folder of scenes.",
      discussion: "The folder is made if it is not there; one that is empty then goes.")

    @OptionGroup var changed: ChangedScene
    @Argument(help: "The folder, as live or live/summer; otherwise the folder of scenes itself.")
    var folder = ""

    func run() throws { try changed.change("move", folder) }
  }

  struct Copy: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Copies a scene, yours or the bundle's, into your folder of scenes.")

    @OptionGroup var changed: ChangedScene
    @Argument(help: "The copy's name, perhaps with a folder: live/bells.")
    var name: String

    func run() throws { try changed.change("copy", name) }
  }

  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Deletes one of your scenes.")

    @OptionGroup var changed: ChangedScene

    func run() throws { try changed.change("delete") }
  }
}
