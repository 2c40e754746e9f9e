// Events of a world: hits, grabs, rest and zones. Audio thread.
import Lanes

/// A moment of a world.
public struct WorldEvent: BitwiseCopyable, Sendable, Equatable {
  /// The kind of event.
  public enum Kind: UInt8, BitwiseCopyable, Sendable {
    /// A body hit another body, or a wall.
    case hit = 0, wall
    case grabbed, released
    /// A body has not moved for a second; all bodies have not.
    case still, allStill
    /// A body entered a zone, or left it.
    case entered, left
  }

  public var kind: Kind
  /// The body's number 1…8, or the zone's; 0 for a body without a number and for all bodies.
  public var number: UInt8

  @_noLocks public init(_ kind: Kind, number: UInt8) {
    self.kind = kind
    self.number = number
  }
}

/// Events that were not read yet: at most 32; later ones are lost.
struct WorldEvents: BitwiseCopyable {
  private var list = InlineArray<32, WorldEvent>(repeating: WorldEvent(.hit, number: 0))
  private var first = 0
  private var end = 0

  @_noLocks init() {}

  @_noLocks mutating func append(_ event: WorldEvent) {
    if end == 32 { return }
    list[end] = event
    end += 1
  }

  @_noLocks mutating func pop() -> WorldEvent? {
    if first == end { return nil }
    let event = list[first]
    first += 1
    if first == end { (first, end) = (0, 0) }
    return event
  }
}

extension WorldEngine {
  /// m/s at which two bodies must meet to be said to hit each other.
  private static var hitSpeed: Float { @_noLocks get { 0.2 } }
  /// m/s below which a body does not move.
  private static var stillSpeed: Float { @_noLocks get { 0.02 } }

  /// The next event, in order; nil: all were read.
  @_noLocks public mutating func takeEvent() -> WorldEvent? { events.pop() }

  /// Reports what happened in a step of `time` seconds.
  @_noLocks mutating func report(_ time: Float) {
    var reported: UInt32 = 0
    for index in 0..<contactCount {
      let contact = contacts + index
      if contact.pointee.greatest <= 0 || contact.pointee.approach > -Self.hitSpeed { continue }
      let (first, second) = (Int(contact.pointee.first), Int(contact.pointee.second))
      hit(first, contact.pointee.greatest, contact.pointee.wall > 0 ? .wall : .hit, &reported)
      if second < Self.firstHand { hit(second, contact.pointee.greatest, .hit, &reported) }
    }
    noteRest(time)
    noteZones(reports: true)
  }

  @_noLocks private mutating func hit(
    _ index: Int, _ impulse: Float, _ kind: WorldEvent.Kind, _ reported: inout UInt32
  ) {
    if index >= Self.firstHand { return }
    let strength = impulse / bodies[index].mass
    let number = Int(bodies[index].number)
    let level = strength < 1 ? strength : 1
    if level > hits[0] { hits[0] = level }
    if number == 0 { return }
    if level > hits[number] { hits[number] = level }
    let bit: UInt32 = 1 << UInt32(number + (kind == .wall ? 16 : 0))
    if reported & bit != 0 { return }
    reported |= bit
    events.append(WorldEvent(kind, number: bodies[index].number))
  }

  @_noLocks private mutating func noteRest(_ time: Float) {
    var isAnyMoving = false
    for index in 0..<description.pointee.bodyCount {
      let body = bodies + index
      let spin = body.pointee.spin * body.pointee.reach
      let speed = body.pointee.speedX * body.pointee.speedX + body.pointee.speedY * body.pointee.speedY
      if speed + spin * spin > Self.stillSpeed * Self.stillSpeed {
        body.pointee.stillness = 0
      } else if body.pointee.stillness >= 0 {
        body.pointee.stillness += time
        if body.pointee.stillness >= 1 {
          body.pointee.stillness = -1
          if body.pointee.number > 0 { events.append(WorldEvent(.still, number: body.pointee.number)) }
        }
      }
      if body.pointee.stillness >= 0 { isAnyMoving = true }
    }
    if !isAnyMoving && !isStill && description.pointee.bodyCount > 0 {
      events.append(WorldEvent(.allStill, number: 0))
    }
    isStill = !isAnyMoving
  }

  /// Notes which numbered bodies are in which zones.
  @_noLocks mutating func noteZones(reports: Bool) {
    for zone in 0..<description.pointee.zoneCount {
      let area = description.pointee.zones[zone]
      var now: UInt8 = 0
      for number in 1...8 where numbered[number] >= 0 {
        let body = bodies + Int(numbered[number])
        let (x, y) = (body.pointee.middleX, body.pointee.middleY)
        if x >= area.left && x <= area.right && y >= area.bottom && y <= area.top {
          now |= 1 << UInt8(number - 1)
        }
      }
      let before = inside[zone]
      inside[zone] = now
      if !reports { continue }
      if now & ~before != 0 { events.append(WorldEvent(.entered, number: UInt8(zone + 1))) }
      if before & ~now != 0 { events.append(WorldEvent(.left, number: UInt8(zone + 1))) }
    }
  }
}
