// Kinds of output by the ending of a file's name. Any thread.

/// A kind of output of a command.
package enum OutputKind {
  case sound, picture, midi, performance, patch, grid, setList, concert, lesson, sharedPatch, sharedGrid
  case tangible

  /// Its name, and the endings of its files.
  private var row: (noun: String, endings: [String]) {
    switch self {
    case .sound: ("a sound", SoundFormat.endings)
    case .picture: ("a picture", ["png"])
    case .midi: ("a MIDI file", ["mid", "midi"])
    case .performance: ("a performance", ["tactus"])
    case .patch: ("a patch", ["json"])
    case .grid: ("a grid", ["json"])
    case .setList: ("a set list", ["setlist.json"])
    case .concert: ("a concert", ["concert.json"])
    case .lesson: ("a lesson", ["lesson.json"])
    case .sharedPatch: ("a shared patch", ["tactuspatch"])
    case .sharedGrid: ("a shared grid", ["tactusgrid"])
    case .tangible: ("a definition", ["json"])
    }
  }

  /// - Throws: `UsageError` if the name of the file says something else.
  package func check(_ path: String) throws {
    let name = path.split(separator: "/").last ?? ""
    guard !row.endings.contains(where: { name.lowercased().hasSuffix(".\($0)") }) else { return }
    let endings = row.endings.map { ".\($0)" }
    let choices =
      (endings.count > 1 ? endings.dropLast().joined(separator: ", ") + " or " : "") + endings.last!
    throw UsageError("\(path): the name of \(row.noun) ends in \(choices)")
  }
}
