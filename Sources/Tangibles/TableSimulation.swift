// A table with objects and fingers, and the touches that an imperfect panel makes of them. Input thread.
import Lanes

/// The imperfections of a simulated panel, and the events on it.
public struct TableSettings: Sendable, Equatable {
  /// The surface, millimeters.
  public var size: TablePoint = [597, 336]
  /// The standard deviation of each coordinate of each report, and of each pad for a whole placing; mm.
  public var noise: Float = 1
  public var bias: Float = 0.7
  /// The pads of an object come within this time, seconds.
  public var spread: Float = 0.08
  /// The number of brief losses of a pad's touch a second.
  public var drops: Float = 0.5
  /// The number of times a second that a pad is pulled 8 mm aside because it merges with something.
  public var merges: Float = 0
  /// The share of drags in which one pad's touch stays behind for 1 to 8 seconds.
  public var ghosts: Float = 0
  /// Touches that lie still are filtered after 5 s to this many seconds; 0: never.
  public var filter: Float = 0
  /// Fingers that play meanwhile.
  public var fingers = 0
  /// The times for which an object is on the table and then away, in seconds.
  public var stay: Float = 4
  public var pause: Float = 1.5
  /// The greatest speed of dragging, mm/s, and turning, turns/s.
  public var speed: Float = 60
  public var turning: Float = 0.2

  public init() {}
}

/// Objects that are put down, dragged, turned and lifted again and again, and fingers that play beside them.
/// Equal seeds give equal touches.
public struct TableSimulation: Sendable {
  /// Seconds between two reports of the panel.
  public static let step: Float = 0.01

  /// One report of a touch.
  public struct Report: Equatable, Sendable {
    public let word: TangibleTracker.Word
    public let id: Int32
    /// Millimeters.
    public let place: TablePoint
  }

  private struct Pad {
    var id: Int32?
    /// When its touch comes, seconds.
    var due: Float
    var bias = TablePoint.zero
    var pulledUntil: Float = 0
    var pulled = TablePoint.zero
    /// Until when its touch stays where it is while the object moves away.
    var ghostUntil: Float = 0
    var last = TablePoint.zero
    /// When the panel filters it.
    var filteredAt = Float.infinity
  }

  private struct Object {
    let shape: TangibleShape
    let id: [UInt8]?
    var pose = TangiblePose()
    var isDown = false
    /// When it is put down, dragged from and lifted next.
    var nextAt: Float
    var dragAt: Float = 0
    var velocity = TablePoint.zero
    var turning: Float = 0
    var pads: OfPads<Pad>
  }

  private struct Finger {
    var id: Int32?
    var place = TablePoint.zero
    var velocity = TablePoint.zero
    var until: Float = 0
  }

  /// A later message of an object with a radio.
  private struct ScheduledMessage {
    let message: PercMessage
    let at: Float
  }

  private let settings: TableSettings
  private var random: TableRandom
  private var objects: [Object]
  private var sayings: [ScheduledMessage] = []
  /// The messages of objects with a radio in the frame of the last call of `next`: their field 10 to 60 ms
  /// late, and that they are near twice a second.
  public private(set) var messages: [PercMessage] = []
  private var fingers: [Finger]
  private var frame = 0
  private var nextID: Int32 = 1

  public init(_ definitions: [TangibleDefinition], _ settings: TableSettings = TableSettings(), seed: UInt64)
  {
    self.settings = settings
    random = TableRandom(seed: seed)
    objects = definitions.enumerated().map { index, definition in
      Object(
        shape: definition.shape, id: definition.perc?.id, nextAt: 0.5 + 0.3 * Float(index),
        pads: ofPads { _ in Pad(due: 0) })
    }
    fingers = Array(repeating: Finger(), count: settings.fingers)
  }

  /// Seconds since the beginning.
  public var time: Float { Float(frame) * Self.step }

  /// Where an object lies; nil while it is away.
  public func pose(of object: Int) -> TangiblePose? {
    objects[object].isDown ? objects[object].pose : nil
  }

  /// The reports of the next frame.
  public mutating func next() -> [Report] {
    var reports: [Report] = []
    for index in objects.indices { advance(index, &reports) }
    for index in fingers.indices { play(index, &reports) }
    let now = time
    messages = sayings.filter { $0.at <= now }.map { $0.message }
    sayings.removeAll { $0.at <= now }
    for object in objects where frame % 50 == 0 {
      if let id = object.id { messages.insert(PercMessage(.near, id: id, isOn: true), at: 0) }
    }
    frame += 1
    return reports
  }

  // MARK: Objects

  private mutating func advance(_ index: Int, _ reports: inout [Report]) {
    if time >= objects[index].nextAt {
      if objects[index].isDown { lift(index, &reports) } else { put(index) }
    }
    guard objects[index].isDown else { return }
    if time >= objects[index].dragAt { drag(index) }
    for pad in 0..<3 { report(pad, of: index, &reports) }
  }

  /// Puts an object where no other one lies near, if there is such a place.
  private mutating func put(_ index: Int) {
    let margin = min(objects[index].shape.sorted[2] + 10, min(settings.size.x, settings.size.y) / 3)
    for _ in 0..<50 {
      let place: TablePoint = [
        margin + random.uniform() * (settings.size.x - 2 * margin),
        margin + random.uniform() * (settings.size.y - 2 * margin),
      ]
      objects[index].pose = TangiblePose(place: place, direction: random.direction())
      let isFree = objects.indices.allSatisfy {
        $0 == index || !objects[$0].isDown || distance(objects[$0].pose.place, place) > 120
      }
      if isFree { break }
    }
    let speed = settings.speed * random.uniform()
    objects[index].velocity = random.direction() * speed
    objects[index].turning = settings.turning * (2 * random.uniform() - 1)
    objects[index].isDown = true
    objects[index].nextAt = time + settings.stay
    objects[index].dragAt = time + 0.5
    let isGhost = random.uniform() < settings.ghosts
    for pad in 0..<3 {
      var new = Pad(due: time + settings.spread * random.uniform())
      new.bias = random.normal() * settings.bias
      if isGhost && pad == 0 { new.ghostUntil = time + 1.5 + 7 * random.uniform() }
      if settings.filter > 0 { new.filteredAt = time + 5 + max(settings.filter - 5, 0) * random.uniform() }
      objects[index].pads[pad] = new
    }
    sayField(index, true)
  }

  /// A radio is late.
  private mutating func sayField(_ index: Int, _ isOn: Bool) {
    guard let id = objects[index].id else { return }
    let at = time + 0.01 + 0.05 * random.uniform()
    sayings.append(ScheduledMessage(message: PercMessage(.field, id: id, isOn: isOn), at: at))
  }

  private mutating func drag(_ index: Int) {
    let step = Self.step
    var pose = objects[index].pose
    pose.place += objects[index].velocity * step
    let turn = objects[index].turning * step
    let (c, s) = (Scalar.sine(turns: turn + 0.25), Scalar.sine(turns: turn))
    let (x, y) = (pose.direction.x, pose.direction.y)
    pose.direction = [x * c - y * s, x * s + y * c]
    let margin = objects[index].shape.sorted[2]
    if !(margin...(settings.size.x - margin) ~= pose.place.x) { objects[index].velocity.x *= -1 }
    if !(margin...(settings.size.y - margin) ~= pose.place.y) { objects[index].velocity.y *= -1 }
    objects[index].pose = pose
  }

  private mutating func report(_ pad: Int, of index: Int, _ reports: inout [Report]) {
    var state = objects[index].pads[pad]
    defer { objects[index].pads[pad] = state }
    if time >= state.filteredAt {
      if let id = state.id { reports.append(Report(word: .ended, id: id, place: state.last)) }
      state.id = nil
      return
    }
    let isGhost = time >= objects[index].dragAt && time < state.ghostUntil
    var place = state.last
    if !isGhost {
      place = objects[index].pose.onSurface(objects[index].shape.pads[pad]) + state.bias
      if time >= state.pulledUntil {
        state.pulled = .zero
        if state.id != nil, random.happens(settings.merges, within: Self.step) {
          state.pulledUntil = time + 0.2 + 0.3 * random.uniform()
          state.pulled = random.direction() * 8
        }
      }
      place += state.pulled
    }
    let seen = place + random.normal() * settings.noise
    if let id = state.id {
      if random.happens(settings.drops, within: Self.step) {
        reports.append(Report(word: .ended, id: id, place: state.last))
        state.id = nil
        state.due = time + 0.02 + 0.6 * random.uniform() * random.uniform()
      } else {
        reports.append(Report(word: .moved, id: id, place: seen))
      }
    } else if time >= state.due, !isGhost {
      state.id = begin(seen, &reports)
    }
    state.last = place
  }

  private mutating func lift(_ index: Int, _ reports: inout [Report]) {
    for pad in 0..<3 {
      guard let id = objects[index].pads[pad].id else { continue }
      reports.append(Report(word: .ended, id: id, place: objects[index].pads[pad].last))
      objects[index].pads[pad].id = nil
    }
    objects[index].isDown = false
    objects[index].nextAt = time + settings.pause
    sayField(index, false)
  }

  private mutating func begin(_ place: TablePoint, _ reports: inout [Report]) -> Int32 {
    defer { nextID &+= 1 }
    reports.append(Report(word: .began, id: nextID, place: place))
    return nextID
  }

  // MARK: Fingers

  private mutating func play(_ index: Int, _ reports: inout [Report]) {
    var finger = fingers[index]
    if let id = finger.id {
      let next = finger.place + finger.velocity * Self.step
      let isOnSurface = 0...settings.size.x ~= next.x && 0...settings.size.y ~= next.y
      if time >= finger.until || !isOnSurface {
        reports.append(Report(word: .ended, id: id, place: finger.place))
        finger.id = nil
      } else {
        finger.place = next
        reports.append(Report(word: .moved, id: id, place: finger.place + random.normal() * 0.3))
      }
    } else if random.happens(2, within: Self.step) {
      finger.place = [random.uniform() * settings.size.x, random.uniform() * settings.size.y]
      finger.velocity = random.direction() * (85 * random.uniform())
      finger.until = time + 0.1 + 1.5 * random.uniform()
      finger.id = begin(finger.place, &reports)
    }
    fingers[index] = finger
  }
}

/// Random numbers of a simulated table (S. Vigna's SplitMix64).
private struct TableRandom: Sendable {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  /// 0…1 without 1.
  mutating func uniform() -> Float {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return Float((mixed ^ (mixed >> 31)) >> 40) * 0x1p-24
  }

  mutating func direction() -> SIMD2<Float> {
    let turns = uniform()
    return [Scalar.sine(turns: turns + 0.25), Scalar.sine(turns: turns)]
  }

  /// Two numbers with standard deviation 1, sums of twelve uniform ones.
  mutating func normal() -> TablePoint {
    var point: TablePoint = [-6, -6]
    for _ in 0..<12 { point += [uniform(), uniform()] }
    return point
  }

  /// Whether something happens within a time that happens so often a second.
  mutating func happens(_ rate: Float, within seconds: Float) -> Bool { uniform() < rate * seconds }
}
