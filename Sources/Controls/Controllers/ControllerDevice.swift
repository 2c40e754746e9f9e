// Controllers of the device in the hand. Formulas: docs/controllers.md.

extension Controller {
  /// Of the device, with a port.
  var motionSpec: Spec {
    @_noLocks get {
      switch self {
      case .motionPitch:
        Spec(
          Symbol("motion_pitch"), Symbol("Motion pitch"), .turns, 0.25, bipolar: true,
          "The device's rotation about its x axis.",
          "as sent")
      case .motionRoll:
        Spec(
          Symbol("motion_roll"), Symbol("Motion roll"), .turns, 0.5, bipolar: true, cyclic: true,
          "The device's rotation about its y axis.",
          "as sent, mod 1")
      case .motionYaw:
        Spec(
          Symbol("motion_yaw"), Symbol("Motion yaw"), .turns, 0.5, bipolar: true, cyclic: true,
          "The device's rotation about its z axis.",
          "as sent, mod 1")
      case .motionHeading:
        Spec(
          Symbol("motion_heading"), Symbol("Motion heading"), .turns, 1, cyclic: true,
          "The device's compass heading.",
          "as sent, mod 1")
      case .motionShake:
        Spec(
          Symbol("motion_shake"), Symbol("Motion shake"), .gravities, 2,
          "How strongly the device is being shaken.",
          "|acceleration − gravity|, smoothed with 0.2 s")
      default:  // motionAccelZ
        Spec(
          Symbol("motion_accel_z"), Symbol("Motion acceleration z"), .gravities, 2, bipolar: true,
          "The device's acceleration along its z axis.",
          "as sent")
      }
    }
  }

  /// Of the device, without a port.
  var moreMotionSpec: Spec {
    @_noLocks get {
      switch self {
      case .motionAccelX:
        Spec(
          Symbol("motion_accel_x"), Symbol("Motion acceleration x"), .gravities, 2, bipolar: true,
          "The device's acceleration along its x axis.",
          "as sent")
      case .motionAccelY:
        Spec(
          Symbol("motion_accel_y"), Symbol("Motion acceleration y"), .gravities, 2, bipolar: true,
          "The device's acceleration along its y axis.",
          "as sent")
      case .motionGravityX:
        Spec(
          Symbol("motion_gravity_x"), Symbol("Motion gravity x"), .gravities, 1, bipolar: true,
          "The part of gravity along the device's x axis.",
          "as sent")
      case .motionGravityY:
        Spec(
          Symbol("motion_gravity_y"), Symbol("Motion gravity y"), .gravities, 1, bipolar: true,
          "The part of gravity along the device's y axis.",
          "as sent")
      case .motionGravityZ:
        Spec(
          Symbol("motion_gravity_z"), Symbol("Motion gravity z"), .gravities, 1, bipolar: true,
          "The part of gravity along the device's z axis.",
          "as sent")
      case .motionGyroX:
        Spec(
          Symbol("motion_gyro_x"), Symbol("Motion gyroscope x"), .turnsPerSecond, 2, bipolar: true,
          "How fast the device turns about its x axis.",
          "as sent")
      case .motionGyroY:
        Spec(
          Symbol("motion_gyro_y"), Symbol("Motion gyroscope y"), .turnsPerSecond, 2, bipolar: true,
          "How fast the device turns about its y axis.",
          "as sent")
      case .motionGyroZ:
        Spec(
          Symbol("motion_gyro_z"), Symbol("Motion gyroscope z"), .turnsPerSecond, 2, bipolar: true,
          "How fast the device turns about its z axis.",
          "as sent")
      case .motionMagnetX:
        Spec(
          Symbol("motion_magnet_x"), Symbol("Motion magnet x"), .microtesla, 100, bipolar: true,
          "The magnetic field along the device's x axis.",
          "as sent")
      case .motionMagnetY:
        Spec(
          Symbol("motion_magnet_y"), Symbol("Motion magnet y"), .microtesla, 100, bipolar: true,
          "The magnetic field along the device's y axis.",
          "as sent")
      default:  // motionMagnetZ
        Spec(
          Symbol("motion_magnet_z"), Symbol("Motion magnet z"), .microtesla, 100, bipolar: true,
          "The magnetic field along the device's z axis.",
          "as sent")
      }
    }
  }
}
