// Messages by which a patch changes how its widgets look, as Pd's own widgets take them. Not for the audio
// thread.
import Text

/// What a widget of Pd was read from, with the fields that messages have changed since.
struct WidgetSource: Equatable, Sendable {
  let form: WidgetForm
  let arguments: [PdWord]
  let letters: PdLetters
  /// Where the record has it.
  var x: Float
  var y: Float
  var changes: [Change] = []

  struct Change: Equatable, Sendable {
    let field: WidgetForm.Field
    let word: PdWord
  }

  mutating func change(_ field: WidgetForm.Field, _ word: PdWord) {
    changes.removeAll { $0.field == field }
    changes.append(Change(field: field, word: word))
  }
}

extension WidgetForm {
  /// Returns the fields that a message changes, in the order of its words; nil if it changes none.
  fileprivate func fields(changedBy selector: [UInt8]) -> [Field]? {
    let own = row.fields
    func has(_ fields: [Field]) -> [Field]? { own.contains(fields[0]) ? fields : nil }
    return switch selector {
    case "range": has([.low, .high])
    case "number": has([.cells])
    case "label": [.label]
    case "label_pos": [.labelX, .labelY]
    case "label_font": [.font, .fontSize]
    case "color": [.background, .foreground, .labelColour]
    case "vis_size": has([.grip]) == nil ? nil : [.width, .height]
    case "size": has([.grip]) ?? has([.size]) ?? has([.digits, .height]) ?? [.width, .height]
    case "steady": has([.steady])
    case "flashtime": has([.flash, .hold])
    case "scale": has([.scale])
    default: nil
    }
  }
}

extension SceneWidget {
  /// Applies a message of the patch to its receive name.
  /// - Returns: The message, in the form in which it can be applied to the widget as the file has it; nil if
  ///   it changes no look.
  mutating func change(_ message: [SceneAtom]) -> [SceneAtom]? {
    guard var source, case .word(let selector)? = message.first else { return nil }
    let words = message.dropFirst()
    var numbers: [Float] = []
    for case .number(let number) in words where number.isFinite {
      numbers.append(min(max(number, -1e6), 1e6))
    }
    var kept = message
    switch selector {
    case "pos" where numbers.count > 1: move(&source, numbers[0], numbers[1])
    case "delta" where numbers.count > 1:
      move(&source, source.x + numbers[0], source.y + numbers[1])
      kept = [.word(Array("pos".utf8)), .number(source.x), .number(source.y)]
    case "lin", "log":
      guard source.form.row.fields.contains(.logarithmic) else { return nil }
      source.change(.logarithmic, PdWord(bytes: Array((selector == "log" ? "1" : "0").utf8)))
    default:
      guard let fields = source.form.fields(changedBy: selector), !words.isEmpty else { return nil }
      for (field, atom) in zip(fields, words) where source.form.row.fields.contains(field) {
        let word = PdWord(bytes: field.isColour ? atom.colour : atom.text)
        if field.isNumber, word.number == nil { return nil }
        source.change(field, word)
      }
    }
    let corner = SceneArea(x: area.x, y: area.y, width: 0, height: 0)
    guard
      var changed = WidgetReader(letters: source.letters).native(
        source.form, WidgetFields(source.form, source.arguments[...], changes: source.changes), corner,
        at: line)
    else { return nil }
    (changed.send, changed.receive, changed.panel, changed.source) = (send, receive, panel, source)
    (changed.value, changed.isSentAtLoad, changed.isInAbstraction) = (value, isSentAtLoad, isInAbstraction)
    self = changed
    return kept
  }

  /// A widget of a graph on parent keeps its distance from where the record has it.
  private mutating func move(_ source: inout WidgetSource, _ x: Float, _ y: Float) {
    area.x += x - source.x
    area.y += y - source.y
    (source.x, source.y) = (x, y)
  }

  /// Returns the number that a widget has after a change of its look.
  func number(_ number: Float, from before: SceneWidget) -> Float {
    switch (before.kind, kind) {
    case (.slider(let axis, let old, _), .slider(_, let range, _)):
      // Pd keeps the place of the knob in pixels.
      let lengths = [before, self].map { (axis == .horizontal ? $0.area.width : $0.area.height) - 1 }
      return range.value(at: old.position(of: number) * lengths[0] / lengths[1])
    case (_, .dragNumber(_, let range, _)): return range.limited(number)
    case (_, .radio(_, let cells)): return min(number, Float(cells - 1))
    default: return number
    }
  }
}

extension WidgetForm.Field {
  fileprivate var isColour: Bool { self == .background || self == .foreground || self == .labelColour }
}

extension SceneAtom {
  /// A color of a message, as a word of a file. In messages, Pd reads negative numbers as 24 bits.
  fileprivate var colour: [UInt8] {
    guard case .number(let number) = self, number < 0, number > -2e7 else { return text }
    let code = Int(-1 - number) & 0xffffff
    return [UInt8(ascii: "#")] + (0..<6).map { Array("0123456789abcdef".utf8)[code >> (20 - 4 * $0) & 15] }
  }
}

private func ~= (word: StaticString, bytes: [UInt8]) -> Bool { bytes == word }
