// Pressing, typing and drawing on the pages of *Patch*, and the helpers of these tests.
import Controls
import Foundation
import PanelModel
import Patches
import Testing
import Text
import Toolkit

@testable import Forms
@testable import Paint
@testable import Shell

extension SchemaFormTests {
  static func key(_ name: String) -> PathStep { .key(Array(name.utf8)) }

  /// The document of a view after its requests, as an instance makes it: what is wrong is refused.
  static func carry(_ requests: [PanelRequest], _ view: inout View) throws -> Bool {
    var isChanged = false
    for request in requests {
      switch request {
      case .edit(let edit, let revision):
        #expect(revision == nil || revision == view.model.revision)
        var patch = view.model.patch
        guard (try? patch.apply(edit)) != nil else { return refuse(&view) }
        view.model.show(patch)
        isChanged = true
      case .editGrid(let edit, _):
        var grid = view.model.grid
        guard (try? grid.apply(edit)) != nil else { return refuse(&view) }
        view.model.show(grid)
        isChanged = true
      default: continue
      }
      view.model.revision += 1
    }
    return isChanged
  }

  /// A refused edit is not shown as done.
  static func refuse(_ view: inout View) -> Bool {
    view.model.isRefusal = false
    view.model.isRefusal = true
    #expect(view.form.edited == nil)
    return false
  }

  /// Presses what does something, after scrolling to it.
  static func press(_ view: inout View, _ action: ControlAction) -> [PanelRequest]? {
    for scroll in 0..<60 {
      view.form.scroll = Float(scroll) * 300
      view.isStale = true
      view.refreshControls()
      guard let control = view.controls.last(where: { $0.action == action }) else {
        if view.form.scroll < Float(scroll) * 300 { return nil }
        continue
      }
      let (x, y) = (control.area.middleX, control.area.middleY)
      guard view.controls.last(where: { $0.area.contains(x, y) })?.action == action else { return nil }
      return view.handle(.pointer(.init(.began, x: x, y: y)), at: 0)
        + view.handle(.pointer(.init(.ended, x: x, y: y)), at: 0.1)
    }
    return nil
  }

  /// Opens the page on which a path stands, from the list of all keys, by presses alone.
  static func open(_ view: inout View, _ path: [PathStep]) -> Bool {
    view.open(view.model.plugin == .touch ? .patch : .details, withTabs: true)
    for depth in 1..<max(2, path.count) {
      guard let form = view.resolve(path[..<depth])?.field.form, FormEditor.opens(form) else { return true }
      guard press(&view, view.formAction(.open, Array(path[..<depth]))) != nil else { return false }
      if view.form.path != Array(path[..<depth]) { return false }
    }
    return true
  }

  @Test func anErrorIsShownWhereItIsTyped() throws {
    var view = View(.touch, width: 1280, height: 800)
    view.open(.patch, withTabs: true)
    let path = [Self.key("user"), Self.key("1")]
    #expect(Self.open(&view, path))
    _ = Self.press(&view, view.formAction(.type, path))
    _ = view.handle(.text(Array("touch_x * nonsense".utf8)), at: 0)
    let fault = try #require(view.form.fault)
    #expect(fault.path == path && fault.letter == 11, "\(fault)")
    // An invalid text is not sent, and stays in the field.
    let requests = view.handle(.key(.enter, shift: false, control: false), at: 0)
    #expect(!requests.contains { if case .edit = $0 { true } else { false } })
    for _ in 0..<8 { _ = view.handle(.key(.backspace, shift: false, control: false), at: 0) }
    _ = view.handle(.text(Array("2".utf8)), at: 0)
    #expect(view.form.fault == nil)
    #expect(try Self.carry(view.handle(.key(.enter, shift: false, control: false), at: 0), &view))
    #expect(view.model.patch.expressions[0] == Array("touch_x * 2".utf8))
  }

  @Test func elementsAreAddedMovedAndTakenAway() throws {
    var view = View(.touch, width: 1280, height: 800)
    let list = [Self.key("routes")]
    for number in 1...3 {
      view.open(.patch, withTabs: true)
      _ = Self.press(&view, view.formAction(.open, list))
      #expect(try Self.carry(try #require(Self.press(&view, view.formAction(.add, list))), &view))
      #expect(view.model.patch.routes.count == number)
      #expect(view.form.path == list + [.index(number - 1)], "what was added is open")
    }
    _ = Self.press(&view, view.formAction(.open, list))
    let trigger = list + [.index(2), Self.key("trigger")]
    #expect(Self.open(&view, trigger))
    _ = Self.press(&view, view.formAction(.pick, trigger))
    for letter in "on level" { _ = view.type(Array(String(letter).utf8)) }
    #expect(try Self.carry(view.handle(.key(.enter, shift: false, control: false), at: 0), &view))
    #expect(view.model.patch.routes[2].route.trigger == .level, "a level gets the keys that it needs")
    _ = Self.press(&view, view.formAction(.open, list))
    #expect(try Self.carry(try #require(Self.press(&view, view.formAction(.up, list + [.index(2)]))), &view))
    #expect(view.model.patch.routes[1].route.trigger == .level)
    #expect(
      try Self.carry(try #require(Self.press(&view, view.formAction(.take, list + [.index(0)]))), &view))
    #expect(view.model.patch.routes.map(\.route.trigger) == [.level, .tap])
  }

  @Test func aShapeIsRedrawn() throws {
    var view = View(.touch, width: 1280, height: 800)
    var warnings: [DocumentError] = []
    view.model.show(try PatchDocument.read(Array(Self.patch.utf8), warnings: &warnings))
    let path = [Self.key("shapes"), .index(0), Self.key("points")]
    #expect(Self.open(&view, path))
    view.refreshControls()
    let pad = try #require(view.controls.first { $0.action == view.formAction(.draw, path) }).area
    var requests: [PanelRequest] = []
    for step in 0...200 {
      let turn = Float(step) / 200 * 2 * .pi
      let phase: ViewEvent.Pointer.Phase = step == 0 ? .began : step == 200 ? .ended : .moved
      let (x, y) = (pad.middleX + cos(turn) * pad.width * 0.4, pad.middleY - sin(turn) * pad.height * 0.4)
      requests += view.handle(.pointer(.init(phase, x: x, y: y)), at: 0)
    }
    #expect(try Self.carry(requests, &view))
    let points = view.model.patch.shapes[0].points
    #expect(points.count == PatchShape.pointLimit)
    for point in points {
      let far = ((point - SIMD2(0.5, 0.5)) * (point - SIMD2(0.5, 0.5))).sum().squareRoot()
      #expect(abs(far - 0.4) < 0.002)
    }
  }
}
