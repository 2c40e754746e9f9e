// The scenes of the bundle: nothing of them is missing, and each is of the kind that it is meant to be.
import Foundation
import TestSupport
import Testing

@testable import SceneFiles

@Suite struct BundleTests {
  private let scenes = testsFolder.deletingLastPathComponent().appending(path: "bundle/scenes").path

  private func contents(_ path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map { [UInt8]($0) }
  }

  /// The scenes by name, each with its kind and what was found in its files.
  private func found() throws -> [String: (kind: SceneKind, search: SceneSearch)] {
    let files = FileManager.default
    let folders = try files.contentsOfDirectory(atPath: "\(scenes)/libs").sorted()
    var all: [String: (kind: SceneKind, search: SceneSearch)] = [:]
    for name in try files.contentsOfDirectory(atPath: scenes)
    where name != "libs" && !name.hasSuffix(".png") {
      var isFolder: ObjCBool = false
      _ = files.fileExists(atPath: "\(scenes)/\(name)", isDirectory: &isFolder)
      let kind = SceneKind.recognize(Array(name.utf8), isFolder: isFolder.boolValue) {
        files.fileExists(atPath: "\(scenes)/\(name)/\($0)")
      }
      let known = try #require(kind, "\(name) is no scene")
      let main = known == .patch ? "\(scenes)/\(name)" : "\(scenes)/\(name)/\(known.spec.main)"
      all[string(SceneKind.name(of: Array(name.utf8)))] = (
        known,
        SceneSearch(
          Array(main.utf8), folders: folders.map { Array("\(scenes)/libs/\($0)".utf8) }, standard: [],
          load: { contents(string($0)) },
          look: { files.fileExists(atPath: string($0)) ? .file : .missing })
      )
    }
    return all
  }

  @Test func nothingOfOurScenesIsMissing() throws {
    let all = try found()
    #expect(all.count >= 8)
    for (name, scene) in all {
      let notes = (scene.search.errors + scene.search.warnings).map {
        "\(string($0.path)):\($0.error.line): \(string($0.error.message))"
      }
      #expect(notes.isEmpty, "\(name): \(notes)")
      #expect(scene.search.externals.isEmpty, "\(name) has native code")
    }
  }

  @Test func ourScenesAreOfTheirKinds() throws {
    let all = try found()
    let kinds: [String: SceneKind] = [
      "fingers": .pdParty, "grain_loop": .pdParty, "tilt_garden": .pdParty, "step_grid": .pdParty,
      "guitar_box": .pdParty, "echo_walk": .rjDj, "pocket_pad": .droidParty, "every_widget": .patch,
    ]
    #expect(all.mapValues(\.kind) == kinds)
    for (name, scene) in all where scene.kind == .pdParty {
      let text = try #require(contents("\(scenes)/\(name)/info.json"))
      let info = try SceneInfo(json: text)
      #expect(!info.name.isEmpty && !info.author.isEmpty && !info.description.isEmpty, "\(name)")
    }
    let list = try SceneInfo(propertyList: try #require(contents("\(scenes)/echo_walk.rj/Info.plist")))
    #expect(string(list.name) == "Echo walk")
  }

  @Test func hostsMoveTheWidgetsOfTheGuitarBox() throws {
    let main = try #require(try found()["guitar_box"]?.search.main)
    let controls = SceneControl.controls(of: main.widgets)
    #expect(
      controls.map { string($0.name) } == [
        "drive", "tone Hz", "tremolo Hz", "depth", "echo ms", "repeats", "level", "on",
      ])
    #expect(controls.map { string($0.address) }.first == "gb-drive-set")
    #expect(abs(controls[0].value - 6) < 0.1)
  }

  @Test func oneOfOurScenesHasEachWidgetOfPd() throws {
    let main = try #require(try found()["every_widget"]?.search.main)
    let words = Set(main.widgets.map { "\($0.kind)".prefix { $0 != "(" } })
    #expect(
      words == [
        "bang", "toggle", "slider", "dragNumber", "radio", "meter", "panel", "number", "symbol", "list",
        "comment",
      ])
  }
}
