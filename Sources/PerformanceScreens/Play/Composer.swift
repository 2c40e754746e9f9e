// *New relation* on *Play*: touch points, choose what they are to one another, name it. Any thread.
import Controls
import Drawings
import Matrix
import Paint
import PanelModel
import Patches
import Text
import Toolkit

/// The action of a control of the composer.
public enum ComposerAction: Equatable, Sendable {
  case begin, cancel
  /// Chooses a point that is not touched, or removes it.
  case point(Relation.Place)
  /// Chooses a function, asks for its name, and adds it.
  case function(Relation.Function)
  case rename(Int)
  case remove(Int)
}

/// The points that are chosen for a new relation.
struct Composer: Sendable {
  var points: [Relation.Place] = []

  /// Chooses a point, or removes it.
  mutating func toggle(_ place: Relation.Place) {
    if let index = points.firstIndex(of: place) {
      points.remove(at: index)
    } else if points.count <= PatchRegion.cornerLimit {
      points.append(place)
    }
  }
}

extension PerformanceScreens {
  /// The points that are not touched, with their names.
  private static var named: [(point: Point, name: StaticString)] {
    [
      (.touch, "Each touch"), (.start, "Its start"), (.nearest, "Nearest"), (.previous, "Previous"),
      (.first, "First"), (.last, "Last"), (.recorded, "Recorded"), (.centroid, "Middle of all"),
      (.center, "Center"),
    ]
  }

  /// The name of a point in the line of those that are chosen.
  private func name(of place: Relation.Place) -> UTF8Text {
    switch place {
    case .fixed(let x, let y):
      return "Point \(ValueText.fixed(x, decimals: 2)), \(ValueText.fixed(y, decimals: 2))"
    case .named(.finger, let number): return "Finger \(number)"
    case .named(.token, let number): return "Token \(number)"
    case .named(.body, let number): return "Body \(number)"
    case .named(.part, let number): return "Part \(number)"
    case .named(let point, _):
      return Self.named.first { $0.point == point }.map { "\($0.name)" } ?? "\(point.symbol)"
    }
  }

  // MARK: Drawing

  /// The button that begins a relation, while tabs are out.
  func drawNewRelation(_ pass: inout ScreenPass, in area: Area) {
    let name = UTF8Text("New relation").bytes
    let width = TextMetrics.width(name, size: look.text) + 4 * look.gap
    let box = Area(x: area.x + 12, y: area.y + 8, width: width, height: look.target)
    pass.list.fill(box, look[.pane], radius: look.radius)
    pass.button(box, name, .compose(.begin))
  }

  /// A button of the composer.
  private struct Choice {
    let name: [UInt8]
    let action: ComposerAction
    var isOn = false
  }

  /// The buttons of the composer: the points that are not touched, and the functions that fit.
  private func choices(_ composer: Composer) -> [[Choice]] {
    var points: [Choice] = []
    for (point, name) in Self.named {
      let place = Relation.Place.named(point, number: 0)
      points.append(
        Choice(name: UTF8Text(name).bytes, action: .point(place), isOn: composer.points.contains(place)))
    }
    var functions: [Choice] = []
    for function in Relation.functions(for: composer.points) {
      functions.append(Choice(name: UTF8Text(function.name).bytes, action: .function(function)))
    }
    return functions.isEmpty ? [points] : [points, functions]
  }

  /// Places buttons in lines.
  private func placed(_ buttons: [Choice], width: Float) -> [(x: Float, y: Float, width: Float)] {
    var (x, y): (Float, Float) = (0, 0)
    return buttons.map { button in
      let own = min(width, TextMetrics.width(button.name, size: look.text) + 2 * look.gap)
      if x > 0, x + own > width { (x, y) = (0, y + look.target + look.gap) }
      defer { x += own + look.gap }
      return (x, y, own)
    }
  }

  /// A hint on how to put touches on an empty surface, in lines.
  private func hint(width: Float) -> [[UInt8]] {
    if !model.live.fingers.isEmpty { return [] }
    let words: StaticString =
      look.size == .finger
      ? "No touch is down, so a press here sets a fixed point. To choose touches, hold them before New relation."
      : "No touch is down, so a press here sets a fixed point. Press with Shift for a touch that stays down."
    return TextMetrics.lines(UTF8Text(words).bytes, size: look.small, in: width, limit: 4)
  }

  /// The height of the composer's pane.
  func composerHeight(width: Float) -> Float {
    guard let composer = play.composer else { return 0 }
    let inner = width - 4 * look.gap
    var height = look.target + 2 * look.gap + Float(hint(width: inner).count) * look.small * 1.6
    for row in choices(composer) {
      height += (placed(row, width: inner).last?.y ?? 0) + look.target + look.gap
    }
    return height
  }

  func drawComposer(_ pass: inout ScreenPass, in area: Area) {
    guard let composer = play.composer else { return }
    pass.list.fill(area, look[.pane])
    pass.list.line(area.x, area.y, area.right, area.y, look[.line])
    var rest = area.inset(2 * look.gap, look.gap)
    var head = rest.cutTop(look.target)
    let cancel = UTF8Text("Cancel").bytes
    pass.button(
      head.cutRight(TextMetrics.width(cancel, size: look.text) + 4 * look.gap), cancel, .compose(.cancel))
    var words: UTF8Text = composer.points.isEmpty ? "Touch the points of the new relation." : ""
    for (index, point) in composer.points.enumerated() {
      if index > 0 { words += "  →  " }
      words += name(of: point)
    }
    if !composer.points.isEmpty, Relation.functions(for: composer.points).isEmpty { words += "  →  …" }
    pass.text(words.bytes, in: head, look[.text], size: look.text, .semibold)
    for line in hint(width: rest.width) {
      pass.text(line, in: rest.cutTop(look.small * 1.6), look[.faint], size: look.small)
    }
    for row in choices(composer) {
      _ = rest.cutTop(look.gap)
      let places = placed(row, width: rest.width)
      for (button, place) in zip(row, places) {
        pass.button(
          Area(x: rest.x + place.x, y: rest.y + place.y, width: place.width, height: look.target),
          button.name,
          .compose(button.action), role: button.isOn ? .toggle : .button, isOn: button.isOn)
      }
      _ = rest.cutTop((places.last?.y ?? 0) + look.target)
    }
  }

  /// The chosen points light up, with lines between them.
  func drawChosen(_ pass: inout ScreenPass, in area: Area) {
    guard let composer = play.composer else { return }
    let scene = drawingScene(in: area)
    let ink = look[.hand]
    var before: (x: Float, y: Float)?
    for (index, place) in composer.points.enumerated() {
      guard let point = point(place, in: scene) else { continue }
      let (x, y) = (area.x + point.x * area.height, area.bottom - point.y * area.height)
      if let before { pass.list.line(before.x, before.y, x, y, ink.faded(0.7), width: 2, dash: 6) }
      before = (x, y)
      pass.list.disc(x, y, radius: 22, ink.faded(0.22))
      pass.list.ring(x, y, radius: 22, ink, width: 3)
      let badge = Area(x: x + 12, y: y - 32, width: 20, height: 20)
      pass.list.disc(badge.middleX, badge.middleY, radius: 10, ink)
      pass.text(
        ("\(index + 1)" as UTF8Text).bytes, in: badge, look[.background], size: look.small, .semibold, .middle
      )
    }
  }

  // MARK: Points

  /// Where a point is for the scene's own touch; nil: it is not there.
  func point(_ place: Relation.Place, in scene: DrawingScene) -> SurfacePoint? {
    func touch(_ index: Int?) -> SurfacePoint? {
      index.flatMap { scene.touches.indices.contains($0) ? scene.touches[$0].place : nil }
    }
    guard case .named(let point, let number) = place else {
      guard case .fixed(let x, let y) = place else { return nil }
      return SurfacePoint(x * scene.aspect, y)
    }
    switch point {
    case .touch: return touch(scene.own)
    case .start: return scene.touch?.start
    case .centroid: return scene.centroid
    case .center: return scene.center
    case .previous: return touch(scene.own - 1)
    case .next: return touch(scene.own + 1)
    case .nearest: return scene.point(.nearest)
    case .farthest:
      guard let own = scene.touch?.place else { return nil }
      let others = scene.touches.indices.filter { $0 != scene.own }.map { scene.touches[$0].place }
      return others.max { ($0 - own).length < ($1 - own).length }
    case .first: return touch(0)
    case .last: return touch(scene.touches.count - 1)
    case .finger: return touch(model.live.fingers.firstIndex { $0.place == number })
    case .token: return scene.point(.token(number))
    case .body: return scene.point(.body(number))
    case .part, .pointer, .pen, .recorded: return nil
    }
  }

  /// The point under a press: a finger, a token, a body, or else a place of the surface.
  func place(under pointer: ViewEvent.Pointer, in area: Area) -> Relation.Place {
    let scene = drawingScene(in: area)
    let at = SurfacePoint(
      (pointer.x - area.x) / max(1, area.height), (area.bottom - pointer.y) / max(1, area.height))
    var found: (place: Relation.Place, away: Float)?
    func tryOut(_ place: Relation.Place, _ point: SurfacePoint, reach: Float) {
      let away = (point - at).length * area.height
      if away <= reach, away < found?.away ?? .infinity { found = (place, away) }
    }
    for (index, finger) in model.live.fingers.enumerated() where 1...Point.finger.limit ~= finger.place {
      tryOut(
        .named(.finger, number: finger.place), scene.touches[index].place,
        reach: fingerRadius(finger, in: area) + 8)
    }
    for (index, token) in scene.tokens.enumerated() {
      if let token { tryOut(.named(.token, number: index + 1), token.place, reach: 34) }
    }
    for (index, body) in scene.bodies.enumerated() {
      if let body { tryOut(.named(.body, number: index + 1), body.place, reach: 34) }
    }
    // A corner that was set already.
    for place in play.composer?.points ?? [] {
      if case .fixed(let x, let y) = place { tryOut(place, SurfacePoint(x * scene.aspect, y), reach: 22) }
    }
    let (x, y) = (at.x / scene.aspect, at.y)
    // As the text of the expression has it.
    func rounded(_ value: Float) -> Float { (min(max(value, 0), 1) * 1000).rounded() / 1000 }
    return found?.place ?? .fixed(x: rounded(x), y: rounded(y))
  }

  // MARK: Handling

  mutating func press(_ action: ComposerAction, _ requests: inout [PanelRequest]) {
    switch action {
    case .begin: play.composer = Composer()
    case .cancel: play.composer = nil
    case .point(let place): play.composer?.toggle(place)
    case .function(let function):
      guard let composer = play.composer else { return }
      if model.patch.freeExpression == nil { return model.refuse("All 32 expressions are in use.") }
      let isRegion = function == .inside || function == .count
      if isRegion, model.patch.regions.count == PatchRegion.limit {
        return model.refuse("All \(PatchRegion.limit) regions are in use.")
      }
      var words: UTF8Text = "\(function.name)"
      for point in composer.points {
        if isRegion, case .fixed = point { continue }
        if case .named(let kind, let number) = point, number > 0, kind == .finger {
          words += " \(number)"
        } else if case .named = point {
          words += ", \(name(of: point))"
        }
      }
      ask(
        Dialog(.compose(action), "Name of the relation", "Add", TextEditing(Array(words.bytes.prefix(64)))) {
          $0.count > PatchDocument.expressionNameLimit ? "A name has at most 64 letters." : nil
        }, &requests)
    case .rename(let number):
      ask(
        Dialog(
          .compose(action), "Name of the relation", "Rename",
          TextEditing(model.patch.expressionNames[number - 1])
        ) { $0.count > PatchDocument.expressionNameLimit ? "A name has at most 64 letters." : nil }, &requests
      )
    case .remove(let number):
      requests.append(.edit(PatchDocument.edit(removingExpression: number), revision: nil))
    }
  }

  mutating func answer(_ action: ComposerAction, _ text: [UInt8], _ requests: inout [PanelRequest]) {
    switch action {
    case .function(let function):
      guard let composer = play.composer,
        let edit = model.patch.edit(adding: Relation(function, composer.points), name: text)
      else { return }
      requests.append(.edit(edit, revision: model.revision))
      play.composer = nil
      say("\(text) added. Drag its label onto a parameter, or choose it in the matrix.")
    case .rename(let number):
      requests.append(.edit(PatchDocument.edit(naming: number, text), revision: nil))
    case .begin, .cancel, .point, .remove: break
    }
  }

  /// The menu of a relation's label: those of expressions are named and removed.
  public mutating func openMenu(of action: PerformanceAction, pointer: Int32, _ x: Float, _ y: Float) {
    guard case .relation(let controller) = action, let number = controller.userNumber,
      relation(of: controller) != nil
    else { return }
    open(
      .list(
        ListPopup(
          title: model.name(of: controller), x: x, y: y,
          items: [
            .init(UTF8Text("Rename").bytes, .compose(.rename(number))),
            .init(UTF8Text("Remove").bytes, .compose(.remove(number))),
          ])))
  }
}
