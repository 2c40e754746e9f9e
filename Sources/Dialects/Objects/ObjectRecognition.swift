// The step between the touches of one listener and its events: objects are recognized among the touches and
// leave as tokens; their pads are no fingers. Input thread.
import RealTime
import Tangibles

/// A spot that a surface shows for an object with a light sensor, in the surface's own coordinates.
public struct ObjectShow: Equatable, Sendable {
  /// The id in the object's definition.
  public let id: [UInt8]
  public let x: Float
  public let y: Float
  /// Diagonals of the surface.
  public let radius: Float
  public let isLight: Bool
}

/// Recognition of objects, and how their surfaces lie.
struct ObjectRecognition {
  /// A live touch of a surface on which objects may lie.
  private struct Held {
    /// Its last report, as a move.
    var event: SurfaceEvent
    let table: TangibleSurface
    /// Whether its source is a mirror image of the table. Its objects would be other ones.
    let isMirrored: Bool
    var isPad = false

    /// Its place in millimeters, as seen from above.
    var place: TablePoint {
      let touch = event.touch
      return [(isMirrored ? 1 - touch.x : touch.x) * table.size.x, touch.y * table.size.y]
    }
    var radius: Float { event.touch.radius * table.diagonal }

    func isOf(_ source: UInt32, _ id: Int32) -> Bool { event.id == id && event.source == source }
  }

  private(set) var tracker: TangibleTracker
  private var held: [Held] = []
  /// The surfaces of the last sources that had touches, without touches of their own.
  private var tables: [Held] = []
  /// The scan of an object among the touches; nil: none.
  private(set) var scan: TangibleScan?
  /// The sizes of the surfaces on which touches began last, millimeters, the latest one last; at most 16.
  private(set) var sizes: [(source: UInt32, size: TablePoint)] = []
  /// The layout that was announced last; each touch that begins comes after that of its source.
  private var layout = SurfaceEvent.layout()
  private var latest = Int64.min
  /// When the outline of each object that lies there is told again: a host may have begun anew. By index.
  private var outlineDue: [Int: Int64] = [:]
  private static let outlinePeriod: Int64 = 1_000_000_000
  private var changes: [(change: TangibleChange, time: Int64)] = []

  init(_ library: TangibleLibrary) { tracker = TangibleTracker(library) }

  /// The tokens of objects have negative ids, which no other token of their source has.
  static func id(of index: Int) -> Int32 { -1 - Int32(index) }

  /// Scans the object that lies there alone from now on, or no more.
  mutating func scan(_ isOn: Bool) {
    scan = isOn ? TangibleScan() : nil
    for touch in held {
      scan?.handle(.began, source: touch.event.source, id: touch.event.id, place: touch.place)
    }
  }

  /// Live touches, in millimeters of their own surfaces.
  var touches: [(place: TablePoint, source: UInt32, isPad: Bool)] {
    held.map { ($0.place, $0.event.source, $0.isPad) }
  }

  /// When something is due without a further event.
  var nextDeadline: Int64? { tracker.nextDeadline }

  /// Does what is due, each at its time.
  mutating func advance(to time: Int64, emit: (SurfaceEvent, Int64) -> Void) {
    latest = max(latest, time)
    tracker.advance(to: latest) { changes.append(($0, $1)) }
    flush(nil, emit)
  }

  /// Takes the next event and emits what becomes of it.
  /// - Parameter table: the surface of the event's source; nil: no objects lie there.
  mutating func take(
    _ event: SurfaceEvent, at time: Int64, table: () -> TangibleSurface?,
    emit: (SurfaceEvent, Int64) -> Void
  ) {
    latest = max(latest, time)
    let index = held.firstIndex { $0.isOf(event.source, event.id) }
    switch event.kind {
    case .began:
      guard let table = table() else { return emit(event, latest) }
      let lies = layout.layout
      let isMirrored = layout.source == event.source && lies.isMirroredX != lies.isMirroredY
      var move = event
      move.content = .moved(event.touch)
      held.append(Held(event: move, table: table, isMirrored: isMirrored))
      tables.removeAll { $0.event.source == event.source }
      if tables.count >= 16 { tables.removeFirst() }
      tables.append(held[held.count - 1])
      sizes.removeAll { $0.source == event.source }
      sizes = sizes.suffix(15) + [(event.source, table.size)]
      hand(.began, held.count - 1, event, emit)
    case .moved:
      guard let index else { return emit(event, latest) }
      held[index].event.update(event)
      hand(.moved, index, event, emit)
    case .ended:
      guard let index else { return emit(event, latest) }
      held[index].event.update(event)
      hand(.ended, index, event, emit)
      held.removeAll { $0.isOf(event.source, event.id) }
    case .shape:
      if index.map({ held[$0].isPad }) ?? false { return }
      emit(event, latest)
    case .panic:
      clear(at: latest, emit: emit)
      emit(event, latest)
    case .source:
      layout = event
      emit(event, latest)
    case .token, .tokenLifted, .tokenOutline, .motion, .pad, .macro, .hold, .sourceName, .midi, .trim,
      .parameter, .loop, .guide, .withdrawn:
      emit(event, latest)
    }
  }

  /// Takes what an object with a radio says.
  /// - Returns: Whether there is such an object.
  mutating func take(
    _ message: PercMessage, at time: Int64, emit: (SurfaceEvent, Int64) -> Void
  ) -> Bool {
    latest = max(latest, time)
    let unknown = tracker.refused.messages
    tracker.handle(message, at: latest) { changes.append(($0, $1)) }
    flush(nil, emit)
    return tracker.refused.messages == unknown
  }

  /// Spots that the surfaces show now.
  var shows: [ObjectShow] {
    if !tracker.library.hasRadios { return [] }
    return tracker.shows.compactMap { show in
      guard let id = tracker.library.definitions[show.object].perc?.id,
        let table = tables.last(where: { $0.event.source == show.source })
      else { return nil }
      let x = show.place.x / table.table.size.x
      return ObjectShow(
        id: id, x: table.isMirrored ? 1 - x : x, y: show.place.y / table.table.size.y,
        radius: show.radius / table.table.diagonal, isLight: show.isLight)
    }
  }

  /// Forgets all touches and lifts all objects.
  mutating func clear(at time: Int64, emit: (SurfaceEvent, Int64) -> Void) {
    tracker.clear(at: max(latest, time)) { changes.append(($0, $1)) }
    flush(nil, emit)
    held.removeAll()
  }

  /// Lifts what lies on the surfaces of a sender that is gone.
  mutating func lift(sender: UInt32, at time: Int64, emit: (SurfaceEvent, Int64) -> Void) {
    latest = max(latest, time)
    tracker.lift(at: latest, where: { $0 & 0xff_ffff == sender }) { changes.append(($0, $1)) }
    flush(nil, emit)
  }

  /// Replaces the recognized objects. Objects on the surface are lifted, and may be recognized again.
  mutating func use(_ library: TangibleLibrary, at time: Int64, emit: (SurfaceEvent, Int64) -> Void) {
    latest = max(latest, time)
    let touches = held
    clear(at: latest, emit: emit)
    tracker = TangibleTracker(library)
    for var touch in touches {
      touch.event.content = .began(touch.event.touch)
      if touch.isPad { emit(touch.event, latest) }
      tracker.confirm = touch.table.confirm
      tracker.timing = touch.table.timing
      // They are fingers already.
      tracker.handle(
        .began, source: touch.event.source, id: touch.event.id, place: touch.place, radius: touch.radius,
        at: latest
      ) { _, _ in }
      (touch.event.content, touch.isPad) = (.moved(touch.event.touch), false)
      held.append(touch)
    }
  }

  /// Hands a touch to recognition.
  private mutating func hand(
    _ word: TangibleTracker.Word, _ index: Int, _ event: SurfaceEvent,
    _ emit: (SurfaceEvent, Int64) -> Void
  ) {
    let touch = held[index]
    scan?.handle(word, source: event.source, id: event.id, place: touch.place)
    tracker.confirm = touch.table.confirm
    tracker.timing = touch.table.timing
    tracker.handle(
      word, source: event.source, id: event.id, place: touch.place, radius: touch.radius, at: latest
    ) { changes.append(($0, $1)) }
    if word == .began { held[index].isPad = !changes.contains { $0.change == .through } }
    flush(event, emit)
  }

  private mutating func flush(_ event: SurfaceEvent?, _ emit: (SurfaceEvent, Int64) -> Void) {
    for (change, time) in changes {
      switch change {
      case .through: if let event { emit(event, time) }
      case .withdrawn(let source, let id):
        if let index = held.firstIndex(where: { $0.isOf(source, id) }) { held[index].isPad = true }
        emit(SurfaceEvent(.withdrawn, source: source, id: id), time)
      case .released(let source, let id, _):
        guard let index = held.firstIndex(where: { $0.isOf(source, id) }) else { break }
        held[index].isPad = false
        var begun = held[index].event
        begun.content = .began(begun.touch)
        emit(begun, time)
      case .placed(let index, let source, let pose):
        guard let touch = tables.last(where: { $0.event.source == source }) else { break }
        emit(token(index, source, pose, touch), time)
        if time >= outlineDue[index] ?? .min, let outline = outline(index, source, touch) {
          outlineDue[index] = time + Self.outlinePeriod
          emit(outline, time)
        }
      case .lifted(let index, let source):
        outlineDue[index] = nil
        emit(.tokenLifted(source: source, id: Self.id(of: index)), time)
      }
    }
    changes.removeAll(keepingCapacity: true)
  }

  /// The solid part of an object, or nil if its definition has none.
  private func outline(_ index: Int, _ source: UInt32, _ touch: Held) -> SurfaceEvent? {
    guard let hull = tracker.library.definitions[index].hull else { return nil }
    let unit = touch.table.areaRoot
    return .tokenOutline(
      source: source, id: Self.id(of: index), halfWidth: hull.half.x / unit, halfHeight: hull.half.y / unit,
      ahead: hull.middle.x / unit, left: hull.middle.y / unit)
  }

  /// An object as a token in its source's own coordinates.
  private func token(_ index: Int, _ source: UInt32, _ pose: TangiblePose, _ touch: Held) -> SurfaceEvent {
    let x = min(max(pose.place.x / touch.table.size.x, 0), 1)
    let y = min(max(pose.place.y / touch.table.size.y, 0), 1)
    var angle = pose.turns
    if touch.isMirrored { angle = angle > 0.5 ? 1.5 - angle : 0.5 - angle }
    return .token(
      source: source, id: Self.id(of: index), x: touch.isMirrored ? 1 - x : x, y: y, angle: angle,
      classNumber: tracker.library.definitions[index].number.map { Float($0) } ?? .nan)
  }
}

extension SurfaceEvent {
  /// Takes the numbers of a later report of the same touch that were sent.
  fileprivate mutating func update(_ later: SurfaceEvent) {
    var touch = touch
    let sent = later.touch
    if sent.x.isFinite { touch.x = sent.x }
    if sent.y.isFinite { touch.y = sent.y }
    if sent.pressure.isFinite { touch.pressure = sent.pressure }
    if sent.radius.isFinite { touch.radius = sent.radius }
    content = .moved(touch)
  }
}
