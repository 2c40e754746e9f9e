// The rotation, scaling and translation of the group. Touches that come and go cause no jump: only touches
// that were there before and after a change count. Audio thread. Formulas: docs/controllers.md.
import Controls
import Lanes

/// Rotation, scale and translation since the group began.
struct GroupMotion {
  /// Turns, anticlockwise.
  private(set) var rotation: Float = 0
  /// Octaves.
  private(set) var scale: Float = 0
  /// Diagonals.
  private(set) var panX: Float = 0
  private(set) var panY: Float = 0
  private(set) var rotationSpeed = RateFilter()
  private(set) var scaleSpeed = RateFilter()
  /// Positions by slot from which the next change is measured: of the figure, and of its translation.
  private let from: SlotNumbers
  private let serials: UnsafeMutablePointer<UInt64>

  private static var figureX: Int { @_noLocks get { 0 } }
  private static var figureY: Int { @_noLocks get { 1 } }
  private static var travelX: Int { @_noLocks get { 2 } }
  private static var travelY: Int { @_noLocks get { 3 } }

  init() {
    from = SlotNumbers(columns: 4)
    serials = .allocate(capacity: SlotNumbers.slots)
    serials.initialize(repeating: 0, count: SlotNumbers.slots)
  }

  func deallocate() {
    from.deallocate()
    serials.deallocate()
  }

  /// Restarts, because the group began or ended.
  @_noLocks mutating func restart(_ frame: Int64) {
    (rotation, scale, panX, panY) = (0, 0, 0, 0)
    rotationSpeed.start(frame)
    scaleSpeed.start(frame)
  }

  /// Adds the motion since the last call. Must be called when something has moved.
  @_noLocks mutating func update(_ table: borrowing TouchTable, _ frame: Int64) {
    let numbers = table.numbers
    var count = 0
    var (rx, ry, qx, qy, tx, ty): (Float, Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0, 0)
    for index in 0..<table.count {
      let slot = table.order[index]
      if serials[slot] != table.touches[slot].serial { continue }
      count += 1
      let (x, y) = (numbers.number(TouchTable.px, slot: slot), numbers.number(TouchTable.py, slot: slot))
      rx += from.number(Self.figureX, slot: slot)
      ry += from.number(Self.figureY, slot: slot)
      qx += x
      qy += y
      tx += x - from.number(Self.travelX, slot: slot)
      ty += y - from.number(Self.travelY, slot: slot)
    }
    var keepsFigure = false
    if count > 0 {
      let n = Float(count)
      panX += tx / n
      panY += ty / n
      if count >= 2 {
        keepsFigure = !turn(
          table, before: (rx / n, ry / n), after: (qx / n, qy / n), frame: frame, timing: table.timing)
      }
    }
    for index in 0..<table.count {
      let slot = table.order[index]
      let (x, y) = (numbers.number(TouchTable.px, slot: slot), numbers.number(TouchTable.py, slot: slot))
      from.set(Self.travelX, slot: slot, x)
      from.set(Self.travelY, slot: slot, y)
      // While all touches lie on one point there is no figure; the change is measured once there is one
      // again.
      if keepsFigure && serials[slot] == table.touches[slot].serial { continue }
      from.set(Self.figureX, slot: slot, x)
      from.set(Self.figureY, slot: slot, y)
      serials[slot] = table.touches[slot].serial
    }
    if table.count < 2 {
      rotationSpeed.start(frame)
      scaleSpeed.start(frame)
    }
  }

  /// Adds the rotation and the scaling between two figures of the same touches; returns false when one of
  /// them is a point.
  @_noLocks private mutating func turn(
    _ table: borrowing TouchTable, before: (x: Float, y: Float), after: (x: Float, y: Float), frame: Int64,
    timing: Timing
  ) -> Bool {
    var (cross, dot, squareBefore, squareAfter): (Float, Float, Float, Float) = (0, 0, 0, 0)
    for index in 0..<table.count {
      let slot = table.order[index]
      if serials[slot] != table.touches[slot].serial { continue }
      let rx = from.number(Self.figureX, slot: slot) - before.x
      let ry = from.number(Self.figureY, slot: slot) - before.y
      let qx = table.numbers.number(TouchTable.px, slot: slot) - after.x
      let qy = table.numbers.number(TouchTable.py, slot: slot) - after.y
      cross += rx * qy - ry * qx
      dot += rx * qx + ry * qy
      squareBefore += rx * rx + ry * ry
      squareAfter += qx * qx + qy * qy
    }
    guard squareBefore > 1e-8, squareAfter > 1e-8 else { return false }
    let turned = Scalar.turns(y: cross, x: dot)
    let rotated = turned > 0.5 ? turned - 1 : turned
    let scaled = Scalar.log2(squareAfter / squareBefore) / 2
    rotation += rotated
    scale += scaled
    rotationSpeed.message(rotated, frame, timing)
    scaleSpeed.message(scaled, frame, timing)
    return true
  }

  @_noLocks mutating func settle(_ frame: Int64, _ timing: Timing) {
    rotationSpeed.settle(frame, timing)
    scaleSpeed.settle(frame, timing)
  }

  @_noLocks func write(_ out: SharedValues) {
    out[.groupRotation] = rotation
    out[.groupScale] = scale
    out[.groupRotationSpeed] = rotationSpeed.value
    out[.groupScaleSpeed] = scaleSpeed.value
  }
}

/// Means and sums of speeds and pressures over the live touches.
struct GroupSums {
  var velocityX: Float = 0
  var velocityY: Float = 0
  var meanSpeed: Float = 0
  var totalSpeed: Float = 0
  var pressure: Float = 0
  var maxSpeed: Float = 0

  @_noLocks init() {}

  @_noLocks init(_ table: borrowing TouchTable) {
    let count = table.count
    for index in 0..<count {
      let touch = table.touches + table.order[index]
      let velocity = touch.pointee.velocity
      velocityX += velocity.x
      velocityY += velocity.y
      totalSpeed += velocity.speed
      maxSpeed = max(maxSpeed, velocity.speed)
      pressure += touch.pointee.pressure
    }
    if count == 0 { return }
    velocityX /= Float(count)
    velocityY /= Float(count)
    meanSpeed = totalSpeed / Float(count)
  }
}

/// Jumps of means and sums when a touch begins or ends; each glides to 0 in 150 ms.
struct GroupGlides {
  private struct Step {
    var frame: Int64
    var sums: GroupSums
  }

  /// With more jumps in 150 ms, the oldest ones end early.
  private static var capacity: Int { @_noLocks get { 64 } }
  private let steps: UnsafeMutablePointer<Step>
  private var first = 0
  private var count = 0

  init() {
    steps = .allocate(capacity: Self.capacity)
    steps.initialize(repeating: Step(frame: 0, sums: GroupSums()), count: Self.capacity)
  }

  func deallocate() { steps.deallocate() }

  @_noLocks mutating func reset() { count = 0 }

  /// Adds a jump: a touch began or ended, and means and sums changed from `before` to `after`. A sum grows at
  /// once.
  @_noLocks mutating func step(_ before: GroupSums, _ after: GroupSums, _ frame: Int64) {
    var sums = GroupSums()
    sums.velocityX = before.velocityX - after.velocityX
    sums.velocityY = before.velocityY - after.velocityY
    sums.meanSpeed = before.meanSpeed - after.meanSpeed
    sums.totalSpeed = max(before.totalSpeed - after.totalSpeed, 0)
    sums.pressure = max(before.pressure - after.pressure, 0)
    if count == Self.capacity {
      first = (first + 1) % Self.capacity
      count -= 1
    }
    steps[(first + count) % Self.capacity] = Step(frame: frame, sums: sums)
    count += 1
  }

  /// Adds the remaining jumps at `frame`.
  @_noLocks mutating func add(to sums: inout GroupSums, _ frame: Int64, _ timing: Timing) {
    while count > 0 && timing.seconds(frame - steps[first].frame) >= 0.15 {
      first = (first + 1) % Self.capacity
      count -= 1
    }
    for index in 0..<count {
      let step = steps[(first + index) % Self.capacity]
      let left = 1 - timing.seconds(frame - step.frame) / 0.15
      sums.velocityX += step.sums.velocityX * left
      sums.velocityY += step.sums.velocityY * left
      sums.meanSpeed += step.sums.meanSpeed * left
      sums.totalSpeed += step.sums.totalSpeed * left
      sums.pressure += step.sums.pressure * left
    }
  }

  var isEmpty: Bool { @_noLocks get { count == 0 } }
}
