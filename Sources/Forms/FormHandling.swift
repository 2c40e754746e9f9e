// Presses, drags and keys on a form. Any thread.
import Controls
import Paint
import PanelModel
import Patches
import Text
import Toolkit

extension FormEditor {
  /// Does what a control does when it is pressed.
  public mutating func press(_ action: FormAction, _ requests: inout [PanelRequest]) {
    if case .field(.open, _) = action { press(.sounds(.close), &requests) }
    switch action {
    case .field(let act, let path): press(act, path, &requests)
    case .step(let step): requests.append(model.edit(step))
    case .snapshot(let index): requests.append(.edit(.recall(snapshot: index + 1), revision: model.revision))
    case .storeSnapshot(let index):
      requests.append(.edit(.snapshot(place: index + 1, name: nil), revision: model.revision))
    case .keepSnapshot: requests.append(.edit(.snapshot(place: nil, name: nil), revision: nil))
    case .searchTunings: state.tunings.begin(&requests)
    case .sounds(let act): press(act, &requests)
    case .tuning(let index): tune(index, &requests)
    case .morph: break
    }
  }

  /// The value that a control sets; nil: it sets none.
  public func value(of action: FormAction) -> ControlValue? {
    if action == .morph { return panel.value(of: .morph, .base) }
    guard case .field(.drag, let path) = action, let place = resolve(path[...]) else { return nil }
    return Self.control(place.json, place.field.form, title(at: path))
  }

  /// A value as a bar sets it; nil: it is no number.
  static func control(_ json: JSON?, _ form: DocumentForm, _ title: [UInt8]) -> ControlValue? {
    switch form {
    case .number(let number, _): number.control(json, title)
    case .value(let parameter): parameter.control(parameter.value(json), name: title)
    default: nil
    }
  }

  /// Sets the value of a control.
  public mutating func set(_ action: FormAction, to value: Float, _ requests: inout [PanelRequest]) {
    switch action {
    case .field(.drag, let path): set(path, to: value, &requests)
    case .morph: panel.change(.morph, .base, to: value, &requests)
    default: break
    }
  }

  private mutating func press(_ act: FormAct, _ path: [PathStep], _ requests: inout [PanelRequest]) {
    if state.typed != nil, act != .type || state.typed?.path != path { endTyping(isKept: true, &requests) }
    switch act {
    case .drag, .draw: break
    case .open: open(path)
    case .type:
      guard let place = resolve(path[...]) else { return }
      requests.append(.keyboard(true))
      if state.typed?.path == path { return }
      var typed = TextEditing(Self.typedText(of: place.json, place.field.form))
      if case .text = place.field.form { typed.place(typed.text.count) }
      state.typed = (path, typed)
      state.fault = nil
    case .flip:
      guard let place = resolve(path[...]), case .toggle(let usual) = place.field.form else { return }
      let isOn = place.json.map { $0.value == .bool(true) } ?? usual
      change(path, to: JSON(.bool(!isOn)), &requests)
    case .pick:
      popup = .list(
        ListPopup(title: title(at: path), x: width * 0.3, y: height * 0.15, items: choices(at: path)))
      requests.append(.keyboard(true))
    case .choose(let index): choose(index, at: path, &requests)
    case .take:
      if path.first == .key(PatchKey.parameters.bytes), path.count == 2 { return reset(path, &requests) }
      change(path, to: nil, &requests)
    case .add:
      guard let place = resolve(path[...]), case .list(_, let new, _) = place.field.form else { return }
      // A JSON text is an object or a list, so the new element is read within one.
      let text = ("[\(new)]" as UTF8Text).bytes
      guard let json = text.withUnsafeBytes({ try? JSON($0) })?.elements.first else { return }
      let count = place.json?.elements.count ?? 0
      change(path + [.index(count)], to: json, &requests)
      if opensAdded, state.fault == nil, let added = resolve((path + [.index(count)])[...]),
        Self.opens(added.field.form)
      {
        open(path + [.index(count)])
      }
    case .up: move(path, -1, &requests)
    case .down: move(path, 1, &requests)
    }
  }

  private mutating func move(_ path: [PathStep], _ step: Int, _ requests: inout [PanelRequest]) {
    guard case .index(let index)? = path.last else { return }
    let list = Array(path.dropLast())
    var all = resolve(list[...])?.json?.elements ?? []
    guard all.indices.contains(index), all.indices.contains(index + step) else { return }
    all.swapAt(index, index + step)
    change(list, to: JSON(.array(all)), &requests)
  }

  /// A parameter's default value and whole range.
  private mutating func reset(_ path: [PathStep], _ requests: inout [PanelRequest]) {
    guard case .key(let key)? = path.last,
      let parameter = Parameter.allCases.first(where: { $0.spec.symbol.isText(key) })
    else { return }
    let spec = parameter.spec
    func member(_ key: PatchKey.Setting, _ json: JSON) -> JSON.Member { .init(key: key.bytes, value: json) }
    change(
      path,
      to: JSON(
        .object([
          member(.base, parameter.json(spec.default)), member(.low, JSON.rounded(Double(spec.minimum))),
          member(.high, JSON.rounded(Double(spec.maximum))),
        ])), &requests)
  }

  /// Sets a number.
  private mutating func set(_ path: [PathStep], to value: Float, _ requests: inout [PanelRequest]) {
    guard let place = resolve(path[...]) else { return }
    let value = keyWithinZone(value, path)
    let new: JSON
    switch place.field.form {
    case .number(let number, _): new = number.json(value)
    case .value(let parameter): new = parameter.json(value)
    default: return
    }
    if new != place.json { change(path, to: filled(new, path), &requests) }
  }

  /// A tuple that is not there yet begins with its other values as they usually are.
  private mutating func filled(_ new: JSON, _ path: [PathStep]) -> JSON {
    let outer = path.dropLast()
    guard case .index(let index)? = path.last, let place = resolve(outer), place.json == nil,
      case .tuple(let fields) = place.field.form
    else { return new }
    var all: [JSON] = []
    for (at, field) in fields.enumerated() {
      let usual: JSON
      switch field.form {
      // Ends of a range are far apart: the first half of the values are the least, the others the greatest.
      case .number(let number, _):
        usual = number.json(Float(at < fields.count / 2 ? number.low : number.high))
      case .choice(let words, let first): usual = JSON(.string(UTF8Text(words[first]).bytes))
      default: continue
      }
      all.append(at == index ? new : usual)
    }
    state.edited = document.setting(outer, to: JSON(.array(all)))
    return new
  }

  /// Makes the points of a shape from a line that is drawn over a pad, when the line ends.
  public mutating func handle(
    _ pointer: ViewEvent.Pointer, _ drag: ControlDrag, of action: FormAction, _ requests: inout [PanelRequest]
  ) {
    guard case .field(.draw, let path) = action else { return }
    let place = SIMD2<Float>(
      (pointer.x - drag.area.x) / max(1, drag.area.width),
      (drag.area.bottom - pointer.y) / max(1, drag.area.height)
    ).clamped(lowerBound: SIMD2(0, 0), upperBound: SIMD2(1, 1))
    switch pointer.phase {
    case .began: state.line = [place]
    case .moved: if state.line.count < 4096 { state.line.append(place) }
    case .cancelled: state.line = []
    case .ended:
      let most = PatchShape.pointLimit
      let all = state.line
      state.line = []
      guard all.count > 1 else { return }
      let count = min(all.count, most)
      let points = (0..<count).map { all[$0 * (all.count - 1) / (count - 1)] }
      func number(_ value: Float) -> JSON { JSON.rounded(Double(value)) }
      change(path, to: JSON(.array(points.map { JSON(.array([number($0.x), number($0.y)])) })), &requests)
    }
  }

  // Typing.

  /// A value as it is typed.
  static func typedText(of json: JSON?, _ form: DocumentForm) -> [UInt8] {
    switch (form, json?.value) {
    case (.value, .real(let value)?), (.number, .real(let value)?): JSON.short(Float(value)).words.bytes
    case (.value, _), (.number, _): json?.words.bytes ?? []
    default: text(of: json, form)
    }
  }

  /// A typed text as a value of a form; nil if it is invalid.
  private func value(of text: [UInt8], _ form: DocumentForm, now json: JSON?) -> JSON? {
    func numbers() -> [JSON]? {
      let list = ("[\(text.map { $0 == UInt8(ascii: " ") ? 32 : $0 })]" as UTF8Text).bytes
      let all = list.withUnsafeBytes { try? JSON($0) }?.elements
      return all.flatMap { $0.allSatisfy { $0.real != nil } ? $0 : nil }
    }
    func word(_ words: [StaticString]) -> JSON? {
      let symbol = text.map { $0 == 32 ? UInt8(ascii: "_") : $0 }
      return words.contains { symbol == $0 } ? JSON(.string(symbol)) : nil
    }
    switch form {
    case .text: return JSON(.string(text))
    case .number(let number, let words):
      return numbers().flatMap { $0.count == 1 ? $0[0] : nil } ?? word(words)
        ?? number.control(json, []).value(typed: text).map { number.json($0) }
    case .numbers(_, let counts, let words, _):
      // One of at most two stands for both.
      return numbers().map { $0.count == 1 && counts.upperBound == 2 ? $0[0] : JSON(.array($0)) }
        ?? word(words)
    case .value(let parameter):
      return numbers().flatMap { $0.count == 1 ? $0[0] : nil } ?? word(parameter.spec.choices?.names ?? [])
        ?? parameter.control(parameter.value(json)).value(typed: text).map { parameter.json($0) }
    default: return nil
    }
  }

  /// Ends typing; what is refused stays, with the reason, unless it is thrown away.
  /// - Returns: whether the text is the document's now.
  @discardableResult
  public mutating func endTyping(isKept: Bool, _ requests: inout [PanelRequest]) -> Bool {
    guard let typed = state.typed else { return true }
    let place = resolve(typed.path[...])
    if isKept, let place, typed.text.text != Self.typedText(of: place.json, place.field.form) {
      checkTyped(&requests, isSent: true)
      if state.fault != nil { return false }
      state.sent = typed
    }
    state.typed = nil
    if !isKept { state.fault = nil }
    requests.append(.keyboard(false))
    return true
  }

  /// Reports at once why a typed text is invalid; `isSent`: otherwise it goes into the document.
  private mutating func checkTyped(_ requests: inout [PanelRequest], isSent: Bool) {
    guard let typed = state.typed, let place = resolve(typed.path[...]) else { return }
    guard let value = value(of: typed.text.text, place.field.form, now: place.json) else {
      let words: UTF8Text = "Enter a number, with or without a unit."
      state.fault = (typed.path, words.bytes, 0)
      return
    }
    var made: [PanelRequest] = []
    let before = state.edited
    change(typed.path, to: filled(value, typed.path), &made)
    if isSent { requests += made } else { state.edited = before }
  }

  /// Handles keys while something is typed.
  /// - Parameter scrolls: whether the keys that turn pages may scroll the form.
  /// - Returns: whether the key meant that.
  public mutating func handle(
    _ key: ViewEvent.Key, shift: Bool, control: Bool, scrolls: Bool, _ requests: inout [PanelRequest]
  ) -> Bool {
    if state.sounds != nil { return handleInSounds(key, shift: shift, &requests) }
    if state.tunings.isTyping { return handleInTunings(key, shift: shift, &requests) }
    guard let typed = state.typed else {
      guard scrolls, key == .pageDown || key == .pageUp else { return false }
      state.scroll += key == .pageDown ? height / 2 : -height / 2
      return true
    }
    if case .text(_, let lines)? = resolve(typed.path[...])?.field.form, lines > 3, key == .enter, !control {
      type([10], &requests)
      return true
    }
    switch key {
    case .enter, .tab:
      if endTyping(isKept: true, &requests) { return key == .enter }
      return true
    case .escape: endTyping(isKept: false, &requests)
    default:
      guard state.typed?.text.handle(key, shift: shift) ?? false else { return false }
      checkTyped(&requests, isSent: false)
    }
    return true
  }

  /// Puts typed letters where they are wanted.
  public mutating func type(_ letters: [UInt8], _ requests: inout [PanelRequest]) {
    if state.sounds?.search.isTyping ?? false {
      state.sounds?.search.type(letters)
      return
    }
    if state.tunings.isTyping { return state.tunings.type(letters) }
    guard state.typed != nil else { return }
    state.typed?.text.type(letters)
    checkTyped(&requests, isSent: false)
  }

  // Lists to choose from.

  /// The possible values at a path.
  private func choices(at path: [PathStep]) -> [ListPopup<FormAction>.Item] {
    func act(_ index: Int) -> FormAction { .field(.choose(index), path) }
    func list(_ names: [[UInt8]]) -> [ListPopup<FormAction>.Item] {
      names.enumerated().map { .init($1, act($0)) }
    }
    guard let place = resolve(path[...]) else { return [] }
    switch place.field.form {
    case .choice(let words, _), .number(_, let words), .numbers(_, _, let words, _):
      return list(words.map { ValueText.plain($0) })
    case .controller: return RegistryList.controllers.map { $0.listed(act(Int($0.item.rawValue))) }
    case .parameter: return RegistryList.parameters.map { $0.listed(act(Int($0.item.rawValue))) }
    case .shown: return list(ShownValue.all.map { Self.title(of: $0) })
    case .value(let parameter):
      return list((parameter.spec.choices?.names ?? []).map { ValueText.plain($0) })
    case .object(let object): return list(object.fields.map { Self.title(of: $0) })
    default: return []
    }
  }

  private mutating func choose(_ index: Int, at path: [PathStep], _ requests: inout [PanelRequest]) {
    guard let place = resolve(path[...]) else { return }
    func symbol(_ text: [UInt8]) -> JSON { JSON(.string(text)) }
    switch place.field.form {
    case .choice(let words, _), .number(_, let words), .numbers(_, _, let words, _):
      change(path, to: filled(symbol(UTF8Text(words[index]).bytes), path), &requests)
    case .controller: change(path, to: symbol(Controller.allCases[index].spec.symbol.bytes), &requests)
    case .parameter: change(path, to: symbol(Parameter.allCases[index].spec.symbol.bytes), &requests)
    case .shown: change(path, to: symbol(ShownValue.all[index].symbol), &requests)
    case .value(let parameter): change(path, to: parameter.json(Float(index)), &requests)
    case .object(let object):
      let field = object.fields[index]
      // The patch has each parameter; a part or a snapshot gets the value that the patch has.
      if path.count == 1 { return open(path + [.key(field.key)]) }
      guard let parameter = Parameter.allCases.first(where: { $0.spec.symbol.isText(field.key) }) else {
        return
      }
      // A value that is added begins as the patch has it.
      let base = parameter.json(model.patch[parameter].base)
      change(path + [.key(field.key)], to: base, &requests)
    default: break
    }
  }
}
