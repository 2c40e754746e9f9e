// The bindings of a session: those of the command line, of the concert and of the user, in this order. Main thread.
import Concerts
import Console
import Foundation
import Stores
import Text

/// The bindings that count, each with its place.
struct ControlList {
  /// A binding and the place where it is from.
  struct Entry {
    let binding: ControlBinding
    let place: String
  }

  private(set) var entries: [Entry] = []
  private(set) var warnings: [String] = []

  /// - Parameters:
  ///   - conditions: The bindings of the command line.
  ///   - concert: The concert that is played, or nil.
  /// - Throws: `CommandError` with path, line and column if the user's file can't be read.
  init(_ conditions: [ControlBinding] = [], concert: ConcertFile?) throws {
    add(conditions, "--when")
    if let concert { add(concert.concert.controls.all, concert.path) }
    let user = try UserControls()
    warnings = user.warnings
    add(user.document.controls.all, user.path)
  }

  /// Adds the bindings whose sources no place before has.
  private mutating func add(_ bindings: [ControlBinding], _ place: String) {
    let before = entries
    entries += bindings.filter { binding in !before.contains { $0.binding.source.overlaps(binding.source) } }
      .map { Entry(binding: $0, place: place) }
  }
}

/// The user's controls.json.
struct UserControls {
  let path: String
  var document = ControlsDocument()
  private(set) var warnings: [String] = []

  /// Reads the file; without one there are no bindings.
  /// - Throws: `CommandError` with path, line and column.
  init() throws {
    path = "\(string(UserFolders.configuration()))/\(ControlsDocument.fileName)"
    guard FileManager.default.fileExists(atPath: path) else { return }
    var found: [DocumentError] = []
    let text = try contents(of: path)
    do throws(DocumentError) { document = try ControlsDocument.read(text, warnings: &found) } catch {
      throw CommandError(describe(error, in: path, as: "error"))
    }
    let path = path
    warnings = found.map { describe($0, in: path, as: "warning") }
  }

  /// Replaces the file, and makes its folder.
  func write() throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch { throw CommandError("\(folder): cannot be made: \(sentence(of: error))") }
    let file = try PendingFile(path)
    try file.write(bytes: document.write())
    try file.commit()
  }
}

/// The place where a learned binding is stored: a concert, or the user's settings.
enum ControlStore {
  case concert(ConcertFile)
  case user(UserControls)

  /// - Parameter concert: The name of a concert, or nil for the user's settings.
  init(concert: String?) throws {
    self = try concert.map { .concert(try ConcertFile.changed($0)) } ?? .user(UserControls())
  }

  var path: String {
    switch self {
    case .concert(let file): file.path
    case .user(let file): file.path
    }
  }

  var controls: StageControls {
    get {
      switch self {
      case .concert(let file): file.concert.controls
      case .user(let file): file.document.controls
      }
    }
    set {
      switch self {
      case .concert(var file):
        file.concert.controls = newValue
        self = .concert(file)
      case .user(var file):
        file.document.controls = newValue
        self = .user(file)
      }
    }
  }

  /// Adds a binding and writes the file.
  /// - Parameter replaces: Whether other actions lose this source.
  mutating func add(_ binding: ControlBinding, replaces: Bool) throws {
    if replaces { controls.bindings.removeAll { $0.source.overlaps(binding.source) } }
    guard controls.bindings.count < StageControls.limit else {
      throw CommandError("\(path) has \(StageControls.limit) bindings already")
    }
    controls.bindings.append(binding)
    try write()
  }

  func write() throws {
    switch self {
    case .concert(let file): try file.write()
    case .user(let file): try file.write()
    }
  }
}
