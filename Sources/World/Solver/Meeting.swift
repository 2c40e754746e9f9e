// Where two shapes meet: circle and circle, box and circle, box and box. Audio thread.
import Lanes

extension WorldEngine {
  /// Finds the contacts of two bodies with boxes of extent that overlap.
  @_noLocks mutating func meet(_ first: Int, _ second: Int, _ bounce: Float) {
    switch (bodies[first].shape, bodies[second].shape) {
    case (.circle, .circle): meetCircles(first, second, bounce)
    case (.box, .box): meetBoxes(first, second, bounce)
    case (.box, .circle): meet(box: first, circle: second, bounce)
    case (.circle, .box): meet(box: second, circle: first, bounce)
    }
  }

  @_noLocks private mutating func meetCircles(_ first: Int, _ second: Int, _ bounce: Float) {
    let (ax, ay) = (bodies[first].middleX, bodies[first].middleY)
    let (x, y) = (bodies[second].middleX - ax, bodies[second].middleY - ay)
    let (a, b) = (bodies[first].reach, bodies[second].reach)
    let near = a + b + margin
    let square = x * x + y * y
    if square > near * near { return }
    let distance = Scalar.squareRoot(square)
    let (normalX, normalY): (Float, Float) = distance > 1e-9 ? (x / distance, y / distance) : (1, 0)
    let gap = distance - a - b
    let way = a + gap * 0.5
    add(
      first, second, point: 0, normalX, normalY, x: ax + normalX * way, y: ay + normalY * way, gap: gap,
      bounce)
  }

  @_noLocks private mutating func meet(box: Int, circle: Int, _ bounce: Float) {
    let (bx, by) = (bodies[box].middleX, bodies[box].middleY)
    let (cosine, sine) = (bodies[box].cosine, bodies[box].sine)
    let (width, height) = (bodies[box].halfWidth, bodies[box].halfHeight)
    let radius = bodies[circle].reach
    let (acrossX, acrossY) = (bodies[circle].middleX - bx, bodies[circle].middleY - by)
    let (x, y) = (cosine * acrossX + sine * acrossY, -sine * acrossX + cosine * acrossY)
    var (pointX, pointY) = (x.limited(-width, width), y.limited(-height, height))
    let (outX, outY) = (x - pointX, y - pointY)
    let square = outX * outX + outY * outY
    if square > (radius + margin) * (radius + margin) { return }
    var (normalX, normalY, gap): (Float, Float, Float)
    if square > 1e-12 {
      let distance = Scalar.squareRoot(square)
      (normalX, normalY, gap) = (outX / distance, outY / distance, distance - radius)
    } else {
      // The middle of the circle is in the box: out by the nearest side.
      let (deepX, deepY) = (width - x.magnitude, height - y.magnitude)
      if deepX < deepY {
        (normalX, normalY, gap) = (x < 0 ? -1 : 1, 0, -deepX - radius)
        (pointX, pointY) = (normalX * width, y)
      } else {
        (normalX, normalY, gap) = (0, y < 0 ? -1 : 1, -deepY - radius)
        (pointX, pointY) = (x, normalY * height)
      }
    }
    let (roomX, roomY) = (cosine * normalX - sine * normalY, sine * normalX + cosine * normalY)
    let (atX, atY) = (bx + cosine * pointX - sine * pointY, by + sine * pointX + cosine * pointY)
    if box < circle {
      add(box, circle, point: 0, roomX, roomY, x: atX, y: atY, gap: gap, bounce)
    } else {
      add(circle, box, point: 0, -roomX, -roomY, x: atX, y: atY, gap: gap, bounce)
    }
  }

  @_noLocks private mutating func meetBoxes(_ first: Int, _ second: Int, _ bounce: Float) {
    let (a, b) = (bodies[first], bodies[second])
    let (ax, ay) = (a.middleX, a.middleY)
    let (x, y) = (b.middleX - ax, b.middleY - ay)
    let near = a.reach + b.reach + margin
    if x * x + y * y > near * near { return }
    // The axis along which they overlap least, of the two of either box.
    var best = -Float.infinity
    var axis = 0
    var (normalX, normalY): (Float, Float) = (0, 0)
    for candidate in 0..<4 {
      let box = candidate < 2 ? a : b
      let (nx, ny) = candidate & 1 == 0 ? (box.cosine, box.sine) : (-box.sine, box.cosine)
      let extent = a.extent(nx, ny) + b.extent(nx, ny)
      let distance = x * nx + y * ny
      let gap = distance.magnitude - extent
      if gap > margin { return }
      // The first of nearly equal axes stays, so that resting boxes do not waver.
      if gap > best + (candidate == 0 ? 0 : 1e-3) {
        (best, axis) = (gap, candidate)
        let sign: Float = distance < 0 ? -1 : 1
        (normalX, normalY) = (nx * sign, ny * sign)
      }
    }
    let ofFirst = axis < 2
    let reference = ofFirst ? a : b
    let (outX, outY) = ofFirst ? (normalX, normalY) : (-normalX, -normalY)
    // The side of the other box that lies deepest in the reference box, cut to its width.
    let corners = Corners(ofFirst ? b : a)
    var edge = 0
    var lowest = Float.infinity
    for corner in 0..<4 {
      let next = (corner + 1) & 3
      let along = (corners.x[corner] + corners.x[next]) * outX + (corners.y[corner] + corners.y[next]) * outY
      if along < lowest { (lowest, edge) = (along, corner) }
    }
    let end = (edge + 1) & 3
    var (fromX, fromY) = (corners.x[edge], corners.y[edge])
    var (toX, toY) = (corners.x[end], corners.y[end])
    let (sideX, sideY) = (-outY, outX)
    let width = axis & 1 == 0 ? reference.halfHeight : reference.halfWidth
    let depth = axis & 1 == 0 ? reference.halfWidth : reference.halfHeight
    let (middleX, middleY) = (reference.middleX, reference.middleY)
    let from = (fromX - middleX) * sideX + (fromY - middleY) * sideY
    let to = (toX - middleX) * sideX + (toY - middleY) * sideY
    let span = to - from
    if span.magnitude > 1e-9 {
      let (wayX, wayY) = ((toX - fromX) / span, (toY - fromY) / span)
      let (cutFrom, cutTo) = (from.limited(-width, width) - from, to.limited(-width, width) - from)
      (toX, toY) = (fromX + wayX * cutTo, fromY + wayY * cutTo)
      (fromX, fromY) = (fromX + wayX * cutFrom, fromY + wayY * cutFrom)
    }
    for point in 0..<2 {
      let (pointX, pointY) = point == 0 ? (fromX, fromY) : (toX, toY)
      if point == 1 && fromX == toX && fromY == toY { continue }
      let gap = (pointX - middleX) * outX + (pointY - middleY) * outY - depth
      if gap < margin {
        add(
          first, second, point: point, normalX, normalY, x: pointX - outX * gap * 0.5,
          y: pointY - outY * gap * 0.5, gap: gap, bounce)
      }
    }
  }
}

extension Body {
  /// Half the width of a box along a direction.
  @inline(__always) @_noLocks func extent(_ x: Float, _ y: Float) -> Float {
    halfWidth * (cosine * x + sine * y).magnitude + halfHeight * (cosine * y - sine * x).magnitude
  }
}
