// The menus of objects on *Sound* and of connections on *Matrix*: copy and paste as text, randomize, mutate, lock.
// Any thread.
import Controls
import Matrix
import PanelModel
import Patches
import Text
import Toolkit

/// A tool of an object's menu.
public enum ObjectTool: Equatable, Sendable {
  case copy, paste, reset, lock
  /// Randomizes values; mutates them by this percentage of their ranges.
  case randomize
  case mutate(Int)
  /// Mutates all audible objects that aren't locked.
  case mutateAll(Int)
}

struct ObjectToolState: Sendable {
  /// The objects that *Mutate all* leaves as they are: a bit for each, the last one for the voice.
  private var locked: UInt64 = 0
  /// The last copied text, for pages, which can't read the clipboard.
  var copied: [UInt8] = []
  /// Whether the clipboard's text is awaited, and the object it is pasted onto, or nil for a connection.
  var isPasting = false
  var target: SoundObject?
  /// The state of the generator of random numbers.
  var random: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Returns a random number, 0…1.
  mutating func next() -> Float {
    random ^= random << 13
    random ^= random >> 7
    random ^= random << 17
    return Float(random >> 40) / Float(1 << 24)
  }

  private func bit(_ object: SoundObject?) -> UInt64 {
    1 << UInt64(object?.index ?? SoundObject.allCases.count)
  }

  func isLocked(_ object: SoundObject?) -> Bool { locked & bit(object) != 0 }
  mutating func toggleLock(of object: SoundObject?) { locked ^= bit(object) }
}

extension SoundScreens {
  public mutating func openMenu(of action: SoundAction, pointer: Int32, _ x: Float, _ y: Float) {
    var items: [ListPopup<SoundAction>.Item] = []
    func item(_ name: StaticString, _ action: SoundAction) {
      items.append(.init(UTF8Text(name).bytes, action))
    }
    switch action {
    case .object(let object):
      func tool(_ name: StaticString, _ tool: ObjectTool) { item(name, .objectTool(tool, object)) }
      tool("Copy", .copy)
      tool("Paste", .paste)
      tool("Reset", .reset)
      tool("Randomize", .randomize)
      tool("Mutate a little", .mutate(5))
      tool("Mutate", .mutate(20))
      tool(tools.isLocked(object) ? "Unlock" : "Lock", .lock)
      tool("Mutate all a little", .mutateAll(5))
      tool("Mutate all", .mutateAll(20))
      open(.list(ListPopup(title: SoundObject.title(of: object), x: x, y: y, items: items)))
    case .connection(let place):
      item("Copy", .copyConnection(place))
      item("Paste", .pasteConnection)
      item("Remove", .disconnect(place))
      open(.list(ListPopup(title: name(of: connection(place)).bytes, x: x, y: y, items: items)))
    default: break
    }
  }

  mutating func use(_ tool: ObjectTool, on object: SoundObject?, _ requests: inout [PanelRequest]) {
    let parameters = Parameter.all(of: object)
    switch tool {
    case .copy:
      copy(Self.setting(parameters) { panel.setting($0).base }, &requests)
      say("\(SoundObject.title(of: object)) copied.")
    case .paste: paste(onto: object, &requests)
    case .reset: requests.append(Self.edit(parameters) { $0.spec.default })
    case .lock: tools.toggleLock(of: object)
    case .randomize: requests.append(edit(parameters) { _, random in random })
    case .mutate(let percent): requests.append(mutation(of: parameters, percent))
    case .mutateAll(let percent):
      let objects = SoundObject.allCases.map { $0 as SoundObject? } + [nil]
      let heard = objects.filter { object in
        !tools.isLocked(object) && !(object.map { isSilent($0) } ?? false)
      }
      requests.append(mutation(of: heard.flatMap { Parameter.all(of: $0) }, percent))
    }
  }

  private mutating func mutation(of parameters: [Parameter], _ percent: Int) -> PanelRequest {
    edit(parameters) { part, random in part + (2 * random - 1) * Float(percent) / 100 }
  }

  /// Returns an edit with random values. Levels, pitches, switches and choices keep their values.
  private mutating func edit(
    _ parameters: [Parameter], _ part: (_ now: Float, _ random: Float) -> Float
  ) -> PanelRequest {
    let kept: [StaticString] = ["level", "semitones", "hertz", "ceiling", "pitch", "quality", "morph"]
    let moved = parameters.filter { parameter in
      let symbol = parameter.spec.symbol.bytes
      return parameter.spec.choices == nil
        && !kept.contains { TextSearch.contains(symbol, UTF8Text($0).bytes) }
    }
    var values: [(Parameter, Float)] = []
    for parameter in moved {
      let setting = panel.setting(parameter)
      let new = part(parameter.part(of: setting.base), tools.next())
      let value = parameter.value(at: new)
      values.append((parameter, min(max(value, setting.low), setting.high)))
    }
    return Self.edit(moved) { parameter in values.first { $0.0 == parameter }?.1 ?? 0 }
  }

  // Texts.

  private static func edit(_ parameters: [Parameter], _ value: (Parameter) -> Float) -> PanelRequest {
    .edit(.unresolved(setting(parameters, value)), revision: nil)
  }

  /// An edit that sets parameters, as JSON.
  private static func setting(_ parameters: [Parameter], _ value: (Parameter) -> Float) -> [UInt8] {
    let members = parameters.map { parameter -> UTF8Text in
      let value = value(parameter)
      guard let names = parameter.spec.choices?.names else { return "\"\(parameter.spec.symbol)\": \(value)" }
      return "\"\(parameter.spec.symbol)\": \"\(names[min(max(Int(value.rounded()), 0), names.count - 1)])\""
    }
    return ("{\"set\": \(JSON.list("{", members, "}"))}" as UTF8Text).bytes
  }

  private mutating func copy(_ text: [UInt8], _ requests: inout [PanelRequest]) {
    tools.copied = text
    requests.append(.copy(text))
  }

  mutating func copyConnection(_ place: Int, _ requests: inout [PanelRequest]) {
    guard model.patch.connections.indices.contains(place) else { return }
    copy(PatchEdit.connect(model.patch.connections[place], place: nil).text, &requests)
    say("\(name(of: connection(place))) copied.")
  }

  /// Requests the clipboard's text.
  mutating func paste(onto object: SoundObject?, _ requests: inout [PanelRequest]) {
    (tools.isPasting, tools.target) = (true, object)
    // On a page, only the browser's own keys reach the clipboard.
    if model.page != nil { paste(tools.copied, &requests) } else { requests.append(.paste) }
  }

  /// Pastes the text of an object or a connection. Values of another kind of object apply where the target
  /// has the same parameters.
  public mutating func paste(_ text: [UInt8], _ requests: inout [PanelRequest]) {
    tools.isPasting = false
    guard let json = text.withUnsafeBytes({ try? JSON($0) }) else {
      return model.refuse("The clipboard has no object or connection.")
    }
    if json.member(UTF8Text("connect").bytes) != nil {
      return requests.append(.edit(.unresolved(text), revision: nil))
    }
    guard case .object(let members)? = json.member(UTF8Text("set").bytes)?.value, let target = tools.target
    else { return model.refuse("The clipboard has no object or connection.") }
    let prefix = UTF8Text(target.symbol).bytes + [UInt8(ascii: "_")]
    let known = Parameter.all(of: target).map { $0.spec.symbol.bytes }
    var pasted: [UTF8Text] = []
    for member in members {
      let source = SoundObject.allCases.first {
        member.key.starts(with: UTF8Text($0.symbol).bytes + [UInt8(ascii: "_")])
      }
      guard let source else { continue }
      let symbol = prefix + member.key.dropFirst(UTF8Text(source.symbol).bytes.count + 1)
      if known.contains(symbol) { pasted.append("\"\(symbol)\": \(member.value.words)") }
    }
    if pasted.isEmpty { return model.refuse("Nothing of the clipboard fits \(target.description.name).") }
    let edit: UTF8Text = "{\"set\": \(JSON.list("{", pasted, "}"))}"
    requests.append(.edit(.unresolved(edit.bytes), revision: nil))
  }

  /// Whether a text of the clipboard is waited for.
  public var isPasting: Bool { tools.isPasting }
}
