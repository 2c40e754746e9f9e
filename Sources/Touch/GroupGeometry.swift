// The controllers of all live touches together, from their present positions. Audio thread. Formulas:
// docs/controllers.md.
import Controls
import Lanes

/// Computes the group's controllers that have no memory except held angles.
struct GroupGeometry {
  private let hull: ConvexHull
  /// The positions of live touches, packed in order and padded, and one row of distances.
  private let packed: SlotNumbers

  init(numbers: SlotNumbers) {
    hull = ConvexHull(numbers: numbers)
    packed = SlotNumbers(columns: 2)
  }

  func deallocate() {
    hull.deallocate()
    packed.deallocate()
  }

  /// The centroid in diagonals.
  @_noLocks func centroid(_ table: borrowing TouchTable) -> (x: Float, y: Float) {
    var x: Float = 0
    var y: Float = 0
    for index in 0..<table.count {
      x += table.numbers.number(TouchTable.px, slot: table.order[index])
      y += table.numbers.number(TouchTable.py, slot: table.order[index])
    }
    return (x / Float(max(table.count, 1)), y / Float(max(table.count, 1)))
  }

  /// Sets the controllers for no touch: those that lack a partner are at rest; held angles stay.
  @_noLocks func clear(_ out: SharedValues) {
    for index in Int(Controller.groupCount.rawValue)...Int(Controller.groupPairMean.rawValue) {
      if let controller = Controller.at(index), controller != .groupCentroidSpeed {
        out[controller] = controller.spec.rest
      }
    }
    out[.groupHullPerimeter] = 0
    out[.groupSpreadMax] = 0
    out[.groupPairMin] = 0
    out[.groupPairMax] = 0
    out[.groupAlignment] = 0
    out[.groupAxisAngle] = 0
    out[.groupCentroidAngle] = 0
    out[.groupPressureMean] = 0
    out[.groupMaxSpeed] = 0
  }

  /// Computes everything that follows from the positions of touches. There must be at least one.
  @_noLocks func update(
    _ table: borrowing TouchTable, centroid: (x: Float, y: Float), _ relations: TouchGeometry,
    _ out: SharedValues
  ) {
    let count = table.count
    let shape = table.shape
    let numbers = table.numbers
    out[.groupCount] = Float(count)
    out[.groupCentroidX] = centroid.x / shape.width
    out[.groupCentroidY] = centroid.y / shape.height
    let (cx, cy) = (centroid.x - shape.width / 2, centroid.y - shape.height / 2)
    out[.groupCentroidDistance] = Scalar.squareRoot(cx * cx + cy * cy)
    if cx * cx + cy * cy > SurfaceShape.same { out[.groupCentroidAngle] = Scalar.turns(y: cy, x: cx).wrapped }

    var (left, right, bottom, top) = (Float.infinity, -Float.infinity, Float.infinity, -Float.infinity)
    var (spread, farthest): (Float, Float) = (0, 0)
    var (xx, yy, xy): (Float, Float, Float) = (0, 0, 0)
    for index in 0..<count {
      let slot = table.order[index]
      let (x, y) = (numbers.number(TouchTable.px, slot: slot), numbers.number(TouchTable.py, slot: slot))
      (left, right, bottom, top) = (min(left, x), max(right, x), min(bottom, y), max(top, y))
      let (dx, dy) = (x - centroid.x, y - centroid.y)
      let distance = Scalar.squareRoot(dx * dx + dy * dy)
      spread += distance
      farthest = max(farthest, distance)
      xx += dx * dx
      yy += dy * dy
      xy += dx * dy
      packed.set(0, slot: index, x)
      packed.set(1, slot: index, y)
    }
    out[.groupWidth] = (right - left) / shape.width
    out[.groupHeight] = (top - bottom) / shape.height
    out[.groupSpread] = spread / Float(count)
    out[.groupSpreadMax] = farthest
    align(xx, yy, xy, count: count, out)
    pairs(table, relations, out)
    let (area, perimeter) = hull.measure(table.order, count: count)
    out[.groupHullArea] = area / (shape.width * shape.height)
    out[.groupHullPerimeter] = perimeter
  }

  /// Eigenvalues and principal direction of [[xx, xy], [xy, yy]].
  @_noLocks private func align(_ xx: Float, _ yy: Float, _ xy: Float, count: Int, _ out: SharedValues) {
    let half = (xx + yy) / 2
    let difference = (xx - yy) / 2
    let reach = Scalar.squareRoot(difference * difference + xy * xy)
    // Touches at the same point lie on no line.
    guard count >= 2, half + reach > 1e-10 else {
      out[.groupAlignment] = 0
      if count < 2 { out[.groupAxisAngle] = 0 }
      return
    }
    out[.groupAlignment] = (1 - max(half - reach, 0) / (half + reach)).within(0, 1)
    // A figure that is as long as it is wide has no direction, so the last direction holds.
    if reach > 1e-5 * half {
      out[.groupAxisAngle] = (Scalar.turns(y: xy, x: difference) / 2).within(0, 0.499_999_97)
    }
  }

  /// Computes all pairs: each touch against those that began after it, sixteen at a time.
  @_noLocks private func pairs(_ table: borrowing TouchTable, _ relations: TouchGeometry, _ out: SharedValues)
  {
    let count = table.count
    guard count >= 2 else {
      out[.groupPairMean] = 0
      out[.groupPairMin] = 0
      out[.groupPairMax] = 0
      relations.setNearest(slot: table.order[0], 0)
      return
    }
    // The padding of the last sixteen is infinitely far away; its mask excludes it from sums and maxima.
    for index in count..<(count + 15) / 16 * 16 {
      packed.set(0, slot: index, .infinity)
      packed.set(1, slot: index, .infinity)
    }
    let zero = Lanes(repeating: 0)
    let infinite = Lanes(repeating: .infinity)
    var (sum, least, greatest) = (zero, infinite, zero)
    for index in 0..<count {
      let (x, y) = (packed.number(0, slot: index), packed.number(1, slot: index))
      var near = infinite
      for group in 0...(count - 1) / 16 {
        let dx = packed.lanes(0, group: group) - x
        let dy = packed.lanes(1, group: group) - y
        let square = dx * dx + dy * dy
        var other = square
        if index / 16 == group { other[index % 16] = .infinity }
        near = Lanes.least(near, other)
        if group * 16 > index { continue }
        // The lower half: pairs with touches that began before this one.
        let distance = square.root
        let before = Lanes.indices(below: index - group * 16)
        let isBefore = Lanes(repeating: 0.5)
        sum += isBefore.whereLess(before, distance, else: zero)
        greatest = Lanes.greatest(greatest, isBefore.whereLess(before, square, else: zero))
      }
      let nearest = near.smallest
      relations.setNearest(slot: table.order[index], Scalar.squareRoot(nearest))
      least = Lanes.least(least, Lanes(repeating: nearest))
    }
    out[.groupPairMean] = sum.total / Float(count * (count - 1) / 2)
    out[.groupPairMin] = Scalar.squareRoot(least[0])
    out[.groupPairMax] = Scalar.squareRoot(greatest.largest)
  }
}

extension Lanes {
  /// 1 in the lanes below `index`, else 0.
  @inline(__always) @_noLocks fileprivate static func indices(below index: Int) -> Lanes {
    let numbers = Lanes(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    return numbers.whereLess(Lanes(repeating: Float(index)), Lanes(repeating: 1), else: Lanes(repeating: 0))
  }
}
