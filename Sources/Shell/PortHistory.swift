// Moves of macros and of the bars of *Play* that every patch has, which can be undone: they are ports of the host, and
// no change of a document. Any thread.
import Controls
import PanelModel
import PerformanceScreens

/// The moves of these ports since the document has changed last, and those of the last load.
struct PortHistory: Sendable {
  /// A move, from its first value to its last one.
  struct Move: Sendable {
    let port: Int
    let before: Float
    var after: Float
    /// The drag; 0: none.
    let stroke: UInt32
  }

  private var revision: UInt64 = 0
  private var done: [Move] = []
  private var undone: [Move] = []
  /// The moves of the last load, the revision after the load or its undo (nil until it arrives), and
  /// whether the load is undone.
  private var load: (moves: [Move], revision: UInt64?, isUndone: Bool) = ([], 0, false)

  /// The number of moves that can be undone.
  var count: Int { done.count }

  /// Whether something was moved, or a move was undone, since the document has changed.
  func canUndo(_ model: ViewModel) -> Bool { revision == model.revision && !done.isEmpty }
  func canRedo(_ model: ViewModel) -> Bool { revision == model.revision && !undone.isEmpty }

  /// The ports of macros.
  private static var macros: [TouchPort] {
    (0..<8).compactMap { TouchPort.at(TouchPort.macro($0)) }
  }
  /// The ports of the bars that every patch has.
  private static var plain: [TouchPort] { PlainBar.allCases.map { $0.port } }

  /// Notes the ports that requests move, before the model has them.
  mutating func follow(_ requests: [PanelRequest], stroke: UInt32, _ model: ViewModel) {
    guard model.plugin == .touch else { return }
    for case .port(let port, let value) in requests {
      guard let known = TouchPort.at(port), Self.macros.contains(known) || Self.plain.contains(known) else {
        continue
      }
      if revision != model.revision { (revision, done) = (model.revision, []) }
      undone = []
      if stroke != 0, let last = done.last, last.port == port, last.stroke == stroke {
        done[done.count - 1].after = value
      } else {
        done = done.suffix(63) + [Move(port: port, before: model.value(known), after: value, stroke: stroke)]
      }
    }
  }

  /// Returns the request that undoes the last move.
  mutating func undo() -> [PanelRequest] {
    guard let move = done.popLast() else { return [] }
    undone.append(move)
    return [.port(move.port, move.before)]
  }

  /// Returns the request that repeats the move that was undone last.
  mutating func redo() -> [PanelRequest] {
    guard let move = undone.popLast() else { return [] }
    done.append(move)
    return [.port(move.port, move.after)]
  }

  // MARK: Loads

  /// Returns the requests that set all macros to 0 after a load, so that they leave the patch's values
  /// unchanged. A new document sounds as its template does, so the bars that every patch has return as well.
  mutating func beginLoad(_ model: ViewModel, isNew: Bool) -> [PanelRequest] {
    let moves = (Self.macros + (isNew ? Self.plain : [])).compactMap { known -> Move? in
      guard model.value(known) != known.spec.default else { return nil }
      return Move(
        port: Int(known.rawValue), before: model.value(known), after: known.spec.default, stroke: 0)
    }
    load = (moves, model.revision, false)
    return moves.map { .port($0.port, $0.after) }
  }

  /// Returns the requests that set ports to what they were before a load that is undone now.
  mutating func leaveLoad(_ model: ViewModel) -> [PanelRequest] {
    guard load.revision == model.revision, !load.isUndone else { return [] }
    (load.revision, load.isUndone) = (nil, true)
    return load.moves.map { .port($0.port, $0.before) }
  }

  /// Returns the requests that set ports again with a load that is repeated now.
  mutating func repeatLoad(_ model: ViewModel) -> [PanelRequest] {
    guard load.revision == model.revision, load.isUndone else { return [] }
    (load.revision, load.isUndone) = (nil, false)
    return load.moves.map { .port($0.port, $0.after) }
  }

  /// The document has a new revision.
  mutating func follow(revision: UInt64) { load.revision = load.revision ?? revision }
}
