// `tactus scene render` and `run`: a scene into a file, and live. Main thread.
import ArgumentParser
import Console
import Controls
import Foundation
import Hosting
import Performances
import Scenes

/// The plugin that plays scenes.
private let scenePlugin = "urn:tactus:scene"

struct SceneRender: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Plays a performance or a MIDI file on a scene and writes the sound.",
    discussion: "The sound begins with the patch, as in Pd's own batch mode, and has its samples.")

  @Argument(help: "The scene, or its name.", completion: SceneCommand.completion)
  var scene: String
  @OptionGroup var options: RenderOptions

  func run() throws {
    let scene = try SceneCommand.playable(scene, options.bundle)
    var words: SceneWords?
    try options.render(
      on: RenderedPlugin(
        uri: scenePlugin,
        scene: RenderedScene(
          name: scene.name, path: scene.path, rate: scene.rate,
          check: { instance in
            if words == nil { words = SceneWords(instance) }
            try words?.listen()
          },
          finish: { words?.tell() })))
  }
}

struct SceneRun: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Plays a scene live: `tactus play --scene` under another name.")

  @Argument(help: "The scene, or its name.", completion: SceneCommand.completion)
  var scene: String
  @Argument(parsing: .allUnrecognized, help: "Options of tactus play.")
  var options: [String] = []

  func run() throws {
    var play = try Play.parse(["--scene", scene] + options)
    try play.run()
  }
}

/// The state of a scene's plugin, and Pd's console.
struct SceneWords {
  private let instance: Instance
  private let keys: (property: UInt32, value: UInt32, state: UInt32)
  private var text = ""

  init(_ instance: Instance) {
    self.instance = instance
    let patch = "http://lv2plug.in/ns/ext/patch#"
    keys = (
      instance.table.map(patch + "property"), instance.table.map(patch + "value"),
      instance.table.map("urn:tactus:vocabulary#scene_state")
    )
  }

  /// Hears what the last block said.
  /// - Throws: if the scene does not play.
  mutating func listen() throws {
    for event in instance.output("notify") {
      let values = Self.properties(event.body)
      guard let property = values[keys.property], property.count == 4, let text = values[keys.value],
        property.enumerated().reduce(UInt32(0), { $0 | UInt32($1.element) << UInt32(8 * $1.offset) })
          == keys.state
      else { continue }
      self.text = string(text.filter { $0 != 0 })
    }
    guard let state = instance.value(of: "live_state"), state != Self.playing else { return }
    throw CommandError("the scene does not play: \(text.isEmpty ? Self.name(of: state) : text)")
  }

  /// Prints what Pd has printed.
  func tell() {
    for line in text.split(separator: "\n").dropFirst() { report("Pd: \(shown(String(line)))") }
  }

  private static let playing = Float(SceneState.playing.number)
  static func name(of state: Float) -> String {
    SceneState.allCases.first { Float($0.number) == state }.map { "\($0.name)" } ?? "?"
  }

  /// The properties of an atom object, by the numbers of their keys.
  private static func properties(_ body: [UInt8]) -> [UInt32: [UInt8]] {
    func word(_ at: Int) -> UInt32 { (0..<4).reduce(0) { $0 | UInt32(body[at + $1]) << UInt32(8 * $1) } }
    var found: [UInt32: [UInt8]] = [:]
    var place = 8
    while place + 16 <= body.count {
      let size = Int(word(place + 8))
      guard place + 16 + size <= body.count else { break }
      found[word(place)] = [UInt8](body[place + 16..<place + 16 + size])
      place += 16 + (size + 7) / 8 * 8
    }
    return found
  }
}
