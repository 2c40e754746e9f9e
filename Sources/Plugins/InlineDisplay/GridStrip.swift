// The small picture of the Tone Matrix in a mixer strip: the grid of the first layer with its column. The
// audio thread publishes it; the host's thread for windows draws it.
import CLV2
import RealTime
import ToneMatrix

/// The contents of the strip at one moment.
struct GridStrip: BitwiseCopyable, Equatable {
  /// For each column a bit for each row that has a cell, the lowest row first.
  var cells = InlineArray<64, UInt32>(repeating: 0)
  var columns = 16
  var rows = 16
  /// The column that plays, from 0; −1: none.
  var column = -1
  /// A bit for each row that was struck there.
  var lit: UInt32 = 0

  @_noLocks init() {}

  @_noLocks static func == (a: GridStrip, b: GridStrip) -> Bool {
    for index in 0..<64 where a.cells[index] != b.cells[index] { return false }
    return a.columns == b.columns && a.rows == b.rows && a.column == b.column && a.lit == b.lit
  }

  /// Draws it into an image that has its size.
  func draw(into image: inout InlineImage) {
    let (width, height) = (Float(image.width) / Float(columns), Float(image.height) / Float(rows))
    let gap: Float = min(width, height) > 3 ? 0.5 : 0
    if column >= 0, column < columns {
      image.fill(
        x: Float(column) * width, y: 0, width: width, height: Float(image.height), StripColour.column)
    }
    for column in 0..<columns {
      for row in 0..<rows where cells[column] & (1 << UInt32(row)) != 0 {
        let isLit = column == self.column && lit & (1 << UInt32(row)) != 0
        image.fill(
          x: Float(column) * width + gap, y: Float(rows - 1 - row) * height + gap, width: width - 2 * gap,
          height: height - 2 * gap, isLit ? StripColour.lit : StripColour.cell)
      }
    }
  }
}

extension ToneMatrixInstance {
  /// Publishes what the strip shows, if the host shows one and it has changed.
  @_noLocks mutating func showStrip(_ frames: Int) {
    guard strip.isDue(frames) else { return }
    var now = GridStrip()
    fill(&now)
    if now == shownStrip { return }
    shownStrip = now
    strips.next.pointee = now
    strips.publish()
    strip.ask()
  }

  /// The layer that is shown: the first one that plays and has a cell.
  @_noLocks private func fill(_ strip: inout GridStrip) {
    let grid = processor.grid
    for layer in 0..<GridLimit.layers {
      let pattern = processor.pattern(of: layer)
      let cells = grid.pointee.cells[layer &* GridLimit.patterns &+ pattern]
      let settings = grid.pointee.layers + layer
      guard settings.pointee.plays, let cells else { continue }
      strip.columns = max(1, settings.pointee.steps(of: pattern))
      strip.rows = max(1, Int(settings.pointee.rowCount))
      var isAny = false
      for column in 0..<min(strip.columns, GridLimit.steps) {
        var bits: UInt32 = 0
        for row in 0..<min(strip.rows, GridLimit.rows) where cells[row &* GridLimit.steps &+ column].isOn {
          bits |= 1 << UInt32(row)
        }
        strip.cells[column] = bits
        if bits != 0 { isAny = true }
      }
      strip.column = processor.column(of: layer)
      strip.lit = processor.lit(of: layer)
      if isAny { return }
    }
  }

  /// Draws the strip's picture. The host's thread for windows.
  mutating func drawStrip(width: Int, most height: Int) -> UnsafeMutablePointer<Tactus_Inline_Image> {
    strip.image.begin(width: width, height: min(height, max(1, width * 3 / 4)), StripColour.ground)
    strips.newest.pointee.draw(into: &strip.image)
    return strip.image.surface
  }
}
