// Effects of events on a view, and the resulting requests. Any thread.
import GridScreens
import LibraryScreens
import Paint
import PanelModel
import PerformanceScreens
import SceneScreens
import SoundScreens
import Text
import Toolkit

extension View {
  /// Handles an event, `seconds` on the frame's clock.
  /// - Returns: the requests for the frame to carry out, in order.
  public mutating func handle(_ event: ViewEvent, at seconds: Double) -> [PanelRequest] {
    if !isUndrawnDrag(event) { refreshControls() }
    var requests: [PanelRequest] = []
    stroke = 0
    // A press, a key or the wheel hides the tip until the mouse rests again.
    switch event {
    case .hover, .resized, .released: break
    default: tip = nil
    }
    let before = screen
    let hadPopup = popups.popup != nil
    let history = ports
    switch event {
    case .pointer(let pointer):
      // A drag of several pointers at once is one change, too.
      if pointer.phase == .began, drags.allSatisfy({ $0.drag.plays }) { strokes += 1 }
      stroke = strokes
      handle(pointer, at: seconds, &requests)
    case .hover(let x, let y, let alt):
      hover = (x, y)
      panel.hasAlt = alt
      followHover(at: seconds)
      isStale = true
    case .left:
      (hover, tip) = (nil, nil)
      isStale = true
    case .resized(let width, let height): resize(width, height)
    case .focus(let isOn):
      focus = isOn ? nextFocus(in: controls, from: nil, 1) : nil
      isStale = true
      requests.append(.keyboard(isOn))
    case .key(let key, let shift, let control):
      // A scene gets each key, beside what it does here.
      if let name = key.name { playSceneKey(UTF8Text(name).bytes, &requests) }
      handle(key, shift: shift, control: control, &requests)
    case .named(let name): playSceneKey(name, &requests)
    case .text(let letters):
      if !playKey(letters, at: seconds, &requests) { type(letters, &requests) }
    case .released(let letters):
      withPerformance { $0.releaseKey(letters, &requests) }
      withScene { $0.releaseKey(letters, &requests) }
    case .pasted(let text): paste(text, &requests)
    case .scroll(let x, let y, let dx, let dy, let shift):
      turnWheel(at: x, y, by: dx, dy, isFine: shift, at: seconds, &requests)
    }
    // What a key changes at several places is one change.
    if stroke == 0, requests.filter({ Self.isEdit($0) }).count > 1 {
      strokes += 1
      stroke = strokes
    }
    // A move that was undone is none.
    if history.count == ports.count { ports.follow(requests, stroke: stroke, model) }
    for request in requests {
      switch request {
      case .load(let file): loading = (file, model.revision)
      case .question(let text) where text.starts(with: "{\"new\":".utf8): loading = (nil, model.revision)
      default: break
      }
    }
    if screen != before { _ = send(.appear, &requests) }
    if case .pointer(let pointer) = event { giveKeyboard(to: pointer, since: before, &requests) }
    lendKeyboardToPopup(since: hadPopup, by: event, &requests)
    for case .keyboard(let isOn) in requests {
      if !isOn { withScene { $0.releaseKeys(&requests) } }
      // A finger that asks for a text gets a keyboard on the screen. A list without a search takes no letters.
      if case .pointer(let pointer) = event {
        popups.hasKeyboard = isOn && pointer.kind == .finger && !isPlainList
      }
      if !isOn { popups.hasKeyboard = false }
    }
    return requests
  }

  private static func isEdit(_ request: PanelRequest) -> Bool {
    switch request {
    case .edit, .editGrid: true
    default: false
    }
  }

  /// Whether a pointer moves a control that it holds and whose place is known since the press, so the screen need
  /// not be drawn to find out what is under the pointer.
  private func isUndrawnDrag(_ event: ViewEvent) -> Bool {
    guard case .pointer(let pointer) = event, pointer.phase == .moved else { return false }
    return drags.first { $0.drag.id == pointer.id }?.drag.isUndrawn ?? false
  }

  /// A screen that waits for letters has the keyboard if a mouse opened it; a finger would get a keyboard on
  /// the screen that it has not asked for.
  private func giveKeyboard(
    to pointer: ViewEvent.Pointer, since before: ScreenName, _ requests: inout [PanelRequest]
  ) {
    let takesLetters = screen.screen.traits(in: model).takesLetters
    let tookLetters = before.screen.traits(in: model).takesLetters
    if pointer.kind == .mouse, takesLetters != tookLetters {
      requests.append(.keyboard(takesLetters))
    } else if screen != before, popups.hasKeyboard {
      // A keyboard on the screen would cover the next one.
      requests.append(.keyboard(false))
    }
  }

  /// A menu that a mouse opened has the keyboard while it is open: arrows walk in it, and Escape closes it. Pages have
  /// the keyboard anyway.
  private func lendKeyboardToPopup(
    since hadPopup: Bool, by event: ViewEvent, _ requests: inout [PanelRequest]
  ) {
    let hasPopup = popups.popup != nil
    guard hasPopup != hadPopup, model.page == nil, focus == nil || hasPopup, editing == nil,
      hasPopup || !screen.screen.traits(in: model).takesLetters,
      !requests.contains(where: { if case .keyboard = $0 { true } else { false } })
    else { return }
    if case .pointer(let pointer) = event, hasPopup, pointer.kind != .mouse { return }
    requests.append(.keyboard(hasPopup))
  }

  /// Plays a key without a letter on *Scene*.
  private mutating func playSceneKey(_ name: [UInt8], _ requests: inout [PanelRequest]) {
    guard case .scene(let screen) = screen.screen, popups.popup == nil else { return }
    withScene { $0.type(name, on: screen, &requests) }
  }

  /// Plays a key with a letter on a screen where hands play.
  private mutating func playKey(
    _ letters: [UInt8], at seconds: Double, _ requests: inout [PanelRequest]
  ) -> Bool {
    guard case .performance(let screen) = screen.screen, screen != .table, popups.popup == nil else {
      return false
    }
    return withPerformance { $0.playKey(letters, at: seconds, &requests) }
  }

  /// Time passes while pointers rest: a long press opens a menu; keys, questions and flashes have their time.
  public mutating func pass(_ seconds: Double) -> [PanelRequest] {
    var requests: [PanelRequest] = []
    stroke = 0
    panel.isHeld = !drags.isEmpty
    passMessage(seconds)
    if asksManualKeyboard { requests.append(.keyboard(true)) }
    asksManualKeyboard = false
    openDoorUnderCarried(at: seconds, &requests)
    showTip(at: seconds)
    learnMacro(&requests)
    resetMacros(&requests)
    let performed: PerformanceScreens.Screen? =
      if case .performance(let screen) = screen.screen { screen } else { nil }
    withPerformance { $0.pass(seconds, on: performed, &requests) }
    if model.plugin == .touch { withSound { $0.pass(seconds, &requests) } }
    if model.plugin == .scene { withScene { $0.pass(seconds, &requests) } }
    if screen == .grid { withGrid { $0.pass(seconds, &requests) } }
    let documents: LibraryScreens.Screen? =
      if case .library(let screen) = screen.screen { screen } else { nil }
    withLibrary { $0.pass(seconds, on: documents, &requests) }
    for index in drags.indices where drags[index].drag.isLong(at: seconds) {
      let (drag, action) = drags[index]
      // A mouse has another button for the menu of a value, and may rest on it before a drag.
      if drag.kind == .mouse, drag.part.isFinite { continue }
      if openMenu(of: action, pointer: drag.id, drag.startX, drag.startY) {
        drags[index] = (ControlDrag(sliding: drag, at: seconds), .popup(.slide))
      }
    }
    return requests
  }
}
