// The widgets of the scene of one instance: what moves them, and who is told of them. Input thread, under the
// supervisor's mutex.
import Controls
import RealTime
import SceneFiles
import Synchronization
import Text

extension SupervisedScene {
  /// Notes what the patch has said about its widgets, for all audiences and the session.
  func follow() {
    guard let current else { return }
    var messages: [[UInt8]] = []
    let changed = current.page.follow(current.stream.pointee.values, messages: &messages)
    for message in messages { send(message) }
    if !link.pointee.isFreeWheel.load(ordering: .relaxed) {
      for widget in changed where current.page.board.isKept(widget) {
        kept.hear(current.page.board.keys[widget], current.page.board.value(widget))
      }
    }
    publisher.note(changed)
  }

  /// Publishes what is due of the page, the widgets and the lines that Pd has printed.
  func publishNews(_ now: Int64) {
    let forwards = sceneRequests?.pointee.forwards.load(ordering: .relaxed) ?? 0
    let isWatched = sceneRequests?.pointee.isWatched.load(ordering: .relaxed) ?? false
    for audience in [.windows, .pages, .programs] as [ScenePublisher.Audience] {
      let (wantsValues, wantsLines) =
        switch audience {
        case .windows: (true, true)
        case .pages: (isShown, isShown)
        case .programs: (isWatched, forwards & SceneMessage.print.bit != 0)
        }
      if wantsValues, let page = current?.page {
        publisher.publish(page, to: audience, now: now) { publish($0, $1, to: audience) }
      }
      if wantsLines {
        // A render receives all lines at once, because it may end before the next ones are due.
        let atOnce = isFreeWheel && audience == .windows
        var isSent = false
        repeat {
          isSent = publisher.publish(console, to: audience, now: now, atOnce: atOnce) {
            publish($0, $1, to: audience)
          }
        } while isSent && atOnce
      }
      // Programs that subscribe later begin with what comes then.
      if audience == .programs, !wantsValues { publisher.skipValues(audience) }
      if audience == .programs, !wantsLines { publisher.skipLines(audience, of: console) }
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
      if !values.isEmpty { noteSessionChange() }
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
    if let now = page.board.value(widget), !page.board.hasSelector(widget) {
      kept.set(key, now)
      noteSessionChange()
    }
    for message in messages { send(message) }
    publisher.note([widget])
    return true
  }

  /// The host is to save its session again.
  func noteSessionChange() { link.pointee.sessionChanges.wrappingAdd(1, ordering: .relaxed) }

  private func refuse(_ reason: UTF8Text) { publisher.refuse(reason.bytes) }

  /// The values of the widgets for the session, as JSON; empty: none.
  var values: [UInt8] { kept.text }

  /// Sends a message to the patch that plays. Without room it is lost: the host runs nothing.
  func send(_ message: [UInt8]) {
    _ = message.withUnsafeBytes { link.pointee.toPatch.push($0) }
  }
}
