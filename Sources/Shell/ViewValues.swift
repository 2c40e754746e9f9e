// The values of controls: set by wheel, keys, lists, menus and typed texts, in the same way on every screen. Any
// thread.
import Controls
import Matrix
import Paint
import PanelModel
import Patches
import SoundScreens
import Text
import Toolkit

extension View {
  /// Sets the value of a control.
  mutating func set(_ action: ControlAction, to value: Float, _ requests: inout [PanelRequest]) {
    isStale = true
    send(.set(to: value), to: resolved(action), &requests)
  }

  /// The action of a control; that of a rotary is its control's.
  private func resolved(_ action: ControlAction) -> ControlAction {
    action == .popup(.value) ? rotary ?? action : action
  }

  // MARK: The wheel

  /// The wheel moves the value under the pointer by steps, or scrolls. For a moment it goes on with what it began.
  mutating func turnWheel(
    at x: Float, _ y: Float, by dx: Float, _ dy: Float, isFine: Bool, at seconds: Double,
    _ requests: inout [PanelRequest]
  ) {
    isStale = true
    if manual != nil {
      manual?.scroll -= dy
      return
    }
    let isNew = seconds - wheel.seconds > 0.4
    var action = controls.last { $0.area.contains(x, y) }.flatMap { $0.part.isFinite ? $0.action : nil }
    if !isNew, action != wheel.action {
      // What scrolled under the pointer is not meant; a value that was left is not meant either.
      action = wheel.action == nil ? nil : action
    }
    if isNew || action != wheel.action {
      strokes += 1
      wheel = (action, seconds, 0, strokes)
    }
    wheel.seconds = seconds
    guard let action, let value = value(of: action) else {
      if case .list? = popups.popup { return scroll(by: -dy, &requests) }
      if popups.popup == nil { _ = send(.wheel(x, y, by: dx, dy), &requests) }
      return
    }
    stroke = wheel.stroke
    // Browsers turn a wheel with Shift aside.
    wheel.points += dy == 0 ? dx : dy
    guard wheel.points.magnitude >= 40 else { return }
    let step: Float = wheel.points > 0 ? 1 : -1
    wheel.points = 0
    set(action, to: value.stepped(step, isFine: isFine), &requests)
  }

  /// Scrolls the open list, or the part of the screen at a point.
  mutating func scroll(
    by points: Float, at place: (x: Float, y: Float)? = nil, _ requests: inout [PanelRequest]
  ) {
    if case .list(var list)? = popups.popup {
      list.scroll += points
      popups.popup = .list(list)
      isStale = true
    } else if let place {
      _ = send(.wheel(place.x, place.y, by: 0, -points), &requests)
    } else {
      _ = send(.scroll(by: points), &requests)
    }
  }

  // MARK: Keys

  /// Handles a key on the value that has the focus.
  /// - Returns: whether the key means a value.
  mutating func handleOnValue(_ key: ViewEvent.Key, shift: Bool, _ requests: inout [PanelRequest]) -> Bool {
    guard let focus, controls.indices.contains(focus), controls[focus].part.isFinite else { return false }
    let action = resolved(controls[focus].action)
    guard let value = value(of: action) else { return false }
    popups.place = controls[focus].area
    switch key {
    case .left, .down: set(action, to: value.stepped(-1, isFine: shift), &requests)
    case .right, .up: set(action, to: value.stepped(1, isFine: shift), &requests)
    case .pageDown: set(action, to: value.stepped(-10), &requests)
    case .pageUp: set(action, to: value.stepped(10), &requests)
    case .home: set(action, to: value.low, &requests)
    case .end: set(action, to: value.high, &requests)
    case .delete, .backspace: set(action, to: value.usual, &requests)
    case .enter, .space, .edit:
      if key == .edit || !openList(of: action, &requests) { press(.typeValue, ofValue: action, &requests) }
    default: return false
    }
    return true
  }

  // MARK: Menus and lists

  /// Opens the list of a value that is chosen from one.
  @discardableResult
  mutating func openList(of action: ControlAction, _ requests: inout [PanelRequest]) -> Bool {
    guard let value = value(of: action), value.travel == .list else { return false }
    popups.target = action
    let first = Int(value.low)
    let items = (0...value.steps).map {
      ListPopup.Item(
        value.text(of: Float(first + $0)), ControlAction.popup(.option($0)),
        isOn: first + $0 == Int(value.value.rounded()))
    }
    let place = popups.place
    open(.list(ListPopup(title: value.name, x: place.x, y: place.bottom + 2, items: items)))
    requests.append(.keyboard(true))
    return true
  }

  /// Opens the menu of a value.
  /// - Returns: whether the control sets a value.
  mutating func openValueMenu(of action: ControlAction, _ x: Float, _ y: Float) -> Bool {
    guard let value = value(of: action) else { return false }
    popups.target = action
    popups.place = Area(x: x, y: y, width: 0, height: 0)
    var items: [ListPopup<ControlAction>.Item] = []
    func item(_ name: UTF8Text, _ action: ControlAction) { items.append(.init(name.bytes, action)) }
    item("Type a value…", .popup(.typeValue))
    item("Reset to \(value.text(of: value.usual))", .popup(.resetValue))
    item("Copy \(value.text)", .popup(.copyValue))
    item("Paste", .popup(.pasteValue))
    if let parameter = value.parameter, model.plugin == .touch {
      for (place, one) in model.patch.connections.enumerated() where one.connection.destination == parameter {
        item("Moved by \(one.connection.source.shortName)", .popup(.connection(place)))
      }
      item("Connect a controller…", .sound(.matrix(.sources(of: parameter))))
      item("Learn: move a controller", .popup(.learn))
      item("Automate: connect a macro…", .sound(.matrix(.macros(of: parameter))))
    } else if value.port != nil {
      if macro(of: value) != nil { item("MIDI learn: move a controller", .popup(.learn)) }
      item("Automate it as “\(value.name)” in the host", .popup(.close))
    }
    open(.list(ListPopup(title: value.name, x: x, y: y, items: items)))
    return true
  }

  /// Does what an item of a value's menu or list says.
  mutating func press(_ item: PopupAction, ofValue action: ControlAction, _ requests: inout [PanelRequest]) {
    guard let value = value(of: action) else { return }
    switch item {
    case .option(let index): set(action, to: value.low + Float(index), &requests)
    case .resetValue: set(action, to: value.usual, &requests)
    case .typeValue:
      let title: UTF8Text = "\(value.name): \(value.text(of: value.low)) to \(value.text(of: value.high))"
      open(.dialog(Dialog(action, title, "Set", TextEditing(value.text))))
      requests.append(.keyboard(true))
    case .copyValue:
      popups.copied = value.text
      requests.append(.copy(value.text))
    case .pasteValue:
      popups.target = action
      popups.isPasting = true
      // On a page, only the browser's own keys reach the clipboard.
      if model.page != nil { pasteValue(popups.copied, &requests) } else { requests.append(.paste) }
    case .connection(let place):
      press(.sound(.mover(place)), &requests)
    case .learn:
      guard let parameter = value.parameter else {
        learning = macro(of: value).map { ($0, []) }
        return panel.say(("Move a MIDI controller for \(value.name)." as UTF8Text).bytes)
      }
      open(ScreenName(screen: .sound(.matrix)), withTabs: true)
      press(.sound(.matrix(.learnFor(parameter))), &requests)
    default: break
    }
  }

  /// The macro that a value is, from 0; nil: it is none.
  private func macro(of value: ControlValue) -> Int? {
    guard model.plugin == .touch, let port = value.port else { return nil }
    let macro = port - TouchPort.macro(0)
    return 0..<MacroSource.count ~= macro ? macro : nil
  }

  /// The macro that waits takes the MIDI control that moves.
  mutating func learnMacro(_ requests: inout [PanelRequest]) {
    guard let (macro, before) = learning else { return }
    let first = Int(Controller.midiControl0.rawValue)
    guard model.live.controllers.count >= first + 128 else { return }
    let now = Array(model.live.controllers[first..<first + 128])
    if before.isEmpty { return learning = (macro, now) }
    guard let control = now.indices.first(where: { (now[$0] - before[$0]).magnitude > 0.03 }) else { return }
    learning = nil
    var source = MacroSource()
    source.control = control
    requests.append(.edit(.learn(macro: macro + 1, source), revision: nil))
    panel.say(("Macro \(macro + 1) has learned MIDI CC \(control)." as UTF8Text).bytes)
  }

  /// Sets the host's ports to the values of the patch that this panel has loaded or begun: those of macros, and with a
  /// new one those of the bars that every patch has. Other loads leave them.
  mutating func resetMacros(_ requests: inout [PanelRequest]) {
    guard let (file, revision) = loading, file.map({ model.loaded == $0 }) ?? true,
      model.revision != revision
    else { return }
    loading = nil
    // Pages don't set ports of a host.
    if model.plugin == .touch, model.page == nil || model.page?.solo != nil {
      requests += ports.beginLoad(model, isNew: file == nil)
    }
  }

  /// Sets a value to a text of the clipboard.
  mutating func pasteValue(_ text: [UInt8], _ requests: inout [PanelRequest]) {
    popups.isPasting = false
    guard let target = popups.target, let value = value(of: target) else { return }
    guard let number = value.value(typed: text) else {
      return model.refuse("The clipboard has no value for \(value.name).")
    }
    set(target, to: number, &requests)
  }
}
