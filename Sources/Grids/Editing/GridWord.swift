// The words of an edit of a grid. Not for the audio thread.
import Controls
import Text

/// The keys of an edit beside those of a grid.
public enum GridWord: StaticString, NamedCase {
  case layer, rowSettings = "row_settings", cell, row, column, clear, fill, euclid, shift, rotate, reverse
  case mirror, random, life

  /// What it does, for documents and schemas.
  public var text: StaticString {
    switch self {
    case .layer: "Changes settings of a layer."
    case .rowSettings: "Changes settings of a row."
    case .cell: "Sets one cell; without `on` it is turned on."
    case .row: "Sets all cells of a row: `cells` is a text, x or X on, anything else off."
    case .column: "Sets all cells of a column, the lowest first: `cells` as for a row."
    case .clear: "Turns off all cells of a pattern, or of a row or column of it."
    case .fill: "Turns on all cells of a pattern, or of a row or column of it, or each `every`th."
    case .euclid: "Spreads `pulses` over a row as evenly as can be, turned by `rotate` steps."
    case .shift: "Moves the cells by `steps` and `rows`; cells that leave the grid are lost."
    case .rotate: "Moves the cells by `steps` and `rows`; cells that leave it come in at the other side."
    case .reverse: "Turns the order of the steps round."
    case .mirror: "Turns the order of the rows round."
    case .random: "Turns each cell on with the probability `density`, from `seed`."
    case .life: "One step of Conway's game of life, round the edges."
    }
  }
}
