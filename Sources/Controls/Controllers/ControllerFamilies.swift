// Controllers that come in numbers: macros, expressions, game controllers, tokens, MIDI control changes.

extension Controller {
  /// This one's place from `first`, counted from 1.
  @_noLocks func number(from first: Controller) -> Int { Int(rawValue) - Int(first.rawValue) + 1 }

  var macroSpec: Spec {
    @_noLocks get {
      let number = number(from: .macro1)
      return Spec(
        Symbol("macro_", number: number), Symbol("Macro ", number: number), .none, 1,
        "A free control for patches to use.", "its port, or what it has learnt")
    }
  }

  var userSpec: Spec {
    @_noLocks get {
      let number = number(from: .user1)
      return Spec(
        Symbol("user_", number: number), Symbol("User ", number: number), .none, 1, perVoice: true,
        "A relation that the patch defines by an expression.", "the patch's expression, 0…1")
    }
  }

  var padSpec: Spec {
    @_noLocks get {
      let axis = number(from: .padAxis1)
      if axis <= 6 {
        return Spec(
          Symbol("pad_axis_", number: axis), Symbol("Pad axis ", number: axis), .none, 1, bipolar: true,
          "An axis of a game controller.", "as sent")
      }
      let button = axis - 6
      return Spec(
        Symbol("pad_button_", number: button), Symbol("Pad button ", number: button), .none, 1,
        "A button of a game controller.", "as sent")
    }
  }

  /// The number of a MIDI control change, or nil for another controller.
  public var midiControlNumber: Int? {
    @_noLocks get {
      let number = number(from: .midiControl0) - 1
      return 0...127 ~= number ? number : nil
    }
  }

  var midiControlSpec: Spec {
    @_noLocks get {
      let number = number(from: .midiControl0) - 1
      // The number 0 is no number to a symbol.
      return Spec(
        number == 0 ? Symbol("midi_cc_0") : Symbol("midi_cc_", number: number),
        number == 0 ? Symbol("MIDI CC 0") : Symbol("MIDI CC ", number: number), .none, 1,
        "A MIDI control change, of whichever channel sent it last.", "value / 127")
    }
  }

  /// What is known of each token slot, in the order of its controllers.
  public enum TokenQuantity: Int, CaseIterable, Sendable {
    case present = 0, x, y, angle, turns, rotationSpeed, speed
  }

  /// A token slot's controller.
  /// - Parameter slot: 0…3.
  @_noLocks public static func token(_ slot: Int, _ quantity: TokenQuantity) -> Controller {
    member(slot * 7 + quantity.rawValue, from: .token1Present)
  }

  /// The distance between two token slots; their angle is the controller that follows it.
  /// - Parameters a, b: 0…3, a below b.
  @_noLocks public static func tokenDistance(_ a: Int, _ b: Int) -> Controller {
    member(2 * (a * (5 - a) / 2 + b - 1), from: .token12Distance)
  }

  var tokenSpec: Spec {
    @_noLocks get {
      let place = number(from: .token1Present) - 1
      return place < 28 ? tokenSpec(place / 7 + 1, place % 7) : pairSpec(place - 28)
    }
  }

  @_noLocks private func tokenSpec(_ number: Int, _ quantity: Int) -> Spec {
    switch quantity {
    case 0:
      Spec(
        Symbol("token_", number: number, tail: "_present"),
        Symbol("Token ", number: number, tail: " present"),
        .none, 1, "Whether the token lies on the surface.", "1 if so, else 0")
    case 1:
      Spec(
        Symbol("token_", number: number, tail: "_x"), Symbol("Token ", number: number, tail: " x"), .none, 1,
        rest: 0.5, "Where the token is, or was last, from left (0) to right (1).", "x")
    case 2:
      Spec(
        Symbol("token_", number: number, tail: "_y"), Symbol("Token ", number: number, tail: " y"), .none, 1,
        rest: 0.5, "Where the token is, or was last, from bottom (0) to top (1).", "y")
    case 3:
      Spec(
        Symbol("token_", number: number, tail: "_angle"), Symbol("Token ", number: number, tail: " angle"),
        .turns, 1, cyclic: true, "The direction of the token.", "as sent, mod 1")
    case 4:
      Spec(
        Symbol("token_", number: number, tail: "_turns"), Symbol("Token ", number: number, tail: " turns"),
        .turns, 4, bipolar: true, "How far the token has been turned since it was placed.",
        "Σ of the changes of its angle, the shorter way round")
    case 5:
      Spec(
        Symbol("token_", number: number, tail: "_rotation_speed"),
        Symbol("Token ", number: number, tail: " rotation speed"), .turnsPerSecond, 2, bipolar: true,
        "How fast the token is being turned.", "Δangle/Δt, smoothed with 30 ms at message instants")
    default:
      Spec(
        Symbol("token_", number: number, tail: "_speed"), Symbol("Token ", number: number, tail: " speed"),
        .diagonalsPerSecond, 2, "How fast the token is moving.", "|v|")
    }
  }

  @_noLocks private func pairSpec(_ place: Int) -> Spec {
    let pair = place / 2
    // 12, 13, 14, 23, 24, 34
    let number = pair < 3 ? 12 + pair : pair < 5 ? 20 + pair : 34
    if place % 2 == 0 {
      return Spec(
        Symbol("token_", number: number, tail: "_distance"),
        Symbol("Tokens ", number: number, tail: " distance"), .diagonals, 1,
        "How far two tokens are from each other.", "|p − q|; 0 unless both are there")
    }
    return Spec(
      Symbol("token_", number: number, tail: "_angle"), Symbol("Tokens ", number: number, tail: " angle"),
      .turns,
      1, cyclic: true, "The direction in which the second token lies as seen from the first.",
      "angle(q − p); 0 unless both are there")
  }
}
