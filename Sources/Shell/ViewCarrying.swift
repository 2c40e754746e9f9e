// Drag and drop of modulation: a pointer carries a controller to a parameter, which it then moves. Any thread.
import Controls
import Paint
import PanelModel
import SoundScreens
import Text
import Toolkit

/// A controller on its way to a parameter.
struct CarriedSource: Sendable {
  let source: Controller
  /// Where the pointer is, in points.
  var x: Float
  var y: Float
  /// The tab under the pointer and the time it was reached. The tab opens after a while, so that its
  /// parameters can be reached.
  var tab: ScreenName?
  var seconds: Double
}

extension View {
  /// The time over a tab after which it opens, in seconds.
  private static var tabSeconds: Double { 0.4 }

  mutating func carry(_ source: Controller, to pointer: ViewEvent.Pointer, at seconds: Double) {
    let under = controls.last { $0.area.contains(pointer.x, pointer.y) }
    let tab: ScreenName? = if case .screen(let screen)? = under?.action { screen } else { nil }
    let isSame = carried.map { $0.tab == tab } ?? false
    carried = CarriedSource(
      source: source, x: pointer.x, y: pointer.y, tab: tab,
      seconds: isSame ? carried?.seconds ?? seconds : seconds)
    isStale = true
  }

  /// Opens the screen of a tab over which a controller rests.
  mutating func openTabUnderCarried(at seconds: Double) {
    guard let carried, let tab = carried.tab, tab != screen, seconds - carried.seconds > Self.tabSeconds
    else { return }
    open(tab, withTabs: true)
  }

  /// Connects the controller with the parameter under the pointer, if there is one.
  mutating func drop(_ requests: inout [PanelRequest]) {
    guard let carried else { return }
    refreshControls()
    let parameter = target(of: carried, in: controls)?.parameter
    self.carried = nil
    guard let parameter else { return }
    press(.sound(.matrix(.connect(carried.source, parameter))), &requests)
  }

  /// Lets go of the controller without a connection.
  mutating func putBack() {
    drags.removeAll { $0.drag.carried != nil }
    carried = nil
  }

  /// The control with a parameter under a carried controller.
  private func target(of carried: CarriedSource, in controls: [ScreenControl]) -> ScreenControl? {
    controls.last { $0.parameter != nil && $0.area.contains(carried.x, carried.y) }
  }

  /// Frames the parameters, and draws the controller at the pointer.
  func drawCarried(_ pass: inout ScreenPass) {
    guard let carried else { return }
    let target = target(of: carried, in: pass.controls)
    for control in pass.controls where control.parameter != nil {
      let isTarget = control.parameter == target?.parameter
      pass.list.frame(
        control.area, look[.hand].faded(isTarget ? 1 : 0.4), width: isTarget ? 2 : 1, radius: look.radius)
    }
    var words: UTF8Text = "\(carried.source.shortName)"
    if let parameter = target?.parameter { words += " to \(parameter.title)" }
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
