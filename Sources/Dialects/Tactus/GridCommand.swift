// The commands about grids: /tactus/grid/…, described in docs/osc.md. Input thread.
import Controls
import Grids
import OSC
import Text

package typealias GridCommand = DocumentCommand<GridEdit>

extension DocumentCommand<GridEdit> {
  /// - Parameter word: what follows `/tactus/grid/`.
  static func translate(_ word: AddressRest, _ message: borrowing OSCMessageView) throws(Refusal)
    -> GridCommand
  {
    if let command = try GridCommand.translate(word, .grid, message) { return command }
    for each in GridWord.allCases where word.equals(each.symbol) {
      return .edit(try edit(each, message))
    }
    throw .unknownAddress
  }

  /// The edit of a message: layer, pattern, and what the word needs beside them.
  private static func edit(
    _ word: GridWord, _ message: borrowing OSCMessageView
  ) throws(Refusal) -> GridEdit {
    guard let counts = word.row?.counts else { throw .unknownAddress }
    guard counts ~= message.count else { throw .wrongArguments }
    let count = message.count - 2
    let target = GridTarget(layer: Int(try message.id(0)), pattern: Int(try message.id(1)))
    // The number at an index behind layer and pattern; nil where the message ends before it.
    func number(_ index: Int) throws(Refusal) -> Int? {
      index < count ? Int(try message.id(index + 2)) : nil
    }
    func required(_ index: Int) throws(Refusal) -> Int { Int(try message.id(index + 2)) }
    switch word {
    case .cell:
      let (step, row) = (try required(0), try required(1))
      let isOn = try number(2).map { $0 != 0 }
      return .cell(target, step: step, row: row, GridCellChange(isOn: isOn, velocity: try number(3)))
    case .row: return .row(target, row: try required(0), cells: try message.text(3))
    case .column: return .column(target, step: try required(0), cells: try message.text(3))
    case .clear: return .clear(target, row: nil, step: nil)
    case .fill: return .fill(target, row: try number(0), step: nil, every: try number(1))
    case .euclid:
      return .euclid(target, row: try required(0), pulses: try number(1), rotate: try number(2))
    case .shift: return .shift(target, steps: try number(0), rows: try number(1))
    case .rotate: return .rotate(target, steps: try number(0), rows: try number(1), row: try number(2))
    case .reverse: return .reverse(target)
    case .mirror: return .mirror(target)
    case .random:
      return .random(target, row: nil, step: nil, density: try message.finite(2), seed: try number(1))
    case .life: return .life(target)
    case .shuffle: return .shuffle(target, seed: try number(0))
    case .transpose: return .transpose(target, degrees: try required(0))
    case .layer, .rowSettings, .patternSettings, .paste, .song, .section, .insertSection, .moveSection,
      .repeatSection, .deleteSection, .lane:
      throw .unknownAddress
    }
  }
}
