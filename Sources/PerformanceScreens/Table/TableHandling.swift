// Placing, dragging, turning and lifting objects on *Table*. Any thread.
import Lanes
import Paint
import PanelModel
import Patches
import Text
import Toolkit

extension PerformanceScreens {
  private typealias Point = ViewModel.Table.Point

  /// The distance of an object's handle from its centroid, in points of the screen beyond its reach.
  static var handleReach: Float { 22 }

  /// A pointer on the table.
  mutating func handleTable(_ pointer: ViewEvent.Pointer, _ area: Area) {
    let frame = TableFrame(table.size, in: area)
    let at = frame.millimetres(pointer.x, pointer.y)
    switch pointer.phase {
    case .began:
      table.drags.removeAll { $0.pointer == pointer.id }
      if let object = handle(under: pointer.x, pointer.y, frame) {
        table.drags.append(TableState.Drag(pointer: pointer.id, what: .handle(object), at: at))
      } else if let object = piece(under: at, frame) {
        table.chosen = object
        table.drags.append(TableState.Drag(pointer: pointer.id, what: .piece(object), at: at))
      } else {
        let id = table.newIDs(1)
        table.drags.append(TableState.Drag(pointer: pointer.id, what: .finger(id), at: at))
      }
    case .moved:
      guard let drag = table.drags.firstIndex(where: { $0.pointer == pointer.id }) else { return }
      move(drag, to: at)
    case .ended, .cancelled:
      table.drags.removeAll { $0.pointer == pointer.id }
      // Objects dragged off the table are lifted.
      let gone = table.pieces.filter { !table.isOnTable($0.at) }
      for each in gone { lift(each.object) }
    }
    table.hasMoved = true
  }

  private mutating func move(_ index: Int, to at: Point) {
    let drag = table.drags[index]
    switch drag.what {
    case .finger: break
    case .handle(let object):
      if let piece = table.piece(object) {
        let from = table.pieces[piece].at
        table.pieces[piece].turns = Scalar.turns(y: at.y - from.y, x: at.x - from.x)
      }
    case .piece(let object):
      guard let piece = table.piece(object) else { break }
      let other = table.drags.first { other in
        if other.pointer != drag.pointer, case .piece(object) = other.what { true } else { false }
      }
      if let other {
        turn(piece, about: other.at, from: drag.at, to: at)
      } else {
        table.pieces[piece].at.x += at.x - drag.at.x
        table.pieces[piece].at.y += at.y - drag.at.y
      }
    }
    table.drags[index].at = at
  }

  /// One of two fingers on an object moves: the middle between both takes the object with it, and the line
  /// between them turns it.
  private mutating func turn(_ index: Int, about other: Point, from: Point, to: Point) {
    let (old, new) = (
      Scalar.turns(y: from.y - other.y, x: from.x - other.x),
      Scalar.turns(y: to.y - other.y, x: to.x - other.x)
    )
    let middle = Point((from.x + other.x) / 2, (from.y + other.y) / 2)
    let then = Point((to.x + other.x) / 2, (to.y + other.y) / 2)
    var piece = table.pieces[index]
    piece.at = TableState.place(Point(piece.at.x - middle.x, piece.at.y - middle.y), then, new - old)
    piece.turns = Self.turn(piece.turns + new - old)
    table.pieces[index] = piece
  }

  /// A turn as 0…1 without 1.
  private static func turn(_ turns: Float) -> Float { turns - turns.rounded(.down) }

  /// The simulated object under a place; the one that was put down last lies above.
  private func piece(under at: Point, _ frame: TableFrame) -> Int? {
    table.pieces.last { piece in
      guard model.table.library.indices.contains(piece.object) else { return false }
      let (dx, dy) = (at.x - piece.at.x, at.y - piece.at.y)
      // A finger finds small objects, too.
      let near = max(12, look.target / 2 / frame.scale)
      if dx * dx + dy * dy < near * near { return true }
      let inside = TableState.place(Point(dx, dy), Point(0, 0), -piece.turns)
      return Self.contains(model.table.library[piece.object].shape, inside)
    }?.object
  }

  private static func contains(_ corners: [Point], _ at: Point) -> Bool {
    var isInside = false
    for (index, a) in corners.enumerated() {
      let b = corners[(index + 1) % corners.count]
      if (a.y > at.y) != (b.y > at.y), at.x < a.x + (b.x - a.x) * (at.y - a.y) / (b.y - a.y) {
        isInside.toggle()
      }
    }
    return isInside
  }

  /// Where the handle of the chosen object lies on the screen, or nil if none has one.
  func handlePlace(_ frame: TableFrame) -> (object: Int, x: Float, y: Float)? {
    guard let object = table.chosen, let index = table.piece(object),
      model.table.library.indices.contains(object)
    else { return nil }
    let piece = table.pieces[index]
    let away = model.table.library[object].reach + Self.handleReach / frame.scale
    var (x, y) = frame.point(piece.onTable(Point(away, 0)))
    // It stays on the table.
    (x, y) = (
      min(max(x, frame.area.x + 8), frame.area.right - 8),
      min(max(y, frame.area.y + 8), frame.area.bottom - 8)
    )
    return (object, x, y)
  }

  private func handle(under x: Float, _ y: Float, _ frame: TableFrame) -> Int? {
    guard let handle = handlePlace(frame) else { return nil }
    let (dx, dy, near) = (x - handle.x, y - handle.y, look.target / 2)
    return dx * dx + dy * dy < near * near ? handle.object : nil
  }

  /// The wheel turns the object under the mouse.
  /// - Returns: whether there is one.
  mutating func turnPiece(under x: Float, _ y: Float, _ dy: Float) -> Bool {
    guard let area = controls.last(where: { $0.action == .table(.surface) })?.area, area.contains(x, y) else {
      return false
    }
    let frame = TableFrame(table.size, in: area)
    if let object = piece(under: frame.millimetres(x, y), frame), let index = table.piece(object) {
      table.chosen = object
      table.pieces[index].turns = Self.turn(table.pieces[index].turns + dy / 40 / 72)
      table.hasMoved = true
    }
    isStale = true
    return true
  }

  private mutating func lift(_ object: Int) {
    table.pieces.removeAll { $0.object == object }
    table.drags.removeAll {
      switch $0.what {
      case .piece(object), .handle(object): true
      default: false
      }
    }
    table.hasMoved = true
  }

  /// Puts an object down where none lies: places about the middle in turn.
  private mutating func put(_ object: Int) {
    table.chosen = object
    if table.piece(object) != nil { return lift(object) }
    guard model.table.library.indices.contains(object), table.pieces.count < 20 else { return }
    let (size, reach) = (table.size, model.table.library[object].reach)
    var best = (at: Point(size.x / 2, size.y / 2), room: -Float.infinity)
    for row in 0..<5 {
      for column in 0..<7 {
        let at = Point(
          size.x * (0.14 + 0.12 * Float(column)), size.y * (0.2 + 0.15 * Float(row)))
        let (dx, dy) = (at.x - size.x / 2, at.y - size.y / 2)
        // Free first, then near the middle.
        var room = -(dx * dx + dy * dy).squareRoot() * 0.01
        for other in table.pieces where model.table.library.indices.contains(other.object) {
          let (dx, dy) = (at.x - other.at.x, at.y - other.at.y)
          let free = (dx * dx + dy * dy).squareRoot() - reach - model.table.library[other.object].reach
          room += min(0, free)
        }
        if room > best.room { best = (at, room) }
      }
    }
    table.pieces.append(TableState.Piece(object: object, at: best.at, turns: 0, id: table.newIDs(3)))
    table.hasMoved = true
  }

  /// Handles a control beside the table.
  mutating func press(_ action: TableAction, _ requests: inout [PanelRequest]) {
    switch action {
    case .surface: break
    case .put(let object): put(object)
    case .turn:
      if let object = table.chosen, let index = table.piece(object) {
        table.pieces[index].turns = Self.turn(table.pieces[index].turns + 1 / 12)
        table.hasMoved = true
      }
    case .lift: if let object = table.chosen { lift(object) }
    case .liftAll: for each in table.pieces { lift(each.object) }
    case .scan:
      let isOn: StaticString = model.table.scan.map { $0.isDone } ?? true ? "true" : "false"
      requests.append(.question(("{\"table\": {\"scan\": \(isOn)}}" as UTF8Text).bytes))
    case .keep:
      guard model.table.scan?.pads.count == 3 else { return }
      let taken = model.table.library.map { $0.name }
      ask(
        Dialog(.table(.keep), "Name of this object", "Keep", TextEditing([])) { name in
          if !PatchName.isValid(name.map { $0 == 32 ? UInt8(ascii: "_") : $0 }) {
            return "A name has 1 to 64 letters, digits and blanks."
          }
          return taken.contains(name) ? "Another object has this name." : nil
        }, &requests)
    case .settings: panel.opens = "set-up"
    case .takeCards:
      requests.append(.question(UTF8Text("{\"objects\": \"cards\"}").bytes))
      table.libraryDue = -.infinity
    }
  }

  /// Sends the touches of the simulated table, and requests its objects, while it is shown or touched.
  mutating func keepTable(isOpen: Bool, at seconds: Double, _ requests: inout [PanelRequest]) {
    guard model.plugin == .touch, model.page?.solo == nil else { return }
    if isOpen, seconds >= table.libraryDue {
      table.libraryDue = seconds + 2
      requests.append(.question(UTF8Text("{\"table\": \"library\"}").bytes))
    }
    let passed = seconds - table.toldAt
    if !table.isEmpty || table.isTold {
      // A panel reports a hundred times a second; what rests is told ten times.
      guard table.hasMoved && passed >= 0.01 || passed >= 0.1 else { return }
      let touches = table.touches(of: model.table.library)
      let list = touches.map { touch -> UTF8Text in
        "[\(Int(touch.id)), \(Self.tenth(touch.at.x)), \(Self.tenth(touch.at.y))]"
      }
      let size: UTF8Text = "[\(Self.tenth(table.size.x)), \(Self.tenth(table.size.y))]"
      requests.append(
        .question(
          ("{\"table\": {\"size_mm\": \(size), \"touches\": \(JSON.list("[", list, "]"))}}" as UTF8Text).bytes
        ))
      (table.hasMoved, table.isTold, table.toldAt) = (false, !table.isEmpty, seconds)
    } else if isOpen, passed >= 0.1 {
      table.toldAt = seconds
      requests.append(.question(UTF8Text("{\"table\": true}").bytes))
    }
  }

  /// Keeps what was scanned under a name.
  mutating func keepScan(named name: [UInt8], _ requests: inout [PanelRequest]) {
    guard let scan = model.table.scan, scan.pads.count == 3 else { return }
    let pads = scan.pads.map { pad -> UTF8Text in "[\(Self.tenth(pad.x)), \(Self.tenth(pad.y))]" }
    let object: UTF8Text =
      "{\"version\": 1, \"name\": \(JSON.quoted(name)), \"pads_mm\": \(JSON.list("[", pads, "]"))}"
    table.kept = name
    requests.append(.question(("{\"object\": \(object)}" as UTF8Text).bytes))
    requests.append(.question(UTF8Text("{\"table\": {\"scan\": false}}").bytes))
    table.libraryDue = -.infinity
  }

  private static func tenth(_ value: Float) -> Float { (value * 10).rounded() / 10 }
}
