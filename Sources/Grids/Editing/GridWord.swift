// The words of an edit of a grid. Not for the audio thread.
import Controls
import Text

/// The keys of an edit beside those of a grid.
public enum GridWord: StaticString, NamedCase {
  case layer, rowSettings = "row_settings", cell, row, column, clear, fill, euclid, shift, rotate, reverse
  case mirror, random, life, patternSettings = "pattern_settings", paste
  case song, section, insertSection = "insert_section", moveSection = "move_section"
  case repeatSection = "repeat_section", deleteSection = "delete_section"
  case shuffle, transpose, lane

  /// A description, for documents and schemas.
  public var text: StaticString {
    switch self {
    case .layer: "Changes settings of a track."
    case .rowSettings: "Changes settings of a row."
    case .cell: "Sets one cell, by default on."
    case .row: "Sets a row: in `cells`, x or X is on, anything else off."
    case .column: "Sets a column, lowest cell first, like a row."
    case .clear: "Turns off all cells of a pattern, row or column."
    case .fill: "Turns on all cells of a pattern, row or column, or each `every`th."
    case .euclid: "Spreads `pulses` evenly over a row, rotated by `rotate` steps."
    case .shift: "Moves the cells by `steps` and `rows`; cells beyond the edge are lost."
    case .rotate:
      "Moves the cells by `steps` and `rows`; cells beyond the edge wrap around. With a `row`, only its cells."
    case .reverse: "Reverses the steps."
    case .mirror: "Reverses the rows."
    case .random: "Turns each cell on with the probability `density`, from `seed`."
    case .patternSettings:
      "Changes the steps, division, time and restart of a pattern, which are otherwise its track's, and its probability."
    case .shuffle: "Moves the cells of each step to other rows, from `seed`; the rhythm stays."
    case .transpose:
      "Moves the cells by `degrees` of the scale; cells beyond the edge come back by octaves, rows with a note stay."
    case .lane: "Sets the `value` of a lane, 1 to 8, at a step."
    case .life: "One step of Conway's Game of Life; the edges wrap."
    case .song: "Changes the `name` or `sections` of a song, 1 to 8; one that is missing is added."
    case .section: "Changes the `name`, `bars`, `patterns` or `mutes` of a section of a song."
    case .insertSection: "Inserts a section before the one that is named, or behind the last."
    case .moveSection: "Moves a section, so that it is number `to`."
    case .repeatSection: "Inserts a copy of a section behind it."
    case .deleteSection: "Deletes a section."
    case .paste:
      "Pastes copied `content`: `cells` (`steps` × `rows` of them) at a step and row, a `row`, or a whole `pattern`."
    }
  }
}
