// What a surface that is none of the known ones sends, and what it means: the model of docs/profiles.md. Not for the
// audio thread.

/// Rules by which messages of other programs are read. A message is read by the first rule whose address it has.
public struct InputProfile: Sendable {
  public static let version = 1
  static let ruleLimit = 128

  public var name: [UInt8] = []
  public var description: [UInt8] = []
  public var rules: [ProfileRule] = []
  /// Messages as text, `/1/xy1 0.25 0.5`, that show what the profile reads.
  public var examples: [[UInt8]] = []
  /// What is sent back, and to which port whoever speaks the profile is sent it unasked; nil: to nobody.
  public var back: [ProfileBack] = []
  public var backPort: UInt16?

  public init() {}
}

/// What a message is turned into.
public enum ProfileKind: UInt8, CaseIterable, Sendable {
  case touch, token, attitude, acceleration, gravity, gyroscope, magnet, heading, macro, axis, button, control
  /// What is of no use here and no macro should learn.
  case nothing

  public var symbol: StaticString {
    switch self {
    case .touch: "touch"
    case .token: "token"
    case .attitude: "attitude"
    case .acceleration: "acceleration"
    case .gravity: "gravity"
    case .gyroscope: "gyroscope"
    case .magnet: "magnet"
    case .heading: "heading"
    case .macro: "macro"
    case .axis: "axis"
    case .button: "button"
    case .control: "control"
    case .nothing: "nothing"
    }
  }

  /// The arguments that it can have.
  public var arguments: [ProfileArgument] {
    switch self {
    case .touch: Self.touchArguments
    case .token: Self.tokenArguments
    case .attitude, .acceleration, .gravity, .gyroscope, .magnet: Self.axisArguments
    case .heading: Self.valueArguments
    case .macro, .axis, .button, .control: Self.numberedArguments
    case .nothing: []
    }
  }

  // One list a function, never inlined: see `Parameter.Choices.names`.

  @inline(never) private static var touchArguments: [ProfileArgument] {
    [.x, .y, .pressure, .radius, .aspect, .orientation, .id, .state]
  }
  @inline(never) private static var tokenArguments: [ProfileArgument] {
    [.x, .y, .angle, .tokenClass, .id, .state]
  }
  @inline(never) private static var axisArguments: [ProfileArgument] { [.x, .y, .z] }
  @inline(never) private static var valueArguments: [ProfileArgument] { [.value] }
  @inline(never) private static var numberedArguments: [ProfileArgument] { [.value, .number] }

  /// The numbers that it can have; nil: it needs none.
  public var numbers: ClosedRange<Int64>? {
    switch self {
    case .macro: 1...8
    case .axis: 1...6
    case .button: 1...16
    case .control: 0...119
    default: nil
    }
  }
}

/// What an argument of a message is.
public enum ProfileArgument: UInt8, CaseIterable, Sendable {
  case x, y, z, pressure, radius, aspect, orientation, angle, value, id, number, tokenClass, state, ignored

  public var symbol: StaticString {
    switch self {
    case .x: "x"
    case .y: "y"
    case .z: "z"
    case .pressure: "pressure"
    case .radius: "radius"
    case .aspect: "aspect"
    case .orientation: "orientation"
    case .angle: "angle"
    case .value: "value"
    case .id: "id"
    case .number: "number"
    case .tokenClass: "class"
    case .state: "state"
    case .ignored: "_"
    }
  }

  /// Whether it is a number that can be scaled.
  public var isScaled: Bool {
    switch self {
    case .id, .number, .tokenClass, .state, .ignored: false
    default: true
    }
  }

  /// What it must lie in, and how far outside of it is still clamped; nil: any number.
  public func limits(_ kind: ProfileKind) -> (range: ClosedRange<Float>, slack: Float)? {
    switch (kind, self) {
    case (.touch, .x), (.touch, .y), (.touch, .pressure), (.touch, .aspect), (.token, .x), (.token, .y),
      (.macro, .value), (.button, .value), (.control, .value):
      (0...1, 0.05)
    case (.axis, .value): (-1...1, 0.05)
    case (_, .radius): (0...Float.greatestFiniteMagnitude, 0)
    default: nil
    }
  }
}

/// A straight line from what comes to what it means.
public struct ProfileScale: Sendable, Equatable {
  public var inLow: Float = 0
  public var inHigh: Float = 1
  public var outLow: Float = 0
  public var outHigh: Float = 1

  public init() {}

  public func callAsFunction(_ value: Float) -> Float {
    outLow + (value - inLow) / (inHigh - inLow) * (outHigh - outLow)
  }
}

public struct ProfileRule: Sendable {
  /// Where a touch or a token gets its number from: what the address's signs stand for, an argument, the place in a
  /// message of several, or the sender, who then has one.
  public enum Identity: UInt8, CaseIterable, Sendable {
    case address, argument, place, sender

    public var symbol: StaticString {
      switch self {
      case .address: "address"
      case .argument: "argument"
      case .place: "place"
      case .sender: "sender"
      }
    }
  }

  public var address: AddressPattern
  public var kind = ProfileKind.touch
  public var arguments: [ProfileArgument] = []
  /// Whether `arguments` comes again and again in one message.
  public var repeats = false
  /// Whether a place alone begins a touch; else only its state does.
  public var begins = true
  public var identity = Identity.address
  /// Rules of one group are about the same touches; the group is the place of its first rule.
  public var group = 0
  /// Which macro, axis, button or control; nil: the address's last `#` or an argument says it.
  public var number: Int32?
  /// By the raw value of the argument.
  public var scales: [ProfileScale] = Array(repeating: ProfileScale(), count: ProfileArgument.allCases.count)
  public var isScaled: [Bool] = Array(repeating: false, count: ProfileArgument.allCases.count)
  /// A touch that has been silent for so long has ended; 0: as /tactus/timeout says. While its state says that it is
  /// down, the state's rule says how long. Seconds.
  public var timeout: Float = 0

  /// What an argument's number means in the house's units.
  public func scaled(_ value: Float, _ argument: ProfileArgument) -> Float {
    let place = Int(argument.rawValue)
    return isScaled[place] ? scales[place](value) : value
  }
}
