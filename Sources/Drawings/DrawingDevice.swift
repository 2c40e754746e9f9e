// The shapes of the device that is held, of game controllers and of knobs. They have no place on the surface:
// each is drawn about the center of a scene of its own. Any thread.
import Controls

/// A point in the device's own axes: x to the right, y to the top of the screen, z out of the screen. The viewer looks
/// down at the device on a table.
private struct DevicePoint {
  var x: Float
  var y: Float
  var z: Float

  init(_ x: Float, _ y: Float, _ z: Float) { (self.x, self.y, self.z) = (x, y, z) }

  /// The point at a distance along an axis.
  init(along axis: DeviceAxis, _ distance: Float) {
    self.init(axis == .x ? distance : 0, axis == .y ? distance : 0, axis == .z ? distance : 0)
  }

  static func + (a: Self, b: Self) -> Self { Self(a.x + b.x, a.y + b.y, a.z + b.z) }

  /// The picture of this point, about the origin: the table is turned by 20°, and seen from 40° above it.
  var seen: SurfacePoint { SurfacePoint(0.94 * x + 0.342 * y, 0.604 * y - 0.22 * x + 0.766 * z) }

  /// The point turned about an axis by the angle of a vector of length 1, as a right-handed screw.
  func turned(about axis: DeviceAxis, by unit: SurfacePoint) -> Self {
    switch axis {
    case .x: Self(x, y * unit.x - z * unit.y, y * unit.y + z * unit.x)
    case .y: Self(x * unit.x + z * unit.y, y, z * unit.x - x * unit.y)
    case .z: Self(x * unit.x - y * unit.y, x * unit.y + y * unit.x, z)
    }
  }
}

extension DrawingScene {
  /// Half of the device's width and height.
  private static let side = SurfacePoint(0.24, 0.4)
  private static let corners = [
    DevicePoint(-side.x, -side.y, 0), DevicePoint(side.x, -side.y, 0), DevicePoint(side.x, side.y, 0),
    DevicePoint(-side.x, side.y, 0),
  ]

  private func place(_ point: DevicePoint) -> SurfacePoint { center + point.seen }

  /// The device: its area, its border, and a bar at its upper end.
  private func emitDevice(
    turnedAbout axis: DeviceAxis = .z, by unit: SurfacePoint = SurfacePoint(1, 0),
    at offset: DevicePoint = DevicePoint(0, 0, 0), isStrong: Bool, _ emit: (Shape) -> Void
  ) {
    func place(_ point: DevicePoint) -> SurfacePoint {
      self.place(point.turned(about: axis, by: unit) + offset)
    }
    let corners = Self.corners.map { place($0) }
    emit(.area(corners))
    if isStrong { emit(.outline(corners)) }
    emit(.line(place(DevicePoint(-0.08, 0.33, 0)), place(DevicePoint(0.08, 0.33, 0))))
  }

  /// The border of the device at rest, as a helping line.
  private func emitRest(_ emit: (Shape) -> Void) {
    for index in 0..<4 { emit(.guide(place(Self.corners[index]), place(Self.corners[(index + 1) % 4]))) }
  }

  private func emitAxis(_ axis: DeviceAxis, _ length: Float, _ emit: (Shape) -> Void) {
    emit(.guide(place(DevicePoint(along: axis, -length)), place(DevicePoint(along: axis, length))))
  }

  /// An arrow along a circle about an axis, from a point by an angle in turns.
  private func emitSweep(
    of point: DevicePoint, about axis: DeviceAxis, from start: Float, by turns: Float, _ emit: (Shape) -> Void
  ) {
    let places = (0...12).map { step in
      place(
        point.turned(about: axis, by: Self.vector(turns: start + turns * Float(step) / 12)))
    }
    emit(.curve(places))
    if turns.magnitude > 0.02 { emit(.arrow(places[11], places[12])) }
  }

  /// A point of the device's border, or above it, that moves farthest when it turns about an axis.
  private static func rim(_ axis: DeviceAxis) -> DevicePoint {
    switch axis {
    case .x, .z: DevicePoint(0, 1.12 * side.y, 0)
    case .y: DevicePoint(1.3 * side.x, 0, 0)
    }
  }

  /// The device as it is turned, above its place at rest, with the axis and the way of its rim.
  func emitTurn(about axis: DeviceAxis, _ turns: Float, _ emit: (Shape) -> Void) {
    emitRest(emit)
    emitAxis(axis, axis == .y ? 0.58 : 0.46, emit)
    emitDevice(turnedAbout: axis, by: Self.vector(turns: turns), isStrong: true, emit)
    emitSweep(of: Self.rim(axis), about: axis, from: 0, by: turns, emit)
  }

  /// The device at rest between two arrows about the axis, the longer the faster it turns: −1…1.
  func emitSpin(about axis: DeviceAxis, _ speed: Float, _ emit: (Shape) -> Void) {
    emitAxis(axis, axis == .y ? 0.58 : 0.46, emit)
    emitDevice(isStrong: false, emit)
    for start in [Float(0), 0.5] {
      emitSweep(of: Self.rim(axis), about: axis, from: start, by: 0.4 * speed, emit)
    }
  }

  /// A ball on the device rolls where it is pulled, or is pulled off it: −1…1.
  func emitGravity(along axis: DeviceAxis, _ pull: Float, _ emit: (Shape) -> Void) {
    let reach = axis == .x ? Self.side.x : axis == .y ? Self.side.y : 0.36
    emitDevice(isStrong: false, emit)
    emitAxis(axis, reach, emit)
    let ball = place(DevicePoint(along: axis, reach * pull))
    emit(.line(center, ball))
    emit(.disc(ball, radius: 0.06))
    emit(.ring(ball, radius: 0.06, part: 1))
  }

  /// The device is pushed away from its place at rest: −1…1.
  func emitPush(along axis: DeviceAxis, _ push: Float, _ emit: (Shape) -> Void) {
    let reach = axis == .x ? Self.side.x : axis == .y ? Self.side.y : Float(0.3)
    emitRest(emit)
    emitAxis(axis, reach + 0.1, emit)
    emitDevice(at: DevicePoint(along: axis, 0.16 * push), isStrong: true, emit)
    if push.magnitude > 0.02 {
      emit(.arrow(center, place(DevicePoint(along: axis, (reach * 0.6 + 0.16) * push))))
    }
  }

  /// A needle above the device between the lines of a field, the wider the stronger it is: −1…1.
  func emitMagnet(along axis: DeviceAxis, _ field: Float, _ emit: (Shape) -> Void) {
    emitDevice(isStrong: false, emit)
    let (tip, tail) = (
      place(DevicePoint(along: axis, 0.34 * field)), place(DevicePoint(along: axis, -0.34 * field))
    )
    let way = tip - tail
    if way.length > 0.02 {
      let across = way.quarterTurned * (0.07 / way.length)
      emit(.outline([tip, center + across, tail, center - across]))
      emit(.area([tip, center + across, center - across]))
    }
    for side in [Float(-1), 1] {
      let unit = (DevicePoint(along: axis, 1).seen).quarterTurned
      let middle = center + unit * (side * (0.12 + 0.1 * field.magnitude) / unit.length)
      emit(
        .ellipse(middle, major: DevicePoint(along: axis, 0.16 + 0.2 * field.magnitude).seen, aspect: 0.4))
    }
  }

  /// A needle: north is up, and a heading grows clockwise.
  func emitHeading(_ value: Float, _ emit: (Shape) -> Void) {
    emit(.ring(center, radius: 0.35, part: 1))
    emit(.line(center + SurfacePoint(0, 0.35), center + SurfacePoint(0, 0.44)))
    emit(.arrow(center, center + Self.vector(turns: 0.25 - value) * 0.33))
  }

  /// The device at both ends of a way to and fro.
  func emitShake(_ value: Float, _ emit: (Shape) -> Void) {
    let way = 0.04 + 0.14 * value
    emitDevice(at: DevicePoint(-way, 0, 0), isStrong: false, emit)
    emitDevice(at: DevicePoint(way, 0, 0), isStrong: true, emit)
    for side in [Float(-1), 1] {
      emit(.arrow(center, center + DevicePoint(side * (way + 0.1), 0, 0).seen))
    }
  }

  /// A dial with its pointer, clockwise from above.
  func emitKnob(_ value: Float, _ emit: (Shape) -> Void) {
    emit(.ring(center, radius: 0.38, part: value))
    emit(.line(center, center + Self.vector(turns: 0.25 - value) * 0.38))
  }

  /// A stick in its ring: −1…1 each.
  func emitStick(_ at: SurfacePoint, _ emit: (Shape) -> Void) {
    emit(.ellipse(center, major: SurfacePoint(0.42, 0), aspect: 1))
    let away: SurfacePoint = at.x == 0 ? SurfacePoint(0, 0.42) : SurfacePoint(0.42, 0)
    emit(.guide(center - away, center + away))
    emit(.line(center, center + at * 0.3))
    emit(.disc(center + at * 0.3, radius: 0.14))
  }

  /// A trigger of a game controller, pulled from above.
  func emitLever(_ value: Float, _ emit: (Shape) -> Void) {
    let (low, high) = (center - SurfacePoint(0.14, 0.4), center + SurfacePoint(0.14, 0.4))
    emit(.outline([low, SurfacePoint(high.x, low.y), high, SurfacePoint(low.x, high.y)]))
    let y = high.y - 0.8 * value
    emit(.area([SurfacePoint(low.x, y), SurfacePoint(high.x, y), high, SurfacePoint(low.x, high.y)]))
    emit(.line(SurfacePoint(low.x - 0.08, y), SurfacePoint(high.x + 0.08, y)))
  }

  /// A button that fills while it is pressed.
  func emitButton(_ value: Float, _ emit: (Shape) -> Void) {
    emit(.ellipse(center, major: SurfacePoint(0.34, 0), aspect: 1))
    if value > 0 { emit(.disc(center, radius: 0.28 * value)) }
  }

  /// A vector of length 1, by the first terms of the sine's series, good to 0.001: this module has no
  /// mathematics of its own.
  static func vector(turns: Float) -> SurfacePoint {
    func sine(_ turns: Float) -> Float {
      // Beyond a quarter turn the sine runs back.
      var x = turns - (turns + 0.5).rounded(.down)
      if x > 0.25 { x = 0.5 - x } else if x < -0.25 { x = -0.5 - x }
      let angle = x * 2 * .pi
      let square = angle * angle
      return angle * (1 - square / 6 * (1 - square / 20 * (1 - square / 42)))
    }
    return SurfacePoint(sine(turns + 0.25), sine(turns))
  }
}
