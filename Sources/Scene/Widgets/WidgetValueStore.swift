// The values of a scene's widgets, for sessions and for a restarted Pd. Input thread.
import SceneFiles
import Text

/// Values by key. Those that were set from outside (by a window or a host) begin every Pd, so that a render
/// is the same each time; those that the patch itself has set since are kept by a session and over a crash.
struct WidgetValueStore {
  private var values: [(key: [UInt8], value: SceneValue)] = []
  private var heard: [(key: [UInt8], value: SceneValue)] = []
  /// The most values, as many as widgets are listened to.
  private static var limit: Int { SceneBoard.nameLimit }

  init(_ values: [(key: [UInt8], value: SceneValue)] = []) { self.values = values }

  /// All of them: those of the patch over those from outside.
  var all: [(key: [UInt8], value: SceneValue)] {
    var all = values
    for (key, value) in heard { Self.set(&all, key, value) }
    return all
  }

  mutating func set(_ key: [UInt8], _ value: SceneValue) {
    if value == .bang { return }
    heard.removeAll { $0.key == key }
    Self.set(&values, key, value)
  }

  mutating func hear(_ key: [UInt8], _ value: SceneValue?) {
    guard let value else { return }
    if let known = values.first(where: { $0.key == key }), known.value == value {
      heard.removeAll { $0.key == key }
    } else {
      Self.set(&heard, key, value)
    }
  }

  /// A scene that begins anew has what was set from outside alone.
  mutating func forgetHeard() { heard = [] }

  /// A host has moved the port of a control.
  mutating func move(control index: Int, to position: Float, _ board: SceneBoard) {
    guard board.controls.indices.contains(index) else { return }
    let control = board.controls[index]
    let widget = board.widgets.firstIndex {
      $0.address == control.address || $0.send == control.address || $0.receive == control.address
    }
    if let widget { set(board.keys[widget], .number(control.value(at: position))) }
  }

  private static func set(
    _ values: inout [(key: [UInt8], value: SceneValue)], _ key: [UInt8], _ value: SceneValue
  ) {
    if let index = values.firstIndex(where: { $0.key == key }) {
      values[index].value = value
    } else if values.count < limit {
      values.append((key, value))
    }
  }

  /// As a JSON object; empty: there are none.
  var text: [UInt8] {
    let all = all
    if all.isEmpty { return [] }
    return JSON(.object(all.map { JSON.Member(key: $0.key, value: $0.value.json) })).words.bytes
  }

  /// Values of a JSON object, or nil if it is none. What is no value is left out.
  static func read(_ text: [UInt8]) -> [(key: [UInt8], value: SceneValue)]? {
    if text.isEmpty { return [] }
    guard let json = text.withUnsafeBytes({ try? JSON($0) }), case .object(let members) = json.value,
      members.count <= limit
    else { return nil }
    return members.compactMap { member in SceneValue(member.value).map { (member.key, $0) } }
  }
}
