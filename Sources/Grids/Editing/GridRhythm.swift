// Edits that move cells and keep the rhythm or the scale. Not for the audio thread.
import Music
import ToneMatrix

/// Random numbers from a seed: SplitMix64, as `Chance`.
struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}

extension GridRowDocument {
  /// The steps of the row in a pattern of `count` steps.
  func steps(of count: Int) -> ClosedRange<Int> {
    let last = min(last, count - 1)
    return min(first, last)...last
  }
}

extension GridScale {
  /// The notes of a period.
  var noteCount: Int {
    switch self {
    case .named(let scale): scale.noteCount
    case .cents(let cents): cents.count
    }
  }
}

extension GridEditor {
  /// Turns a row within its steps.
  func rotate(_ pattern: inout GridPattern, _ row: Int, by right: Int, within steps: ClosedRange<Int>) {
    let before = pattern
    for step in steps {
      let to = steps.lowerBound + (step - steps.lowerBound + right + 64 * steps.count) % steps.count
      pattern[row, to] = before[row, step]
    }
  }

  /// Exchanges the cells of each step by chance (R. Durstenfeld's shuffle).
  func shuffle(_ pattern: inout GridPattern, _ steps: Int, _ rows: Int, seed: UInt64) {
    var numbers = SplitMix(seed: seed)
    for step in 0..<steps {
      for row in (1..<max(rows, 2)).reversed() where row < rows {
        let other = Int(((numbers.next() >> 32) &* UInt64(row + 1)) >> 32)
        (pattern[row, step], pattern[other, step]) = (pattern[other, step], pattern[row, step])
      }
    }
  }

  /// Moves the cells of rows that follow the scale, by degrees. A cell without a row there goes by whole periods towards
  /// where it came from; without any, it is lost.
  func transpose(_ pattern: inout GridPattern, _ steps: Int, of layer: GridLayerDocument, by degrees: Int) {
    let before = pattern
    let scaled = (0..<layer.rowCount).filter { layer.rows[$0].note == nil }
    for row in scaled {
      for step in 0..<steps { pattern[row, step] = GridCell() }
    }
    let period = degrees < 0 ? layer.scale.noteCount : -layer.scale.noteCount
    for row in scaled {
      // At most 64 rows away, or 32 the other way.
      guard let to = (0..<97).lazy.map({ row + degrees + $0 * period }).first(where: scaled.contains) else {
        continue
      }
      for step in 0..<steps where before[row, step].isOn { pattern[to, step] = before[row, step] }
    }
  }
}
