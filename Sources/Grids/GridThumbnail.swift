// A small picture of a grid, for lists. Not for the audio thread.
import ToneMatrix

extension GridDocument {
  /// Sixteen columns by sixteen rows, the lowest row first: one letter for each cell. `a` to `p` say in which
  /// layers a cell is on, a bit for each of the first three, and one for the others.
  public var thumbnail: [UInt8] {
    var picture = [UInt8](repeating: UInt8(ascii: "a"), count: 256)
    for (index, layer) in layers.enumerated() {
      let shown = layer.links.first.map { Int($0.pattern) } ?? layer.pattern
      let (pattern, steps) = (layer.patterns[shown], layer.steps(of: shown))
      if pattern.cells.isEmpty { continue }
      for row in 0..<layer.rowCount {
        for step in 0..<steps where pattern[row, step].isOn {
          let (x, y) = (step * 16 / max(16, steps), row * 16 / max(16, layer.rowCount))
          picture[y * 16 + x] =
            UInt8(ascii: "a") + ((picture[y * 16 + x] - UInt8(ascii: "a")) | 1 << UInt8(min(index, 3)))
        }
      }
    }
    return picture
  }
}
