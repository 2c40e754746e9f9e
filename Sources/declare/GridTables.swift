// Writes docs/grid-words.md. Command-line tool; main thread.
import Controls
import Grids
import Music
import Text

func gridWordsDocument() -> String {
  var text = """
    # Words of grids

    Written by `declare` from `Sources/Controls`, `Music` and `Grids`; edit there. Symbols never change.

    ## Edits

    | word | what it does |
    |---|---|

    """
  for word in GridWord.allCases { text += "| `\(word.symbol)` | \(word.text) |\n" }
  text += "| `undo`, `redo` | Take the last change back, or do it again; 64 changes are kept. |\n"
  text += "| `compare`, `choose` | Go to the other of two grids, or forget the one that does not play. |\n"
  text += "\n## Divisions\n\n| symbol | length of a step in quarter notes |\n|---|---|\n"
  for division in Division.allCases {
    text += "| `\(division.symbol)` | \(division.ninetySixths)/96 |\n"
  }
  let directions = Direction.allCases.map { "`\($0.symbol)`" }.joined(separator: ", ")
  text += "\n## Directions\n\n\(directions)\n"
  text += "\n## Scales\n\n| symbol | semitones above the root |\n|---|---|\n"
  for scale in Scale.allCases {
    let notes = (0..<scale.noteCount).map { "\(scale.semitones(degree: $0))" }.joined(separator: " ")
    text += "| `\(scale.symbol)` | \(notes) |\n"
  }
  return text
}
