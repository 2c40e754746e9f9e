// The relation of each touch to the surface, to its own beginning and to the other touches, sixteen at a
// time. Audio thread. Formulas: docs/controllers.md.
import Controls
import Lanes

/// Computes the controllers of all live touches.
struct TouchGeometry {
  let values: TouchValues
  /// The partners of each touch, by slot.
  private let partners: SlotNumbers
  private static var previousX: Int { @_noLocks get { 0 } }
  private static var previousY: Int { @_noLocks get { 1 } }
  /// 1 for a touch with a previous touch.
  private static var hasPrevious: Int { @_noLocks get { 2 } }
  private static var beforeX: Int { @_noLocks get { 3 } }
  private static var beforeY: Int { @_noLocks get { 4 } }
  private static var afterX: Int { @_noLocks get { 5 } }
  private static var afterY: Int { @_noLocks get { 6 } }
  /// Least distance to another touch.
  private static var nearest: Int { @_noLocks get { 7 } }

  init() {
    values = TouchValues(numbers: SlotNumbers(columns: Controller.touchColumns))
    partners = SlotNumbers(columns: 8)
  }

  func deallocate() {
    values.numbers.deallocate()
    partners.deallocate()
  }

  /// Initialises a slot for a touch that begins there.
  @_noLocks func begin(slot: Int, interval: Float) {
    for index in Int(Controller.touchX.rawValue)...Int(Controller.touchAngleToToken4.rawValue) {
      guard let controller = Controller.at(index), controller.category == .touch else { continue }
      values.set(controller, slot: slot, controller.spec.rest)
    }
    values.set(.touchDistanceToNearestToken, slot: slot, 0)
    values.set(.touchAngleToNearestToken, slot: slot, 0)
    values.set(.touchInterval, slot: slot, interval)
  }

  /// Copies the values of a touch's messages.
  @_noLocks func copy(_ touch: UnsafePointer<Touch>, slot: Int) {
    let velocity = touch.pointee.velocity
    values.set(.touchX, slot: slot, touch.pointee.x)
    values.set(.touchY, slot: slot, touch.pointee.y)
    values.set(.touchTimbre, slot: slot, touch.pointee.y)
    values.set(.touchStartX, slot: slot, touch.pointee.startX)
    values.set(.touchStartY, slot: slot, touch.pointee.startY)
    values.set(.touchXFromStart, slot: slot, touch.pointee.x - touch.pointee.startX)
    values.set(.touchYFromStart, slot: slot, touch.pointee.y - touch.pointee.startY)
    values.set(.touchPressure, slot: slot, touch.pointee.pressure)
    values.set(.touchRadius, slot: slot, touch.pointee.radius)
    values.set(.touchAspect, slot: slot, touch.pointee.aspect)
    values.set(.touchOrientation, slot: slot, touch.pointee.orientation)
    values.set(.touchPathLength, slot: slot, touch.pointee.pathLength)
    values.set(.touchSpeed, slot: slot, velocity.speed)
    values.set(.touchSpeedX, slot: slot, velocity.x)
    values.set(.touchSpeedY, slot: slot, velocity.y)
    values.set(.touchAcceleration, slot: slot, velocity.acceleration)
    values.set(.touchReleaseVelocity, slot: slot, min(velocity.speed, 1))
    if velocity.speed >= 0.02 {
      values.set(.touchDirection, slot: slot, Scalar.turns(y: velocity.y, x: velocity.x).wrapped)
    }
  }

  @_noLocks func age(_ touch: UnsafePointer<Touch>, slot: Int, _ frame: Int64, _ timing: Timing) {
    values.set(.touchAge, slot: slot, timing.seconds(max(frame - touch.pointee.beganAt, 0)))
  }

  /// Computes everything that follows from the positions of touches.
  /// - Parameters:
  ///   - centroid: in diagonals.
  ///   - tokens: their positions in diagonals.
  @_noLocks func update(
    _ table: borrowing TouchTable, centroid: (x: Float, y: Float), tokens: UnsafePointer<TokenPosition>
  ) {
    findPartners(table)
    let numbers = table.numbers
    let shape = table.shape
    let first = leaveOut(table)
    let firstX = numbers.number(TouchTable.px, slot: first)
    let firstY = numbers.number(TouchTable.py, slot: first)
    var top = 0
    for index in 0..<table.count { top = max(top, table.order[index]) }
    for group in 0...top / 16 {
      let x = numbers.lanes(TouchTable.px, group: group)
      let y = numbers.lanes(TouchTable.py, group: group)
      let (startX, startY) = (
        numbers.lanes(TouchTable.startX, group: group), numbers.lanes(TouchTable.startY, group: group)
      )
      relate(.touchDistanceToCenter, .touchAngleToCenter, group, x - shape.width / 2, y - shape.height / 2)
      relate(.touchDistanceFromStart, .touchAngleFromStart, group, x - startX, y - startY)
      relate(.touchDistanceToCentroid, .touchAngleToCentroid, group, x - centroid.x, y - centroid.y)
      relate(.touchDistanceToFirst, .touchAngleToFirst, group, x - firstX, y - firstY)
      let across = Lanes.least(x, shape.width - x)
      let up = Lanes.least(y, shape.height - y)
      values.set(
        .touchDistanceToEdge, group: group, Lanes.greatest(Lanes.least(across, up), Lanes(repeating: 0)))
      // Without a previous touch, distance and angle are 0.
      let has = partners.lanes(Self.hasPrevious, group: group)
      relate(
        .touchDistanceToPrevious, .touchAngleToPrevious, group,
        (x - partners.lanes(Self.previousX, group: group)) * has,
        (y - partners.lanes(Self.previousY, group: group)) * has)
      values.set(
        .touchAngleToPrevious, group: group, values.lanes(.touchAngleToPrevious, group: group) * has)
      values.set(.touchDistanceToNearest, group: group, partners.lanes(Self.nearest, group: group))
      vertex(group, x, y, count: table.count)
      for token in 0..<4 { relate(token, tokens[token], group, x, y) }
      relate(toNearestOf: tokens, group, x, y)
    }
    // The first touch is its own first.
    values.set(.touchAngleToFirst, slot: first, 0)
  }

  /// Distance and angle; where both points are the same, the angle holds.
  @inline(__always) @_noLocks private func relate(
    _ distance: Controller, _ angle: Controller, _ group: Int, _ dx: Lanes, _ dy: Lanes
  ) {
    values.set(distance, group: group, Lanes.length(dx, dy))
    values.set(angle, group: group, Lanes.direction(dx, dy, held: values.lanes(angle, group: group)))
  }

  @_noLocks private func relate(_ token: Int, _ position: TokenPosition, _ group: Int, _ x: Lanes, _ y: Lanes)
  {
    let distance = Controller.member(token, from: .touchDistanceToToken1)
    let angle = Controller.member(token, from: .touchAngleToToken1)
    if position.isPresent {
      relate(distance, angle, group, x - position.x, y - position.y)
    } else {
      values.set(distance, group: group, Lanes(repeating: 0))
      values.set(angle, group: group, Lanes(repeating: 0))
    }
  }

  /// Without a token, distance and angle are 0.
  @_noLocks private func relate(
    toNearestOf tokens: UnsafePointer<TokenPosition>, _ group: Int, _ x: Lanes, _ y: Lanes
  ) {
    var (least, dx, dy) = (Lanes(repeating: .infinity), Lanes(repeating: 0), Lanes(repeating: 0))
    var hasToken = false
    for slot in 0..<TokenTable.slots where tokens[slot].isPresent {
      hasToken = true
      let (toX, toY) = (x - tokens[slot].x, y - tokens[slot].y)
      let square = toX * toX + toY * toY
      dx = square.whereLess(least, toX, else: dx)
      dy = square.whereLess(least, toY, else: dy)
      least = Lanes.least(square, least)
    }
    relate(.touchDistanceToNearestToken, .touchAngleToNearestToken, group, dx, dy)
    if !hasToken { values.set(.touchAngleToNearestToken, group: group, Lanes(repeating: 0)) }
  }

  /// The angle between the directions to the two neighbours; where a neighbour is at the same point, the
  /// angle holds.
  @_noLocks private func vertex(_ group: Int, _ x: Lanes, _ y: Lanes, count: Int) {
    guard count >= 3 else { return values.set(.touchVertexAngle, group: group, Lanes(repeating: 0)) }
    let (bx, by) = (
      partners.lanes(Self.beforeX, group: group) - x, partners.lanes(Self.beforeY, group: group) - y
    )
    let (ax, ay) = (
      partners.lanes(Self.afterX, group: group) - x, partners.lanes(Self.afterY, group: group) - y
    )
    let cross = bx * ay - by * ax
    let angle = Lanes.direction(bx * ax + by * ay, Lanes.greatest(cross, -cross))
    let isDefined = Lanes.least(bx * bx + by * by, ax * ax + ay * ay)
    let same = Lanes(repeating: SurfaceShape.same)
    values.set(
      .touchVertexAngle, group: group,
      same.whereLess(isDefined, angle, else: values.lanes(.touchVertexAngle, group: group)))
  }

  /// The touches before and after each touch, and the distance to the nearest.
  @_noLocks private func findPartners(_ table: borrowing TouchTable) {
    let count = table.count
    let numbers = table.numbers
    for index in 0..<count {
      let slot = table.order[index]
      let before = table.order[(index + count - 1) % count]
      let after = table.order[(index + 1) % count]
      let (bx, by) = (
        numbers.number(TouchTable.px, slot: before), numbers.number(TouchTable.py, slot: before)
      )
      partners.set(Self.beforeX, slot: slot, bx)
      partners.set(Self.beforeY, slot: slot, by)
      partners.set(Self.afterX, slot: slot, numbers.number(TouchTable.px, slot: after))
      partners.set(Self.afterY, slot: slot, numbers.number(TouchTable.py, slot: after))
      partners.set(Self.previousX, slot: slot, bx)
      partners.set(Self.previousY, slot: slot, by)
      partners.set(Self.hasPrevious, slot: slot, index == 0 ? 0 : 1)
      values.set(.touchOrder, slot: slot, Float(index))
    }
  }

  /// Where a touch is apart: finds the partners of all touches among the others. Rare, so one by one.
  /// - Returns: the slot of the first touch.
  @_noLocks private func leaveOut(_ table: borrowing TouchTable) -> Int {
    let count = table.count
    var hasApart = false
    for index in 0..<count where table.touches[table.order[index]].isApart { hasApart = true }
    if !hasApart { return table.order[0] }
    var first = table.order[0]
    for index in (0..<count).reversed() where !table.touches[table.order[index]].isApart {
      first = table.order[index]
    }
    let numbers = table.numbers
    for index in 0..<count {
      let slot = table.order[index]
      let (x, y) = (numbers.number(TouchTable.px, slot: slot), numbers.number(TouchTable.py, slot: slot))
      var (before, after, nearest) = (slot, slot, Float.infinity)
      var isPrevious = false
      for step in 1..<max(count, 1) {
        let other = table.order[(index + step) % count]
        if table.touches[other].isApart { continue }
        if after == slot { after = other }
        // The last one that is found, going forwards, is the one before.
        before = other
        isPrevious = (index + step) % count < index
        let dx = numbers.number(TouchTable.px, slot: other) - x
        let dy = numbers.number(TouchTable.py, slot: other) - y
        nearest = min(nearest, dx * dx + dy * dy)
      }
      partners.set(Self.beforeX, slot: slot, numbers.number(TouchTable.px, slot: before))
      partners.set(Self.beforeY, slot: slot, numbers.number(TouchTable.py, slot: before))
      partners.set(Self.afterX, slot: slot, numbers.number(TouchTable.px, slot: after))
      partners.set(Self.afterY, slot: slot, numbers.number(TouchTable.py, slot: after))
      partners.set(Self.previousX, slot: slot, numbers.number(TouchTable.px, slot: before))
      partners.set(Self.previousY, slot: slot, numbers.number(TouchTable.py, slot: before))
      partners.set(Self.hasPrevious, slot: slot, isPrevious ? 1 : 0)
      partners.set(Self.nearest, slot: slot, nearest == .infinity ? 0 : Scalar.squareRoot(nearest))
    }
    return first
  }

  /// Stores the least distance among the pairs.
  @inline(__always) @_noLocks func setNearest(slot: Int, _ distance: Float) {
    partners.set(Self.nearest, slot: slot, distance)
  }
}
