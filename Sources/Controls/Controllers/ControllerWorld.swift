// The specifications of the controllers of a world: its bodies, and all of them together. Any thread.

extension Controller {
  /// The quantities of a body, in the order of its controllers.
  public enum BodyQuantity: Int, CaseIterable, Sendable {
    case x = 0, y, angle, turns, spin, speed, hit

    /// The drawing of the quantity.
    func drawing(of body: Anchor) -> Drawing {
      switch self {
      case .x: .x(body)
      case .y: .y(body)
      case .angle: .pieceAngle(body)
      case .turns: .pieceTurning(body)
      case .spin: .pulse(body)
      case .speed: .speed(body)
      case .hit: .ring(body)
      }
    }
  }

  /// The number of bodies with controllers.
  public static var bodyCount: Int { @_noLocks get { 8 } }

  /// The quantity of a body's controller; nil for other controllers.
  var bodyQuantity: BodyQuantity? {
    let count = Self.bodyCount * caseCount(of: BodyQuantity.self)
    guard 0..<count ~= bodyIndex else { return nil }
    return BodyQuantity(rawValue: bodyIndex % caseCount(of: BodyQuantity.self))
  }

  /// A body's controller.
  /// - Parameter number: 1…8.
  @_noLocks public static func body(_ number: Int, _ quantity: BodyQuantity) -> Controller {
    member((number - 1) * caseCount(of: BodyQuantity.self) + quantity.rawValue, from: .body1X)
  }
}

extension Controller.Spec {
  /// A quantity of a body, 1…8.
  static func body(_ number: Int, _ quantity: Controller.BodyQuantity) -> Self {
    switch quantity {
    case .x:
      Self(
        Symbol("body_", number: number, tail: "_x"), Symbol("Body ", number: number, tail: " x"), .none, 1,
        rest: 0.5, "Position in the room, left (0) to right (1).", "x / width")
    case .y:
      Self(
        Symbol("body_", number: number, tail: "_y"), Symbol("Body ", number: number, tail: " y"), .none, 1,
        rest: 0.5, "Position in the room, bottom (0) to top (1).", "y / height")
    case .angle:
      Self(
        Symbol("body_", number: number, tail: "_angle"), Symbol("Body ", number: number, tail: " angle"),
        .turns, 1, cyclic: true, "Direction.", "its angle, mod 1")
    case .turns:
      Self(
        Symbol("body_", number: number, tail: "_turns"), Symbol("Body ", number: number, tail: " turns"),
        .turns, 4, bipolar: true, "Rotation since the world began.",
        "first angle + Σ of its changes")
    case .spin:
      Self(
        Symbol("body_", number: number, tail: "_spin"), Symbol("Body ", number: number, tail: " spin"),
        .turnsPerSecond, 4, bipolar: true, "Rotation speed.", "Δangle/Δt")
    case .speed:
      Self(
        Symbol("body_", number: number, tail: "_speed"), Symbol("Body ", number: number, tail: " speed"),
        .diagonalsPerSecond, 2, "Speed, in diagonals of the room.",
        "|v| / √(width² + height²)")
    case .hit:
      Self(
        Symbol("body_", number: number, tail: "_hit"), Symbol("Body ", number: number, tail: " hit"), .none,
        1, "Strength of the last hit; falls to a tenth in 80 ms.", "impulse / (mass · 1 m/s)")
    }
  }

  static var worldEnergy: Self {
    Self(
      Symbol("world_energy"), Symbol("World energy"), .none, 1,
      "Energy of all bodies; 1 if each moves at 1 m/s.", "Σm·(v² + ½(ω·r)²) / Σm")
  }

  static var worldMeanSpeed: Self {
    Self(
      Symbol("world_mean_speed"), Symbol("World mean speed"), .metresPerSecond, 4,
      "Mean speed of the bodies.", "Σ|v| / number")
  }

  static var worldContacts: Self {
    Self(
      Symbol("world_contacts"), Symbol("World contacts"), .none, 1,
      "Contacts of bodies with each other and the walls.", "points / (2 · number)")
  }

  static var worldHit: Self {
    Self(
      Symbol("world_hit"), Symbol("World hit"), .none, 1,
      "Strength of the last hit of any body; falls to a tenth in 80 ms.",
      "impulse / (mass · 1 m/s) of the hardest hit")
  }
}
