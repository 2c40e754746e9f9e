// The sensors of a device: attitude, acceleration and the rest. Audio thread. Formulas: docs/controllers.md.
import Controls
import Lanes
import RealTime

/// The latest values of a device's sensors. A sensor that was silent for 2 s supplies nothing.
struct MotionSensors {
  static var silence: Float { @_noLocks get { 2 } }

  /// The frame of each sensor's last event, by raw value; far in the past if there was none.
  private var heardAt = InlineArray<10, Int64>(repeating: .min / 2)
  private var shake: Float = 0
  private var shakeAt: Int64 = 0

  @_noLocks init() {}

  /// The first of a sensor's three controllers; the one for acceleration z is elsewhere.
  @_noLocks private func controller(_ sensor: MotionSensor, _ axis: Int) -> Controller? {
    switch sensor {
    case .attitude: Controller.member(axis, from: .motionPitch)
    case .acceleration: axis == 2 ? .motionAccelZ : Controller.member(axis, from: .motionAccelX)
    case .gravity: Controller.member(axis, from: .motionGravityX)
    case .gyroscope: Controller.member(axis, from: .motionGyroX)
    case .magnet: Controller.member(axis, from: .motionMagnetX)
    case .heading: axis == 0 ? .motionHeading : nil
    case .location, .speed, .altitude: nil
    }
  }

  /// Applies an event; numbers that are not finite are ignored.
  @_noLocks mutating func apply(_ event: SurfaceEvent, _ frame: Int64, _ timing: Timing, _ out: SharedValues)
  {
    let motion = event.motion
    guard let sensor = motion.sensor else { return }
    // Updates the shaking up to now with the previous force.
    advance(frame, timing, out)
    let given = [motion.x, motion.y, motion.z] as InlineArray<3, Float>
    for axis in 0..<3 {
      guard given[axis].isFinite, let controller = controller(sensor, axis) else { continue }
      var value = given[axis].within(-1e6, 1e6)
      if controller == .motionHeading { value = value.wrapped }
      if (controller == .motionRoll || controller == .motionYaw) && value.magnitude > 0.5 {
        value = (value + 0.5).wrapped - 0.5
      }
      out[controller] = value
      heardAt[Int(sensor.rawValue)] = frame
    }
  }

  @_noLocks func isHeard(_ sensor: MotionSensor, _ frame: Int64, _ timing: Timing) -> Bool {
    frame - heardAt[Int(sensor.rawValue)] <= timing.frames(Self.silence)
  }

  /// Whether a sensor supplies this controller now; else the controller's port does.
  @_noLocks func supplies(_ controller: Controller, _ frame: Int64, _ timing: Timing) -> Bool {
    switch controller {
    case .motionPitch, .motionRoll, .motionYaw: isHeard(.attitude, frame, timing)
    case .motionHeading: isHeard(.heading, frame, timing)
    case .motionShake, .motionAccelZ, .motionAccelX, .motionAccelY: isHeard(.acceleration, frame, timing)
    case .motionGravityX, .motionGravityY, .motionGravityZ: isHeard(.gravity, frame, timing)
    case .motionGyroX, .motionGyroY, .motionGyroZ: isHeard(.gyroscope, frame, timing)
    default: isHeard(.magnet, frame, timing)
    }
  }

  /// Updates the strength of the shaking to `frame`.
  @_noLocks mutating func advance(_ frame: Int64, _ timing: Timing, _ out: SharedValues) {
    guard frame > shakeAt else { return }
    var force: Float = 0
    if shake == 0 && heardAt[Int(MotionSensor.acceleration.rawValue)] < 0 {
      shakeAt = frame
      return
    }
    if isHeard(.acceleration, frame, timing) {
      let (x, y, z) = (out[.motionAccelX], out[.motionAccelY], out[.motionAccelZ])
      if isHeard(.gravity, frame, timing) {
        let dx = x - out[.motionGravityX]
        let dy = y - out[.motionGravityY]
        let dz = z - out[.motionGravityZ]
        force = Scalar.squareRoot(dx * dx + dy * dy + dz * dz)
      } else {
        // For a device that sends no gravity, the magnitude of the acceleration is compared with 1 g.
        force = (Scalar.squareRoot(x * x + y * y + z * z) - 1).magnitude
      }
    }
    shake += Timing.weight(timing.seconds(frame - shakeAt), 0.2) * (force - shake)
    if shake < 1e-6 { shake = 0 }
    shakeAt = frame
    out[.motionShake] = shake
  }

  /// Resets everything.
  @_noLocks mutating func reset(_ out: SharedValues) {
    self = MotionSensors()
    for sensor in 1...6 {
      for axis in 0..<3 {
        if let sensor = MotionSensor.at(Int32(sensor)), let controller = controller(sensor, axis) {
          out[controller] = 0
        }
      }
    }
    out[.motionShake] = 0
  }
}
