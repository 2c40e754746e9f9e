// `tactus scene`: finds, checks, makes, installs and plays patches of Pure Data. Main thread.
import ArgumentParser
import Console
import Foundation
import Performances
import Scene
import SceneFiles
import Scenes
import Stores
import Text

struct SceneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scene",
    abstract: "Lists, shows, checks, makes, installs, renders and plays Pure Data scenes.",
    discussion: "A scene is a patch (.pd), or a folder with _main.pd or droidparty_main.pd.",
    subcommands: [
      List.self, Show.self, Check.self, Init.self, Install.self, Rename.self, Move.self, Copy.self,
      Delete.self, Reset.self, Bundle.self, Pack.self, SceneTrustCommand.self, SceneRender.self,
      SceneRun.self,
    ])

  /// The user's folder of scenes and that of a bundle.
  static func library(_ bundle: BundleOption) throws -> SceneLibrary {
    let data = string(UserFolders.data())
    return SceneLibrary(user: data.isEmpty ? "" : "\(data)/scenes", bundle: "\(try bundle.path())/scenes")
  }

  /// A scene, on a system that can play it.
  static func playable(_ name: String, _ bundle: BundleOption) throws -> SceneSource {
    let scene = try library(bundle).scene(name)
    if let missing = ScenePrograms().missing { throw CommandError(string(missing.bytes)) }
    return scene
  }

  /// Names of scenes, for the shells' completion.
  static let completion = CompletionKind.custom { _, _, prefix in
    let library = try? library(BundleOption.parse([]))
    let names = library.map { library in library.scenes().map { library.name(of: $0) } } ?? []
    return names.filter { $0.hasPrefix(prefix) }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists your scenes and those of the bundle: file, name, kind, description.")

    @OptionGroup var bundle: BundleOption
    @OptionGroup var listing: Listing

    func run() throws {
      let library = try SceneCommand.library(bundle)
      var list = ListReport(listing)
      for scene in library.scenes() {
        do {
          let info = try scene.info()
          let name = info.name.isEmpty ? library.name(of: scene) : string(info.name)
          list.add(
            scene.path, shown(name), "\(scene.kind.spec.title)", shown(info.description),
            fields: [
              "file": scene.path, "name": name, "kind": "\(scene.kind.spec.symbol)",
              "description": string(info.description),
            ])
        } catch { report(sentence(of: error)) }
      }
      list.finish()
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Shows the description of a scene, what it expects and what a host can move.",
      aliases: ["info"])

    @Argument(help: "The scene, or its name.", completion: SceneCommand.completion)
    var scene: String
    @OptionGroup var bundle: BundleOption

    func run() throws {
      let library = try SceneCommand.library(bundle)
      let scene = try library.scene(scene)
      let info = try scene.info()
      let search = try scene.search(libraries: library.libraries)
      let rate = try scene.rate().map { "\($0) Hz" } ?? "that of the host"
      let scale = scene.kind.spec.touchScale
      var rows: [(String, String)] = [
        ("scene", shown(scene.path)), ("kind", "\(scene.kind.spec.title)"), ("name", shown(info.name)),
        ("author", shown(info.author)), ("category", shown(info.category)),
        ("description", shown(info.description)), ("sample rate", rate),
        ("touches", scale == 0 ? "none" : "0 to \(scale)"), ("patches", "\(search.patches.count)"),
        ("native code", search.externals.map(shown).joined(separator: ", ")),
      ]
      if search.main != nil {
        let main = try scene.page(libraries: library.libraries)
        let controls = try scene.sidecar().says.controls ?? SceneControl.controls(of: main.widgets)
        rows.append(("size", "\(Int(main.width)) × \(Int(main.height)) pixels"))
        rows.append(("widgets", "\(main.widgets.count)"))
        for (index, control) in controls.enumerated() {
          let range = control.range
          rows.append(
            (
              "control \(index + 1)",
              "\(shown(control.name)): \(rounded(Double(range.low))) to \(rounded(Double(range.high)))"
                + (range.isLogarithmic ? ", logarithmic" : "")
                + ", sent to \(shown(control.shownAddress))"
            ))
        }
      }
      for (name, value) in rows where !value.isEmpty { printLine("\(name)\t\(value)") }
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Names the objects and files that scenes lack, and whether this system plays scenes.",
      discussion: "Prints FILE:LINE:COLUMN of each error and warning. Fails when there is an error.")

    @Argument(help: "Scenes, or their names; otherwise all.", completion: SceneCommand.completion)
    var scenes: [String] = []
    @OptionGroup var bundle: BundleOption
    @OptionGroup var strictness: Strictness

    func run() throws {
      let library = try SceneCommand.library(bundle)
      var results = CheckReport("scene")
      if let missing = ScenePrograms().missing {
        report("warning: \(string(missing.bytes))")
      } else {
        for sentence in SceneBounds.missing() { report("note: \(string(sentence.bytes))") }
      }
      for name in scenes.isEmpty ? library.scenes().map(\.path) : scenes {
        results.check { results in
          let scene = try library.scene(name)
          let search = try scene.search(libraries: library.libraries)
          for note in search.errors { results.fail(describe(note.error, in: string(note.path), as: "error")) }
          for note in search.warnings { results.warn(note.error, in: string(note.path)) }
          for path in search.externals {
            let sentence = "is native code, which a scene brings along: it runs in the box, as the patch does"
            results.warn(DocumentError(Array(sentence.utf8)), in: string(path))
          }
          _ = try scene.info()
          try Self.checkLinks(of: scene, &results)
          for warning in try scene.sidecar().warnings { results.warn(warning, in: scene.sidecarPath) }
        }
      }
      try results.finish(strictness)
    }

    /// Warns about files that the box of a scene does not show.
    private static func checkLinks(of scene: SceneSource, _ results: inout CheckReport) throws {
      do throws(DocumentError) {
        let (folder, paths) = try SceneLinks.hidden(of: Array(scene.path.utf8))
        for path in paths {
          let sentence = "leads out of the scene's folder, so the scene can't see it"
          results.warn(DocumentError(Array(sentence.utf8)), in: "\(string(folder))/\(string(path))")
        }
      } catch { throw CommandError(string(error.message)) }
    }
  }

  struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Creates a new scene in your folder of scenes.")

    @Argument(help: "The scene's name.")
    var name: String
    @Option(help: "patch, pdparty, rjdj or droidparty.")
    var kind = KindOfScene.pdParty
    @OptionGroup var bundle: BundleOption

    func run() throws { printLine(try SceneCommand.library(bundle).makeScene(name, kind.kind).path) }
  }

  struct Install: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Unpacks the scene of a zip file into your folder of scenes.",
      discussion: """
        The file has one folder that is a scene, what is in such a folder, or one patch. Paths that lead \
        elsewhere, links, more than 5000 files and more than 256 MiB are refused.
        """)

    @Argument(help: "The zip file (.zip, .rjz).", completion: .file(extensions: ["zip", "rjz"]))
    var file: String
    @Option(help: "Another name than that in the file.")
    var name: String?
    @OptionGroup var bundle: BundleOption

    func run() throws {
      let library = try SceneCommand.library(bundle)
      let scene = try library.install(file, as: name)
      printLine(scene.path)
      let lacks = try scene.search(libraries: library.libraries).errors.count
      if lacks > 0 { report("it has \(counted(lacks, "error")): see tactus scene check '\(scene.name)'") }
    }
  }

  struct Pack: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Writes a zip file for work on scenes in desktop Pd.",
      discussion:
        "It has notes, the abstractions that every scene finds, a scene of each kind, and patches for OSC.")

    @Option(name: [.short, .long], help: "The zip file.", completion: .file(extensions: ["zip"]))
    var output: String
    @OptionGroup var bundle: BundleOption

    func run() throws { try SceneCommand.library(bundle).writePack(to: output) }
  }

  struct Reset: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract:
        "Lets a scene of the bundle play as it ships; your changed one of its name is kept by another name."
    )

    @Argument(help: "The scene's name.", completion: SceneCommand.completion)
    var name: String
    @OptionGroup var bundle: BundleOption

    func run() throws { report("yours is now \(try SceneCommand.library(bundle).reset(name))") }
  }
}

/// The option --kind.
struct KindOfScene: ExpressibleByArgument {
  let kind: SceneKind

  static let pdParty = KindOfScene(kind: .pdParty)

  init(kind: SceneKind) { self.kind = kind }

  init?(argument: String) {
    guard let found = SceneKind.allCases.first(where: { "\($0.spec.symbol)" == argument }) else { return nil }
    kind = found
  }

  var defaultValueDescription: String { "\(kind.spec.symbol)" }
  static var allValueStrings: [String] { SceneKind.allCases.map { "\($0.spec.symbol)" } }
}
