// Drag and drop of modulation: a pointer carries a controller to a parameter, which it then moves. Any thread.
import Controls
import Paint
import PanelModel
import PerformanceScreens
import SoundScreens
import Text
import Toolkit

/// A controller on its way to a parameter.
struct CarriedSource: Sendable {
  let source: Controller
  /// Where the pointer is, in points.
  var x: Float
  var y: Float
  /// The tab or the sound object under the pointer and the time it was reached. It opens after a while, so that
  /// its parameters can be reached.
  var door: ControlAction?
  var seconds: Double
}

/// The target of a dropped controller.
private enum DropTarget: Equatable {
  case parameter(Parameter)
  /// All that a macro moves, from 0.
  case macro(Int)
}

extension View {
  /// The time over a tab or an object after which it opens, in seconds.
  private static var doorSeconds: Double { 0.4 }

  mutating func carry(
    _ source: Controller, to pointer: ViewEvent.Pointer, at seconds: Double, _ requests: inout [PanelRequest]
  ) {
    // A host keeps Escape unless the window has the keyboard.
    if carried == nil, takesKeyboardToCarry(pointer.kind) { requests.append(.keyboard(true)) }
    let under = controls.last { $0.area.contains(pointer.x, pointer.y) }
    let door: ControlAction? =
      switch under?.action {
      case .screen(let tab) where tab != screen: .screen(tab)
      // An object's chip is also where its drag begins.
      case .sound(.object(let object)) where under?.source != source: .sound(.object(object))
      default: nil
      }
    let isSame = carried.map { $0.door == door } ?? false
    carried = CarriedSource(
      source: source, x: pointer.x, y: pointer.y, door: door,
      seconds: isSame ? carried?.seconds ?? seconds : seconds)
    isStale = true
  }

  /// Opens the screen of a tab, or the parameters of an object, on which a controller rests.
  mutating func openDoorUnderCarried(at seconds: Double, _ requests: inout [PanelRequest]) {
    guard let carried, let door = carried.door, seconds - carried.seconds > Self.doorSeconds else { return }
    self.carried?.door = nil
    if case .screen(let tab) = door { open(tab, withTabs: true) } else { press(door, &requests) }
  }

  /// Connects the controller with the parameter under the pointer, if there is one.
  mutating func drop(_ requests: inout [PanelRequest]) {
    guard let carried else { return }
    refreshControls()
    let target = target(of: carried, in: controls).flatMap { dropTarget(of: $0, carried.source) }
    self.carried = nil
    if case .sound(.matrix) = screen.screen,
      let action = withSound({ $0.dropped(carried.source, at: carried.x, carried.y) })
    {
      return press(.sound(action), &requests)
    }
    switch target {
    case .parameter(let parameter)?: press(.sound(.matrix(.connect(carried.source, parameter))), &requests)
    case .macro(let index)?:
      press(.sound(.matrix(.join(carried.source, Controller.member(index, from: .macro1)))), &requests)
    case nil: break
    }
  }

  /// The target of a controller that is dropped onto a control, or nil if there is none.
  private func dropTarget(of control: ScreenControl, _ source: Controller) -> DropTarget? {
    if let parameter = control.parameter { return .parameter(parameter) }
    switch control.action {
    case .performance(.plain(let bar)): return .parameter(bar.parameter)
    case .performance(.macro(let index)) where source != Controller.member(index, from: .macro1):
      return .macro(index)
    default: return nil
    }
  }

  /// Lets go of the controller without a connection.
  mutating func putBack(_ requests: inout [PanelRequest]) {
    for case let (drag, _) in drags where drag.carried != nil { endCarrying(by: drag.kind, &requests) }
    drags.removeAll { $0.drag.carried != nil }
  }

  /// The pointer carries nothing any more.
  mutating func endCarrying(by kind: ViewEvent.Pointer.Kind, _ requests: inout [PanelRequest]) {
    carried = nil
    if takesKeyboardToCarry(kind) { requests.append(.keyboard(false)) }
  }

  /// Whether the window takes the keyboard while a pointer carries a controller. Pages have it anyway, and so does a
  /// window in which the keyboard walks or types.
  private func takesKeyboardToCarry(_ kind: ViewEvent.Pointer.Kind) -> Bool {
    kind == .mouse && model.page == nil && focus == nil && editing(on: screen.screen) == nil
  }

  /// The control under a carried controller that takes it.
  private func target(of carried: CarriedSource, in controls: [ScreenControl]) -> ScreenControl? {
    controls.last { $0.area.contains(carried.x, carried.y) && dropTarget(of: $0, carried.source) != nil }
  }

  /// Frames the parameters, and draws the controller at the pointer.
  func drawCarried(_ pass: inout ScreenPass) {
    guard let carried else { return }
    let target = target(of: carried, in: pass.controls).flatMap { dropTarget(of: $0, carried.source) }
    for control in pass.controls {
      guard let own = dropTarget(of: control, carried.source) else { continue }
      let isTarget = own == target
      pass.list.frame(
        control.area, look[.hand].faded(isTarget ? 1 : 0.4), width: isTarget ? 2 : 1, radius: look.radius)
    }
    // The cards of outputs, of which it becomes the source.
    for control in pass.controls {
      guard case .sound(.out(.open)) = control.action else { continue }
      let isTarget = control.area.contains(carried.x, carried.y)
      pass.list.frame(
        control.area, look[.hand].faded(isTarget ? 1 : 0.4), width: isTarget ? 2 : 1, radius: look.radius)
    }
    var words: UTF8Text = "\(model.name(of: carried.source))"
    switch target {
    case .parameter(let parameter)?: words += " to \(parameter.title)"
    case .macro(let index)?: words += " to what \(model.name(of: .member(index, from: .macro1))) moves"
    case nil: break
    }
    let width = TextMetrics.width(words.bytes, size: look.text, .semibold) + 3 * look.gap
    let height = look.text * 1.9
    let box = Area(
      x: min(max(carried.x + 12, 0), max(0, self.width - width)),
      y: min(max(carried.y - height - 6, 0), max(0, self.height - height)), width: width, height: height)
    pass.list.fill(box, look[.pane], radius: look.radius)
    pass.list.frame(box, look[.hand], width: 1.5, radius: look.radius)
    pass.text(words.bytes, in: box, look[.hand], size: nil, .semibold, .middle)
  }
}
