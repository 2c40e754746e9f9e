// The commands about grids: /tactus/grid/…, described in docs/osc.md. Input thread.
import Grids
import OSC

package enum GridCommand {
  case get, undo, redo
  /// JSON: a whole grid, one change.
  case replace([UInt8])
  case edit([UInt8])

  /// What follows layer and pattern in the message of an edit: `required` of these keys, or more.
  private struct Form {
    let keys: [StaticString]
    let required: Int
  }

  /// - Parameter word: what follows `/tactus/grid/`.
  static func translate(_ word: AddressRest, _ message: borrowing OSCMessageView) throws(Refusal)
    -> GridCommand
  {
    if word.equals("get") { return .get }
    if word.equals("undo") { return .undo }
    if word.equals("redo") { return .redo }
    if word.equals("set") || word.equals("edit") {
      guard message.count == 1 else { throw .wrongArguments }
      let text = try message.text(0)
      return word.equals("set") ? .replace(text) : .edit(text)
    }
    for each in GridWord.allCases where word.equals(each.symbol) {
      guard let form = form(of: each) else { break }
      let count = message.count - 2
      guard form.required...form.keys.count ~= count else { throw .wrongArguments }
      var edit = GridEditText(each)
      edit.add("layer", Double(try message.id(0)))
      edit.add("pattern", Double(try message.id(1)))
      for index in 0..<count {
        let key = form.keys[index]
        if Self.isCells(key) {
          edit.add(key, try message.text(index + 2))
        } else if Self.isOn(key) {
          edit.add(key, try message.id(index + 2) != 0)
        } else if Self.isPart(key) {
          edit.add(key, Double(try message.finite(index + 2)))
        } else {
          edit.add(key, Double(try message.id(index + 2)))
        }
      }
      return .edit(edit.text)
    }
    throw .unknownAddress
  }

  private static func isCells(_ key: StaticString) -> Bool { same(key, "cells") }
  private static func isOn(_ key: StaticString) -> Bool { same(key, "on") }
  private static func isPart(_ key: StaticString) -> Bool { same(key, "density") }

  private static func same(_ one: StaticString, _ other: StaticString) -> Bool {
    one.withUTF8Buffer { one in other.withUTF8Buffer { one.elementsEqual($0) } }
  }

  /// Nil: only as JSON.
  private static func form(of word: GridWord) -> Form? {
    switch word {
    case .layer, .rowSettings: nil
    case .cell: Form(keys: ["step", "row", "on", "velocity"], required: 2)
    case .row: Form(keys: ["row", "cells"], required: 2)
    case .column: Form(keys: ["step", "cells"], required: 2)
    case .clear, .reverse, .mirror, .life: Form(keys: [], required: 0)
    case .fill: Form(keys: ["row", "every"], required: 0)
    case .euclid: Form(keys: ["row", "pulses", "rotate"], required: 2)
    case .shift, .rotate: Form(keys: ["steps", "rows"], required: 1)
    case .random: Form(keys: ["density", "seed"], required: 1)
    }
  }
}
