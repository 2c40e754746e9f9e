// The cost of pictures of *Play*: 1280 × 800 pixels, 32 touches, 50 controllers. Not for the audio thread.
import Canvas
import Controls
import Paint
import PanelModel
import Patches
import Shell
import Text

/// A patch in which 50 controllers move parameters.
private func patchOfFifty() -> PatchDocument {
  let sources = Controller.allCases.filter { controller in
    switch controller.category {
    case .touch, .group: true
    default: false
    }
  }
  var text: UTF8Text = "{\"version\": 1, \"name\": \"Fifty\", \"connections\": ["
  for index in 0..<50 {
    let source = sources[index % sources.count].spec.symbol
    let destination = Parameter.allCases[index * 3 + 1].spec.symbol
    text += index == 0 ? "" : ", "
    text += "{\"source\": \"\(source)\", \"destination\": \"\(destination)\"}"
  }
  text += "]}"
  var warnings: [DocumentError] = []
  guard let patch = try? PatchDocument.read(text.bytes, warnings: &warnings) else { return PatchDocument() }
  return patch
}

/// 32 touches on circles, and controllers that move, at a time in seconds.
private func live(at seconds: Float) -> LivePicture {
  var live = LivePicture()
  for index in 0..<32 {
    // A triangle each way, out of step, so that no two touches do the same.
    func way(_ speed: Float, _ phase: Float) -> Float {
      let turn = seconds * speed + phase
      return (2 * (turn - turn.rounded(.down)) - 1).magnitude
    }
    let place = Float(index)
    live.fingers.append(
      LivePicture.Finger(
        number: Int32(index), x: 0.05 + 0.9 * way(0.11 + 0.01 * place, 0.13 * place),
        y: 0.05 + 0.9 * way(0.09, 0.29 * place), pressure: way(0.3, 0.07 * place)))
  }
  live.controllers = Controller.allCases.map { controller in
    let spec = controller.spec
    let turn = seconds * 0.2 + Float(controller.rawValue) * 0.1
    return spec.minimum + (turn - turn.rounded(.down)) * (spec.fullScale - spec.minimum)
  }
  return live
}

/// Prints the times of a whole picture, and of one of which only what has changed is painted.
func printCostsOfPictures() {
  var view = View(.touch, width: 1280, height: 800)
  view.model.show(patchOfFifty())
  let fonts = BundleFonts(folder: Array("build/tactus.lv2/fonts".utf8))
  var painter = Painter(width: 1280, height: 800, scale: 1, fonts: fonts)
  var (list, changes) = (DrawList(), DrawChanges())
  let clock = ContinuousClock()
  var seconds = 0.0
  for (name, isWhole, moving) in [
    ("whole", true, 32), ("32 touches move", false, 32), ("10 touches move", false, 10),
    ("2 touches move", false, 2), ("nothing moves", false, 0),
  ] {
    var (times, lists): ([Double], [Double]) = ([], [])
    var area: Float = 0
    let still = live(at: 0)
    for step in 0..<60 {
      seconds += 1.0 / 30
      var now = live(at: Float(seconds))
      now.fingers = (0..<32).map { $0 < moving ? now.fingers[$0] : still.fingers[$0] }
      if moving == 0 { now.controllers = still.controllers }
      view.show(now, at: seconds)
      let begun = clock.now
      view.draw(into: &list)
      let drawn = clock.now
      changes.follow(list, width: 1280, height: 800, isWhole: isWhole || step == 0)
      for band in changes.bands { _ = painter.paint(list, changes.parts, in: band) }
      // Trails come and go in the first second.
      guard step >= 30 else { continue }
      let (all, drawing) = (clock.now - begun, drawn - begun)
      times.append(Double(all.components.attoseconds) * 1e-15)
      lists.append(Double(drawing.components.attoseconds) * 1e-15)
      area += changes.areas.reduce(0) { $0 + $1.width * $1.height } / (1280 * 800 * 30)
    }
    func text(_ milliseconds: Double) -> String { "\((milliseconds * 100).rounded() / 100)" }
    let mean = times.reduce(0, +) / Double(times.count)
    let middle = times.sorted()[times.count / 2]
    let list = lists.reduce(0, +) / Double(lists.count)
    print(
      "picture of Play, \(name): mean \(text(mean)) ms, median \(text(middle)), least",
      "\(text(times.min() ?? 0)), of it the draw list \(text(list)); painted \(Int(area * 100)) %")
  }
}
