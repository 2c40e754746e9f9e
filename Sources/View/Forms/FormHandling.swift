// What hands do to a form. Any thread.
import Controls
import Paint
import Patches
import Text

extension View {
  mutating func press(_ act: FormAct, _ path: [PathStep], _ wishes: inout [Wish]) {
    if form.typed != nil, act != .type || form.typed?.path != path { endTyping(isKept: true, &wishes) }
    switch act {
    case .drag, .draw: break
    case .open:
      if form.pick != nil { wishes.append(.keyboard(false)) }
      openForm(path)
    case .type:
      guard let place = resolve(path[...]) else { return }
      wishes.append(.keyboard(true))
      if form.typed?.path == path { return }
      var typed = TextEditing(Self.typedText(of: place.json, place.field.form))
      if case .text = place.field.form { typed.place(typed.text.count) }
      form.typed = (path, typed)
      form.fault = nil
    case .flip:
      guard let place = resolve(path[...]), case .toggle(let usual) = place.field.form else { return }
      let isOn = place.json.map { $0.value == .bool(true) } ?? usual
      change(path, to: JSON(.bool(!isOn)), &wishes)
    case .pick:
      form.pick = (path, TextEditing(), 0)
      wishes.append(.keyboard(true))
    case .choose(let index): choose(index, at: path, &wishes)
    case .take:
      if path.first == .key(PatchKey.parameters.bytes), path.count == 2 { return reset(path, &wishes) }
      change(path, to: nil, &wishes)
    case .add:
      guard let place = resolve(path[...]), case .list(_, let new, _) = place.field.form else { return }
      // A JSON text is an object or a list, so the new element is read within one.
      let text = ("[\(new)]" as UTF8Text).bytes
      guard let json = text.withUnsafeBytes({ try? JSON($0) })?.elements.first else { return }
      let count = place.json?.elements.count ?? 0
      change(path + [.index(count)], to: json, &wishes)
      if screen == .modules {
        modules.step = count
        return
      }
      if form.fault == nil, let added = resolve((path + [.index(count)])[...]),
        Self.opens(added.field.form)
      {
        openForm(path + [.index(count)])
      }
    case .up: move(path, -1, &wishes)
    case .down: move(path, 1, &wishes)
    }
  }

  private mutating func move(_ path: [PathStep], _ step: Int, _ wishes: inout [Wish]) {
    guard case .index(let index)? = path.last else { return }
    let list = Array(path.dropLast())
    var all = resolve(list[...])?.json?.elements ?? []
    guard all.indices.contains(index), all.indices.contains(index + step) else { return }
    all.swapAt(index, index + step)
    change(list, to: JSON(.array(all)), &wishes)
  }

  /// A parameter's default value and whole range.
  private mutating func reset(_ path: [PathStep], _ wishes: inout [Wish]) {
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
        ])), &wishes)
  }

  /// Drags a number to a part of its range.
  mutating func drag(_ path: [PathStep], part: Float, _ wishes: inout [Wish]) {
    guard let place = resolve(path[...]) else { return }
    let new: JSON
    switch place.field.form {
    case .number(let number, _): new = number.json(at: part)
    case .value(let parameter): new = parameter.json(parameter.value(at: part))
    default: return
    }
    if new != place.json { change(path, to: filled(new, path), &wishes) }
  }

  /// A tuple that is not there yet begins with its other values as they usually are.
  private mutating func filled(_ new: JSON, _ path: [PathStep]) -> JSON {
    let outer = path.dropLast()
    guard case .index(let index)? = path.last, let place = resolve(outer), place.json == nil,
      case .tuple(let fields) = place.field.form
    else { return new }
    var all: [JSON] = []
    for (at, field) in fields.enumerated() {
      guard case .number(let number, _) = field.form else { continue }
      // Ends of a range are far apart: the first half of the values are the least, the others the greatest.
      let end = number.json(at: at < fields.count / 2 ? 0 : 1)
      all.append(at == index ? new : end)
    }
    form.edited = document.setting(outer, to: JSON(.array(all)))
    return new
  }

  /// A line that is drawn over a pad becomes the points of a shape when it ends.
  mutating func draw(_ path: [PathStep], _ grip: Grip, _ pointer: ViewEvent.Pointer, _ wishes: inout [Wish]) {
    let place = SIMD2<Float>(
      (pointer.x - grip.area.x) / max(1, grip.area.width),
      (grip.area.bottom - pointer.y) / max(1, grip.area.height)
    ).clamped(lowerBound: SIMD2(0, 0), upperBound: SIMD2(1, 1))
    switch pointer.phase {
    case .began: form.line = [place]
    case .moved: if form.line.count < 4096 { form.line.append(place) }
    case .cancelled: form.line = []
    case .ended:
      let most = PatchShape.pointLimit
      let all = form.line
      form.line = []
      guard all.count > 1 else { return }
      let count = min(all.count, most)
      let points = (0..<count).map { all[$0 * (all.count - 1) / (count - 1)] }
      func number(_ value: Float) -> JSON { JSON.rounded(Double(value)) }
      change(path, to: JSON(.array(points.map { JSON(.array([number($0.x), number($0.y)])) })), &wishes)
    }
  }

  // Typing.

  /// A value as it is typed.
  static func typedText(of json: JSON?, _ form: DocumentForm) -> [UInt8] {
    switch (form, json?.value) {
    case (.value, _), (.number, _): return json?.words.bytes ?? []
    default: return text(of: json, form)
    }
  }

  /// What a typed text is as a value of a form; nil: it is none.
  private func value(of text: [UInt8], _ form: DocumentForm) -> JSON? {
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
    case .number(_, let words): return numbers().flatMap { $0.count == 1 ? $0[0] : nil } ?? word(words)
    case .numbers(_, let counts, let words, _):
      // One of at most two stands for both.
      return numbers().map { $0.count == 1 && counts.upperBound == 2 ? $0[0] : JSON(.array($0)) }
        ?? word(words)
    case .value(let parameter):
      return numbers().flatMap { $0.count == 1 ? $0[0] : nil } ?? word(parameter.spec.choices?.names ?? [])
    default: return nil
    }
  }

  /// Ends typing; what is refused stays, with the reason, unless it is thrown away.
  /// - Returns: whether the text is the document's now.
  @discardableResult
  mutating func endTyping(isKept: Bool, _ wishes: inout [Wish]) -> Bool {
    guard let typed = form.typed else { return true }
    let place = resolve(typed.path[...])
    if isKept, let place, typed.text.text != Self.typedText(of: place.json, place.field.form) {
      checkTyped(&wishes, isSent: true)
      if form.fault != nil { return false }
      form.sent = typed
    }
    form.typed = nil
    if !isKept { form.fault = nil }
    wishes.append(.keyboard(false))
    return true
  }

  /// Says at once why what is typed cannot stand there; `isSent`: else it becomes the document's.
  private mutating func checkTyped(_ wishes: inout [Wish], isSent: Bool) {
    guard let typed = form.typed, let place = resolve(typed.path[...]) else { return }
    guard let value = value(of: typed.text.text, place.field.form) else {
      let words: UTF8Text = "This is not a number."
      form.fault = (typed.path, words.bytes, 0)
      return
    }
    var made: [Wish] = []
    let before = form.edited
    change(typed.path, to: filled(value, typed.path), &made)
    if isSent { wishes += made } else { form.edited = before }
  }

  /// Keys while something is typed or chosen from a list.
  /// - Returns: whether the key meant that.
  mutating func handleInForm(
    _ key: ViewEvent.Key, shift: Bool, control: Bool, _ wishes: inout [Wish]
  ) -> Bool {
    if let pick = form.pick {
      switch key {
      case .escape: form.pick = nil
      case .enter:
        if let first = found(pick).first { choose(first.index, at: pick.path, &wishes) }
      default:
        guard form.pick?.search.handle(key, shift: shift) ?? false else { return false }
        form.pick?.scroll = 0
        return true
      }
      // What was chosen may lead to another list, which has the keyboard then.
      if form.pick == nil { wishes.append(.keyboard(false)) }
      return true
    }
    guard let typed = form.typed else {
      switch key {
      case _ where screen != .patch && screen != .details: return false
      case .pageDown where focus == nil || !controls[focus ?? 0].part.isFinite: form.scroll += height / 2
      case .pageUp where focus == nil || !controls[focus ?? 0].part.isFinite: form.scroll -= height / 2
      default: return false
      }
      return true
    }
    if case .text(_, let lines)? = resolve(typed.path[...])?.field.form, lines > 3, key == .enter, !control {
      typeInForm([10], &wishes)
      return true
    }
    switch key {
    case .enter, .tab:
      if endTyping(isKept: true, &wishes) { return key == .enter }
      return true
    case .escape: endTyping(isKept: false, &wishes)
    default:
      guard form.typed?.text.handle(key, shift: shift) ?? false else { return false }
      checkTyped(&wishes, isSent: false)
    }
    return true
  }

  /// Letters that are typed.
  mutating func typeInForm(_ letters: [UInt8], _ wishes: inout [Wish]) {
    if form.pick != nil {
      form.pick?.search.type(letters)
      form.pick?.scroll = 0
    } else if form.typed != nil {
      form.typed?.text.type(letters)
      checkTyped(&wishes, isSent: false)
    }
  }

  // Lists to choose from.

  /// What may stand at a path, with the index that `choose` takes; the search narrows it down.
  func found(_ pick: (path: [PathStep], search: TextEditing, scroll: Float)) -> [(index: Int, title: [UInt8])]
  {
    let words = pick.search.text.split(separator: 32).map { Self.folded(Array($0)) }
    return choices(at: pick.path).enumerated().filter { _, title in
      let title = Self.folded(title)
      return words.allSatisfy { Self.contains(title, $0) }
    }.map { ($0.offset, $0.element) }
  }

  private func choices(at path: [PathStep]) -> [[UInt8]] {
    if path.isEmpty { return matrixChoices }
    guard let place = resolve(path[...]) else { return [] }
    switch place.field.form {
    case .choice(let words, _), .number(_, let words), .numbers(_, _, let words, _):
      return words.map { ValueText.plain($0) }
    case .controller: return Controller.allCases.map { $0.shortName }
    case .parameter: return Parameter.allCases.map { $0.title }
    case .shown: return ShownValue.all.map { Self.title(of: $0) }
    case .value(let parameter): return (parameter.spec.choices?.names ?? []).map { ValueText.plain($0) }
    case .object(let object): return object.fields.map { Self.title(of: $0) }
    default: return []
    }
  }

  private mutating func choose(_ index: Int, at path: [PathStep], _ wishes: inout [Wish]) {
    let isList = form.pick != nil
    form.pick = nil
    if isList { wishes.append(.keyboard(false)) }
    if path.isEmpty { return chooseInMatrix(index, &wishes) }
    guard let place = resolve(path[...]) else { return }
    func symbol(_ text: [UInt8]) -> JSON { JSON(.string(text)) }
    switch place.field.form {
    case .choice(let words, _), .number(_, let words), .numbers(_, _, let words, _):
      change(path, to: symbol(UTF8Text(words[index]).bytes), &wishes)
    case .controller: change(path, to: symbol(Controller.allCases[index].spec.symbol.bytes), &wishes)
    case .parameter: change(path, to: symbol(Parameter.allCases[index].spec.symbol.bytes), &wishes)
    case .shown: change(path, to: symbol(ShownValue.all[index].symbol), &wishes)
    case .value(let parameter): change(path, to: parameter.json(Float(index)), &wishes)
    case .object(let object):
      let field = object.fields[index]
      // The patch has each parameter; a part or a snapshot gets the value that the patch has.
      if path.count == 1 { return openForm(path + [.key(field.key)]) }
      guard let parameter = Parameter.allCases.first(where: { $0.spec.symbol.isText(field.key) }) else {
        return
      }
      // A value that is added begins as the patch has it.
      let base = parameter.json(model.patch[parameter].base)
      change(path + [.key(field.key)], to: base, &wishes)
    default: break
    }
  }

  func drawPick(_ pass: inout ScreenPass, in area: Area) {
    guard let pick = form.pick else { return }
    var rest = area
    var line = rest.cutTop(look.target)
    pass.iconButton(line.cutRight(max(24, look.target)), .close, "Close the list", .form(.open, form.path))
    pass.list.fill(line, look[.pane], radius: look.radius)
    pass.list.frame(line, look[.hand], width: 1.5, radius: look.radius)
    Icon.search.draw(into: &pass.list, x: line.x + 20, y: line.middleY, size: look.text, look[.faint])
    let inner = Area(x: line.x + 40, y: line.y, width: line.width - 50, height: line.height)
    if pick.search.text.isEmpty {
      pass.text("Type to search, Return chooses the first", in: inner, look[.faint])
    } else {
      pass.text(pick.search.text, in: inner, look[.text])
    }
    _ = rest.cutTop(look.gap)
    let columns = max(1, Int(rest.width / 230))
    let found = found(pick)
    var rows = FormRows(rest, pick.scroll)
    pass.list.append(.clip(rest))
    for start in stride(from: 0, to: found.count, by: columns) {
      guard var row = rows.next(look.target) else { continue }
      let width = row.width / Float(columns)
      for one in found[start..<min(found.count, start + columns)] {
        let place = row.cutLeft(width).inset(2, 0)
        pass.list.fill(place, look[.pane], radius: look.radius)
        pass.button(place, one.title, .form(.choose(one.index), pick.path))
      }
    }
    pass.list.append(.unclip)
    if found.isEmpty { pass.text("Nothing has these letters", in: rest.inset(12, 0), look[.faint]) }
  }
}
