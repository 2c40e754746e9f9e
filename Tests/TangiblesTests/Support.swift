// A table for tests: touches in millimeters, and the reports about objects.
import TestSupport

@testable import Tangibles

/// Milliseconds as nanoseconds.
func ms(_ milliseconds: Double) -> Int64 { Int64(milliseconds * 1e6) }

let stone = definition("stone", [[0, 0], [60, 0], [20, 32]])
/// Its sides are those of the stone but for 6 mm.
let pebble = definition("pebble", [[0, 0], [66, 0], [20, 32]])

func definition(_ name: String, _ pads: [TablePoint]) -> TangibleDefinition {
  TangibleDefinition(name: Array(name.utf8), pads: pads)
}

func library(_ definitions: TangibleDefinition...) throws -> TangibleLibrary {
  var library = TangibleLibrary()
  for each in definitions { try library.add(each) }
  return library
}

/// Touches of frames of 10 ms and all changes that they cause.
struct Table {
  var tracker: TangibleTracker
  var now: Int64 = 0
  var told: [(change: TangibleChange, at: Int64)] = []
  private var nextID: Int32 = 1
  private(set) var places: [Int32: TablePoint] = [:]

  init(_ library: TangibleLibrary, confirm: TangibleConfirm = .fast) {
    tracker = TangibleTracker(library, confirm: confirm)
  }

  @discardableResult mutating func begin(_ place: TablePoint, source: UInt32 = 1) -> Int32 {
    let id = nextID
    nextID += 1
    places[id] = place
    send(.began, id, place, source: source)
    return id
  }

  mutating func send(
    _ word: TangibleTracker.Word, _ id: Int32, _ place: TablePoint, source: UInt32 = 1
  ) {
    var told = told
    tracker.handle(word, source: source, id: id, place: place, at: now) { told.append(($0, $1)) }
    self.told = told
    places[id] = word == .ended ? nil : place
  }

  mutating func end(_ id: Int32, source: UInt32 = 1) { send(.ended, id, places[id]!, source: source) }

  /// Lets time pass; all touches repeat their places in each frame.
  mutating func wait(_ milliseconds: Double, repeats: Bool = true) {
    for _ in 0..<Int(milliseconds / 10) {
      now += ms(10)
      if repeats { for (id, place) in places.sorted(by: { $0.key < $1.key }) { send(.moved, id, place) } }
    }
    advance()
  }

  mutating func advance() {
    var told = told
    tracker.advance(to: now) { told.append(($0, $1)) }
    self.told = told
  }

  /// The places of an object's pads.
  func pads(_ definition: TangibleDefinition, _ pose: TangiblePose) -> [TablePoint] {
    (0..<3).map { pose.onSurface(definition.shape.pads[$0]) }
  }

  /// Puts an object down; the pads come in one frame.
  @discardableResult mutating func put(_ definition: TangibleDefinition, _ pose: TangiblePose) -> [Int32] {
    pads(definition, pose).map { begin($0) }
  }

  /// Moves the pads with these ids to a pose within some frames.
  mutating func drag(
    _ ids: [Int32], of definition: TangibleDefinition, from: TangiblePose, to: TangiblePose, frames: Int
  ) {
    for frame in 1...frames {
      now += ms(10)
      let share = Float(frame) / Float(frames)
      let pose = TangiblePose(
        place: from.place + (to.place - from.place) * share,
        direction: unit(from.direction + (to.direction - from.direction) * share))
      let moved = zip(ids, pads(definition, pose))
      for (id, place) in moved where places[id] != nil { send(.moved, id, place) }
      for (id, place) in places.sorted(by: { $0.key < $1.key }) where !ids.contains(id) {
        send(.moved, id, place)
      }
    }
  }

  private func unit(_ direction: SIMD2<Float>) -> SIMD2<Float> {
    direction / (direction.x * direction.x + direction.y * direction.y).squareRoot()
  }

  /// The objects on the table, by their index, with their poses.
  var objects: [Int: TangiblePose] {
    var objects: [Int: TangiblePose] = [:]
    for (change, _) in told {
      switch change {
      case .placed(let index, _, let pose): objects[index] = pose
      case .lifted(let index, _): objects[index] = nil
      default: break
      }
    }
    return objects
  }

  /// The fingers that are played: begun, or let go, and neither withdrawn nor ended.
  func fingers(_ began: [Int32]) -> Set<Int32> {
    var fingers = Set(began)
    for (change, _) in told {
      switch change {
      case .withdrawn(_, let id): fingers.remove(id)
      case .released(_, let id, _): fingers.insert(id)
      default: break
      }
    }
    return fingers.filter { places[$0] != nil }
  }

  func count(_ isWanted: (TangibleChange) -> Bool) -> Int { told.count { isWanted($0.change) } }
}

/// A pose turned by whole degrees.
func turned(_ degrees: Float, at place: TablePoint) -> TangiblePose {
  var direction: SIMD2<Float> = [1, 0]
  let step: SIMD2<Float> = [0.99984770, 0.01745241]  // one degree
  for _ in 0..<Int(degrees) {
    direction = [
      direction.x * step.x - direction.y * step.y, direction.x * step.y + direction.y * step.x,
    ]
  }
  return TangiblePose(place: place, direction: direction)
}
