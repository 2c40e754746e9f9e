// An edit of a grid as JSON: what `notify` sends, and where an error finds its line and column. Not for the
// audio thread.
import Controls
import Text

extension GridEdit {
  /// The edit as a JSON object. Decoding it gives the same edit, or one that does the same.
  public var text: [UInt8] {
    switch self {
    case .layer(let layer, let settings): return settings.edit(.layer, [(.layer, layer)])
    case .rowSettings(let layer, let row, let settings):
      return settings.edit(.rowSettings, [(.layer, layer), (.row, row)])
    case .patternSettings(let target, let settings):
      return settings.edit(
        .patternSettings, [(.layer, target.layer)] + (target.pattern.map { [(.pattern, $0)] } ?? []))
    case .cell(let target, let step, let row, let change):
      return EditObject(.cell, target, row: row, step: step).adding(change).text
    case .row(let target, let row, let cells):
      return EditObject(.row, target, row: row).adding(.cells, JSON.quoted(cells)).text
    case .column(let target, let step, let cells):
      return EditObject(.column, target, step: step).adding(.cells, JSON.quoted(cells)).text
    case .clear(let target, let row, let step): return EditObject(.clear, target, row: row, step: step).text
    case .fill(let target, let row, let step, let every):
      return EditObject(.fill, target, row: row, step: step).adding(.every, every).text
    case .euclid(let target, let row, let pulses, let turn):
      return EditObject(.euclid, target, row: row).adding(.pulses, pulses).adding(.rotate, turn).text
    case .shift(let target, let steps, let rows):
      return EditObject(.shift, target).adding(.steps, steps).adding(.rows, rows).text
    case .rotate(let target, let steps, let rows, let row):
      return EditObject(.rotate, target, row: row).adding(.steps, steps).adding(.rows, rows).text
    case .reverse(let target): return EditObject(.reverse, target).text
    case .mirror(let target): return EditObject(.mirror, target).text
    case .random(let target, let row, let step, let density, let seed):
      let object = EditObject(.random, target, row: row, step: step)
      return object.adding(.density, density.map { Self.words(Double($0)) }).adding(.seed, seed).text
    case .shuffle(let target, let seed): return EditObject(.shuffle, target).adding(.seed, seed).text
    case .transpose(let target, let degrees):
      return EditObject(.transpose, target).adding(.degrees, degrees).text
    case .lane(let target, let lane, let step, let value):
      return EditObject(.lane, target, step: step).adding(.lane, lane).adding(.value, value).text
    case .life(let target): return EditObject(.life, target).text
    case .paste(let target, let step, let row, let clip):
      return EditObject(.paste, target, row: row, step: step).adding(clip.members).text
    case .song(let edit): return edit.text
    case .member(let key, let value): return JSON(.object([.init(key: key, value: value)])).words.bytes
    case .step(let step): return step.text
    }
  }

  /// Whole numbers without a fraction.
  private static func words(_ number: Double) -> UTF8Text {
    number == number.rounded() && number.magnitude < 1e15 ? "\(Int(number))" : JSON(.real(number)).words
  }
}

/// An edit that is being written: `{"word": {…}}`.
private struct EditObject {
  private let word: GridWord
  private var members: [UTF8Text] = []

  init(_ word: GridWord, _ target: GridTarget, row: Int? = nil, step: Int? = nil) {
    self.word = word
    add(GridKey.Selection.layer.symbol, target.layer)
    add(GridKey.Selection.pattern.symbol, target.pattern)
    add(GridKey.Selection.step.symbol, step)
    add(GridKey.Selection.row.symbol, row)
  }

  var text: [UInt8] { ("{\"\(word.symbol)\": \(JSON.list("{", members, "}"))}" as UTF8Text).bytes }

  func adding(_ key: GridKey.Argument, _ number: Int?) -> EditObject {
    adding(key, number.map { "\($0)" as UTF8Text })
  }

  func adding(_ key: GridKey.Argument, _ value: UTF8Text?) -> EditObject {
    guard let value else { return self }
    var object = self
    object.members.append("\"\(key.symbol)\": \(value)")
    return object
  }

  func adding(_ more: [UTF8Text]) -> EditObject {
    var object = self
    object.members += more
    return object
  }

  func adding(_ change: GridCellChange) -> EditObject {
    var object = adding(.on, change.isOn.map { $0 ? "true" : "false" as UTF8Text })
    var visitor = DocumentVisitor(.write)
    object.members += visitor.words(of: change, beside: GridCellChange())
    return object
  }

  private mutating func add(_ key: StaticString, _ number: Int?) {
    if let number { members.append("\"\(key)\": \(number)") }
  }
}

extension JSON {
  /// An edit whose settings are an object: those keys that say what it changes are put first.
  fileprivate func edit(_ word: GridWord, _ places: [(key: GridKey.Selection, number: Int)]) -> [UInt8] {
    var members = places.map { "\"\($0.key.symbol)\": \($0.number)" as UTF8Text }
    if case .object(let settings) = value {
      members += settings.filter { member in !places.contains { member.key == $0.key.symbol } }.map {
        $0.words
      }
    }
    return ("{\"\(word.symbol)\": \(JSON.list("{", members, "}"))}" as UTF8Text).bytes
  }
}
