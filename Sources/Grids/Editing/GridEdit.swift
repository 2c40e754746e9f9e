// One change to a grid, as a value. Not for the audio thread.
import Text
import ToneMatrix

/// One change to a grid. OSC, keys and pads make it; the JSON of an edit is decoded to one or more of them.
/// Layers, patterns, rows and steps count from 1. Numbers that are nil have their defaults; numbers out of
/// range are clamped with a warning when the change is applied, but a place outside the grid is refused.
public enum GridEdit: DocumentEdit, Equatable {
  /// Changes settings of a layer: an object with keys of a layer.
  case layer(Int, JSON)
  /// Changes settings of a row: an object with keys of a row.
  case rowSettings(layer: Int, row: Int, JSON)
  /// Changes settings of a pattern: an object with its keys but for cells and lane.
  case patternSettings(GridTarget, JSON)
  /// Sets one cell.
  case cell(GridTarget, step: Int, row: Int, GridCellChange)
  /// Sets all cells of a row: x or X turns a cell on, any other byte off.
  case row(GridTarget, row: Int, cells: [UInt8])
  /// Sets all cells of a column, the lowest first.
  case column(GridTarget, step: Int, cells: [UInt8])
  /// Turns off all cells of a pattern, or of a row or column of it.
  case clear(GridTarget, row: Int?, step: Int?)
  /// Turns on all cells of a pattern, or of a row or column of it, or each `every`th (1…64).
  case fill(GridTarget, row: Int?, step: Int?, every: Int?)
  /// Spreads `pulses` (0…64, default 4) over a row, turned by `rotate` steps (−64…64).
  case euclid(GridTarget, row: Int, pulses: Int?, rotate: Int?)
  /// Moves the cells by steps and rows (−64…64); cells that leave the grid are lost.
  case shift(GridTarget, steps: Int?, rows: Int?)
  /// Moves the cells by steps and rows (−64…64); cells that leave the grid come in at the other side. With a `row`, only
  /// the cells of that row are moved, within its steps.
  case rotate(GridTarget, steps: Int?, rows: Int?, row: Int? = nil)
  /// Reverses the order of the steps.
  case reverse(GridTarget)
  /// Reverses the order of the rows.
  case mirror(GridTarget)
  /// Turns each cell on with the probability `density` (0…1, default 0.2), from `seed` (default: the grid's).
  case random(GridTarget, row: Int?, step: Int?, density: Float?, seed: Int?)
  /// Makes one step of Conway's game of life, round the edges.
  case life(GridTarget)
  /// Moves the cells of each step to other rows, from `seed` (default: the grid's). The rhythm stays.
  case shuffle(GridTarget, seed: Int?)
  /// Moves the cells by `degrees` of the scale (−64…64), in rows that follow it. Cells that leave the grid come back by
  /// octaves.
  case transpose(GridTarget, degrees: Int?)
  /// Sets the value of a lane (from 1) at a step. Values out of the range of the lane's kind are clamped when they are
  /// sent.
  case lane(GridTarget, lane: Int, step: Int, value: Int)
  /// Replaces cells, a row or a pattern by copied ones. Cells need a step and a row, a row needs a row.
  case paste(GridTarget, step: Int?, row: Int?, GridClip)
  /// Changes a song or its sections.
  case song(GridSongEdit)
  /// Changes what one key of a grid names.
  case member([UInt8], JSON)
  /// Goes to another document that a store keeps.
  case step(HistoryStep)

  /// Takes the last change back.
  public static var undo: GridEdit { .step(.undo) }
  /// Does again what was taken back last.
  public static var redo: GridEdit { .step(.redo) }
}

/// The pattern that an edit changes.
public struct GridTarget: Equatable, Sendable {
  /// From 1.
  public var layer: Int
  /// From 1; 0 or nil: the one that plays.
  public var pattern: Int?

  public init(layer: Int = 1, pattern: Int? = nil) { (self.layer, self.pattern) = (layer, pattern) }
}

/// The changes that an edit makes to a cell; nil: unchanged.
public struct GridCellChange: Equatable, Sendable {
  /// Nil turns the cell on.
  public var isOn: Bool?
  /// 0…127; 0: the layer's.
  public var velocity: Int?
  /// In steps, 1…64.
  public var length: Int?
  /// In percent, 0…100.
  public var probability: Int?
  /// In percent of a step, −99…99; an early cell: of the way back to the step before.
  public var delay: Int?
  /// 1…4.
  public var ratchet: Int?
  /// In which of how many turns the cell plays; 1…`of`, `of` 1…8.
  public var condition: Condition?
  /// The fills in which it plays.
  public var moment: CellMoment?
  /// The row or track that must play or rest. `.some(nil)` removes the dependence.
  public var relation: CellRelation??

  public struct Condition: Equatable, Sendable {
    public var nth: Int
    public var of: Int

    public init(nth: Int, of: Int) { (self.nth, self.of) = (nth, of) }
  }

  static var velocities: ClosedRange<Int> { 0...127 }
  static var lengths: ClosedRange<Int> { 1...64 }
  static var probabilities: ClosedRange<Int> { 0...100 }
  static var delays: ClosedRange<Int> { -99...99 }
  static var ratchets: ClosedRange<Int> { 1...4 }
  static var turns: ClosedRange<Int> { 1...8 }

  public init(isOn: Bool? = nil, velocity: Int? = nil, length: Int? = nil) {
    (self.isOn, self.velocity, self.length) = (isOn, velocity, length)
  }
}
