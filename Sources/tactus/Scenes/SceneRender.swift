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
          finish: { words?.finish() })))
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
  private let keys: (body: UInt32, state: UInt32, console: UInt32)
  private var text = ""

  init(_ instance: Instance) {
    self.instance = instance
    keys = (
      instance.table.map("http://lv2plug.in/ns/ext/patch#body"),
      instance.table.map("urn:tactus:vocabulary#scene_state"),
      instance.table.map("urn:tactus:vocabulary#scene_console")
    )
  }

  /// Reads what the last block reported, and prints what Pd has printed.
  /// - Throws: if the scene does not play.
  mutating func listen() throws {
    _ = read()
    guard let state = instance.value(of: "live_state"), state != Self.playing else { return }
    throw CommandError("the scene does not play: \(text.isEmpty ? Self.name(of: state) : text)")
  }

  /// Prints what Pd has printed up to the last block.
  mutating func finish() {
    repeat { _ = instance.run(0) } while read()
  }

  /// Reads what the last block reported. Returns whether Pd has printed something.
  private mutating func read() -> Bool {
    var hasPrinted = false
    for event in instance.output("notify") {
      guard let object = Self.properties(event.body)[keys.body] else { continue }
      let values = Self.properties(object).mapValues { value in string(value.filter { $0 != 0 }) }
      if let state = values[keys.state] { text = state }
      if let console = values[keys.console] {
        hasPrinted = true
        for line in console.split(separator: "\n") { report("Pd: \(shown(String(line)))") }
      }
    }
    return hasPrinted
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
