// The widgets of the scene of one instance: what moves them, and who is told of them. Input thread, under the
// supervisor's mutex.
import RealTime
import SceneFiles
import Synchronization
import Text

extension SupervisedScene {
  /// What the patch has said about its widgets, to windows and into the session.
  func follow(_ now: Int64) {
    guard let current else { return }
    var messages: [[UInt8]] = []
    let changed = current.page.follow(current.stream.pointee.values, messages: &messages)
    for message in messages { send(message) }
    if !link.pointee.isFreeWheel.load(ordering: .relaxed) {
      for widget in changed where current.page.board.isKept(widget) {
        kept.hear(current.page.board.keys[widget], current.page.board.value(widget))
      }
    }
    requestHandler.note(changed)
    publisher.tell(changed, of: current.page, now: now) { tellWindows($0, $1) }
    if isShown { pages.tell(changed, of: current.page, now: now) { tellPages($0, $1) } }
  }

  /// Tells the lines that Pd has printed and that no window knows.
  func tellConsole(_ now: Int64) {
    // A render is told all lines at once, because it may end before the next ones are due.
    while publisher.isConsoleDue(console.count, now: now, isLate: isFreeWheel) {
      let told = publisher.tell(console) { tellWindows(.console, $0) }
      if !told || !isFreeWheel { break }
    }
    if isShown, pages.isConsoleDue(console.count, now: now) {
      _ = pages.tell(console) {
        tellPages(.console, $0)
        return true
      }
    }
  }

  /// Moves widgets: a JSON object of keys and values. What is none is refused, with a text.
  func set(_ text: [UInt8]) {
    guard let values = WidgetValueStore.read(text) else {
      return refuse("the values are no JSON object")
    }
    guard current != nil || next != nil else {
      // A scene that has not begun gets them when it begins.
      for (key, value) in values { kept.set(key, value) }
      return
    }
    for (key, value) in values where !move(key, value) {
      refuse("no widget “\(key)” takes this value")
    }
  }

  /// Moves a widget of the Pd that plays or loads. Whether it takes the value.
  func move(_ key: [UInt8], _ value: SceneValue) -> Bool {
    guard let page = current?.page ?? next?.page, let widget = page.board.widget(key),
      let messages = page.set(key, value)
    else { return false }
    // Which panels are open is no matter of a session.
    if let now = page.board.value(widget), !page.board.hasSelector(widget) { kept.set(key, now) }
    for message in messages { send(message) }
    publisher.note(widget)
    pages.note(widget)
    requestHandler.note([widget])
    return true
  }

  private func refuse(_ reason: UTF8Text) {
    publisher.refuse(reason.bytes)
    pages.refuse(reason.bytes)
  }

  /// What the session keeps of the widgets, as JSON; empty: nothing.
  var values: [UInt8] { kept.text }

  /// Sends a message to the patch that plays. Without room it is lost: the host runs nothing.
  func send(_ message: [UInt8]) {
    _ = message.withUnsafeBytes { link.pointee.toPatch.push(kind: 0, $0) }
  }
}
