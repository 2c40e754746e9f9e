// Pad profiles: those of the bundle, what is wrong with others, and how a grid takes one over.
import Foundation
import Testing
import Text
import ToneMatrix

@testable import Grids

@Suite struct PadProfileTests {
  private static let folder = URL(filePath: #filePath).appending(path: "../../../bundle/pads").standardized

  static let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()

  private func read(_ text: String) throws -> (PadProfile, [DocumentError]) {
    var warnings: [DocumentError] = []
    let profile = try PadProfile.read([UInt8](text.utf8), warnings: &warnings)
    return (profile, warnings)
  }

  private func fault(_ text: String) -> String? {
    do {
      _ = try read(text)
      return nil
    } catch let error as DocumentError {
      return "\(error.line):\(error.column): \(String(decoding: error.message, as: UTF8.self))"
    } catch { return "\(error)" }
  }

  @Test func theBundleHasTheDevicesOfTheManual() {
    #expect(
      Self.files == [
        "apc40.json", "apc40_mk2.json", "apc_mini.json", "apc_mini_mk2.json", "launchpad_mini.json",
        "launchpad_mini_mk3.json", "launchpad_pro_mk3.json", "launchpad_x.json",
      ])
  }

  @Test(arguments: files) func profilesOfTheBundleHaveNoMistake(file: String) throws {
    let (profile, warnings) = try read(String(contentsOf: Self.folder.appending(path: file), encoding: .utf8))
    #expect(warnings.isEmpty && !profile.description.isEmpty)
    let compiled = profile.pads.compiled
    #expect(compiled.count == profile.pads.notes.joined().count + profile.pads.buttons.count, "none is lost")
    // No message has two meanings.
    var messages: Set<Int> = []
    for index in 0..<compiled.count {
      let control = compiled.controls[index]
      for channel in control.channel == 255 ? 0...15 : Int(control.channel)...Int(control.channel) {
        let message = (control.isController ? 65536 : 0) + channel << 8 + Int(control.number)
        #expect(messages.insert(message).inserted, "\(control.number)")
      }
    }
    let actions = Set(profile.pads.buttons.map { "\($0.action.symbol)" })
    #expect(
      actions.isSuperset(of: [
        "page_left", "page_right", "page_up", "page_down", "track", "pattern", "mute", "stop", "stop_all",
        "fill",
      ]))
  }

  @Test(arguments: files) func aGridTakesAProfileOver(file: String) throws {
    let (profile, _) = try read(String(contentsOf: Self.folder.appending(path: file), encoding: .utf8))
    var grid = GridDocument()
    // A device that differs in all keys.
    (grid.pads.columnChannels, grid.pads.firstStep, grid.pads.channel) = ([3], 4, 7)
    grid.pads.setup = [[0xF0, 1, 0xF7]]
    grid.pads.buttons = [GridPadButton()]
    grid.pads.buttons[0].note = 1
    _ = try grid.apply(edit: profile.edit, playing: [Int](repeating: 0, count: GridLimit.layers))
    #expect(grid.pads == profile.pads)
    var warnings: [DocumentError] = []
    let text = grid.write()
    let again = try GridDocument.read(text, warnings: &warnings)
    #expect(again.pads == profile.pads && again.write() == text && warnings.isEmpty)
  }

  @Test func gridsWithoutAProfileAreWrittenAsBefore() throws {
    #expect(!String(decoding: GridDocument().write(), as: UTF8.self).contains("pads"))
    var warnings: [DocumentError] = []
    let text = #"{"version": 1, "pads": {"notes": [[60, 61]], "first_step": 4, "on": 7}}"#
    let grid = try GridDocument.read([UInt8](text.utf8), warnings: &warnings)
    let written = String(decoding: grid.write(), as: UTF8.self)
    #expect(warnings.isEmpty)
    for key in ["name", "buttons", "setup", "column_channels"] {
      #expect(!written.split(separator: "layers")[0].contains("\"\(key)\": ["), "\(key)")
    }
    #expect(written.contains(#""on": 7"#))
  }

  @Test(arguments: [
    (#"{"name": "x"}"#, #"1:1: must have a "version""#),
    (#"{"version": 1}"#, #"1:1: must have a "name""#),
    (#"{"version": 2, "name": "x"}"#, "1:13: version must be 1"),
    (#"{"version": 1, "name": "x", "buttons": [{"action": "play"}]}"#, "note"),
    (#"{"version": 1, "name": "x", "buttons": [{"note": 1, "cc": 2, "action": "play"}]}"#, "note"),
    (#"{"version": 1, "name": "x", "buttons": [{"note": 1}]}"#, "action"),
    (#"{"version": 1, "name": "x", "buttons": [{"note": 1, "action": "jump"}]}"#, "there is no action"),
    (#"{"version": 1, "name": "x", "buttons": [{"note": 1, "action": "track"}]}"#, "must have a \"number\""),
    (#"{"version": 1, "name": "x", "buttons": [{"note": 1, "action": "pattern", "number": 17}]}"#, "1…16"),
    (
      #"{"version": 1, "name": "x", "buttons": [{"note": 1, "action": "fill", "number": 1}]}"#,
      "has no number"
    ),
    (#"{"version": 1, "name": "x", "setup": ["F0 00 20"]}"#, "hexadecimal"),
    (#"{"version": 1, "name": "x", "setup": ["F0 80 F7"]}"#, "hexadecimal"),
    (#"{"version": 1, "name": "x", "notes": [1]}"#, "1:39: "),
  ]) func mistakesAreNamedWithTheirPlace(text: String, words: String) throws {
    let found = try #require(fault(text))
    #expect(found.contains(words.hasPrefix("1:13") ? "1:13" : words), "\(found)")
    #expect(found.hasPrefix("1:"))
  }

  @Test func columnsHaveTheirChannelsAndButtonsTheirLights() throws {
    let (profile, warnings) = try read(
      #"""
      {"version": 1, "name": "x", "notes": [[57, 57], [56, 56]], "column_channels": [1, 2], "channel": 4,
       "buttons": [{"note": 81, "action": "stop", "on": 1, "queued": 2},
         {"cc": 20, "channel": 3, "action": "pattern", "number": 5, "off": 9}]}
      """#)
    #expect(warnings.isEmpty)
    let pads = profile.pads.compiled
    let controls = (0..<pads.count).map { pads.controls[$0] }
    #expect(controls.map { $0.number } == [56, 56, 57, 57, 81, 20])
    #expect(controls.map { $0.channel } == [0, 1, 0, 1, 255, 2])
    #expect(controls.map { $0.lightChannel } == [0, 1, 0, 1, 3, 2])
    #expect(controls.map { $0.isController } == [false, false, false, false, false, true])
    func lights(_ index: Int) -> [UInt8] {
      PadLight.allCases.map { controls[index].lights[Int($0.rawValue)] }
    }
    #expect(lights(4) == [0, 1, 1, 1, 2] && lights(5) == [9, 127, 127, 127, 127])
  }
}
