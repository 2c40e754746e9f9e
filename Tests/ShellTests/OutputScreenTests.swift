// The tab *Out* of *Matrix*: outputs are added, changed, dropped onto, switched off and removed.
import Controls
import Instrument
import PanelModel
import Patches
import RealTime
import Testing
import Text
import Toolkit

@testable import Paint
@testable import Shell
@testable import SoundScreens

@Suite struct OutputScreenTests {
  private func view(_ outputs: [Output]) -> View {
    var view = touchView()
    view.model.patch.outputs = outputs.map { PatchOutput($0) }
    view.open(.matrix)
    view.sound.matrix.hasTab = true
    view.sound.matrix.tab = true
    view.refreshControls()
    return view
  }

  @Test func anOutputIsAddedByItsEnds() throws {
    var view = view([])
    _ = try view.press("Add")
    for letter in Controller.groupSpread.shortName { _ = view.type([letter]) }
    _ = view.key(.enter)
    // The list of destinations has the keyboard too, but a finger needs none on the screen for it.
    #expect(!view.popups.hasKeyboard)
    let byKeys = try applied(view.key(.enter), to: view.model.patch)
    #expect(byKeys.outputs.map(\.output.kind) == [.control])
    view = self.view([])
    _ = try view.press("Add", .finger)
    #expect(view.popups.hasKeyboard)
    for letter in Controller.groupSpread.shortName { _ = view.type([letter]) }
    _ = view.key(.enter)
    let patch = try applied(try view.press("Pitch bend"), to: view.model.patch)
    try #require(patch.outputs.count == 1)
    #expect(patch.outputs[0].output.source == .groupSpread && patch.outputs[0].output.kind == .pitchBend)
    #expect(patch.outputs[0].output.low == 0.5, "a spread bends upward from the middle")
  }

  @Test(arguments: OutputDestination.allCases) func everySettingIsChanged(_ kind: OutputDestination) throws {
    var output = Output(.touchX, kind)
    output.trigger = kind == .note || kind == .machine ? .tap : nil
    var view = view([output])
    _ = view.handle(.resized(width: 1280, height: 1000), at: 0)
    view.refreshControls()
    for field in OutputField.allCases where field.isThere(in: output) {
      for part in [Float(0), 0.6, 1] {
        var other = view
        let patch = try applied(
          try other.drag(.sound(.out(.field(0, field))), to: part), to: view.model.patch)
        let value = field.value(of: patch.outputs[0].output)
        let steps = Float(value.steps)
        let wanted = steps > 0 ? (part * steps).rounded() / steps : part
        #expect(abs(value.part - wanted) < 0.02 && !value.text.isEmpty, "\(field)")
      }
    }
  }

  @Test func anEndIsDraggedASwitchIsPressedAndAnOutputIsRemoved() throws {
    var view = view([Output(.touchX, .control), Output(.touchY, .pitchBend)])
    let ranged = try applied(try view.drag(.sound(.out(.high(0))), to: 0.5), to: view.model.patch)
    #expect(abs(ranged.outputs[0].output.high - 0.5) < 0.01)
    view.model.show(ranged)
    view.refreshControls()
    let off = try applied(try view.press("On"), to: view.model.patch)
    #expect(!off.outputs[0].output.isOn && off.outputs[1].output.isOn)
    let left = try applied(try view.press("Remove"), to: view.model.patch)
    #expect(left.outputs.map(\.output.kind) == [.pitchBend])
  }

  @Test func aDroppedSourceReplacesThatOfACardOrMakesANewOne() throws {
    let view = view([Output(.touchX, .control)])
    let card = try #require(view.controls.first { $0.action == .sound(.out(.open(0))) }).area
    #expect(view.sound.dropped(.groupScale, at: card.middleX, card.y + 4) == .out(.source(0, .groupScale)))
    #expect(view.sound.dropped(.groupScale, at: card.middleX, card.bottom + 20) == .out(.use(.groupScale)))
    #expect(view.sound.dropped(.groupScale, at: card.middleX, 5) == nil)
  }

  @Test func aSourceIsDroppedWhereMatrixOpensWithOutputs() throws {
    var view = touchView()
    view.model.patch.connections = []
    view.model.patch.outputs = [PatchOutput(Output(.touchX, .control))]
    view.open(.matrix, withTabs: true)
    view.refreshControls()
    let from = try #require(view.controls.last { $0.action == .sound(.source(.env2)) }).area
    let card = try #require(view.controls.first { $0.action == .sound(.out(.open(0))) }).area
    var requests = view.handle(.pointer(.init(.began, .mouse, x: from.middleX, y: from.middleY)), at: 0)
    for (x, y) in [(from.middleX - 20, from.middleY), (card.middleX, card.y + 4)] {
      requests += view.handle(.pointer(.init(.moved, .mouse, x: x, y: y)), at: 0.1)
    }
    requests += view.handle(.pointer(.init(.ended, .mouse, x: card.middleX, y: card.y + 4)), at: 0.2)
    let patch = try applied(requests, to: view.model.patch)
    #expect(patch.outputs.map(\.output.source) == [.env2])
  }

  @Test func theTabStaysOpenWhenItsLastOutputIsRemoved() throws {
    var view = touchView()
    view.model.patch.connections = []
    view.model.patch.outputs = [PatchOutput(Output(.touchX, .control))]
    view.open(.matrix)
    let left = try applied(try view.press("Remove"), to: view.model.patch)
    view.model.show(left)
    view.refreshControls()
    #expect(left.outputs.isEmpty && view.texts.contains("Add an output to play other instruments"))
  }

  @Test func addressOpensItsOutputOnPatch() throws {
    var view = view([Output(.touchX, .control), Output(.touchY, .osc)])
    _ = try view.press(.sound(.out(.open(1))))
    view.refreshControls()
    _ = try view.press("Address…")
    #expect(view.screen == .patch)
    #expect(view.sound.form.state.path == [.key(Array("outputs".utf8)), .index(1)])
    view.open(.matrix)
    view.open(.patch)
    #expect(view.sound.form.state.path.isEmpty)
  }

  @Test func aCardOfOSCNamesADestinationThatIsNotThere() throws {
    var view = view([Output(.touchX, .osc)])
    #expect(view.texts.contains { $0.hasPrefix("Nothing is sent: choose") })
    view.model.patch.outputs[0].destination = Array("visuals".utf8)
    view.isStale = true
    #expect(!view.texts.contains { $0.hasPrefix("Nothing is sent") }, "network.json is not known yet")
    for (names, isThere) in [("lights", false), ("visuals", true)] {
      let seconds = isThere ? 3.0 : 1
      #expect(questions(view.pass(seconds)) == ["{\"room\": true}"])
      let room = #"{"file": {"destinations": [{"name": "\#(names)", "to": "127.0.0.1", "port": 9000}]}}"#
      view.model.read(room: try Array(room.utf8).withUnsafeBytes { try JSON($0) })
      view.isStale = true
      #expect(view.texts.contains("Nothing is sent: network.json has no destination “visuals”") != isThere)
    }
    view.open(.play)
    #expect(questions(view.pass(9)).isEmpty)
  }

  @Test func tipsAreThoseOfOutputs() throws {
    var view = view([Output(.touchX, .control)])
    for name in ["Add", "Channel", "Message…", "Remove"] {
      let control = try view.control(name)
      let lines = view.tipLines(of: control).map { String(decoding: $0.text, as: UTF8.self) }
      #expect(lines.last == "F1: outputs.md of the manual")
      #expect(!lines.contains { $0.contains("connection") || $0.contains("parameter.") }, "\(lines)")
    }
  }

  @Test func aCardShowsWhatLeavesAndWarnsOfLoops() throws {
    var view = view([Output(.touchX, .control)])
    view.model.live.outputs = [LiveSent(value: 64.0 / 127, sent: 12)]
    view.isStale = true
    view.refreshControls()
    #expect(view.texts.contains("64") && view.texts.contains("12 sent"))
    view.model.live.outputs = [LiveSent(value: 1, sent: 12, loops: 3)]
    view.isStale = true
    #expect(view.texts.contains { $0.hasPrefix("Loop") })
  }
}
