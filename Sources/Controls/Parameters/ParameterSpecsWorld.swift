// The specifications of the parameters of a world. Any thread.

extension Parameter.Spec {
  static var worldGravity: Self {
    Self(
      "world_gravity", "World gravity", .metresPerSecondSquared, -20...20, default: -9.8, perVoice: false,
      "What pulls all bodies: below 0 downwards, above 0 upwards.")
  }

  static var worldGravityAngle: Self {
    Self(
      "world_gravity_angle", "World gravity angle", .turns, -1...1, default: 0, perVoice: false,
      "How far gravity is turned anticlockwise.")
  }

  static var worldDamping: Self {
    Self(
      "world_damping", "World damping", .none, 0...5, default: 0.1, perVoice: false,
      "The part of their speed that bodies lose in a second.")
  }

  static var worldBounce: Self {
    Self(
      "world_bounce", "World bounce", .none, 0...1, default: 0, perVoice: false,
      "Added to the bounce of every body; at 1 nothing is lost.")
  }

  static var worldSpeed: Self {
    Self(
      "world_speed", "World speed", .none, 0...4, default: 1, perVoice: false,
      "How fast the world's time passes; at 0 it stands still.")
  }

  static var worldWind: Self {
    Self(
      "world_wind", "World wind", .metresPerSecond, -20...20, default: 0, perVoice: false,
      "The speed of the air from left to right, which takes bodies with it.")
  }

  static var worldSpin: Self {
    Self(
      "world_spin", "World spin", .turnsPerSecondSquared, -20...20, default: 0, perVoice: false,
      "A motor: how fast what turns or swings in its place gains spin.")
  }
}
