// Requests of pages in browsers to a scene. They receive what a window does. Input thread, under the
// supervisor's mutex.
import CPosix
import Controls
import RealTime
import SceneFiles
import Synchronization
import Text

extension SupervisedScene {
  /// Whether a page shows the scene.
  var isShown: Bool { sceneRequests?.pointee.isShown.load(ordering: .relaxed) ?? false }

  /// Publishes all to pages again, because another one is open.
  func beginPages() {
    _ = publish(.path, path, to: .pages)
    tellState()
    _ = publish(.recording, recordingName, to: .pages)
    _ = publish(.background, background, to: .pages)
    // No line twice: what was printed follows again.
    _ = publish(.console, [], to: .pages)
    publishPorts(isNew: true)
    publisher.begin(.pages, nil)
  }

  /// Does what a page asks for: a word and its text. A page may do less than a window: it opens what lies in
  /// the folders of scenes, and neither Pd's own window nor files of other places.
  func show(_ arguments: [JSON], _ now: Int64) {
    guard arguments.count == 2, case .string(let word) = arguments[0].value,
      case .string(let text) = arguments[1].value
    else { return }
    func isAsked(_ name: StaticString) -> Bool { word == UTF8Text(name).bytes }
    if isAsked("all") {
      beginPages()
    } else if isAsked("values") {
      set(text)
    } else if isAsked("open") {
      if isOnShelf(text) {
        choose(text, now: now)
      } else {
        refusePages("there is no such scene in your folders")
      }
    } else if isAsked("restart") {
      restart(now)
    } else if isAsked("record") {
      record(text == UTF8Text("1").bytes)
    } else if isAsked("port") {
      move(port: text)
    } else if isAsked("shelf") {
      if playKey(text) { return }
      guard Self.isForPages(text) else { return refusePages("this is done in the plugin’s window") }
      askShelf(text, now)
    }
  }

  /// Moves a port: its symbol and its value.
  private func move(port text: [UInt8]) {
    let words = text.split(separator: 0x20).map(Array.init)
    guard words.count == 2,
      let place = PagePorts.all.firstIndex(where: { ("\($0.spec.symbol)" as UTF8Text).bytes == words[0] }),
      let value = SceneAtom.number(of: words[1]), value.isFinite
    else { return refusePages("there is no such port") }
    link.pointee.pagePorts.move(place, to: PagePorts.all[place].spec.limited(value))
    noteSessionChange()
  }

  /// Publishes to pages what the ports have that they move, if it is new.
  func publishPorts(isNew: Bool = false) {
    guard isShown else { return }
    let values = PagePorts.all.indices.map { link.pointee.pagePorts.value($0) }
    guard isNew || values != publishedPorts else { return }
    publishedPorts = values
    let update = SceneUpdate.ports(enabled: values[0], level: values[1], inputLevel: values[2])
    _ = publish(update, [], to: .pages)
  }

  private static func isForPages(_ question: [UInt8]) -> Bool {
    guard let json = question.withUnsafeBytes({ try? JSON($0) }), case .object(let members) = json.value
    else {
      return false
    }
    return (["list", "rename", "move", "copy", "delete"] as [StaticString]).contains {
      members.first?.key == UTF8Text($0).bytes
    }
  }

  private func refusePages(_ reason: UTF8Text) {
    _ = publish(.values, ("{\"refused\": \(JSON.quoted(reason.bytes))}" as UTF8Text).bytes, to: .pages)
  }
}
