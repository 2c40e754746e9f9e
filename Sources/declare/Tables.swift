// Markdown tables of registry entries. Entries that differ only in a number share one row. Command-line tool;
// main thread.
import Foundation

/// An entry of the registry, as a row of a table.
struct TableEntry {
  let symbol: String
  /// The cells after the symbol. Those of one row are the same, apart from the number of the entry.
  var cells: [String]
  /// The default, which may differ within a row, in brackets after the first cell.
  var `default`: String?
  /// The picture of the entry, after its symbol; a row shows the first one.
  var picture: String?
}

/// A table with these heads. The columns are the symbol and the cells.
func table(_ heads: [String], _ entries: [TableEntry]) -> String {
  var families: [[TableEntry]] = []
  for entry in entries {
    if let family = families.firstIndex(where: { isFamily($0[0], entry) }) {
      families[family].append(entry)
    } else {
      families.append([entry])
    }
  }
  let rows = families.map { family -> String in
    let entries = family.sorted { $0.symbol.compare($1.symbol, options: .numeric) == .orderedAscending }
    var cells = entries[0].cells.indices.map { place in
      let isSame = entries.allSatisfy { $0.cells[place] == entries[0].cells[place] }
      return isSame ? entries[0].cells[place] : entries[0].withoutNumber(place)
    }
    var defaults: [String] = []
    for entry in entries {
      if let value = entry.default, defaults.last != value { defaults.append(value) }
    }
    if !defaults.isEmpty { cells[0] += " (\(defaults.joined(separator: ", ")))" }
    return tableRow([symbols(entries) + (entries[0].picture.map { " " + $0 } ?? "")] + cells)
  }
  return tableRow(heads) + tableRow(heads.map { _ in "---" }) + rows.joined()
}

func tableRow(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }

/// Whether two entries differ only in their numbers.
private func isFamily(_ a: TableEntry, _ b: TableEntry) -> Bool {
  a.family.symbol == b.family.symbol
    && a.cells.indices.allSatisfy {
      a.cells[$0] == b.cells[$0] || a.withoutNumber($0) == b.withoutNumber($0)
    }
}

extension TableEntry {
  /// The symbol with `N` in place of its numbers, and the numbers. Letters of oscillators count as numbers.
  fileprivate var family: (symbol: String, numbers: Set<String>) {
    var parts = symbol.split(separator: "_").map(String.init)
    var numbers: Set<String> = []
    for (place, part) in parts.enumerated() where Int(part) != nil || place > 0 && parts[place - 1] == "osc" {
      numbers.insert(Int(part).map { "\($0)" } ?? part.uppercased())
      parts[place] = "N"
    }
    return (parts.joined(separator: "_"), numbers)
  }

  /// A cell with `N` in place of the entry's numbers that follow a word, as in "Track 1".
  fileprivate func withoutNumber(_ place: Int) -> String {
    let numbers = family.numbers
    let words = cells[place].components(separatedBy: " ")
    return words.indices.map { place in
      let number = words[place].prefix { $0.isLetter || $0.isNumber }
      guard place > 0, words[place - 1].last?.isLetter == true, numbers.contains(String(number)) else {
        return words[place]
      }
      return "N" + words[place].dropFirst(number.count)
    }.joined(separator: " ")
  }
}

/// "`token_1_x` … `token_16_x`".
private func symbols(_ entries: [TableEntry]) -> String {
  let (first, last) = ("`\(entries[0].symbol)`", "`\(entries[entries.count - 1].symbol)`")
  switch entries.count {
  case 1: return first
  case 2: return "\(first), \(last)"
  default: return "\(first) … \(last)"
  }
}

func short(_ value: Float) -> String {
  (value == value.rounded() ? "\(Int(value))" : "\(value)").replacingOccurrences(of: "-", with: "−")
}

/// "0…1" or "20…20000 Hz".
func range(_ minimum: Float, _ maximum: Float, _ unit: String) -> String {
  "\(short(minimum))…\(short(maximum))" + (unit.isEmpty ? "" : " \(unit)")
}
