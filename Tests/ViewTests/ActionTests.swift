// Actions on *Play*: a ring where each happened, which opens and fades, and the name of its trigger.
import Patches
import Testing
import Text

@testable import Paint
@testable import View

@Suite struct ActionTests {
  /// The circles and the texts of a picture with these actions, beside those of the picture without them.
  private func drawn(_ actions: [LivePicture.Action]) throws -> (strokes: Int, texts: [String]) {
    let text: UTF8Text = """
      {"version": 1, "routes": [{"trigger": "on_group_ended", "action": "lfo_1.reset"}]}
      """
    var warnings: [DocumentError] = []
    let patch = try PatchDocument.read(text.bytes, warnings: &warnings)
    func picture(_ actions: [LivePicture.Action]) -> (strokes: Int, texts: [String]) {
      var view = View(.touch, width: 1280, height: 800)
      view.model.show(patch)
      var live = LivePicture()
      live.actions = actions
      view.show(live, at: 1)
      var list = DrawList()
      view.draw(into: &list)
      var found = (strokes: 0, texts: [String]())
      list.forEach { command in
        switch command {
        case .stroke: found.strokes += 1
        case .text(let placed): found.texts.append(String(decoding: placed.bytes, as: UTF8.self))
        default: break
        }
      }
      return found
    }
    let (before, after) = (picture([]), picture(actions))
    return (after.strokes - before.strokes, after.texts.filter { !before.texts.contains($0) })
  }

  @Test func anActionIsARingAndTheNameOfItsTrigger() throws {
    let one = try drawn([.init(route: 0, x: 0.3, y: 0.6, age: 0.2)])
    #expect(one.strokes == 1 && one.texts == ["group ended"])
  }

  @Test func anActionWithoutAPlaceHasItsNameAlone() throws {
    let one = try drawn([.init(route: 0, x: .nan, y: .nan, age: 0.2)])
    #expect(one.strokes == 0 && one.texts == ["group ended"])
  }

  @Test func aRouteThatThePatchHasNoMoreIsARingAlone() throws {
    let one = try drawn([.init(route: 7, x: 0.5, y: 0.5, age: 0)])
    #expect(one.strokes == 1 && one.texts.isEmpty)
  }
}
