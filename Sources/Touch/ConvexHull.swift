// The convex hull of up to 64 points. Audio thread.
import Lanes

/// Sorts the points and walks round them (A. M. Andrew's monotone chain, 1979). The order is kept from call
/// to call, so that moving hands cost little.
struct ConvexHull {
  /// Positions in diagonals, by slot; the caller writes them.
  private let numbers: SlotNumbers
  /// Slots from left to right, as last sorted.
  private let sorted: UnsafeMutablePointer<Int>
  private let corners: UnsafeMutablePointer<Int>

  /// - Parameter numbers: `TouchTable.numbers`.
  init(numbers: SlotNumbers) {
    self.numbers = numbers
    sorted = .allocate(capacity: SlotNumbers.slots)
    sorted.initialize(repeating: 0, count: SlotNumbers.slots)
    corners = .allocate(capacity: 2 * SlotNumbers.slots)
    corners.initialize(repeating: 0, count: 2 * SlotNumbers.slots)
  }

  func deallocate() {
    sorted.deallocate()
    corners.deallocate()
  }

  /// Area and perimeter in (square) diagonals of the hull of `count` slots.
  @_noLocks func measure(_ slots: UnsafeMutablePointer<Int>, count: Int) -> (area: Float, perimeter: Float) {
    if count < 2 { return (0, 0) }
    sort(slots, count: count)
    var size = 0
    for index in 0..<count { push(sorted[index], &size, floor: 0) }
    let lower = size
    if count > 1 {
      for index in 2...count { push(sorted[count - index], &size, floor: lower - 1) }
    }
    // The last corner is the same point as the first.
    var twice: Float = 0
    var perimeter: Float = 0
    for index in 1..<max(size, 1) {
      let (ax, ay) = point(corners[index - 1])
      let (bx, by) = point(corners[index])
      twice += ax * by - bx * ay
      perimeter += Scalar.squareRoot((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    }
    return (max(twice / 2, 0), perimeter)
  }

  @inline(__always) @_noLocks private func point(_ slot: Int) -> (Float, Float) {
    (numbers.number(TouchTable.px, slot: slot), numbers.number(TouchTable.py, slot: slot))
  }

  /// Appends a corner and removes the corners before it that would make the hull concave; the first `floor`
  /// corners stay.
  @_noLocks private func push(_ slot: Int, _ size: inout Int, floor: Int) {
    let (cx, cy) = point(slot)
    while size - floor >= 2 {
      let (ax, ay) = point(corners[size - 2])
      let (bx, by) = point(corners[size - 1])
      if (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0 { break }
      size -= 1
    }
    corners[size] = slot
    size += 1
  }

  @_noLocks private func comesBefore(_ a: Int, _ b: Int) -> Bool {
    let (ax, ay) = point(a)
    let (bx, by) = point(b)
    return ax < bx || (ax == bx && ay < by)
  }

  /// Insertion sort from the order of the last call: first the slots that are still there, then the new ones.
  @_noLocks private func sort(_ slots: UnsafeMutablePointer<Int>, count: Int) {
    var waiting: UInt64 = 0
    for index in 0..<count { waiting |= 1 << UInt64(slots[index]) }
    var kept = 0
    for index in 0..<SlotNumbers.slots where waiting & (1 << UInt64(sorted[index])) != 0 {
      waiting &= ~(1 << UInt64(sorted[index]))
      sorted[kept] = sorted[index]
      kept += 1
    }
    for index in 0..<count where waiting & (1 << UInt64(slots[index])) != 0 {
      sorted[kept] = slots[index]
      kept += 1
    }
    for index in 1..<count {
      let slot = sorted[index]
      var at = index
      while at > 0 && comesBefore(slot, sorted[at - 1]) {
        sorted[at] = sorted[at - 1]
        at -= 1
      }
      sorted[at] = slot
    }
  }
}
