// The specifications of the parameters of a world. Any thread.

extension Parameter.Spec {
  static var worldGravity: Self {
    Self(
      "world_gravity", "World gravity", .metresPerSecondSquared, -20...20, default: -9.8, perVoice: false,
      "Gravity: below 0 down, above 0 up.")
  }

  static var worldGravityAngle: Self {
    Self(
      "world_gravity_angle", "World gravity angle", .turns, -1...1, default: 0, perVoice: false,
      "Counterclockwise rotation of gravity.")
  }

  static var worldDamping: Self {
    Self(
      "world_damping", "World damping", .none, 0...5, default: 0.1, perVoice: false,
      "Part of the speed lost in a second.")
  }

  static var worldBounce: Self {
    Self(
      "world_bounce", "World bounce", .none, 0...1, default: 0, perVoice: false,
      "Added to the bounce of every body; 1: no loss.")
  }

  static var worldSpeed: Self {
    Self(
      "world_speed", "World speed", .none, 0...4, default: 1, perVoice: false,
      "Speed of time; 0: stopped.")
  }

  static var worldWind: Self {
    Self(
      "world_wind", "World wind", .metresPerSecond, -20...20, default: 0, perVoice: false,
      "Wind from left to right.")
  }

  static var worldSpin: Self {
    Self(
      "world_spin", "World spin", .turnsPerSecondSquared, -20...20, default: 0, perVoice: false,
      "A motor for turning and swinging bodies.")
  }
}
