// The fields of a form: each as its value is best changed. Any thread.
import Controls
import Lanes
import Paint
import PanelModel
import Patches
import Text
import Toolkit

extension FormEditor {
  /// Draws a field in the next row.
  public func drawField(
    _ field: DocumentField, _ json: JSON?, _ path: [PathStep], _ pass: inout ScreenPass,
    _ rows: inout RowLayout, title: [UInt8]? = nil
  ) {
    let title = title ?? Self.title(of: field)
    var lines = 1
    if case .text(_, let count) = field.form { lines = count }
    let height = max(look.target, Float(lines) * look.text * 1.35 + 12)
    let place = rows.next(lines == 1 ? look.target : height)
    if var place {
      if field.isOptional && json != nil && json != JSON(.null) {
        pass.iconButton(place.cutRight(max(24, look.target)), .close, "Take away", .field(.take, path))
      }
      drawValue(field.form, title, json, path, place, lines: lines, &pass)
    }
    drawFault(at: path, &pass, &rows)
  }

  /// Why what was typed or chosen cannot stand here.
  private func drawFault(at path: [PathStep], _ pass: inout ScreenPass, _ rows: inout RowLayout) {
    var message: [UInt8] = []
    if let fault = state.fault, fault.path == path {
      message = fault.message
    } else if state.fault == nil, model.isRefusal, state.last == path {
      message = model.message
    }
    guard !message.isEmpty, let place = rows.next(look.small * 1.5) else { return }
    pass.text(message, in: place.inset(look.gap + 2, 0), look[.warning], size: look.small)
  }

  private func drawValue(
    _ form: DocumentForm, _ title: [UInt8], _ json: JSON?, _ path: [PathStep], _ place: Area, lines: Int,
    _ pass: inout ScreenPass
  ) {
    var place = place
    switch form {
    case .text, .numbers:
      if case .numbers(_, _, let words, _) = form, !words.isEmpty {
        drawPickButton(title, path, &place, &pass)
      }
      drawText(title, Self.text(of: json, form), path, place, lines: lines, &pass)
    case .number(let number, let words):
      if !words.isEmpty { drawPickButton(title, path, &place, &pass) }
      if number.high <= 1e9 {
        let box = place.cutRight(min(place.width * 0.3, 104))
        pass.bar(place, number.control(json, title), look[.sound], .field(.drag, path), hasText: false)
        drawText(title, Self.text(of: json, form), path, box.inset(2, 0), lines: 0, &pass)
      } else {
        drawText(title, Self.text(of: json, form), path, place, lines: 1, &pass)
      }
    case .value(let parameter):
      let box = place.cutRight(min(place.width * 0.3, 104))
      pass.bar(
        place, parameter.control(parameter.value(json), name: title), look[.sound], .field(.drag, path),
        hasText: false)
      drawText(title, Self.text(of: json, form), path, box.inset(2, 0), lines: 0, &pass)
    case .toggle(let usual):
      let isOn = json.map { $0.value == .bool(true) } ?? usual
      let mark = drawPane(
        ScreenControl(
          role: .toggle, name: title, value: UTF8Text(isOn ? "on" : "off").bytes, area: place,
          action: .field(.flip, path), isOn: isOn), &pass)
      pass.text(title, in: place.inset(look.gap + 2, 0), look[.text])
      let x = place.right - 20
      if isOn {
        pass.list.disc(x, place.middleY, radius: 6, look[mark ? .text : .sound])
      } else {
        pass.list.ring(x, place.middleY, radius: 6, look[mark ? .text : .strong], width: 1.5)
      }
    case .choice(let words, let usual): drawChoice(title, words, usual, json, path, place, &pass)
    case .controller, .parameter, .shown:
      drawLink(title, Self.text(of: json, form), .field(.pick, path), place, &pass)
    case .tuple(let fields) where !Self.opens(form):
      let width = place.width / Float(fields.count)
      for (index, field) in fields.enumerated() {
        let name: UTF8Text = "\(title) \(field.key)"
        drawValue(
          field.form, name.bytes, json?.value(at: [.index(index)]), path + [.index(index)],
          place.cutLeft(width).inset(2, 0), lines: 1, &pass)
      }
    case .tuple, .object, .list:
      drawLink(title, Self.summary(of: json, form), .field(.open, path), place, &pass)
    }
  }

  /// The ground of a control. Returns whether it is under the pointer.
  private func drawPane(_ control: ScreenControl, _ pass: inout ScreenPass) -> Bool {
    let mark = pass.add(control)
    pass.list.fill(control.area, look[mark.isChosen ? .chosen : .pane], radius: look.radius)
    if mark.isFocused { pass.focusRing(control.area) }
    return mark.isChosen
  }

  /// A row that leads elsewhere.
  private func drawLink(
    _ title: [UInt8], _ value: [UInt8], _ action: FormAction, _ place: Area, _ pass: inout ScreenPass
  ) {
    _ = drawPane(ScreenControl(role: .button, name: title, value: value, area: place, action: action), &pass)
    var rest = place.inset(look.gap + 2, 0)
    Icon.next.draw(into: &pass.list, x: rest.cutRight(12).middleX, y: place.middleY, size: 10, look[.faint])
    pass.text(
      title, in: rest.cutLeft(min(rest.width * 0.5, TextMetrics.width(title, size: look.text) + 16)),
      look[.text])
    pass.text(value, in: rest.inset(6, 0), look[.faint], size: nil, .regular, .right)
  }

  private func drawPickButton(
    _ title: [UInt8], _ path: [PathStep], _ place: inout Area, _ pass: inout ScreenPass
  ) {
    let name: UTF8Text = "Choose \(title)"
    let button = place.cutRight(max(24, look.target))
    _ = drawPane(
      ScreenControl(role: .button, name: name.bytes, area: button, action: .field(.pick, path)), &pass)
    Icon.menu.draw(into: &pass.list, x: button.middleX, y: button.middleY, size: look.text, look[.faint])
    _ = place.cutRight(4)
  }

  /// A few words stand side by side; of many one is chosen from a list.
  private func drawChoice(
    _ title: [UInt8], _ words: [StaticString], _ usual: Int, _ json: JSON?, _ path: [PathStep], _ place: Area,
    _ pass: inout ScreenPass
  ) {
    let texts = words.map { ValueText.plain($0) }
    let chosen = words.firstIndex { json?.isText($0) ?? false } ?? (json == nil ? usual : -1)
    let widths = texts.map { max(look.target, TextMetrics.width($0, size: look.text, .semibold) + 14) }
    let total = widths.reduce(0, +)
    guard words.count <= 6, total < place.width * 0.72 else {
      let value = texts.indices.contains(chosen) ? texts[chosen] : Self.text(of: json, .choice(words))
      return drawLink(title, value, .field(.pick, path), place, &pass)
    }
    pass.list.fill(place, look[.pane], radius: look.radius)
    var rest = place.inset(look.gap + 2, 0)
    var buttons = rest.cutRight(total)
    pass.text(title, in: rest, look[.text])
    for (index, text) in texts.enumerated() {
      pass.button(buttons.cutLeft(widths[index]), text, .field(.choose(index), path), isOn: index == chosen)
    }
  }

  /// A text that is typed after a press. Without lines it is a number beside its bar.
  private func drawText(
    _ title: [UInt8], _ value: [UInt8], _ path: [PathStep], _ place: Area, lines: Int,
    _ pass: inout ScreenPass
  ) {
    let typed = state.typed.flatMap { $0.path == path ? $0.text : nil }
    let text = typed?.text ?? value
    var control = ScreenControl(
      role: .text, name: title, value: text, area: place, action: .field(.type, path), isOn: typed != nil)
    if lines == 0 { control.name = ("\(title), typed" as UTF8Text).bytes }
    _ = drawPane(control, &pass)
    if typed != nil {
      let isFault = state.fault.map { $0.path == path } ?? false
      pass.list.frame(place, look[isFault ? .warning : .hand], width: 1.5, radius: look.radius)
    }
    var inner = place.inset(look.gap, 0)
    if lines > 0 {
      let head = inner.cutLeft(min(inner.width * 0.36, 116))
      pass.text(
        title, in: Area(x: head.x, y: head.y, width: head.width - 6, height: min(head.height, look.target)),
        look[.faint], size: look.small)
    }
    if lines > 1 { return drawLines(text, typed, in: inner.inset(0, 6), &pass) }
    drawLine(text, typed, in: inner, isRight: lines == 0 && typed == nil, &pass)
  }

  /// One line, of which the caret is seen.
  private func drawLine(
    _ text: [UInt8], _ typed: TextEditing?, in area: Area, isRight: Bool, _ pass: inout ScreenPass
  ) {
    guard let typed else {
      return pass.text(text, in: area, look[.text], size: nil, .regular, isRight ? .right : .left)
    }
    let fault = state.fault.flatMap { $0.path == state.typed?.path ? $0.letter : nil }
    pass.typedText(typed, in: area, fault: fault ?? 0)
  }

  /// Several lines; while they are typed, those around the caret.
  private func drawLines(_ text: [UInt8], _ typed: TextEditing?, in area: Area, _ pass: inout ScreenPass) {
    let height = look.text * 1.35
    let limit = max(1, Int(area.height / height))
    var lines: [[UInt8]] = []
    let end = typed?.caret ?? text.count
    for part in text[..<end].split(separator: 10, omittingEmptySubsequences: false) {
      let wrapped = TextMetrics.lines(Array(part), size: look.text, in: area.width - 8, limit: 1000)
      lines += wrapped.isEmpty ? [[]] : wrapped
    }
    let caret = lines.count - 1
    if end < text.count {
      for (index, part) in text[end...].split(separator: 10, omittingEmptySubsequences: false).enumerated() {
        if index == 0 { lines[caret] += part } else { lines.append(Array(part)) }
      }
    }
    let first = typed == nil ? 0 : max(0, caret - limit + 1)
    var rest = area
    for index in first..<min(lines.count, first + limit) {
      let line = rest.cutTop(height)
      pass.text(lines[index], in: line, look[.text])
      guard typed != nil, index == caret else { continue }
      var before = lines[index]
      if let tail = text[end...].split(separator: 10, omittingEmptySubsequences: false).first {
        before.removeLast(min(before.count, tail.count))
      }
      let x = line.x + TextMetrics.width(before, size: look.text)
      pass.list.fill(Area(x: x, y: line.y, width: 2, height: height), look[.hand])
    }
  }
}

// Values as texts.

extension FormEditor {
  /// The text of a value.
  static func text(of json: JSON?, _ form: DocumentForm) -> [UInt8] {
    switch (form, json?.value) {
    case (.value(let parameter), let value):
      return value == nil ? UTF8Text("–").bytes : parameter.text(of: parameter.value(json))
    case (.number(let number, _), .integer?), (.number(let number, _), .real?):
      return number.text(json?.real ?? 0)
    case (.number(let number, _), nil): return number.text(number.usual)
    case (.numbers(_, _, let words, let usual), nil):
      return usual.map { ValueText.plain(words[$0]) } ?? []
    case (.controller, .string(let symbol)?):
      return Controller.allCases.first { $0.spec.symbol.isText(symbol) }?.shortName ?? symbol
    case (.shown, .string(let symbol)?): return ShownValue(symbol).map { title(of: $0) } ?? symbol
    case (.parameter, .string(let symbol)?):
      return Parameter.allCases.first { $0.spec.symbol.isText(symbol) }?.title ?? symbol
    case (.text, .string(let text)?): return text
    case (_, .string(let text)?): return text.map { $0 == UInt8(ascii: "_") ? 32 : $0 }
    case (_, .array(let all)?):
      return JSON.list("", all.map { $0.words }, "").bytes
    case (_, nil), (_, .null?): return []
    case (_, .some): return json?.words.bytes ?? []
    }
  }

  /// The title of a value that is sent back.
  static func title(of shown: ShownValue) -> [UInt8] {
    switch shown {
    case .controller(let controller): controller.shortName
    case .trigger(let trigger): ValueText.plain(trigger.symbol)
    }
  }

  /// A few words about an object or a list.
  static func summary(of json: JSON?, _ form: DocumentForm) -> [UInt8] {
    switch json?.value {
    case .array(let all)?:
      if case .tuple = form { return text(of: json, form) }
      return (all.count == 1 ? "1 entry" : "\(all.count) entries" as UTF8Text).bytes
    case .object(let members)?:
      var words: [[UInt8]] = []
      for member in members where words.count < 3 {
        switch member.value.value {
        case .string(let text):
          if !text.isEmpty { words.append(text.map { $0 == UInt8(ascii: "_") ? 32 : $0 }) }
        case .object, .array, .null, .bool: break
        default: words.append(("\(member.key) \(member.value.words)" as UTF8Text).bytes)
        }
      }
      if words.isEmpty, !members.isEmpty {
        return (members.count == 1 ? "1 entry" : "\(members.count) entries" as UTF8Text).bytes
      }
      return Array(words.joined(separator: UTF8Text(" · ").bytes))
    default: return text(of: json, form)
    }
  }
}

extension DocumentNumber {
  /// A value as people read it.
  func text(_ value: Double) -> [UInt8] {
    if isKey { return ValueText.note(Int(value)) }
    if isWhole && unit == .none { return [UInt8](Int64(value).description.utf8) }
    return ValueText.words(Float(value), unit).bytes
  }

  /// The value as a bar sets it.
  func control(_ json: JSON?, _ title: [UInt8]) -> ControlValue {
    var control = ControlValue(
      title, Float(json?.real ?? usual), Float(low)...Float(high), usual: Float(usual), unit,
      isWhole ? .whole : .linear)
    if isKey { control.words = { ValueText.note($0) } }
    return control
  }

  /// A value as JSON, with the digits that count.
  func json(_ value: Float) -> JSON {
    isWhole ? JSON(.integer(Int64(value.rounded()))) : JSON.short(value)
  }
}

extension JSON {
  /// A number, or nil if the value is not one.
  var real: Double? {
    switch value {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }

  func isText(_ text: StaticString) -> Bool {
    if case .string(let own) = value { own == text } else { false }
  }

  /// A value with the seven digits that it has at most.
  static func short(_ value: Float) -> JSON {
    var factor = 1.0
    while factor < 1e6, Double(value.magnitude) * factor < 1e6 { factor *= 10 }
    return JSON(.real((Double(value) * factor).rounded() / factor))
  }

  /// A number with about four digits.
  static func rounded(_ value: Double) -> JSON {
    let factor: Double =
      value.magnitude >= 1000 ? 1 : value.magnitude >= 100 ? 10 : value.magnitude >= 10 ? 100 : 1000
    return JSON(.real((value * factor).rounded() / factor))
  }
}

extension Parameter {
  /// The value that JSON gives: a number or the name of a choice; the default without one.
  func value(_ json: JSON?) -> Float {
    if let number = json?.real { return Float(number) }
    if let names = spec.choices?.names, let json {
      for index in 0..<names.count where json.isText(names[index]) { return Float(index) }
    }
    return spec.default
  }

  /// A value as JSON: a choice by its name.
  func json(_ value: Float) -> JSON {
    if let names = spec.choices?.names {
      let index = Int(min(max(value.rounded(), 0), Float(names.count - 1)))
      return JSON(.string(UTF8Text(names[index]).bytes))
    }
    return JSON.short(value)
  }
}
