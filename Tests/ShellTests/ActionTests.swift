// Actions on *Play*: a ring where each happened, which opens and fades, and the name of its trigger.
import PanelModel
import Patches
import Testing
import Text

@testable import Paint
@testable import Shell

@Suite struct ActionTests {
  /// *Play* with these actions, 1280 × 800 points.
  private func list(_ actions: [LivePicture.Action]) throws -> DrawList {
    let text: UTF8Text = """
      {"version": 1, "routes": [{"trigger": "on_group_ended", "action": "lfo_1.reset"}]}
      """
    var warnings: [DocumentError] = []
    let patch = try PatchDocument.read(text.bytes, warnings: &warnings)
    var view = View(.touch, width: 1280, height: 800)
    view.model.show(patch)
    var live = LivePicture()
    live.actions = actions
    view.show(live, at: 1)
    var list = DrawList()
    view.draw(into: &list)
    return list
  }

  /// The circles and the texts of a picture with these actions, beside those of the picture without them.
  private func drawn(_ actions: [LivePicture.Action]) throws -> (strokes: Int, texts: [String]) {
    func picture(_ actions: [LivePicture.Action]) throws -> (strokes: Int, texts: [String]) {
      var found = (strokes: 0, texts: [String]())
      try list(actions).forEach { command in
        switch command {
        case .stroke: found.strokes += 1
        case .text(let placed): found.texts.append(String(decoding: placed.bytes, as: UTF8.self))
        default: break
        }
      }
      return found
    }
    let (before, after) = (try picture([]), try picture(actions))
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

  /// Wherever it happens, also at the edges, and for as long as it is seen.
  @Test func theNameIsBesideTheRing() throws {
    for y in [Float(0), 0.05, 0.5, 0.85, 0.9, 0.95, 1] {
      for age in [Float(0), 0.1, 0.3, 0.59] {
        var name: PlacedText?
        var reach: (up: Float, down: Float) = (800, 0)
        var path: (up: Float, down: Float) = (800, 0)
        try list([.init(route: 0, x: 0.5, y: y, age: age)]).forEach { command in
          switch command {
          case .move: path = (800, 0)
          case .arc(_, let middle, let radius, _, _): path = (middle - radius, middle + radius)
          case .stroke: reach = path
          case .text(let text) where text.bytes == Array("group ended".utf8): name = text
          default: break
          }
        }
        let text = try #require(name)
        #expect(text.y < reach.up || text.y - text.size > reach.down, "\(y) \(age): \(text.y), \(reach)")
        #expect(text.y - text.size > 0 && text.y < 800)
      }
    }
  }

  @Test func aRemovedRouteIsARingWithoutAName() throws {
    let one = try drawn([.init(route: 7, x: 0.5, y: 0.5, age: 0)])
    #expect(one.strokes == 1 && one.texts.isEmpty)
  }
}
