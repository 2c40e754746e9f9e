// A crowd on *Play*: what is drawn has a bound by count, and the newest touches stand out.
import Controls
import PanelModel
import Patches
import RealTime
import Testing
import Text

@testable import Paint
@testable import PerformanceScreens
@testable import Shell

@Suite struct CrowdTests {
  /// A patch with connections that read so many controllers of touches and of the group.
  private func patch(_ count: Int) throws -> PatchDocument {
    let sources = Controller.allCases.filter { $0.category == .touch || $0.category == .group }
    var text: UTF8Text = "{\"version\": 1, \"connections\": ["
    for index in 0..<count {
      let (source, destination) = (sources[index].spec.symbol, Parameter.allCases[3 * index + 1].spec.symbol)
      text += index == 0 ? "" : ", "
      text += "{\"source\": \"\(source)\", \"destination\": \"\(destination)\"}"
    }
    text += "]}"
    var warnings: [DocumentError] = []
    return try PatchDocument.read(text.bytes, warnings: &warnings)
  }

  private func fingers(_ count: Int) -> [LivePicture.Finger] {
    (0..<count).map { index in
      let (column, row) = (Float(index * 7 % 32) / 32, Float(index) / 32)
      return LivePicture.Finger(
        number: Int32(index), x: 0.05 + 0.9 * column, y: 0.1 + 0.8 * row, pressure: 0.5)
    }
  }

  /// The drawing commands for so many fingers: fills, strokes and texts.
  private func drawn(_ patch: PatchDocument, _ count: Int) -> (shapes: Int, texts: Int) {
    var view = View(.touch, width: 1280, height: 800)
    view.model.show(patch)
    var live = LivePicture()
    live.fingers = fingers(count)
    for step in 0..<10 { view.show(live, at: Double(step) / 30) }
    var list = DrawList()
    view.draw(into: &list)
    var found = (shapes: 0, texts: 0)
    list.forEach { command in
      switch command {
      case .fill, .fade, .stroke: found.shapes += 1
      case .text: found.texts += 1
      default: break
      }
    }
    return found
  }

  @Test func aFurtherTouchOfACrowdAddsItsDiscAndItsNumber() throws {
    for count in [1, 6, 20, 50] {
      // 26 fingers more. Labels that find no place are left away, so there may be fewer of them.
      let (few, many) = (drawn(try patch(count), 6), drawn(try patch(count), 32))
      #expect(many.shapes - few.shapes <= 26, "\(count) controllers: \(few), \(many)")
      #expect(many.texts - few.texts <= 26, "\(count) controllers: \(few), \(many)")
    }
  }

  @Test func atMostTwelveControllersAreDrawn() throws {
    // The others are behind a button: its ground and its text.
    let (twelve, fifty) = (drawn(try patch(12), 3), drawn(try patch(50), 3))
    #expect(fifty.shapes == twelve.shapes + 1 && fifty.texts == twelve.texts + 1)
    #expect(drawn(try patch(11), 3).texts < drawn(try patch(12), 3).texts)
    // Those that move their parameters farthest, wherever they stand.
    var view = View(.touch, width: 1280, height: 800)
    view.model.show(try patch(50))
    let before = view.lent(view.performance) { $0.usedControllers }.map(\.controller)
    for index in 0..<49 { view.model.patch.connections[index].connection.amount = 0.1 }
    let after = view.lent(view.performance) { $0.usedControllers }.map(\.controller)
    #expect(before.count == 12 && after.count == 12)
    #expect(after.last == view.model.patch.connections[49].connection.source)
    #expect(Array(after.prefix(11)) == Array(before.prefix(11)))
  }

  @Test func fiveTouchesAreNoCrowdAndSixAre() throws {
    func rings(_ count: Int) -> Int {
      var view = View(.touch, width: 1280, height: 800)
      view.model.show(PatchDocument())
      var live = LivePicture()
      live.fingers = fingers(count)
      view.show(live, at: 0)
      var list = DrawList()
      view.draw(into: &list)
      // A finger that is no quiet one has its ring: a stroke of two points behind a fill that keeps its path.
      var (found, isKept) = (0, false)
      list.forEach { command in
        if case .stroke(_, 2, _) = command, isKept { found += 1 }
        if case .fill(_, true) = command { isKept = true } else { isKept = false }
      }
      return found
    }
    #expect([1, 5, 6, 32].map(rings) == [1, 5, 5, 5])
  }

  @Test func fingersStandInTheOrderInWhichTheyBegan() throws {
    var words = [UInt32](repeating: 0, count: 256)
    let count = words.withUnsafeMutableBufferPointer { memory in
      var writer = LiveFrameWriter(memory.baseAddress!, capacity: 256)
      if writer.begin(.touches) {
        for number in [9, 4, 7] as [Int32] {
          var touch = LiveTouch()
          touch.number = number
          writer.add(touch)
        }
      }
      return writer.finish(LiveHead())
    }
    let numbers = try words.prefix(count).withUnsafeBytes { bytes in
      LivePicture(try #require(LiveFrameReader(bytes)), seconds: 0, grid: nil).fingers.map(\.number)
    }
    #expect(numbers == [4, 7, 9])
  }
}
