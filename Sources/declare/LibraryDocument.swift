// Writes docs/library.md: the factory patches and how to play them. Command-line tool; main thread.
import Foundation

/// What a patch file states about itself.
private struct Line: Decodable {
  let name, category, description, how_to_play: String
  let tags: [String]?
  let macros: [String: Macro]?

  struct Macro: Decodable {
    let name: String?
  }

  /// "1 Brightness, 2 Vibrato".
  var named: String {
    let all = (macros ?? [:]).sorted { $0.key < $1.key }
    return all.compactMap { place, macro in macro.name.map { "\(place) \($0)" } }.joined(separator: ", ")
  }
}

/// The order of categories; other categories follow.
private let categories = [
  "keys", "lead", "plucked", "pad", "drone", "bass", "percussion", "texture", "sequence", "motion",
  "tangible", "two players", "world",
]

func libraryDocument(_ patches: [FactoryDocument]) throws -> String {
  let lines = try patches.map { try JSONDecoder().decode(Line.self, from: Data($0.text.utf8)) }
  let others = Set(lines.map(\.category)).subtracting(categories).sorted()
  let sections = (categories + others).compactMap { category -> String? in
    let rows = lines.filter { $0.category == category }.map {
      "| **\($0.name)** | \($0.description) | \($0.how_to_play) | \($0.named) | "
        + "\(($0.tags ?? []).joined(separator: ", ")) |"
    }
    guard !rows.isEmpty else { return nil }
    return """
      ## \(category.prefix(1).uppercased() + category.dropFirst())

      | patch | what it is | how to play it | macros | |
      |---|---|---|---|---|
      \(rows.joined(separator: "\n"))

      """
  }
  return """
    # The library

    Written by `declare` from `bundle/patches`; edit there. \(lines.count) patches, each with a short
    performance in `bundle/demos`. *First touch* is plain, to begin with. Every other patch is built on the
    relations of fingers, on their movement, or on the places of objects and devices. `make gallery` makes a
    page to listen to them: `gallery/index.html`. Hosts list the patches as presets with these texts, jalv in
    a menu for each category; `/tactus/patch/load` takes the names of their files.

    **Macros** add to what the hands do, and change nothing at 0. Where a patch names them, 1 is mostly for
    brightness, 2 for motion, 3 for space, 4 for roughness.

    The last column says what a patch is for: `keyboard`, `mpe`: it plays well from a keyboard, or from one
    with MPE; `drone`: it comes and goes slowly, and is made to be held; `motion`: it needs the sensors of a
    device; `tokens`: it needs objects on the surface.

    \(sections.joined(separator: "\n"))
    """
}
