// Moves of macros that can be undone: they are ports of the host, and no change of a document. Any thread.
import Controls
import PanelModel

/// The moves of macros since the document has changed last, and those of the last load.
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
  /// The macro moves of the last load, the revision after the load or its undo (nil until it arrives), and
  /// whether the load is undone.
  private var load: (moves: [Move], revision: UInt64?, isUndone: Bool) = ([], 0, false)

  /// The number of moves that can be undone.
  var count: Int { done.count }

  /// Whether something was moved, or a move was undone, since the document has changed.
  func canUndo(_ model: ViewModel) -> Bool { revision == model.revision && !done.isEmpty }
  func canRedo(_ model: ViewModel) -> Bool { revision == model.revision && !undone.isEmpty }

  /// Notes the macros that requests move, before the model has them.
  mutating func follow(_ requests: [PanelRequest], stroke: UInt32, _ model: ViewModel) {
    guard model.plugin == .touch else { return }
    for case .port(let port, let value) in requests {
      guard let known = TouchPort.at(port),
        TouchPort.macro1.rawValue...TouchPort.macro8.rawValue ~= known.rawValue
      else {
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
  /// unchanged.
  mutating func beginLoad(_ model: ViewModel) -> [PanelRequest] {
    let moves = (0..<8).compactMap { macro -> Move? in
      let port = TouchPort.macro(macro)
      guard let known = TouchPort.at(port), model.value(known) != known.spec.default else { return nil }
      return Move(port: port, before: model.value(known), after: known.spec.default, stroke: 0)
    }
    load = (moves, model.revision, false)
    return moves.map { .port($0.port, $0.after) }
  }

  /// Returns the requests that set macros to what they were before a load that is undone now.
  mutating func leaveLoad(_ model: ViewModel) -> [PanelRequest] {
    guard load.revision == model.revision, !load.isUndone else { return [] }
    (load.revision, load.isUndone) = (nil, true)
    return load.moves.map { .port($0.port, $0.before) }
  }

  /// Returns the requests that set macros again with a load that is repeated now.
  mutating func repeatLoad(_ model: ViewModel) -> [PanelRequest] {
    guard load.revision == model.revision, load.isUndone else { return [] }
    (load.revision, load.isUndone) = (nil, false)
    return load.moves.map { .port($0.port, $0.after) }
  }

  /// The document has a new revision.
  mutating func follow(revision: UInt64) { load.revision = load.revision ?? revision }
}
