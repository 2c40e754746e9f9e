// `tactus scene rename`, `move`, `copy`, `delete`: what is done in the user's folder of scenes. Main thread.
import ArgumentParser
import Console
import Scenes

extension SceneCommand {
  struct Rename: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Gives one of your scenes another name.")

    @Argument(help: "The scene's name.", completion: SceneCommand.completion)
    var scene: String
    @Argument(help: "Its new name.")
    var name: String
    @OptionGroup var bundle: BundleOption

    func run() throws {
      let library = try SceneCommand.library(bundle)
      report(try library.change("rename", try library.scene(scene), [name]))
    }
  }

  struct Move: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Moves one of your scenes to a folder within the folder of scenes.",
      discussion: "The folder is made if it is not there; one that is empty then goes.")

    @Argument(help: "The scene's name.", completion: SceneCommand.completion)
    var scene: String
    @Argument(help: "The folder, as live or live/summer; otherwise the folder of scenes itself.")
    var folder = ""
    @OptionGroup var bundle: BundleOption

    func run() throws {
      let library = try SceneCommand.library(bundle)
      report(try library.change("move", try library.scene(scene), [folder]))
    }
  }

  struct Copy: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Copies a scene, yours or the bundle's, into your folder of scenes.")

    @Argument(help: "The scene's name.", completion: SceneCommand.completion)
    var scene: String
    @Argument(help: "The copy's name, perhaps with a folder: live/bells.")
    var name: String
    @OptionGroup var bundle: BundleOption

    func run() throws {
      let library = try SceneCommand.library(bundle)
      report(try library.change("copy", try library.scene(scene), [name]))
    }
  }

  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Deletes one of your scenes for good.")

    @Argument(help: "The scene's name.", completion: SceneCommand.completion)
    var scene: String
    @OptionGroup var bundle: BundleOption

    func run() throws {
      let library = try SceneCommand.library(bundle)
      report(try library.change("delete", try library.scene(scene), []))
    }
  }
}
