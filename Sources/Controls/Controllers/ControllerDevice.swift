// The specifications of the device's controllers, those with a port first. Formulas: docs/controllers.md. Any
// thread.

extension Controller.Spec {
  static var motionPitch: Self {
    Self(
      Symbol("motion_pitch"), Symbol("Motion pitch"), .turns, 0.25, bipolar: true,
      "Rotation about the x axis.", "as sent")
  }

  static var motionRoll: Self {
    Self(
      Symbol("motion_roll"), Symbol("Motion roll"), .turns, 0.5, bipolar: true, cyclic: true,
      "Rotation about the y axis.", "as sent, mod 1")
  }

  static var motionYaw: Self {
    Self(
      Symbol("motion_yaw"), Symbol("Motion yaw"), .turns, 0.5, bipolar: true, cyclic: true,
      "Rotation about the z axis.", "as sent, mod 1")
  }

  static var motionHeading: Self {
    Self(
      Symbol("motion_heading"), Symbol("Motion heading"), .turns, 1, cyclic: true,
      "Compass heading.", "as sent, mod 1")
  }

  static var motionShake: Self {
    Self(
      Symbol("motion_shake"), Symbol("Motion shake"), .gravities, 2,
      "Strength of shaking.", "|acceleration − gravity|, smoothed (0.2 s)")
  }

  static var motionAccelZ: Self {
    Self(
      Symbol("motion_accel_z"), Symbol("Motion acceleration z"), .gravities, 2, bipolar: true,
      "Acceleration along the z axis.", "as sent")
  }

  static var motionAccelX: Self {
    Self(
      Symbol("motion_accel_x"), Symbol("Motion acceleration x"), .gravities, 2, bipolar: true,
      "Acceleration along the x axis.", "as sent")
  }

  static var motionAccelY: Self {
    Self(
      Symbol("motion_accel_y"), Symbol("Motion acceleration y"), .gravities, 2, bipolar: true,
      "Acceleration along the y axis.", "as sent")
  }

  static var motionGravityX: Self {
    Self(
      Symbol("motion_gravity_x"), Symbol("Motion gravity x"), .gravities, 1, bipolar: true,
      "Gravity along the x axis.", "as sent")
  }

  static var motionGravityY: Self {
    Self(
      Symbol("motion_gravity_y"), Symbol("Motion gravity y"), .gravities, 1, bipolar: true,
      "Gravity along the y axis.", "as sent")
  }

  static var motionGravityZ: Self {
    Self(
      Symbol("motion_gravity_z"), Symbol("Motion gravity z"), .gravities, 1, bipolar: true,
      "Gravity along the z axis.", "as sent")
  }

  static var motionGyroX: Self {
    Self(
      Symbol("motion_gyro_x"), Symbol("Motion gyroscope x"), .turnsPerSecond, 2, bipolar: true,
      "Rotation speed about the x axis.", "as sent")
  }

  static var motionGyroY: Self {
    Self(
      Symbol("motion_gyro_y"), Symbol("Motion gyroscope y"), .turnsPerSecond, 2, bipolar: true,
      "Rotation speed about the y axis.", "as sent")
  }

  static var motionGyroZ: Self {
    Self(
      Symbol("motion_gyro_z"), Symbol("Motion gyroscope z"), .turnsPerSecond, 2, bipolar: true,
      "Rotation speed about the z axis.", "as sent")
  }

  static var motionMagnetX: Self {
    Self(
      Symbol("motion_magnet_x"), Symbol("Motion magnet x"), .microtesla, 100, bipolar: true,
      "Magnetic field along the x axis.", "as sent")
  }

  static var motionMagnetY: Self {
    Self(
      Symbol("motion_magnet_y"), Symbol("Motion magnet y"), .microtesla, 100, bipolar: true,
      "Magnetic field along the y axis.", "as sent")
  }

  static var motionMagnetZ: Self {
    Self(
      Symbol("motion_magnet_z"), Symbol("Motion magnet z"), .microtesla, 100, bipolar: true,
      "Magnetic field along the z axis.", "as sent")
  }
}
