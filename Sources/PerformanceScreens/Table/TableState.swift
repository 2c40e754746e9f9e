// The state of *Table*: the simulated objects and fingers. Any thread.
import Lanes
import Paint
import PanelModel
import Text
import Toolkit

/// The action of a control of *Table*.
public enum TableAction: Equatable, Sendable {
  /// The table: an object that lies there is taken, and a finger beside it is a touch.
  case surface
  /// Puts an object of the library onto the simulated table, or lifts it.
  case put(Int)
  /// Turns the chosen object by a twelfth to the left; lifts it; lifts all.
  case turn, lift, liftAll
  /// Takes the objects that come with Tactus into the library.
  case takeCards
  /// Scans an object, or no more; asks for the name under which it is kept.
  case scan
  case keep
  /// Opens *Settings*, where the size of a surface is set.
  case settings
}

/// A simulated table: the touches of its objects and fingers take the whole way of real ones.
struct TableState: Sendable {
  typealias Point = ViewModel.Table.Point

  /// An object of the library that a hand has put down.
  struct Piece: Sendable {
    var object: Int
    var at: Point
    /// Anticlockwise.
    var turns: Float = 0
    /// The number of its first pad's touch; those of the others follow.
    var id: Int32

    /// A point of the object on the table.
    func onTable(_ point: Point) -> Point { TableState.place(point, at, turns) }
  }

  /// A pointer that drags something.
  struct Drag: Sendable {
    enum What: Sendable {
      case piece(Int)
      /// The handle beside an object.
      case handle(Int)
      case finger(Int32)
    }
    let pointer: Int32
    let what: What
    var at: Point
  }

  /// Width and height in millimeters.
  var size = Point(600, 340)
  var pieces: [Piece] = []
  var drags: [Drag] = []
  /// By its place in the library.
  var chosen: Int?
  /// The name of an object that was kept; it is chosen when the library has it.
  var kept: [UInt8]?
  var nextID: Int32 = 1
  var scroll: Float = 0
  /// Whether a hand has moved something since it was told, whether touches were told, and when.
  var hasMoved = false
  var isTold = false
  var toldAt = -Double.infinity
  /// When the library is asked for again.
  var libraryDue = -Double.infinity

  /// A point about an origin, turned, and moved to a place.
  static func place(_ point: Point, _ at: Point, _ turns: Float) -> Point {
    let (c, s) = (Scalar.sine(turns: turns + 0.25), Scalar.sine(turns: turns))
    return Point(at.x + c * point.x - s * point.y, at.y + s * point.x + c * point.y)
  }

  var fingers: [Drag] { drags.filter { if case .finger = $0.what { true } else { false } } }
  var isEmpty: Bool { pieces.isEmpty && fingers.isEmpty }
  func piece(_ object: Int) -> Int? { pieces.firstIndex { $0.object == object } }

  func isOnTable(_ point: Point) -> Bool { 0...size.x ~= point.x && 0...size.y ~= point.y }

  mutating func newIDs(_ count: Int32) -> Int32 {
    defer { nextID = nextID > 1_000_000 ? 1 : nextID + count }
    return nextID
  }

  /// All touches that are on the table now, at most 64.
  func touches(of library: [ViewModel.Table.Definition]) -> [(id: Int32, at: Point)] {
    var touches: [(id: Int32, at: Point)] = []
    for piece in pieces where library.indices.contains(piece.object) {
      for (index, pad) in library[piece.object].pads.enumerated() {
        touches.append((piece.id + Int32(index), piece.onTable(pad)))
      }
    }
    for drag in drags { if case .finger(let id) = drag.what { touches.append((id, drag.at)) } }
    return Array(touches.filter { isOnTable($0.at) }.prefix(64))
  }
}

/// The mapping from millimeters of the table to points of the screen.
struct TableFrame {
  let area: Area
  let scale: Float

  /// As large as there is room for, at the top.
  init(_ size: ViewModel.Table.Point, in room: Area) {
    scale = max(0.01, min(room.width / size.x, room.height / size.y))
    let width = size.x * scale
    area = Area(x: room.x + (room.width - width) / 2, y: room.y, width: width, height: size.y * scale)
  }

  func point(_ at: ViewModel.Table.Point) -> (x: Float, y: Float) {
    (area.x + at.x * scale, area.bottom - at.y * scale)
  }

  func millimeters(_ x: Float, _ y: Float) -> ViewModel.Table.Point {
    ViewModel.Table.Point((x - area.x) / scale, (area.bottom - y) / scale)
  }
}
