// The specifications of numbered controllers: macros, expressions, game controllers, MIDI control changes,
// tokens. Any thread.

extension Controller.Spec {
  /// A macro, 1…8.
  static func macro(_ number: Int) -> Self {
    Self(
      Symbol("macro_", number: number), Symbol("Macro ", number: number), .none, 1,
      "A control that the patch assigns.", "its port, or what it has learned")
  }

  /// The patch's own controller, 1…32.
  static func user(_ number: Int) -> Self {
    Self(
      Symbol("user_", number: number), Symbol("User ", number: number), .none, 1, perVoice: true,
      "A user relation.", "the patch's expression")
  }

  /// An axis, 1…6.
  static func padAxis(_ number: Int) -> Self {
    Self(
      Symbol("pad_axis_", number: number), Symbol("Pad axis ", number: number), .none, 1, bipolar: true,
      "An axis of a game controller.", "as sent")
  }

  /// A button, 1…16.
  static func padButton(_ number: Int) -> Self {
    Self(
      Symbol("pad_button_", number: number), Symbol("Pad button ", number: number), .none, 1,
      "A button of a game controller.", "as sent")
  }

  /// A MIDI control change, 0…127.
  static func midiControl(_ number: Int) -> Self {
    // For a symbol, the number 0 means that it has no number.
    Self(
      number == 0 ? Symbol("midi_cc_0") : Symbol("midi_cc_", number: number),
      number == 0 ? Symbol("MIDI CC 0") : Symbol("MIDI CC ", number: number), .none, 1,
      "A MIDI control change, from any channel.", "value / 127")
  }

  /// A quantity of a token slot, 1…16.
  static func token(_ number: Int, _ quantity: Controller.TokenQuantity) -> Self {
    switch quantity {
    case .present:
      Self(
        Symbol("token_", number: number, tail: "_present"),
        Symbol("Token ", number: number, tail: " present"),
        .none, 1, "1 while the token is on the surface.", "1 or 0")
    case .x:
      Self(
        Symbol("token_", number: number, tail: "_x"), Symbol("Token ", number: number, tail: " x"), .none, 1,
        rest: 0.5, "Last position, left (0) to right (1).", "x")
    case .y:
      Self(
        Symbol("token_", number: number, tail: "_y"), Symbol("Token ", number: number, tail: " y"), .none, 1,
        rest: 0.5, "Last position, bottom (0) to top (1).", "y")
    case .angle:
      Self(
        Symbol("token_", number: number, tail: number > 4 ? "_facing" : "_angle"),
        Symbol("Token ", number: number, tail: number > 4 ? " facing" : " angle"),
        .turns, 1, cyclic: true, "Direction.", "as sent, mod 1")
    case .turns:
      Self(
        Symbol("token_", number: number, tail: "_turns"), Symbol("Token ", number: number, tail: " turns"),
        .turns, 4, bipolar: true, "Rotation since it was placed.",
        "Σ of the changes of its angle")
    case .rotationSpeed:
      Self(
        Symbol("token_", number: number, tail: "_rotation_speed"),
        Symbol("Token ", number: number, tail: " rotation speed"), .turnsPerSecond, 2, bipolar: true,
        "Rotation speed.", "Δangle/Δt, smoothed (30 ms)")
    case .speed:
      Self(
        Symbol("token_", number: number, tail: "_speed"), Symbol("Token ", number: number, tail: " speed"),
        .diagonalsPerSecond, 2, "Speed.", "|v|")
    }
  }

  /// The distance of two of the first four token slots, a below b.
  static func tokensDistance(_ a: Int, _ b: Int) -> Self {
    Self(
      Symbol("token_", number: 10 * a + b, tail: "_distance"), pairName(a, b, " distance"), .diagonals, 1,
      "Distance between two tokens.", "|p − q|")
  }

  /// The angle of two of the first four token slots, a below b.
  static func tokensAngle(_ a: Int, _ b: Int) -> Self {
    Self(
      Symbol("token_", number: 10 * a + b, tail: "_angle"), pairName(a, b, " angle"), .turns, 1, cyclic: true,
      "Direction from the first token to the second.",
      "angle(q − p)")
  }

  private static func pairName(_ a: Int, _ b: Int, _ tail: StaticString) -> Symbol {
    Symbol(a == 1 ? "Tokens 1 and " : a == 2 ? "Tokens 2 and " : "Tokens 3 and ", number: b, tail: tail)
  }

  static var tokenCount: Self {
    Self(
      Symbol("token_count"), Symbol("Token count"), .none, 16, "Number of tokens on the surface.",
      "n")
  }

  static var tokenSpread: Self {
    Self(
      Symbol("token_spread"), Symbol("Token spread"), .diagonals, 0.5,
      "Mean distance of the tokens from their center.", "Σ|p − m| / n")
  }

  static var tokenPairMin: Self {
    Self(
      Symbol("token_pair_min"), Symbol("Token pair min"), .diagonals, 1,
      "Distance of the closest two tokens.", "min |p − q|")
  }
}

extension Controller {
  /// The number of a MIDI control change, or nil for another controller.
  public var midiControlNumber: Int? { @_noLocks get { entry.midiControl } }

  /// The number of expressions with a controller.
  public static var userLimit: Int { @_noLocks get { 32 } }

  /// The controller of an expression, 1…32.
  @_noLocks public static func user(_ number: Int) -> Controller {
    number > 8 ? member(number - 9, from: .user9) : member(number - 1, from: .user1)
  }

  /// The number of an expression's controller, 1…32, or nil for another controller.
  public var userNumber: Int? {
    @_noLocks get {
      let first = Int(rawValue) - Int(Controller.user1.rawValue)
      if 0..<8 ~= first { return first + 1 }
      let later = Int(rawValue) - Int(Controller.user9.rawValue)
      return 0..<24 ~= later ? later + 9 : nil
    }
  }

  /// The quantities of a token slot, in the order of its controllers.
  public enum TokenQuantity: Int, CaseIterable, Sendable {
    case present = 0, x, y, angle, turns, rotationSpeed, speed

    /// The drawing of the quantity.
    @_noLocks func drawing(of number: Int) -> Drawing {
      switch self {
      case .present: .piece(number)
      case .x: .x(.token(number))
      case .y: .y(.token(number))
      case .angle: .pieceAngle(.token(number))
      case .turns, .rotationSpeed: .pieceTurning(.token(number))
      case .speed: .speed(.token(number))
      }
    }
  }

  /// The number of tokens with controllers.
  public static var tokenLimit: Int { @_noLocks get { 16 } }

  /// A token slot's controller.
  /// - Parameter slot: 0…15.
  @_noLocks public static func token(_ slot: Int, _ quantity: TokenQuantity) -> Controller {
    let from = slot < 4 ? 0 : 4
    return member(
      (slot - from) * caseCount(of: TokenQuantity.self) + quantity.rawValue,
      from: from == 0 ? .token1Present : .token5Present)
  }

  /// The distance between two of the first four token slots; their angle is the controller that follows it.
  /// - Parameters a, b: 0…3, a below b.
  @_noLocks public static func tokenDistance(_ a: Int, _ b: Int) -> Controller {
    member(2 * (a * (5 - a) / 2 + b - 1), from: .token12Distance)
  }
}
