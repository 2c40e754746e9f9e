// Gathers what is on the surface for the points of expressions. Audio thread.
import Controls
import Lanes
import Matrix
import Music
import RealTime
import Touch
import World

extension TouchProcessor {
  /// Gathers touches, tokens and bodies.
  @_noLocks mutating func gatherPoints() {
    let shape = sources.touches.shape
    let count = sources.touches.count
    var centroid = RelationPoint()
    for index in 0..<count {
      let slot = sources.touches.order[index]
      let touch = sources.touches.touches[slot]
      var point = RelationPoint()
      point.isPresent = true
      point.isApart = touch.isApart
      point.number = touch.number
      point.part = UInt8(truncatingIfNeeded: (part(of: .touch(slot: slot)) ?? -1) + 1)
      point.kind = touch.kind
      point.isRecorded = MIDIInput.recordedSource..<MIDIInput.noteSource ~= touch.source
      point.serial = touch.serial
      (point.x, point.y) = (touch.x * shape.width, touch.y * shape.height)
      (point.speedX, point.speedY) = touch.motion
      point.acceleration = touch.acceleration
      point.age = Float(max(frame - touch.beganAt, 0)) / sampleRate
      points.pointee.touches[index] = point
      centroid.x += point.x / Float(count)
      centroid.y += point.y / Float(count)
      centroid.speedX += point.speedX / Float(count)
      centroid.speedY += point.speedY / Float(count)
      centroid.age = max(centroid.age, point.age)
    }
    centroid.isPresent = count > 0
    points.pointee.centroid = centroid
    points.pointee.count = count
    for slot in 0..<Controller.tokenLimit {
      var point = RelationPoint()
      if let token = sources.motion(ofToken: slot) {
        point.isPresent = true
        (point.x, point.y) = (token.x, token.y)
        (point.speedX, point.speedY) = (token.speedX, token.speedY)
        point.acceleration = token.acceleration
      }
      points.pointee.tokens[slot] = point
    }
    if patch.pointee.hasWorld || points.pointee.bodies[0].isPresent { gatherBodies() }
  }

  /// Converts places in the room to the surface: the region of the first part that plays the world, or all of
  /// it.
  @_noLocks private func gatherBodies() {
    let shape = sources.touches.shape
    var room = Split()
    for index in (0..<patch.pointee.partCount).reversed() where patch.pointee.parts[index].playsWorld {
      room = patch.pointee.parts[index]
    }
    let region = room.region
    // Where the room has three corners of the region.
    let (origin, right, top) = (
      room.point(region.left, region.bottom), room.point(region.right, region.bottom),
      room.point(region.left, region.top)
    )
    let (rightX, rightY) = (right.x - origin.x, right.y - origin.y)
    let (topX, topY) = (top.x - origin.x, top.y - origin.y)
    let width = (region.right - region.left) * shape.width
    let height = (region.top - region.bottom) * shape.height
    for number in 1...Controller.bodyCount {
      var point = RelationPoint()
      if let body = world.motion(ofBody: number) {
        let (x, y) = (body.x - origin.x, body.y - origin.y)
        point.isPresent = true
        point.x = region.left * shape.width + (x * rightX + y * rightY) * width
        point.y = region.bottom * shape.height + (x * topX + y * topY) * height
        point.speedX = (body.speedX * rightX + body.speedY * rightY) * width
        point.speedY = (body.speedX * topX + body.speedY * topY) * height
      }
      points.pointee.bodies[number - 1] = point
    }
  }
}
